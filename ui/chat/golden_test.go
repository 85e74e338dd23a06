package chat

import (
	"testing"
	"time"

	"yumori/internal/companion"
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
	reply := newMessageRow(MessageModel{
		Id: "b", name: "Luna", emotion: "joy", text: "It is **good** to hear you.", foot: "21:04 ·  built-in rules",
		branch: branchModel{label: "2/3", prev: "x", next: "y"}, actions: actions{regenerate: true},
	}, hooks)
	reply.point(pointedAt)
	own := newMessageRow(MessageModel{Id: "a", own: true, text: "It is done. Listen.", foot: "21:05", Found: true}, hooks)
	live := newMessageRow(MessageModel{name: "Luna", streaming: true, waiting: "thinking …", foot: "built-in rules"}, hooks)
	box := container.NewWithoutLayout(reply, own, live)
	y := float32(0)
	for _, r := range []*MessageRow{reply, own, live} {
		h := r.HeightFor(700)
		widget.Put(r, widget.Rect{At: fyne.NewPos(0, y), Size: fyne.NewSize(700, h)})
		y += h
	}
	uitest.Render(t, "messages", box, fyne.NewSize(700, y))
}

func TestGoldenHeldCard(t *testing.T) {
	uitest.NewApp(t)
	w := uitest.English(t)
	hooks := &RowHooks{TroubleHooks: page.TroubleHooks{Word: func(key string) string { return w.T(key) }}}
	hooks.Asks.Word = hooks.Word
	var asks page.Asks
	ask := companion.Ask{ID: "h", File: "core_memory.txt", Says: []string{"Your name is Alex"}, Before: "I keep the desk.\nI know nobody.", After: "I keep the desk.\nI know Alex.", State: persona.StateHeld}
	row := newBoxRow(hooks.build(RowModel{Kind: RowAsk, Ask: asks.AskView(ask, w)}))
	uitest.Render(t, "held", container.NewStack(row), fyne.NewSize(700, row.HeightFor(700)))
}

// TestFirstFrame bounds the time to the first page of a long log in the
// window: what is loaded does not depend on the log's length.
func TestFirstFrame(t *testing.T) {
	open := func(n int) time.Duration {
		m := uitest.NewCompanion(t, n)
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
