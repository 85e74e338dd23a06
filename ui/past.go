package ui

import (
	"context"
	"slices"
	"strconv"

	"yumori/store"
	"yumori/ui/look"
	"yumori/ui/prose"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A pastReader tells how a file was, and makes it so again.
type pastReader interface {
	History(name string) ([]store.Past, error)
	PastText(name string, v store.Version) (string, error)
	RestoreText(name string, v store.Version) error
}

// A pastModel is a moment of a file's past in words.
type pastModel struct {
	title string
	now   when // it is the present version
	gone  when // the file was not there
	lines []diffLine
}

// pastView puts a moment into words: when and by whom, and what is different
// now. It is pure.
func pastView(p store.Past, then, now string, w words) pastModel {
	m := pastModel{title: w.T("past.version", "when", w.Moment(p.Time.Local()), "who", w.causeWord(p.Cause.Kind))}
	m.gone = when(p.Version == "")
	if then == now {
		m.now = true
		for _, l := range splitLines(then) {
			m.lines = append(m.lines, diffLine{kind: diffSame, text: l})
		}
		m.lines = clipDiff(m.lines)
		return m
	}
	m.lines = diff(then, now)
	return m
}

// causeWord is who wrote a version.
func (w words) causeWord(k store.CauseKind) string {
	switch k {
	case store.CauseUser:
		return w.T("cause.user")
	case store.CauseTool:
		return w.T("cause.tool")
	case store.CauseTurn:
		return w.T("cause.turn")
	case store.CauseDream:
		return w.T("cause.dream")
	case store.CauseSetup:
		return w.T("cause.setup")
	case store.CauseRestore:
		return w.T("cause.restore")
	case store.CauseImport:
		return w.T("cause.import")
	}
	return w.T("cause.outside")
}

// A pastPane goes through the versions of a file with a slider, from the
// oldest to the present one.
type pastPane struct {
	pageDeps
	mate     pastReader
	file     string
	now      string
	versions []store.Past // the oldest first
	restored func()

	title   *caption
	slider  *widget.Slider
	text    *fyne.Container
	restore *button
	note    *prose.Text
	content fyne.CanvasObject
}

func newPastPane(deps pageDeps, m pastReader, file, now string) *pastPane {
	p := &pastPane{pageDeps: deps, mate: m, file: file, now: now, text: container.NewStack()}
	w := deps.words
	p.title = newCaption(w.T("past.reading"), look.Text, "").bold()
	p.note = paragraph(w.T("past.hint"), look.Muted, look.SizeHint)
	p.slider = widget.NewSlider(0, 1)
	p.slider.OnChanged = func(float64) { p.look() }
	p.restore = newButton(w.T("past.restore"), p.makeSo)
	head := rows(look.Inside, container.NewBorder(nil, nil, nil, p.restore, container.New(midHeight{}, p.title)), p.slider, p.note)
	p.content = under(head, container.NewVScroll(p.text))
	p.read()
	return p
}

// read reads the list of versions.
func (p *pastPane) read() {
	p.restore.Disable()
	background(p.border, "past/list", func(context.Context) ([]store.Past, error) {
		return p.mate.History(p.file)
	}, func(list []store.Past, err error) {
		if err != nil {
			setParagraph(p.note, p.words.explain(err).sentence())
			return
		}
		slices.Reverse(list)
		p.versions = list
		if len(list) == 0 {
			p.title.SetText(p.words.T("past.none"))
			p.slider.Disable()
			return
		}
		p.slider.Max = float64(max(len(list)-1, 1))
		p.slider.SetValue(float64(len(list) - 1))
		p.look()
	})
}

// at is the version that the slider is on.
func (p *pastPane) at() (store.Past, bool) {
	i := int(p.slider.Value + 0.5)
	if i < 0 || i >= len(p.versions) {
		return store.Past{}, false
	}
	return p.versions[i], true
}

// look shows the version that the slider is on.
func (p *pastPane) look() {
	v, ok := p.at()
	if !ok {
		return
	}
	background(p.border, "past/text", func(context.Context) (string, error) {
		return p.mate.PastText(p.file, v.Version)
	}, func(then string, err error) {
		if err != nil {
			setParagraph(p.note, p.words.explain(err).sentence())
			return
		}
		m := pastView(v, then, p.now, p.words)
		n := strconv.Itoa(int(p.slider.Value+0.5) + 1)
		p.title.SetText(p.words.T("past.place", "n", n, "all", strconv.Itoa(len(p.versions)), "version", m.title))
		p.text.Objects = []fyne.CanvasObject{diffBox(m.lines)}
		p.text.Refresh()
		enable(p.restore, when(!bool(m.now) && !bool(m.gone)))
	})
}

// makeSo makes the file what it was.
func (p *pastPane) makeSo() {
	v, ok := p.at()
	if !ok {
		return
	}
	background(p.border, "past/restore", func(context.Context) (struct{}, error) {
		return struct{}{}, p.mate.RestoreText(p.file, v.Version)
	}, func(_ struct{}, err error) {
		if err != nil {
			setParagraph(p.note, p.words.explain(err).sentence())
			return
		}
		if p.restored != nil {
			p.restored()
		}
	})
}

// togglePast shows the past of the open file in place of its text, or the
// text again.
func (p *textEditor) togglePast() {
	if p.inPast() {
		p.space.Objects = []fyne.CanvasObject{p.page}
		p.show()
		return
	}
	past := newPastPane(p.pageDeps, p.texts, p.state.file.file, p.state.on)
	past.restored = func() { p.open(p.state.file) }
	p.space.Objects = []fyne.CanvasObject{past.content}
	p.show()
}

// inPast reports whether the past is shown.
func (p *textEditor) inPast() bool { return p.space.Objects[0] != p.page }
