package prose

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// FuzzSet: no text makes the way from Markdown to lines panic, and every
// letter of it that is no Markdown is shown.
func FuzzSet(f *testing.F) {
	for _, s := range []string{kitchen, "a\x1b[31m*b", "> - 1. # `x", "[a]: b\n[a]", "|a|\n|-|\n||||", "e\u0301\u0301 👩‍👩‍👧 \u202e", "\t\ta\n\n\tb"} {
		f.Add(s, 10)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		if width < 0 || width > 200 || len(s) > 20_000 {
			return
		}
		text := clean(s)
		if !utf8.ValidString(text) {
			t.Fatalf("clean(%q) is not UTF-8", s)
		}
		d := layOut(talk(width), Parse(text), nil)
		checkPlaces(t, d)
		if c := d.caretAt(float32(width)*5, d.height/2, gridRuler{}); d.clamp(c) != c {
			t.Errorf("caretAt finds %+v, outside the document", c)
		}
		d.between(caret{}, d.end())
		d.patches(caret{}, d.end(), gridRuler{})
		if !quiet(text) {
			return // titles of links, languages, references are not shown
		}
		if shown, want := letters(flat(d)), letters(text); shown != want {
			t.Errorf("%q shows %q, want %q", s, shown, want)
		}
	})
}

// quiet says whether s has none of the signs that Markdown may swallow text
// with, so that all its letters are to be seen.
func quiet(s string) bool { return !strings.ContainsAny(s, "[]&\\`~<|0123456789") }

// letters is what of s is a letter.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

// Texts that are made to take for ever do not.
func TestHostileTexts(t *testing.T) {
	const limit = time.Second
	rows := []struct{ name, text string }{
		{"one word of a megabyte", strings.Repeat("a", 1<<20)},
		{"one japanese megabyte", strings.Repeat("語", 1<<20/3)},
		{"accents", "e" + strings.Repeat("\u0301", 50_000)},
		{"joiners", strings.Repeat("👩\u200d", 20_000)},
		{"flags", strings.Repeat("🇯🇵", 20_000)},
		{"quotes", strings.Repeat(">", 50_000)},
		{"lists", strings.Repeat("- ", 25_000) + "a"},
		{"brackets", strings.Repeat("[", 50_000)},
		{"open links", strings.Repeat("[a](", 20_000)},
		{"pictures", strings.Repeat("![", 25_000)},
		{"stars", strings.Repeat("*a ", 30_000)},
		{"stars both ways", strings.Repeat("*a_ ", 20_000)},
		{"backticks", ticks(300)},
		{"angles", strings.Repeat("<", 50_000)},
		{"references", strings.Repeat("&", 50_000)},
		{"comments", strings.Repeat("<!--", 20_000)},
		{"tables", strings.Repeat("|", 5_000) + "\n" + strings.Repeat("|-", 5_000) + "\n" + strings.Repeat("|a", 5_000)},
		{"table rows", "|a|b|\n|-|-|\n" + strings.Repeat("|c|d|\n", 10_000)},
		{"addresses", strings.Repeat("http://a.b ", 8_000)},
		{"at signs", strings.Repeat("a@", 40_000)},
		{"line ends", strings.Repeat("\n", 90_000) + "a"},
		{"definitions", strings.Repeat("[a]: b\n", 10_000)},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			took := time.Hour
			for try := 0; try < 3 && took > limit*slowdown; try++ { // the machine may be busy once
				from := time.Now()
				layOut(talk(38), Parse(clean(head(row.text, Cap))), nil)
				took = min(took, time.Since(from))
			}
			if took > limit*slowdown {
				t.Errorf("took %v, more than %v", took, limit*slowdown)
			}
			t.Logf("%v", took)
		})
	}
}

// ticks is rows of backticks of ever different lengths, none of which closes
// another.
func ticks(n int) string {
	var s strings.Builder
	for i := range n {
		s.WriteString(strings.Repeat("`", i+1) + " ")
	}
	return s.String()
}
