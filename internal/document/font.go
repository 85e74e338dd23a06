package document

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
)

// A glyph is one character that a font shows.
type glyph struct {
	text  string  // "\ufffd" if nobody can tell
	width float64 // in thousandths of the font's size
	space bool    // it is the single-byte code 32, which word spacing widens
}

// A font decodes what is shown in it.
type font struct {
	size    int // bytes of a code
	unicode *charMap
	named   encoding.Encoding // of the codes, where the font names one
	wide    bool              // codes of two bytes in UTF-16
	upright bool              // set in columns from the right
	table   *[256]string      // of a font with codes of one byte
	widths  map[int]float64
	usual   float64 // width of codes not in widths
}

// readFont reads what is needed of a font's dictionary.
func readFont(v pdf.Value) *font {
	f := &font{size: 1, widths: map[int]float64{}, usual: 500}
	if to := v.Key("ToUnicode"); to.Kind() == pdf.Stream {
		f.unicode = readCharMap(to, v)
	}
	if v.Key("Subtype").Name() == "Type0" {
		f.composite(v)
		return f
	}
	f.table = simpleTable(v.Key("Encoding"), v)
	first := int(v.Key("FirstChar").Int64())
	list := v.Key("Widths")
	for i := range min(list.Len(), 256) {
		f.widths[first+i] = list.Index(i).Float64()
	}
	if v.Key("Subtype").Name() == "Type3" { // its widths are in a space of its own
		if scale := v.Key("FontMatrix").Index(0).Float64(); scale > 0 {
			for c := range f.widths {
				f.widths[c] *= scale * 1000
			}
		}
	}
	return f
}

// composite reads a font with codes of several bytes.
func (f *font) composite(v pdf.Value) {
	f.size, f.usual = 2, 1000
	name := v.Key("Encoding").Name()
	f.upright = strings.HasSuffix(name, "-V") || name == "V"
	switch base := strings.TrimSuffix(strings.TrimSuffix(name, "-V"), "-H"); {
	case strings.Contains(base, "RKSJ"):
		f.named = japanese.ShiftJIS
	case base == "EUC":
		f.named = japanese.EUCJP
	case strings.HasSuffix(base, "UCS2"), strings.HasSuffix(base, "UTF16"), strings.Contains(base, "UCS2-HW"):
		f.wide = true
	}
	down := v.Key("DescendantFonts").Index(0)
	if w := down.Key("DW"); w.Kind() == pdf.Integer || w.Kind() == pdf.Real {
		f.usual = w.Float64()
	}
	list := down.Key("W")
	for i := 0; i+1 < list.Len() && len(f.widths) < maxRange; {
		first, next := int(list.Index(i).Int64()), list.Index(i+1)
		if next.Kind() == pdf.Array {
			for k := range next.Len() {
				f.widths[first+k] = next.Index(k).Float64()
			}
			i += 2
			continue
		}
		last, w := int(next.Int64()), list.Index(i+2).Float64()
		for c := first; c <= last && len(f.widths) < maxRange; c++ {
			f.widths[c] = w
		}
		i += 3
	}
}

// simpleTable returns what the codes of a font of one byte stand for.
func simpleTable(enc pdf.Value, font pdf.Value) *[256]string {
	var table [256]string
	base := charmap.Windows1252
	if enc.Name() == "MacRomanEncoding" || enc.Key("BaseEncoding").Name() == "MacRomanEncoding" {
		base = charmap.Macintosh
	}
	for c := range table {
		table[c] = string(base.DecodeByte(byte(c)))
		if c < 0x20 {
			table[c] = unknown
		}
	}
	diff := enc.Key("Differences")
	at := 0
	names := (&pdf.Font{V: font}).Encoder()
	for i := range min(diff.Len(), 1024) {
		x := diff.Index(i)
		if x.Kind() == pdf.Integer {
			at = int(x.Int64())
			continue
		}
		if at >= 0 && at < 256 {
			table[at] = named(x.Name(), byte(at), names)
		}
		at++
	}
	return &table
}

const unknown = "\ufffd"

// named returns what the name of a glyph means.
func named(name string, c byte, known pdf.TextEncoding) string {
	if len(name) == 1 {
		return name
	}
	name, _, _ = strings.Cut(name, ".")
	for _, prefix := range []string{"uni", "u"} {
		hex, ok := strings.CutPrefix(name, prefix)
		if n, err := strconv.ParseUint(hex, 16, 32); ok && err == nil && len(hex) >= 4 && utf8.ValidRune(rune(n)) {
			return string(rune(n))
		}
	}
	// The library knows the names, and gives the code itself for others.
	if s := known.Decode(string([]byte{c})); s != string(rune(c)) || name == "space" {
		return s
	}
	return unknown
}

// glyphs decodes what is shown.
func (f *font) glyphs(raw string, each func(glyph)) {
	for len(raw) > 0 {
		var c string
		c, raw = f.cut(raw)
		g := glyph{width: f.usual, space: c == " "}
		if w, ok := f.widths[number(c)]; ok && f.named == nil && !f.wide {
			g.width = w
		}
		if f.named != nil && len(c) == 1 {
			g.width = f.usual / 2
		}
		g.text = f.decode(c)
		each(g)
	}
}

// cut takes the first code off.
func (f *font) cut(raw string) (c, rest string) {
	switch {
	case f.named != nil:
		n := 1
		if halfWidth := f.named == japanese.ShiftJIS && raw[0] >= 0xa0 && raw[0] <= 0xdf; raw[0] >= 0x80 && !halfWidth {
			n = min(2, len(raw))
		}
		return raw[:n], raw[n:]
	case f.unicode != nil:
		return f.unicode.cut(raw, f.size)
	}
	n := min(f.size, len(raw))
	if f.wide && len(raw) >= 4 && raw[0] >= 0xd8 && raw[0] <= 0xdb {
		n = 4
	}
	return raw[:n], raw[n:]
}

func (f *font) decode(c string) string {
	if f.unicode != nil {
		if s, ok := f.unicode.text[c]; ok {
			return s
		}
		if f.table == nil {
			return unknown
		}
	}
	switch {
	case f.named != nil:
		return with(f.named, []byte(c))
	case f.wide:
		return utf16BE(c)
	case f.table != nil && len(c) == 1:
		return f.table[c[0]]
	}
	return unknown // a number of a glyph, and the font does not say which
}
