package look

import (
	"bytes"
	"encoding/xml"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"github.com/go-text/typesetting/font"

	"yumori/assets/fonts"
	"yumori/assets/icons"
)

// luminance is WCAG's relative luminance.
func luminance(c color.Color) float64 {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	lin := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(n.R) + 0.7152*lin(n.G) + 0.0722*lin(n.B)
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// laidOn is a colour on an opaque one.
func laidOn(top, ground color.Color) color.Color {
	t, g := color.NRGBAModel.Convert(top).(color.NRGBA), color.NRGBAModel.Convert(ground).(color.NRGBA)
	mix := func(a, b uint8) uint8 { return uint8((int(a)*(0xff-int(t.A)) + int(b)*int(t.A)) / 0xff) }
	return color.NRGBA{R: mix(g.R, t.R), G: mix(g.G, t.G), B: mix(g.B, t.B), A: 0xff}
}

// Every ink on every ground it is used on: 4.5:1 for text, 3:1 for the edges
// of controls.
func TestContrast(t *testing.T) {
	type names = []fyne.ThemeColorName
	pages := names{Bg, Surface, Raised}
	emotions := names{Joy, Contentment, Protective, Anxious, Sadness, Anger, Neutral}
	rows := []struct {
		inks, grounds names
		least         float64
	}{
		{names{Text}, names{Bg, Surface, Raised, Own, Selected}, 4.5},
		{names{Muted, Accent, Link, OK, Bad}, pages, 4.5},
		{names{OwnMuted, Link}, names{Own}, 4.5},
		{names{Muted, OwnMuted, Link}, names{Selected}, 4.5},
		{names{OnAccent}, names{Accent, OK, Bad}, 4.5},
		{emotions, names{Bg, Surface}, 4.5},
		{names{Edge}, names{Bg, Surface, Raised}, 3},
		{names{theme.ColorNameForeground, theme.ColorNamePlaceHolder, theme.ColorNameDisabled}, names{theme.ColorNameInputBackground, theme.ColorNameDisabledButton, theme.ColorNameButton, theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground, theme.ColorNameBackground, theme.ColorNameHeaderBackground}, 4.5},
		{names{theme.ColorNameForegroundOnPrimary}, names{theme.ColorNamePrimary}, 4.5},
		{names{theme.ColorNameForegroundOnError}, names{theme.ColorNameError}, 4.5},
		{names{theme.ColorNameForegroundOnSuccess}, names{theme.ColorNameSuccess}, 4.5},
		{names{theme.ColorNameForegroundOnWarning}, names{theme.ColorNameWarning}, 4.5},
	}
	for _, v := range []Variant{Dark, Light} {
		th := New(Options{Variant: v})
		for _, row := range rows {
			for _, ink := range row.inks {
				for _, ground := range row.grounds {
					if got := contrast(laidOn(th.Color(ink, 0), th.Color(ground, 0)), th.Color(ground, 0)); got < row.least {
						t.Errorf("variant %d: %s on %s is %.2f:1, want %.1f", v, ink, ground, got, row.least)
					}
				}
			}
		}
	}
}

func TestVariant(t *testing.T) {
	rows := []struct {
		variant Variant
		system  fyne.ThemeVariant
		dark    bool
	}{
		{System, theme.VariantDark, true}, {System, theme.VariantLight, false},
		{Dark, theme.VariantLight, true}, {Light, theme.VariantDark, false},
	}
	for _, row := range rows {
		th := New(Options{Variant: row.variant})
		if got := th.IsDark(row.system); got != row.dark {
			t.Errorf("variant %d on a system in %d: dark is %v", row.variant, row.system, got)
		}
		if got := luminance(th.Color(Bg, row.system)) < 0.5; got != row.dark {
			t.Errorf("variant %d on a system in %d: the ground is dark: %v", row.variant, row.system, got)
		}
	}
}

// No colour the toolkit asks for is left to chance: each is opaque or a token with an opacity
// of ours.
func TestEveryToolkitColour(t *testing.T) {
	test.NewTempApp(t)
	th := New(Options{Variant: Dark})
	names := []fyne.ThemeColorName{
		theme.ColorNameBackground, theme.ColorNameButton, theme.ColorNameDisabledButton, theme.ColorNameDisabled,
		theme.ColorNameError, theme.ColorNameFocus, theme.ColorNameForeground, theme.ColorNameHeaderBackground,
		theme.ColorNameHover, theme.ColorNameHyperlink, theme.ColorNameInputBackground, theme.ColorNameInputBorder,
		theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground, theme.ColorNamePlaceHolder,
		theme.ColorNamePressed, theme.ColorNamePrimary, theme.ColorNameScrollBar, theme.ColorNameSelection,
		theme.ColorNameSeparator, theme.ColorNameSuccess, theme.ColorNameWarning,
	}
	for _, name := range names {
		token, _ := th.ours(name)
		if _, ok := th.colours[token]; !ok {
			t.Errorf("%s is the toolkit's", name)
		}
	}
	if _, _, _, a := th.Color(theme.ColorNameShadow, 0).RGBA(); a == 0 {
		t.Error("no shadow")
	}
}

func TestScale(t *testing.T) {
	nan := float32(math.NaN())
	rows := []struct{ in, want float32 }{{0, 1}, {1, 1}, {0.1, 0.8}, {9, 1.6}, {-1, 0.8}, {1.25, 1.25}, {nan, 1}}
	for _, row := range rows {
		th := New(Options{Scale: row.in})
		if th.Scale() != row.want {
			t.Errorf("scale %v becomes %v, want %v", row.in, th.Scale(), row.want)
		}
		if got := th.Size(theme.SizeNameText); got != 15*row.want {
			t.Errorf("scale %v: text is %v, want %v", row.in, got, 15*row.want)
		}
		if got := th.Size(theme.SizeNameInnerPadding); got != Inside {
			t.Errorf("scale %v: the grid is %v", row.in, got)
		}
	}
	th := New(Options{})
	for name, want := range map[fyne.ThemeSizeName]float32{SizeHint: 12.5, SizeTitle: 20, SizeLead: 17, SizeCode: 14} {
		if got := th.Size(name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// Every icon is an SVG of filled paths that the toolkit can recolour, and all
// that lie in the folder have a name.
func TestIcons(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(New(Options{}))
	all := []IconName{
		IconAdd, IconArchive, IconAttach, IconChat, IconCheck, IconClose, IconCopy, IconDown, IconDownload,
		IconDreams, IconEdit, IconEye, IconFile, IconFolder, IconForget, IconHistory, IconInbox, IconInfo, IconKnowledge, IconLeft,
		IconLink, IconMemories, IconMenu, IconMind, IconMore, IconPerson, IconPersonaAdd, IconPicture, IconRegenerate,
		IconRight, IconSearch, IconSend, IconSettings, IconSound, IconStar, IconStop, IconUp, IconWarning,
	}
	files, err := icons.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if want := len(files) - 2; len(all) != want { // without app.svg and app.png
		t.Errorf("%d icons are named, %d lie in the folder", len(all), want)
	}
	for _, name := range all {
		b := source(name).Content()
		if err := xml.Unmarshal(b, new(struct{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(string(b), "stroke") || strings.Contains(string(b), `"none"`) {
			t.Errorf("%s has what the toolkit does not recolour", name)
		}
		if bytes.Equal(IconIn(name, Bad).Content(), IconIn(name, OK).Content()) {
			t.Errorf("%s looks the same in two colours", name)
		}
	}
	img, err := png.DecodeConfig(bytes.NewReader(AppIcon().Content()))
	if err != nil || img.Width != 512 || img.Height != 512 {
		t.Errorf("the app icon is %v (%v)", img, err)
	}
}

// The bundled faces have what Yumori is written in. They lack 【】《》〇～, the
// circled figures and half-width kana, and the code face ！？ too: those come
// from the system's fonts.
func TestFonts(t *testing.T) {
	for name, data := range map[string][]byte{"regular": fonts.Regular(), "bold": fonts.Bold(), "code": fonts.Code()} {
		face, err := font.ParseTTF(bytes.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, r := range "Aa0é—“”…あアー々国語、。「」『』（）・" {
			if _, ok := face.NominalGlyph(r); !ok {
				t.Errorf("%s has no %c", name, r)
			}
		}
	}
	th := New(Options{})
	if th.Font(fyne.TextStyle{}) == th.Font(fyne.TextStyle{Bold: true}) || th.Font(fyne.TextStyle{Monospace: true, Bold: true}) != th.Font(fyne.TextStyle{Monospace: true}) {
		t.Error("styles have the wrong faces")
	}
}

func TestEmotion(t *testing.T) {
	if Emotion("joy") != Joy || Emotion("anger") != Anger || Emotion("no such thing") != Neutral || Emotion("") != Neutral {
		t.Error("an emotion has the wrong colour")
	}
}
