package companion

import (
	"context"

	"yumori/internal/event"
)

// TopicSummoned is the topic of a Summoned.
const TopicSummoned = "summoned"

// Summoned says that the program was started once more on this home, and is to
// show itself in place of the second.
type Summoned struct{}

// Answer publishes a Summoned whenever the program is started a second time,
// until ctx ends. The second then ends by itself.
func (h *House) Answer(ctx context.Context) {
	go func() {
		err := h.home.Answer(ctx, func() { h.bus.Publish(event.Event{Topic: TopicSummoned, State: Summoned{}}) })
		if err != nil {
			h.opt.Logger.Warn("listen for a second start", "error", err)
		}
	}()
}

// WatchFiles watches the files of the personas that are open, and of those that
// are opened from now on, until Close: what is written in an editor is indexed
// without anybody asking, some two seconds later. A second call does nothing.
func (h *House) WatchFiles() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.watchesFiles = true
	for _, c := range h.open {
		c.recall.WatchFiles()
	}
}
