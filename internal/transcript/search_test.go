package transcript

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestSearch(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	parent := ID("")
	for _, text := range []string{
		"My project is called Tundra, in Rust.",
		"プログラミングとコーヒー",
		"ﾌﾟﾛｸﾞﾗﾐﾝｸﾞ, half width",
		"ＴＵＮＤＲＡ in full width, tundra again",
		"cafe\u0301 and café",
		"line one\n\n  line two",
		"㌔ and ﬁne",
		`a "quoted" word`,
	} {
		parent = b.say(parent, text).ID
	}
	if _, err := b.Append(Message{Parent: parent, Role: RoleNote, Text: "searched for tundra"}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		query string
		n     int
		want  string // the matching pieces, newest message first
	}{
		{"tundra", 9, "[ＴＵＮＤＲＡ tundra] [Tundra]"},
		{"tundra", 1, "[ＴＵＮＤＲＡ tundra]"},
		{"rust tundra", 9, "[Tundra Rust]"},
		{`"rust tundra"`, 9, ""},
		{`"called tundra"`, 9, "[called Tundra]"},
		{"ぷろぐらみんぐ", 9, "[ﾌﾟﾛｸﾞﾗﾐﾝｸﾞ] [プログラミング]"},
		{"プログラミング　コーヒー", 9, "[プログラミング コーヒー]"},
		{"CAFÉ", 9, "[cafe\u0301 café]"},
		{`"one line"`, 9, "[one\n\n  line]"},
		{"キロ", 9, "[㌔]"},
		{"fin", 9, "[ﬁn]"},
		{"i", 1, "[ﬁ]"},
		{`"quoted"`, 9, "[quoted]"},
		{`"`, 9, `[" "]`},
		{"nowhere", 9, ""},
		{"", 9, ""},
		{" 　\n", 9, ""},
		{"tundra", 0, ""},
	} {
		t.Run(tt.query, func(t *testing.T) {
			hits, err := b.Search(t.Context(), tt.query, tt.n)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, h := range hits {
				var pieces []string
				for _, r := range h.Ranges {
					pieces = append(pieces, h.Text[r[0]:r[1]])
				}
				got = append(got, fmt.Sprint(pieces))
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("found %s, want %s", strings.Join(got, " "), tt.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	for range 300 {
		parent = b.say(parent, "filler").ID
	}
	cancel()
	if _, err := b.Search(ctx, "tundra", 9); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled search: %v", err)
	}
}

func FuzzRanges(f *testing.F) {
	f.Add("ﾌﾟﾛｸﾞﾗﾑ and ΣΊΣΥΦΟΣ", "ぷろ")
	f.Add("e\u0301\u0301\u0301", "\u0301")
	f.Add("ß ẞ İ ﷺ", "صلى")
	f.Add("a \n b", "a b")
	f.Fuzz(func(t *testing.T, text, query string) {
		text, query = cleanText(text), cleanText(query)
		words := terms(query)
		found := ranges(text, words)
		var fold folder
		if len(words) == 1 && fold.holds(text, words) != (len(found) > 0) {
			t.Fatalf("%q in %q: ranges %v", words, text, found)
		}
		if want := slow(text); Fold(text) != want {
			t.Fatalf("%q folds to %q, want %q", text, Fold(text), want)
		}
		last := 0
		for _, r := range found {
			if r[0] < last || r[1] <= r[0] || r[1] > len(text) {
				t.Fatalf("%q in %q: ranges %v", words, text, found)
			}
			last = r[1]
			if !utf8.ValidString(text[r[0]:r[1]]) {
				t.Fatalf("%q in %q: range %v is inside of a character", words, text, r)
			}
		}
	})
}

// slow folds the whole text at once.
func slow(text string) string {
	var f folder
	for _, r := range norm.NFKC.String(text) {
		f.put(r)
	}
	return string(f.out)
}
