package ui

import (
	"context"
	"strings"

	"yumori/internal/companion"
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
	rename := fyne.NewMenuItem(s.words.T("persona.rename"), func() { s.renamePersona(slug) })
	rename.Icon = look.Icon(look.IconEdit)
	aside := fyne.NewMenuItem(s.words.T("persona.aside"), func() { s.setAside(slug) })
	aside.Icon = look.Icon(look.IconArchive)
	items := []*fyne.MenuItem{rename, aside}
	if slug == s.slug {
		prompt := fyne.NewMenuItem(s.words.T("prompt.now"), s.showPrompt)
		prompt.Icon = look.Icon(look.IconEye)
		talk := fyne.NewMenuItem(s.words.T("talk.new"), s.newTalk)
		talk.Icon = look.Icon(look.IconChat)
		export := fyne.NewMenuItem(s.words.T("export.open"), s.calls.Export)
		export.Icon = look.Icon(look.IconDownload)
		picture := fyne.NewMenuItem(s.words.T("portrait.open"), func() { askPortrait(s) })
		picture.Icon = look.Icon(look.IconPicture)
		tour := fyne.NewMenuItem(s.words.T("tour.open"), func() { showTour(s) })
		tour.Icon = look.Icon(look.IconInfo)
		items = []*fyne.MenuItem{talk, prompt, rename, picture, export, aside, tour}
	}
	s.menu(at, items...)
}

// persona is the persona of a slug; of one that is not in the list the slug is
// the name.
func (s *shell) persona(slug string) companion.PersonaInfo {
	for _, p := range s.people {
		if p.Slug == slug {
			return p
		}
	}
	return companion.PersonaInfo{Slug: slug, Name: slug}
}

// A sheetForm is the body of a sheet that asks for a name.
type sheetForm struct {
	name *widget.Field
	note *prose.Text
	box  *fyne.Container
}

func (s *shell) newSheetForm(name string, more ...fyne.CanvasObject) *sheetForm {
	f := &sheetForm{name: widget.NewField(nil), note: widget.Paragraph("", look.Bad, look.SizeHint)}
	f.name.SetText(name)
	f.name.SetPlaceHolder(s.words.T("persona.name"))
	f.name.OnEscape = s.sheets.Close
	f.note.Hide()
	f.box = container.NewVBox(append([]fyne.CanvasObject{f.name}, append(more, f.note)...)...)
	return f
}

func (f *sheetForm) complain(e page.Explanation) {
	widget.SetParagraph(f.note, e.Sentence())
	f.note.Show()
	f.box.Refresh()
}

// listPersonas reads the list of personas and opens one of it.
func (s *shell) listPersonas(open string) { s.listPersonasThen(open, func() {}) }

// listPersonasThen is listPersonas, and calls then when that one is open.
func (s *shell) listPersonasThen(open string, then func()) {
	page.Background(s.dispatcher, "personas", func(context.Context) ([]companion.PersonaInfo, error) {
		return s.home.personas.Personas()
	}, func(people []companion.PersonaInfo, err error) {
		if err != nil {
			s.fail(err)
			return
		}
		s.people = people
		if open == "" && len(people) > 0 {
			open = people[0].Slug
		}
		s.goPersonaThen(open, then)
	})
}

// renamePersona asks for another name.
func (s *shell) renamePersona(slug string) {
	form := s.newSheetForm(s.persona(slug).Name)
	act := func() page.SheetEnd {
		name := strings.TrimSpace(form.name.Text)
		page.Background(s.dispatcher, "persona/rename", func(ctx context.Context) (struct{}, error) {
			return struct{}{}, s.home.personas.Rename(ctx, slug, name)
		}, func(_ struct{}, err error) {
			if err != nil {
				form.complain(s.words.Explain(err))
				return
			}
			s.sheets.Close()
			s.listPersonas(s.slug)
		})
		return page.SheetStays
	}
	form.name.OnSubmitted = func(string) { act() }
	s.sheets.Ask(page.SheetModel{Title: s.words.T("persona.rename"), Text: s.words.T("persona.rename.text"),
		Action: s.words.T("persona.rename.do"), Cancel: s.words.T("cancel")}, form.box, act)
	s.win.Canvas().Focus(form.name)
}

// setAside asks before a persona leaves the list. Nothing is deleted.
func (s *shell) setAside(slug string) {
	note := widget.Paragraph("", look.Bad, look.SizeHint)
	note.Hide()
	s.sheets.Ask(page.SheetModel{
		Title: s.words.T("persona.aside.title", "name", s.persona(slug).Name),
		Text:  s.words.T("persona.aside.text", "name", s.persona(slug).Name, "home", s.home.Settings.Path()), Action: s.words.T("persona.aside.do"), Cancel: s.words.T("cancel"),
	}, note, func() page.SheetEnd {
		page.Background(s.dispatcher, "persona/aside", func(context.Context) (string, error) {
			return s.home.personas.SetAside(slug)
		}, func(_ string, err error) {
			if err != nil {
				widget.SetParagraph(note, s.words.Explain(err).Sentence())
				note.Show()
				return
			}
			s.forgetPersona(slug)
			s.sheets.Close()
			next := s.slug
			if next == slug {
				next = ""
			}
			s.listPersonas(next)
		})
		return page.SheetStays
	})
}
