package ui

import (
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

func TestGoldenMessages(t *testing.T) {
	uitest.NewApp(t)
	hooks := &messageHooks{Word: func(key string) string { return key }, Hint: func(widget.Spot) {}}
	reply := newMessageRow(messageModel{
		id: "b", name: "Luna", emotion: "joy", text: "It is **good** to hear you.", foot: "21:04 ·  built-in rules",
		branch: branchModel{label: "2/3", prev: "x", next: "y"}, actions: actions{regenerate: true},
	}, hooks)
	reply.point(pointedAt)
	own := newMessageRow(messageModel{id: "a", own: true, text: "It is done. Listen.", foot: "21:05", found: true}, hooks)
	live := newMessageRow(messageModel{name: "Luna", streaming: true, waiting: "thinking …", foot: "built-in rules"}, hooks)
	box := container.NewWithoutLayout(reply, own, live)
	y := float32(0)
	for _, r := range []*messageRow{reply, own, live} {
		h := r.HeightFor(700)
		widget.Put(r, widget.Rect{At: fyne.NewPos(0, y), Size: fyne.NewSize(700, h)})
		y += h
	}
	uitest.Render(t, "messages", box, fyne.NewSize(700, y))
}

func TestGoldenHeldCard(t *testing.T) {
	uitest.NewApp(t)
	w := uitest.English(t)
	hooks := &rowHooks{TroubleHooks: page.TroubleHooks{Word: func(key string) string { return w.T(key) }}}
	h := persona.Held{ID: "h", File: "core_memory.txt", Before: "I keep the desk.\nI know nobody.", After: "I keep the desk.\nI know Alex.", State: persona.StateHeld}
	row := newBoxRow(hooks.build(rowModel{kind: rowHeld, held: heldView(h, w)}))
	uitest.Render(t, "held", container.NewStack(row), fyne.NewSize(700, row.HeightFor(700)))
}

func TestGoldenTitle(t *testing.T) {
	uitest.NewApp(t)
	w := uitest.Japanese(t)
	title := newTitleLine(w, titleHooks{Hint: func(widget.Spot) {}, Held: func() {}})
	title.show(titleView(titleState{page: pageChat, name: "灯子", emotion: "sadness", who: companion.Snapshot{
		Slug: "akari", Speaker: companion.Speaker{Rules: true}, Held: make([]persona.Held, 1)}}, w))
	uitest.Render(t, "title", title.content, fyne.NewSize(800, 56))
}

func TestGoldenWindow(t *testing.T) {
	s := newStage(t, 0)
	user := transcript.Message{ID: "a", Role: transcript.RoleUser, Text: "Are you there?", Time: uitest.Noon}
	s.mate.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseFailed, User: user, Err: uitest.ErrOdd})
	s.win.Canvas().Unfocus()
	uitest.Compare(t, "window", s.win.Canvas())
}

// TestFirstFrame bounds the time to the first page of a long log in the
// window: what is loaded does not depend on the log's length.
func TestFirstFrame(t *testing.T) {
	open := func(n int) time.Duration {
		m := uitest.NewMate(t, n)
		start := time.Now()
		if _, err := readNewest(m); err != nil {
			t.Fatal(err)
		}
		return time.Since(start)
	}
	open(10)
	if took := open(100_000); took > 5*time.Second {
		t.Errorf("the newest page of 100,000 messages took %v", took)
	}
}
