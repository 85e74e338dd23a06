package document

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/japanese"
)

// A sketch is a PDF made by hand: its objects, of which the first is the
// catalogue and the second the pages.
type sketch struct {
	objects []string
	trailer string
}

// object adds an object and returns its number.
func (s *sketch) object(body string) int {
	s.objects = append(s.objects, body)
	return len(s.objects)
}

func (s *sketch) stream(dict, data string) int {
	return s.object(fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data))
}

func (s *sketch) packed(data string) int {
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, zlib.BestSpeed)
	if err != nil {
		panic(err)
	}
	if _, err := z.Write([]byte(data)); err != nil {
		panic(err)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return s.stream("/Filter /FlateDecode", b.String())
}

// newSketch begins a document whose pages show what the contents say, with
// resources.
func newSketch(resources func(*sketch) string, contents ...string) *sketch {
	s := &sketch{}
	s.object("<< /Type /Catalog /Pages 2 0 R >>")
	s.object("") // the pages, known at the end
	res := resources(s)
	var kids []string
	for _, c := range contents {
		stream := s.packed(c)
		kids = append(kids, fmt.Sprintf("%d 0 R", s.object(fmt.Sprintf(
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << %s >> /Contents %d 0 R >>", res, stream))))
	}
	s.objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	return s
}

// bytes writes the document down.
func (s *sketch) bytes() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, o := range s.objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(s.objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(s.objects)+1, s.trailer, xref)
	return b.Bytes()
}

func fonts(defs ...string) func(*sketch) string {
	return func(s *sketch) string {
		var b strings.Builder
		b.WriteString("/Font <<")
		for i, d := range defs {
			fmt.Fprintf(&b, " /F%d %d 0 R", i+1, s.object(d))
		}
		return b.String() + " >>"
	}
}

const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"

// shown sets lines of text with a font.
func shown(font string, lines ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "BT /%s 12 Tf 14 TL 72 770 Td\n", font)
	for _, l := range lines {
		fmt.Fprintf(&b, "%s Tj T*\n", l)
	}
	return b.String() + "ET\n"
}

func literal(s string) string {
	return "(" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(s) + ")"
}

func hexed(b []byte) string { return fmt.Sprintf("<%x>", b) }

func ucs2(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u>>8), byte(u))
	}
	return b
}

func sjis(s string) []byte {
	b, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte(s))
	if err != nil {
		panic(err)
	}
	return b
}

// cids numbers the characters of texts from 1 on, as a font that was cut down
// to them has it, and returns how each is written.
func cids(texts ...string) (codes map[rune]int, write func(string) string) {
	codes = map[rune]int{}
	for _, t := range texts {
		for _, r := range t {
			if codes[r] == 0 {
				codes[r] = len(codes) + 1
			}
		}
	}
	return codes, func(s string) string {
		var b []byte
		for _, r := range s {
			b = append(b, byte(codes[r]>>8), byte(codes[r]))
		}
		return hexed(b)
	}
}

// toUnicode is the stream that says which characters the codes are.
func toUnicode(codes map[rune]int) string {
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /X def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n")
	fmt.Fprintf(&b, "%d beginbfchar\n", len(codes))
	for r, c := range codes {
		fmt.Fprintf(&b, "<%04x> <%x>\n", c, ucs2(string(r)))
	}
	return b.String() + "endbfchar\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
}

// composite is a font of two-byte codes.
func composite(encoding, more string) string {
	return "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /" + encoding + " " + more +
		" /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>] >>"
}

// written puts bytes into a file and opens it.
func written(t testing.TB, data []byte) *os.File {
	t.Helper()
	name := filepath.Join(t.TempDir(), "document")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}
