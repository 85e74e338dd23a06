package builtin

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/llm"
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
}

// A claim is one sentence of an utterance.
type claim struct {
	of      *utterance
	text    string
	lang    language
	asks    bool // it is a question: it says nothing, but what it asks is in the air
	caption bool // of a picture that was shown
	at      int  // its place in the utterance
	terms   []term
	dated   string // settled
}

// The bounds of what is read of the recalled section.
const (
	maxUtterances = 64
	maxClaims     = 400
)

// isSpoken reports whether a memory is a message, or stands beside one.
func isSpoken(m llm.Memory) bool { return m.Place == "" || strings.HasPrefix(m.Place, "log") }

// isNoted reports whether a memory is from a diary, an episode or the like: not
// what the user said, but what somebody made of it.
func isNoted(m llm.Memory) bool {
	day, daily := strings.CutPrefix(m.Place, "memory/")
	if daily {
		name, _, _ := strings.Cut(day, ".md")
		_, err := time.Parse(time.DateOnly, name)
		daily = err == nil
	}
	return !isSpoken(m) && (!daily || m.Kind != "told")
}

// quotes reports whether a memory may quote the user as they spoke: it is
// written down, and in no episode, which may be written by hand.
func quotes(m llm.Memory) bool {
	return isNoted(m) && !strings.HasPrefix(m.Place, "episodic_memory/")
}

// utterances returns what was recalled, most relevant first; read once. Of what the persona
// said itself only the questions are kept: the rest proves nothing.
func (s *scene) utterances() []*utterance {
	if s.heard == nil {
		s.heard = s.hear()
	}
	return s.heard
}

// hear reads what was recalled.
func (s *scene) hear() []*utterance {
	out := []*utterance{}
	claims := 0
	for i, m := range s.holds["recalled"] {
		text := llm.OneLine(m.Text)
		u := &utterance{id: m.ID, text: entityMarks.ReplaceAllString(text, ""), day: s.dayAt(m.Time), item: i, noted: isNoted(m)}
		if isSpoken(m) {
			u.speaker = m.Speaker
		}
		if said := s.quotedOfUser(u.text); said != "" && quotes(m) {
			u.speaker, u.text, u.noted = s.subjectName(), said, false
		}
		if u.speaker == "" && m.Kind == "imported" || m.Kind == "dreamed" || exchangeLine.MatchString(text) {
			continue // a dream is no fact, and who said what to whom stands in the log
		}
		s.take(u)
		if s.isPersona(u.speaker) {
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
func (s *scene) dayOf(t turn) time.Time {
	if t.when.IsZero() {
		return t.when
	}
	return t.when.In(s.now.Location())
}

// pictureIn is how a shown picture is described in a log.
var pictureIn = rx(`\[(?:image|photo|picture|画像|写真)\s*[:：]\s*([^\[\]]{3,300})\]`)

// take splits an utterance into its claims.
func (s *scene) take(u *utterance) {
	text, _ := bounded(tagText.ReplaceAllString(u.text, " "))
	add := func(sen sentence, caption bool) {
		c := &claim{of: u, text: trimmedTalk(sen.text), asks: sen.asks || !caption && asksUnmarked(sen.text), caption: caption, at: len(u.claims)}
		c.lang = languageOf(c.text, s.home)
		c.terms = termsOf(c.text)
		if beenIn.MatchString(c.text) {
			c.terms = append(c.terms, term{"@go", 0.7})
		}
		if len(c.terms) > 0 {
			u.claims = append(u.claims, c)
		}
	}
	for _, sen := range sentences(pictureIn.ReplaceAllString(text, "\n")) {
		add(sen, false)
	}
	for _, m := range pictureIn.FindAllStringSubmatch(text, 3) {
		add(sentence{text: strings.TrimSpace(m[1])}, true)
	}
}

// asksUnmarked reports whether a sentence is a question without its mark.
func asksUnmarked(text string) bool {
	if languageOf(text, english) == japanese {
		return asksJapanese(text)
	}
	return whStart.MatchString(text) && whAsks(text)
}

// beenIn says in other words that somebody went somewhere.
var beenIn = rx(`\b(?:was|were|been|spent|stayed)\b[^.]{0,30}\b(?:in|to|at) (?:the )?[A-Z]`)

var (
	// talkLead is what opens a sentence in talk and tells nothing.
	talkLead = rx(`^(?:(?i:oh|ah|aw+|wow|woah|whoa|woohoo|yay|hey|hi|hello|yeah|yep|yes|yup|sure|nope|no|well|so|thanks|thank you|thanks a lot|haha|lol|hmm|ok|okay|absolutely|definitely|totally(?: agree)?|i totally agree|agreed?|exactly|right|of course|sure thing|no worries|no problem|cool|nice|great|awesome|amazing|btw|by the way|for sure|indeed|congrats|congratulations|good to (?:see|hear from) you|anyway|you know what|you're right)(?i: so much| again| for (?:asking|sharing))?(?:,? [A-Z][a-z]+)?[,!.–-]+ *)+`)
	// talkOnly is a whole sentence of that kind.
	talkOnly = rx(`^(?i:oh|aw+|wow|woah|whoa|yay|woohoo|hey|hi|hello|yeah|thanks|thank you|sounds|that's|that is|it's so|so|cool|nice|great|good|awesome|amazing|congrats|congratulations|glad|happy|totally agree|agreed|no problem|you're welcome|welcome|anytime|bye|take care|see you|talk|way to|keep|how|long time)(?:[,' ]*(?:(?i:sounds|that's|that is|it's|so|really|very|cool|nice|great|good|awesome|amazing|sweet|lovely|wonderful|glad|happy|to|hear|that|for|the|you|your|kind|words|support|tip|tips|much|lot|a|no|problem|welcome|anytime|later|bye|take|care|see|soon|talk|way|go|keep|it|up|work|job|luck|are|doing|been|long|time|again|always|of|idea|one|amazing|this|asking|sharing)\b|[A-Z][a-z]+\b)[,'! ]*){0,8}$`)
)

// trimmedTalk takes what only opens a sentence off, "" where nothing is left.
func trimmedTalk(text string) string {
	rest := text[len(talkLead.FindString(text)):]
	switch {
	case talkOnly.MatchString(text), talkOnly.MatchString(rest), rest != text && utf8.RuneCountInString(rest) < 4:
		return ""
	case rest == text:
		return text
	}
	return upperFirst(rest)
}
