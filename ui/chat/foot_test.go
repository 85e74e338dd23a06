package chat

import (
	"strings"
	"testing"

	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
)

// TestAFootHasRoomForAllOfItsParts: where they are more than a line they take two,
// and none is cut, not even beside the actions.
func TestAFootHasRoomForAllOfItsParts(t *testing.T) {
	app := uitest.NewApp(t)
	app.Settings().SetTheme(look.New(look.Options{Variant: look.Light, Scale: 1.6}))
	parts := []string{"12:00", "qwen3:30b-instruct", "Ollama, on this computer", "saved to today's notes", "stopped"}
	m := MessageModel{Id: "a", text: "Good evening.", foot: strings.Join(parts, page.Separator), recalled: " ·  recalled 3", why: " ·  why?"}
	m.actions.why, m.actions.regenerate, m.actions.read, m.actions.forget = true, true, true, true
	row := newMessageRow(m, &messageHooks{Word: func(key string) string { return key }})
	short := newMessageRow(MessageModel{Id: "b", text: "Good evening.", foot: "12:00"}, row.hooks)
	w := app.NewWindow("")
	defer w.Close()
	w.SetContent(row)
	for _, width := range []float32{560, 700, 1000, 1600} {
		row.Resize(fyne.NewSize(width, row.HeightFor(width)))
		said := uitest.SaidInSight(row)
		for _, part := range append(parts, "recalled 3", "why?") {
			if !strings.Contains(said, part) {
				t.Errorf("%v wide it does not say %q: %q", width, part, said)
			}
		}
		if cut := uitest.Cut(row); cut != nil {
			t.Errorf("%v wide, cut: %q", width, cut)
		}
		if width == 1600 && row.HeightFor(width) != short.HeightFor(width) {
			t.Error("what has room in one line takes more")
		}
		high := row.HeightFor(width)
		row.point(pointedAt)
		if cut := uitest.Cut(row); cut != nil || row.HeightFor(width) != high {
			t.Errorf("%v wide, pointed at, %v instead of %v high, cut: %q", width, row.HeightFor(width), high, cut)
		}
		row.point(pointedAway)
	}
}
