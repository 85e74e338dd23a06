package ui

import (
	"net/url"
	"path"
	"path/filepath"
	"strconv"
	"unicode"

	"yumori/internal/config"
	"yumori/ui/chat"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A chord is what is held while a key of a shortcut is pressed.
type chord fyne.KeyModifier

// The chords; the first is ⌘ on a Mac.
const (
	withCtrl = chord(fyne.KeyModifierShortcutDefault)
	withAlt  = chord(fyne.KeyModifierAlt)
	alone    = chord(0)
)

// A key is a shortcut of the window.
type key struct {
	name  fyne.KeyName
	chord chord
	act   func()
	word  string // what it does; "" leaves it out of the list
}

// keys are the shortcuts, in the order of the list of them.
func (s *shell) keys() []key {
	w := s.words
	var list []key
	for _, p := range places(w) {
		list = append(list, key{p.key, withCtrl, func() { s.goPage(p.name) }, p.word})
	}
	list = append(list,
		key{fyne.KeyF, withCtrl, s.search, w.T("keys.search")},
		key{fyne.KeyS, withCtrl, s.saveText, w.T("keys.save")},
		key{fyne.KeyB, withCtrl, s.foldGlance, w.T("keys.fold")},
		key{fyne.KeyP, withCtrl, s.showPrompt, w.T("keys.prompt")},
		key{fyne.KeyUp, withAlt, func() { s.scroll(messageUp) }, w.T("keys.message_up")},
		key{fyne.KeyDown, withAlt, func() { s.scroll(messageDown) }, w.T("keys.message_down")},
		key{fyne.KeyPageUp, withCtrl, func() { s.scroll(pageUp) }, w.T("keys.page_up")},
		key{fyne.KeyPageDown, withCtrl, func() { s.scroll(pageDown) }, w.T("keys.page_down")},
		key{fyne.KeyEnd, withCtrl, func() { s.scroll(toEnd) }, w.T("keys.end")},
		key{fyne.KeyN, withCtrl, s.createPersona, w.T("keys.persona")})
	for i := range 9 {
		name := fyne.KeyName(strconv.Itoa(i + 1))
		list = append(list, key{name: name, chord: withCtrl, act: func() {
			if i < len(s.people) {
				s.goPersona(s.people[i].Slug)
			}
		}})
	}
	return append(list,
		key{fyne.KeyF1, alone, s.showKeys, w.T("keys.help")},
		key{fyne.KeySlash, withCtrl, s.showKeys, ""},
		key{fyne.KeyQ, withCtrl, s.close, w.T("keys.quit")})
}

// foldGlance folds the glance beside the conversation, or opens it.
func (s *shell) foldGlance() {
	if c := s.chats[s.slug]; c != nil && s.page == pageChat {
		c.FoldGlance()
	}
}

// showPrompt shows what would be sent to the model now.
func (s *shell) showPrompt() {
	if s.page != pageChat {
		s.goPage(pageChat)
	}
	if c := s.chats[s.slug]; c != nil {
		c.Side.OpenPrompt(chat.PromptNow)
	}
}

// newTalk ends the talk with the persona that is shown.
func (s *shell) newTalk() {
	if s.page != pageChat {
		s.goPage(pageChat)
	}
	if c := s.chats[s.slug]; c != nil {
		c.EndTalk(func() {})
	}
}

// A scrolling is a way to move in the conversation by keyboard.
type scrolling int

const (
	toEnd scrolling = iota
	pageUp
	pageDown
	messageUp
	messageDown
)

func (s *shell) scroll(by scrolling) {
	const most = 0.85 // of the view's height
	if s.page != pageChat {
		s.scrollPage(by, most)
		return
	}
	c := s.chats[s.slug]
	if c == nil {
		return
	}
	switch by {
	case toEnd:
		c.Transcript.ToNewest()
	case pageUp:
		c.Transcript.Column.By(-most)
	case pageDown:
		c.Transcript.Column.By(most)
	case messageUp:
		c.Cursor.Step(-1)
	case messageDown:
		c.Cursor.Step(1)
	}
}

// addShortcuts makes the shortcuts work while nothing that takes text has the
// focus; entries let them through by themselves.
func (s *shell) addShortcuts() {
	for _, k := range s.keys() {
		s.win.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: k.name, Modifier: fyne.KeyModifier(k.chord)},
			func(sc fyne.Shortcut) { s.pressed(sc) })
	}
	s.win.Canvas().SetOnTypedRune(func(r rune) {
		// A space may be the one that pressed a button which went with that.
		if c := s.chats[s.slug]; c != nil && s.page == pageChat && s.sheets.Open() == nil && !unicode.IsSpace(r) {
			c.Type(r)
		}
	})
	s.win.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			s.escape()
			return
		}
		s.pressed(&desktop.CustomShortcut{KeyName: e.Name})
	})
}

// escape closes what lies over the page, else ends what goes on in it.
func (s *shell) escape() {
	if s.sheets.Open() != nil {
		s.sheets.Dismiss()
		return
	}
	if c := s.chats[s.slug]; c != nil && s.page == pageChat {
		c.Escape()
	}
}

// pressed does what a shortcut is for and reports whether it is one.
func (s *shell) pressed(sc fyne.Shortcut) bool {
	custom, ok := sc.(*desktop.CustomShortcut)
	if !ok || s.sheets.Open() != nil {
		return false
	}
	for _, k := range s.keys() {
		if k.name == custom.KeyName && fyne.KeyModifier(k.chord) == custom.Modifier {
			k.act()
			return true
		}
	}
	return false
}

// Calls are what pages may ask of the window.
func (s *shell) windowCalls() *page.Calls {
	return &page.Calls{
		Hint:     func(h widget.Spot) { s.hints.hint(h) },
		Link:     s.openLink,
		Copy:     func(text string) { s.opt.App.Clipboard().SetContent(text) },
		Menu:     s.menu,
		Pick:     s.pickFile,
		Reveal:   func(file string) { reveal(s, file) },
		Folder:   s.pickFolder,
		Import:   func() { s.bring.Choose() },
		Export:   func() { s.copies.Export(s.slug, s.persona(s.slug).Name) },
		BackUp:   func() { s.copies.BackUp() },
		Restore:  func() { s.copies.Restore() },
		Focus:    func(f fyne.Focusable) { s.win.Canvas().Focus(f) },
		Focused:  func() fyne.Focusable { return s.win.Canvas().Focused() },
		Key:      s.pressed,
		Settings: func() { s.goPage(pageSettings) },
		Keys:     s.showKeys,
		Tour:     func() { showTour(s) },
		Snapshot: s.snapshot,
		Felt:     func(slug, emotion string) { s.rail.feel(slug, emotion); s.showTitle() },
		Change:   s.change,
		Welcomed: func() { s.change(func(c *config.Settings) { c.UI.Welcomed = true }, nil) },
		Use:      s.useModel,
		Again:    s.discover,
		Pull:     s.pullCalls(),
		Ask:      s.sheets.Ask,
		Message:  s.goMessage,
		Memory:   s.goMemory,
		Mind:     func() { s.goPage(pageMind) },
		Inbox:    func() { s.goPage(pageInbox) },
		Chat:     func() { s.goPage(pageChat) },
		Dreams:   func() { s.goPage(pageDreams) },
		Dreamt:   s.dreamt,
		GotNewer: func() { gotNewer(s) },
		Folded:   func() bool { return s.opt.App.Preferences().Bool(prefFolded) },
		Fold:     func() { p := s.opt.App.Preferences(); p.SetBool(prefFolded, !p.Bool(prefFolded)) },
		Opened: func() {
			s.opt.Logger.Debug("conversation shown")
			s.paint()
		},
	}
}

func (s *shell) menu(at fyne.Position, items ...*fyne.MenuItem) {
	if len(items) > 0 {
		fynewidget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), s.win.Canvas(), at)
	}
}

// pickFile lets the user choose a file.
func (s *shell) pickFile(picked func(fyne.URIReadCloser)) {
	d := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		if err == nil && file != nil {
			picked(file)
		}
	}, s.win)
	d.SetTitleText(s.words.T("pick.file"))
	d.SetConfirmText(s.words.T("open"))
	d.SetDismissText(s.words.T("cancel"))
	showWhole(d, s.win.Canvas().Size())
}

// showWhole shows a picker as a list, in which names have room, as large as it is
// of use and the window has room.
func showWhole(d *dialog.FileDialog, room fyne.Size) {
	d.Show()                   // before what follows, which needs what Show makes
	d.SetView(dialog.ListView) // before Show it would give way to the one it had last
	d.Resize(fyne.NewSize(min(1000, room.Width-2*look.Around), min(620, room.Height-2*look.Around)))
}

// reveal opens the folder of a file of the persona that is open with what the
// system has for folders.
func reveal(s *shell, file string) {
	dir := filepath.Join(s.home.Settings.Path(), "personas", s.slug, filepath.FromSlash(path.Dir(file)))
	if err := s.opt.App.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}); err != nil {
		s.opt.Logger.Error("open folder", "error", err)
	}
}

// openLink asks before it opens a link, and shows where it leads. Only https
// is opened: whoever wrote the link may not be who it seems.
func (s *shell) openLink(address string) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
		s.sheets.Ask(page.SheetModel{Title: s.words.T("link.refused"), Text: address, Action: s.words.T("link.copy"), Cancel: s.words.T("close")},
			nil, func() page.SheetEnd {
				s.opt.App.Clipboard().SetContent(address)
				return page.SheetDone
			})
		return
	}
	s.sheets.Ask(page.SheetModel{Title: s.words.T("link.title", "host", u.Hostname()), Text: address, Action: s.words.T("link.open"), Cancel: s.words.T("cancel")},
		nil, func() page.SheetEnd {
			if err := s.opt.App.OpenURL(u); err != nil {
				s.opt.Logger.Error("open link", "error", err)
			}
			return page.SheetDone
		})
}
