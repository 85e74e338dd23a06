package prose

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// A face is a font at a size.
type face struct {
	bold, code, slant bool
	size              float32
}

// textStyle is the toolkit's name for the face.
func (f face) textStyle() fyne.TextStyle { return fyne.TextStyle{Bold: f.bold, Monospace: f.code} }

// source is the font that the theme does not know, nil for all but slanted
// Latin: ours has no slant, so the toolkit's own face lends one.
func (f face) source() fyne.Resource {
	switch {
	case !f.slant || f.code:
		return nil
	case f.bold:
		return theme.DefaultTextBoldItalicFont()
	default:
		return theme.DefaultTextItalicFont()
	}
}

// A ruler measures text.
type ruler interface {
	// advance of one character by itself.
	advance(f face, r rune) float32
	// width of a text set as one run.
	width(f face, s string) float32
	// metrics are the height of a run and its baseline's distance from the top.
	metrics(f face) (height, baseline float32)
}

// A fontRuler measures with the fonts of the app's theme. It keeps every
// advance it has measured.
type fontRuler struct {
	ascii map[face]*[128]float32
	other map[face]map[rune]float32
}

func newFontRuler() *fontRuler {
	return &fontRuler{ascii: map[face]*[128]float32{}, other: map[face]map[rune]float32{}}
}

func (r *fontRuler) advance(f face, c rune) float32 {
	if c < 128 {
		t := r.ascii[f]
		if t == nil {
			t = new([128]float32)
			r.ascii[f] = t
		}
		if t[c] == 0 {
			t[c] = r.width(f, string(c))
		}
		return t[c]
	}
	if even(c) { // these are all as wide as each other, and thousands
		c = '国'
	}
	m := r.other[f]
	if m == nil {
		m = map[rune]float32{}
		r.other[f] = m
	}
	w, ok := m[c]
	if !ok {
		w = r.width(f, string(c))
		m[c] = w
	}
	return w
}

// even says whether c is surely as wide as any kanji.
func even(c rune) bool {
	return c >= 0x4E00 && c <= 0x9FFF || c >= 0x3041 && c <= 0x3096 || c >= 0x30A1 && c <= 0x30FA
}

func (r *fontRuler) width(f face, s string) float32 {
	size, _ := fyne.CurrentApp().Driver().RenderedTextSize(expand(s), f.size, f.textStyle(), f.source())
	return size.Width
}

func (r *fontRuler) metrics(f face) (height, baseline float32) {
	size, base := fyne.CurrentApp().Driver().RenderedTextSize("国", f.size, f.textStyle(), f.source())
	return size.Height, base
}

// expand is a text as it is drawn: a tab is four spaces wide.
func expand(s string) string { return strings.ReplaceAll(s, "\t", "    ") }
