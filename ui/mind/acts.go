package mind

import (
	"context"
	"strconv"
	"strings"

	"yumori/goals"
	"yumori/internal/companion"
	"yumori/motivation"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// An act is something that can be done with a row.
type act struct {
	icon look.IconName
	word string
	do   func()
}

// thoughtRow is a question or a goal with what can be done about it.
func (p *Page) thoughtRow(m page.ThoughtModel, acts []act) fyne.CanvasObject {
	token := look.Text
	if m.Done {
		token = look.Muted
	}
	text := widget.Rows(2, widget.Paragraph(widget.Beginning(m.Title, page.TitleShown), token, ""))
	if m.Text != "" {
		text.Add(widget.Paragraph(widget.Beginning(m.Text, page.TitleShown), look.Muted, look.SizeHint))
	}
	if m.Foot != "" {
		text.Add(widget.Paragraph(m.Foot, look.Muted, look.SizeHint))
	}
	if m.From != "" {
		acts = append(acts, act{look.IconChat, p.Words.T("mind.source"), func() { p.Calls.Message(m.From) }})
	}
	buttons := widget.Inline(0)
	for _, a := range acts {
		buttons.Add(widget.NewIconButton(a.icon, a.word, widget.IconSmall).On(a.do, p.Calls.Hint))
	}
	return container.NewBorder(nil, nil, nil, container.NewVBox(buttons), text)
}

// questionActs are what can be done about a question.
func (p *Page) questionActs(m page.ThoughtModel) []act {
	w := p.Words
	drop := act{look.IconForget, w.T("question.drop"), func() {
		p.confirm(w.T("question.drop"), m.Title, func() error { return p.companion.Questions.DropQuestion(m.Id) })
	}}
	if m.Done {
		return []act{drop}
	}
	return []act{
		{look.IconSend, w.T("question.ask"), func() { p.askNow(m.Id) }},
		{look.IconCheck, w.T("question.answer"), func() {
			p.write(writing{title: w.T("question.answer"), text: m.Title, label: w.T("question.answer.label")}, func(text string) error {
				return p.companion.Questions.AnswerQuestion(m.Id, text)
			})
		}},
		{look.IconEdit, w.T("question.edit"), func() {
			p.write(writing{title: w.T("question.edit"), label: w.T("question.topic"), start: m.Title, needed: true}, func(text string) error {
				return p.companion.Questions.ReviseQuestion(m.Id, motivation.Revision{Topic: text})
			})
		}},
		drop,
	}
}

// askNow lets the persona put a question at once, and goes to where it did. A
// model may take its time: what is going on is said meanwhile.
func (p *Page) askNow(id string) {
	p.note.Show()
	p.note.SetInk(widget.InkOf(look.Muted))
	widget.SetParagraph(p.note, p.Words.T("question.asking"))
	widget.Reveal(p.note)
	page.Background(p.Dispatcher, "mind/ask/"+p.slug, func(ctx context.Context) (companion.Action, error) {
		return p.companion.Ask(ctx, id)
	}, func(a companion.Action, err error) {
		p.failed(err)
		if err == nil {
			p.Calls.Message(a.Message)
		}
	})
}

// goalActs are what can be done about a goal.
func (p *Page) goalActs(m page.ThoughtModel) []act {
	w, id := p.Words, goals.ID(m.Id)
	if m.Done {
		return []act{{look.IconRegenerate, w.T("goal.reopen"), func() { p.run(func() error { return p.companion.Ends.ReopenGoal(id) }) }}}
	}
	return []act{
		{look.IconAdd, w.T("goal.note"), func() {
			p.write(writing{title: w.T("goal.note"), text: m.Title, label: w.T("goal.note.label"), needed: true}, func(text string) error {
				return p.companion.Goals.NoteGoal(id, text)
			})
		}},
		{look.IconCheck, w.T("goal.complete"), func() {
			p.write(writing{title: w.T("goal.complete"), text: m.Title, label: w.T("goal.how")}, func(text string) error {
				return p.companion.Ends.CompleteGoal(id, text)
			})
		}},
		{look.IconEdit, w.T("goal.edit"), func() {
			p.write(writing{title: w.T("goal.edit"), label: w.T("goal.text"), start: m.Title, needed: true}, func(text string) error {
				return p.companion.Goals.ReviseGoal(id, goals.Revision{Goal: text})
			})
		}},
		{look.IconForget, w.T("goal.abandon"), func() {
			p.write(writing{title: w.T("goal.abandon"), text: m.Title, label: w.T("goal.why"), needed: true}, func(text string) error {
				return p.companion.Ends.AbandonGoal(id, text)
			})
		}},
	}
}

// addGoal asks for a new goal: its words, its term, how much it matters.
func (p *Page) addGoal() {
	w := p.Words
	text := widget.NewTextField(p.Calls.Key)
	text.SetMinRowsVisible(2)
	terms := []string{w.T("goal.short"), w.T("goal.long")}
	term := widget.NewRadioGroup(terms, nil)
	levels := []string{"1", "2", "3", "4", "5"}
	weight := widget.NewRadioGroup(levels, nil)
	weight.SetSelected(levels[2])
	body := widget.Rows(look.Between, widget.Labelled(w.T("goal.text"), text), widget.Labelled(w.T("goal.term"), term), widget.Labelled(w.T("goal.weight"), weight))
	p.Calls.Ask(page.SheetModel{Title: w.T("goal.add"), Action: w.T("goal.make"), Cancel: w.T("cancel")}, body, func() page.SheetEnd {
		if strings.TrimSpace(text.Text) == "" {
			return page.SheetStays
		}
		plan := goals.Plan{Goal: text.Text, Term: goals.Short}
		if term.Selected == terms[1] {
			plan.Term = goals.Long
		}
		plan.Priority, _ = strconv.Atoi(weight.Selected)
		p.run(func() error {
			_, err := p.companion.Goals.AddGoal(plan)
			return err
		})
		return page.SheetDone
	})
	p.Calls.Focus(text)
}

// A writing is a text that is asked for.
type writing struct {
	title, text, label, start string
	needed                    widget.When // nothing is done without it
}

// write asks for a text and does something with it.
func (p *Page) write(m writing, do func(string) error) {
	text := p.NewTextBox(m.start, 3)
	p.Calls.Ask(page.SheetModel{Title: m.title, Text: widget.Beginning(m.text, page.TitleShown), Action: m.title, Cancel: p.Words.T("cancel")},
		widget.Labelled(m.label, text.Content), func() page.SheetEnd {
			said := strings.TrimSpace(text.Text())
			if said == "" && bool(m.needed) {
				return page.SheetStays
			}
			p.run(func() error { return do(said) })
			return page.SheetDone
		})
	p.Calls.Focus(text.Field)
}

// confirm asks before something is taken away.
func (p *Page) confirm(title, text string, do func() error) {
	p.Calls.Ask(page.SheetModel{Title: title, Text: widget.Beginning(text, page.TitleShown), Action: title, Cancel: p.Words.T("cancel")}, nil, func() page.SheetEnd {
		p.run(do)
		return page.SheetDone
	})
}

// run does something away from the screen; what came of it is read again.
func (p *Page) run(do func() error) {
	page.Background(p.Dispatcher, "mind/act/"+p.slug, func(context.Context) (struct{}, error) {
		return struct{}{}, do()
	}, func(_ struct{}, err error) {
		p.failed(err)
		if err != nil {
			widget.Reveal(p.note) // the goals are far below it
			return
		}
		p.read()
	})
}
