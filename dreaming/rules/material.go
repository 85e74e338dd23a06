package rules

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"yumori/dreaming/record"
	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/motivation"
	"yumori/persona"
)

// A Material is all that the thinking of a dream has to go by. What a night
// learns, it learns from the Lines; everything else is there to be compared
// with, and is never evidence.
type Material struct {
	Date     episodic.Date // the day dreamed for
	Language string        // of the persona: "ja", else English
	Persona  string        // its name
	User     string        // what it calls the user; "" unknown
	Level    int           // 1 to 3; 0 is 1

	Lines    []Line        // what was said, oldest first
	Recalled []memory.Item // older memories that the day brought back, best first

	Questions []motivation.Question // open ones
	Goals     []goals.Goal          // active ones
	Entities  []Known               // pages there are
	Waiting   []string              // names of no page that candidates of earlier nights wait for
	Facts     []facts.Fact          // held for true, as far as they bear on the day
	Opinions  []facts.Fact          // of type facts.Opinion
	Ended     []facts.Fact          // those that what was said on the day ended
	Insights  []string              // of the last dreams, so that none begins as they did
	// Heard are the days before on which the user spoke of something, oldest
	// first, by its term.
	Heard  map[string][]episodic.Date
	Always []Standing // core memory and MEMORY.md
	Soul   string     // SOUL.md, from level 2 on

	Kept *Reread // of the night; nil: nothing is at hand
}

// A Line is one message of the conversation.
type Line struct {
	episodic.Line
	// Brought are the texts that were recalled into the prompt of a reply:
	// what it repeats of them is no news.
	Brought []string
	// Foreign says that what was said is derived from text which neither of the two
	// wrote. Nothing is learned from it.
	Foreign bool
}

// A Standing is a text that always is before the persona, or the beginning of
// it.
type Standing struct {
	File persona.File
	Text string
}

// A Known is a page of entity memory.
type Known struct {
	Name    entity.Name
	Aliases []entity.Name
	Text    string // of the page, or the beginning of it

	Told func(paragraph string) time.Time // when it was told; nil, or zero: not known
}

// An Account is how a task was done.
type Account struct {
	By       string // "provider/name", or episodic.Rules
	Usage    llm.Usage
	Answer   string    // the model's answer as it came, bounded; "" by rules
	Problems []Problem // what could not be used, and why
	Dropped  int       // quotes that were not in the message they were said to be in, or were nobody's words
	// Misquotes are the quotations for which sentences were dropped.
	Misquotes []episodic.Misquote
}

// Misquoted notes quotations that were nobody's words.
func (a *Account) Misquoted(list []episodic.Misquote) {
	a.Misquotes = append(a.Misquotes, list...)
	a.Dropped += len(list)
}

// A Problem is something of a model's answer that could not be used, or the
// reason why rules took its place.
type Problem struct {
	Reason  string // in plain words, for the record
	Excerpt string // of the answer, at most 200 characters; may be empty
}

// String gives reason and excerpt in one line.
func (p Problem) String() string {
	if p.Excerpt == "" {
		return p.Reason
	}
	return p.Reason + ": " + p.Excerpt
}

// A Reflection is what a day left.
type Reflection struct {
	Account
	Topic    string            // what the day was about, a few words
	Insight  string            // at most 300 characters
	Strategy string            // for the next conversation, at most 150 characters
	Dream    string            // what was dreamed
	Evidence []record.Evidence // of insight and strategy
	// Images are what the dream was woven of: messages of the day, and ids of
	// memories without a quote.
	Images    []record.Evidence
	Goals     []GoalUpdate
	Questions []NewQuestion
	Soul      []Lasting // for SOUL.md: at most one, by a model, from level 2 on
}

// A GoalAct says what happens to a goal.
type GoalAct string

// The acts.
const (
	GoalNew       GoalAct = "new"
	GoalProgress  GoalAct = "progress"
	GoalCompleted GoalAct = "completed"
	GoalAbandoned GoalAct = "abandoned"
)

// A GoalUpdate is one change of the persona's goals.
type GoalUpdate struct {
	Act      GoalAct
	ID       goals.ID          // of the goal; "" of a new one
	Goal     string            // of a new one: in the persona's words
	Term     goals.Term        // of a new one
	Priority int               // of a new one, 1 (highest) to 5
	Note     string            // how far it came, how it was reached, why it is given up
	Evidence []record.Evidence // at least one
}

// A NewQuestion is one that the day left open.
type NewQuestion struct {
	Topic    string  // the question itself, at most 200 characters
	Context  string  // what the persona wants to know and why, at most 500
	Priority float64 // in [0, 1]
	Evidence []record.Evidence

	Due        string // last day of what it is about, "2026-01-02"; "" if it has none
	Afterwards string // the question once that day is over; "" if it stays as it is
}

// A Resolution says what the day answered.
type Resolution struct {
	Account
	Resolved []Resolved
}

// A Resolved is one open question of which the day told something.
type Resolved struct {
	ID       string                   // of the question
	State    motivation.QuestionState // resolved, partial or contradicted
	Answer   string                   // at most 500 characters
	Evidence []record.Evidence        // at least one
	// Convert says what becomes of the answer (N18); Skip unless State is
	// resolved. A Fact belongs on the page of Entity, an Insight into the
	// dream diary, both as Text.
	Convert motivation.Conversion
	Entity  string
	Text    string
}

// An Extraction is what a day taught.
type Extraction struct {
	Account
	Facts      []Learned
	Opinions   []Weighed
	Candidates []Candidate
	Lasting    []Lasting // of a model
}

// A Learned is a typed fact.
type Learned struct {
	Type       facts.Type // world, experience, opinion or summary
	Text       string     // one sentence
	Entities   []string
	Confidence float64 // in [0, 1]; 1 of all but opinions
	Category   facts.Category
	Importance float64           // in [0, 1]
	Evidence   []record.Evidence // exactly one: message and quote
}

// A Weighed is evidence for or against an opinion there is.
type Weighed struct {
	ID       string // of the opinion
	Stance   facts.Stance
	Evidence record.Evidence
}

// A Candidate is somebody or something that may deserve a page. The persona is
// told of it at the next conversation and decides.
type Candidate struct {
	Name     string
	Note     string            // objective: who said what of it
	Evidence []record.Evidence // what the note is derived from
	Related  []string          // ids of recalled memories that speak of it
	Known    bool              // there is a page; the note has what it has not
}

// A Consolidation is a page told anew.
type Consolidation struct {
	Account
	Text       string // "" if the page stays as it is
	Statements int    // of the old text
	Lost       int    // of those, how many the answer had left out
	Refused    bool   // more than a fifth of them
}

// filed are the names that a fact is filed under: "@Mika @Biscuit: ".
var filed = regexp.MustCompile(`^[@＠][^:：“「]{1,120}[:：]\s*`)

// earlier returns the memories of before a day, in words alone: without the names
// that a fact is filed under. Of one without a date nobody knows, so it is among them.
func earlier(list []memory.Item, day string) []memory.Item {
	var past []memory.Item
	for _, r := range list {
		if d := r.Day(); d != "" && d >= day {
			continue // of the day, or of after midnight
		}
		r.Text = filed.ReplaceAllString(r.Text, "")
		past = append(past, r)
	}
	return past
}

// CleanLine makes one line of valid text without what cannot be seen and
// without the tags a model may put at the end.
func CleanLine(s string) string {
	s = ownTags.ReplaceAllString(strings.ToValidUTF8(s, " "), " ")
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

var ownTags = regexp.MustCompile(`</?(?:persona_emotion|memory_trace)\b[^>]*>?`)

// Problem notes what could not be used.
func (a *Account) Problem(reason, excerpt string) {
	if len(a.Problems) < maxProblems {
		a.Problems = append(a.Problems, Problem{Reason: reason, Excerpt: lang.Cut(CleanLine(excerpt), maxExcerpt)})
	}
}

// ByRules makes an account of rules that take a model's place.
func (a Account) ByRules() Account {
	a.By = episodic.Rules
	return a
}
