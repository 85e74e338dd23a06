package face

import (
	"errors"
	"fmt"
	"hash/fnv"
	"image"
	"io/fs"
	"maps"
	"path"
	"sync"
)

// Who is the persona of a portrait.
type Who struct {
	Slug string // the name of its folder, which stays
	Name string
	Face string // the character whose portrait it has; "" the one of its name
}

// mostKept bounds the pictures that are kept, in bytes of pixels.
const mostKept = 12 << 20

// A Gallery paints portraits and keeps what it has painted lately. It is safe
// for concurrent use. A Gallery is made by NewGallery.
type Gallery struct {
	files fs.FS // portraits/<name>/…

	painting sync.Mutex // one picture at a time; guards drawn
	drawn    map[Who]*drawn

	mu    sync.Mutex
	kept  map[key]*image.RGBA
	order []key // the oldest first
	bytes int
	own   map[ownKey]uint64 // what a persona's own pictures were when last read
}

// A key is all that a picture depends on.
type key struct {
	who    Who
	pose   pose
	crop   crop
	pixels int
	own    uint64 // of the bytes of an own picture; 0 the portrait is drawn
}

type ownKey struct {
	who        Who
	expression Expression
}

// NewGallery makes a gallery of the portraits below portraits/ of files.
func NewGallery(files fs.FS) *Gallery {
	return &Gallery{files: files, drawn: map[Who]*drawn{}, kept: map[key]*image.RGBA{}, own: map[ownKey]uint64{}}
}

// A picture is a painted portrait.
type picture struct {
	image *image.RGBA
	still bool // it is somebody's own picture, and does not move
}

// ready returns a picture that was painted before, after the persona's own
// pictures, if it may have any, were read.
func (g *Gallery) ready(k key, own Own) (picture, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if own != nil {
		read := false
		if k.own, read = g.own[ownKey{k.who, k.pose.expression}]; !read {
			return picture{}, false
		}
	}
	k = k.plain()
	m, ok := g.kept[k]
	return picture{m, k.own != 0}, ok
}

// plain drops what makes no difference for an own picture.
func (k key) plain() key {
	if k.own != 0 {
		k.pose, k.crop = pose{}, cropBust
	}
	return k
}

// paint makes a picture, or takes one that was made before. It reads the
// persona's own pictures, which may be nil, and takes some time. The error
// stands beside a picture where an own one could not be used.
func (g *Gallery) paint(k key, own Own) (picture, error) {
	g.painting.Lock()
	defer g.painting.Unlock()
	data, trouble := ownPicture(own, k.pose.expression)
	if data != nil {
		sum := fnv.New64a()
		_, _ = sum.Write(data) // never fails
		k.own = sum.Sum64() | 1
		m, err := g.keep(k, func() (*image.RGBA, error) { return decode(data, k.pixels) })
		if err == nil {
			g.note(k, own)
			return picture{m, true}, nil
		}
		trouble, k.own = err, 0
	}
	g.note(k, own)
	m, err := g.keep(k, func() (*image.RGBA, error) {
		d, err := g.portrait(k.who)
		if err != nil {
			return nil, err
		}
		return d.picture(k.pose, k.crop, k.pixels)
	})
	if err != nil {
		return picture{}, errors.Join(err, trouble)
	}
	return picture{image: m}, trouble
}

// note remembers which own picture stands for an expression.
func (g *Gallery) note(k key, own Own) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if own != nil {
		g.own[ownKey{k.who, k.pose.expression}] = k.own
	}
}

// Forget has the own pictures of a persona read again when they are next shown.
func (g *Gallery) Forget(slug string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	maps.DeleteFunc(g.own, func(k ownKey, _ uint64) bool { return k.who.Slug == slug })
}

// ownPicture is a persona's own picture of an expression, else that of it at
// rest: a drawn face among photographs would be somebody else's.
func ownPicture(own Own, e Expression) ([]byte, error) {
	if own == nil {
		return nil, nil
	}
	data, err := own.Expression(string(e))
	if data == nil && err == nil && e != Neutral {
		data, err = own.Expression(string(Neutral))
	}
	return data, err
}

// keep returns the picture of a key, made now if it has to be.
func (g *Gallery) keep(k key, paint func() (*image.RGBA, error)) (*image.RGBA, error) {
	k = k.plain()
	g.mu.Lock()
	m, ok := g.kept[k]
	g.mu.Unlock()
	if ok {
		return m, nil
	}
	m, err := paint()
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.kept[k], g.order = m, append(g.order, k)
	g.bytes += len(m.Pix)
	for g.bytes > mostKept && len(g.order) > 1 {
		g.bytes -= len(g.kept[g.order[0]].Pix)
		delete(g.kept, g.order[0])
		g.order = g.order[1:]
	}
	return m, nil
}

// generated is the portrait of those who have none.
const generated = "moon"

// portrait is the drawn portrait of a persona.
func (g *Gallery) portrait(who Who) (*drawn, error) {
	if d := g.drawn[who]; d != nil {
		return d, nil
	}
	dirs, err := fs.ReadDir(g.files, "portraits")
	if err != nil {
		return nil, fmt.Errorf("list portraits: %w", err)
	}
	found := generated
	for _, dir := range dirs {
		m, err := readManifest(g.files, path.Join("portraits", dir.Name()))
		if err != nil {
			return nil, err
		}
		if m.isOf(who) {
			found = dir.Name()
		}
	}
	d, err := load(g.files, path.Join("portraits", found), who.Name)
	if err != nil {
		return nil, err
	}
	g.drawn[who] = d
	return d, nil
}
