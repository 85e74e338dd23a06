package mind

import (
	"context"
	"image"
	"image/color"
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
	sheet    plotSheet
	period   motivation.Period
	all      []motivation.Point // of the last month, or of all time
	whole    bool               // all is of all time
	near     stretch            // of time that is looked at closely; zero the period
	chosen   bool               // a person chose the period
	back     *widget.Button     // to the whole period
	ask      func()             // has what is missing of all read
	spans    *widget.RadioGroup
	face     *plotFace
	lanes    *fyne.Container
	ends     *fyne.Container
	ticks    [3]*widget.Caption
	exchange func(transcript.ID) (mind.Words, error) // what was said in one
	said     map[transcript.ID]mind.Words            // exchanges that were pointed at
	pointed  transcript.ID
	says     *prose.Text
	behind   *prose.Text
	content  fyne.CanvasObject
}

// plotHeight is that of the graph.
const plotHeight float32 = 196

// periods are those that can be chosen, the shortest first.
func periods() []motivation.Period {
	return []motivation.Period{motivation.Day, motivation.Week, motivation.Month, motivation.All}
}

func newEmotionGraph(deps page.Deps, exchange func(transcript.ID) (mind.Words, error)) *emotionGraph {
	g := &emotionGraph{Deps: deps, exchange: exchange, period: motivation.Week, says: widget.Paragraph("", look.Muted, look.SizeHint),
		said: map[transcript.ID]mind.Words{}, behind: widget.Paragraph("", look.Text, look.SizeHint)}
	w := deps.Words
	names := []string{w.T("span.day"), w.T("span.week"), w.T("span.month"), w.T("span.all")}
	g.spans = widget.NewRadioGroup(names, nil)
	g.spans.SetSelected(names[1])
	g.spans.OnChanged = func(name string) {
		g.chosen, g.near = true, stretch{}
		for i, n := range names {
			if n == name {
				g.period = periods()[i]
			}
		}
		g.arrange()
		if g.period == motivation.All && !g.whole {
			g.ask()
		}
	}
	g.back = widget.NewButton(w.T("emotion.whole"), func() { g.look(stretch{}) })
	g.back.Importance = fynewidget.LowImportance
	g.back.Hide()
	g.face = newPlotFace(g)
	g.lanes = container.New(laneLayout{})
	for _, c := range motivation.Categories() {
		g.lanes.Add(widget.NewCaption(w.Emotion(string(c)), look.Emotion(string(c)), look.SizeHint))
	}
	g.ends = container.New(endsLayout{})
	for i := range g.ticks {
		g.ticks[i] = widget.NewCaption("", look.Muted, look.SizeHint)
		g.ends.Add(g.ticks[i])
	}
	plot := container.New(plotLayout{}, g.lanes, g.face, g.ends)
	// The room of the words is kept: what stands beneath does not jump.
	room := container.New(atLeast{2 * 1.7 * theme.Size(look.SizeHint)}, g.behind)
	g.content = widget.Rows(look.Half, container.NewBorder(nil, nil, nil, g.back, g.spans), plot, g.says, room)
	return g
}

// A reach is which emotions are read: those from a time on, of zero all.
type reach struct {
	from time.Time
	more bool // they follow those that are known, of which kept are kept
	kept int
	torn bool // not all could be read
}

// reach is what has to be read now. Ten years are read when they are asked
// for, and once; what is ahead of now is read again.
func (g *emotionGraph) reach() reach {
	now := g.Now()
	kept, _ := slices.BinarySearchFunc(g.all, now, func(p motivation.Point, at time.Time) int { return p.Time.Compare(at) })
	switch {
	case g.whole && kept > 0:
		return reach{from: g.all[kept-1].Time.Add(1), more: true, kept: kept}
	case g.period == motivation.All:
		return reach{}
	}
	return reach{from: motivation.Month.Since(now)}
}

// show takes the emotions of a reach, the oldest first.
func (g *emotionGraph) show(r reach, points []motivation.Point) {
	if r.more {
		points = append(slices.Clip(g.all[:r.kept]), points...)
	}
	g.all, g.whole = points, !r.torn && (r.more || r.from.IsZero())
	g.fit()
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
	span := stretch{from, g.last(now)}
	if !g.near.from.IsZero() {
		span = g.near
	}
	g.sheet.points, g.sheet.from, g.sheet.to = within(points, span), span.from, span.to
	widget.SetVisible(g.back, widget.When(!g.near.from.IsZero()))
	g.tell(span.from, span.to)
	g.pointAt(nil)
	g.redraw()
}

// aheadMost is how far ahead of now a feeling is shown: a clock that was set back
// makes some.
const aheadMost = 24 * time.Hour

// last is the end of what is shown: now, or the newest feeling.
func (g *emotionGraph) last(now time.Time) time.Time {
	for _, p := range slices.Backward(g.all) {
		if p.Time.Before(now) {
			break
		}
		if p.Time.Sub(now) <= aheadMost {
			return p.Time
		}
	}
	return now
}

// within are the points of a stretch, both ends included.
func within(points []motivation.Point, s stretch) []motivation.Point {
	return slices.DeleteFunc(slices.Clone(points), func(p motivation.Point) bool { return p.Time.Before(s.from) || p.Time.After(s.to) })
}

// tell names the times at the ends and in the middle: days, or hours where it
// is about a day or two.
func (g *emotionGraph) tell(from, to time.Time) {
	w, span, now := g.Words, to.Sub(from), g.Now().Local()
	for i, t := range []time.Time{from, from.Add(span / 2), to} {
		switch t = t.Local(); {
		case span <= 25*time.Hour:
			g.ticks[i].SetText(page.Clock(t))
		case span <= 4*24*time.Hour:
			g.ticks[i].SetText(page.ShortDay(w, t, now) + " " + page.Clock(t))
		default:
			g.ticks[i].SetText(page.ShortDay(w, t, now))
		}
	}
	g.ends.Refresh() // the words are as long as they are now
}

// A stretch is a stretch of time.
type stretch struct{ from, to time.Time }

// nearest is the shortest stretch that is looked at.
const nearest = 5 * time.Minute

// look looks at a stretch closely, of zero at all of the period.
func (g *emotionGraph) look(s stretch) {
	g.near = s
	g.arrange()
}

// between looks at what lies between two places of the graph, if something does.
func (g *emotionGraph) between(a, b float32) {
	wide := max(g.face.Size().Width, 1)
	at := func(x float32) time.Time {
		share := float64(min(1, max(0, x/wide)))
		return g.sheet.from.Add(time.Duration(share * float64(g.sheet.to.Sub(g.sheet.from))))
	}
	s := stretch{at(min(a, b)), at(max(a, b))}
	if s.to.Sub(s.from) >= nearest && max(a, b)-min(a, b) > 8 && len(within(g.sheet.points, s)) > 0 {
		g.look(s)
	}
}

// fit begins with the shortest period in which something was felt, of a week on: who
// comes back after ten days sees what was felt, not an empty week. It begins with a
// day if nearly all of the week was felt in it: one afternoon would be a spot in a
// week.
func (g *emotionGraph) fit() {
	if g.chosen {
		return
	}
	felt := map[motivation.Period]int{}
	for _, span := range periods() {
		felt[span] = len(within(g.all, stretch{span.Since(g.Now()), g.last(g.Now())}))
	}
	from := slices.IndexFunc(periods()[1:], func(span motivation.Period) bool { return felt[span] > 0 })
	switch {
	case from < 0 && !g.whole: // it may have been felt before
		g.begin(motivation.All)
		g.ask()
	case from < 0:
		g.begin(motivation.Week)
	case from == 0 && felt[motivation.Day]*4 >= felt[motivation.Week]*3 && felt[motivation.Day] > 1:
		g.begin(motivation.Day)
	default:
		g.begin(periods()[1+from])
	}
}

// begin shows a period that nobody chose.
func (g *emotionGraph) begin(p motivation.Period) {
	g.period = p
	name := g.spans.Options[slices.Index(periods(), p)]
	if g.spans.Selected != name {
		changed := g.spans.OnChanged
		g.spans.OnChanged = nil // nobody chose it
		g.spans.SetSelected(name)
		g.spans.OnChanged = changed
	}
}

// close lets go of what is large. The toolkit remembers a widget for a minute
// after it was last seen, and with it what hangs on it.
func (g *emotionGraph) close() {
	g.Dispatcher.Drop("mind/plot")
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
	sheet.place()
	g.sheet = sheet
	page.Background(g.Dispatcher, "mind/plot", func(context.Context) (*image.NRGBA, error) {
		return sheet.draw(), nil
	}, func(img *image.NRGBA, _ error) {
		g.face.picture.Image = img
		g.face.picture.Refresh()
	})
}

// pointAt says what is under the pointer; nil is nothing.
func (g *emotionGraph) pointAt(at *fyne.Position) (motivation.Point, bool) {
	w := g.Words
	says := w.N("emotion.count", len(g.sheet.points))
	if len(g.sheet.points) == 0 {
		says = w.T("emotion.none")
	}
	g.pointed = ""
	defer func() {
		widget.SetParagraph(g.says, says)
		g.showBehind()
	}()
	if at == nil {
		return motivation.Point{}, false
	}
	size := g.face.Size()
	const reach = 12
	p, ok := g.sheet.nearest(float64(at.X/size.Width), float64(at.Y/size.Height), reach)
	if ok {
		says = w.T("emotion.point", "feeling", w.Emotion(string(p.Category)),
			"n", page.Percent(p.Intensity), "when", w.Moment(p.Time.Local()))
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
	page.Background(g.Dispatcher, "mind/exchange", func(context.Context) (mind.Words, error) {
		return g.exchange(id)
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
	if i >= len(g.sheet.spots) {
		return fyne.Position{}, false // not laid out yet
	}
	at, size := g.sheet.spots[i], g.face.Size()
	return fyne.NewPos(float32(at.x)*size.Width, float32(at.y)*size.Height), true
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
	at      int               // the point the keyboard is at, from the newest
	band    *canvas.Rectangle // what is being dragged over
	from    float32
	drag    bool
	to      float32
}

func newPlotFace(g *emotionGraph) *plotFace {
	f := &plotFace{graph: g, picture: &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest}, edge: widget.RoundedRect(look.RadiusControl), band: canvas.NewRectangle(color.Transparent)}
	f.band.Hide()
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
	return fynewidget.NewSimpleRenderer(container.NewStack(container.NewWithoutLayout(f.band), f.picture, f.edge))
}

// Dragged is called by the toolkit: what is dragged over is looked at closely.
func (f *plotFace) Dragged(e *fyne.DragEvent) {
	if !f.drag {
		f.drag, f.from = true, e.Position.X-e.Dragged.DX
	}
	f.to = e.Position.X
	f.band.FillColor = theme.Color(look.Raised)
	widget.Put(f.band, widget.Rect{At: fyne.NewPos(min(f.from, f.to), 0), Size: fyne.NewSize(max(f.from, f.to)-min(f.from, f.to), f.Size().Height)})
	f.band.Show()
	f.band.Refresh()
}

// DragEnd is called by the toolkit.
func (f *plotFace) DragEnd() {
	f.drag = false
	f.band.Hide()
	f.graph.between(f.from, f.to)
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
