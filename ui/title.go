package ui

import (
	"image/color"

	"yumori/internal/companion"
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A titleState is what the title line depends on.
type titleState struct {
	page    pageName
	name    string
	who     companion.Snapshot
	emotion string
}

// A titleModel is the title line in words.
type titleModel struct {
	slug    string
	title   string
	emotion string // category, for the colour
	feeling string // its word
	speaker string
	held    string // "" nothing waits
	persona bool   // the page belongs to a persona
	search  bool
}

// longestName is how many characters of a name are shown where a longer one
// would push the window apart.
const longestName = 40

// titleView puts the title line into words. It is pure.
func titleView(s titleState, w words) titleModel {
	s.name = shorten(s.name, longestName)
	if s.page == pageSettings {
		return titleModel{title: w.T("page.settings")}
	}
	m := titleModel{slug: s.who.Slug, title: s.name, persona: s.who.Slug != "", search: s.page == pageChat}
	if s.page != pageChat {
		m.title = w.placeTitle(s.page, s.name)
		return m
	}
	if s.emotion != "" {
		m.emotion, m.feeling = s.emotion, w.emotion(s.emotion)
	}
	if s.who.Slug != "" {
		m.speaker = shorten(s.who.Speaker.Label(), longestName)
		if s.who.Speaker.Rules {
			m.speaker = w.T("speaker.rules")
		}
	}
	if n := len(s.who.Held); n > 0 {
		m.held = w.N("held.badge", n)
	}
	return m
}

// emotion is the word of a feeling; one that is not known has none.
func (w words) emotion(category string) string {
	switch category {
	case "joy":
		return w.T("emotion.joy")
	case "contentment":
		return w.T("emotion.contentment")
	case "protective":
		return w.T("emotion.protective")
	case "anxious":
		return w.T("emotion.anxious")
	case "sadness":
		return w.T("emotion.sadness")
	case "anger":
		return w.T("emotion.anger")
	case "neutral":
		return w.T("emotion.neutral")
	}
	return ""
}

// feeling is the word of what is felt, which is calm where nothing is.
func (w words) feeling(category string) string {
	if word := w.emotion(category); word != "" {
		return word
	}
	return w.T("emotion.neutral")
}

// titleHooks are what the title line asks of the window.
type titleHooks struct {
	Search func()
	Held   func()
	Menu   func(slug string, at fyne.Position)
	Hint   func(spot)
}

// A titleLine is the line above a page: who, how they feel, who speaks for
// them, and what waits.
type titleLine struct {
	model   titleModel
	name    *caption
	dot     *feelingDot
	feeling *caption
	speaker *caption
	held    *pill
	search  *iconButton
	more    *iconButton
	left    *fyne.Container
	content *fyne.Container
}

func newTitleLine(w words, hooks titleHooks) *titleLine {
	t := &titleLine{
		name:    newCaption("", look.Text, look.SizeLead).bold(),
		dot:     newFeelingDot(),
		feeling: newCaption("", look.Muted, look.SizeHint),
		speaker: newCaption("", look.Muted, look.SizeHint),
		held:    newIconPill(look.IconMemories, "", hooks.Held),
	}
	t.search = newIconButton(look.IconSearch, w.T("search.open"), iconLarge).on(hooks.Search, hooks.Hint)
	t.more = newIconButton(look.IconMore, w.T("persona.more"), iconLarge)
	t.more.on(func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(t.more)
		hooks.Menu(t.model.slug, at.AddXY(0, iconLarge))
	}, hooks.Hint)
	t.left = container.New(squeezedLine{}, t.name, t.dot, t.feeling, t.speaker)
	right := inline(0, centred(t.held), t.search, t.more)
	line := container.New(minHeight{iconLarge}, container.NewBorder(nil, nil, nil, right, t.left))
	space := layout.NewCustomPaddedLayout(6, 6, look.Between, look.Inside)
	t.content = container.NewBorder(nil, hairline(), nil, nil, container.New(space, line))
	t.show(titleModel{})
	return t
}

// squeezedLine puts things beside each other; those at the end give way where
// there is no room.
type squeezedLine struct{}

func (squeezedLine) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(80, wanted(objects[0]).Height)
}

func (squeezedLine) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		want := wanted(o)
		want.Width = max(min(want.Width, size.Width-x), 0)
		put(o, rect{fyne.NewPos(x, (size.Height-want.Height)/2), want})
		x += want.Width + look.Inside
	}
}

// minHeight gives a thing a least height.
type minHeight struct{ height float32 }

func (l minHeight) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().Max(fyne.NewSize(0, l.height))
}

func (l minHeight) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	put(objects[0], rect{fyne.Position{}, size})
}

// hairline is a hairline.
func hairline() fyne.CanvasObject {
	return container.New(hairLayout{}, newPanel(look.Line, "", 0))
}

type hairLayout struct{}

func (hairLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(1, 1) }
func (hairLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	put(objects[0], rect{fyne.Position{}, size})
}

func (t *titleLine) show(m titleModel) {
	t.model = m
	t.name.SetText(m.title)
	t.feeling.SetText(m.feeling)
	t.speaker.SetText(m.speaker)
	t.dot.set(m.emotion)
	visible(t.left.Objects[1], when(m.feeling != ""))
	visible(t.left.Objects[2], when(m.feeling != ""))
	visible(t.left.Objects[3], when(m.speaker != ""))
	visible(t.held, when(m.held != ""))
	visible(t.search, when(m.search))
	visible(t.more, when(m.persona))
	if m.held != "" {
		t.held.SetText(m.held)
	}
	t.left.Refresh()
	t.content.Refresh()
}

// A when is the condition of a state.
type when bool

// visible shows a thing when that is so, and hides it otherwise.
func visible(o fyne.CanvasObject, so when) {
	if so {
		o.Show()
	} else {
		o.Hide()
	}
}

// A feelingDot is a dot of the colour of a feeling; its word stands beside it.
type feelingDot struct {
	widget.BaseWidget
	emotion string
	dot     *canvas.Circle
}

func newFeelingDot() *feelingDot {
	d := &feelingDot{dot: canvas.NewCircle(color.Transparent)}
	d.ExtendBaseWidget(d)
	return d
}

func (d *feelingDot) set(emotion string) {
	d.emotion = emotion
	d.Refresh()
}

// MinSize is that of a small dot.
func (d *feelingDot) MinSize() fyne.Size { return fyne.NewSquareSize(9) }

// Refresh takes the colour of the theme.
func (d *feelingDot) Refresh() {
	d.dot.FillColor = theme.Color(look.Emotion(d.emotion))
	d.dot.Refresh()
}

// CreateRenderer is called by the toolkit.
func (d *feelingDot) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(d.dot) }
