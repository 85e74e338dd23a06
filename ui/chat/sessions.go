package chat

import (
	"context"
	"strings"

	"yumori/internal/sessions"
	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// This file is the list of the conversations that ended, beside the present one.

// A SessionKeeper ends conversations, lists and finds those that ended, and goes
// on with one.
type SessionKeeper interface {
	EndSession(context.Context) (sessions.Session, error)
	Sessions() ([]sessions.Session, error)
	SearchSessions(ctx context.Context, words string) ([]sessions.Session, error)
	Reopen(ctx context.Context, name string) (sessions.Session, error)
}

// A sessionModel is a conversation that ended, in words.
type sessionModel struct {
	id    string
	first transcript.ID
	title string
	when  string
}

// sessionsView puts conversations that ended into words. It is pure.
func sessionsView(list []sessions.Session, query string, w page.Words) (rows []sessionModel, summary string) {
	for _, s := range list {
		m := sessionModel{id: s.ID, first: s.First, title: s.Title}
		if !s.Ended.IsZero() {
			m.when = w.Moment(s.Ended.Local())
		}
		if s.Messages > 0 {
			m.when = strings.TrimPrefix(m.when+page.Separator+w.N("talk.messages", s.Messages), page.Separator)
		}
		rows = append(rows, m)
	}
	switch {
	case len(list) > 0:
		return rows, w.N("talk.count", len(list))
	case query != "":
		return nil, w.T("search.none", "query", query)
	}
	return nil, w.T("talk.none")
}

// A SessionsPanel lists the conversations that ended, beside the present one.
type SessionsPanel struct {
	page.Deps
	companion SessionKeeper
	hooks     sessionHooks
	Entry     *widget.Field
	Summary   *prose.Text
	List      *fyne.Container
	Content   fyne.CanvasObject
}

// sessionHooks are what the list asks of its page.
type sessionHooks struct {
	Read   func(first transcript.ID) // shows a conversation from its first message
	Reopen func(id string)           // goes on with one
	New    func()                    // ends the present one
	Close  func()
}

func newSessionsPanel(deps page.Deps, m SessionKeeper, hooks sessionHooks) *SessionsPanel {
	w := deps.Words
	s := &SessionsPanel{Deps: deps, companion: m, hooks: hooks, Entry: widget.NewField(deps.Calls.Key)}
	s.Entry.SetPlaceHolder(w.T("talk.search"))
	s.Entry.OnChanged = func(string) { s.read() }
	s.Entry.OnEscape = hooks.Close
	s.Summary = widget.Paragraph("", look.Muted, look.SizeHint)
	s.List = widget.Rows(look.Half)
	done := widget.NewIconButton(look.IconClose, w.T("close"), widget.IconSmall).On(hooks.Close, deps.Calls.Hint)
	title := container.New(widget.MidHeight{}, widget.NewCaption(w.T("talk.title"), look.Text, look.SizeLead).InBold())
	head := container.NewBorder(nil, nil, nil, widget.Centred(done), title)
	fresh := widget.NewButton(w.T("talk.new"), hooks.New)
	fresh.SetIcon(look.Icon(look.IconAdd))
	body := widget.Under(widget.Rows(look.Inside, head, fresh, s.Entry, s.Summary), container.NewVScroll(s.List))
	edge := widget.NewPanel(look.Line, "", 0)
	s.Content = container.New(sideLayout{}, edge, widget.Inset(body, look.Inside))
	return s
}

// read lists what ended, or that of it in which something was said.
func (s *SessionsPanel) read() {
	query := strings.TrimSpace(s.Entry.Text)
	page.Background(s.Dispatcher, "sessions", func(ctx context.Context) ([]sessions.Session, error) {
		if query == "" {
			return s.companion.Sessions()
		}
		return s.companion.SearchSessions(ctx, query)
	}, func(list []sessions.Session, err error) {
		rows, summary := sessionsView(list, query, s.Words)
		if err != nil {
			summary = s.Words.Explain(err).Sentence()
		}
		s.set(rows, summary)
	})
}

func (s *SessionsPanel) set(rows []sessionModel, summary string) {
	widget.SetParagraph(s.Summary, summary)
	s.List.Objects = nil
	for _, m := range rows {
		body := newHitRow(hitModel{id: m.first, who: m.when, excerpt: m.title}, func(hitModel) { s.hooks.Read(m.first) })
		on := widget.NewIconButton(look.IconChat, s.Words.T("talk.reopen"), widget.IconSmall).On(func() { s.hooks.Reopen(m.id) }, s.Calls.Hint)
		s.List.Add(container.NewBorder(nil, nil, nil, widget.Centred(on), body))
	}
	s.List.Refresh()
	s.Content.Refresh()
}
