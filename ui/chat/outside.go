package chat

import (
	"context"
	"slices"
	"strings"

	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// This file is the text of others that messages are derived from: what is said of it,
// and how the user takes it for their own.

// A Truster lets the user say what of others' texts they vouch for, and which are
// their own.
type Truster interface {
	Marks(transcript.Message) []transcript.Foreign
	ClearMark(transcript.ID) error
	RestoreMark(transcript.ID) error
	TrustDocument(hash, name string) error
	DistrustDocument(hash string) error
}

// An outsideModel is the texts of others that a message is derived from, in words;
// the zero outsideModel is none.
type outsideModel struct {
	id      transcript.ID
	text    string
	sources []outsideSource
	clear   bool // the mark can be cleared
	restore bool // it was cleared, and can be brought back
}

// An outsideSource is one of them.
type outsideSource struct {
	word       string
	name, hash string // hash "" cannot be declared the user's own
}

// outsideView puts the marks of a message into words. It is pure.
func outsideView(m transcript.Message, marks []transcript.Foreign, w page.Words) outsideModel {
	switch {
	case m.Trusted:
		return outsideModel{id: m.ID, text: w.T("outside.cleared"), restore: true}
	case len(marks) == 0:
		return outsideModel{}
	}
	o := outsideModel{id: m.ID, text: w.T("why.tainted"), clear: true}
	for _, f := range marks {
		s := outsideSource{word: foreign(w, f), name: f.Name, hash: f.Hash}
		if !slices.Contains(o.sources, s) {
			o.sources = append(o.sources, s)
		}
	}
	return o
}

// foreign names a text of others.
func foreign(w page.Words, f transcript.Foreign) string {
	word := w.T("outside.unknown")
	switch f.Kind {
	case transcript.ForeignDocument:
		word = w.T("outside.document")
	case transcript.ForeignKnowledge:
		word = w.T("outside.knowledge")
	case transcript.ForeignImported:
		word = w.T("outside.imported")
	case transcript.ForeignMemory:
		word = w.T("outside.memory")
	case transcript.ForeignSkill:
		word = w.T("outside.skill")
	case transcript.ForeignProgram:
		word = w.T("outside.program")
	case transcript.ForeignCard:
		word = w.T("outside.card")
	}
	if strings.TrimSpace(f.Name) == "" {
		return word
	}
	return w.T("outside.named", "what", word, "name", widget.Shorten(f.Name, page.LongestName))
}

// outsideBox shows on which texts of others a reply rests, and what can be done.
func (p *WhyPanel) outsideBox(m outsideModel) fyne.CanvasObject {
	w := p.Words
	box := widget.Rows(look.Half, widget.NewCaption(w.T("outside.title"), look.Text, "").InBold(), widget.Paragraph(m.text, look.Text, look.SizeHint))
	for _, s := range m.sources {
		line := widget.FlowLeft(widget.Whole(widget.NewCaption(s.word, look.Muted, look.SizeHint)))
		if s.hash != "" {
			line.Add(widget.NewButton(w.T("outside.mine"), func() {
				p.judge(w.T("outside.trusted", "name", s.name), func() error { return p.companion.Trust.TrustDocument(s.hash, s.name) })
			}))
		}
		box.Add(line)
	}
	if m.clear {
		box.Add(widget.FlowLeft(widget.NewButton(w.T("outside.clear"), func() {
			p.judge("", func() error { return p.companion.Trust.ClearMark(m.id) })
		})))
	}
	if m.restore {
		box.Add(widget.FlowLeft(widget.NewButton(w.T("outside.restore"), func() {
			p.judge("", func() error { return p.companion.Trust.RestoreMark(m.id) })
		})))
	}
	return box
}

// judge does what the user says of texts of others, and reads the answer again.
func (p *WhyPanel) judge(note string, do func() error) {
	page.Background(p.Dispatcher, "why/judge", func(context.Context) (struct{}, error) {
		return struct{}{}, do()
	}, func(_ struct{}, err error) {
		if err != nil {
			p.set(p.Trouble(err))
			return
		}
		p.say(note)
	})
}

// ownOf tells which documents of a message of the user's are declared to be
// their own: those that are named with it and do not count.
func ownOf(m transcript.Message, marks []transcript.Foreign) map[string]documentState {
	docs := map[string]documentState{}
	for _, f := range m.Foreign {
		if f.Kind == transcript.ForeignDocument && f.Hash != "" && !m.Trusted {
			counts := slices.ContainsFunc(marks, func(g transcript.Foreign) bool { return g.Hash == f.Hash })
			docs[f.Name] = documentState{hash: f.Hash, own: widget.When(!counts)}
		}
	}
	return docs
}

// A documentState is what is known of a document that goes with a message.
type documentState struct {
	hash string      // "" unknown
	own  widget.When // the user declared it to be their own
}

// owned declares a document to be the user's own, or takes that back.
func (p *Page) owned(f fileModel) {
	page.Background(p.Dispatcher, p.kind("own/"+f.state.hash), func(context.Context) (struct{}, error) {
		if f.state.own {
			return struct{}{}, p.companion.Trust.DistrustDocument(f.state.hash)
		}
		return struct{}{}, p.companion.Trust.TrustDocument(f.state.hash, f.name)
	}, func(_ struct{}, err error) {
		if err != nil {
			p.trouble(err)
			return
		}
		p.reload()
	})
}
