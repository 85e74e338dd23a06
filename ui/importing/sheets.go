package importing

import (
	"context"
	"strings"

	"yumori/dreaming"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// This file is what the sheets show, one function for each state.

// listMost is how high the list of what comes in may be before it scrolls.
const listMost float32 = 230

// sheet shows a sheet of a state.
func (f *Flow) sheet(m page.SheetModel, body fyne.CanvasObject, act func() page.SheetEnd) {
	f.done = false
	if m.Cancel == "" {
		m.Cancel = f.Words.T("cancel")
	}
	m.Width = page.SheetWide
	f.Calls.Ask(m, body, act)
}

// showSource asks for a file or a folder.
func (f *Flow) showSource() {
	w := f.Words
	path := widget.NewField(nil)
	path.SetPlaceHolder(w.T("import.path"))
	path.OnSubmitted = f.Look
	file := widget.NewButton(w.T("import.file"), func() { f.hooks.File(f.Look) })
	folder := widget.NewButton(w.T("import.folder"), func() { f.hooks.Folder(f.Look) })
	body := widget.Rows(look.Between, widget.Paragraph(w.T("import.formats"), look.Muted, look.SizeHint), widget.FlowLeft(file, folder), path)
	f.sheet(page.SheetModel{Title: w.T("import.title"), Text: w.T("import.text"), Action: w.T("import.look")}, body, func() page.SheetEnd {
		f.Look(path.Text)
		return page.SheetStays
	})
}

// showLooking says that a file is read; what it returns shows how far.
func (f *Flow) showLooking() func(messages int) {
	w := f.Words
	line := widget.NewCaption(w.T("import.looking.hint"), look.Muted, look.SizeHint)
	f.working = true
	f.sheet(page.SheetModel{
		Title: w.T("import.looking", "name", widget.Shorten(f.req.name(), page.LongestName)),
		Cancelled: func() page.SheetEnd {
			f.working = false
			f.Dispatcher.Drop(importTask)
			return page.SheetDone
		},
	}, line, nil)
	return func(n int) { line.SetText(w.N("import.read", n)) }
}

// showPlan shows what would come in.
func (f *Flow) showPlan(m planModel) {
	w := f.Words
	body := widget.Rows(look.Between, scrolled(f.planList(m)))
	if len(m.speakers) > 1 {
		hint := w.T("import.you.hint")
		if m.guessed {
			hint = w.T("import.you.guess")
		}
		body.Add(widget.Rows(look.Half, f.speakers(m.speakers, m.speakers[0]), widget.Paragraph(hint, look.Muted, look.SizeHint)))
	}
	if len(m.targets) > 0 {
		pick := widget.NewPicker(widget.WordsOf(m.targets), nil)
		pick.Selected = widget.WordOf(m.targets, m.target)
		pick.OnChanged = func(word string) { f.again(func(r *Request) { r.Persona = widget.ValueOf(m.targets, word) }) }
		body.Add(widget.Labelled(w.T("import.into"), pick))
	}
	if m.own {
		mine := widget.NewCheck(w.T("import.mine"), func(yes bool) { f.req.Mine = yes })
		mine.Checked = f.req.Mine
		body.Add(widget.Rows(0, mine, widget.Paragraph(w.T("import.mine.hint"), look.Muted, look.SizeHint)))
	}
	f.addInstead(body)
	sheet := page.SheetModel{Title: w.T("import.plan", "name", widget.Shorten(f.req.name(), page.LongestName)), Action: m.action}
	if m.action == "" {
		sheet.Cancel = w.T("close")
	}
	f.sheet(sheet, body, func() page.SheetEnd {
		f.bring()
		return page.SheetStays
	})
}

// planList is what comes in, and what does not.
func (f *Flow) planList(m planModel) fyne.CanvasObject {
	list := widget.Rows(look.Half, widget.NewCaption(m.kind, look.Text, "").InBold())
	if m.same != "" {
		list.Add(marked(look.IconInfo, m.same))
	}
	for _, line := range m.in {
		list.Add(marked(look.IconCheck, line))
	}
	if len(m.left) > 0 {
		list.Add(widget.NewCaption(f.Words.T("import.left.title"), look.Muted, look.SizeHint))
	}
	for _, line := range m.left {
		list.Add(widget.Paragraph("– "+line, look.Muted, look.SizeHint))
	}
	return list
}

// again changes the request and looks once more.
func (f *Flow) again(edit func(*Request)) {
	old := f.req
	edit(&f.req)
	if f.req != old {
		f.look()
	}
}

// speakers asks which of those who speak is the user.
func (f *Flow) speakers(names []string, chosen string) fyne.CanvasObject {
	pick := widget.NewPicker(names, nil)
	pick.PlaceHolder = f.Words.T("import.you.choose")
	pick.Selected = chosen
	pick.OnChanged = func(name string) { f.again(func(r *Request) { r.User = name }) }
	return widget.Labelled(f.Words.T("import.you"), pick)
}

// showSpeakers asks who of them is the user, where nobody can tell.
func (f *Flow) showSpeakers(names []string) {
	w := f.Words
	body := widget.Rows(look.Between, f.speakers(names, ""))
	f.addInstead(body)
	f.sheet(page.SheetModel{Title: w.T("import.plan", "name", widget.Shorten(f.req.name(), page.LongestName)), Text: w.T("import.you.unclear")}, body, nil)
}

// addInstead offers what else can be done with a file that was dropped.
func (f *Flow) addInstead(body *fyne.Container) {
	word, instead := f.hooks.Other(f.req.Path)
	if !f.drop || instead == nil {
		return
	}
	body.Add(widget.FlowLeft(widget.NewButton(word, instead)))
}

// showRunning says that it comes in; what it returns shows how far. stop ends it.
func (f *Flow) showRunning(stop context.CancelFunc) func(messages int) {
	w, of := f.Words, 0
	if f.found.talk != nil {
		of = f.found.talk.Imported.Messages
	}
	bar, line := widget.NewProgress(), widget.NewCaption(w.T("import.running.hint"), look.Muted, look.SizeHint)
	f.working = true
	f.sheet(page.SheetModel{
		Title: w.T("import.running", "name", widget.Shorten(f.req.name(), page.LongestName)), Cancel: w.T("import.stop"),
		Cancelled: func() page.SheetEnd {
			line.SetText(w.T("import.stopping"))
			stop()
			return page.SheetStays
		},
	}, widget.Rows(look.Inside, bar.Content, line), nil)
	return func(n int) {
		if of > 0 && n >= of {
			line.SetText(w.T("import.saving"))
		} else {
			line.SetText(w.N("import.read", n))
		}
		bar.Show(n, max(of, n))
	}
}

// showStopped says that nothing came in, or what did.
func (f *Flow) showStopped(got found) {
	w := f.Words
	text := w.T("import.stopped")
	if got.tavern != nil && len(got.tavern.Personas) > 0 {
		text = w.N("import.stopped.part", len(got.tavern.Personas))
	}
	f.sheet(page.SheetModel{Title: w.T("import.stopped.title"), Text: text, Action: w.T("import.go_on"), Cancel: w.T("close")}, nil, func() page.SheetEnd {
		f.bring()
		return page.SheetStays
	})
}

// showBroken offers to go on with what was broken off.
func (f *Flow) showBroken() {
	w := f.Words
	f.sheet(page.SheetModel{
		Title: w.T("import.broken.title"), Text: w.T("import.broken", "name", widget.Shorten(f.req.name(), page.LongestName)),
		Action: w.T("import.go_on"), Cancel: w.T("dismiss"),
		Cancelled: func() page.SheetEnd {
			f.hooks.Keep(Request{})
			return page.SheetDone
		},
	}, nil, func() page.SheetEnd {
		f.look()
		return page.SheetStays
	})
}

// showProblem says why nothing came in.
func (f *Flow) showProblem(err error) {
	w := f.Words
	e := problem(err, f.req.name(), w)
	details := widget.Paragraph(e.Details, look.Muted, look.SizeHint)
	f.sheet(page.SheetModel{Title: w.T("import.bad.title"), Text: e.Sentence(), Action: w.T("import.another"), Cancel: w.T("close")},
		scrolled(details), func() page.SheetEnd {
			f.showSource()
			return page.SheetStays
		})
}

// showDone says what came in, and offers what comes next.
func (f *Flow) showDone(m doneModel, plan dreaming.BackfillPlan) {
	w := f.Words
	body := widget.Rows(look.Between)
	for _, hint := range m.hints {
		body.Add(widget.Paragraph(hint, look.Muted, look.SizeHint))
	}
	if plan.Days > 0 {
		begin := widget.NewButton(w.T("past.begin"), func() {
			f.Dispatcher.Drop("import/past")
			f.hooks.Past(m.slug, plan)
		})
		text := widget.Paragraph(strings.Join([]string{w.Undreamt(plan), w.PastCost(plan)}, "\n"), look.Text, look.SizeHint)
		body.Add(widget.Card(widget.Rows(look.Inside, text, widget.FlowLeft(begin))))
	}
	sheet := page.SheetModel{Title: w.T("import.done"), Text: m.text, Cancel: w.T("close"), Cancelled: func() page.SheetEnd {
		f.done = false
		return page.SheetDone
	}}
	if m.slug != "" {
		sheet.Action = w.T("import.done.go", "name", m.name)
	}
	f.sheet(sheet, body, func() page.SheetEnd {
		f.done = false
		f.hooks.Go(m.slug)
		return page.SheetDone
	})
	f.done = true
}

// marked is a line with an icon before it.
func marked(icon look.IconName, text string) fyne.CanvasObject {
	image := canvas.NewImageFromResource(look.IconIn(icon, look.OK))
	image.FillMode = canvas.ImageFillContain
	image.SetMinSize(fyne.NewSquareSize(16))
	return container.NewBorder(nil, nil, container.New(layout.NewCustomPaddedLayout(look.Half, 0, 0, look.Half), container.NewVBox(image)), nil, widget.Paragraph(text, look.Text, ""))
}

// scrolled is a list as high as it needs, up to listMost: then it scrolls.
func scrolled(list fyne.CanvasObject) fyne.CanvasObject {
	return container.New(atMost{}, container.NewVScroll(list))
}

// atMost gives a scrolled list its height.
type atMost struct{}

// MinSize is asked by the toolkit.
func (atMost) MinSize(objects []fyne.CanvasObject) fyne.Size {
	s, _ := objects[0].(*container.Scroll)
	want := s.Content.MinSize()
	return fyne.NewSize(want.Width, min(want.Height, listMost))
}

// Layout is called by the toolkit.
func (atMost) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	widget.Put(objects[0], widget.Rect{Size: size})
}
