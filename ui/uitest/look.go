package uitest

import (
	"strings"
	"testing"

	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Seen are the visible things in o, and those in them.
func Seen(o fyne.CanvasObject) []fyne.CanvasObject {
	if o == nil || !o.Visible() {
		return nil
	}
	list := []fyne.CanvasObject{o}
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			list = append(list, Seen(c)...)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			list = append(list, Seen(c)...)
		}
	}
	return list
}

// Said are the words of everything in a thing.
func Said(in fyne.CanvasObject) string { return words(test.LaidOutObjects(in)) }

// SaidInSight are the words of what is visible in a thing.
func SaidInSight(in fyne.CanvasObject) string {
	test.LaidOutObjects(in)
	return words(Seen(in))
}

// words are those of some things.
func words(things []fyne.CanvasObject) string {
	var b strings.Builder
	for _, o := range things {
		switch o := o.(type) {
		case *widget.Caption:
			b.WriteString(o.Text + "\n")
		case *widget.Button:
			b.WriteString("[" + o.Text + "]\n")
		case *widget.Field:
			b.WriteString(o.Text + "\n")
		case interface{ Source() string }:
			b.WriteString(o.Source() + "\n")
		}
	}
	return b.String()
}

// TapButton taps the button of a word.
func TapButton(t *testing.T, in fyne.CanvasObject, word string) {
	t.Helper()
	for _, o := range test.LaidOutObjects(in) {
		if b, ok := o.(*widget.Button); ok && b.Text == word {
			test.Tap(b)
			return
		}
	}
	t.Fatalf("no button %q", word)
}
