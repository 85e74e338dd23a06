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

// Cut are the words in sight in a thing that have no room for all of themselves: a
// line that is shorter than its words, or something that runs out of the thing at the
// right.
func Cut(in fyne.CanvasObject) []string {
	var list []string
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject
	end := at(in).X + in.Size().Width
	for _, o := range Seen(in) {
		out := o.Size().Width > 0 && at(o).X < end && at(o).X+o.Size().Width > end+1
		switch o := o.(type) {
		case *widget.Caption:
			if out || o.Size().Width > 0 && o.Natural().Width > o.Size().Width+0.5 {
				list = append(list, o.Text)
			}
		case interface{ Source() string }:
			if out {
				list = append(list, o.Source())
			}
		}
	}
	return list
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
