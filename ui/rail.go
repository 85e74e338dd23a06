package ui

import (
	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// A railModel is what the rail shows: the personas, and which place is open.
type railModel struct {
	people  []railPerson
	page    pageName
	waiting int // for a yes, of the persona that is open
}

type railPerson struct {
	slug, name string
	open       bool
	waiting    int // what waits for a decision
}

// railView says what the rail shows. It is pure.
func railView(people []companion.PersonaInfo, states map[string]companion.Snapshot, open string, page pageName) railModel {
	m := railModel{page: page}
	for _, p := range people {
		m.people = append(m.people, railPerson{
			slug: p.Slug, name: p.Name, open: p.Slug == open, waiting: len(states[p.Slug].Inbox),
		})
	}
	m.waiting = len(states[open].Inbox)
	return m
}

// railHooks are what the rail asks of the window.
type railHooks struct {
	Persona func(slug string)
	Page    func(pageName)
	Create  func()
	Menu    func(slug string, at fyne.Position)
	Hint    func(widget.Spot)
	Face    func(a *widget.Avatar, slug string) // gives it the persona's face; may be nil
}

// A rail is the narrow column at the left: personas, then pages.
type rail struct {
	words   page.Words
	hooks   railHooks
	shown   railModel
	people  *fyne.Container
	pages   map[pageName]*widget.IconButton
	titles  map[pageName]string
	faces   map[string]*widget.PersonaButton
	content fyne.CanvasObject
}

func newRail(w page.Words, hooks railHooks) *rail {
	r := &rail{words: w, hooks: hooks, people: widget.Rows(look.Inside), pages: map[pageName]*widget.IconButton{}, titles: map[pageName]string{}, faces: map[string]*widget.PersonaButton{}}
	add := widget.NewIconButton(look.IconPersonaAdd, w.T("persona.create"), widget.IconLarge).On(hooks.Create, hooks.Hint)
	side := layout.NewCustomPaddedLayout(0, 0, look.Inside, look.Inside)
	// The mark of the open persona stands left of its face: the space there
	// belongs to what scrolls, or it would be cut off.
	column := container.New(railLayout{}, container.NewVScroll(container.New(side, r.people)), add)
	for _, p := range places(w) {
		r.pages[p.name] = widget.NewIconButton(p.icon, p.word, widget.IconLarge).On(func() { hooks.Page(p.name) }, hooks.Hint)
		r.titles[p.name] = p.word
		column.Add(r.pages[p.name])
	}
	space := layout.NewCustomPaddedLayout(look.Between-4, look.Between-4, 0, 0)
	r.content = container.NewStack(widget.NewPanel(look.Surface, "", 0), container.New(space, column))
	return r
}

func (r *rail) show(m railModel) {
	for name, b := range r.pages {
		b.Active = name == m.page
		b.Count, b.Word = 0, r.titles[name]
		if name == pageInbox && m.waiting > 0 {
			b.Count, b.Word = m.waiting, r.words.N("rail.waiting", m.waiting, "name", b.Word)
		}
		b.Refresh()
	}
	if len(m.people) != len(r.shown.people) || !samePeople(m, r.shown) {
		r.fill(m)
	}
	r.shown = m
}

func samePeople(a, b railModel) bool {
	for i := range a.people {
		if a.people[i] != b.people[i] {
			return false
		}
	}
	return true
}

func (r *rail) fill(m railModel) {
	r.people.Objects = nil
	feelings := map[string]string{}
	for slug, f := range r.faces {
		feelings[slug] = f.Emotion
	}
	clear(r.faces)
	for _, p := range m.people {
		word := widget.Shorten(p.name, page.LongestName)
		if p.waiting > 0 {
			word = r.words.N("rail.waiting", p.waiting, "name", word)
		}
		b := widget.NewPersonaButton(p.name, word)
		b.Emotion, b.Chosen, b.Count = feelings[p.slug], p.open, p.waiting
		b.OnTapped = func() { r.hooks.Persona(p.slug) }
		b.OnSecondary = func(at fyne.Position) { r.hooks.Menu(p.slug, at) }
		b.OnHint = r.hooks.Hint
		r.faces[p.slug] = b
		r.wear(p.slug)
		r.people.Add(b)
	}
	r.people.Refresh()
	r.content.Refresh()
}

// wear gives a persona its face, again when its own pictures may be others.
func (r *rail) wear(slug string) {
	if f := r.faces[slug]; f != nil && r.hooks.Face != nil {
		r.hooks.Face(&f.Avatar, slug)
		f.Express(page.ExpressionOf(f.Emotion))
	}
}

// feel colours the ring of a persona.
func (r *rail) feel(slug, emotion string) {
	if f := r.faces[slug]; f != nil {
		f.Set(f.Name, emotion)
		f.Express(page.ExpressionOf(emotion))
	}
}
