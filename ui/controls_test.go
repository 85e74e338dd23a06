package ui

import (
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// What Tab reaches on the long page of settings is in sight.
func TestTheKeyboardSeesWhereItIs(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	c, page := s.win.Canvas(), s.prefs.parts.scroll
	where := fyne.CurrentApp().Driver().AbsolutePositionForObject
	c.Focus(widget.FirstFocusable(s.prefs.parts.cards[0]))
	for first := c.Focused(); ; {
		o := c.Focused().(fyne.CanvasObject)
		top := where(o).Y - where(page).Y
		if widget.PathTo(page.Content, o) != nil && (top < 0 || top+o.Size().Height > page.Size().Height+0.5) {
			t.Errorf("a %T has the focus at %.0f, out of sight", o, top)
		}
		if c.FocusNext(); c.Focused() == first {
			break
		}
	}
}

func TestSectionsOfThePage(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	p := s.prefs.parts
	at := len(p.rows) - 4
	p.rows[at].TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if !p.rows[at].Chosen || p.picker.Selected != p.rows[at].AccessibilityLabel() {
		t.Error("the part that was chosen is not marked")
	}
	if widget.PathTo(p.cards[at], s.win.Canvas().Focused().(fyne.CanvasObject)) == nil {
		t.Errorf("the focus is on a %T outside the part", s.win.Canvas().Focused())
	}
	if off := p.scroll.Offset.Y - p.top(at); off < -1 || off > 1 {
		t.Errorf("the part begins %.0f off", off)
	}
	before := p.place()
	s.prefs.theme.SetSelected(s.words.T("settings.light"))
	s.bench.Settle()
	if after := s.prefs.parts.place(); s.prefs.parts == p || after.part != before.part {
		t.Errorf("after another theme the page stands at %v, not %v", after, before)
	}
	s.win.Resize(fyne.NewSize(leastWidth, leastHeight))
	p = s.prefs.parts
	if side := p.content.(*fyne.Container).Objects; side[0].Visible() || !side[1].Visible() {
		t.Error("in a narrow window the list has no short form")
	}
	p.picker.SetSelectedIndex(1)
	if p.scroll.Offset.Y != p.top(1) {
		t.Error("the short form leads nowhere")
	}
}

func TestEscapeClosesASheetFromEverywhere(t *testing.T) {
	s := newStage(t, 0)
	s.createPersona()
	sheet := s.sheet
	c := s.win.Canvas()
	for first := c.Focused(); ; {
		if _, text := c.Focused().(*widget.Field); !text {
			c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
			if s.sheet != nil {
				t.Errorf("Escape does nothing on a %T", c.Focused())
			}
			s.sheet = sheet
			sheet.pop.Show()
		}
		if c.FocusNext(); c.Focused() == first {
			break
		}
	}
}

// trayApp is an app with a tray.
type trayApp struct {
	fyne.App
	menu *fyne.Menu
}

func (a *trayApp) SetSystemTrayMenu(m *fyne.Menu) { a.menu = m }

func (a *trayApp) SetSystemTrayIcon(fyne.Resource) {}

func (a *trayApp) SetSystemTrayWindow(w fyne.Window) {}

// The names of the window, of what is pointed at and of the tray's menu follow
// the language.
func TestNamesFollowTheLanguage(t *testing.T) {
	s := newStage(t, 0)
	app := &trayApp{App: s.opt.App}
	s.opt.App = app
	s.calls.Change(func(c *companion.Settings) { c.UI.Tray = true }, nil)
	s.bench.Settle()
	if app.menu == nil || app.menu.Items[0].Label != uitest.English(t).T("tray.show") {
		t.Fatalf("the tray's menu is %+v", app.menu)
	}
	ja := uitest.Japanese(t)
	s.calls.Change(func(c *companion.Settings) { c.Locale = "ja" }, nil)
	s.bench.Settle()
	for _, is := range []struct{ what, got, want string }{
		{"the window", s.win.Title(), ja.T("app.name")},
		{"the tray's first", app.menu.Items[0].Label, ja.T("tray.show")},
		{"the tray's second", app.menu.Items[1].Label, ja.T("tray.quit")},
		{"the rail's mind", s.rail.pages[pageMind].AccessibilityLabel(), ja.T("page.mind")},
		{"the search", s.title.search.Word, ja.T("search.open")},
	} {
		if is.got != is.want {
			t.Errorf("%s is called %q, want %q", is.what, is.got, is.want)
		}
	}
}

// Quitting from the tray loses nothing that was written: it is asked in the
// window, which is shown for that, and staying stays in the tray.
func TestQuittingFromTheTrayAsks(t *testing.T) {
	s := newStage(t, 0)
	app := &trayApp{App: s.opt.App}
	s.opt.App = app
	s.calls.Change(func(c *companion.Settings) { c.UI.Tray = true }, nil)
	s.bench.Settle()
	s.unsaved("luna")["SOUL.md"] = textDraft{text: "new"}
	s.shut()
	app.menu.Items[1].Action()
	if s.sheet == nil {
		t.Fatal("nothing is asked")
	}
	s.closeSheet()
	if !s.inTray {
		t.Error("staying, it is no longer in the tray")
	}
}

// Words for what has changed meanwhile are not lost.
func TestWordsThatWereNotWrittenAreShown(t *testing.T) {
	s := newStage(t, 2)
	s.mate.FakeDreams = uitest.DreamtOf()
	s.goPage(pageDreams)
	s.bench.Settle()
	p := s.open.(*dreamsPage)
	p.reword(dreamtModel{id: "c4"}, "W Green tea")
	s.bench.Settle()
	if s.sheet == nil || !strings.Contains(uitest.Said(s.sheet.pop), "W Green tea") {
		t.Fatal("the words are gone")
	}
	uitest.TapButton(t, s.sheet.pop, s.words.T("copy.words"))
	if got := s.opt.App.Clipboard().Content(); got != "W Green tea" {
		t.Errorf("copied %q", got)
	}
	p.reword(dreamtModel{id: "c1"}, "Water heals.")
	s.bench.Settle()
	if s.sheet != nil {
		t.Error("of words that were written it says they were not")
	}
}

// TestASheetIsAsWideAsItsButtons: large letters and long words do not push the
// buttons out of a sheet.
func TestASheetIsAsWideAsItsButtons(t *testing.T) {
	s := newStage(t, 2)
	s.ask(page.SheetModel{Title: "Sure?", Action: strings.Repeat("one more word ", 5), Cancel: "Cancel"}, nil, func() page.SheetEnd { return page.SheetDone })
	seen := 0
	for _, o := range test.LaidOutObjects(s.sheet.pop) {
		if b, ok := o.(*widget.Button); ok {
			seen++
			if b.Position().X < 0 || b.Size().Width < b.MinSize().Width {
				t.Errorf("%q stands at %v, %v wide", b.Text, b.Position(), b.Size())
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d buttons", seen)
	}
}
