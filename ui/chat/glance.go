package chat

import (
	"context"
	"time"

	"yumori/dreaming"
	"yumori/internal/mind"
	"yumori/motivation"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Glance is the inner life beside the conversation: the drives, what the
// persona has on its mind, how it feels. It folds away, and does so by itself
// in a narrow window.
type Glance struct {
	page.Deps
	slug      string
	companion Companion
	hooks     glanceHooks
	mind      mind.State
	night     *dreaming.Outlook // when the next dream comes; nil until it was told

	Drives  []*GlanceDrive
	Feeling *prose.Text // wraps: at a large text size the word is wider than the glance
	dot     *widget.FeelingDot
	onMind  *prose.Text
	face    *face.Portrait
	trouble *prose.Text // why an own picture is not shown
	tonight *prose.Text
	Content *fyne.Container
}

const (
	glanceWidth float32 = 230
	glanceTick          = 20 * time.Second

	// faceSide is how large the portrait is: as wide as the glance has room.
	faceSide = glanceWidth - 8 - 2*look.Between
)

// glanceHooks are what the glance asks of the page.
type glanceHooks struct {
	Fold func()
	Mind func() // goes to the page of the inner life
	Told func() // the inner life was told
}

func newGlance(deps page.Deps, slug string, c Companion, hooks glanceHooks) *Glance {
	w := deps.Words
	g := &Glance{Deps: deps, slug: slug, companion: c, hooks: hooks, dot: widget.NewFeelingDot()}
	g.Feeling = widget.Paragraph("", look.Text, look.SizeHint)
	g.onMind = widget.Paragraph("", look.Text, look.SizeHint)
	fold := widget.NewIconButton(look.IconRight, w.T("glance.fold"), widget.IconSmall).On(hooks.Fold, deps.Calls.Hint)
	open := widget.NewIconButton(look.IconMind, w.T("page.mind"), widget.IconSmall).On(hooks.Mind, deps.Calls.Hint)
	title := widget.NewCaption(w.T("page.mind"), look.Text, "").InBold()
	head := container.NewBorder(nil, nil, nil, widget.Inline(0, open, fold), container.New(widget.MidHeight{}, title))
	list := widget.Rows(look.Inside)
	for _, drive := range motivation.AllDrives() {
		d := newGlanceDrive()
		d.name.Text = w.Drive(drive) // known before how strong it is
		g.Drives = append(g.Drives, d)
		list.Add(d)
	}
	g.face, g.trouble = deps.NewPortrait(faceSide, c.Self)
	g.tonight = widget.Paragraph("", look.Text, look.SizeHint)
	body := widget.Rows(look.Between, head, widget.Rows(look.Inside, container.NewCenter(g.face), g.trouble), list,
		widget.Labelled(w.T("glance.mind"), g.onMind),
		widget.Labelled(w.T("glance.feels"), container.NewBorder(nil, nil, widget.Centred(g.dot), nil, g.Feeling)),
		widget.Labelled(w.T("glance.tonight"), g.tonight))
	scroll := container.NewVScroll(widget.Inset(body, look.Between))
	edge := container.New(widget.EdgeLayout{}, widget.NewPanel(look.Line, "", 0))
	g.Content = container.New(widget.GrownWidth{Width: glanceWidth}, container.NewStack(widget.NewPanel(look.Surface, "", 0), container.NewBorder(nil, nil, edge, nil, scroll)))
	return g
}

// open reads the inner life and keeps it moving.
func (g *Glance) open() {
	type told struct {
		mind  mind.State
		night dreaming.Outlook
	}
	page.Background(g.Dispatcher, g.slug+"/glance", func(ctx context.Context) (told, error) {
		night, err := g.companion.Night(ctx)
		return told{g.companion.Self.Mind(), night}, err
	}, func(t told, err error) {
		g.receive(t.mind)
		if err == nil {
			g.expect(t.night)
		}
	})
	g.tick()
}

// expect says when the next dream comes, and why.
func (g *Glance) expect(o dreaming.Outlook) {
	g.night = &o
	widget.SetParagraph(g.tonight, page.OutlookView(o, g.Now(), g.Words))
}

// receive takes the inner life as it is told.
func (g *Glance) receive(m mind.State) {
	g.mind = m
	g.show()
	g.hooks.Told()
}

// tick lets the drives move on their own.
func (g *Glance) tick() {
	g.Dispatcher.Schedule(g.slug+"/glance/tick", glanceTick, func() {
		g.show()
		g.tick()
	})
}

func (g *Glance) show() {
	m := page.InnerView(g.mind, g.Now(), g.Words)
	for i, d := range m.Drives {
		g.Drives[i].show(d)
	}
	on := g.Words.T("behind.nothing")
	if q := g.mind.Motives.Questions; len(q) > 0 {
		on = q[0].Topic
	}
	widget.SetParagraph(g.onMind, on)
	g.dot.Set(m.Emotion)
	widget.SetParagraph(g.Feeling, m.Feeling)
	g.face.Wake()
	if g.night != nil {
		g.expect(*g.night) // today becomes yesterday
	}
	g.Content.Refresh()
}

// A GlanceDrive is a drive in small: how strong it is in words, and a bar
// beneath.
type GlanceDrive struct {
	fynewidget.BaseWidget
	Model page.DriveModel
	name  *widget.Caption
}

func newGlanceDrive() *GlanceDrive {
	d := &GlanceDrive{name: widget.NewCaption("", look.Muted, look.SizeHint)}
	d.ExtendBaseWidget(d)
	return d
}

func (d *GlanceDrive) show(m page.DriveModel) {
	d.Model = m
	d.name.Text = m.Word // as its number it is on the page of the mind
	d.name.Token = look.Muted
	if m.Top {
		d.name.Token = look.Accent
	}
	d.Refresh()
}

// CreateRenderer is called by the toolkit.
func (d *GlanceDrive) CreateRenderer() fyne.WidgetRenderer {
	r := &glanceDriveRenderer{drive: d, track: widget.RoundedRect(3), fill: widget.RoundedRect(3)}
	r.paint()
	return r
}

type glanceDriveRenderer struct {
	drive       *GlanceDrive
	track, fill *canvas.Rectangle
}

func (r *glanceDriveRenderer) Destroy() {}

func (r *glanceDriveRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.drive.name, r.track, r.fill}
}

func (r *glanceDriveRenderer) MinSize() fyne.Size {
	return fyne.NewSize(100, r.drive.name.Measure("Ag").Height+look.Half+6)
}

func (r *glanceDriveRenderer) Layout(size fyne.Size) {
	line := r.drive.name.Measure("Ag").Height
	widget.Put(r.drive.name, widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(size.Width, line)})
	widget.Put(r.track, widget.Rect{At: fyne.NewPos(0, line+look.Half), Size: fyne.NewSize(size.Width, 6)})
	widget.Put(r.fill, widget.Rect{At: fyne.NewPos(0, line+look.Half), Size: fyne.NewSize(max(6, size.Width*float32(r.drive.Model.Value)), 6)})
}

func (r *glanceDriveRenderer) paint() {
	token := look.Link
	if r.drive.Model.Top {
		token = look.Accent
	}
	r.track.FillColor, r.fill.FillColor = theme.Color(look.Raised), theme.Color(token)
}

func (r *glanceDriveRenderer) Refresh() {
	r.paint()
	r.Layout(r.drive.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// A besideLayout puts the conversation at the left and, at the right, the
// search while it is open, else the glance where there is room for it, or it
// was asked for; else its handle.
type besideLayout struct {
	folded func() bool
	peek   bool // it was asked for where there is little room
}

// glanceFrom is how wide a page has to be for the glance: a window of
// look.FoldWidth without its rail.
const glanceFrom = look.FoldWidth - page.RailWidth

func (*besideLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().Add(fyne.NewSize(objects[1].MinSize().Width, 0))
}

func (l *besideLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	talk, side, glance, handle := objects[0], objects[1], objects[2], objects[3]
	taken := side.MinSize().Width
	open := l.peek
	if size.Width >= glanceFrom {
		open = !l.folded()
	}
	show := widget.When(taken == 0 && open)
	widget.SetVisible(glance, show)
	widget.SetVisible(handle, widget.When(taken == 0 && !open))
	if show {
		taken = glance.MinSize().Width
		widget.Put(glance, widget.Rect{At: fyne.NewPos(size.Width-taken, 0), Size: fyne.NewSize(taken, size.Height)})
	}
	widget.Put(side, widget.Rect{At: fyne.NewPos(size.Width-taken, 0), Size: fyne.NewSize(taken, size.Height)})
	if handle.Visible() {
		want := handle.MinSize()
		taken = want.Width
		widget.Put(handle, widget.Rect{At: fyne.NewPos(size.Width-taken, look.Inside), Size: want})
	}
	widget.Put(talk, widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(size.Width-taken, size.Height)})
}
