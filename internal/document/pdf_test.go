package document

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain is this package's main: a test that reads a PDF starts it again.
func TestMain(m *testing.M) {
	if Called() {
		os.Exit(Main())
	}
	os.Exit(m.Run())
}

const (
	lanterns = "The keeper lights the lanterns at dusk and counts the ships that pass the harbour."
	tundra   = "永久凍土の上に広がるツンドラには、短い夏のあいだだけ苔と地衣類が育ちます。"
	reindeer = "トナカイの群れは春になると北へ移動し、秋には森へ戻ってきます。"
)

// japaneseWithUnicode sets two lines, or from the right two columns.
func japaneseWithUnicode(direction string) *sketch {
	codes, write := cids(tundra, reindeer)
	return newSketch(func(s *sketch) string {
		to := s.packed(toUnicode(codes))
		return fonts(composite("Identity-"+direction, fmt.Sprintf("/ToUnicode %d 0 R", to)))(s)
	}, fmt.Sprintf(map[string]string{
		"H": "BT /F1 12 Tf 72 770 Td %s Tj 0 -18 Td %s Tj ET",
		"V": "BT /F1 12 Tf 500 770 Td %s Tj -18 0 Td %s Tj ET",
	}[direction], write(tundra), write(reindeer)))
}

func japaneseWithout() *sketch {
	_, write := cids(tundra, reindeer)
	return newSketch(fonts(composite("Identity-H", "")), shown("F1", write(tundra), write(reindeer)))
}

func english(pages ...string) *sketch {
	var contents []string
	for _, p := range pages {
		contents = append(contents, shown("F1", literal(p)))
	}
	return newSketch(fonts(helvetica), contents...)
}

func TestPDF(t *testing.T) {
	t.Parallel()
	inForm := func() *sketch {
		return newSketch(func(s *sketch) string {
			f := fonts(helvetica)(s)
			form := s.stream("/Type /XObject /Subtype /Form /BBox [0 0 500 500] /Resources << "+f+" >>", shown("F1", literal(lanterns)))
			return fmt.Sprintf("/XObject << /X1 %d 0 R >>", form)
		}, "q 1 0 0 1 10 10 cm /X1 Do Q")
	}
	for _, c := range []struct {
		name string
		pdf  []byte
		want []string // pages
	}{
		{"English", english(lanterns, "The second page tells of the storm and of the long night after it.").bytes(),
			[]string{lanterns, "The second page tells of the storm and of the long night after it."}},
		{"Japanese with ToUnicode", japaneseWithUnicode("H").bytes(), []string{tundra + reindeer}},
		{"Japanese from the right", japaneseWithUnicode("V").bytes(), []string{tundra + reindeer}},
		{"Japanese in Shift_JIS", newSketch(fonts(composite("90ms-RKSJ-H", "")), shown("F1", hexed(sjis(tundra+"ABC")))).bytes(), []string{tundra + "ABC"}},
		{"Japanese in UCS-2", newSketch(fonts(composite("UniJIS-UCS2-H", "")), shown("F1", hexed(ucs2(tundra)))).bytes(), []string{tundra}},
		{"letters placed one by one", newSketch(fonts(helvetica), `BT /F1 12 Tf 72 700 Td [(The har) 20 (bour is) -600 (quiet and the lamp) -400 (burns low tonight.)] TJ ET`).bytes(),
			[]string{"The harbour is quiet and the lamp burns low tonight."}},
		{"text in a form", inForm().bytes(), []string{lanterns}},
		{"version 2.0", bytes.Replace(english(lanterns).bytes(), []byte("%PDF-1.4"), []byte("%PDF-2.0"), 1), []string{lanterns}},
		{"something before it", append([]byte("junk from a mail\n"), english(lanterns).bytes()...), []string{lanterns}},
		{"something behind it", append(english(lanterns).bytes(), bytes.Repeat([]byte("\x00 "), 500)...), []string{lanterns}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var last Progress
			got, err := Reader{Pdftotext: "none"}.Read(t.Context(), PDF, written(t, c.pdf), func(p Progress) { last = p })
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Pages) != len(c.want) || got.Count != len(c.want) || got.By != "pdf" || got.Unread != 0 || got.Cut {
				t.Fatalf("%+v", got)
			}
			for i, p := range got.Pages {
				if p.Text != c.want[i] || p.Number != i+1 {
					t.Errorf("page %d: %q, want %q", p.Number, p.Text, c.want[i])
				}
			}
			if last != (Progress{len(c.want), len(c.want)}) {
				t.Errorf("progress ended at %+v", last)
			}
		})
	}
}

func TestBadPDF(t *testing.T) {
	t.Parallel()
	ring := english(lanterns)
	ring.objects[1] = "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>"
	locked := english(lanterns)
	locked.trailer = fmt.Sprintf("/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -1 /O <%064x> /U <%064x> >>", 1, 2)
	newer := english(lanterns)
	newer.trailer = "/ID [<00> <00>] /Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 >>"
	whole := english(lanterns).bytes()
	for _, c := range []struct {
		name string
		pdf  []byte
		want Reason
	}{
		{"none", []byte("Dear diary, this is no PDF at all."), NotPDF},
		{"nothing", nil, Empty},
		{"half of one", whole[:len(whole)/2], Damaged},
		{"wants a password", locked.bytes(), Encrypted},
		{"wants a password, of a newer kind", newer.bytes(), Encrypted},
		{"a picture", newSketch(func(s *sketch) string {
			return fmt.Sprintf("/XObject << /I %d 0 R >>", s.stream("/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "x"))
		}, "q 500 0 0 700 0 0 cm /I Do Q").bytes(), NoText},
		{"Japanese without ToUnicode", japaneseWithout().bytes(), Garbled},
		{"English of unknown glyphs", newSketch(fonts("<< /Type /Font /Subtype /Type3 /Encoding << /Differences [65 /g1 /g2 /g3 /g4 /g5 /g6 /g7] >> >>"), shown("F1", "(ABCDEFGABCDEFG)")).bytes(), Garbled},
		{"English moved by three letters", newSketch(fonts(helvetica), shown("F1", literal(caesar(lanterns)))).bytes(), Garbled},
		{"pages in a ring", ring.bytes(), Damaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Reader{Pdftotext: "none"}.Read(t.Context(), PDF, written(t, c.pdf), nil)
			var p *Problem
			if !errors.As(err, &p) || p.Reason != c.want || !errors.Is(err, ErrDocument) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// caesar moves letters as a font does whose glyphs were numbered anew.
func caesar(s string) string {
	return strings.Map(func(r rune) rune {
		switch r | 0x20 {
		case 'e', 'a', 'o', 'i', 'u', 't', 'n', 's', 'h', 'r':
			return r + 29 - 26
		case ' ':
			return '#'
		}
		return r
	}, s)
}

// TestLimits lets documents try to use everything there is.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, content string
		reader        Reader
		want          Reason
	}{
		{"time", strings.Repeat(" ", 30<<20), Reader{Silence: 5 * time.Millisecond}, TooSlow},
		{"memory", "(" + strings.Repeat("a", 60<<20), Reader{Memory: 40 << 20}, Damaged},
		{"neither", shown("F1", literal(lanterns)), Reader{Memory: 40 << 20}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.reader.Pdftotext = "none"
			start := time.Now()
			_, err := c.reader.Read(t.Context(), PDF, written(t, newSketch(fonts(helvetica), c.content).bytes()), nil)
			var p *Problem
			if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &p) || p.Reason != c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			t.Logf("%v after %v", err, time.Since(start))
		})
	}
}

// TestKilled ends the reading from outside.
func TestKilled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	pdf := newSketch(fonts(helvetica), shown("F1", literal(lanterns)), strings.Repeat(" ", 30<<20)).bytes()
	_, err := Reader{Pdftotext: "none"}.Read(ctx, PDF, written(t, pdf), func(p Progress) {
		if p.Page == 1 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestNoProgram has nothing to start.
func TestNoProgram(t *testing.T) {
	t.Parallel()
	_, err := Reader{Program: filepath.Join(t.TempDir(), "gone"), Pdftotext: "none"}.Read(t.Context(), PDF, written(t, english(lanterns).bytes()), nil)
	if !errors.Is(err, ErrDocument) {
		t.Errorf("%v", err)
	}
}

// script writes a program that stands for pdftotext.
func script(t *testing.T, lines string) string {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	name := filepath.Join(t.TempDir(), "pdftotext")
	if err := os.WriteFile(name, []byte("#!"+sh+"\n"+lines), 0o700); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	return name
}

// TestPdftotext falls back to the other program when ours reads nothing, or
// nothing that is language.
func TestPdftotext(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-secret")
	good := script(t, "printf '%s\\n\\f%s\\n\\f' '"+tundra+"' '"+reindeer+"'\n")
	for _, c := range []struct {
		name, program string
		pdf           []byte
		pages         int
		by            string
		want          Reason
	}{
		{"it can", good, japaneseWithout().bytes(), 2, "pdftotext", ""},
		{"not needed", good, english(lanterns).bytes(), 1, "pdf", ""},
		{"it cannot either", script(t, "printf '\\001\\002\\003\\004\\005\\006\\f'"), japaneseWithout().bytes(), 0, "", Garbled},
		{"it fails", script(t, "echo 'Syntax Error' >&2; exit 1"), japaneseWithout().bytes(), 0, "", Garbled},
		{"of half a document", good, english(lanterns).bytes()[:400], 2, "pdftotext", ""},
		{"it learns no keys", script(t, "[ -z \"$OPENAI_API_KEY$YUMORI_READ_DOCUMENT\" ] && printf '%s' '"+tundra+"'"), japaneseWithout().bytes(), 1, "pdftotext", ""},
		{"it reads the document", script(t, "head -c 4 | grep -q '%PDF' && printf '%s' '"+tundra+"'"), japaneseWithout().bytes(), 1, "pdftotext", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Reader{Pdftotext: c.program}.Read(t.Context(), PDF, written(t, c.pdf), nil)
			var p *Problem
			if c.want != "" {
				if !errors.As(err, &p) || p.Reason != c.want {
					t.Errorf("%v, want %s", err, c.want)
				}
				return
			}
			if err != nil || len(got.Pages) != c.pages || got.By != c.by {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// TestRealPdftotext holds what the program really takes and says.
func TestRealPdftotext(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed")
	}
	r := Reader{}
	a := r.attempt(t.Context(), job{task: program, file: written(t, english(lanterns, lanterns).bytes())})
	if len(a.pages) != 2 || a.pages[1].Text != lanterns || a.problem != nil {
		t.Errorf("%+v %v", a, a.problem)
	}
	locked := english(lanterns)
	locked.trailer = fmt.Sprintf("/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -1 /O <%064x> /U <%064x> >>", 1, 2)
	if a = r.attempt(t.Context(), job{task: program, file: written(t, locked.bytes())}); a.problem == nil || a.problem.Reason != Encrypted {
		t.Errorf("%+v %v", a, a.problem)
	}
}

// TestPartly reads a document of which only some pages are language.
func TestPartly(t *testing.T) {
	t.Parallel()
	_, write := cids(tundra)
	pdf := newSketch(fonts(helvetica, composite("Identity-H", "")), shown("F1", literal(lanterns)), shown("F2", write(tundra)), "").bytes()
	got, err := Reader{Pdftotext: "none"}.Read(t.Context(), PDF, written(t, pdf), nil)
	if err != nil || len(got.Pages) != 1 || got.Count != 3 || got.Unread != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzPDF(f *testing.F) {
	f.Add(english(lanterns).bytes())
	f.Add(japaneseWithUnicode("V").bytes())
	f.Add(japaneseWithout().bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		var b bytes.Buffer
		a := attempt{}
		w := &watch{silence: time.Hour, end: func() {}}
		w.start()
		defer w.stop()
		out := &reporter{w: bufio.NewWriter(&b)}
		if err := readPages(bytes.NewReader(data), int64(len(data)), out); err != nil {
			out.say(report{Problem: reasonOf(err), Why: err.Error()})
		}
		a.follow(&b, w, nil)
		if text, err := a.text("pdf"); err == nil && len(text.Pages) == 0 {
			t.Error("neither text nor problem")
		}
	})
}
