package chat

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"yumori/internal/facts"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/retrieval"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A recalledState is what was recalled for a reply, opened under it.
type recalledState struct {
	read bool
	list []retrieval.Memory
	err  error
}

// A recalledModel is the same in words.
type recalledModel struct {
	message transcript.ID
	title   string
	note    string // in place of items
	items   []recalledItem
}

// A recalledItem is one memory.
type recalledItem struct {
	head  string // what it is, and when
	text  string
	terms string        // why it was chosen; "" nobody noted it
	where string        // where it stands, and the terms of its score: a detail
	jump  transcript.ID // the message it is; "" for others
}

// recalledText is how many characters of a memory are shown.
const recalledText = 700

// recalledView puts what was recalled into words. It is pure.
func recalledView(id transcript.ID, s recalledState, w page.Words) recalledModel {
	m := recalledModel{message: id, title: w.T("recalled.title")}
	switch {
	case s.err != nil:
		m.note = w.Explain(s.err).Sentence()
	case !s.read:
		m.note = w.T("recalled.reading")
	}
	for _, r := range s.list {
		item := recalledItem{head: memoryHead(w, r), text: widget.Shorten(saidTo(r), recalledText), terms: memoryTerms(w, r), where: memoryWhere(w, r)}
		if r.Changed {
			item.text = w.T("recalled.changed", "file", r.Source.File)
		} else if r.Content == "" {
			item.text = w.T("recalled.gone")
		} else if r.Type == "message" || r.Type == "archive" {
			item.jump = transcript.ID(r.ID)
		}
		m.items = append(m.items, item)
	}
	return m
}

// memoryHead says what a memory is: its kind, who said it and when.
func memoryHead(w page.Words, m retrieval.Memory) string {
	var parts []string
	if m.Mark != "" && m.Mark != starMark {
		parts = append(parts, w.T("recalled.fresh"))
	}
	parts = append(parts, memoryKind(w, m))
	switch m.Speaker {
	case "":
	case persona.Unnamed:
		parts = append(parts, w.T("you"))
	default:
		parts = append(parts, m.Speaker)
	}
	if !m.Time.IsZero() {
		parts = append(parts, w.Moment(m.Time.Local()))
	}
	head := strings.Join(parts, page.Separator)
	if m.Mark == starMark {
		head = starMark + " " + head
	}
	return head
}

// saidTo is what a memory says to the user: nobody is called "the user" to their face.
func saidTo(m retrieval.Memory) string {
	if m.Type != "bank" {
		return remembered(m)
	}
	return facts.Addressed(remembered(m), "")
}

// remembered is what a memory says, without the names that a fact is filed
// under: "@Mika @Biscuit: …".
func remembered(m retrieval.Memory) string {
	if m.Type != "bank" && m.Type != "daily" || !strings.HasPrefix(m.Content, "@") {
		return m.Content
	}
	if _, said, ok := strings.Cut(m.Content, ": "); ok && said != "" {
		return said
	}
	return m.Content
}

// memoryKind says how the persona came to know something.
func memoryKind(w page.Words, m retrieval.Memory) string {
	switch m.Kind {
	case "lived":
		return w.T("kind.lived")
	case "told":
		return w.T("kind.told")
	case "inferred":
		return w.T("kind.inferred")
	case "dreamed":
		return w.T("kind.dreamed")
	}
	return w.T("kind.imported")
}

// starMark is a mark that is shown as it is; any other says that a memory is
// new.
const starMark = "★"

// memoryTerms says why a memory was chosen; "" where that was not noted.
func memoryTerms(w page.Words, m retrieval.Memory) string {
	var why []string
	for _, f := range [][2]string{
		{"text", w.T("term.text")}, {"sense", w.T("term.sense")}, {"vector", w.T("term.vector")}, {"date", w.T("term.date")},
		{"when", w.T("term.when")}, {"speaker", w.T("term.speaker")}, {"user", w.T("term.user")}, {"session", w.T("term.session")},
		{"previous", w.T("term.beside")}, {"next", w.T("term.beside")},
	} {
		if m.Features[f[0]] > 0 && !slices.Contains(why, f[1]) {
			why = append(why, f[1])
		}
	}
	if len(why) == 0 {
		return ""
	}
	return w.T("recalled.why", "why", strings.Join(why, w.T("list.and")))
}

// memoryWhere says where a memory stands, and the terms of its score.
func memoryWhere(w page.Words, m retrieval.Memory) string {
	return m.Source.String() + page.Separator + strings.Join(memoryScore(w, m), w.T("list.and"))
}

// memoryScore is what the place of a memory in the order is made of, as far as
// it is known. Traces of before it was noted whether an arousal is known have
// that of episodes alone.
func memoryScore(w page.Words, m retrieval.Memory) []string {
	score := []string{w.T("recalled.fit", "n", share(1-m.Terms.Distance))}
	if m.Terms.Felt || m.Type == "episode" {
		score = append(score, w.T("recalled.moving", "n", share(m.Terms.Arousal)))
	}
	if !m.Time.IsZero() {
		score = append(score, w.T("recalled.freshness", "n", share(m.Terms.Decay)))
	}
	if m.Confidence != nil {
		score = append(score, w.T("fact.sure", "n", page.Percent(*m.Confidence)))
	}
	return score
}

func share(v float64) string { return fmt.Sprintf("%.2f", v) }

// recalledCard shows what was recalled, quietly.
func (h *RowHooks) recalledCard(m recalledModel) fyne.CanvasObject {
	done := widget.NewIconButton(look.IconClose, h.Word("close"), widget.IconSmall).On(func() { h.Recalled(m.message) }, nil)
	box := widget.Rows(look.Between, container.NewBorder(nil, nil, nil, done, widget.Whole(widget.NewCaption(m.title, look.Text, "").InBold())))
	if m.note != "" {
		box.Add(widget.Paragraph(m.note, look.Muted, ""))
	}
	for _, item := range m.items {
		head := container.NewBorder(nil, nil, nil, nil, widget.NewCaption(item.head, look.Muted, look.SizeHint))
		if item.jump != "" {
			show := widget.NewIconButton(look.IconChat, h.Word("recalled.show"), widget.IconSmall).On(func() { h.Jump(item.jump) }, nil)
			head = container.NewBorder(nil, nil, nil, show, widget.Whole(widget.NewCaption(item.head, look.Muted, look.SizeHint)))
		}
		rows := widget.Rows(2, head, widget.Paragraph(item.text, look.Text, ""))
		if item.terms != "" {
			rows.Add(widget.Paragraph(item.terms, look.Muted, look.SizeHint))
		}
		box.Add(rows)
	}
	return widget.Card(box)
}

// Recollections are what was recalled for replies, as far as it is open under
// them.
type recollections struct {
	*part
	replies Replies
	open    map[transcript.ID]recalledState
	reveal  func(key string) // brings a row in sight
}

// toggle opens what was recalled for a reply under it, or folds it away.
func (r *recollections) toggle(id transcript.ID) {
	if _, open := r.open[id]; open {
		delete(r.open, id)
		r.show()
		return
	}
	r.open[id] = recalledState{}
	r.show()
	page.Background(r.Dispatcher, r.kind("recalled/"+string(id)), func(ctx context.Context) (recalledState, error) {
		list, err := r.replies.Remembered(ctx, id)
		return recalledState{read: true, list: list, err: err}, nil
	}, func(s recalledState, _ error) {
		if _, open := r.open[id]; open {
			r.open[id] = s
			r.show()
			r.reveal(RowKey(id))
		}
	})
}

// A footLink is a word in the line under a message that opens something. The
// keyboard has the same among the message's actions.
type footLink struct {
	fynewidget.BaseWidget
	label *widget.Caption
	tap   func()
}

func newFootLink(tap func()) *footLink {
	l := &footLink{label: widget.NewCaption("", look.Muted, look.SizeHint), tap: tap}
	l.ExtendBaseWidget(l)
	return l
}

func (l *footLink) set(text string) { l.label.SetText(text) }

// Tapped is called by the toolkit.
func (l *footLink) Tapped(*fyne.PointEvent) { l.tap() }

// Cursor is asked by the toolkit.
func (l *footLink) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn is called by the toolkit.
func (l *footLink) MouseIn(*desktop.MouseEvent) { l.paint(look.Link) }

// MouseMoved is called by the toolkit.
func (l *footLink) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (l *footLink) MouseOut() { l.paint(look.Muted) }

func (l *footLink) paint(token fyne.ThemeColorName) {
	l.label.Token = token
	l.label.Refresh()
}

// MinSize is that of the whole word.
func (l *footLink) MinSize() fyne.Size { return l.label.Natural().AddWidthHeight(1, 0) }

// CreateRenderer is called by the toolkit.
func (l *footLink) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(l.label) }
