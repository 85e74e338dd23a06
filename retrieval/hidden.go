package retrieval

import (
	"log/slog"
	"sync"

	"yumori/internal/memory"
	"yumori/internal/transcript"
	"yumori/retrieval/background"
)

// Hidden knows which memories are not to come back although an index may still
// hold them: they were withdrawn, or are of a branch that is not shown, and the
// pass that takes them out of the indexes has not ended. What was taken back is
// in Retractions. It is safe for concurrent use.
type Hidden struct {
	log    *transcript.Log
	falls  func(message string) ([]memory.Derived, error) // see Host
	pass   func() *background.Pass                        // asks for one that finds what changed
	logger *slog.Logger

	mu    sync.Mutex                  // guards what follows
	away  map[string]*background.Pass // what is hidden → the pass that takes it out of the indexes
	aside []string                    // what this turn says otherwise: hidden from it, whatever is indexed
}

// leave hides memories at once. The indexes follow.
func (h *Hidden) leave(ids ...string) {
	if len(ids) == 0 {
		return
	}
	p := h.pass()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range ids {
		h.away[id] = p
	}
}

// Enter shows memories again, once they are indexed again.
func (h *Hidden) Enter(ids ...string) {
	if len(ids) == 0 {
		return
	}
	h.pass()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range ids {
		delete(h.away, id)
	}
}

// all returns what is hidden.
func (h *Hidden) all() map[string]bool {
	list := map[string]bool{}
	var again []string
	h.mu.Lock()
	for _, id := range h.aside {
		list[id] = true
	}
	for id, p := range h.away {
		switch done, err := p.Ended(); {
		case done && err == nil:
			delete(h.away, id)
			continue
		case done:
			again = append(again, id)
		}
		list[id] = true
	}
	h.mu.Unlock()
	h.leave(again...)
	return list
}

// except returns what tells what is not to come back: what is hidden, and what
// skip, if there is one, says.
func (h *Hidden) except(skip func(id string) bool) func(id string) bool {
	hidden := h.all()
	return func(id string) bool { return hidden[id] || skip != nil && skip(id) }
}

// turnEnded leaves to the indexes what the turn said otherwise.
func (h *Hidden) turnEnded() {
	h.mu.Lock()
	aside := h.aside
	h.aside = nil
	h.mu.Unlock()
	h.leave(aside...)
}

// Turned notes that the branch shown ends with another message now: what was
// said on the other branch is hidden, with what is derived from it.
func (h *Hidden) Turned(from, to transcript.ID) {
	left, entered, err := h.branch(from, to)
	if err != nil {
		h.logger.Error("compare branches", "error", err)
		return
	}
	h.leave(left...)
	h.Enter(entered...)
}

// Instead hides from the turn that begins what it says otherwise: the message
// that was edited, or the reply that is given again, all that follows them, and
// what is derived from it. The turn answers user, head ended the branch shown
// before it.
func (h *Hidden) Instead(head transcript.ID, user transcript.Message) {
	if user.Parent == head || user.ID == head {
		return
	}
	left, _, err := h.branch(head, user.ID)
	if err != nil {
		h.logger.Error("compare branches", "error", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.aside = left
}

// branch is transcript.Log.Branch, with what would be withdrawn with the messages that
// are left.
func (h *Hidden) branch(from, to transcript.ID) (left, entered []string, err error) {
	out, in, err := h.log.Branch(from, to)
	if err != nil {
		return nil, nil, err
	}
	left = stringsOf(out)
	for _, id := range out {
		resting, err := h.falls(string(id))
		if err != nil {
			h.logger.Error("look at what is derived from a message", "error", err)
		}
		left = append(left, itemIDs(resting)...)
	}
	return left, stringsOf(in), nil
}

// Fell hides what was withdrawn, and asks for a pass.
func (h *Hidden) Fell(list []memory.Derived) {
	h.pass()
	h.leave(itemIDs(list)...)
}

func stringsOf(ids []transcript.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}

func itemIDs(list []memory.Derived) []string {
	ids := make([]string, len(list))
	for i, d := range list {
		ids[i] = d.ID
	}
	return ids
}
