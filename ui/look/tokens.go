package look

import (
	"image/color"

	"fyne.io/fyne/v2"
)

// The colours. Text, Muted, Accent, Link, OK, Bad and the emotions are for
// text and shapes; Bg, Surface, Raised and Own are what they stand on. Each
// combination in use has a contrast of 4.5:1 or more, and a test says so.
const (
	// Bg is the window: night sky, paper.
	Bg fyne.ThemeColorName = "yumori.bg"
	// Surface is for cards and the persona's bubble.
	Surface fyne.ThemeColorName = "yumori.surface"
	// Raised is for the entry, hovered rows, headers and code.
	Raised fyne.ThemeColorName = "yumori.raised"
	// Line is for hairlines; it carries no meaning that is not said otherwise.
	Line fyne.ThemeColorName = "yumori.line"
	// Edge is for the outlines of controls: 3:1 and more.
	Edge fyne.ThemeColorName = "yumori.edge"
	// Text is what is read.
	Text fyne.ThemeColorName = "yumori.text"
	// Muted is for times and hints. Not on Own: use OwnMuted there.
	Muted fyne.ThemeColorName = "yumori.muted"
	// Accent is the lamp: one action per screen, the dominant drive, the star.
	Accent fyne.ThemeColorName = "yumori.accent"
	// OnAccent is text on a field of Accent.
	OnAccent fyne.ThemeColorName = "yumori.onAccent"
	// Own is the user's bubble.
	Own fyne.ThemeColorName = "yumori.own"
	// OwnMuted is Muted for the user's bubble.
	OwnMuted fyne.ThemeColorName = "yumori.ownMuted"
	// Link is for what can be followed.
	Link fyne.ThemeColorName = "yumori.link"
	// OK is for what went well.
	OK fyne.ThemeColorName = "yumori.ok"
	// Bad is for what went wrong.
	Bad fyne.ThemeColorName = "yumori.bad"
	// Selected is the field behind selected text.
	Selected fyne.ThemeColorName = "yumori.selected"

	// Joy and the following colour the emotions: graph, avatar ring, log.
	// They never stand alone: an emotion has a shape and a word too.
	Joy         fyne.ThemeColorName = "yumori.joy"
	Contentment fyne.ThemeColorName = "yumori.contentment" // a quiet gladness
	Protective  fyne.ThemeColorName = "yumori.protective"  // wanting to shield
	Anxious     fyne.ThemeColorName = "yumori.anxious"     // unease
	Sadness     fyne.ThemeColorName = "yumori.sadness"     // loss
	Anger       fyne.ThemeColorName = "yumori.anger"       // being wronged
	Neutral     fyne.ThemeColorName = "yumori.neutral"     // none of these
)

// Emotion is the colour of an emotion by the category that the companion
// reports ("joy", "contentment", …); Neutral for one that it does not know.
func Emotion(category string) fyne.ThemeColorName {
	switch category {
	case "joy":
		return Joy
	case "contentment":
		return Contentment
	case "protective":
		return Protective
	case "anxious":
		return Anxious
	case "sadness":
		return Sadness
	case "anger":
		return Anger
	default:
		return Neutral
	}
}

// A shade is one token in both variants.
type shade struct{ dark, light color.NRGBA }

// hex is the opaque colour 0xRRGGBB.
func hex(rgb uint32) color.NRGBA {
	return color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 0xff} //nolint:gosec // bytes of the number are meant
}

// palette is every token's colours.
func palette() map[fyne.ThemeColorName]shade {
	return map[fyne.ThemeColorName]shade{
		Bg:       {hex(0x15172A), hex(0xFAF6EF)},
		Surface:  {hex(0x1E2138), hex(0xFFFFFF)},
		Raised:   {hex(0x282C48), hex(0xF1EADF)},
		Line:     {hex(0x3A3F63), hex(0xD9CFC0)},
		Edge:     {hex(0x747CB0), hex(0x857A6B)},
		Text:     {hex(0xECEAF4), hex(0x2A2638)},
		Muted:    {hex(0xA9A9C6), hex(0x655E75)},
		Accent:   {hex(0xF2B65A), hex(0x8A5A12)},
		OnAccent: {hex(0x15172A), hex(0xFFFFFF)},
		Own:      {hex(0x33406B), hex(0xE6E3F5)},
		OwnMuted: {hex(0xBDBFD8), hex(0x5B546B)},
		Link:     {hex(0x9DB8FF), hex(0x2F4FA8)},
		OK:       {hex(0x8FCBA0), hex(0x2E6B45)},
		Bad:      {hex(0xF08A8A), hex(0xA8323A)},
		Selected: {hex(0x4E3D1E), hex(0xF7DFA8)},

		Joy:         {hex(0xF2B65A), hex(0x8A5A12)},
		Contentment: {hex(0x8FCBA0), hex(0x2E6B45)},
		Protective:  {hex(0x7DB7E8), hex(0x1F5F94)},
		Anxious:     {hex(0xD9A0E0), hex(0x7A3A86)},
		Sadness:     {hex(0x93A6E6), hex(0x3B4F9E)},
		Anger:       {hex(0xF08A8A), hex(0xA8323A)},
		Neutral:     {hex(0xB9BAC8), hex(0x5D5F70)},
	}
}
