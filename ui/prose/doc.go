// Package prose shows a text to read: a message, a dream, a page of memory.
//
// It takes Markdown, sets it with the rules of Japanese and Latin typography,
// and lets the reader select and copy any of it. Nothing in the text is acted
// on by itself: pictures are named and not loaded, links are handed to OnLink,
// control and direction characters are not shown.
//
//	t := prose.New()
//	t.OnLink = func(url string) { … }     // tapped; only http, https and mailto come here
//	t.SetMarkdown(reply)                  // as often as one likes while it streams
//	size := t.Fit(look.MeasureBubble * theme.TextSize()) // narrowest bubble
//	h := t.Height(width)                  // for lists; cached
//
// The parts, from the bottom: clean.go (what may be shown), block.go and
// inline.go (Markdown to blocks), breaker.go (where a line may end), layout.go
// and table.go (lines and runs), caret.go (points to characters and back),
// text.go, mouse.go and render.go (the widget).
package prose
