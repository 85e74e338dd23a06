package rag

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

func pieces(d Document) []string {
	var out []string
	for _, s := range chunks(d) {
		out = append(out, d.Text[s.start:s.end])
	}
	return out
}

func TestShortTextIsOneChunk(t *testing.T) {
	for _, text := range []string{"Hello.", " 短い。\n", strings.Repeat("あ", plainSize)} {
		if got := pieces(Document{Text: text}); len(got) != 1 || got[0] != strings.TrimSpace(text) {
			t.Errorf("%q: %q", text, got)
		}
	}
	for _, text := range []string{"", " \n\t　"} {
		if got := pieces(Document{Text: text}); got != nil {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestChunksEndAtSentences(t *testing.T) {
	for _, sentence := range []string{"The rain went on all day and we stayed at home. ", "雨が一日中降っていたので、家で本を読んでいた。"} {
		for i, p := range pieces(Document{Text: strings.Repeat(sentence, 40)}) {
			if !strings.HasSuffix(p, ".") && !strings.HasSuffix(p, "。") {
				t.Errorf("chunk %d ends in a sentence: %q", i, p)
			}
			if n := uniseg.GraphemeClusterCount(p); n > plainSize {
				t.Errorf("chunk %d has %d characters", i, n)
			}
		}
	}
}

func TestMarkdownChunks(t *testing.T) {
	long := strings.Repeat("A paragraph about the garden and its many flowers. ", 30)
	fence := "```go\n" + strings.Repeat("x := 1 // code\n\n# not a heading\n", 20) + "```\n"
	text := "# One\n\nfirst\n\n## Two\n\n" + long + "\n\n" + fence + "\n# Three\nlast\n"
	got := pieces(Document{Format: Markdown, Text: text})
	if got[0] != "# One\n\nfirst" || got[len(got)-1] != "# Three\nlast" {
		t.Errorf("first %q, last %q", got[0], got[len(got)-1])
	}
	found := false
	for _, p := range got {
		if n := strings.Count(p, "```"); n%2 != 0 {
			t.Errorf("a fence is cut: %q", p)
		}
		found = found || strings.Contains(p, strings.TrimSpace(fence))
	}
	if !found {
		t.Error("the code block is nowhere whole")
	}
}

func FuzzChunks(f *testing.F) {
	f.Add(strings.Repeat("👩‍👩‍👧が言った。", 90), false)
	f.Add("# A\n```\n"+strings.Repeat("x\n", 900)+"```", true)
	f.Add(strings.Repeat("a", 2000)+"\r\n\r\n"+strings.Repeat("́", 700), true)
	f.Fuzz(func(t *testing.T, text string, markdown bool) {
		d := Document{Text: text}
		if markdown {
			d.Format = Markdown
		}
		covered, start := 0, -1
		for _, s := range chunks(d) {
			if s.start >= s.end || s.start <= start || s.end > len(text) || s.end <= covered {
				t.Fatalf("chunk %v after %d, %d of %d bytes", s, start, covered, len(text))
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[s.start:s.end]) {
				t.Fatalf("cut in a rune: %q", text[s.start:s.end])
			}
			if gap := text[min(covered, s.start):s.start]; strings.TrimSpace(gap) != "" {
				t.Fatalf("left out: %q", gap)
			}
			start, covered = s.start, s.end
		}
		if rest := text[covered:]; strings.TrimSpace(rest) != "" {
			t.Fatalf("left out at the end: %q", rest)
		}
	})
}
