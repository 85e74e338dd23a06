// Package widget is the small parts that pages are made of: captions, buttons,
// fields, lists and the layouts that place them. It knows no page, no words and
// nothing of a persona: what it shows it is given, and what is pressed it tells
// by functions.
//
// The toolkit's own package of that name is called fynewidget wherever both
// are used. Everything runs on the screen's goroutine.
package widget
