// Command typist shows an entry and prints what comes of it, a JSON string a
// line: "text …" after each change, "sent …", "recall" and "escape". It is
// what TestInputMethod types into.
package main

import (
	"fmt"
	"os"

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
	w.ShowAndRun()
}
