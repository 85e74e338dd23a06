// Package page is what the pages of the window share: the words of the two
// languages, dates and numbers in words, errors in words, the way off the
// screen's goroutine and back (run.go, the only file that says fyne.Do), what
// pages ask of the window (Calls), and the panels that more than one page has.
//
// A page is three parts: a pure function from its state to a model of words and
// rows, builders that make widgets of it, and a show that sets them. What it
// asks of the companion is an interface of a few methods beside it.
package page
