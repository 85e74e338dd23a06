package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
)

// bareLine returns a line without its marks: of a list, of a file, of the
// bank.
func bareLine(line string) string {
	line = marks.Expr("tag-text").ReplaceAllString(line, "")
	line = marks.Expr("list-mark").ReplaceAllString(line, "")
	line = marks.Expr("item-head").ReplaceAllString(line, "")
	line = marks.Expr("entity-marks").ReplaceAllString(line, "")
	if len(line) > plain.MaxRead {
		line = plain.TrimHalfRune(line[:plain.MaxRead])
	}
	return line
}

// saysNothing reports whether a sentence of a section is of that kind.
func saysNothing(sen lang.Sentence, like Memory) bool {
	return like.source == fromKept && marks.Has("nobody-yet", sen.Text)
}

// quotedFact returns whom a kept fact quotes and what they said, ユーザー「…」 or
// Alex: “…”, and whether that was put right since; "" where it quotes nobody.
func quotedFact(line string) (who, said string, righted bool) {
	line, righted = lang.CutPutRight(strings.TrimSpace(line))
	m := marks.First("quoted-fact", line)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2] + m[3], righted
}

// quotedOfUser returns what a kept fact quotes of the user, and whether that was put right
// since; "" where it quotes somebody else, or nobody.
func (k *Talk) quotedOfUser(line string) (said string, righted bool) {
	who, said, righted := quotedFact(line)
	if !k.isTheUser(who) {
		return "", false
	}
	return said, righted
}

// isTheUser reports whether what is written down calls the user so.
func (k *Talk) isTheUser(name string) bool {
	return k.isUser(name) != "" || strings.EqualFold(name, unnamed) || name == "ユーザー"
}

// A verbatim is a sentence as it is read, and as it was typed.
type verbatim struct{ read, typed string }

// KeepTyped takes in how the sentences of a turn were typed: what is quoted of it has those words.
func (ts *tellings) KeepTyped(t Turn) {
	if !t.User || t.Said == "" || len(t.Said) > plain.MaxRead {
		return
	}
	read, typed := lang.Split(t.Text), lang.Split(t.Said)
	if len(read) != len(typed) {
		ts.verbatim = append(ts.verbatim, verbatim{strings.Join(strings.Fields(t.Text), " "), t.Said})
		return
	}
	for i, sen := range read {
		if !sen.Japanese {
			sen.Text = lang.Spelled(sen.Text)
		}
		if sen.Text != typed[i].Text {
			ts.verbatim = append(ts.verbatim, verbatim{sen.Text, typed[i].Text})
		}
	}
}

// japanese returns what of a sentence was typed where it was read as a text, which has
// no spaces to count: its beginning, if that is most of it, or its end.
func (v verbatim) japanese(text string) (string, bool) {
	head, ok := strings.CutSuffix(v.read, text)
	switch {
	case !ok && (!strings.HasPrefix(v.read, text) || len(text)*2 < len(v.read)):
		return "", false
	case !ok || !strings.HasPrefix(v.typed, head):
		return v.typed, true
	}
	return v.typed[len(head):], true
}

// typed returns what a memory says as it was typed: a quotation has the words of
// who is quoted.
func (ts *tellings) typed(text string) string {
	for _, v := range slices.Backward(ts.verbatim) {
		if lang.Japanese(text) {
			if said, ok := v.japanese(text); ok {
				return said
			}
			continue
		}
		at := strings.Index(strings.ToLower(v.read), strings.ToLower(text))
		if at < 0 || at+len(text) > len(v.read) || inWord(v.read, at, at+len(text)) {
			continue // "day 1" of "Wednesday 11am"
		}
		read, typed := strings.Fields(v.read), strings.Fields(v.typed)
		from, n := len(strings.Fields(v.read[:at])), len(strings.Fields(text))
		if len(read) != len(typed) || from+n > len(typed) {
			return v.typed
		}
		return strings.TrimRight(strings.Join(typed[from:from+n], " "), ",;")
	}
	return text
}

// stretch returns what the user typed from the first of some sentences to the last, with whatever
// marks they put between; "" where no line holds them one behind another.
func (k *Talk) stretch(parts []string) string {
	for _, t := range slices.Backward(k.Past) {
		if from, to := stretchOf(t.Said, parts); t.User && to > 0 {
			return strings.Join(strings.Fields(t.Said[from:to]), " ")
		}
	}
	return ""
}

// stretchOf returns where some sentences stand in a line, with no word between them; to is 0 where
// they do not.
func stretchOf(line string, parts []string) (from, to int) {
	for i, part := range parts {
		at := strings.Index(line[to:], part)
		switch {
		case at < 0 || i > 0 && strings.ContainsFunc(line[to:to+at], lang.IsWord):
			return 0, 0
		case i == 0:
			from = at
		}
		to += at + len(part)
	}
	return from, to
}

// inWord reports whether one of the ends of a stretch of a text stands within a word.
func inWord(text string, from, to int) bool {
	last, _ := utf8.DecodeLastRuneInString(text[:from])
	first, _ := utf8.DecodeRuneInString(text[from:to])
	end, _ := utf8.DecodeLastRuneInString(text[from:to])
	next, _ := utf8.DecodeRuneInString(text[to:])
	return lang.IsWord(last) && lang.IsWord(first) || lang.IsWord(end) && lang.IsWord(next)
}
