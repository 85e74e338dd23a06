package ui

import (
	"context"
	"encoding/json"
	"slices"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/ui/backups"
	"yumori/ui/dreams"
	"yumori/ui/importing"
	"yumori/ui/page"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
)

// This file is bringing things in by the window: what is dropped on it, what is
// chosen, and what was broken off when it closed.

// prefImport is the import under way, as an unfinished.
const prefImport = "import.unfinished"

// An unfinished is an import under way, of which home.
type unfinished struct {
	Home    string            `json:"home"`
	Request importing.Request `json:"request"`
}

func (s *shell) importHooks() importing.Hooks {
	return importing.Hooks{
		People: func() []companion.PersonaInfo { return s.cast.people },
		Open:   func() string { return s.slug },
		File: func(picked func(string)) {
			s.pickFile(func(file fyne.URIReadCloser) {
				defer file.Close()
				picked(file.URI().Path())
			})
		},
		Folder: s.pickFolder,
		Keep: func(r importing.Request) {
			unfinished{s.home.Settings.Path(), r}.keep(s.opt.App.Preferences())
		},
		Go:    s.goImported,
		Past:  s.askPast,
		Other: s.insteadOfImport,
	}
}

// keep remembers what is under way, so that it can be gone on with if the program
// ends.
func (u unfinished) keep(p fyne.Preferences) {
	if u.Request == (importing.Request{}) {
		p.RemoveValue(prefImport)
		return
	}
	if data, err := json.Marshal(u); err == nil {
		p.SetString(prefImport, string(data))
	}
}

// unfinishedIn is the import of a home that was broken off, the zero Request none.
func unfinishedIn(home string, p fyne.Preferences) importing.Request {
	var u unfinished
	if err := json.Unmarshal([]byte(p.String(prefImport)), &u); err != nil || u.Home != home {
		return importing.Request{}
	}
	return u.Request
}

// goImported opens a persona that something was brought in for.
func (s *shell) goImported(slug string) {
	s.page = pageChat
	s.cast.list(slug)
}

// askPast asks about living through the days that came in.
func (s *shell) askPast(slug string, plan dreaming.BackfillPlan) {
	s.page = pageDreams
	s.slug = slug
	s.sheets.Close()
	s.cast.listThen(slug, func() {
		if p, ok := s.open.(*dreams.Page); ok && s.slug == slug {
			p.AskPast(plan)
		}
	})
}

// dropped takes files that fell on the window: one to bring in is shown as what
// would come of it, others are taken as the page takes them.
func (s *shell) dropped(_ fyne.Position, files []fyne.URI) {
	if len(files) != 1 || files[0].Scheme() != "file" {
		s.takeFiles(files)
		return
	}
	s.bring.Dropped(files[0].Path(), func() { s.takeFiles(files) })
}

// insteadOfImport is what else can be done with a file that was dropped.
func (s *shell) insteadOfImport(path string) (word string, instead func()) {
	word = s.words.T("import.instead.read")
	if s.page == pageChat {
		word = s.words.T("import.instead.attach")
	}
	return word, func() {
		s.sheets.Close()
		s.takeFiles([]fyne.URI{storage.NewFileURI(path)})
	}
}

func (s *shell) backupHooks() backups.Hooks {
	return backups.Hooks{
		File:    s.importHooks().File,
		Folder:  s.pickFolder,
		Choices: func() config.BackupChoices { return s.settings.Backup },
		Tried:   s.reopenAll,
		Name:    func(slug string) string { return s.cast.persona(slug).Name },
	}
}

// reopenAll takes up all personas anew: their companions were closed.
func (s *shell) reopenAll() {
	for slug := range s.companions {
		s.forgetPersona(slug)
	}
	open := s.slug
	page.Background(s.dispatcher, "personas", func(context.Context) ([]companion.PersonaInfo, error) {
		return s.home.personas.Personas()
	}, func(people []companion.PersonaInfo, err error) {
		if err != nil {
			s.opt.Logger.Error("list personas", "error", err)
			return
		}
		s.cast.people = people
		s.showRail()
		switch {
		case slices.ContainsFunc(people, func(p companion.PersonaInfo) bool { return p.Slug == open }):
			s.reopen(open)
		case len(people) > 0:
			s.slug = people[0].Slug
			s.reopen(s.slug)
		}
	})
}

// reopen opens the companion of the persona that is open anew, and leaves the
// page as it is where it shows nothing of it.
func (s *shell) reopen(slug string) {
	page.Background(s.dispatcher, "persona", func(ctx context.Context) (*openPersona, error) {
		return s.home.open(ctx, slug)
	}, func(m *openPersona, err error) {
		if err != nil {
			s.fail(err)
			return
		}
		s.companions[slug] = m
		s.goPage(s.page)
	})
}

// forgetPersona drops what is shown of a persona.
func (s *shell) forgetPersona(slug string) {
	delete(s.companions, slug)
	delete(s.talks.pages, slug)
	delete(s.states, slug)
	delete(s.drafts, slug)
}
