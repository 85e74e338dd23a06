package ui

import (
	"strconv"
	"unicode"

	"yumori/internal/config"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
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
		key{fyne.KeyF, withCtrl, s.talks.search, w.T("keys.search")},
		key{fyne.KeyS, withCtrl, s.saveText, w.T("keys.save")},
		key{fyne.KeyB, withCtrl, s.talks.foldGlance, w.T("keys.fold")},
		key{fyne.KeyP, withCtrl, s.talks.showPrompt, w.T("keys.prompt")},
		key{fyne.KeyUp, withAlt, func() { s.scroll(messageUp) }, w.T("keys.message_up")},
		key{fyne.KeyDown, withAlt, func() { s.scroll(messageDown) }, w.T("keys.message_down")},
		key{fyne.KeyPageUp, withCtrl, func() { s.scroll(pageUp) }, w.T("keys.page_up")},
		key{fyne.KeyPageDown, withCtrl, func() { s.scroll(pageDown) }, w.T("keys.page_down")},
		key{fyne.KeyEnd, withCtrl, func() { s.scroll(toEnd) }, w.T("keys.end")},
		key{fyne.KeyN, withCtrl, s.cast.create, w.T("keys.persona")})
	for i := range 9 {
		name := fyne.KeyName(strconv.Itoa(i + 1))
		list = append(list, key{name: name, chord: withCtrl, act: func() {
			if i < len(s.cast.people) {
				s.goPersona(s.cast.people[i].Slug)
			}
		}})
	}
	return append(list,
		key{fyne.KeyF1, alone, s.shortcuts.show, w.T("keys.help")},
		key{fyne.KeySlash, withCtrl, s.shortcuts.show, ""},
		key{fyne.KeyQ, withCtrl, s.close, w.T("keys.quit")})
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
	switch c := s.talks.open(); {
	case s.page != pageChat:
		scrollPage(s.body, by, most)
	case c == nil:
	case by == toEnd:
		c.Transcript.ToNewest()
	case by == pageUp:
		c.Transcript.Column.By(-most)
	case by == pageDown:
		c.Transcript.Column.By(most)
	case by == messageUp:
		c.Cursor.Step(-1)
	case by == messageDown:
		c.Cursor.Step(1)
	}
}

// Shortcuts do what keys are for while nothing that takes text has the focus;
// entries let them through by themselves.
type shortcuts struct {
	*window
	keys   func() []key
	typed  func(rune) // takes what is typed beside
	escape func()
}

// listen has the window's keys come here.
func (k *shortcuts) listen() {
	for _, of := range k.keys() {
		k.win.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: of.name, Modifier: fyne.KeyModifier(of.chord)},
			func(sc fyne.Shortcut) { k.pressed(sc) })
	}
	k.win.Canvas().SetOnTypedRune(func(r rune) {
		// A space may be the one that pressed a button which went with that.
		if k.sheets.Open() == nil && !unicode.IsSpace(r) {
			k.typed(r)
		}
	})
	k.win.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			k.escape()
			return
		}
		k.pressed(&desktop.CustomShortcut{KeyName: e.Name})
	})
}

// escape closes what lies over the page, else ends what goes on in it.
func (s *shell) escape() {
	if s.sheets.Open() != nil {
		s.sheets.Dismiss()
		return
	}
	if c := s.talks.open(); c != nil {
		c.Escape()
	}
}

// pressed does what a shortcut is for and reports whether it is one.
func (k *shortcuts) pressed(sc fyne.Shortcut) bool {
	custom, ok := sc.(*desktop.CustomShortcut)
	if !ok || k.sheets.Open() != nil {
		return false
	}
	for _, of := range k.keys() {
		if of.name == custom.KeyName && fyne.KeyModifier(of.chord) == custom.Modifier {
			of.act()
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
		Picture:  s.pickPicture,
		Reveal:   func(file string) { s.reveal(s.slug, file) },
		Folder:   s.pickFolder,
		Import:   func() { s.bring.Choose() },
		Export:   func() { s.copies.Export(s.slug, s.cast.persona(s.slug).Name) },
		BackUp:   func() { s.copies.BackUp() },
		Restore:  func() { s.copies.Restore() },
		Focus:    func(f fyne.Focusable) { s.win.Canvas().Focus(f) },
		Focused:  func() fyne.Focusable { return s.win.Canvas().Focused() },
		Key:      s.shortcuts.pressed,
		Settings: func() { s.goPage(pageSettings) },
		Keys:     s.shortcuts.show,
		Tour:     s.tour,
		Snapshot: s.snapshot,
		Felt:     func(slug, emotion string) { s.rail.feel(slug, emotion); s.showTitle() },
		Change:   s.settings.change,
		Welcomed: func() { s.settings.change(func(c *config.Settings) { c.UI.Welcomed = true }, nil) },
		Use: func(m config.ModelChoice) {
			s.settings.use(m, func() { s.talks.begin() })
		},
		Again:    s.discovery.look,
		Pull:     s.pull.calls(),
		Ask:      s.sheets.Ask,
		Message:  func(id transcript.ID) { s.goPage(pageChat); s.talks.jump(id) },
		Memory:   s.goMemory,
		Mind:     func() { s.goPage(pageMind) },
		Inbox:    func() { s.goPage(pageInbox) },
		Chat:     func() { s.goPage(pageChat) },
		Dreams:   func() { s.goPage(pageDreams) },
		Dreamt:   func(slug, id string) { s.mornings.shown(slug, id) },
		GotNewer: s.talks.gotNewer,
		Folded:   func() bool { return s.opt.App.Preferences().Bool(prefFolded) },
		Fold:     func() { p := s.opt.App.Preferences(); p.SetBool(prefFolded, !p.Bool(prefFolded)) },
		Opened: func() {
			s.opt.Logger.Debug("conversation shown")
			s.paint()
		},
	}
}
