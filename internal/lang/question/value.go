package question

import (
	"yumori/internal/lang"
)

// A Value is a kind of value that a question asks for and a text shows by itself: an
// amount of money, an age, a colour. The kinds are in the files kinds.txt.
type Value string

// Clock is a time of day.
const Clock Value = "clock"

// ValueAsked returns the kind of value that q asks for, "" for none; needed is whether
// nothing answers that holds none.
func (q Asking) ValueAsked() (v Value, needed bool) {
	for _, line := range lang.Kinds().Lines("values") {
		for _, kind := range line[1:] {
			if lang.Kinds().Has("asks."+kind, q.Text) {
				return Value(kind), line[0] == "needed"
			}
		}
	}
	return "", false
}

// ValueWords returns the words by which q asks for a kind of value, "" where it does not.
func (q Asking) ValueWords() string {
	v, _ := q.ValueAsked()
	if v == "" {
		return ""
	}
	return lang.Kinds().Text("asks."+string(v), q.Text)
}

// In reports whether a text holds a value of a kind.
func (v Value) In(text string) bool { return lang.Kinds().Has("of."+string(v), text) }
