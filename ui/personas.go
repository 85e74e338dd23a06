package ui

import (
	"context"
	"strings"

	"yumori/internal/companion"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// This file is what can be done with a persona as a whole.

// personaMenu offers to rename a persona or to set it aside.
func (s *shell) personaMenu(slug string, at fyne.Position) {
	if slug == "" {
		return
	}
	rename := fyne.NewMenuItem(s.words.T("persona.rename"), func() { s.cast.rename(slug) })
	rename.Icon = look.Icon(look.IconEdit)
	aside := fyne.NewMenuItem(s.words.T("persona.aside"), func() { s.cast.setAside(slug) })
	aside.Icon = look.Icon(look.IconArchive)
	items := []*fyne.MenuItem{rename, aside}
	if slug == s.slug {
		prompt := fyne.NewMenuItem(s.words.T("prompt.now"), s.talks.showPrompt)
		prompt.Icon = look.Icon(look.IconEye)
		talk := fyne.NewMenuItem(s.words.T("talk.new"), s.talks.end)
		talk.Icon = look.Icon(look.IconChat)
		export := fyne.NewMenuItem(s.words.T("export.open"), s.calls.Export)
		export.Icon = look.Icon(look.IconDownload)
		picture := fyne.NewMenuItem(s.words.T("portrait.open"), func() { askPortrait(s) })
		picture.Icon = look.Icon(look.IconPicture)
		tour := fyne.NewMenuItem(s.words.T("tour.open"), s.tour)
		tour.Icon = look.Icon(look.IconInfo)
		items = []*fyne.MenuItem{talk, prompt, rename, picture, export, aside, tour}
	}
	s.menu(at, items...)
}

// A cast is the personas of the home, and what is done with one as a whole.
type cast struct {
	*window
	people []companion.PersonaInfo
	faces  *face.Stage
	castHooks
}

// castHooks are what the cast asks of the window.
type castHooks struct {
	shown  func() string // the persona that is open
	open   func(slug string, then func())
	greet  func(slug string) // opens one that is new, to talk with
	forget func(slug string)
	fail   func(error)
	bring  func()                     // asks for what is to be brought in
	own    func(slug string) face.Own // the pictures that were given to it; nil nobody knows
}

// persona is the persona of a slug; of one that is not in the list the slug is
// the name.
func (c *cast) persona(slug string) companion.PersonaInfo {
	for _, p := range c.people {
		if p.Slug == slug {
			return p
		}
	}
	return companion.PersonaInfo{Slug: slug, Name: slug}
}

// wear gives an avatar the face of a persona.
func (c *cast) wear(a *widget.Avatar, slug string) {
	a.Wear(face.NewHead(c.faces, c.own(slug)), c.who(slug))
}

// who is the persona of a slug as its portrait knows it.
func (c *cast) who(slug string) face.Who {
	p := c.persona(slug)
	return face.Who{Slug: slug, Name: p.Name, Face: p.Face}
}

// A sheetForm is the body of a sheet that asks for a name.
type sheetForm struct {
	name *widget.Field
	note *prose.Text
	box  *fyne.Container
}

func (c *cast) newSheetForm(name string, more ...fyne.CanvasObject) *sheetForm {
	f := &sheetForm{name: widget.NewField(nil), note: widget.Paragraph("", look.Bad, look.SizeHint)}
	f.name.SetText(name)
	f.name.SetPlaceHolder(c.words.T("persona.name"))
	f.name.OnEscape = c.sheets.Close
	f.note.Hide()
	f.box = container.NewVBox(append([]fyne.CanvasObject{f.name}, append(more, f.note)...)...)
	return f
}

func (f *sheetForm) complain(e page.Explanation) {
	widget.SetParagraph(f.note, e.Sentence())
	f.note.Show()
	f.box.Refresh()
}

// list reads the list of personas and opens one of it.
func (c *cast) list(open string) { c.listThen(open, func() {}) }

// listThen is list, and calls then when that one is open.
func (c *cast) listThen(open string, then func()) {
	page.Background(c.dispatcher, "personas", func(context.Context) ([]companion.PersonaInfo, error) {
		return c.home.personas.Personas()
	}, func(people []companion.PersonaInfo, err error) {
		if err != nil {
			c.fail(err)
			return
		}
		c.people = people
		if open == "" && len(people) > 0 {
			open = people[0].Slug
		}
		c.open(open, then)
	})
}

// rename asks for another name.
func (c *cast) rename(slug string) {
	form := c.newSheetForm(c.persona(slug).Name)
	act := func() page.SheetEnd {
		name := strings.TrimSpace(form.name.Text)
		page.Background(c.dispatcher, "persona/rename", func(ctx context.Context) (struct{}, error) {
			return struct{}{}, c.home.personas.Rename(ctx, slug, name)
		}, func(_ struct{}, err error) {
			if err != nil {
				form.complain(c.words.Explain(err))
				return
			}
			c.sheets.Close()
			c.list(c.shown())
		})
		return page.SheetStays
	}
	form.name.OnSubmitted = func(string) { act() }
	c.sheets.Ask(page.SheetModel{Title: c.words.T("persona.rename"), Text: c.words.T("persona.rename.text"),
		Action: c.words.T("persona.rename.do"), Cancel: c.words.T("cancel")}, form.box, act)
	c.win.Canvas().Focus(form.name)
}

// setAside asks before a persona leaves the list. Nothing is deleted.
func (c *cast) setAside(slug string) {
	note := widget.Paragraph("", look.Bad, look.SizeHint)
	note.Hide()
	c.sheets.Ask(page.SheetModel{
		Title: c.words.T("persona.aside.title", "name", c.persona(slug).Name),
		Text:  c.words.T("persona.aside.text", "name", c.persona(slug).Name, "home", c.home.Settings.Path()), Action: c.words.T("persona.aside.do"), Cancel: c.words.T("cancel"),
	}, note, func() page.SheetEnd {
		page.Background(c.dispatcher, "persona/aside", func(context.Context) (string, error) {
			return c.home.personas.SetAside(slug)
		}, func(_ string, err error) {
			if err != nil {
				widget.SetParagraph(note, c.words.Explain(err).Sentence())
				note.Show()
				return
			}
			c.forget(slug)
			c.sheets.Close()
			next := c.shown()
			if next == slug {
				next = ""
			}
			c.list(next)
		})
		return page.SheetStays
	})
}
