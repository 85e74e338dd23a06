package chat

import (
	"context"
	"slices"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// This file is what was kept of what the user said, a quiet line below the
// reply, and how it is taken back.

// A Learner keeps what the user says, and takes it back.
type Learner interface {
	Learned([]transcript.ID) ([]companion.Learned, error)
	Unlearn(transcript.ID) error
	Relearn(transcript.ID) error
}

// A LearnedModel is what was kept of a message, in words.
type LearnedModel struct {
	ID     transcript.ID
	Text   string
	Act    string // the word of what can be done
	Undone bool
}

// learn adds what was kept of a message, unless the same is asked about.
func (v *chatViewer) learn(id transcript.ID, asked []companion.Ask) {
	l, ok := v.s.learned[id]
	says := slices.DeleteFunc(slices.Clone(l.Says), func(s string) bool {
		return slices.ContainsFunc(slices.Concat(asked, v.s.asks.Of(id)), func(a companion.Ask) bool {
			return slices.ContainsFunc(a.Says, func(o string) bool { return strings.TrimRight(o, ".。") == strings.TrimRight(s, ".。") })
		})
	})
	if !ok || len(says) == 0 {
		return
	}
	m := LearnedModel{ID: id, Text: v.w.T("learned.line", "text", page.InSentences(says)), Act: v.w.T("learned.undo"), Undone: l.Undone}
	if l.Undone {
		m.Text, m.Act = v.w.T("learned.undone", "text", page.InSentences(says)), v.w.T("learned.redo")
	}
	v.add(RowModel{key: "learned/" + string(id), Kind: RowLearned, Learned: m})
}

// learnedRow is the line with what undoes it.
func (h *RowHooks) learnedRow(m LearnedModel) fyne.CanvasObject {
	act := &actLink{*newFootLink(func() { h.Learn(m) })}
	act.ExtendBaseWidget(act)
	act.set(m.Act)
	act.paint(look.Link)
	return container.New(afterLayout{}, widget.Paragraph(m.Text, look.Muted, look.SizeHint), act)
}

// An actLink is a word that does something, with the keyboard too.
type actLink struct{ footLink }

// MouseOut is called by the toolkit.
func (l *actLink) MouseOut() { l.paint(look.Link) }

// FocusGained is called by the toolkit.
func (l *actLink) FocusGained() {
	l.paint(look.Accent)
	widget.Reveal(l)
}

// FocusLost is called by the toolkit.
func (l *actLink) FocusLost() { l.paint(look.Link) }

// TypedRune is called by the toolkit.
func (l *actLink) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (l *actLink) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.tap()
	}
}

// afterLayout puts a thing behind a text.
type afterLayout struct{}

func (afterLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().Max(objects[1].MinSize())
}

func (afterLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	act := objects[1].MinSize()
	fit := size
	if t, ok := objects[0].(*prose.Text); ok {
		fit = t.Fit(size.Width - act.Width - look.Inside)
	}
	widget.Put(objects[0], widget.Rect{At: fyne.Position{}, Size: fit})
	widget.Put(objects[1], widget.Rect{At: fyne.NewPos(fit.Width+look.Inside, fit.Height-act.Height), Size: act})
}

// A learning is what was kept of the user's messages of today.
type learning struct {
	*part
	keeper Learner
	of     map[transcript.ID]companion.Learned
}

// turn takes back what was kept of a message, or keeps it again.
func (k *learning) turn(m LearnedModel) {
	page.Background(k.Dispatcher, k.kind("learn/"+string(m.ID)), func(context.Context) (struct{}, error) {
		if m.Undone {
			return struct{}{}, k.keeper.Relearn(m.ID)
		}
		return struct{}{}, k.keeper.Unlearn(m.ID)
	}, func(_ struct{}, err error) {
		if err != nil {
			k.trouble(err)
		}
	})
}

// read reads what was kept of those lines that are of today.
func (k *learning) read(lines []line) {
	var ids []transcript.ID
	now := k.Now()
	for _, l := range lines {
		if l.Role == transcript.RoleUser && page.SameDay(l.Time.In(now.Location()), now) {
			ids = append(ids, l.ID)
		}
	}
	if len(ids) == 0 {
		return
	}
	page.Background(k.Dispatcher, k.kind("learned"), func(context.Context) ([]companion.Learned, error) {
		return k.keeper.Learned(ids)
	}, func(list []companion.Learned, err error) {
		if err == nil { // else the line is not there
			k.take(list)
		}
	})
}

// take takes what was kept of some messages.
func (k *learning) take(list []companion.Learned) {
	for _, l := range list {
		k.of[l.Message] = l
	}
	k.show()
}

// corrected reports whether what it took for true was put right by a message.
func (k *learning) corrected(id transcript.ID) bool { return k.of[id].Changed && !k.of[id].Undone }
