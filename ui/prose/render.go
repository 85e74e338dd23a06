package prose

import (
	"image/color"
	"math"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"yumori/ui/look"
)

// CreateRenderer is called by the toolkit.
func (t *Text) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{t: t}
	r.update()
	return r
}

// A renderer keeps its canvas objects from one update to the next: an object
// whose text did not change keeps its texture.
type renderer struct {
	t       *Text
	grounds pool[canvas.Rectangle]
	patches pool[canvas.Rectangle]
	texts   pool[canvas.Text]
	icons   pool[canvas.Image]
	objects []fyne.CanvasObject
}

// A pool hands out the same objects, in the same order, at each update.
type pool[T any] struct {
	all  []*T
	used int
}

// next is the next object, a zero one if there are no more.
func (p *pool[T]) next() *T {
	if p.used == len(p.all) {
		p.all = append(p.all, new(T))
	}
	p.used++
	return p.all[p.used-1]
}

// inUse is what was handed out since used was set to 0.
func (p *pool[T]) inUse() []*T { return p.all[:p.used] }

// Layout is called by the toolkit.
func (r *renderer) Layout(fyne.Size) { r.update() }

// MinSize is called by the toolkit.
func (r *renderer) MinSize() fyne.Size { return r.t.MinSize() }

// Refresh is called by the toolkit.
func (r *renderer) Refresh() {
	r.update()
	canvas.Refresh(r.t)
}

// Objects is called by the toolkit.
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }

// Destroy is called by the toolkit.
func (r *renderer) Destroy() {}

// update draws the document as it is now.
func (r *renderer) update() {
	r.grounds.used, r.patches.used, r.texts.used, r.icons.used = 0, 0, 0, 0
	if r.t.Size().Width > 0 {
		d := r.t.current()
		for i, l := range d.blocks {
			r.shapes(l, d.tops[i])
			r.lines(l, d.tops[i])
		}
		if from, to, ok := d.ordered(r.t.anchor, r.t.head); ok {
			for _, p := range d.patches(from, to, r.t.ruler) {
				r.rect(r.patches.next(), look.Selected, shape{x: p.x, y: p.y, w: p.w, h: p.h}, 0)
			}
		}
	}
	r.collect()
}

// collect lists the objects in use, from the ground up.
func (r *renderer) collect() {
	r.objects = r.objects[:0]
	for _, o := range r.grounds.inUse() {
		r.objects = append(r.objects, o)
	}
	for _, o := range r.patches.inUse() {
		r.objects = append(r.objects, o)
	}
	for _, o := range r.texts.inUse() {
		r.objects = append(r.objects, o)
	}
	for _, o := range r.icons.inUse() {
		r.objects = append(r.objects, o)
	}
}

func (r *renderer) colour(name fyne.ThemeColorName) color.Color {
	return r.t.Theme().Color(name, fyne.CurrentApp().Settings().ThemeVariant())
}

// shapes draws what lies beneath the text of a block.
func (r *renderer) shapes(l *laid, top float32) {
	ink := r.t.ink
	for _, s := range l.shapes {
		s.y += top
		switch s.kind {
		case shapeBox:
			r.rect(r.grounds.next(), ink.Ground, s, look.RadiusControl)
		case shapePill:
			r.rect(r.grounds.next(), ink.Ground, s, 4)
		case shapeBar:
			r.rect(r.grounds.next(), ink.Line, s, 1.5)
		case shapeLine:
			r.rect(r.grounds.next(), ink.Line, s, 0)
		case shapeDot:
			r.rect(r.grounds.next(), ink.Quiet, s, s.w/2)
		case shapeRing, shapeTodo, shapeDone:
			r.outline(s)
		case shapeOfBox:
			r.icon(look.IconCopy, s)
		}
	}
}

// rect draws a filled rectangle.
func (r *renderer) rect(o *canvas.Rectangle, name fyne.ThemeColorName, s shape, radius float32) {
	if c := r.colour(name); o.FillColor != c || o.CornerRadius != radius || o.StrokeWidth != 0 {
		o.FillColor, o.CornerRadius, o.StrokeWidth = c, radius, 0
		o.Refresh()
	}
	o.Move(fyne.NewPos(s.x, s.y))
	o.Resize(fyne.NewSize(s.w, s.h))
}

// outline draws the ring or the box in front of a list item.
func (r *renderer) outline(s shape) {
	radius := s.w / 2
	if s.kind != shapeRing {
		radius = 3
	}
	o := r.grounds.next()
	r.rect(o, r.t.ink.Ground, s, radius)
	o.StrokeColor, o.StrokeWidth = r.colour(r.t.ink.Quiet), 1.25
	if s.kind == shapeRing {
		o.FillColor = color.Transparent
	}
	o.Refresh()
	if s.kind == shapeDone {
		r.icon(look.IconCheck, s)
	}
}

// icon draws an icon within a square.
func (r *renderer) icon(name look.IconName, s shape) {
	img := r.icons.next()
	img.FillMode = canvas.ImageFillContain
	if res := look.IconIn(name, r.t.ink.Quiet); img.Resource == nil || img.Resource.Name() != res.Name() {
		img.Resource = res
		img.Refresh()
	}
	img.Move(fyne.NewPos(s.x+s.w*0.12, s.y+s.h*0.12))
	img.Resize(fyne.NewSize(s.w*0.76, s.h*0.76))
}

// lines draws the text of a block.
func (r *renderer) lines(l *laid, top float32) {
	if m := l.marker; m.w > 0 {
		m.style |= Quiet
		r.text(m, l.block.Marker, top+l.base)
	}
	for i := range l.lines {
		ln := &l.lines[i]
		for _, rn := range ln.runs {
			s := l.text[rn.from:rn.to]
			r.text(rn, s, top+ln.base)
			if rn.dots {
				r.dots(rn, s, top+ln.base)
			}
		}
	}
}

// dots draws the emphasis dots above a run: middle dots, which are as wide as
// the characters, raised.
func (r *renderer) dots(rn run, s string, base float32) {
	rn.style = 0
	r.text(rn, strings.Repeat("・", utf8.RuneCountInString(s)), base-0.68*rn.face.size)
}

// text draws a run with the next text object, its baseline at base.
func (r *renderer) text(rn run, s string, base float32) {
	o := r.texts.next()
	name := r.t.ink.Text
	switch {
	case rn.url != "":
		name = r.t.ink.Link
	case rn.style&Quiet != 0:
		name = r.t.ink.Quiet
	}
	style := rn.face.textStyle()
	style.Underline = rn.url != ""
	style.Strikethrough = rn.style&Struck != 0
	want := canvas.Text{Text: expand(s), TextSize: rn.face.size, TextStyle: style, Color: r.colour(name), FontSource: rn.face.source()}
	if o.Text != want.Text || o.TextSize != want.TextSize || o.TextStyle != want.TextStyle ||
		o.Color != want.Color || o.FontSource != want.FontSource {
		o.Text, o.TextSize, o.TextStyle, o.Color, o.FontSource = want.Text, want.TextSize, want.TextStyle, want.Color, want.FontSource
		o.Refresh()
	}
	height, baseline := r.t.ruler.metrics(rn.face)
	o.Move(fyne.NewPos(rn.x, base-baseline))
	o.Resize(fyne.NewSize(rn.w, height))
}

func ceil(x float32) float32 { return float32(math.Ceil(float64(x))) }
