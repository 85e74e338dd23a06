package ui

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

var update = flag.Bool("update", false, "renew the golden files")

// typeNames are no part of a picture: a widget may move to another package.
var typeNames = regexp.MustCompile(` type="[^"]*"`)

// render compares what a thing draws with testdata/<name>.xml.
func render(t *testing.T, name string, o fyne.CanvasObject, size fyne.Size) {
	t.Helper()
	w := test.NewTempWindow(t, o)
	w.SetPadded(false)
	w.Resize(size)
	compare(t, name, w.Canvas())
}

func compare(t *testing.T, name string, c fyne.Canvas) {
	t.Helper()
	got := typeNames.ReplaceAllString(test.RenderToMarkup(c), "")
	file := filepath.Join("testdata", name+".xml")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s differs from line %d on; look at the change and run with -update\ngot\n%s", file, i+1, strings.Join(g[max(0, i-3):min(len(g), i+4)], "\n"))
		}
	}
}

func TestGoldenMessages(t *testing.T) {
	newTestApp(t)
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
	render(t, "messages", box, fyne.NewSize(700, y))
}

func TestGoldenHeldCard(t *testing.T) {
	newTestApp(t)
	w := english(t)
	hooks := &rowHooks{TroubleHooks: page.TroubleHooks{Word: func(key string) string { return w.T(key) }}}
	h := persona.Held{ID: "h", File: "core_memory.txt", Before: "I keep the desk.\nI know nobody.", After: "I keep the desk.\nI know Alex.", State: persona.StateHeld}
	row := newBoxRow(hooks.build(rowModel{kind: rowHeld, held: heldView(h, w)}))
	render(t, "held", container.NewStack(row), fyne.NewSize(700, row.HeightFor(700)))
}

func TestGoldenTitle(t *testing.T) {
	newTestApp(t)
	w := japanese(t)
	title := newTitleLine(w, titleHooks{Hint: func(widget.Spot) {}, Held: func() {}})
	title.show(titleView(titleState{page: pageChat, name: "灯子", emotion: "sadness", who: companion.Snapshot{
		Slug: "akari", Speaker: companion.Speaker{Rules: true}, Held: make([]persona.Held, 1)}}, w))
	render(t, "title", title.content, fyne.NewSize(800, 56))
}

func TestGoldenWindow(t *testing.T) {
	s := newStage(t, 0)
	user := transcript.Message{ID: "a", Role: transcript.RoleUser, Text: "Are you there?", Time: noon}
	s.mate.tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseFailed, User: user, Err: errOdd})
	s.win.Canvas().Unfocus()
	compare(t, "window", s.win.Canvas())
}

// TestFirstFrame bounds the time to the first page of a long log in the
// window: what is loaded does not depend on the log's length.
func TestFirstFrame(t *testing.T) {
	open := func(n int) time.Duration {
		m := newFakeMate(t, n)
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
