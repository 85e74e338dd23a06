package prose

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestParse(t *testing.T) {
	s := func(text string) []Span { return []Span{{Text: text}} }
	rows := []struct {
		name, source string
		want         []Block
	}{
		{"nothing", "", nil},
		{"only spaces", " \n ", nil},
		{"paragraphs", "a\n\nb", []Block{{Spans: s("a")}, {Spans: s("b")}}},
		{"line ends are kept", "a\nb", []Block{{Spans: s("a\nb")}}},
		{"heading", "## h", []Block{{Kind: Heading, Level: 2, Spans: s("h")}}},
		{"styles", "a **b** *c* ~~d~~ `e`", []Block{{Spans: []Span{
			{Text: "a "}, {Text: "b", Style: Strong}, {Text: " "}, {Text: "c", Style: Emphasis}, {Text: " "},
			{Text: "d", Style: Struck}, {Text: " "}, {Text: "e", Style: Code}}}}},
		{"styles within styles", "***a** b*", []Block{{Spans: []Span{
			{Text: "a", Style: Strong | Emphasis}, {Text: " b", Style: Emphasis}}}}},
		{"code block", "```go\na\n\n\tb\n```", []Block{{Kind: CodeBlock, Lang: "go", Spans: []Span{{Text: "a\n\n\tb", Style: Code}}}}},
		{"code that is not ended", "```\na", []Block{{Kind: CodeBlock, Spans: []Span{{Text: "a", Style: Code}}}}},
		{"list", "- a\n- b", []Block{{Depth: 1, Marker: bullet, Spans: s("a")}, {Depth: 1, Marker: bullet, Tight: true, Spans: s("b")}}},
		{"ordered", "3. a\n4. b", []Block{{Depth: 1, Marker: "3.", Spans: s("a")}, {Depth: 1, Marker: "4.", Tight: true, Spans: s("b")}}},
		{"nested", "- a\n  - b", []Block{{Depth: 1, Marker: bullet, Spans: s("a")}, {Depth: 2, Marker: innerBullet, Tight: true, Spans: s("b")}}},
		{"tasks", "- [x] a\n- [ ] b", []Block{{Depth: 1, Marker: done, Spans: s("a")}, {Depth: 1, Marker: todo, Tight: true, Spans: s("b")}}},
		{"empty item", "-\n- b", []Block{{Depth: 1, Marker: bullet}, {Depth: 1, Marker: bullet, Tight: true, Spans: s("b")}}},
		{"quote", "> a\n>> b", []Block{{Quote: 1, Spans: s("a")}, {Quote: 2, Spans: s("b")}}},
		{"rule", "a\n\n---", []Block{{Spans: s("a")}, {Kind: Rule}}},
		{"table", "|a|b|\n|-|-:|\n|c|d|", []Block{{Kind: Table, Rows: [][]Cell{
			{{Spans: s("a")}, {Spans: s("b"), Align: AlignRight}}, {{Spans: s("c")}, {Spans: s("d"), Align: AlignRight}}}}}},
		{"html is text", "<b>a</b>", []Block{{Spans: s("<b>a</b>")}}},
		{"html block is text", "<div>\na\n</div>", []Block{{Spans: s("<div>\na\n</div>")}}},
		{"escapes", `\*a\* &amp; &#x41; \q`, []Block{{Spans: s(`*a* & A \q`)}}},
		{"no escapes in code", "`\\*&amp;`", []Block{{Spans: []Span{{Text: `\*&amp;`, Style: Code}}}}},
		{"no override by reference", "a&#x202e;b", []Block{{Spans: s("ab")}}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := Parse(row.source); !slices.EqualFunc(got, row.want, equal) {
				t.Errorf("Parse(%q)\n got %+v\nwant %+v", row.source, got, row.want)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	rows := []struct{ name, source, text, url string }{
		{"link", "[doc](https://go.dev/x)", "doc", "https://go.dev/x"},
		{"bare", "see https://go.dev/x", "see https://go.dev/x", "https://go.dev/x"},
		{"angle", "<https://go.dev>", "https://go.dev", "https://go.dev"},
		{"mail", "<a@b.example>", "a@b.example", "mailto:a@b.example"},
		{"file is not opened", "[x](file:///etc/passwd)", "x (file:///etc/passwd)", ""},
		{"smb is not opened", "[x](smb://h/s)", "x (smb://h/s)", ""},
		{"javascript is not opened", "[x](javascript:alert(1))", "x (javascript:alert(1))", ""},
		{"our own scheme is not opened", "[x](yumori:rest)", "x (yumori:rest)", ""},
		{"relative is not opened", "[x](/etc)", "x (/etc)", ""},
		{"a label that lies", "[bank.com](https://evil.example)", "bank.com (https://evil.example)", "https://evil.example"},
		{"a label that lies with a scheme", "[https://bank.com](https://evil.example)", "https://bank.com (https://evil.example)", "https://evil.example"},
		{"a label that tells", "[go.dev](https://www.go.dev/x)", "go.dev", "https://www.go.dev/x"},
		{"no label", "[](https://go.dev)", " (https://go.dev)", "https://go.dev"},
		{"picture", "![cat](https://x.example/c.png)", "🖼 cat (https://x.example/c.png)", ""},
		{"picture in a link", "[![c](http://x.example/c)](http://y.example)", "🖼 c (http://x.example/c)", "http://y.example"},
		{"picture by file", "![](file:///etc/passwd)", "🖼  (file:///etc/passwd)", ""},
		{"override in an address", "[x](https://a.example/\u202egnp.exe)", "x", "https://a.example/gnp.exe"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var text, url string
			for _, b := range Parse(clean(row.source)) {
				for _, sp := range b.Spans {
					text += sp.Text
					if sp.URL != "" {
						url = sp.URL
					}
				}
			}
			if text != row.text || url != row.url {
				t.Errorf("%q shows %q going to %q; want %q, %q", row.source, text, url, row.text, row.url)
			}
		})
	}
}

func TestClean(t *testing.T) {
	rows := []struct{ name, in, want string }{
		{"plain", "aあ\n\t👩‍👩‍👧 é", "aあ\n\t👩‍👩‍👧 é"},
		{"line ends", "a\r\nb\rc\u2028d\x0be", "a\nb\nc\nd\ne"},
		{"carriage return last", "a\r", "a\n"},
		{"control", "a\x00\x07\x7f\u0080b", "ab"},
		{"colours", "a\x1b[31mb\x1b[0mc", "abc"},
		{"colours, one character", "a\u009b31mb", "ab"},
		{"title", "a\x1b]0;evil\ab\x1b]8;;http://x\x1b\\c", "abc"},
		{"unended escape", "a\x1b[", "a"},
		{"unended title keeps the text", "a\x1b]0;b", "a0;b"},
		{"bidi", "a\u202eb\u202c\u2066c\u2069\u200f", "abc"},
		{"nothing characters", "a\u200b\ufeff\u00adb", "ab"},
		{"tags", "a\U000e0041b", "ab"},
		{"marks", "Việt e\u0301\u0302x", "Việt e\u0301\u0302x"},
		{"a tower of marks", "a" + strings.Repeat("\u0301", 40) + "b\u0301", "a" + strings.Repeat("\u0301", marksMost) + "b\u0301"},
		{"invalid", "a\xffb\xc3", "a\ufffdb\ufffd"},
	}
	for _, row := range rows {
		if got := clean(row.in); got != row.want {
			t.Errorf("%s: clean(%q) = %q, want %q", row.name, row.in, got, row.want)
		}
	}
}

// A document's blocks stand below each other, its lines within their blocks.
func checkPlaces(t *testing.T, d *document) {
	t.Helper()
	for i, l := range d.blocks {
		if i > 0 && d.tops[i] < d.tops[i-1]+d.blocks[i-1].height {
			t.Errorf("block %d begins at %v, the one before ends at %v", i, d.tops[i], d.tops[i-1]+d.blocks[i-1].height)
		}
		for _, ln := range l.lines {
			if ln.y < -0.01 || ln.y+ln.h > l.height+1 {
				t.Errorf("block %d: line at %v, %v high, in a block %v high", i, ln.y, ln.h, l.height)
			}
			for j, r := range ln.runs {
				if r.from >= r.to || r.to > len(l.text) || j > 0 && (r.from != ln.runs[j-1].to || r.x < ln.runs[j-1].x) {
					t.Errorf("block %d: run %d is %+v after %+v", i, j, r, ln.runs[max(j-1, 0)])
				}
			}
		}
	}
	if n := len(d.blocks); n > 0 && d.height != d.tops[n-1]+d.blocks[n-1].height {
		t.Errorf("the document is %v high, its last block ends at %v", d.height, d.tops[n-1]+d.blocks[n-1].height)
	}
}

const kitchen = "# 見出し\n\n段落**太字**と*強調*と`code`。\n\n1. 一\n   - 二\n2. 三\n\n> 引用\n> > 深い\n\n```\ncode\n\tx\n```\n\n" +
	"| a | b |\n|--|--:|\n| 長いセルの文 | 2 |\n\n---\n\n- [x] done\n\n[l](https://a.example) 👩‍👩‍👧 end"

// At every width everything that is to be seen is there, in order, in place.
func TestSetEveryWidth(t *testing.T) {
	blocks := Parse(kitchen)
	wide := flat(layOut(talk(1000), blocks, nil))
	for width := 1; width < 50; width++ {
		d := layOut(talk(width), blocks, nil)
		checkPlaces(t, d)
		if got := visible(flat(d)); got != visible(wide) {
			t.Errorf("width %d shows %q, want %q", width, got, visible(wide))
		}
	}
}

// visible is what of s leaves ink.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// The same lines at the width that was needed as at the width that was given.
func TestFitKeepsLines(t *testing.T) {
	for _, source := range []string{kitchen, "short", "今日は雨。明日は晴れるかもしれない、と言った。", "a\n\nbb bb bb"} {
		blocks := Parse(source)
		for width := 8; width < 40; width++ {
			d := layOut(talk(width), blocks, nil)
			fit := layOut(&setter{ruler: gridRuler{}, size: 10, width: ceil(min(d.right, d.width))}, blocks, nil)
			if fit.height != d.height {
				t.Errorf("%.10q at %d: %v high, at its own width %v: %v", source, width, d.height, fit.width, fit.height)
			}
		}
	}
}

func TestNestingIsBounded(t *testing.T) {
	for _, source := range []string{strings.Repeat(">", 5000) + "a", strings.Repeat("- ", 3000) + "a", strings.Repeat("*", 5000) + "a"} {
		d := layOut(talk(20), Parse(source), nil)
		checkPlaces(t, d)
		if !strings.Contains(flat(d), "a") {
			t.Errorf("%.10q… does not show its text", source)
		}
		if d.right > d.width+20 {
			t.Errorf("%.10q… is %v wide in a column of %v", source, d.right, d.width)
		}
	}
}

// What did not change is not set again while a reply streams in.
func TestReuse(t *testing.T) {
	a := layOut(talk(20), Parse("one\n\ntwo\n\nthr"), nil)
	b := layOut(talk(20), Parse("one\n\ntwo\n\nthree\n\nfour"), a)
	if a.blocks[0] != b.blocks[0] || a.blocks[1] != b.blocks[1] {
		t.Error("an unchanged paragraph was set again")
	}
	if a.blocks[2] == b.blocks[2] || len(b.blocks) != 4 {
		t.Error("a changed paragraph was not set again")
	}
	if c := layOut(talk(21), Parse("one"), b); c.blocks[0] == b.blocks[0] {
		t.Error("a paragraph of another width was taken over")
	}
}

func TestCaret(t *testing.T) {
	const source = "あいう abc\n\n- 項目\n\n|a|b|\n|-|-|\n|c|d|"
	d := layOut(talk(5), Parse(source), nil)
	r := gridRuler{}
	for b, l := range d.blocks {
		for _, ln := range l.lines {
			for _, rn := range ln.runs {
				m := rn.measure(l.text, r)
				for i := rn.from; i < rn.to; {
					end, adv := m.cluster(i, rn.to)
					x := ln.xAt(l.text, i, r)
					c := d.caretAt(x+adv*0.3, d.tops[b]+ln.y+ln.h/2, r)
					if c != (caret{b, i}) {
						t.Errorf("block %d: byte %d is at %v, where caretAt finds %+v", b, i, x, c)
					}
					i = end
				}
			}
		}
	}
	if c := d.caretAt(-5, -5, r); c != (caret{}) {
		t.Errorf("above everything is %+v", c)
	}
	if c := d.caretAt(1e6, 1e6, r); c.block != len(d.blocks)-1 {
		t.Errorf("below everything is %+v", c)
	}
}

func TestBetween(t *testing.T) {
	const source = "# 題\n\n一行目がここで折り返す\n\n- a\n- b\n  - c\n\n|x|y|\n|-|-|\n|1|2|"
	d := layOut(talk(4), Parse(source), nil)
	all := "題\n\n一行目がここで折り返す\n\n• a\n• b\n  ◦ c\n\nx\ty\n1\t2\n"
	if got := d.between(caret{}, d.end()); got != all {
		t.Errorf("all is %q, want %q", got, all)
	}
	rows := []struct {
		name string
		a, b caret
		want string
	}{
		{"nothing", caret{1, 3}, caret{1, 3}, ""},
		{"within a line", caret{1, 3}, caret{1, 9}, "行目"},
		{"over a wrapped line", caret{1, 6}, caret{1, 18}, "目がここ"},
		{"over blocks", caret{0, 0}, caret{1, 3}, "題\n\n一"},
		{"from within an item", caret{2, 0}, caret{3, 0}, "• a\n• "},
	}
	for _, row := range rows {
		if got := d.between(row.a, row.b); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

func TestPatches(t *testing.T) {
	d := layOut(talk(4), Parse("あいうえお"), nil)
	got := d.patches(caret{0, 3}, caret{0, 15}, gridRuler{})
	want := []patch{{10, 0, 30 + 2.5, 16}, {0, 16, 10, 16}}
	if !slices.Equal(got, want) {
		t.Errorf("patches are %+v, want %+v", got, want)
	}
	if got := d.patches(caret{0, 3}, caret{0, 3}, gridRuler{}); len(got) != 0 {
		t.Errorf("nothing selected has patches %+v", got)
	}
}

func TestWord(t *testing.T) {
	rows := []struct {
		text, want string
		at         int
	}{
		{"hello world", "hello", 2}, {"hello world", "world", 11}, {"it's fine", "it's", 1},
		{"東京タワーへ行く", "東京", 3}, {"東京タワーへ行く", "タワー", 9}, {"東京タワーへ行く", "へ", 15},
		{"a、b", "、", 1}, {"", "", 0}, {"é", "é", 0},
	}
	for _, row := range rows {
		if from, to := word(row.text, row.at); row.text[from:to] != row.want {
			t.Errorf("word(%q, %d) = %q, want %q", row.text, row.at, row.text[from:to], row.want)
		}
	}
}
