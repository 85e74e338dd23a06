package builtin

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
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

// recalledLine is a line of the recalled section: a head in brackets, as
// companion writes it, and the text.
var recalledLine = rx(`^- \[id=(\S+)((?: [a-z]+=\S+)*)\] (.+)$`)

// The bounds of what is read of the recalled section.
const (
	maxUtterances = 64
	maxClaims     = 400
)

var (
	// dreamtLine is a memory of a dream, which proves nothing.
	dreamtLine = rx(`^\s*- \[id=[^\]]* kind=dreamed\b`)
	// unprovenLine is a text that somebody unknown brought in.
	unprovenLine = rx(`^\s*- \[id=[^\]]* kind=imported\b`)
	// writtenLine is a memory from a file that is no log of talk: what stands
	// before a colon there is no speaker.
	writtenLine = rx(`^\s*- \[id=[^\]]* source=(?:[^l\]]|l[^o\]]|lo[^g\]])`)
)

// episodeLine is a memory from an episode. What it quotes may have been written
// by hand: it is told as what was noted.
var episodeLine = rx(`^\s*- \[id=[^\]]* source=episodic_memory/`)

// loggedLine is an entry of a daily log of what was told.
var loggedLine = rx(`^\s*- \[id=[^\]]* kind=told\b[^\]]* source=memory/\d{4}-\d\d-\d\d\.md`)

// isNoted reports whether a line is from a diary, an episode or the like: not
// what the user said, but what somebody made of it.
func isNoted(line string) bool {
	return recalledLine.MatchString(strings.TrimRight(line, "\r\n")) && writtenLine.MatchString(line) && !loggedLine.MatchString(line)
}

// quotes reports whether a line may quote the user as they spoke: it is written
// down, and in no episode.
func quotes(line string) bool { return isNoted(line) && !episodeLine.MatchString(line) }

// isSpoken reports whether a line is a message, which begins with its speaker.
func isSpoken(line string) bool { return !writtenLine.MatchString(line) }

// goesOn stands behind a memory that is shown in part.
var goesOn = rx(`(?: \(continues\)|（続く）)$`)

// utterances returns what was recalled, most relevant first; read once. Of what the persona
// said itself only the questions are kept: the rest proves nothing.
func (s *scene) utterances() []*utterance {
	if s.heard == nil {
		s.heard = s.hear()
	}
	return s.heard
}

// hear reads the section.
func (s *scene) hear() []*utterance {
	out := []*utterance{}
	item, claims := -1, 0
	for line := range strings.Lines(s.sections["recalled"]) {
		m := recalledLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		item++
		u := &utterance{id: m[1], text: goesOn.ReplaceAllString(m[3], ""), item: item, noted: isNoted(line)}
		if t, ok := dateOf(m[2], s.now); ok {
			u.day = t
		}
		if speaker, said, ok := spokenLine(u.text); ok && isSpoken(line) {
			u.speaker, u.text = speaker, said
		}
		u.text = entityMarks.ReplaceAllString(u.text, "")
		if said := s.quotedOfUser(u.text); said != "" && quotes(line) {
			u.speaker, u.text, u.noted = s.subjectName(), said, false
		}
		if u.speaker == "" && unprovenLine.MatchString(line) || dreamtLine.MatchString(line) || exchangeLine.MatchString(line) {
			continue
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
