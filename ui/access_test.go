package ui

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"
)

// roots are what the window shows: its content and what lies over it.
func (s *stage) roots() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{s.win.Content()}, s.win.Canvas().Overlays().List()...)
}

// calledIn is what a button without words of its own is called.
func calledIn(o fyne.CanvasObject) (word string, is bool) {
	switch o := o.(type) {
	case *widget.IconButton:
		return o.AccessibilityLabel(), true
	case *widget.PersonaButton:
		return o.AccessibilityLabel(), true
	case *widget.Button:
		return o.Text, true
	case *fynewidget.Button:
		return o.Text, true
	case *widget.Pill:
		return o.AccessibilityLabel(), true
	case *widget.Check:
		return o.Text, true
	}
	return "", false
}

// TestEveryButtonHasAWord looks at every button of every page, and at every
// word of them in Japanese: none is a key of the translations or English.
func TestEveryButtonHasAWord(t *testing.T) {
	for _, at := range moments() {
		t.Run(at.name, func(t *testing.T) {
			s := livedStage(t)
			at.open(s)
			s.bench.Settle()
			n := 0
			for _, root := range s.roots() {
				for _, o := range uitest.Seen(root) {
					word, is := calledIn(o)
					if !is {
						continue
					}
					if n++; !strings.ContainsFunc(word, unicode.IsLetter) {
						t.Errorf("a %T is called %q", o, word)
					}
					if b, ok := o.(*widget.IconButton); ok && b.OnHint == nil {
						t.Errorf("the word %q of a button is shown nowhere", word)
					}
				}
			}
			if n == 0 {
				t.Fatal("no buttons")
			}
		})
	}
}

// TestEverythingIsReachedByKey holds everything that can be tapped to be
// reached with Tab, and everything that Tab reaches to be in the way of it.
func TestEverythingIsReachedByKey(t *testing.T) {
	otherwise := map[string]string{ // what can be tapped and has another way
		"*widget.scrollBarArea":    "Ctrl+Page Down",
		"*widget.listItem":         "the arrows, in its list",
		"*widget.PopUp":            "it only keeps taps from what is behind",
		"*widget.OverlayContainer": "Escape",
	}
	for _, at := range moments() {
		t.Run(at.name, func(t *testing.T) {
			s := livedStage(t)
			at.open(s)
			s.bench.Settle()
			reached := map[fyne.Focusable]bool{}
			c := s.win.Canvas()
			for c.Focused() != nil {
				c.Unfocus()
			}
			c.FocusNext()
			for first := c.Focused(); first != nil; {
				reached[c.Focused()] = true
				if c.FocusNext(); c.Focused() == first {
					break
				}
			}
			root := s.win.Content()
			if top := c.Overlays().Top(); top != nil {
				root = top
			}
			var missed []string
			for _, o := range uitest.Seen(root) {
				if _, ok := o.(fyne.Tappable); !ok {
					continue
				}
				kind := reflect.TypeOf(o).String()
				if d, ok := o.(fyne.Disableable); ok && d.Disabled() || otherwise[kind] != "" {
					continue
				}
				f, ok := o.(fyne.Focusable)
				if !ok || !reached[f] {
					word, _ := calledIn(o)
					missed = append(missed, fmt.Sprintf("%s %q", kind, word))
				}
			}
			slices.Sort(missed)
			for _, m := range slices.Compact(missed) {
				t.Errorf("not reached with Tab: %s", m)
			}
			if len(reached) == 0 {
				t.Error("Tab reaches nothing")
			}
		})
	}
}

// TestEveryShortcutIsListed holds the list of shortcuts to what the window
// does: everything that is pressed is told, and no two are the same.
func TestEveryShortcutIsListed(t *testing.T) {
	s := newStage(t, 2)
	told := map[string]bool{}
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		for _, l := range keysView(s.keys(), "linux", w) {
			if told[w.Lang+l.keys] {
				t.Errorf("%s is listed twice", l.keys)
			}
			told[w.Lang+l.keys] = true
		}
	}
	same := map[string]bool{"Ctrl + /": true} // F1, for keyboards without it
	for _, k := range s.keys() {
		digit := len(k.name) == 1 && unicode.IsDigit(rune(k.name[0]))
		keys := chordWord(uitest.English(t), k, "linux")
		if !digit && !same[keys] && !told["en"+keys] {
			t.Errorf("%s is not listed", keys)
		}
	}
}
