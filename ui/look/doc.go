// Package look is how Yumori looks: its colours, its type, its measures and
// its icons, as a theme of the toolkit.
//
// A Theme made by New is set once (app.Settings().SetTheme) and again whenever
// the person changes the text size or the variant. Widgets ask for a token by
// name and never for a number:
//
//	theme.Color(look.Surface)      // one of the colours of tokens.go
//	theme.Size(look.SizeTitle)     // follows the person's text size
//	look.Inside, look.Between      // the 8 px grid, which does not
//	look.Icon(look.IconSend)       // in the colour of text, follows the theme
//	look.IconIn(look.IconStar, look.Accent)
package look
