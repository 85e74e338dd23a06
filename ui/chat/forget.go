package chat

import (
	"context"
	"strconv"
	"strings"

	"yumori/episodic"
	"yumori/internal/memory"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Retractor takes messages back, with what is derived from them, and gives them
// back again.
type Retractor interface {
	Derived(transcript.ID) ([]memory.Derived, error)
	Retract(transcript.ID) ([]memory.Derived, error)
	Restore(transcript.ID) error
}

// fallsHeight bounds the list of what is withdrawn with a message.
const fallsHeight float32 = 220

// askForget shows what is withdrawn with a message, and takes it back on a yes.
func askForget(d page.Deps, id transcript.ID, m Retractor, after func()) {
	w := d.Words
	page.Background(d.Dispatcher, "forget/look", func(context.Context) ([]memory.Derived, error) {
		return m.Derived(id)
	}, func(list []memory.Derived, err error) {
		if err != nil {
			sorry(d, w.T("why.forget"), err)
			return
		}
		d.Calls.Ask(page.SheetModel{Title: w.T("why.forget"), Text: w.N("why.forget.text", len(list)), Action: w.T("why.forget"), Cancel: w.T("cancel")}, fallsList(d, list), func() page.SheetEnd {
			page.Background(d.Dispatcher, "forget", func(context.Context) (struct{}, error) {
				_, err := m.Retract(id)
				return struct{}{}, err
			}, func(_ struct{}, err error) {
				if err != nil {
					sorry(d, w.T("why.forget"), err)
					return
				}
				after()
			})
			return page.SheetDone
		})
	})
}

// fallsList lists what is withdrawn with a message; nil is nothing.
func fallsList(d page.Deps, list []memory.Derived) fyne.CanvasObject {
	if len(list) == 0 {
		return nil
	}
	body := widget.Rows(look.Half)
	for _, f := range list {
		body.Add(widget.Paragraph(d.Words.T("why.falls", "what", d.Words.ChangeKind(f.Store), "title", widget.Shorten(fallen(d.Words, f), 120)), look.Muted, look.SizeHint))
	}
	// The texts know their height only once they have their width.
	width := page.SheetWidth - 2*look.Between
	for range 2 {
		body.Resize(fyne.NewSize(width, body.MinSize().Height))
	}
	space := container.NewVScroll(body)
	space.SetMinSize(fyne.NewSize(100, min(body.MinSize().Height, fallsHeight)))
	return space
}

// fallen is the title of what falls: of a feeling its word, and a day it begins
// with is said as one says it.
func fallen(w page.Words, f memory.Derived) string {
	first, rest, _ := strings.Cut(f.Title, " ")
	if level, err := strconv.ParseFloat(rest, 64); err == nil && f.Store == motivation.StoreEmotion && w.Emotion(first) != "" {
		return w.Felt(first, level)
	}
	if day := w.Date(first); f.Store == episodic.StoreEpisode && strings.HasPrefix(rest, day) {
		return rest // an episode begins with its day
	}
	if _, text, ok := strings.Cut(f.Title, ": "); ok && strings.HasPrefix(f.Title, "@") {
		return text // a fact, behind whom it is about
	}
	return strings.TrimSpace(w.Date(first) + " " + rest)
}

// restore gives a message back that was taken back.
func restore(d page.Deps, id transcript.ID, m Retractor, after func()) {
	page.Background(d.Dispatcher, "forget", func(context.Context) (struct{}, error) {
		return struct{}{}, m.Restore(id)
	}, func(_ struct{}, err error) {
		if err != nil {
			sorry(d, d.Words.T("forgotten.restore"), err)
			return
		}
		after()
	})
}

// sorry says on a sheet what went wrong where there is no place for it.
func sorry(d page.Deps, title string, err error) {
	d.Calls.Ask(page.SheetModel{Title: title, Text: d.Words.Explain(err).Sentence(), Cancel: d.Words.T("close")}, nil, func() page.SheetEnd { return page.SheetDone })
}

// A forgottenModel is a message that was taken back, in its place.
type forgottenModel struct {
	id   transcript.ID
	text string
	word string // what brings it back; "" nothing does now
}

// forgottenRow says that a message was taken back, and brings it back.
func (h *RowHooks) forgottenRow(m forgottenModel) fyne.CanvasObject {
	line := container.NewHBox(layout.NewSpacer(), widget.Centred(widget.Whole(widget.NewCaption(m.text, look.Muted, look.SizeHint))))
	if m.word != "" {
		back := widget.NewButton(m.word, func() { h.Restore(m.id) })
		back.Importance = fynewidget.LowImportance
		line.Add(back)
	}
	line.Add(layout.NewSpacer())
	return container.New(layout.NewCustomPaddedLayout(0, look.Inside, look.Between, look.Between), line)
}

// forgotten is a message that was taken back.
func (v *chatViewer) forgotten(l line) RowModel {
	m := forgottenModel{id: l.ID, text: v.w.T("forgotten.own")}
	if l.Role == transcript.RolePersona {
		m.text = v.w.T("forgotten.persona", "name", widget.Shorten(v.s.who.Name, page.LongestName))
	}
	if !v.s.turn.Running() {
		m.word = v.w.T("forgotten.restore")
	}
	return RowModel{key: forgottenKey(l.ID), Kind: rowForgotten, forgotten: m}
}

// forgottenKey is the key of the row in place of a message: another than the
// message's, as it is a row of another sort.
func forgottenKey(id transcript.ID) string { return "forgotten/" + string(id) }
