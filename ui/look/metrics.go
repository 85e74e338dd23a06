package look

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// The grid, in the toolkit's pixels: 8 inside a thing, 16 between things, 24
// around a page. It does not follow the text size.
const (
	Half    float32 = 4
	Inside  float32 = 8
	Between float32 = 16
	Around  float32 = 24

	// RadiusCard rounds bubbles and cards, RadiusControl buttons and fields.
	RadiusCard    float32 = 12
	RadiusControl float32 = 8

	// LineHeight of talk, as a multiple of the text size.
	LineHeight float32 = 1.55
	// MeasureBubble and MeasurePage are how wide text may run, in ems.
	MeasureBubble float32 = 38
	MeasurePage   float32 = 72

	// FoldWidth is the window width below which the glance at Mind is folded.
	FoldWidth float32 = 1100
)

// talkSize is that of talk at 100 %.
const talkSize float32 = 15

// grows is how much of what the text grows things that are no text grow by: in
// a low window all of the rail is to be seen.
const grows = 0.6

// Grown is the size of a thing that grows with the text, such as an icon, from
// what it is at 100 %. It never shrinks: it has to be hit.
func Grown(side float32) float32 {
	scale := theme.TextSize() / talkSize
	return side * max(1, 1+(scale-1)*grows)
}

// Text sizes, for theme.Size; they follow the person's setting. Talk is
// theme.SizeNameText.
const (
	// SizeHint is for times and hints: 12.5 px at 100 %.
	SizeHint fyne.ThemeSizeName = "yumori.hint"
	// SizeTitle is for page titles: 20 px at 100 %.
	SizeTitle fyne.ThemeSizeName = "yumori.title"
	// SizeLead is for a text that leads a page, such as a dream: 17 px at 100 %.
	SizeLead fyne.ThemeSizeName = "yumori.lead"
	// SizeCode is for the code face, which looks larger: 14 px at 100 %.
	SizeCode fyne.ThemeSizeName = "yumori.code"
)

// The text scale's bounds and what the zero value stands for.
const (
	ScaleMin     float32 = 0.8
	ScaleDefault float32 = 1.0
	ScaleMax     float32 = 1.6
)
