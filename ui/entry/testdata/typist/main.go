// Command typist shows an entry and prints what comes of it, a JSON string a
// line: "text …" after each change, "sent …", "recall", "escape", and the beat of its loop. It is
// what TestInputMethod types into.
package main

import (
	"fmt"
	"os"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"yumori/ui/entry"
	"yumori/ui/look"
)

func main() {
	a := app.NewWithID("yumori.typist")
	a.Settings().SetTheme(look.New(look.Options{}))
	w := a.NewWindow("typist")
	e := entry.New(fyne.Do)
	say := func(what string, s string) { fmt.Fprintf(os.Stdout, "%s %q\n", what, s) }
	e.OnChanged = func(s string) { say("text", s) }
	e.OnSend = func(s string) {
		say("sent", s)
		e.SetText("")
	}
	e.OnRecall = func() { say("recall", "") }
	e.OnEscape = func() { say("escape", "") }
	w.SetContent(e)
	w.Resize(fyne.NewSize(600, 400))
	w.CenterOnScreen()
	w.Canvas().Focus(e)
	a.Lifecycle().SetOnEnteredForeground(func() { say("ready", "") })
	go beat(say)
	w.ShowAndRun()
}

// beat says "beat" on the screen's goroutine as long as the program runs, and
// "late" when that came too late for an input method to be told from a person.
func beat(say func(what, s string)) {
	const often, late = 50 * time.Millisecond, 120 * time.Millisecond
	last := time.Now()
	for range time.Tick(often) {
		fyne.DoAndWait(func() {
			if now := time.Now(); now.Sub(last) > late {
				say("late", "")
			}
			last = time.Now()
			say("beat", "")
		})
	}
}
