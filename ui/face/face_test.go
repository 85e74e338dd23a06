package face

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"yumori/assets"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/srwiley/rasterx"
)

var sheets = flag.String("sheets", "", "write every expression of every portrait into this folder, to be looked at")

var (
	luna = Who{Slug: "luna", Name: "Luna"}
	toko = Who{Slug: "灯子", Name: "灯子"}
	moon = Who{Slug: "basil", Name: "Basil"}

	// Of the characters that a persona can be made of.
	characters = map[string]Who{
		"astronomer": {Slug: "ottoline", Name: "Ottoline"}, "cook": {Slug: "よね", Name: "よね"}, "editor": {Slug: "harriet", Name: "Harriet"},
		"fox": {Slug: "こがね", Name: "こがね"}, "mechanic": {Slug: "jory", Name: "Jory"}, "woods": {Slug: "fenn", Name: "Fenn"},
	}
)

// drawnOnes are all portraits, by their folders.
func drawnOnes() map[string]Who {
	all := map[string]Who{"luna": luna, "toko": toko, "moon": moon}
	maps.Copy(all, characters)
	return all
}

func at() time.Time { return time.Date(2026, 11, 23, 21, 0, 0, 0, time.UTC) }

func painted(t *testing.T, g *Gallery, k key) *image.RGBA {
	t.Helper()
	m, err := g.paint(k, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m.image
}

// differing is how many of a thousand pixels two pictures differ in.
func differing(a, b *image.RGBA) int {
	n := 0
	for i := 0; i < len(a.Pix); i += 4 {
		if !bytes.Equal(a.Pix[i:i+4], b.Pix[i:i+4]) {
			n++
		}
	}
	return n * 4000 / len(a.Pix)
}

// Every expression of every portrait is drawn, whole, and can be told from
// neutral in the large portrait and in the head.
func TestEveryExpressionDiffers(t *testing.T) {
	for _, who := range drawnOnes() {
		g := NewGallery(assets.Files)
		for crop, side := range map[crop]int{cropBust: 96, cropHead: 36} {
			rest := painted(t, g, key{who: who, pose: pose{expression: Neutral}, crop: crop, pixels: side})
			for _, e := range All()[1:] {
				m := painted(t, g, key{who: who, pose: pose{expression: e}, crop: crop, pixels: side})
				if differing(rest, m) < 3 {
					t.Errorf("%s: %s in crop %d looks like neutral", who.Name, e, crop)
				}
				for i := 3; i < len(m.Pix); i += 4 {
					if m.Pix[i] < 0xfd {
						t.Fatalf("%s: %s has holes", who.Name, e)
					}
				}
			}
		}
	}
}

// Every part an expression names is a file, and every file is used.
func TestPortraitsAreWhole(t *testing.T) {
	for dir, who := range drawnOnes() {
		d, err := load(assets.Files, "portraits/"+dir, who.Name)
		if err != nil {
			t.Fatal(err)
		}
		used := map[*shapes]bool{}
		for _, e := range All() {
			f, ok := d.Expressions[e]
			if !ok || f.Eyes == "" || f.Brows == "" || f.Mouth == "" {
				t.Errorf("%s: %s is not said whole", dir, e)
			}
			for _, l := range d.Layers {
				for _, lid := range []lids{lidsOpen, lidsClosed} {
					v := d.shapes(l, pose{expression: e, lids: lid})
					if used[v] = true; v == nil && !(l.Part == "mood" && f.Mood == "") {
						t.Errorf("%s: %s has no %s%s", dir, e, l.File, l.Part)
					}
				}
			}
		}
		own, err := fs.Glob(assets.Files, "portraits/"+dir+"/*.svg")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range own { // of a base not all is used
			name := strings.TrimSuffix(path.Base(file), ".svg")
			if !used[d.files[name]] {
				t.Errorf("%s: nothing shows %s.svg", dir, name)
			}
		}
	}
}

func TestPaintingIsTheSameEachTime(t *testing.T) {
	k := key{who: toko, pose: pose{expression: Joy, breath: 0.5}, pixels: 80}
	if a, b := painted(t, NewGallery(assets.Files), k), painted(t, NewGallery(assets.Files), k); !bytes.Equal(a.Pix, b.Pix) {
		t.Error("two paintings differ")
	}
	g := NewGallery(assets.Files)
	if first := painted(t, g, k); painted(t, g, k) != first {
		t.Error("it was painted twice")
	}
}

// Who has no portrait is drawn with the colours and the letter of the name.
func TestGeneratedFaces(t *testing.T) {
	g := NewGallery(assets.Files)
	of := func(name string) *image.RGBA {
		return painted(t, g, key{who: Who{Slug: "x", Name: name}, pose: pose{expression: Neutral}, pixels: 120})
	}
	if differing(of("Basil"), of("Cora")) < 5 {
		t.Error("two names look the same")
	}
	for _, name := range []string{"", "  ", "夢", "…!", "\U0001F319", "\xff", "ß"} {
		of(name)
	}
	if differing(of("…"), painted(t, g, key{who: luna, pose: pose{expression: Neutral}, pixels: 120})) < 500 {
		t.Error("somebody else's face was lent out")
	}
}

// A folder that is not a portrait is an error, and no crash.
func TestBadDrawings(t *testing.T) {
	good := `{"side":400,"layers":[{"file":"a","on":"body"}]}`
	for name, files := range map[string]fstest.MapFS{
		"no manifest": {"p/a.svg": {Data: []byte("<svg></svg>")}},
		"no JSON":     {"p/portrait.json": {Data: []byte("{")}},
		"no SVG":      {"p/portrait.json": {Data: []byte(good)}, "p/a.svg": {Data: []byte("picture")}},
		"torn SVG":    {"p/portrait.json": {Data: []byte(good)}, "p/a.svg": {Data: []byte("<svg><path d='M0")}},
		"bad path":    {"p/portrait.json": {Data: []byte(good)}, "p/a.svg": {Data: []byte("<svg><path d='M1 2 3 q'/></svg>")}},
	} {
		d, err := load(files, "p", "P")
		if err == nil {
			_, err = d.picture(pose{expression: Neutral}, cropBust, 8)
		}
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := NewGallery(fstest.MapFS{}).paint(key{who: luna, pixels: 9}, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a gallery without portraits: %v", err)
	}
}

// Fills, lines and gradients come out where they belong.
func TestShapesAreDrawn(t *testing.T) {
	v, err := newShapes([]byte(`<svg viewBox="0 0 40 40"><defs><linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="40" y2="0">` +
		`<stop offset="0" stop-color="#000000"/><stop offset="1" stop-color="#ffffff"/></linearGradient></defs>` +
		`<path fill="url(#g)" d="M0 0H40V10H0Z"/><path fill="none" stroke="#ff0000" stroke-width="4" d="M20 12V38"/>` +
		`<path fill="#00ff00" d="M2 20H10V30H2Z"/></svg>`))
	if err != nil {
		t.Fatal(err)
	}
	m := image.NewRGBA(image.Rect(0, 0, 80, 80))
	if err := v.draw(m, rasterx.Identity.Scale(2, 2)); err != nil {
		t.Fatal(err)
	}
	if c := m.RGBAAt(40, 50); c.R != 0xff || c.A != 0xff {
		t.Errorf("the line is %v", c)
	}
	if a, b := m.RGBAAt(37, 50), m.RGBAAt(34, 50); a.R != 0xff || b.A != 0 {
		t.Errorf("the line is not 8 pixels wide: %v, %v", a, b)
	}
	if c := m.RGBAAt(12, 50); c.G != 0xff {
		t.Errorf("the field is %v", c)
	}
	for x, want := range map[int]int{4: 14, 40: 128, 76: 242} {
		if c := m.RGBAAt(x, 10); int(c.R) < want-6 || int(c.R) > want+6 || c.A != 0xff {
			t.Errorf("the gradient is %v at %d", c, x)
		}
	}
}

// pictures are somebody's own, by category.
type pictures map[string][]byte

func (p pictures) Expression(category string) ([]byte, error) {
	if bytes.Equal(p[category], []byte("unreadable")) {
		return nil, fs.ErrPermission
	}
	return p[category], nil
}

func red(t *testing.T, encode func(b *bytes.Buffer, m image.Image) error) []byte {
	t.Helper()
	m := image.NewPaletted(image.Rect(0, 0, 30, 50), color.Palette{color.RGBA{R: 0xff, A: 0xff}})
	var b bytes.Buffer
	if err := encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) }

func asGIF(b *bytes.Buffer, m image.Image) error {
	all := &gif.GIF{}
	for range 500 {
		all.Image, all.Delay = append(all.Image, m.(*image.Paletted)), append(all.Delay, 1)
	}
	return gif.EncodeAll(b, all)
}

// Own pictures take the place of the drawn face; one that cannot be shown is
// told of, and the drawn face stands there.
func isRed(m *image.RGBA) bool { return m.Pix[0] == 0xff && m.Pix[1] == 0 }

func TestOwnPictures(t *testing.T) {
	huge := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x01\x00\x00\x00\x01\x00\x00\x08\x02\x00\x00\x00\x9d\x19\xd5k")
	rows := []struct {
		name    string
		own     pictures
		red     bool
		trouble bool
	}{
		{"none", nil, false, false},
		{"of the feeling", pictures{"joy": red(t, asPNG)}, true, false},
		{"at rest", pictures{"neutral": red(t, asPNG)}, true, false},
		{"an animation", pictures{"joy": red(t, asGIF)}, true, false},
		{"text", pictures{"joy": []byte("no picture")}, false, true},
		{"empty", pictures{"joy": {}}, false, true},
		{"torn", pictures{"joy": red(t, asPNG)[:40]}, false, true},
		{"four gigapixels", pictures{"joy": huge}, false, true},
		{"unreadable", pictures{"joy": []byte("unreadable")}, false, true},
	}
	for _, row := range rows {
		g := NewGallery(assets.Files)
		m, err := g.paint(key{who: luna, pose: pose{expression: Joy}, pixels: 40}, row.own)
		if m.image == nil || isRed(m.image) != row.red || m.still != row.red || (err != nil) != row.trouble {
			t.Errorf("%s: %+v, %v", row.name, m.still, err)
		}
	}
}

// A large picture, and an animation of many frames, are shown for what a single
// picture of their size costs, and only what is seen of them is kept.
func TestLargeOwnPictures(t *testing.T) {
	palette := color.Palette{color.RGBA{R: 0xff, A: 0xff}}
	large, frame := image.NewPaletted(image.Rect(0, 0, 5472, 3648), palette), image.NewPaletted(image.Rect(0, 0, 640, 640), palette)
	var photo, animation bytes.Buffer
	if err := errors.Join(asPNG(&photo, large), asGIF(&animation, frame)); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		data []byte
		most uint64 // bytes that are allocated on the way
	}{
		"20 megapixels": {photo.Bytes(), 80 << 20},
		"500 frames":    {animation.Bytes(), 8 << 20}, // all of them are 200 MB
	} {
		g := NewGallery(assets.Files)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := g.paint(key{who: luna, pose: pose{expression: Joy}, pixels: 264}, pictures{"joy": row.data})
		runtime.ReadMemStats(&after)
		if err != nil || !m.still || !isRed(m.image) {
			t.Errorf("%s: %+v, %v", name, m.still, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > row.most || g.bytes > 4*264*264 {
			t.Errorf("%s: %d MB on the way, %d bytes kept", name, took>>20, g.bytes)
		}
	}
}

// What is kept is bounded.
func TestGalleryForgets(t *testing.T) {
	g := NewGallery(assets.Files)
	own := pictures{"neutral": red(t, asPNG)}
	for side := 900; side < 920; side++ { // 3 MB each
		if _, err := g.paint(key{who: luna, pose: pose{expression: Neutral}, pixels: side}, own); err != nil {
			t.Fatal(err)
		}
	}
	if g.bytes > mostKept || len(g.kept) != len(g.order) || len(g.kept) < 2 {
		t.Errorf("%d bytes in %d pictures, %d in order", g.bytes, len(g.kept), len(g.order))
	}
}

// One can look at what is drawn: -sheets writes it.
func TestSheets(t *testing.T) {
	if *sheets == "" {
		t.Skip("no folder was named")
	}
	for _, who := range drawnOnes() {
		g := NewGallery(assets.Files)
		for _, side := range []int{48, 96, 320} {
			crop := cropHead
			if side > 100 {
				crop = cropBust
			}
			sheet := image.NewRGBA(image.Rect(0, 0, 4*side, 3*side))
			for i, e := range All() {
				m := painted(t, g, key{who: who, pose: pose{expression: e}, crop: crop, pixels: side})
				for y := range side {
					copy(sheet.Pix[sheet.PixOffset(i%4*side, i/4*side+y):], m.Pix[m.PixOffset(0, y):m.PixOffset(0, y)+4*side])
				}
			}
			var b bytes.Buffer
			if err := png.Encode(&b, sheet); err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(*sheets, who.Name+"-"+strconv.Itoa(side)+".png")
			if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A steppedStage is a stage whose time is moved by hand.
type steppedStage struct {
	Stage
	now     time.Time
	lively  bool
	waiting map[string]func()
	due     map[string]time.Time
	waits   int
}

func newTheatre(t *testing.T) *steppedStage {
	test.NewTempApp(t)
	s := &steppedStage{now: at(), lively: true, waiting: map[string]func(){}, due: map[string]time.Time{}}
	s.Stage = Stage{
		Gallery: NewGallery(assets.Files),
		Work:    func(_ string, work, show func()) { work(); show() },
		Wait: func(kind string, d time.Duration, then func()) {
			s.waits++
			s.waiting[kind], s.due[kind] = then, s.now.Add(d)
		},
		Drop:   func(kind string) { delete(s.waiting, kind) },
		Now:    func() time.Time { return s.now },
		Scale:  func() float32 { return 1 },
		Lively: func(fyne.CanvasObject) bool { return s.lively },
	}
	return s
}

// pass lets time go by, and everything happen in it.
func (s *steppedStage) pass(d time.Duration) {
	end := s.now.Add(d)
	for {
		next := ""
		for kind := range s.waiting {
			if next == "" || s.due[kind].Before(s.due[next]) {
				next = kind
			}
		}
		if next == "" || s.due[next].After(end) {
			s.now = end
			return
		}
		then := s.waiting[next]
		delete(s.waiting, next)
		s.now = s.due[next]
		then()
	}
}

func TestPortraitMoves(t *testing.T) {
	s := newTheatre(t)
	p := New(&s.Stage, 40, nil)
	p.Express(luna, Neutral)
	seen := map[image.Image]bool{}
	for range 200 {
		s.pass(100 * time.Millisecond)
		seen[p.over.Image] = true
	}
	if len(seen) < breathSteps+2 {
		t.Errorf("in 20 s it had %d poses", len(seen))
	}
	if perSecond := float64(s.waits) / 20; perSecond > 1.3 {
		t.Errorf("it is drawn %.1f times a second", perSecond)
	}
}

// Where nobody looks, or wants no movement, nothing is ever due.
func TestStillPortraitHasNoTimer(t *testing.T) {
	s := newTheatre(t)
	s.lively = false
	p := New(&s.Stage, 40, nil)
	p.Express(luna, Neutral)
	p.Express(luna, Joy)
	s.pass(time.Hour)
	if s.waits != 0 || p.over.Image == nil || p.shown != Joy || p.over.Translucency != 0 {
		t.Errorf("%d times something was due; it shows %s", s.waits, p.shown)
	}
	s.lively = true
	p.Wake()
	s.pass(10 * time.Second)
	s.lively = false
	s.pass(20 * time.Second) // it comes to rest
	before := s.waits
	s.pass(time.Hour)
	if s.waits != before || len(s.waiting) != 0 {
		t.Errorf("it moves on unseen: %d", s.waits-before)
	}
	s.lively = true
	p.Wake()
	p.Rest()
	if len(s.waiting) != 0 {
		t.Error("it did not come to rest")
	}
}

// What is told before it has a place in a window moves once it has one.
func TestAPortraitThatGetsAPlaceMoves(t *testing.T) {
	s := newTheatre(t)
	s.lively = false
	p := New(&s.Stage, 40, nil)
	p.Express(luna, Neutral)
	s.lively = true
	test.NewTempWindow(t, p)
	s.pass(time.Minute)
	if s.waits < 10 {
		t.Errorf("in a minute it moved %d times", s.waits)
	}
}

// So does what is painted between the two: as the window comes up, the picture is
// there before its place is.
func TestAPortraitPaintedBeforeItsPlaceIsInSightMoves(t *testing.T) {
	s := newTheatre(t)
	s.lively = false
	var painted []func()
	s.Work = func(_ string, work, show func()) { work(); painted = append(painted, show) }
	p := New(&s.Stage, 40, nil)
	p.Express(luna, Neutral)
	test.NewTempWindow(t, p)
	for _, show := range painted {
		show()
	}
	s.Work = func(_ string, work, show func()) { work(); show() }
	s.lively = true
	s.pass(time.Minute)
	if s.waits < 10 {
		t.Errorf("in a minute it moved %d times", s.waits)
	}
}

// How finely a portrait moves depends on what that costs: a minute of it takes no
// more than its share of a core, and where drawing is cheap a breath is smooth.
func TestAPortraitMovesAsFinelyAsItMay(t *testing.T) {
	moves := map[time.Duration]int{}
	for _, cost := range []time.Duration{time.Millisecond, 10 * time.Millisecond, 30 * time.Millisecond} {
		for _, e := range []Expression{Neutral, Asleep} {
			s := newTheatre(t)
			spent := time.Duration(0)
			s.Spent = func() time.Duration { spent += cost; return spent }
			p := New(&s.Stage, 40, nil)
			p.Express(luna, e)
			s.pass(time.Minute)
			before := spent
			s.pass(10 * time.Minute)
			share := (spent - before).Seconds() / 600
			if moves[cost] = int((spent - before) / cost); share > 0.013 || moves[cost] < 150 {
				t.Errorf("%s, at %v a change: %d changes in ten minutes, %.2f %% of a core", e, cost, moves[cost], 100*share)
			}
		}
	}
	if moves[time.Millisecond] <= 2*moves[30*time.Millisecond] {
		t.Errorf("changes by their cost: %v", moves)
	}
}

// One expression goes over into the next, and the last that was asked for is
// the one that stays.
func TestPortraitCrosses(t *testing.T) {
	s := newTheatre(t)
	p := New(&s.Stage, 40, nil)
	p.Express(luna, Neutral)
	p.Express(luna, Joy)
	if p.over.Translucency == 0 || p.under.Image == nil {
		t.Error("it changed at once")
	}
	s.pass(100 * time.Millisecond)
	was, through := p.under.Image, p.over.Translucency
	p.Express(luna, Thinking)
	p.Express(luna, Sadness)
	if p.under.Image != was || p.over.Translucency != through || p.shown != Joy {
		t.Error("in the middle of a crossing it jumped")
	}
	s.pass(time.Second)
	if p.shown != Sadness || p.over.Translucency != 0 || p.under.Image != nil {
		t.Errorf("it shows %s", p.shown)
	}
}

func TestPortraitTellsOfTrouble(t *testing.T) {
	s := newTheatre(t)
	own := pictures{"joy": []byte("broken"), "sadness": red(t, asPNG)}
	p := New(&s.Stage, 40, own)
	var told error
	p.OnTrouble = func(err error) { told = err }
	p.Express(luna, Joy)
	if !errors.Is(told, ErrPicture) || p.over.Image == nil {
		t.Errorf("told %v", told)
	}
	p.Express(luna, Sadness)
	s.pass(time.Second)
	if told != nil || !p.still {
		t.Errorf("told %v of a good picture", told)
	}
	p.Express(luna, Joy)
	s.pass(time.Second)
	if p.still {
		t.Error("the drawn face does not move any more")
	}
}

// Another size is painted anew, not stretched.
func TestPortraitGrows(t *testing.T) {
	s := newTheatre(t)
	p := New(&s.Stage, 40, nil)
	w := test.NewTempWindow(t, p)
	w.SetPadded(false)
	w.Resize(fyne.NewSquareSize(40))
	p.Express(luna, Neutral)
	w.Resize(fyne.NewSquareSize(64))
	if side := p.over.Image.Bounds().Dx(); side != 64 {
		t.Errorf("it is %d pixels wide", side)
	}
	h := NewHead(&s.Stage, nil)
	h.Express(toko, Joy, 36)
	if h.Image.Image == nil || h.Image.CornerRadius != 18 {
		t.Error("no round head")
	}
}

// Who is heard moves the mouth by how loud the voice is: shut in its pauses.
func TestTheMouthFollowsTheVoice(t *testing.T) {
	s := newTheatre(t)
	level, sounding := 0.0, true
	s.Loud = func() (float64, bool) { return level, sounding }
	p := New(&s.Stage, 40, nil)
	p.Express(luna, Speaking)
	g := s.Gallery
	shows := func(m mouth) bool {
		for _, lids := range []lids{lidsOpen, lidsClosed} {
			for i := range breathSteps {
				k := key{who: luna, pose: pose{expression: Speaking, lids: lids, mouth: m, breath: float64(i) / (breathSteps - 1)}, pixels: p.pixels}
				if made, ok := g.ready(k, nil); ok && image.Image(made.image) == p.over.Image {
					return true
				}
			}
		}
		return false
	}
	for _, soft := range []float64{0, 0.05} { // a pause, and a voice that is never silent
		for i := range 30 {
			want := mouthRests
			if level = soft; i%2 == 0 {
				level, want = 0.2, mouthShows
			}
			if s.pass(mouthEach); !shows(want) {
				t.Fatalf("at a loudness of %v after %v the mouth is not at %v", level, 0.2, want)
			}
		}
	}
	sounding = false
	s.pass(time.Second) // it moves on its own again
}
