package importing

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/exchange"
	"yumori/internal/imports"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A planModel is what would come in, in words.
type planModel struct {
	kind     string   // what it is
	in       []string // what comes in
	left     []string // what does not, and why
	same     string   // "" something would change
	targets  []widget.Choice
	target   string
	speakers []string // of a text, of whom one is the user; nil: no question
	guessed  bool     // the first of them is a guess
	action   string
	own      bool // it is asked whether it is the user's own
}

// maxLeft is how many things that do not come in are named, maxNotes how much of
// an author's notes is shown, in characters, maxFiles how many files are named.
const (
	maxLeft  = 30
	maxNotes = 600
	maxFiles = 6
)

// planView puts what a file or folder holds into words. It is pure.
func planView(f found, r Request, people []companion.PersonaInfo, w page.Words) planModel {
	m := planModel{kind: kindWord(f.kind, w), action: w.T("import.do")}
	switch {
	case f.isLore():
		m.kind = w.T("import.kind.lore")
		m.in, m.left = []string{w.N("import.in.lore", f.card.Imported.Lore, "on", page.Thousands(f.card.Imported.LoreOn))}, cardLeft(f.card.Left, w)
	case f.card != nil:
		m.in, m.left = cardIn(f.card.Imported, w), cardLeft(f.card.Left, w)
	case f.tavern != nil:
		m.in, m.left = tavernIn(*f.tavern, w), talkLeft(f.tavern.Left, w)
	case f.talk != nil:
		m.in, m.left = talkIn(f.talk.Imported, w), talkLeft(f.talk.Left, w)
		m.speakers, m.guessed = f.talk.Imported.Speakers, r.User == ""
	}
	if len(m.left) > maxLeft {
		m.left = append(m.left[:maxLeft:maxLeft], w.N("import.left.more", len(m.left)-maxLeft))
	}
	m.own = f.mayBeOwn()
	if f.again() {
		m.own = false
		m.same, m.action = sameView(f, r, people, w), ""
	}
	if f.takesPersona() {
		m.targets, m.target = targets(f, people, w), r.Persona
	}
	return m
}

// again reports whether all of it is here already.
func (f found) again() bool { return f.talk != nil && f.talk.Again || f.card != nil && f.card.Again }

// slug is the persona that it went to, or is with already.
func (f found) slug() string {
	switch {
	case f.card != nil:
		return f.card.Slug
	case f.tavern != nil && len(f.tavern.Personas) > 0:
		return f.tavern.Personas[0].Card.Slug
	case f.talk != nil:
		return f.talk.Slug
	}
	return ""
}

// targets are the personas it may go to; lore needs one that is there.
func targets(f found, people []companion.PersonaInfo, w page.Words) []widget.Choice {
	var list []widget.Choice
	if !f.isLore() {
		list = append(list, widget.Choice{Value: "", Word: w.T("import.into.new", "name", widget.Shorten(f.talk.Imported.Name, page.LongestName))})
	}
	seen := map[string]int{}
	for _, p := range people {
		seen[p.Name]++
	}
	for _, p := range people {
		word := widget.Shorten(p.Name, page.LongestName)
		if seen[p.Name] > 1 {
			word += " (" + p.Slug + ")"
		}
		list = append(list, widget.Choice{Value: p.Slug, Word: word})
	}
	return list
}

// persona is what the persona of a slug is called that it went to. One that was just made may
// not be among the people yet.
func (f found) persona(slug string, people []companion.PersonaInfo) string {
	name := slug
	switch i := slices.IndexFunc(people, func(p companion.PersonaInfo) bool { return p.Slug == slug }); {
	case i >= 0:
		name = people[i].Name
	case f.isLore():
	case f.card != nil:
		name = cmp.Or(f.card.Imported.Name, name)
	case f.tavern != nil && len(f.tavern.Personas) > 0:
		name = cmp.Or(f.tavern.Personas[0].Card.Imported.Name, name)
	case f.talk != nil:
		name = cmp.Or(f.talk.Imported.Name, name)
	}
	return widget.Shorten(name, page.LongestName)
}

func sameView(f found, r Request, people []companion.PersonaInfo, w page.Words) string {
	return w.T("import.same", "name", f.persona(cmp.Or(f.slug(), r.Persona), people))
}

// talkIn is what of a talk or a folder comes in.
func talkIn(in exchange.ImportParts, w page.Words) []string {
	var list []string
	if in.Kind == imports.Persona {
		return append(list, w.T("import.in.whole", "name", widget.Shorten(in.Name, page.LongestName), "n", strings.Join(in.Files, "")))
	}
	threads := w.N("import.in.threads", in.Threads)
	switch {
	case in.Messages > 0 && in.First == in.Last:
		list = append(list, w.N("import.in.day", in.Messages, "threads", threads, "day", w.Date(in.First)))
	case in.Messages > 0:
		list = append(list, w.N("import.in.messages", in.Messages, "threads", threads, "from", w.Date(in.First), "to", w.Date(in.Last)))
	}
	if in.Known > 0 && in.Known < in.Messages {
		list = append(list, w.N("import.in.known", in.Known))
	}
	if in.Branches > 0 {
		list = append(list, w.N("import.in.branches", in.Branches))
	}
	if in.Guessed > 0 {
		list = append(list, w.N("import.in.guessed", in.Guessed))
	}
	if n := len(in.Files); n > 0 {
		names := strings.Join(in.Files[:min(n, maxFiles)], ", ")
		if n > maxFiles {
			names += ", …"
		}
		list = append(list, w.N("import.in.files", n, "files", names))
	}
	return list
}

// cardIn is what of a card comes in.
func cardIn(in exchange.CardParts, w page.Words) []string {
	list := []string{w.T("import.in.character", "name", widget.Shorten(in.Name, page.LongestName))}
	count := func(key string, n int, pairs ...string) {
		if n > 0 {
			list = append(list, w.N(key, n, pairs...))
		}
	}
	count("import.in.greetings", in.Greetings)
	count("import.in.lore", in.Lore, "on", page.Thousands(in.LoreOn))
	if in.Portrait {
		list = append(list, w.T("import.in.portrait"))
	}
	count("import.in.expressions", len(in.Expressions))
	if in.Author != "" {
		list = append(list, w.T("import.in.author", "name", widget.Shorten(in.Author, page.LongestName)))
	}
	if in.Notes != "" {
		list = append(list, w.T("import.in.notes", "text", widget.Shorten(strings.TrimSpace(in.Notes), maxNotes)))
	}
	return list
}

// tavernIn is what of a data folder comes in.
func tavernIn(t exchange.TavernReport, w page.Words) []string {
	var list []string
	for _, p := range t.Personas {
		messages := 0
		for _, talk := range p.Talks {
			messages += talk.Imported.Messages
		}
		list = append(list, w.T("import.in.persona", "name", widget.Shorten(p.Card.Imported.Name, page.LongestName), "messages", w.N("import.messages", messages)))
	}
	return list
}

// talkLeft says what of a talk or folder does not come in.
func talkLeft(left []imports.Left, w page.Words) []string {
	var list []string
	for _, l := range left {
		list = append(list, w.T("import.left", "what", l.What, "why", whyWord(l.Why, w), "n", page.Thousands(l.N)))
	}
	return list
}

// cardLeft says what of a card is not used.
func cardLeft(left []exchange.LeftOfCard, w page.Words) []string {
	var list []string
	for _, l := range left {
		list = append(list, w.T("import.card.left", "what", l.What, "why", cardWhyWord(l.Why, w)))
	}
	return list
}

// A doneModel is how an import ended.
type doneModel struct {
	text  string
	hints []string
	slug  string // to go to, "" nowhere
	name  string
}

// doneView says what came in. It is pure.
func doneView(f found, r Request, people []companion.PersonaInfo, w page.Words) doneModel {
	m := doneModel{slug: f.slug(), name: f.persona(f.slug(), people)}
	switch {
	case f.again():
		m.text = sameView(f, r, people, w)
		return m
	case f.isLore():
		m.text = w.N("import.done.lore", f.card.Imported.Lore, "name", m.name)
	case f.card != nil:
		m.text = w.T("import.done.card", "name", m.name)
	case f.tavern != nil:
		m.text = w.N("import.done.tavern", len(f.tavern.Personas))
	case f.kind == imports.Persona:
		m.text = w.T("import.done.whole", "name", m.name)
		return m
	case f.kind.MakesPersona() || f.talk.Imported.Messages == 0:
		m.text = w.T("import.done.persona", "name", m.name, "messages", w.N("import.messages", f.talk.Imported.Messages))
	default:
		in := f.talk.Imported
		m.text = w.N("import.done.talk", in.Messages-in.Known, "name", m.name)
		if in.Beside {
			m.hints = append(m.hints, w.T("import.done.beside", "name", m.name))
		}
	}
	if !r.Mine {
		m.hints = append(m.hints, w.T("import.done.foreign"))
	}
	return m
}

// problem says why something cannot be brought in.
func problem(err error, name string, w page.Words) page.Explanation {
	e := page.Explanation{Details: err.Error()}
	reason, _ := reasonOf(err)
	key := badKey(reason)
	if key == "" {
		return w.Explain(err)
	}
	e.What = w.T(key, "name", widget.Shorten(name, 60))
	e.Next = w.T("import.bad.nothing")
	return e
}

// reasonOf is the reason for which a file is refused.
func reasonOf(err error) (string, bool) {
	if bad := new(imports.Error); errors.As(err, &bad) {
		return string(bad.Reason), true
	}
	if bad := new(exchange.CardError); errors.As(err, &bad) {
		return bad.Reason, true
	}
	return exchange.ArchiveReason(err)
}

// unclear are the names of those of whom nobody can tell who is the user.
func unclear(err error) []string {
	if bad := new(imports.Error); errors.As(err, &bad) && bad.Reason == imports.Speakers {
		return bad.Names
	}
	return nil
}
