package page

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/ui/look"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Days is a day or a span of days in words; what both ends share, a month or a
// year, is said once.
func (w Words) Days(d episodic.Date) string {
	first, last := w.Date(string(d.First())), w.Date(string(d.Last()))
	from, err := time.Parse(time.DateOnly, string(d.First()))
	to, wrong := time.Parse(time.DateOnly, string(d.Last()))
	switch {
	case first == last:
		return first
	case err != nil || wrong != nil || from.Year() != to.Year():
	case w.Lang == "ja" && from.Month() == to.Month():
		last = to.Format("2日")
	case w.Lang == "ja":
		last = to.Format("1月2日")
	case from.Month() == to.Month():
		first = from.Format("2")
	default:
		first = from.Format("2 Jan")
	}
	return first + " – " + last
}

// MostShown is how much is shown of a text that is only read, in characters.
const MostShown = 20_000

// A TroubleTeller names the files that cannot be used as they are.
type TroubleTeller interface{ Snapshot() companion.Snapshot }

// Damage says which of some files cannot be used as they are, "" none: an empty
// list would otherwise say that nothing was there.
func (w Words) Damage(who companion.Snapshot, files ...string) string {
	var hurt []string
	for _, t := range who.Troubles {
		if slices.Contains(files, t.File) && !slices.Contains(hurt, t.File) {
			hurt = append(hurt, t.File)
		}
	}
	if len(hurt) == 0 {
		return ""
	}
	return w.T("memories.damaged", "files", strings.Join(hurt, w.T("list.and")))
}

// A PastReader tells how a file was, and makes it so again.
type PastReader interface {
	PastParts(name string) ([]string, error)
	History(name string) ([]store.Past, error)
	PastText(name string, v store.Version) (string, error)
	RestoreText(ctx context.Context, name string, v store.Version) error
}

// A pastModel is a moment of a file's past in words.
type pastModel struct {
	title string
	now   widget.When // it is the present version
	gone  widget.When // the file was not there
	lines []widget.DiffLine
	items []pastItem // in place of lines, of a file that is no text
}

// pastView puts a moment into words: when and by whom, and what is different
// now. It is pure.
func pastView(p store.Past, then, now string, w Words) pastModel {
	m := pastModel{title: w.T("past.version", "when", w.Moment(p.Time.Local()), "who", pastWords{w}.cause(p.Cause.Kind))}
	m.gone = widget.When(p.Version == "")
	if then == now {
		m.now = true
		for _, l := range widget.SplitLines(then) {
			m.lines = append(m.lines, widget.DiffLine{Kind: widget.DiffSame, Text: l})
		}
		m.lines = widget.ClipDiff(m.lines)
		return m
	}
	m.lines = widget.Diff(then, now)
	return m
}

// A pastVersion is a version of a file, what it says, and what the file says now.
type pastVersion struct {
	store.Past
	then, now string
}

// of puts a version into words: by its lines, or by the things it lists.
func (w pastWords) of(file string, v pastVersion) pastModel {
	there, isList := w.things(file, v.now)
	was, read := w.things(file, v.then)
	if !isList || !read {
		return pastView(v.Past, v.then, v.now, w.Words)
	}
	m := pastView(v.Past, "", "", w.Words)
	m.now = widget.When(v.then == v.now)
	m.items = pastDiff(was, there)
	return m
}

// shown is what a version said.
func (w pastWords) shown(m pastModel) fyne.CanvasObject {
	if m.items != nil {
		return w.box(m.items)
	}
	return widget.NewDiffBox(m.lines)
}

// cause is who wrote a version.
func (w pastWords) cause(k store.CauseKind) string {
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

// A PastPane goes through the versions of a file with a slider, from the
// oldest to the present one. Of a file that is no text it says what it held.
type PastPane struct {
	Deps
	companion PastReader
	past      pastWords
	file      string
	now       string       // as it is stored
	then      string       // what the slider is on, likewise
	versions  []store.Past // the oldest first
	Restored  func()

	title   *widget.Caption
	slider  *widget.Slider
	text    *fyne.Container
	restore *widget.Button
	note    *prose.Text
	Content fyne.CanvasObject
}

// NewPastPane makes the pane of a file's past; now is what the file says, "" of one that is no text.
func NewPastPane(deps Deps, m PastReader, file, now string) *PastPane {
	p := &PastPane{Deps: deps, companion: m, past: pastWords{deps.Words}, file: file, now: now, text: container.NewStack()}
	w := deps.Words
	p.title = widget.NewCaption(w.T("past.reading"), look.Text, "").InBold()
	p.note = widget.Paragraph(w.T("past.hint"), look.Muted, look.SizeHint)
	p.slider = widget.NewSlider(0, 1)
	p.slider.OnChanged = func(float64) { p.look() }
	p.restore = widget.NewButton(w.T("past.restore"), p.askRestore)
	head := widget.Rows(look.Inside, p.title, container.NewBorder(nil, nil, nil, p.restore, container.New(widget.MidHeight{}, p.slider)), p.note)
	p.Content = widget.Under(head, container.NewVScroll(p.text))
	p.read()
	return p
}

// read reads the list of versions.
func (p *PastPane) read() {
	p.restore.Disable()
	type told struct {
		list []store.Past
		now  string
	}
	Background(p.Dispatcher, "past/list", func(context.Context) (told, error) {
		list, err := p.companion.History(p.file)
		t := told{list, p.now}
		if err == nil && len(list) > 0 && p.structured() {
			t.now, err = p.companion.PastText(p.file, list[0].Version)
		}
		return t, err
	}, func(t told, err error) {
		if err != nil {
			p.failed(err)
			return
		}
		list := t.list
		slices.Reverse(list)
		p.versions, p.now = list, t.now
		if len(list) == 0 {
			p.title.SetText(p.Words.T("past.none"))
			p.slider.Disable()
			return
		}
		widget.SetEnabled(p.slider, widget.When(len(list) > 1))
		p.slider.Max = float64(max(len(list)-1, 1))
		p.slider.SetValue(float64(len(list) - 1))
		p.look()
	})
}

// structured reports whether the file is no text but a list of things.
func (p *PastPane) structured() bool {
	_, ok := p.past.things(p.file, "")
	return ok
}

// failed says what went wrong.
func (p *PastPane) failed(err error) {
	p.note.SetInk(widget.InkOf(look.Bad))
	widget.SetParagraph(p.note, p.Words.Explain(err).Sentence())
}

// at is the version that the slider is on.
func (p *PastPane) at() (store.Past, bool) {
	i := int(p.slider.Value + 0.5)
	if i < 0 || i >= len(p.versions) {
		return store.Past{}, false
	}
	return p.versions[i], true
}

// look shows the version that the slider is on.
func (p *PastPane) look() {
	v, ok := p.at()
	if !ok {
		return
	}
	type told struct {
		then  string
		model pastModel
	}
	now := p.now
	Background(p.Dispatcher, "past/text", func(context.Context) (told, error) {
		then, err := p.companion.PastText(p.file, v.Version)
		return told{then, p.past.of(p.file, pastVersion{v, then, now})}, err
	}, func(t told, err error) {
		if err != nil {
			p.failed(err)
			return
		}
		p.then = t.then
		m := t.model
		p.note.SetInk(widget.InkOf(look.Muted))
		widget.SetParagraph(p.note, p.Words.T("past.hint"))
		n := strconv.Itoa(int(p.slider.Value+0.5) + 1)
		p.title.SetText(p.Words.T("past.place", "n", n, "all", strconv.Itoa(len(p.versions)), "version", m.title))
		p.text.Objects = []fyne.CanvasObject{p.past.shown(m)}
		p.text.Refresh()
		widget.SetEnabled(p.restore, widget.When(!bool(m.now) && !bool(m.gone)))
	})
}

// askRestore says what would be lost before a file that is no text is made
// what it was: its difference does not tell everything that is derived from it.
func (p *PastPane) askRestore() {
	v, ok := p.at()
	if !ok || !p.structured() {
		p.makeSo()
		return
	}
	w := p.Words
	p.Calls.Ask(SheetModel{
		Title: w.T("past.restore"), Text: p.past.loss(p.file, p.now, p.then, w.Moment(v.Time.Local())),
		Action: w.T("past.restore"), Cancel: w.T("cancel"),
	}, nil, func() SheetEnd {
		p.makeSo()
		return SheetDone
	})
}

// lossNamed is how many of the things that would be lost are named.
const lossNamed = 5

// loss says what going back to a version undoes.
func (w pastWords) loss(file, now, then, when string) string {
	there, ok := w.things(file, now)
	was, read := w.things(file, then)
	if !ok || !read {
		return w.T("past.lose.unread", "when", when)
	}
	l := loss(there, was)
	lines := []string{w.T("past.lose.head", "when", when)}
	if n := len(l.gone); n > 0 {
		lines = append(lines, w.N("past.lose.gone", n))
		for _, t := range l.gone[:min(n, lossNamed)] {
			lines = append(lines, "− "+widget.Shorten(t.title, 60))
		}
		if n > lossNamed {
			lines = append(lines, w.N("list.rest", n-lossNamed))
		}
	}
	if l.changed > 0 {
		lines = append(lines, w.N("past.lose.changed", l.changed))
	}
	if l.back > 0 {
		lines = append(lines, w.N("past.lose.back", l.back))
	}
	return strings.Join(append(lines, w.T("past.lose.foot")), "\n")
}

// makeSo makes the file what it was.
func (p *PastPane) makeSo() {
	v, ok := p.at()
	if !ok {
		return
	}
	Background(p.Dispatcher, "past/restore", func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.companion.RestoreText(ctx, p.file, v.Version)
	}, func(_ struct{}, err error) {
		if err != nil {
			p.failed(err)
			return
		}
		if p.Restored != nil {
			p.Restored()
		}
	})
}

// PastPage is the past of a file as a page of its own, with a way back. Of one
// that has archives it begins with the file; a list leads to theirs.
func (d Deps) PastPage(m PastReader, file, title string, back func()) fyne.CanvasObject {
	body, places := container.NewStack(), container.NewStack()
	places.Hide()
	open := func(part string) {
		pane := NewPastPane(d, m, part, "")
		pane.Restored = back
		body.Objects = []fyne.CanvasObject{pane.Content}
		body.Refresh()
	}
	head := container.NewBorder(nil, nil, nil, container.NewHBox(places, widget.NewButton(d.Words.T("past.close"), back)),
		container.New(widget.MidHeight{}, widget.NewCaption(title, look.Text, look.SizeTitle).InBold()))
	open(file)
	Background(d.Dispatcher, "past/parts", func(context.Context) ([]string, error) { return m.PastParts(file) }, func(parts []string, err error) {
		if err != nil {
			body.Objects = []fyne.CanvasObject{widget.Paragraph(d.Words.Explain(err).Sentence(), look.Bad, "")}
			body.Refresh()
			return
		}
		if len(parts) > 1 {
			places.Objects = []fyne.CanvasObject{d.pastPicker(parts, open)}
			places.Show()
		}
	})
	return widget.Inset(widget.Under(head, body), look.Between)
}

// pastPicker lists the parts of what has archives, the newest first.
func (d Deps) pastPicker(parts []string, open func(part string)) fyne.CanvasObject {
	names, widest := make([]string, len(parts)), float32(0)
	pick := widget.NewPicker(names, nil)
	for i, part := range parts {
		names[i] = PastPart(part, d.Words)
		if wide := widget.NewCaption(names[i], look.Text, "").Natural().Width; wide > widest {
			widest, pick.PlaceHolder = wide, names[i] // as wide as this is it from the start
		}
	}
	pick.Selected = names[0]
	pick.OnChanged = func(string) { open(parts[max(pick.SelectedIndex(), 0)]) }
	return pick
}

// PastPart is a part of what has archives, in words: its month or year.
func PastPart(file string, w Words) string {
	_, span := texts.PartOf(file)
	if span == "" {
		return w.T("past.part")
	}
	if t, err := time.Parse("2006-01", span); err == nil {
		return w.Month(t)
	}
	return w.year(span)
}
