package ui

import (
	"context"
	"fmt"
	"io"

	"yumori/persona"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// This file is the sheet that gives a persona a picture of the user's.

// A portraitKeeper has a persona's own pictures.
type portraitKeeper interface {
	face.Own
	SetPortrait(picture []byte) error
}

// kindPortrait is the task of the sheet.
const kindPortrait = "portrait"

// sheetPortrait is how large the portrait on the sheet is.
const sheetPortrait float32 = 160

// askPortrait offers to give the persona that is open another picture, or its
// drawn face back.
func askPortrait(s *shell) {
	m, slug := s.companions[s.slug], s.slug
	if m == nil {
		return
	}
	page.Background(s.dispatcher, kindPortrait, func(context.Context) (bool, error) {
		own, err := m.face.Expression("")
		return own != nil || err != nil, nil // one that cannot be read is in the way, too
	}, func(own bool, _ error) {
		deps := s.deps()
		portrait, _ := deps.NewPortrait(sheetPortrait, m.face)
		who := s.cast.persona(slug)
		portrait.Express(face.Who{Slug: slug, Name: who.Name, Face: who.Face}, face.Neutral)
		note := widget.Paragraph("", look.Bad, look.SizeHint)
		note.Hide()
		body := widget.Rows(look.Between, container.NewCenter(portrait), note)
		if own {
			body.Add(widget.FlowMiddle(widget.NewButton(s.words.T("portrait.drawn"), func() { setPortrait(s, slug, nil, note) })))
		}
		s.sheets.Ask(page.SheetModel{
			Title: s.words.T("portrait.title", "name", s.cast.persona(slug).Name), Text: s.words.T("portrait.text"),
			Action: s.words.T("portrait.choose"), Cancel: s.words.T("close"),
		}, widget.Inset(body, look.Inside), func() page.SheetEnd {
			s.calls.Picture(func(file fyne.URIReadCloser) { setPortrait(s, slug, file, note) })
			return page.SheetStays
		})
	})
}

// setPortrait gives a persona a picture, nil its drawn face, and shows it
// everywhere; note says why not.
func setPortrait(s *shell, slug string, file io.ReadCloser, note *prose.Text) {
	m := s.companions[slug]
	page.Background(s.dispatcher, kindPortrait, func(context.Context) (struct{}, error) {
		picture, err := readPortrait(file)
		if err == nil {
			err = m.face.SetPortrait(picture)
		}
		return struct{}{}, err
	}, func(_ struct{}, err error) {
		if err != nil {
			widget.SetParagraph(note, s.words.Explain(err).Sentence())
			note.Show()
			return
		}
		s.faces.Gallery.Forget(slug)
		s.rebuild()
	})
}

// readPortrait reads a picture that can be shown, and closes it; nil of nil.
func readPortrait(file io.ReadCloser) ([]byte, error) {
	if file == nil {
		return nil, nil
	}
	defer file.Close() //nolint:errcheck // nothing was written
	picture, err := io.ReadAll(io.LimitReader(file, persona.MaxExpression+1))
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	if len(picture) > persona.MaxExpression {
		return nil, fmt.Errorf("read picture: %w", face.ErrPicture)
	}
	return picture, face.Check(picture)
}
