package uitest

import (
	"context"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/transcript"
	"yumori/ui/face"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Window is a window of one page, over fakes: what the page asks of it is
// done as the program's own window does it, or is only remembered.
type Window struct {
	faces     *face.Stage
	Win       fyne.Window
	Bench     *Bench
	Home      *FakeHome
	Companion *FakeCompanion
	Words     page.Words
	Sheets    *page.Sheets
	Settings  config.Settings
	Page      string                    // the name of the page that is open, or was asked for since
	Changed   func(now config.Settings) // is told of settings that changed; nil is not
}

// DarkSettings are those of a user who has been welcomed.
func DarkSettings() config.Settings {
	return config.Settings{UI: config.UIChoices{Theme: "dark", Welcomed: true}}
}

// NewWindow opens a window on a log of n messages, as large as the place of a
// page in a window of 1024 by 640.
func NewWindow(t testing.TB, n int, chosen config.Settings) *Window {
	t.Helper()
	NewApp(t)
	w := &Window{Bench: NewBench(t), Companion: NewCompanion(t, n), Words: English(t), Settings: chosen, Win: test.NewTempWindow(t, nil)}
	w.Home = &FakeHome{Companion: w.Companion, Keys: map[string]string{}, Kept: chosen}
	w.Win.SetPadded(false)
	w.Win.Resize(fyne.NewSize(972, 588))
	w.Sheets = page.NewSheets(w.Win)
	w.Win.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			w.Sheets.Close()
		}
	})
	return w
}

// Place shows a page, and runs what it sent away.
func (w *Window) Place(name string, o fyne.CanvasObject) {
	w.Page = name
	w.Win.SetContent(o)
	w.Bench.Settle()
}

// Deps are what a page of the window is made of.
func (w *Window) Deps() page.Deps {
	now := func() time.Time { return Noon }
	if w.faces == nil {
		w.faces = page.NewFaces(page.Scene{
			Dispatcher: w.Bench.Dispatcher, Now: now, Scale: func() float32 { return 1 },
			Lively: func(fyne.CanvasObject) bool { return false },
		})
	}
	return page.Deps{Dispatcher: w.Bench.Dispatcher, Words: w.Words, Calls: w.calls(), Faces: w.faces, Now: now}
}

func (w *Window) calls() *page.Calls {
	leads := func(name string) func() { return func() { w.Page = name } }
	return &page.Calls{
		Hint:     func(widget.Spot) {},
		Link:     func(string) {},
		Copy:     func(text string) { fyne.CurrentApp().Clipboard().SetContent(text) },
		Menu:     w.menu,
		Pick:     func(func(fyne.URIReadCloser)) {},
		Picture:  func(func(fyne.URIReadCloser)) {},
		Reveal:   func(file string) { w.Page = "folder of " + file },
		Folder:   func(func(string)) {},
		Import:   leads("import"),
		Export:   leads("export"),
		BackUp:   leads("backup"),
		Restore:  leads("restore"),
		Focus:    func(f fyne.Focusable) { w.Win.Canvas().Focus(f) },
		Focused:  func() fyne.Focusable { return w.Win.Canvas().Focused() },
		Key:      func(fyne.Shortcut) bool { return false },
		Settings: leads("settings"),
		Keys:     func() {},
		Snapshot: func(companion.Snapshot) {},
		Felt:     func(string, string) {},
		Change:   w.change,
		Welcomed: func() {},
		Use:      func(config.ModelChoice) {},
		Again:    func() {},
		Pull:     page.PullCalls{Begin: func(page.RoleName, config.ModelChoice) {}, Stop: func() {}, GoOn: func() {}, GiveUp: func() {}},
		Ask:      w.Sheets.Ask,
		Message:  func(transcript.ID) { w.Page = "chat" },
		Memory:   func(page.MemoryPlace) { w.Page = "memories" },
		Mind:     leads("mind"),
		Folded:   func() bool { return false },
		Fold:     func() {},
	}
}

func (w *Window) menu(at fyne.Position, items ...*fyne.MenuItem) {
	fynewidget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), w.Win.Canvas(), at)
}

func (w *Window) change(edit func(*config.Settings), done func(error)) {
	next := w.Settings
	edit(&next)
	page.Background(w.Bench.Dispatcher, "settings", func(context.Context) (struct{}, error) {
		return struct{}{}, w.Home.Change(next)
	}, func(_ struct{}, err error) {
		if err == nil {
			w.Settings = next
		}
		if w.Changed != nil {
			w.Changed(w.Home.Settings())
		}
		if done != nil {
			done(err)
		}
	})
}
