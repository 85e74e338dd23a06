package ui

import (
	"context"
	"fmt"
	"strings"

	"yumori/persona"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// This file is the sheet that makes a persona: of a character, or of a text.

// A templateKeeper has the characters that a persona can be made of.
type templateKeeper interface {
	Templates(language string) ([]persona.Template, error)
	CreateFrom(id, language, name string) (string, error)
}

// The sizes of the sheet and what is on it.
const (
	newPersonaWidth float32 = 720
	newPersonaLists float32 = 250 // how high the characters stand; the rest scrolls
	templateFace    float32 = 44
)

// A newPersona is the sheet that is shown.
type newPersona struct {
	*cast
	characters map[string][]persona.Template // by language
	language   string
	chosen     persona.Template
	form       *sheetForm
	soul       *widget.Field
	tiles      *fyne.Container // holds those of the language
}

// create asks whom a new persona is to be made of, and its name; or for
// what is to be brought in.
func (c *cast) create() {
	page.Background(c.dispatcher, "persona/templates", func(context.Context) (map[string][]persona.Template, error) {
		all := map[string][]persona.Template{}
		for _, lang := range []string{"en", "ja"} {
			list, err := c.home.templates.Templates(lang)
			if err != nil {
				return nil, err
			}
			all[lang] = list
		}
		return all, nil
	}, func(all map[string][]persona.Template, err error) {
		if err != nil {
			c.fail(err)
			return
		}
		n := &newPersona{cast: c, characters: all}
		n.ask()
	})
}

// ask shows the sheet.
func (n *newPersona) ask() {
	w := n.words
	words := map[string]string{w.T("language.en"): "en", w.T("language.ja"): "ja"}
	language := widget.NewRadioGroup([]string{w.T("language.en"), w.T("language.ja")}, func(word string) { n.speak(words[word]) })
	n.soul = widget.NewTextField(nil)
	n.soul.SetPlaceHolder(w.T("persona.soul.hint"))
	n.soul.SetMinRowsVisible(5)
	n.soul.Hide()
	n.tiles = container.NewStack()
	scroll := container.NewVScroll(n.tiles)
	scroll.SetMinSize(fyne.NewSize(0, newPersonaLists))
	write := widget.NewFoldButton(w.T("persona.soul"), n.soul, func() {
		scroll.Content = n.soul // in the room of the characters
		scroll.Refresh()
		n.form.name.SetPlaceHolder(w.T("persona.name"))
		n.win.Canvas().Focus(n.soul)
	})
	write.Importance = fynewidget.MediumImportance // as its neighbour: both are ways to begin
	more := widget.FlowLeft(write, widget.NewButton(w.T("persona.from"), n.bring))
	n.form = n.newSheetForm("", language, scroll, more)
	n.speak("en")
	if w.Lang == "ja" {
		language.SetSelected(w.T("language.ja"))
	}
	n.form.name.OnSubmitted = func(string) { n.make() }
	n.sheets.Ask(page.SheetModel{Title: w.T("persona.create"), Text: w.T("persona.create.text"), Width: min(newPersonaWidth, n.win.Canvas().Size().Width-look.Around),
		Action: w.T("persona.create.do"), Cancel: w.T("cancel")}, n.form.box, n.make)
	n.win.Canvas().Focus(n.form.name)
}

// speak offers the characters of a language, the first of them chosen.
func (n *newPersona) speak(language string) {
	n.language = language
	list := n.characters[language]
	if len(list) == 0 {
		return
	}
	var tiles []widget.Tile
	for _, c := range list {
		a := widget.NewAvatar(c.Name, templateFace)
		a.Wear(face.NewHead(n.faces, nil), face.Who{Name: c.Name})
		tiles = append(tiles, widget.Tile{Title: c.Name, Note: lines(c.Line), Face: a})
	}
	choose := func(title string) {
		for _, c := range list {
			if c.Name == title {
				n.chosen = c
			}
		}
		if !n.soul.Visible() { // who is written has no name yet
			n.form.name.SetPlaceHolder(n.chosen.Name)
		}
	}
	choose(tiles[0].Title)
	n.tiles.Objects = []fyne.CanvasObject{widget.NewTiles(tiles, choose)}
	n.tiles.Refresh()
}

// lines puts what a line says into two where it says two things.
func lines(line string) string {
	line = strings.Replace(line, "; ", "\n", 1)
	return strings.Replace(line, "。", "\n", 1)
}

// make makes the persona: of the text, where something was written, else of the
// character that is chosen.
func (n *newPersona) make() page.SheetEnd {
	name, soul := strings.TrimSpace(n.form.name.Text), strings.TrimSpace(n.soul.Text)
	language, chosen := n.language, n.chosen
	if soul != "" && name == "" {
		n.form.complain(page.Explanation{What: n.words.T("persona.nameless")})
		n.win.Canvas().Focus(n.form.name)
		return page.SheetStays
	}
	page.Background(n.dispatcher, "persona/create", func(context.Context) (string, error) {
		if soul != "" {
			return n.home.personas.Create(name, language, soul)
		}
		if chosen.ID == "" {
			return "", fmt.Errorf("create persona: %w", persona.ErrBadName)
		}
		return n.home.templates.CreateFrom(chosen.ID, language, name)
	}, func(slug string, err error) {
		if err != nil {
			n.form.complain(n.words.Explain(err))
			return
		}
		n.sheets.Close()
		n.greet(slug)
	})
	return page.SheetStays
}
