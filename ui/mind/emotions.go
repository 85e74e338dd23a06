package mind

import (
	"context"
	"image"
	"slices"
	"strings"
	"time"

	"yumori/internal/mind"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// An emotionGraph shows what the persona felt over a stretch of time: a lane
// for each emotion, each with its form and word; larger is stronger. What is
// pointed at is said beneath, and a click goes to its message.
type emotionGraph struct {
	page.Deps
	sheet   plotSheet
	period  motivation.Period
	all     []motivation.Point // of the last month, or of all time
	whole   bool               // all is of all time
	ask     func()             // has what is missing of all read
	spans   *widget.RadioGroup
	face    *plotFace
	lanes   *fyne.Container
	ticks   [3]*widget.Caption
	mate    exchangeTeller
	said    map[transcript.ID]mind.Words // exchanges that were pointed at
	pointed transcript.ID
	says    *widget.Caption
	behind  *prose.Text
	content fyne.CanvasObject
}

// An exchangeTeller tells what was said in an exchange.
type exchangeTeller interface {
	Exchange(id transcript.ID) (mind.Words, error)
}

// plotHeight is that of the graph.
const plotHeight float32 = 196

func newEmotionGraph(deps page.Deps, m exchangeTeller) *emotionGraph {
	g := &emotionGraph{Deps: deps, mate: m, period: motivation.Week, says: widget.NewCaption("", look.Muted, look.SizeHint),
		said: map[transcript.ID]mind.Words{}, behind: widget.Paragraph("", look.Text, look.SizeHint)}
	w := deps.Words
	periods := []motivation.Period{motivation.Day, motivation.Week, motivation.Month, motivation.All}
	names := []string{w.T("span.day"), w.T("span.week"), w.T("span.month"), w.T("span.all")}
	g.spans = widget.NewRadioGroup(names, nil)
	g.spans.SetSelected(names[1])
	g.spans.OnChanged = func(name string) {
		for i, n := range names {
			if n == name {
				g.period = periods[i]
			}
		}
		g.arrange()
		if g.period == motivation.All && !g.whole {
			g.ask()
		}
	}
	g.face = newPlotFace(g)
	g.lanes = container.New(laneLayout{})
	for _, c := range motivation.Categories() {
		g.lanes.Add(widget.NewCaption(w.Emotion(string(c)), look.Emotion(string(c)), look.SizeHint))
	}
	ends := container.New(endsLayout{})
	for i := range g.ticks {
		g.ticks[i] = widget.NewCaption("", look.Muted, look.SizeHint)
		ends.Add(g.ticks[i])
	}
	plot := container.New(plotLayout{}, g.lanes, g.face, ends)
	// The room of the words is kept: what stands beneath does not jump.
	room := container.New(atLeast{2 * 1.7 * theme.Size(look.SizeHint)}, g.behind)
	g.content = widget.Rows(look.Half, g.spans, plot, g.says, room)
	return g
}

// A reach is which emotions are read: those from a time on, of zero all.
type reach struct {
	from time.Time
	more bool // they follow those that are known
}

// reach is what has to be read now. Ten years are read when they are asked
// for, and once.
func (g *emotionGraph) reach() reach {
	switch {
	case g.whole && len(g.all) > 0:
		return reach{from: g.all[len(g.all)-1].Time.Add(1), more: true}
	case g.period == motivation.All:
		return reach{}
	}
	return reach{from: motivation.Month.Since(g.Now())}
}

// show takes the emotions of a reach, the oldest first.
func (g *emotionGraph) show(r reach, points []motivation.Point) {
	if r.more {
		points = append(slices.Clip(g.all), points...)
	}
	g.all, g.whole = points, r.more || r.from.IsZero()
	g.arrange()
}

// arrange picks the points of the stretch of time.
func (g *emotionGraph) arrange() {
	now := g.Now()
	from := g.period.Since(now)
	points := g.all
	if from.IsZero() {
		from = now.AddDate(0, 0, -1)
		if len(points) > 0 {
			from = points[0].Time
		}
	}
	for len(points) > 0 && points[0].Time.Before(from) {
		points = points[1:]
	}
	g.sheet.points, g.sheet.from, g.sheet.to = points, from, now
	w := g.Words
	middle := from.Add(now.Sub(from) / 2)
	for i, t := range []time.Time{from, middle, now} {
		g.ticks[i].SetText(w.Date(t.Local().Format(time.DateOnly)))
		if g.period == motivation.Day {
			g.ticks[i].SetText(w.Clock(t.Local()))
		}
	}
	g.pointAt(nil)
	g.redraw()
}

// close lets go of what is large. The toolkit remembers a widget for a minute
// after it was last seen, and with it what hangs on it.
func (g *emotionGraph) close() {
	g.Border.Drop("mind/plot")
	g.all, g.whole, g.sheet.points, g.face.picture.Image = nil, false, nil, nil
}

// redraw draws the picture away from the screen.
func (g *emotionGraph) redraw() {
	size := g.face.Size()
	if size.Width < 1 || size.Height < 1 {
		return
	}
	scale := float32(1)
	if c := fyne.CurrentApp().Driver().CanvasForObject(g.face); c != nil {
		scale = c.Scale()
	}
	sheet := g.sheet
	sheet.scale = scale
	sheet.width, sheet.height = int(size.Width*scale), int(size.Height*scale)
	sheet.inks, sheet.line = plotInks()
	g.sheet = sheet
	page.Background(g.Border, "mind/plot", func(context.Context) (*image.NRGBA, error) {
		return sheet.draw(), nil
	}, func(img *image.NRGBA, _ error) {
		g.face.picture.Image = img
		g.face.picture.Refresh()
	})
}

// pointAt says what is under the pointer; nil is nothing.
func (g *emotionGraph) pointAt(at *fyne.Position) (motivation.Point, bool) {
	w := g.Words
	g.says.SetText(w.N("emotion.count", len(g.sheet.points)))
	if len(g.sheet.points) == 0 {
		g.says.SetText(w.T("emotion.none"))
	}
	g.pointed = ""
	defer g.showBehind()
	if at == nil {
		return motivation.Point{}, false
	}
	size := g.face.Size()
	const reach = 12
	p, ok := g.sheet.nearest(float64(at.X/size.Width), float64(at.Y/size.Height), reach)
	if ok {
		g.says.SetText(w.T("emotion.point", "feeling", w.Emotion(string(p.Category)),
			"n", page.Percent(p.Intensity), "when", w.Moment(p.Time.Local())))
		g.pointed = page.MessageIn(p.Sources)
	}
	return p, ok
}

// showBehind shows the exchange behind the point, read away from the screen.
func (g *emotionGraph) showBehind() {
	id := g.pointed
	said, ok := g.said[id]
	widget.SetParagraph(g.behind, exchangeWords(g.Words, said))
	if id == "" || ok {
		return
	}
	page.Background(g.Border, "mind/exchange", func(context.Context) (mind.Words, error) {
		return g.mate.Exchange(id)
	}, func(said mind.Words, err error) {
		if err != nil {
			return // the message may be gone; the click says so
		}
		g.said[id] = said
		if g.pointed == id {
			widget.SetParagraph(g.behind, exchangeWords(g.Words, said))
		}
	})
}

// exchangeShown is how much is shown of each side of an exchange, in characters.
const exchangeShown = 110

// exchangeWords is what was said, shortened.
func exchangeWords(w page.Words, said mind.Words) string {
	var lines []string
	for _, text := range []string{said.User, said.Persona} {
		if text = strings.Join(strings.Fields(widget.Beginning(text, 4*exchangeShown)), " "); text != "" {
			lines = append(lines, w.T("dream.quote", "text", widget.Beginning(text, exchangeShown)))
		}
	}
	return strings.Join(lines, "\n")
}

// atLeast gives a thing a height at least.
type atLeast struct{ height float32 }

func (l atLeast) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().Max(fyne.NewSize(0, l.height))
}

func (l atLeast) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	widget.Put(objects[0], widget.Rect{At: fyne.Position{}, Size: size})
}

// place is where a point lies in the picture, counted from the newest.
func (g *emotionGraph) place(i int) (fyne.Position, bool) {
	if i = len(g.sheet.points) - 1 - i; i < 0 {
		return fyne.Position{}, false
	}
	x, y := g.sheet.spotOf(g.sheet.points[i])
	size := g.face.Size()
	return fyne.NewPos(float32(x)*size.Width, float32(y)*size.Height), true
}

// step points at a point by keyboard.
func (g *emotionGraph) step(i int) {
	if at, ok := g.place(i); ok {
		g.pointAt(&at)
		return
	}
	g.pointAt(nil)
}

// open goes to the message in which a feeling was reported.
func (g *emotionGraph) open(at fyne.Position) {
	if p, ok := g.pointAt(&at); ok {
		if id := page.MessageIn(p.Sources); id != "" {
			g.Calls.Message(id)
		}
	}
}

// A plotFace is the picture of the graph, and what is pointed at in it.
type plotFace struct {
	fynewidget.BaseWidget
	graph   *emotionGraph
	picture *canvas.Image
	edge    *canvas.Rectangle
	at      int // the point the keyboard is at, from the newest
}

func newPlotFace(g *emotionGraph) *plotFace {
	f := &plotFace{graph: g, picture: &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest}, edge: widget.RoundedRect(look.RadiusControl)}
	f.ExtendBaseWidget(f)
	return f
}

// Resize draws the picture anew.
func (f *plotFace) Resize(size fyne.Size) {
	if size != f.Size() {
		f.BaseWidget.Resize(size)
		f.graph.redraw()
	}
}

// MouseIn is called by the toolkit.
func (f *plotFace) MouseIn(e *desktop.MouseEvent) { f.graph.pointAt(&e.Position) }

// MouseMoved is called by the toolkit.
func (f *plotFace) MouseMoved(e *desktop.MouseEvent) { f.graph.pointAt(&e.Position) }

// MouseOut is called by the toolkit.
func (f *plotFace) MouseOut() { f.graph.pointAt(nil) }

// Tapped is called by the toolkit.
func (f *plotFace) Tapped(e *fyne.PointEvent) { f.graph.open(e.Position) }

// CreateRenderer is called by the toolkit.
func (f *plotFace) CreateRenderer() fyne.WidgetRenderer {
	return fynewidget.NewSimpleRenderer(container.NewStack(f.picture, f.edge))
}

// FocusGained is called by the toolkit.
func (f *plotFace) FocusGained() {
	f.edge.StrokeColor, f.edge.StrokeWidth = theme.Color(look.Accent), 1.5
	f.edge.Refresh()
	widget.Reveal(f)
	f.graph.step(f.at)
}

// FocusLost is called by the toolkit.
func (f *plotFace) FocusLost() {
	f.edge.StrokeWidth = 0
	f.edge.Refresh()
	f.graph.pointAt(nil)
}

// TypedRune is called by the toolkit.
func (f *plotFace) TypedRune(rune) {}

// TypedKey goes from feeling to feeling, and to the message of one.
func (f *plotFace) TypedKey(e *fyne.KeyEvent) {
	last := len(f.graph.sheet.points) - 1
	switch e.Name {
	case fyne.KeyLeft:
		f.at = min(f.at+1, max(last, 0))
	case fyne.KeyRight:
		f.at = max(f.at-1, 0)
	case fyne.KeyHome:
		f.at = max(last, 0)
	case fyne.KeyEnd:
		f.at = 0
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		if at, ok := f.graph.place(f.at); ok {
			f.graph.open(at)
		}
		return
	}
	f.graph.step(f.at)
}

// plotLayout puts lanes' words at the left, the picture, the days beneath.
type plotLayout struct{}

func (plotLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(objects[0].MinSize().Width+200, plotHeight+objects[2].MinSize().Height+look.Half)
}

func (plotLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := objects[0].MinSize().Width + look.Between
	space := widget.Rect{At: fyne.NewPos(left, 0), Size: fyne.NewSize(size.Width-left, plotHeight)}
	widget.Put(objects[0], widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(left-look.Between, plotHeight)})
	widget.Put(objects[1], space)
	widget.Put(objects[2], widget.Rect{At: fyne.NewPos(left, plotHeight+look.Half), Size: fyne.NewSize(space.Size.Width, objects[2].MinSize().Height)})
}

// laneLayout gives each word the middle of its lane, and all the width of the longest.
type laneLayout struct{}

func (laneLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	widest := float32(0)
	for _, o := range objects {
		widest = max(widest, widget.Wanted(o).Width)
	}
	return fyne.NewSize(widest, plotHeight)
}

func (laneLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := size.Height / float32(len(objects))
	for i, o := range objects {
		want := widget.Wanted(o)
		widget.Put(o, widget.Rect{At: fyne.NewPos(0, height*float32(i)+(height-want.Height)/2), Size: fyne.NewSize(size.Width, want.Height)})
	}
}

// endsLayout puts three words at the left, in the middle and at the right.
type endsLayout struct{}

func (endsLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, widget.Wanted(objects[0]).Height)
}

func (endsLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for i, o := range objects {
		want := widget.Wanted(o)
		x := (size.Width - want.Width) * float32(i) / float32(len(objects)-1)
		widget.Put(o, widget.Rect{At: fyne.NewPos(x, 0), Size: want})
	}
}
