package ui

import (
	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
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
	persona bool // the page belongs to a persona
	search  bool
}

// titleView puts the title line into words. It is pure.
func titleView(s titleState, w page.Words) titleModel {
	s.name = widget.Shorten(s.name, page.LongestName)
	if s.page == pageSettings {
		return titleModel{title: w.T("page.settings")}
	}
	m := titleModel{slug: s.who.Slug, title: s.name, persona: s.who.Slug != "", search: s.page == pageChat}
	if s.page != pageChat {
		m.title = placeTitle(w, s.page, s.name)
		return m
	}
	if s.emotion != "" {
		m.emotion, m.feeling = s.emotion, w.Emotion(s.emotion)
	}
	if s.who.Slug != "" {
		m.speaker = w.Speaker(s.who.Speaker)
	}
	return m
}

// titleHooks are what the title line asks of the window.
type titleHooks struct {
	Search func()
	Talks  func() // lists the conversations that ended
	Menu   func(slug string, at fyne.Position)
	Hint   func(widget.Spot)
}

// A titleLine is the line above a page: who, how they feel, and who speaks for
// them.
type titleLine struct {
	model   titleModel
	name    *widget.Caption
	dot     *widget.FeelingDot
	feeling *widget.Caption
	speaker *widget.Caption
	search  *widget.IconButton
	talks   *widget.IconButton
	more    *widget.IconButton
	left    *fyne.Container
	content *fyne.Container
}

func newTitleLine(w page.Words, hooks titleHooks) *titleLine {
	t := &titleLine{
		name:    widget.NewCaption("", look.Text, look.SizeLead).InBold(),
		dot:     widget.NewFeelingDot(),
		feeling: widget.NewCaption("", look.Muted, look.SizeHint),
		speaker: widget.NewCaption("", look.Muted, look.SizeHint),
	}
	t.search = widget.NewIconButton(look.IconSearch, w.T("search.open"), widget.IconLarge).On(hooks.Search, hooks.Hint)
	t.talks = widget.NewIconButton(look.IconHistory, w.T("talk.title"), widget.IconLarge).On(hooks.Talks, hooks.Hint)
	t.more = widget.NewIconButton(look.IconMore, w.T("persona.more"), widget.IconLarge)
	t.more.On(func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(t.more)
		hooks.Menu(t.model.slug, at.AddXY(0, widget.IconLarge))
	}, hooks.Hint)
	t.left = container.New(wholeLine{t}, t.name, t.dot, t.feeling, t.speaker)
	right := widget.Inline(0, t.talks, t.search, t.more)
	line := container.New(minHeight{widget.IconLarge}, container.NewBorder(nil, nil, nil, right, t.left))
	space := layout.NewCustomPaddedLayout(6, 6, look.Between, look.Inside)
	t.content = container.NewBorder(nil, widget.Hairline(), nil, nil, container.New(space, line))
	t.show(titleModel{})
	return t
}

// wholeLine puts a name and what is to be said of it beside each other: what has
// no room for all of it is left out, and what comes after it.
type wholeLine struct{ of *titleLine }

func (wholeLine) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(80, widget.Wanted(objects[0]).Height)
}

func (l wholeLine) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	put := func(o fyne.CanvasObject) {
		want := widget.Wanted(o)
		want.Width = max(min(want.Width, size.Width-x), 0)
		widget.Put(o, widget.Rect{At: fyne.NewPos(x, (size.Height-want.Height)/2), Size: want})
		x += want.Width + look.Inside
	}
	t := l.of
	put(t.name)
	dot := widget.Wanted(t.dot).Width + look.Inside
	feels := t.model.feeling != "" && x+dot+widget.Wanted(t.feeling).Width <= size.Width
	widget.SetVisible(t.dot, widget.When(feels))
	widget.SetVisible(t.feeling, widget.When(feels))
	if feels {
		put(t.dot)
		put(t.feeling)
	}
	speaks := t.model.speaker != "" && (feels || t.model.feeling == "") && x+widget.Wanted(t.speaker).Width <= size.Width
	widget.SetVisible(t.speaker, widget.When(speaks))
	if speaks {
		put(t.speaker)
	}
}

// minHeight gives a thing a least height.
type minHeight struct{ height float32 }

func (l minHeight) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().Max(fyne.NewSize(0, l.height))
}

func (l minHeight) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	widget.Put(objects[0], widget.Rect{At: fyne.Position{}, Size: size})
}

func (t *titleLine) show(m titleModel) {
	t.model = m
	t.name.SetText(m.title)
	t.feeling.SetText(m.feeling)
	t.speaker.SetText(m.speaker)
	t.dot.Set(m.emotion)
	widget.SetVisible(t.search, widget.When(m.search))
	widget.SetVisible(t.talks, widget.When(m.search))
	widget.SetVisible(t.more, widget.When(m.persona))
	t.left.Refresh()
	t.content.Refresh()
}
