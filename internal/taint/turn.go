package taint

import (
	"slices"
	"sync"

	"yumori/internal/transcript"
)

// A Turn is the texts of others that one turn holds, whether the user
// trusts them or not, beside what is the user's and the persona's own. It is
// safe for concurrent use, as tools run side by side.
type Turn struct {
	mu    sync.Mutex // guards what follows
	marks transcript.Marks
	texts []string // of others
	own   []string // of the two of them
	live  bool     // one of the marks counts
	blind bool     // there is more than texts has
}

// Taints reports whether changes have to be held.
func (o *Turn) Taints() bool {
	if o == nil {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.live
}

// Marks returns the marks, each once.
func (o *Turn) Marks() transcript.Marks {
	if o == nil {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.marks)
}

// Ours notes words of the user's or the persona's.
func (o *Turn) Ours(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.own = append(o.own, text)
}

// Add notes marks that came into the turn with a text; "" is one that is not
// at hand. counts tells which of them count.
func (o *Turn) Add(marks transcript.Marks, text string, counts func(transcript.Foreign) bool) {
	if len(marks) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, f := range marks {
		if !slices.Contains(o.marks, f) {
			o.marks = append(o.marks, f)
		}
		o.live = o.live || counts(f)
	}
	if text == "" {
		o.blind = true
		return
	}
	o.texts = append(o.texts, text)
}

// TookNothing reports whether a text said with a turn has nothing of what
// others wrote. In doubt it has.
func (o *Turn) TookNothing(said string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return !o.blind && !TookOver(said, o.own, o.texts)
}
