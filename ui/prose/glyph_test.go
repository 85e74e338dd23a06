package prose

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"yumori/ui/look"
)

// ink counts the pixels of a picture that are not of its ground.
func ink(m image.Image) int {
	n, ground := 0, m.At(0, 0)
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			if m.At(x, y) != ground {
				n++
			}
		}
	}
	return n
}

// A character that our fonts do not have is shown by another font or as a box,
// takes its room, and what stands beside it is read as ever.
func TestCharactersWithoutAGlyph(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(look.New(look.Options{Variant: look.Dark}))
	for name, text := range map[string]string{
		"hieroglyph": "\U00013080", "private": "\ue000", "unassigned": "\U000e0fff", "a rare kanji": "\U0002a6d6", "emoji": "\U0001F9FF",
		"a family": "\U0001F468\u200d\U0001F469\u200d\U0001F467", "flag": "\U0001F1EF\U0001F1F5", "Devanagari": "नमस्ते", "Arabic": "سلام", "Hangul": "안녕", "replacement": "\ufffd",
	} {
		p := New()
		w := test.NewTempWindow(t, p)
		w.Resize(fyne.NewSize(300, 60))
		p.SetMarkdown("a b")
		without, narrow := ink(w.Canvas().Capture()), p.Fit(300).Width
		p.SetMarkdown("a " + text + " b")
		with, wide := ink(w.Canvas().Capture()), p.Fit(300).Width
		if name != "unassigned" && with <= without { // that is a tag, which nobody should see
			t.Errorf("%s: nothing is seen where it stands: %d pixels, %d without it", name, with, without)
		}
		if wide < narrow || p.Height(300) <= 0 || p.Source() == "" {
			t.Errorf("%s: %v wide, %v without it", name, wide, narrow)
		}
	}
}
