package answer

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/llm"
	"yumori/internal/memory"
)

// An utterance is one line of what was recalled: what somebody said, or what
// stands in a diary or an episode.
type utterance struct {
	id      string
	day     time.Time // zero unknown
	speaker string    // "" where nobody is named
	text    string
	item    int // the place of the memory it belongs to; the first is the most relevant
	claims  []*claim
	noted   bool // it stands in a diary, an episode or among facts
	righted bool // it stands there with the value that puts it right
}

// A claim is one sentence of an utterance.
type claim struct {
	of      *utterance
	text    string
	lang    plain.Language
	asks    bool // it is a question: it says nothing, but what it asks is in the air
	caption bool // of a picture that was shown
	at      int  // its place in the utterance
	terms   []lang.Sense
	dated   string // settled
}

// The bounds of what is read of the recalled section.
const (
	maxUtterances = 64
	maxClaims     = 400
)

// isSpoken reports whether a memory is a message, or stands beside one.
func isSpoken(m memory.Item) bool { return m.At.File == "" || strings.HasPrefix(m.At.File, "log") }

// isNoted reports whether a memory is from a diary, an episode or the like: not
// what the user said, but what somebody made of it.
func isNoted(m memory.Item) bool {
	day, daily := strings.CutPrefix(m.At.File, "memory/")
	if daily {
		name, _, _ := strings.Cut(day, ".md")
		_, err := time.Parse(time.DateOnly, name)
		daily = err == nil
	}
	return !isSpoken(m) && (!daily || m.Kind != "told")
}

// quotes reports whether a memory may quote the user as they spoke: it is
// written down, and in no episode, which may be written by hand.
func quotes(m memory.Item) bool {
	return isNoted(m) && !strings.HasPrefix(m.At.File, "episodic_memory/")
}

// utterances returns what was recalled, most relevant first; read once. Of what the persona
// said itself only the questions are kept: the rest proves nothing.
func (ts *tellings) utterances() []*utterance {
	if ts.heard == nil {
		ts.heard = ts.hear()
	}
	return ts.heard
}

// hear reads what was recalled.
func (ts *tellings) hear() []*utterance {
	out := []*utterance{}
	claims := 0
	for i, m := range ts.Holds["recalled"] {
		text := llm.OneLine(m.Text)
		u := &utterance{id: m.ID, text: marks.Expr("entity-marks").ReplaceAllString(text, ""), day: ts.dayAt(m.Time), item: i, noted: isNoted(m)}
		if isSpoken(m) {
			u.speaker = m.Speaker
		}
		if who, said, righted := quotedFact(u.text); said != "" && quotes(m) {
			switch {
			case ts.isTheUser(who):
				u.speaker, u.text, u.noted, u.righted = ts.SubjectName(), said, false, righted
			case m.Kind != "imported":
				u.speaker, u.text = who, said
			}
		}
		if u.speaker == "" && m.Kind == "imported" || m.Kind == "dreamed" || marks.Has("exchange-line", text) {
			continue // a dream is no fact, and who said what to whom stands in the log
		}
		ts.take(u)
		if ts.IsPersona(u.speaker) {
			u.claims = slices.DeleteFunc(u.claims, func(c *claim) bool { return !c.asks })
		}
		out = append(out, u)
		if claims += len(u.claims); claims > maxClaims || len(out) == maxUtterances {
			break
		}
	}
	return out
}

// dayOf returns when a turn was, the zero time if nobody knows.
func (k *Talk) dayOf(t Turn) time.Time {
	if t.When.IsZero() {
		return t.When
	}
	return t.When.In(k.Now.Location())
}

// take splits an utterance into its claims.
func (ts *tellings) take(u *utterance) {
	text, _ := plain.Bounded(marks.Expr("tag-text").ReplaceAllString(u.text, " "))
	add := func(sen lang.Sentence, caption bool) {
		c := &claim{of: u, text: trimmedTalk(sen.Text), asks: sen.Asks || !caption && question.AsksUnmarked(sen), caption: caption, at: len(u.claims)}
		c.lang = plain.LanguageOf(c.text, ts.Home)
		c.terms = lang.Senses(c.text)
		if lex.Has("been-in", c.text) {
			c.terms = append(c.terms, lang.Sense{Key: "@go", Weight: 0.7})
		}
		if len(c.terms) > 0 {
			u.claims = append(u.claims, c)
		}
	}
	for _, sen := range lang.Split(marks.Expr("picture-in").ReplaceAllString(text, "\n")) {
		add(sen, false)
	}
	for _, m := range marks.Expr("picture-in").FindAllStringSubmatch(text, 3) {
		add(lang.Sentence{Text: strings.TrimSpace(m[1])}, true)
	}
}

// trimmedTalk takes what only opens a sentence off, "" where nothing is left.
func trimmedTalk(text string) string {
	rest := text[len(lex.Text("talk-lead", text)):]
	switch {
	case lex.Has("talk-only", text), lex.Has("talk-only", rest), rest != text && utf8.RuneCountInString(rest) < 4:
		return ""
	case rest == text:
		return text
	}
	return plain.UpperFirst(rest)
}
