package motivation

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yumori/internal/memory"
)

// A QuestionState says what became of a question.
type QuestionState string

// The states of a question. The first three are open.
const (
	StateOpen         QuestionState = "open"
	StateAsked        QuestionState = "asked"        // put to the user
	StatePartial      QuestionState = "partial"      // answered in part
	StateResolved     QuestionState = "resolved"     // answered
	StateContradicted QuestionState = "contradicted" // what it took for granted is not so
	StateDropped      QuestionState = "dropped"      // left for others of higher priority
)

func (s QuestionState) known() bool {
	switch s {
	case StateOpen, StateAsked, StatePartial, StateResolved, StateContradicted, StateDropped:
		return true
	}
	return false
}

// Open reports whether a question in the state still makes curious.
func (s QuestionState) Open() bool {
	return s == StateOpen || s == StateAsked || s == StatePartial
}

// A Conversion says what a resolved question was made into (N18).
type Conversion string

// The conversions; "" is none yet.
const (
	Fact    Conversion = "FACT"
	Insight Conversion = "INSIGHT"
	Skip    Conversion = "SKIP"
)

// A Question is something the persona would like to know. It is a copy.
type Question struct {
	ID         string
	Topic      string
	Context    string  // what it wants to know and why
	Priority   float64 // in [0, 1]
	SourceDate string  // day it came up last, "2026-01-02", in the zone of that day; "" unknown
	Raised     time.Time
	Kind       memory.Kind
	Sources    []string // ids of messages, or path#Lnn; those that were taken back left out

	State     QuestionState
	Asked     time.Time // when it was put to the user; zero if it was not
	AskedIn   []string  // sources of that
	Answer    string
	Evidence  []string  // quotations that the state is derived from
	Resolved  time.Time // when it was closed; zero while open
	Answers   []string  // sources of the answer
	Converted Conversion

	Due        string // last day of what it is about, "2026-01-02"; "" if it has none
	Afterwards string // how it is put once that day is over; "" if no other way
}

// asOf returns the question as it is put at now: what lay ahead when it came up
// may be over.
func (q Question) asOf(now time.Time) Question {
	if q.Due != "" && q.Afterwards != "" && !q.Ahead(now) {
		q.Topic = q.Afterwards
	}
	return q
}

// Ahead reports whether what a question is about has its day still before it, so that
// nobody can tell yet how it went.
func (q Question) Ahead(now time.Time) bool {
	return q.Due != "" && q.Afterwards != "" && now.Format(time.DateOnly) <= q.Due
}

// raised returns when the question came up, by its day if the time is not
// known. Days are of the zone loc.
func (q Question) raised(loc *time.Location) time.Time {
	if !q.Raised.IsZero() || q.SourceDate == "" {
		return q.Raised
	}
	t, err := time.ParseInLocation(time.DateOnly, q.SourceDate, loc)
	if err != nil {
		return time.Time{}
	}
	return t
}

func (q Question) copy() Question {
	q.Sources, q.Evidence, q.Answers, q.AskedIn = slices.Clone(q.Sources), slices.Clone(q.Evidence), slices.Clone(q.Answers), slices.Clone(q.AskedIn)
	return q
}

// strongest sorts questions: the highest priority first, the latest of equals.
func strongest(list []Question) {
	slices.SortStableFunc(list, func(a, b Question) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), b.raised(time.UTC).Compare(a.raised(time.UTC)))
	})
}

// folded returns a text by which the same topic in other letters is found:
// width, case, spaces and punctuation do not count.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsPunct(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(s))
}

// sameTopic reports whether two topics are one.
func sameTopic(a, b string) bool {
	if f := folded(a); f != "" {
		return f == folded(b)
	}
	return strings.TrimSpace(a) == strings.TrimSpace(b)
}

// about reports whether a question is of a topic, before its day or after it.
func (q Question) about(topic string) bool {
	return sameTopic(q.Topic, topic) || q.Afterwards != "" && sameTopic(q.Afterwards, topic)
}

// cleanText returns s as valid text on one line, at most limit characters of
// it, the last of which shows that it was cut.
func cleanText(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > limit {
		s = string([]rune(s)[:limit-1]) + "…"
	}
	return s
}

// cleanTexts returns the texts without empty ones and repetitions, the last
// most of them.
func cleanTexts(list []string, most int) []string {
	var clean []string
	for _, s := range list {
		if s = cleanText(s, MaxContext); s != "" && !slices.Contains(clean, s) {
			clean = append(clean, s)
		}
	}
	return clean[max(0, len(clean)-most):]
}
