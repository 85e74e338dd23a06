package library

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"yumori/internal/document"
)

func TestPassages(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("夜の海は静かで、灯台だけが光っていた。", 200)
	markdown := "# A\n\nintro\n\n```\n# no heading\n```\n\n## B\n\ntext\n"
	for _, c := range []struct {
		name string
		kind document.Kind
		text string
		want []int // lines of the parts
	}{
		{"short", document.Plain, "a\nb\n", []int{1}},
		{"blank lines before", document.Plain, "\n\n\na\n", []int{4}},
		{"one long line", document.Plain, long, []int{1, 1}},
		{"headings", document.Markdown, markdown, []int{1, 9}},
		{"no headings in plain text", document.Plain, markdown, []int{1}},
	} {
		var lines []int
		whole := ""
		for _, d := range passagesOf("knowledge/x", c.kind, document.Text{Pages: []document.Page{{Text: c.text}}}) {
			var n int
			if _, err := fmt.Sscanf(d.Source.String(), "knowledge/x#L%d", &n); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, n)
			whole += d.Text
		}
		if !slices.Equal(lines, c.want) {
			t.Errorf("%s: parts begin in %v, want %v", c.name, lines, c.want)
		}
		if bare(whole) != bare(c.text) {
			t.Errorf("%s: something is lost", c.name)
		}
	}
}

func bare(s string) string { return strings.Join(strings.Fields(s), "") }

// FuzzPassages loses nothing of a text and names the lines that are there.
func FuzzPassages(f *testing.F) {
	f.Add("# A\n\nb\n```\n# c\n```\n", 1)
	f.Add(strings.Repeat("夢。", 2_000)+"\nend", 40)
	f.Fuzz(func(t *testing.T, text string, n int) {
		text = strings.ToValidUTF8(text, "")
		if n = n % 8; n > 0 {
			text = strings.Repeat(text, n)
		}
		for _, kind := range []document.Kind{document.Plain, document.Markdown} {
			whole := ""
			for _, d := range passagesOf("knowledge/x", kind, document.Text{Pages: []document.Page{{Text: text}}}) {
				whole += d.Text
			}
			if bare(whole) != bare(text) {
				t.Errorf("%q became %q", text, whole)
			}
		}
	})
}

func FuzzMarkWords(f *testing.F) {
	f.Add("The oils froze in winter.", "oil winter")
	f.Add("トナカイの群れは北へ移動し", "トナカイの移動")
	f.Fuzz(func(t *testing.T, text, query string) {
		end := 0
		for _, r := range markWords(text, query) {
			if r[0] < end || r[1] <= r[0] || r[1] > len(text) {
				t.Errorf("%v in %q", r, text)
			}
			end = r[1]
		}
	})
}
