package page

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/internal/companion"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"
)

// An Answerer is told what a person says to what waits.
type Answerer interface {
	AnswerAsk(ctx context.Context, id string, d persona.Decision) (companion.Ask, error)
}

// Asks are what waits for the user's yes as one page shows it, and what was
// answered on it. The zero Asks has none.
type Asks struct {
	Waiting []companion.Ask
	decided []companion.Ask
	stuck   map[string]string // why one that waits could not be decided on
}

// All returns what waits and what was answered, the oldest first.
func (a *Asks) All() []companion.Ask {
	list := slices.Clone(a.Waiting)
	for _, d := range a.decided {
		if !slices.ContainsFunc(list, func(w companion.Ask) bool { return w.ID == d.ID }) {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(x, y companion.Ask) int { return cmp.Or(x.Time.Compare(y.Time), strings.Compare(x.ID, y.ID)) })
	return list
}

// Of returns those that are asked in the turn of a message of the conversation.
func (a *Asks) Of(id transcript.ID) []companion.Ask {
	return slices.DeleteFunc(a.All(), func(x companion.Ask) bool { return x.Dream || x.Message != id })
}

// answered notes what became of one.
func (a *Asks) answered(id string, done companion.Ask, trouble string) {
	if a.stuck == nil {
		a.stuck = map[string]string{}
	}
	delete(a.stuck, id)
	if trouble != "" {
		a.stuck[id] = trouble
		return
	}
	i := slices.IndexFunc(a.Waiting, func(w companion.Ask) bool { return w.ID == id })
	if i < 0 {
		return
	}
	was := a.Waiting[i]
	was.State = done.State
	a.decided = append(a.decided, was)
	a.Waiting = slices.Delete(slices.Clone(a.Waiting), i, i+1)
}

// An Answering is what a person says to some of what waits.
type Answering struct {
	Kind     string // of the work, for Dispatcher
	IDs      []string
	Decision persona.Decision
}

// Answer passes a decision on, one after the other; show draws a afterwards.
// What cannot be decided on stays, with the reason.
func (d Deps) Answer(a *Asks, to Answerer, w Answering, show func()) {
	type end struct {
		done companion.Ask
		err  error
	}
	Background(d.Dispatcher, w.Kind, func(ctx context.Context) ([]end, error) {
		ends := make([]end, len(w.IDs))
		for i, id := range w.IDs {
			ends[i].done, ends[i].err = to.AnswerAsk(ctx, id, w.Decision)
		}
		return ends, nil
	}, func(ends []end, _ error) {
		for i, e := range ends {
			trouble := ""
			switch {
			case errors.Is(e.err, store.ErrConflict):
				trouble = d.Words.T("held.conflict")
			case e.err != nil:
				trouble = d.Words.Explain(e.err).Sentence()
			}
			a.answered(w.IDs[i], e.done, trouble)
		}
		show()
	})
}

// An AskModel is one thing that waits, or was answered, in words.
type AskModel struct {
	ID      string
	Title   string
	Text    string // what would be remembered, or is no more
	Was     string // what it takes the place of
	From    string // who asks, of which file
	Lines   []widget.DiffLine
	Done    string // what became of it in a line, "" it waits
	Trouble string // why it was not written though the user said yes
}

// AskView puts one thing that waits, or was answered, into words.
func (a *Asks) AskView(x companion.Ask, w Words) AskModel {
	m := AskModel{ID: x.ID, Title: w.T("ask.title"), Text: InSentences(x.Says), Trouble: a.stuck[x.ID], Lines: widget.Diff(x.Before, x.After)}
	if drops := InSentences(x.Drops); m.Text == "" {
		m.Title, m.Text = w.T("ask.forget"), drops
	} else if drops != "" {
		m.Was = w.T("ask.instead", "text", drops)
	}
	pages := strings.Join(x.Pages, w.T("list.and"))
	if x.About != "" {
		names := strings.Join(append([]string{x.About}, x.Pages...), w.T("list.and"))
		m.Text, pages = w.T("ask.about", "name", names, "text", m.Text), ""
	}
	m.From = w.T("ask.talk") + Separator + x.File
	if x.Dream {
		m.From = w.T("ask.dream") + Separator + x.File
	}
	if pages != "" {
		m.From += Separator + w.T("ask.pages", "names", pages)
	}
	switch x.State {
	case persona.StateAccepted:
		m.Done = w.T("ask.accepted", "text", m.Text)
	case persona.StateRefused:
		m.Done = w.T("ask.refused", "text", m.Text)
	}
	return m
}

// InSentences puts sentences behind each other, each with the end that its own
// language has: a persona need not speak that of the window.
func InSentences(list []string) string {
	var b strings.Builder
	for i, s := range list {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		end := "."
		if strings.ContainsFunc(s, isJapanese) {
			end = "。"
		} else if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s)
		ends := strings.HasSuffix(s, "”") && (i == len(list)-1 || list[i+1] == "…")
		if last, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(s, "”")); !ends && !strings.ContainsRune(".!?…。」）！？", last) {
			b.WriteString(end)
		}
	}
	return b.String()
}

func isJapanese(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) }

// Week is the day a week begins on, Monday.
func Week(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day()-(int(t.Weekday())+6)%7, 0, 0, 0, 0, t.Location())
}

// AskHooks are what the card of something that waits asks of its page.
type AskHooks struct {
	Decide func(id string, d persona.Decision)
	Grew   func(id string)
	Word   func(key string) string
	Many   widget.When // there are others beside it: none of them stands out
}

// Card asks about one thing; what was answered is a line.
func (h AskHooks) Card(m AskModel) fyne.CanvasObject {
	if m.Done != "" {
		return widget.Paragraph(m.Done, look.Muted, look.SizeHint)
	}
	asked := widget.Rows(look.Half, widget.NewCaption(m.Title, look.Muted, look.SizeHint), widget.Paragraph(m.Text, look.Text, ""))
	if m.Trouble != "" {
		asked.Add(widget.Paragraph(m.Trouble, look.Bad, look.SizeHint))
	}
	yes := widget.NewButton(h.Word("ask.yes"), func() { h.Decide(m.ID, persona.Accept) })
	if !h.Many {
		yes.Importance = fynewidget.HighImportance
	}
	no := widget.NewButton(h.Word("ask.no"), func() { h.Decide(m.ID, persona.Refuse) })
	more := widget.Rows(look.Half, widget.Paragraph(m.From, look.Muted, look.SizeHint), widget.NewDiffBox(m.Lines))
	if m.Was != "" {
		more.Objects = append([]fyne.CanvasObject{widget.Paragraph(m.Was, look.Muted, look.SizeHint)}, more.Objects...)
	}
	more.Hide()
	details := widget.NewFoldButton(h.Word("details"), more, func() { h.Grew(m.ID) })
	return widget.Card(widget.Rows(look.Between, asked, widget.Rows(look.Half, widget.FlowLeft(yes, no, details), more)))
}
