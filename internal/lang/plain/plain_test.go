package plain

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLanguageOf(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Language
	}{
		{"Good morning", English},
		{"おはよう", Japanese},
		{"東京", Japanese},
		{"Macを買った", Japanese},
		{"GitHubとVS Codeを使う", Japanese}, // a quarter is enough
		{"My name is written 京, they told me once", English},
		{"Привет", English}, // letters, and not Japanese
		{"123 !?", "fallback"},
		{"", "fallback"},
		{"wwww", "fallback"}, // laughter
		{"ｗｗ", "fallback"},
	} {
		if got := LanguageOf(tt.text, "fallback"); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestBounded(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"lines stay", "a\n\tb", "a\n\tb"},
		{"a Mac's line", "a\rb", "a\nb"},
		{"quotes as they are typed", "it’s ‘so’", "it's 'so'"},
		{"wide and hard spaces", "a\u3000b\u00a0c", "a b c"},
		{"what is not seen", "a\u200bb\u202ec\x00d\x1be", "abcde"},
		{"a family stays one", "👩\u200d👧", "👩\u200d👧"},
		{"bytes that are no text", "a\xffb", "ab"},
		{"around it", "  a  ", "a"},
	} {
		if got, cut := Bounded(tt.in); got != tt.want || cut {
			t.Errorf("%s: %q, %v, want %q", tt.name, got, cut, tt.want)
		}
	}
}

func TestBoundedCutsTheMiddle(t *testing.T) {
	if _, cut := Bounded(strings.Repeat("a", MaxRead)); cut {
		t.Error("what just fits is cut")
	}
	for shift := range 3 { // each way to cut a character of three bytes
		long := "begin " + strings.Repeat("x", shift) + strings.Repeat("雨", MaxRead) + " end"
		got, cut := Bounded(long)
		if !cut || len(got) > MaxRead+1 || !utf8.ValidString(got) || strings.ContainsRune(got, utf8.RuneError) {
			t.Errorf("shifted by %d: cut %v, %d bytes", shift, cut, len(got))
		}
		if !strings.HasPrefix(got, "begin ") || !strings.HasSuffix(got, " end") {
			t.Errorf("shifted by %d: not the beginning and the end", shift)
		}
	}
}

func TestTrimHalfRune(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""}, {"雨", "雨"}, {"雨"[1:] + "a", "a"}, {"a" + "雨"[:2], "a"}, {"雨"[1:], ""}, {"雨"[:2], ""},
		{"\uFFFD", "\uFFFD"}, // a character of its own, not half of one
	} {
		if got := TrimHalfRune(tt.in); got != tt.want {
			t.Errorf("%q becomes %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestOwnWords(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"nothing quoted", "I live in Rome.", "I live in Rome."},
		{"a quoted line", "> I live in Paris.\nI do not.", "I do not."},
		{"code", "See:\n```\nI live in Paris.\n```\nso", "See:\nso"},
		{"code by the other fence", "~~~\nI live in Paris.\n~~~\nso", "so"},
		{"code that does not end", "so\n```\nI live in Paris.", "so"},
		{"a tag", "  <b>I live in Paris.\nso", "so"},
		{"greater than within a line", "3 > 2", "3 > 2"},
	} {
		if got := OwnWords(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestWords(t *testing.T) {
	got := Words(`"Well," she said -- I like C++, F# and don't like 3.5!`)
	want := []string{"Well", "she", "said", "I", "like", "C++", "F#", "and", "don't", "like", "3.5"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestStopped(t *testing.T) {
	for _, tt := range []struct {
		in, want string
		l        Language
	}{
		{"I see", "I see.", English}, {"I see!", "I see!", English}, {"I see, ", "I see.", English}, {"", "", English},
		{"雨だ", "雨だ。", Japanese}, {"雨だ。", "雨だ。", Japanese}, {"雨だ、", "雨だ。", Japanese}, {"雨？", "雨？", Japanese}, {"雨…", "雨…", English},
	} {
		if got := Stopped(tt.in, tt.l); got != tt.want {
			t.Errorf("%q becomes %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestShortened(t *testing.T) {
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{
		{"tea", 3, "tea"},
		{"tea with lemon", 11, "tea with…"}, // at the space that is near
		{"a verylongword", 8, "a verylo…"},  // and not at one far away
		{"雨の日の散歩", 3, "雨の日…"},               // characters, not bytes
		{"tea, lemon", 4, "tea…"},
	} {
		if got := Shortened(tt.in, tt.n); got != tt.want {
			t.Errorf("%q in %d becomes %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

func TestUpperFirst(t *testing.T) {
	for in, want := range map[string]string{"": "", "tea": "Tea", "Tea": "Tea", "été": "Été", "雨": "雨", "3 teas": "3 teas"} {
		if got := UpperFirst(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}
