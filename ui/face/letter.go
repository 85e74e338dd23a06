package face

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"

	"yumori/assets/fonts"
)

// partInitial is the part of a portrait that is the first letter of the name.
const partInitial = "initial"

// initial is the first letter or digit of a name, a dot if it has none.
func initial(name string) rune {
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
	}
	return '·'
}

// letterOf is the initial of a name as a layer. A letter that the font lacks
// is a dot.
func letterOf(name string, at letter) (*shapes, error) {
	face, err := font.ParseTTF(bytes.NewReader(fonts.Bold()))
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	glyph, ok := face.NominalGlyph(initial(name))
	if !ok {
		glyph, _ = face.NominalGlyph('·')
	}
	outline, _ := face.GlyphData(glyph).(font.GlyphOutline)
	ends, ok := face.GlyphExtents(glyph)
	if !ok {
		return nil, fmt.Errorf("measure letter of %q: %w", name, errNoDrawing)
	}
	scale := at.Size / float64(face.Upem())
	x := at.X - scale*float64(ends.XBearing+ends.Width/2)
	y := at.Y + scale*float64(ends.YBearing+ends.Height/2)
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg"><path fill="%s" d="%s"/></svg>`, at.Colour, pathOf(outline, point{x, y}, scale))
	return newShapes([]byte(svg))
}

// pathOf writes an outline as the path of a drawing.
func pathOf(outline font.GlyphOutline, origin point, scale float64) string {
	var b strings.Builder
	for i, s := range outline.Segments {
		if s.Op == ot.SegmentOpMoveTo && i > 0 {
			b.WriteByte('Z')
		}
		b.WriteByte("MLQC"[s.Op])
		for _, p := range s.ArgsSlice() {
			fmt.Fprintf(&b, "%.2f %.2f ", origin.X+scale*float64(p.X), origin.Y-scale*float64(p.Y))
		}
	}
	b.WriteByte('Z')
	return b.String()
}
