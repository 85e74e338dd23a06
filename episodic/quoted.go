package episodic

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/quote"
)

// Why a sentence with a quotation was not kept: reason codes of a Misquote.
const (
	// NotSaid: nobody said it.
	NotSaid = "not_said"
	// OtherSpeaker: it was said, by somebody else than the text says.
	OtherSpeaker = "other_speaker"
)

// A Misquote is a quotation that what was said does not bear out.
type Misquote struct {
	Reason string `json:"reason"`
	Quote  string `json:"quote"` // at most maxMisquote characters
}

// maxMisquote is how much of a quotation a Misquote shows.
const maxMisquote = 120

// Checked returns a text without the sentences that quote what nobody said, or
// give it to somebody else than said it, and what they quoted. Width, spaces,
// case and marks do not count, and what an ellipsis leaves out may be missing;
// a few quoted words that only name something are nobody's speech. A sentence
// about oneself that stands in the text without marks, and is word for word
// the user's, counts as the persona's. A text without anything wrong comes
// back as it is. It reads the talk once, and then costs some 10 ns for each of
// its bytes and sentence of the text.
func Checked(text string, t Talk) (kept string, dropped []Misquote) {
	return Listen(t).Checked(text)
}

// A Listener holds texts against a talk. It is for one goroutine.
type Listener struct{ *checker }

// Listen returns what holds several texts against one talk.
func Listen(t Talk) Listener { return Listener{newChecker(t)} }

// Checked is the function Checked with the talk of the Listener.
func (l Listener) Checked(text string) (kept string, dropped []Misquote) {
	var b strings.Builder
	for _, s := range statements(text) {
		if flaw, ok := l.flaw(s); ok {
			dropped = append(dropped, flaw)
			continue
		}
		b.WriteString(s.text)
	}
	if len(dropped) == 0 {
		return text, nil
	}
	return strings.TrimSpace(b.String()), dropped
}

// A statement is a sentence with the quotations that follow it alone: who said
// them stands in it. Together the statements are the text.
type statement struct {
	text   string
	quotes []quote.Quotation
}

func statements(text string) []statement {
	quotes := quote.Quotations(text)
	var list []statement
	begin := 0
	for _, at := range split(text, quotes) {
		part := text[at.Begin:at.End]
		alone := strings.TrimSpace(part)
		if n := len(list); n > 0 && isQuotation(alone) && endsQuoting(list[n-1].text) {
			list[n-1].text += part
			continue
		}
		list = append(list, statement{text: part})
	}
	for i, s := range list {
		end := begin + len(s.text)
		for len(quotes) > 0 && quotes[0].Begin < end {
			q := quotes[0]
			if quotes = quotes[1:]; q.Begin < begin {
				continue // a long one, which goes on
			}
			list[i].quotes = append(list[i].quotes, quote.Quotation{Begin: q.Begin - begin, End: min(q.End, end) - begin, Words: q.Words})
		}
		begin = end
	}
	return list
}

// isQuotation reports whether a sentence is a quotation and nothing else.
func isQuotation(s string) bool {
	list := quote.Quotations(s)
	return len(list) > 0 && list[0].Begin == 0 && !strings.ContainsFunc(s[list[0].End:], lang.IsWord)
}

// endsQuoting reports whether a text ends with a quotation.
func endsQuoting(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(s))
	return strings.ContainsRune(`”"’'」』»`, r)
}

// A credited is a quotation of a statement with who is said to have said it.
type credited struct {
	quote.Quotation
	quote.Credit
	label bool // nothing but a name says so: "Alex: “…”"
}

// joints are what stands between quotations of the same speaker.
var joints = []string{"", "and", ",", ", and", "、", "と", "と、", "や", "."}

// credits returns the quotations of a statement and whose they are said to be.
func (c *checker) credits(s statement) []credited {
	list := make([]credited, 0, len(s.quotes))
	var before strings.Builder
	from := 0
	for i, q := range s.quotes {
		gap, end := s.text[from:q.Begin], len(s.text)
		if i+1 < len(s.quotes) {
			end = s.quotes[i+1].Begin
		}
		before.WriteString(gap)
		to := credited{Quotation: q}
		switch {
		case i > 0 && slices.Contains(joints, strings.TrimSpace(gap)):
			to.Credit, to.label = list[i-1].Credit, list[i-1].label
		default:
			to.Credit = quote.CreditOf(before.String(), s.text[q.End:end], c.names)
			label := strings.TrimRight(strings.TrimSpace(gap), ":： ")
			to.label = to.Voice != quote.VoiceUnknown && (slices.Contains(c.labels, label) || label == to.Name && label != "")
		}
		list = append(list, to)
		before.WriteString(" § ")
		from = q.End
	}
	for i := len(list) - 2; i >= 0; i-- { // 「…」「…」と言った
		if gap := strings.TrimSpace(s.text[list[i].End:list[i+1].Begin]); list[i].Voice == quote.VoiceUnknown && slices.Contains(joints, gap) {
			list[i].Credit = list[i+1].Credit
		}
	}
	return list
}

// A checker holds quotations against what was said.
type checker struct {
	Talk
	*lexicon
	names  []string
	labels []string // that say who speaks, in the persona's own voice
	lines  []heard  // nil until the first is asked for
	read   bool
}

func newChecker(t Talk) *checker {
	t.Persona, t.User = cleanName(t.Persona), cleanName(t.User)
	c := &checker{Talk: t, names: []string{t.Persona, t.User}, labels: []string{"I", "私", "You", "相手"}}
	for _, l := range t.Lines {
		if l.Name != "" && !slices.Contains(c.names, l.Name) {
			c.names = append(c.names, l.Name)
		}
	}
	for _, n := range c.names {
		if n != "" {
			c.labels = append(c.labels, n)
		}
	}
	return c
}

// heard returns what was said, folded when it is first asked for.
func (c *checker) heard() []heard {
	if !c.read {
		c.lines, c.read = c.Talk.heard(), true
		c.lexicon = newLexicon(c.names...)
	}
	return c.lines
}

// flaw returns what is wrong with a statement; false if nothing is.
func (c *checker) flaw(s statement) (Misquote, bool) {
	for _, q := range c.credits(s) {
		if !q.Speaks(s.text) {
			continue
		}
		if reason := c.wrong(q); reason != "" {
			return Misquote{reason, cut(strings.TrimSpace(q.Words), maxMisquote)}, true
		}
	}
	if len(s.quotes) == 0 && c.borrowed(s.text) {
		return Misquote{OtherSpeaker, cut(strings.TrimSpace(s.text), maxMisquote)}, true
	}
	return Misquote{}, false
}

// wrong returns why a quotation is none of the one who is said to have said
// it; "" if it is. Of several sentences each is looked for by itself.
func (c *checker) wrong(q credited) string {
	worst := ""
	for _, s := range sentences(q.Words) {
		parts := quotedParts(s)
		if len(parts) == 0 {
			continue
		}
		switch c.wrongly(parts, q.Credit) {
		case NotSaid:
			return NotSaid
		case OtherSpeaker:
			worst = OtherSpeaker
		}
	}
	return worst
}

// quotedParts returns the parts of a sentence between its ellipses, as they are
// looked for; those of a single letter are left out.
func quotedParts(s string) []folding {
	s = strings.NewReplacer("[…]", "…", "(…)", "…", "[...]", "…", "・・・", "…", "...", "…").Replace(s)
	var list []folding
	for part := range strings.SplitSeq(s, "…") {
		if f := fold(part); len(f.text) > len(" x ") {
			list = append(list, f)
		}
	}
	return list
}

// wrongly is wrong for one sentence.
func (c *checker) wrongly(parts []folding, by quote.Credit) string {
	reason := NotSaid
	for _, l := range c.heard() {
		switch h := l.has(parts); {
		case h == hasNot:
		case c.fits(l, h, by):
			return ""
		default:
			reason = OtherSpeaker
		}
	}
	return reason
}

// fits reports whether a line that has some words bears out that they are
// somebody's.
func (c *checker) fits(l heard, h holding, by quote.Credit) bool {
	persona := l.speaker == Persona && l.name == ""
	switch by.Voice {
	case quote.VoiceUnknown:
		return h == saysItself
	case quote.VoiceSelf:
		return h == saysItself && persona
	case quote.VoiceOther:
		return h == handsOn || !persona
	case quote.VoiceThird:
		return h == handsOn
	}
	if who, known := c.whose(by.Name); known {
		return h == saysItself && who == (Line{Speaker: l.speaker, Name: l.name}).who()
	}
	return h == handsOn || !persona && l.name == "" && alike(by.Name, c.User)
}

// who tells apart those who speak: the persona, the user, and others by name.
func (l Line) who() string { return cmp.Or(l.Name, string(l.Speaker)) }

// whose returns who it is of those who speak that has a name; false if nobody
// here has it.
func (c *checker) whose(name string) (who string, known bool) {
	switch {
	case slices.ContainsFunc(c.Lines, func(l Line) bool { return l.Name == name }):
		return name, true
	case name == c.Persona:
		return string(Persona), true
	case name == c.User || isUserWord(name):
		return string(User), true
	}
	return "", false
}

// isUserWord reports whether a text calls the user so whose name it does not
// know.
func isUserWord(s string) bool {
	return slices.Contains([]string{"you", "You", "user", "User", "相手", "あなた", "君", "ユーザー"}, s)
}

// alike reports whether a name may be another form of somebody's, "Alexander"
// of Alex; of somebody whose name is not known any may.
func alike(name, of string) bool {
	const least = 3
	n := 0
	for n < len(name) && n < len(of) && name[n] == of[n] {
		n++
	}
	return of == "" || n >= least
}

// borrowed reports whether a sentence without marks says of itself what only
// the user said, word for word: in the persona's voice it is no more so.
func (c *checker) borrowed(s string) bool {
	const least = 10 // bytes, folded: "yes, I am" is anybody's
	c.heard()
	s = strings.TrimSpace(s)
	f := fold(s)
	if len(f.text) < least || !c.personal(s) || lang.Japanese(s) && utf8.RuneCountInString(s) < least {
		return false
	}
	user := false
	for _, l := range c.lines {
		if l.has([]folding{f}) != saysItself || !l.alone(f) {
			continue
		}
		if l.speaker == Persona && l.name == "" {
			return false
		}
		user = true
	}
	return user
}

// alone reports whether a text has a sentence and nothing else before its end.
func (f folding) alone(s folding) bool {
	at := f.next(s, 0)
	end := at + len(s.text)
	return at >= 0 && (at == 0 || slices.Contains(f.ends, at+1)) && (end >= len(f.text) || slices.Contains(f.ends, end))
}
