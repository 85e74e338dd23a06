package companion

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/transcript"
)

// endless is a model that does not stop talking before it is stopped, in the
// small pieces that servers send.
type endless struct {
	piece string
	most  int // bytes, after which it gives up
	said  int
}

func (*endless) Info() llm.Info {
	return llm.Info{Provider: "test", Name: "endless", Window: llm.Window{Tokens: 32_000}}
}

func (e *endless) Generate(ctx context.Context, _ llm.Request, stream func(string)) (llm.Response, error) {
	var text strings.Builder
	for e.said = 0; e.said < e.most && ctx.Err() == nil; e.said += len(e.piece) {
		text.WriteString(e.piece)
		stream(e.piece)
	}
	r := llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: text.String()}, Finish: llm.FinishStop}
	return r, ctx.Err()
}

// TestAReplyWithoutEnd: the model is stopped, what came is kept and marked, and
// the memory that it takes does not grow with the square of it. Not parallel: it
// looks at what the process allocates.
func TestAReplyWithoutEnd(t *testing.T) {
	for _, piece := range []string{"and on and on, ", "それからどうなったかというと、"} {
		m := &endless{piece: piece, most: 3 << 20}
		h := testHome(t, t.TempDir(), m)
		c := luna(t, h)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		turn, err := c.Say(t.Context(), Utterance{Text: "Tell me a story."})
		runtime.ReadMemStats(&after)
		if err != nil || turn.Phase != PhaseDone || turn.Notice.Kind != NoticeCut || turn.Reply.State != transcript.Cut {
			t.Fatalf("%v, %q, %+v, state %q", err, turn.Phase, turn.Notice, turn.Reply.State)
		}
		if m.said > maxReply+2*len(piece) {
			t.Errorf("it talked on for %d bytes", m.said)
		}
		list := saidTexts(t, c)
		want := strings.TrimSpace(strings.Repeat(piece, maxReply/len(piece)))
		if got := strings.TrimPrefix(list[len(list)-1], "persona: "); !strings.HasPrefix(got, want) || len(got) > maxReply {
			t.Errorf("%d bytes are kept, want %d", len(got), len(want))
		}
		// The screen is told by the clock, each time of all that came: on a slow machine
		// some hundred times. The square of it would be ten thousand.
		if used := after.TotalAlloc - before.TotalAlloc; used > 1024*maxReply {
			t.Errorf("%d MB for a reply of %d KB", used>>20, maxReply>>10)
		}
		t.Logf("%d MB allocated", (after.TotalAlloc-before.TotalAlloc)>>20)
		next, err := c.Say(t.Context(), Utterance{Text: "Thank you."}) // the prompt takes it
		if err != nil || next.Reply.ID == "" {
			t.Errorf("the turn after it: %v", err)
		}
	}
}
