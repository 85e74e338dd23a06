package face

import (
	"fmt"
	"hash/fnv"
	"time"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// A Stage is what portraits need of their window. Its functions are called,
// and call back, on the screen's goroutine.
type Stage struct {
	Gallery *Gallery
	// Work runs work away from the screen's goroutine and then show on it. Of
	// several of a kind the newest is shown.
	Work func(kind string, work, show func())
	// Wait calls then after a time. Of several of a kind the newest counts.
	Wait func(kind string, d time.Duration, then func())
	// Drop ends what Wait began.
	Drop func(kind string)
	Now  func() time.Time
	// Scale is how many pixels one unit of the toolkit has.
	Scale func() float32
	// Lively reports whether an object may move: it is in sight, and movement
	// is wanted.
	Lively func(fyne.CanvasObject) bool
	// Loud is how loud the voice is that is heard now, from 0 to 1, and whether one
	// is; nil nobody knows, and the mouth moves on its own.
	Loud func() (level float64, sounding bool)
	// Spent is what the processors have worked for the process so far; nil nobody
	// knows, and a breath is drawn as if it were cheap enough.
	Spent func() time.Duration

	pace pace
	made int                    // portraits, to tell them apart
	all  map[*Portrait]struct{} // that have a place in a window
}

// Wake lets every portrait move on, after it could not be seen for a while.
func (s *Stage) Wake() {
	for p := range s.all {
		p.Wake()
	}
}

// name is another name each time.
func (s *Stage) name() string {
	s.made++
	return fmt.Sprintf("portrait/%d", s.made)
}

// A Portrait shows a persona, large, and follows what it feels and does: it
// breathes and blinks while somebody can see it, and crosses softly from one
// expression to the next. It is still, and costs nothing, where its stage is
// not lively.
type Portrait struct {
	widget.BaseWidget
	// OnTrouble, if set, is told why an own picture is not shown, and with nil
	// that all is well again.
	OnTrouble func(error)

	stage  *Stage
	kind   string
	own    Own
	side   float32
	who    Who
	motion *motion // nil until something is to be shown

	loudest     float64 // the voice that is heard, fading
	under, over *canvas.Image
	shown       Expression // "" nothing yet
	pixels      int        // of what is shown
	still       bool       // it is an own picture
	fade        int        // steps of the crossing that are left
}

// settleTime is how long a portrait that gets a place waits for that to be in sight.
const settleTime = 250 * time.Millisecond

// A crossing from one expression to the next.
const (
	fadeSteps = 6
	fadeStep  = 40 * time.Millisecond
)

// New makes a portrait, side units high and wide. own may be nil.
func New(stage *Stage, side float32, own Own) *Portrait {
	p := &Portrait{stage: stage, kind: stage.name(), own: own, side: side, under: newImage(look.RadiusCard), over: newImage(look.RadiusCard)}
	p.under.Hide()
	p.ExtendBaseWidget(p)
	return p
}

func newImage(corner float32) *canvas.Image {
	return &canvas.Image{FillMode: canvas.ImageFillContain, CornerRadius: corner}
}

// Express sets whose portrait it is and what it expresses. The same again only
// lets it move on if it has come to rest. A crossing that is under way ends first.
func (p *Portrait) Express(who Who, e Expression) {
	if p.who != who {
		p.fade = 0
	}
	if p.motion == nil || p.who != who || p.motion.expression != e {
		p.who = who
		seed := fnv.New64a()
		fmt.Fprint(seed, who.Slug, p.kind)
		p.motion = newMotion(e, seed.Sum64(), p.stage.Now())
	}
	p.Wake()
}

// Wake draws the portrait as it should be now, and lets it move on.
func (p *Portrait) Wake() {
	if p.motion != nil && p.fade == 0 {
		p.step()
	}
}

// Rest ends all movement until the next Express or Wake.
func (p *Portrait) Rest() {
	p.stage.Drop(p.kind + "/wait")
	p.fade = 0
}

// step shows the pose of the moment and waits for the next.
func (p *Portrait) step() {
	k := key{who: p.who, pose: pose{expression: p.motion.expression}, pixels: p.wanted()}
	var next time.Duration
	if p.stage.Lively(p) && !p.still {
		p.motion.steps = p.stage.pace.steps(p.motion.expression)
		k.pose, next = p.motion.at(p.stage.Now())
		next = p.articulate(&k.pose, next)
	}
	if m, ok := p.stage.Gallery.ready(k, p.own); ok && p.shown == k.pose.expression {
		p.put(k, m, next)
		return
	}
	var made picture
	var err error
	p.stage.Work(p.kind, func() { made, err = p.stage.Gallery.paint(k, p.own) }, func() {
		if p.OnTrouble != nil {
			p.OnTrouble(err)
		}
		if made.image != nil {
			p.put(k, made, next)
		}
	})
}

// The mouth follows the voice that is heard.
const (
	openFrom  = 0.03 // how loud a voice is at least that opens it
	openShare = 0.45 // of how loud it was: some voices are never soft
	fades     = 0.9  // what is left of that at the next look
	mouthEach = 100 * time.Millisecond
)

// articulate moves the mouth of somebody who speaks by the voice, where one is
// heard, and returns when to look again.
func (p *Portrait) articulate(at *pose, next time.Duration) time.Duration {
	if at.expression != Speaking || p.stage.Loud == nil {
		return next
	}
	level, sounding := p.stage.Loud()
	if !sounding {
		p.loudest = 0
		return next
	}
	at.mouth = mouthRests
	p.loudest = max(level, p.loudest*fades)
	if level >= openFrom && level >= openShare*p.loudest {
		at.mouth = mouthShows
	}
	return min(next, mouthEach)
}

// put shows a picture: at once, or crossing over where the expression changes.
func (p *Portrait) put(k key, m picture, next time.Duration) {
	changes := p.shown != "" && p.shown != k.pose.expression && p.stage.Lively(p)
	p.shown, p.pixels, p.still = k.pose.expression, k.pixels, m.still
	if changes {
		p.under.Image, p.over.Image = p.over.Image, m.image
		p.under.Show()
		p.under.Refresh()
		p.fade = fadeSteps
		p.cross()
		return
	}
	if p.over.Image != m.image {
		if p.over.Image = m.image; p.stage.Spent != nil {
			p.stage.pace.changed(p.stage.Spent())
		}
		p.settle()
	}
	if next > 0 && !m.still { // else what waits still comes: it may be lively by then
		p.stage.Wait(p.kind+"/wait", next, p.step)
	}
}

// cross goes one step from the old picture to the new one.
func (p *Portrait) cross() {
	if p.fade == 0 || !p.stage.Lively(p) {
		p.fade = 0
		p.settle()
		p.step()
		return
	}
	left := float64(p.fade) / (fadeSteps + 1)
	p.over.Translucency = left * left // ease out
	p.over.Refresh()
	p.fade--
	p.stage.Wait(p.kind+"/wait", fadeStep, p.cross)
}

// settle shows the newest picture alone.
func (p *Portrait) settle() {
	p.over.Translucency = 0
	p.under.Image = nil
	p.under.Hide()
	p.over.Refresh()
}

// wanted is how many pixels the portrait is wide on the screen.
func (p *Portrait) wanted() int {
	side := min(p.Size().Width, p.Size().Height)
	if side <= 0 {
		side = p.side
	}
	return pixels(side, p.stage)
}

// mostSide bounds a picture that is painted, in pixels.
const mostSide = 1200

func pixels(side float32, stage *Stage) int {
	return min(max(int(side*stage.Scale()+0.5), 1), mostSide)
}

// MinSize is a square.
func (p *Portrait) MinSize() fyne.Size { return fyne.NewSquareSize(p.side) }

// CreateRenderer is called by the toolkit.
func (p *Portrait) CreateRenderer() fyne.WidgetRenderer {
	if p.stage.all == nil {
		p.stage.all = map[*Portrait]struct{}{}
	}
	p.stage.all[p] = struct{}{}
	return &portraitRenderer{p}
}

type portraitRenderer struct{ p *Portrait }

func (r *portraitRenderer) Destroy() {
	delete(r.p.stage.all, r.p)
	r.p.Rest()
}
func (r *portraitRenderer) MinSize() fyne.Size { return r.p.MinSize() }
func (r *portraitRenderer) Refresh()           { r.p.over.Refresh() }
func (r *portraitRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.p.under, r.p.over}
}

// Layout puts the pictures into the middle, and has them painted anew for
// another size.
func (r *portraitRenderer) Layout(size fyne.Size) {
	side := min(size.Width, size.Height)
	for _, o := range r.Objects() {
		o.Resize(fyne.NewSquareSize(side))
		o.Move(fyne.NewPos((size.Width-side)/2, (size.Height-side)/2))
	}
	switch {
	case r.p.pixels != 0 && r.p.pixels != r.p.wanted():
		r.p.Wake()
	case r.p.motion != nil && r.p.fade == 0: // what was told before it had a place was not lively
		r.p.stage.Wait(r.p.kind+"/wait", settleTime, r.p.step)
	}
}

// A Head is a portrait in small: the face, round and still. Until it is
// painted nothing is there.
type Head struct {
	// Image is what the head is drawn with; its place is the caller's.
	Image *canvas.Image

	stage *Stage
	kind  string
	own   Own
	key   key
}

// NewHead makes a head. own may be nil.
func NewHead(stage *Stage, own Own) *Head {
	return &Head{stage: stage, kind: stage.name(), own: own, Image: newImage(0)}
}

// Express paints whose head it is and what it expresses, side units wide.
func (h *Head) Express(who Who, e Expression, side float32) {
	k := key{who: who, pose: pose{expression: e}, crop: cropHead, pixels: pixels(side, h.stage)}
	if k == h.key {
		return
	}
	h.key, h.Image.CornerRadius = k, side/2
	if m, ok := h.stage.Gallery.ready(k, h.own); ok {
		h.put(m)
		return
	}
	var made picture
	h.stage.Work(h.kind, func() { made, _ = h.stage.Gallery.paint(k, h.own) }, func() { // the large portrait tells what is wrong
		if made.image != nil && h.key == k {
			h.put(made)
		}
	})
}

func (h *Head) put(m picture) {
	h.Image.Image = m.image
	h.Image.Refresh()
}
