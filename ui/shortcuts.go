package ui

import (
	"runtime"

	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// chordWord is how the keys of a shortcut are written on the keyboard.
func chordWord(w page.Words, k key, system string) string {
	name := string(k.name)
	switch k.name {
	case fyne.KeyUp:
		name = "↑"
	case fyne.KeyDown:
		name = "↓"
	case fyne.KeyPageUp:
		name = w.T("key.page_up")
	case fyne.KeyPageDown:
		name = w.T("key.page_down")
	}
	switch {
	case k.chord == alone:
		return name
	case k.chord == withAlt:
		return w.T("key.alt", "key", name)
	case system == "darwin":
		return w.T("key.command", "key", name)
	}
	return w.T("key.ctrl", "key", name)
}

// A keyLine is a line of the list of shortcuts.
type keyLine struct{ keys, word string }

// keysView is the list of shortcuts. It is pure.
func keysView(list []key, system string, w page.Words) []keyLine {
	var lines []keyLine
	for _, k := range list {
		if k.word != "" {
			lines = append(lines, keyLine{chordWord(w, k, system), k.word})
		}
	}
	return append(lines,
		keyLine{chordWord(w, key{name: "1 – 9", chord: withCtrl}, system), w.T("keys.personas")},
		keyLine{w.T("key.tab"), w.T("keys.next")},
		keyLine{w.T("key.space"), w.T("keys.press")},
		keyLine{w.T("key.escape"), w.T("keys.escape")})
}

// show lists the shortcuts on a sheet.
func (k *shortcuts) show() {
	k.list(k.words.T("keys.title"), keysList(keysView(k.keys(), runtime.GOOS, k.words)))
}

// keysList are the shortcuts below each other, the words of all in one line
// with each other. A long word goes on below.
func keysList(lines []keyLine) *fyne.Container {
	widest := float32(0)
	for _, l := range lines {
		widest = max(widest, widget.NewCaption(l.keys, look.Accent, "").Natural().Width)
	}
	list := widget.Rows(look.Half + 2)
	for _, l := range lines {
		keys := container.New(widget.FixedWidth{Width: widest + look.Between}, widget.NewCaption(l.keys, look.Accent, ""))
		list.Add(container.NewBorder(nil, nil, container.NewVBox(keys), nil, widget.Paragraph(l.word, look.Text, "")))
	}
	return list
}

// scrollPage scrolls the largest thing on a page that scrolls.
func scrollPage(body fyne.CanvasObject, by scrolling, share float32) {
	at := largestScroll(body)
	if at == nil {
		return
	}
	step := share * at.Size().Height
	switch by {
	case pageUp:
		step = -step
	case toEnd:
		step = at.Content.MinSize().Height
	case messageUp, messageDown:
		return
	}
	end := max(at.Content.MinSize().Height-at.Size().Height, 0)
	at.ScrollToOffset(fyne.NewPos(at.Offset.X, max(0, min(at.Offset.Y+step, end))))
}

// largestScroll is the visible thing in o with the most area that scrolls up
// and down; nil there is none.
func largestScroll(o fyne.CanvasObject) *container.Scroll {
	var best *container.Scroll
	area := func(s *container.Scroll) float32 { return s.Size().Width * s.Size().Height }
	var look func(fyne.CanvasObject)
	look = func(o fyne.CanvasObject) {
		if !o.Visible() {
			return
		}
		switch o := o.(type) {
		case *container.Scroll:
			if o.Direction != container.ScrollHorizontalOnly && (best == nil || area(o) > area(best)) {
				best = o
			}
		case *fyne.Container:
			for _, c := range o.Objects {
				look(c)
			}
		}
	}
	look(o)
	return best
}
