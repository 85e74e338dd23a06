package face

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"image"
	"image/draw"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/srwiley/rasterx"
)

// manifestFile says how the layers of a drawn portrait are put together.
const manifestFile = "portrait.json"

// A manifest is the content of manifestFile.
type manifest struct {
	// Names are the folders or display names of the personas that it is of.
	Names []string `json:"names"`
	// Base is a portrait that this one is drawn over: what is left out here, and the
	// files of layers that are not here, are taken from it; "" there is none.
	Base   string  `json:"base"`
	Side   float64 `json:"side"`   // of the square drawing, in its units
	Head   square  `json:"head"`   // what is shown where there is little room
	Neck   point   `json:"neck"`   // what the head turns around
	Breath float64 `json:"breath"` // how far the head rises, in units
	// Initial is where the first letter of the name goes; nil it is not drawn.
	Initial *letter `json:"initial"`
	// Palettes, of which a persona has one. Colour n of it takes the place of
	// "#a0000n" in the files, from 1 on.
	Palettes [][]string `json:"palettes"`
	// Layers from back to front.
	Layers []layer `json:"layers"`
	// Expressions by their names; one that is missing is drawn as neutral.
	Expressions map[Expression]features `json:"expressions"`
}

// errNoDrawing is of a file that is no SVG.
var errNoDrawing = errors.New("not an SVG drawing")

type point struct{ X, Y float64 }

// A letter is the middle of a letter, the height of its face, its colour.
type letter struct {
	X, Y, Size float64
	Colour     string
}

type square struct{ X, Y, Side float64 }

// A layer is one file of the drawing.
type layer struct {
	// File is the name without ".svg"; "*" in it stands for the part that the
	// expression asks for.
	File string `json:"file"`
	Part string `json:"part"` // "eyes", "brows", "mouth", "mood", "initial" or ""
	On   string `json:"on"`   // "ground" stays, "body" breathes, "head" turns, too
	Atop bool   `json:"atop"` // painted only where the figure is
}

// features are what an expression changes.
type features struct {
	Eyes  string  `json:"eyes"`
	Brows string  `json:"brows"`
	Mouth string  `json:"mouth"`
	Mood  string  `json:"mood"` // a layer of light or colour; "" none
	Turn  float64 `json:"turn"` // of the head, in degrees
	Bow   float64 `json:"bow"`  // how much lower the head is held, in units
}

// A drawn is a portrait of layers. It is immutable.
type drawn struct {
	manifest
	files map[string]*shapes
}

// load reads a drawn portrait from a folder, in the colours and with the
// letter of the persona of a name.
func load(files fs.FS, dir, name string) (*drawn, error) {
	m, err := readManifest(files, dir)
	if err != nil {
		return nil, err
	}
	d := &drawn{manifest: m, files: map[string]*shapes{}}
	dye := d.dye(name)
	if m.Base != "" {
		if err := d.read(files, path.Join(path.Dir(dir), m.Base), dye); err != nil {
			return nil, err
		}
	}
	if err := d.read(files, dir, dye); err != nil {
		return nil, err
	}
	if d.Initial != nil {
		v, err := letterOf(name, *d.Initial)
		if err != nil {
			return nil, err
		}
		d.files[partInitial] = v
	}
	return d, nil
}

// read reads the files of a folder that a layer shows, with the colours of dye.
func (d *drawn) read(files fs.FS, dir string, dye *strings.Replacer) error {
	names, err := fs.Glob(files, path.Join(dir, "*.svg"))
	if err != nil {
		return fmt.Errorf("list portrait %s: %w", dir, err)
	}
	for _, file := range names {
		svg, err := fs.ReadFile(files, file)
		if err != nil {
			return fmt.Errorf("read portrait: %w", err)
		}
		v, err := newShapes([]byte(dye.Replace(string(svg))))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		d.files[strings.TrimSuffix(path.Base(file), ".svg")] = v
	}
	return nil
}

// readManifest reads what stands in a folder, over what stands in that of its base.
func readManifest(files fs.FS, dir string) (manifest, error) {
	m, err := readOwn(files, dir, manifest{})
	if err != nil || m.Base == "" {
		return m, err
	}
	base, err := readOwn(files, path.Join(path.Dir(dir), m.Base), manifest{})
	if err != nil {
		return m, err
	}
	base.Initial = nil // the letter is of those who have no face of their own
	base.Names, base.Palettes, base.Layers = nil, nil, nil
	return readOwn(files, dir, base)
}

// readOwn reads what stands in a folder over what is known already.
func readOwn(files fs.FS, dir string, m manifest) (manifest, error) {
	b, err := fs.ReadFile(files, path.Join(dir, manifestFile))
	if err != nil {
		return m, fmt.Errorf("read portrait: %w", err)
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return m, fmt.Errorf("read portrait %s: %w", dir, err)
	}
	return m, nil
}

// isOf reports whether the portrait is of a persona.
func (m manifest) isOf(who Who) bool {
	if who.Face != "" {
		return slices.Contains(m.Names, who.Face)
	}
	return slices.Contains(m.Names, who.Slug) || slices.Contains(m.Names, who.Name)
}

// dye puts the colours of the persona of a name in the place of those in the
// files. The same name has the same colours for ever.
func (d *drawn) dye(name string) *strings.Replacer {
	if len(d.Palettes) == 0 {
		return strings.NewReplacer()
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(name)) // never fails
	var pairs []string
	for i, colour := range d.Palettes[int(sum.Sum32()%uint32(len(d.Palettes)))] {
		pairs = append(pairs, fmt.Sprintf("#a%05d", i+1), colour)
	}
	return strings.NewReplacer(pairs...)
}

// shapes are the file of a layer for a pose; nil if the expression has none.
func (d *drawn) shapes(l layer, p pose) *shapes {
	f := d.Expressions[p.expression]
	var part string
	switch l.Part {
	case "":
		return d.files[l.File]
	case partInitial:
		return d.files[partInitial]
	case "eyes":
		part = f.Eyes
		if p.lids != lidsOpen {
			if v := d.files["eyes-closed"]; v != nil && d.blinks(f) {
				return v
			}
		}
	case "brows":
		part = f.Brows
	case "mouth":
		part = f.Mouth
		if p.mouth == mouthRests {
			part = d.Expressions[Neutral].Mouth
		}
	case "mood":
		part = f.Mood
	}
	return d.files[l.Part+"-"+part]
}

// blinks reports whether an expression has its eyes open.
func (d *drawn) blinks(f features) bool { return !strings.HasPrefix(f.Eyes, "closed") }

// picture paints a pose, side by side pixels.
func (d *drawn) picture(p pose, crop crop, pixels int) (*image.RGBA, error) {
	whole := square{Side: d.Side}
	if crop == cropHead {
		whole = d.Head
	}
	scale := float64(pixels) / whole.Side
	base := rasterx.Identity.Scale(scale, scale).Translate(-whole.X, -whole.Y)
	bounds := image.Rect(0, 0, pixels, pixels)
	ground, figure := image.NewRGBA(bounds), image.NewRGBA(bounds)
	for _, l := range d.Layers {
		v := d.shapes(l, p)
		if v == nil {
			continue
		}
		m := base.Mult(d.place(l.On, p))
		on := figure
		switch {
		case l.On == "ground":
			on = ground
		case l.Atop:
			on = image.NewRGBA(bounds)
		}
		if err := v.draw(on, m); err != nil {
			return nil, fmt.Errorf("draw %s: %w", p.expression, err)
		}
		if l.Atop {
			atop(figure, on)
		}
	}
	draw.Draw(ground, bounds, figure, image.Point{}, draw.Over)
	return ground, nil
}

// place is where a layer has moved to.
func (d *drawn) place(on string, p pose) rasterx.Matrix2D {
	rise := -d.Breath * p.breath
	switch on {
	case "body":
		return rasterx.Identity.Translate(0, rise*0.6)
	case "head":
		f := d.Expressions[p.expression]
		return rasterx.Identity.Translate(0, rise+f.Bow).
			Translate(d.Neck.X, d.Neck.Y).Rotate(f.Turn*math.Pi/180).Translate(-d.Neck.X, -d.Neck.Y)
	}
	return rasterx.Identity
}
