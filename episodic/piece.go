package episodic

import (
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/quote"
)

// pieces returns the sentences of a summary as a week can be made of them:
// each quotation with who said it, as what was said bears it out. What nobody
// said has no marks and is told as a note, for it was written by hand or its
// source is gone; what has the wrong speaker gets the right one, or is left
// out. The opening of a summary by rules is no piece.
func (w Week) pieces(c *checker, summary string) []string {
	var list []string
	for i, s := range statements(cleanText(summary)) {
		text := strings.TrimSpace(s.text)
		switch credits := c.credits(s); {
		case !strings.ContainsFunc(text, lang.IsWord), i == 0 && isOpening(text):
		case len(credits) == 0 && c.borrowed(text):
		case len(credits) == 0:
			list = append(list, cut(text, maxSentence))
		case speeches(s, credits):
			for _, q := range credits {
				list = append(list, w.spoken(c, s, q)...)
			}
		default:
			if text := w.retold(c, s, credits); text != "" && utf8.RuneCountInString(text) <= weeklyMax/2 {
				list = append(list, text)
			}
		}
	}
	return list
}

// isOpening reports whether a sentence is one that Day.opening makes.
func isOpening(s string) bool {
	return strings.HasSuffix(s, " talked.") && strings.Contains(s, ": ") || strings.HasSuffix(s, "話した。") && strings.Contains(s, "年")
}

// speeches reports whether a statement is nothing but quotations and the names
// of those who spoke them.
func speeches(s statement, credits []credited) bool {
	from := 0
	for _, q := range credits {
		gap := strings.TrimRight(strings.TrimSpace(s.text[from:q.Begin]), ":：.。 ")
		if !q.label && gap != "" {
			return false
		}
		from = q.End
	}
	return !strings.ContainsFunc(s.text[from:], lang.IsWord)
}

// spoken returns the sentences of a quotation, each with who said it.
func (w Week) spoken(c *checker, s statement, q credited) []string {
	var list []string
	open, shut := marksOf(s.text, q.Quotation)
	if shut == "" {
		shut = closing[open]
	}
	for _, words := range sentences(q.Words) {
		label := w.named(q.Credit)
		parts := quotedParts(words)
		reason := NotSaid
		if len(parts) > 0 {
			reason = c.wrongly(parts, q.Credit)
		}
		l, said := c.saidBy(parts)
		switch {
		case said && (reason != "" || label == ""):
			label = labelOf(w.Language, w.User, l)
		case !said && reason == OtherSpeaker: // only handed on
			continue
		case !said:
			list = append(list, w.note(label, words))
			continue
		}
		list = append(list, label+joint(open)+open+words+shut)
	}
	return list
}

// joint stands between a name and the mark of what was said.
func joint(open string) string {
	if open == "「" || open == "『" {
		return ""
	}
	return ": "
}

// named returns how a week names who is said to have spoken; "" if nobody is.
func (w Week) named(c quote.Credit) string {
	switch c.Voice {
	case quote.VoiceSelf:
		return labelOf(w.Language, w.User, Line{Speaker: Persona})
	case quote.VoiceNamed:
		if c.Name == w.Persona {
			return labelOf(w.Language, w.User, Line{Speaker: Persona})
		}
		return c.Name
	}
	return ""
}

// saidBy returns the first line that says something itself.
func (c *checker) saidBy(parts []folding) (Line, bool) {
	if len(parts) == 0 {
		return Line{}, false
	}
	for _, l := range c.heard() {
		if l.has(parts) == saysItself {
			return Line{Speaker: l.speaker, Name: l.name}, true
		}
	}
	return Line{}, false
}

// retold returns a sentence that quotes, if what it quotes was said so;
// without marks and as a note if nobody said it; "" if somebody else did.
func (w Week) retold(c *checker, s statement, credits []credited) string {
	var b strings.Builder
	from, noted := 0, false
	for _, q := range credits {
		if !q.Speaks(s.text) {
			continue
		}
		switch c.wrong(q) {
		case OtherSpeaker:
			return ""
		case NotSaid:
			noted = true
		}
		b.WriteString(s.text[from:q.Begin])
		b.WriteString(q.Words)
		from = q.End
	}
	if !noted {
		return strings.TrimSpace(s.text)
	}
	b.WriteString(s.text[from:])
	return w.note("", strings.TrimSpace(b.String()))
}

// note tells what an episode says and nobody said, as what it is.
func (w Week) note(label, words string) string {
	if w.Language == "ja" {
		if label != "" {
			label += "："
		}
		return "覚え書きでは、" + label + words
	}
	if label == "You" {
		label = "you"
	}
	if label != "" {
		return "According to my notes, " + label + " said: " + words
	}
	return "According to my notes: " + words
}
