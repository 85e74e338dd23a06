package look

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"yumori/assets/fonts"
)

// A Variant says which palette is used.
type Variant int

// The variants; the zero value follows the system.
const (
	System Variant = iota
	Dark
	Light
)

// Options of a Theme; the zero value is right.
type Options struct {
	// Scale of the text, from ScaleMin to ScaleMax; what lies outside is
	// clamped, zero is ScaleDefault.
	Scale float32
	// Variant of the palette.
	Variant Variant
}

// A Theme is Yumori's fyne.Theme. It is immutable and safe for concurrent use.
type Theme struct {
	scale               float32
	variant             Variant
	colours             map[fyne.ThemeColorName]shade
	alphaTokens         map[fyne.ThemeColorName]alphaToken
	icons               map[fyne.ThemeIconName]fyne.Resource
	regular, bold, code fyne.Resource
	base                fyne.Theme // for what is not ours: symbols, odd icons
}

var _ fyne.Theme = (*Theme)(nil)

// New makes the theme. It costs no more than a few maps: the fonts are shared.
func New(opt Options) *Theme {
	return &Theme{
		scale:       Clamp(opt.Scale),
		variant:     opt.Variant,
		colours:     palette(),
		alphaTokens: alphaTokens(),
		icons:       standardIcons(),
		regular:     fyne.NewStaticResource("Mplus1-Regular.otf", fonts.Regular()),
		bold:        fyne.NewStaticResource("Mplus1-Bold.otf", fonts.Bold()),
		code:        fyne.NewStaticResource("Mplus1Code-Regular.otf", fonts.Code()),
		base:        theme.DefaultTheme(),
	}
}

// Clamp brings a text scale into its bounds; zero and what is no number
// become ScaleDefault.
func Clamp(scale float32) float32 {
	if scale == 0 || scale != scale {
		return ScaleDefault
	}
	return min(max(scale, ScaleMin), ScaleMax)
}

// Scale is the theme's text scale.
func (t *Theme) Scale() float32 { return t.scale }

// IsDark says which palette is shown when the system asks for v.
func (t *Theme) IsDark(v fyne.ThemeVariant) bool {
	switch t.variant {
	case Dark:
		return true
	case Light:
		return false
	default:
		return v != theme.VariantLight
	}
}

// Color is the colour of a token of ours or of the toolkit.
func (t *Theme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	if name == theme.ColorNameShadow {
		return t.shadow(v)
	}
	token, alpha := t.ours(name)
	s, ok := t.colours[token]
	if !ok {
		if t.IsDark(v) {
			return t.base.Color(name, theme.VariantDark)
		}
		return t.base.Color(name, theme.VariantLight)
	}
	c := s.light
	if t.IsDark(v) {
		c = s.dark
	}
	c.A = alpha
	return c
}

// shadow lies under the edges of what scrolls, and under menus: a breath of
// dark, no more.
func (t *Theme) shadow(v fyne.ThemeVariant) color.Color {
	if t.IsDark(v) {
		return color.NRGBA{A: 0x50}
	}
	return color.NRGBA{R: 0x40, G: 0x30, B: 0x20, A: 0x18}
}

// A token with an opacity is a token at an opacity.
type alphaToken struct {
	token fyne.ThemeColorName
	alpha uint8
}

// ours translates a colour name of the toolkit to a token and its opacity; a
// token is its own translation.
func (t *Theme) ours(name fyne.ThemeColorName) (fyne.ThemeColorName, uint8) {
	if v, ok := t.alphaTokens[name]; ok {
		return v.token, v.alpha
	}
	return name, opaque
}

const opaque = 0xff

// tokens with an opacity are the toolkit's colours in ours.
func alphaTokens() map[fyne.ThemeColorName]alphaToken {
	return map[fyne.ThemeColorName]alphaToken{
		theme.ColorNameBackground:                {Bg, opaque},
		theme.ColorNameMenuBackground:            {Raised, opaque}, // it opens over cards and bubbles
		theme.ColorNameOverlayBackground:         {Surface, opaque},
		theme.ColorNameButton:                    {Raised, opaque},
		theme.ColorNameInputBackground:           {Raised, opaque},
		theme.ColorNameHeaderBackground:          {Raised, opaque},
		theme.ColorNameDisabledButton:            {Raised, opaque},
		theme.ColorNameInnerWindowBorder:         {Raised, opaque},
		theme.ColorNameInnerWindowBorderInactive: {Raised, opaque},
		theme.ColorNameInputBorder:               {Edge, opaque},
		theme.ColorNameSeparator:                 {Line, opaque},
		theme.ColorNameForeground:                {Text, opaque},
		theme.ColorNamePlaceHolder:               {Muted, opaque},
		theme.ColorNameDisabled:                  {Muted, 0xf0}, // fainter, and still read
		theme.ColorNamePrimary:                   {Accent, opaque},
		theme.ColorNameWarning:                   {Accent, opaque},
		theme.ColorNameForegroundOnPrimary:       {OnAccent, opaque},
		theme.ColorNameForegroundOnWarning:       {OnAccent, opaque},
		theme.ColorNameForegroundOnError:         {OnAccent, opaque},
		theme.ColorNameForegroundOnSuccess:       {OnAccent, opaque},
		theme.ColorNameHyperlink:                 {Link, opaque},
		theme.ColorNameError:                     {Bad, opaque},
		theme.ColorNameSuccess:                   {OK, opaque},
		theme.ColorNameSelection:                 {Selected, opaque},
		theme.ColorNameFocus:                     {Accent, 0x40},
		theme.ColorNameHover:                     {Muted, 0x22},
		theme.ColorNamePressed:                   {Muted, 0x44},
		theme.ColorNameScrollBar:                 {Muted, 0x66},
	}
}

// Font is the face for a style. There is no italic: Japanese has none, and the
// prose widget sets emphasis another way. What the face has not (【】《》〇～,
// rare kanji, Korean) the toolkit takes from the system's fonts, so a Japanese
// font should be installed too.
func (t *Theme) Font(style fyne.TextStyle) fyne.Resource {
	switch {
	case style.Symbol:
		return t.base.Font(style)
	case style.Monospace:
		return t.code
	case style.Bold:
		return t.bold
	default:
		return t.regular
	}
}

// Icon is the toolkit's icon, drawn our way where we have one.
func (t *Theme) Icon(name fyne.ThemeIconName) fyne.Resource {
	if res, ok := t.icons[name]; ok {
		return res
	}
	return t.base.Icon(name)
}

// Size is a measure of ours or of the toolkit.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	if px, ok := textSize(name); ok {
		return px * t.scale
	}
	switch name {
	case theme.SizeNamePadding:
		return Half
	case theme.SizeNameInnerPadding:
		return Inside
	case theme.SizeNameLineSpacing:
		return 6
	case theme.SizeNameSeparatorThickness, theme.SizeNameInputBorder:
		return 1
	case theme.SizeNameInputRadius, theme.SizeNameButtonRadius, theme.SizeNameMenuRadius, theme.SizeNamePopupRadius:
		return RadiusControl
	case theme.SizeNameCardRadius, theme.SizeNameDialogRadius, theme.SizeNameInnerWindowRadius:
		return RadiusCard
	case theme.SizeNameSelectionRadius:
		return 3
	case theme.SizeNameScrollBar:
		return 10
	case theme.SizeNameScrollBarSmall, theme.SizeNameScrollBarRadius:
		return 4
	default:
		return t.base.Size(name)
	}
}

// textSize is a size that follows the text scale, at 100 %.
func textSize(name fyne.ThemeSizeName) (px float32, ok bool) {
	switch name {
	case theme.SizeNameText:
		return talkSize, true
	case SizeHint, theme.SizeNameCaptionText:
		return 12.5, true
	case SizeTitle, theme.SizeNameHeadingText:
		return 20, true
	case SizeLead, theme.SizeNameSubHeadingText:
		return 17, true
	case SizeCode:
		return 14, true
	case theme.SizeNameInlineIcon:
		return 20, true
	default:
		return 0, false
	}
}
