package tools

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"yumori/internal/agent"
	"yumori/motivation"
)

const stateFile = "memory/internal_state.json"

// A questionTool works on the persona's open questions.
type questionTool struct {
	mind *motivation.Mind
	holder
}

// find returns the open question of an id or a topic.
func (t questionTool) find(name string) (motivation.Question, error) {
	open := slices.DeleteFunc(t.mind.Questions(), func(q motivation.Question) bool { return !q.State.Open() })
	for _, q := range open {
		if q.ID == name || sameWords(q.Topic, name) {
			return q, nil
		}
	}
	var b strings.Builder
	for _, q := range open {
		fmt.Fprintf(&b, "\n%s (%s): %s", q.ID, q.State, q.Topic)
	}
	if b.Len() == 0 {
		return motivation.Question{}, &agent.ArgError{Path: "question", Reason: "is not open; there are no open questions"}
	}
	return motivation.Question{}, &agent.ArgError{Path: "question", Reason: "is not open; the open questions are:" + b.String()}
}

// sameWords compares two texts without regard to case, width and spaces.
func sameWords(a, b string) bool {
	fold := func(s string) string {
		return strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(s))), " ")
	}
	return fold(a) == fold(b)
}
