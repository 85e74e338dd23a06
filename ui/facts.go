package ui

import (
	"context"
	"slices"
	"strings"

	"yumori/bank"
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A factKeeper keeps what is held for true.
type factKeeper interface {
	Facts(bank.Query) ([]bank.Fact, error)
	ReviseFact(bank.Fact) error
	DropFact(id string) error
}

// A factModel is a fact in words.
type factModel struct {
	row      masterRow
	foot     string
	evidence []string
}

// factView puts a fact into words. It is pure.
func factView(f bank.Fact, w words) factModel {
	about := strings.Join(f.Entities, ", ")
	foot := []string{w.factType(f.Type)}
	if f.Type == bank.Opinion {
		foot = append(foot, w.T("fact.sure", "n", percent(f.Confidence)))
	}
	if about != "" {
		foot = append(foot, about)
	}
	m := factModel{row: masterRow{title: f.Text, text: strings.Join(foot, separator)}}
	if !f.Time.IsZero() {
		foot = append(foot, w.Moment(f.Time.Local()))
	}
	foot = append(foot, w.kind(string(f.Kind)), f.Source)
	m.foot = strings.Join(slices.DeleteFunc(foot, func(s string) bool { return s == "" }), separator)
	for _, e := range f.Evidence {
		key := w.T("fact.for", "text", e.Text)
		if e.Stance == bank.Against {
			key = w.T("fact.against", "text", e.Text)
		}
		m.evidence = append(m.evidence, key)
	}
	return m
}

// kind is how something came to be known.
func (w words) kind(name string) string {
	switch name {
	case "lived":
		return w.T("kind.lived")
	case "told":
		return w.T("kind.told")
	case "inferred":
		return w.T("kind.inferred")
	case "dreamed":
		return w.T("kind.dreamed")
	case "imported":
		return w.T("kind.imported")
	}
	return name
}

func (w words) factType(t bank.Type) string {
	switch t {
	case bank.World:
		return w.T("fact.world")
	case bank.Experience:
		return w.T("fact.experience")
	case bank.Opinion:
		return w.T("fact.opinion")
	case bank.Summary:
		return w.T("fact.summary")
	}
	return string(t)
}

// A factsPane is what is held for true, and what is thought of it.
type factsPane struct {
	pageDeps
	mate    factKeeper
	facts   []bank.Fact // those that the filter leaves, the newest first
	filter  *field
	list    *masterList
	content fyne.CanvasObject
}

func newFactsPane(deps pageDeps, m factKeeper, id string) *factsPane {
	p := &factsPane{pageDeps: deps, mate: m}
	p.list = newMasterList(deps.words.T("pane.facts.none"), p.choose)
	p.filter = newField(deps.calls.Key)
	p.filter.SetPlaceHolder(deps.words.T("fact.filter"))
	p.filter.OnChanged = func(string) { p.read("") }
	left := under(inset(p.filter, look.Inside), p.list.content.Objects[0])
	p.list.content.Objects[0] = left
	p.content = p.list.content
	p.read(id)
	return p
}

func (p *factsPane) read(id string) {
	query := bank.Query{Words: strings.TrimSpace(p.filter.Text)}
	type told struct {
		facts []bank.Fact
		rows  []masterRow
	}
	background(p.border, "pane/facts", func(context.Context) (told, error) {
		list, err := p.mate.Facts(query)
		slices.SortStableFunc(list, func(a, b bank.Fact) int { return b.Time.Compare(a.Time) })
		t := told{list, make([]masterRow, len(list))}
		for i, f := range list {
			t.rows[i] = factView(f, p.words).row
		}
		return t, err
	}, func(t told, err error) {
		if err != nil {
			p.list.fail(p.trouble(err))
			return
		}
		p.facts = t.facts
		p.list.show(t.rows)
		p.list.put(nil)
		if len(t.facts) > 0 {
			p.list.choose(max(slices.IndexFunc(t.facts, func(f bank.Fact) bool { return f.ID == id }), 0))
		}
	})
}

func (p *factsPane) choose(i int) {
	if i >= len(p.facts) {
		return
	}
	f, w := p.facts[i], p.words
	m := factView(f, w)
	text := newTextField(p.calls.Key)
	text.SetMinRowsVisible(3)
	text.SetText(f.Text)
	sure := widget.NewSlider(0, 1)
	sure.Step = 0.05
	sure.SetValue(f.Confidence)
	box := rows(look.Between, text, paragraph(m.foot, look.Muted, look.SizeHint))
	if f.Type == bank.Opinion {
		said := newCaption(w.T("fact.sure", "n", percent(f.Confidence)), look.Muted, look.SizeHint)
		sure.OnChanged = func(v float64) { said.SetText(w.T("fact.sure", "n", percent(v))) }
		box.Add(rows(0, said, sure))
	}
	if len(m.evidence) > 0 {
		list := rows(look.Half)
		for _, e := range m.evidence {
			list.Add(paragraph(e, look.Text, look.SizeHint))
		}
		box.Add(labelled(w.T("fact.evidence"), list))
	}
	note := paragraph("", look.Muted, look.SizeHint)
	save := newButton(w.T("memories.save"), func() {
		changed := f
		changed.Text, changed.Confidence = strings.TrimSpace(text.Text), sure.Value
		p.run(f.ID, note.SetPlain, func() error { return p.mate.ReviseFact(changed) })
	})
	save.Importance = widget.HighImportance
	drop := newButton(w.T("fact.drop"), func() {
		p.calls.Ask(sheetModel{title: w.T("fact.drop"), text: f.Text, action: w.T("fact.drop"), cancel: w.T("cancel")}, nil, func() sheetEnd {
			p.run("", note.SetPlain, func() error { return p.mate.DropFact(f.ID) })
			return sheetDone
		})
	})
	buttons := flow(drop, save)
	if id := messageIn(f.Sources); id != "" {
		buttons.Objects = append([]fyne.CanvasObject{newButton(w.T("mind.source"), func() { p.calls.Message(id) })}, buttons.Objects...)
	}
	box.Add(note)
	box.Add(buttons)
	p.list.put(container.NewVScroll(inset(box, look.Between)))
}

// run does something away from the screen and reads again.
func (p *factsPane) run(id string, tell func(string), do func() error) {
	background(p.border, "pane/fact/act", func(context.Context) (struct{}, error) {
		return struct{}{}, do()
	}, func(_ struct{}, err error) {
		if err != nil {
			tell(p.words.explain(err).sentence())
			return
		}
		p.read(id)
	})
}
