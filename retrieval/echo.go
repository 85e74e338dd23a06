package retrieval

import (
	"context"
	"slices"
	"sync"

	"yumori/internal/lang/repeat"
	"yumori/internal/transcript"
	"yumori/rag"
)

// An echo knows what was said by messages that are taken back. It is safe for
// concurrent use.
type echo struct {
	mu    sync.Mutex // guards what follows
	ids   []string   // of what said is made
	heard repeat.Repetition
}

// of returns what the messages of the ids, which are sorted, said.
func (e *echo) of(ids []string, texts func([]string) []string) repeat.Repetition {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.Equal(e.ids, ids) {
		e.ids, e.heard = ids, repeat.RepetitionOf(texts(ids)...)
	}
	return e.heard
}

// taken returns what is said by the messages that are taken back, and false if
// there are none.
func (rc *recalling) taken(ctx context.Context) (repeat.Repetition, bool) {
	if err := rc.s.Retracted.Refresh(ctx); err != nil || !rc.s.Retracted.Any() {
		return repeat.Repetition{}, false
	}
	return rc.s.echo.of(rc.s.Retracted.All(), rc.s.Folder.TextsOf), true
}

// silence takes out of a recollection what the user asked not to keep, the persona's replies
// to that and to what is taken back, and those that repeat it.
func (rc *recalling) silence(ctx context.Context) {
	out := &rc.out
	said, some := rc.taken(ctx)
	persona := rc.s.host.Names().Persona
	hides := func(id, speaker, text string) bool {
		if rc.s.past.unkept(id) {
			return true
		}
		if !some || speaker != persona {
			return false
		}
		gone, err := transcript.AnswersRetracted(rc.s.past.log, transcript.ID(id))
		return err == nil && gone || said.In(text)
	}
	beside := func(list []Piece) []Piece {
		return slices.DeleteFunc(list, func(p Piece) bool { return hides(p.ID, p.Speaker, p.Content) })
	}
	out.Memories = slices.DeleteFunc(out.Memories, func(m Memory) bool {
		return isSaid(m) && hides(m.ID, m.Speaker, m.Content)
	})
	for i := range out.Memories {
		m := &out.Memories[i]
		m.Before, m.After = beside(m.Before), beside(m.After)
	}
}

// isSaid reports whether a memory is a message.
func isSaid(m Memory) bool {
	return m.Type == rag.TypeMessage || m.Type == rag.TypeArchive
}
