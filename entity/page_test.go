package entity

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
)

func TestParse(t *testing.T) {
	for _, row := range []struct {
		name, text  string
		title, body string
		aliases     []string
		flaws       int
	}{
		{"the seed's", "# Entity Memory: ユーザー\nCreated: 2026-01-01 12:00:00\n\n私のマスター。創作活動に興味がある。\n優しいが、時々厳しい面も見せる。\n", "ユーザー", "私のマスター。創作活動に興味がある。\n優しいが、時々厳しい面も見せる。", nil, 0},
		{"aliases", "# Entity Memory: Mika\nAliases: Mi, ミカ、みか\nAlias: Tanaka, Mika\n\nx\n", "Mika", "x", []string{"Mi", "ミカ", "みか", "Tanaka, Mika"}, 0},
		{"a title of one's own", "\n# Peter Pan\nbody\n", "Peter Pan", "body", nil, 0},
		{"none", "just text\n\nmore\n", "", "just text\n\nmore", nil, 0},
		{"a bad date", "# Entity Memory: x\nCreated: 2026-02-30\n\ny\n", "x", "y", nil, 1},
		{"an empty title", "# Entity Memory: \n\ny\n", "", "y", nil, 1},
		{"marks", "# x\n\none <!-- src: a -->\n\n```go\ncode\n\nmore\n```\n<!-- src: b; kind: inferred -->\n\nhand\n", "x", "one\n\n```go\ncode\n\nmore\n```\n\nhand", nil, 0},
		{"two in one paragraph", "# x\n\none <!-- src: a -->\ntwo\n", "x", "one\ntwo", nil, 0},
		{"other comments stay", "# x\n\none <!-- todo -->\n", "x", "one <!-- todo -->", nil, 0},
		{"withdrawn", "# x\n\none\n\n<!-- withdrawn: a\nSECRET\n\n--\\> still\n-->\n\ntwo\n", "x", "one\n\ntwo", nil, 0},
		{"withdrawn on one line", "# x\n\nSECRET <!-- withdrawn: a -->\n", "x", "", nil, 0},
		{"not closed", "# x\n\n<!-- withdrawn: a\nSECRET\n\ntwo\n", "x", "two", nil, 1},
		{"a mark without sources", "# x\n\none <!-- src: -->\n", "x", "one", nil, 1},
		{"an unknown kind", "# x\n\none <!-- src: a; kind: odd; more: 1 -->\n", "x", "one", nil, 1},
		{"CRLF and a mark", "\uFEFF# x\r\nAliases: y\r\n\r\none <!-- src: a -->\r\n", "x", "one", []string{"y"}, 0},
	} {
		d := parse(row.text)
		if d.title != row.title || d.text() != row.body || !slices.Equal(d.aliases, row.aliases) || len(d.flaws) != row.flaws {
			t.Errorf("%s: title %q, text %q, aliases %q, flaws %+v", row.name, d.title, d.text(), d.aliases, d.flaws)
		}
		if d.render() != row.text {
			t.Errorf("%s: rendered %q", row.name, d.render())
		}
	}
}

// TestCut cuts a page at every byte: what is left renders as it is, and nothing
// withdrawn comes to light.
func TestCut(t *testing.T) {
	b := newDamaged(t)
	b.write(t, "Mika", "first\n\n```\ncode\n\nblock\n```\n\n日本語の段落。", "01A", "01C")
	b.write(t, "Mika", "SECRET and\nSECRET --> SECRET <!-- src: x -->", "01B")
	b.write(t, "Mika", "last", "01D")
	if _, err := b.Withdraw([]string{"01B", "01A"}, tool()); err != nil {
		t.Fatal(err)
	}
	whole := b.get(t, "Mika.md")
	if strings.Count(whole, "SECRET") != 3 {
		t.Fatalf("page is\n%s", whole)
	}
	for n := range len(whole) {
		d := parse(whole[:n])
		if d.render() != whole[:n] || strings.Contains(d.text(), "SECRET") {
			t.Fatalf("cut at %d: %q", n, d.text())
		}
	}
	for n := 0; n < len(whole); n += 23 {
		b.put(t, "Mika.md", whole[:n])
		b.reopen(t)
		if p, err := b.Read("mika"); err == nil && strings.Contains(p.Text, "SECRET") {
			t.Errorf("cut at %d: %q", n, p.Text)
		}
	}
}

func FuzzPage(f *testing.F) {
	f.Add("# x\nCreated: 2026-01-01\nAliases: a, b\n\none <!-- src: a -->\n\n<!-- withdrawn: b\ntwo\n-->\n", "more\n\n```\ncode", "s1")
	f.Add("# x\r\n\r\n<!-- merged: a; withdrawn: b -->\r\nx <!-- src: merged -->", "<!-- src: z -->", "s1")
	f.Fuzz(func(t *testing.T, text, note, source string) {
		d := parse(text)
		if d.render() != text {
			t.Fatalf("rendered %q", d.render())
		}
		n, err := cleanNote(Note{Text: note, Sources: []string{source}})
		if err != nil || slices.ContainsFunc(d.flaws, func(f flaw) bool { return f.unsafe }) {
			return
		}
		before := d.text()
		d.entitle("x", at())
		d.add(paragraphs(n.Text), mark{sources: n.Sources})
		again := parse(d.render())
		if again.text() != d.text() || !strings.HasPrefix(d.text(), before) {
			t.Fatalf("written and read again: %q, want %q after %q", again.text(), d.text(), before)
		}
		shown := again.text()
		fallen, changed := again.retract(memory.Withdrawal([]string{source}))
		gone := parse(again.render())
		if gone.text() != again.text() || len(fallen) == 0 && changed && gone.text() != shown {
			t.Fatalf("withdrawn and read again: %q, want %q", gone.text(), again.text())
		}
		for _, p := range gone.pieces {
			if s, _ := gone.sourcesOf(p); slices.Contains(s, source) {
				t.Fatalf("%q still rests on %q", p.text, source)
			}
		}
		gone.retract(memory.Reinstatement([]string{source}))
		if back := parse(gone.render()); !slices.ContainsFunc(back.pieces, func(p *piece) bool { s, _ := back.sourcesOf(p); return slices.Contains(s, source) }) && changed {
			t.Fatalf("nothing rests on %q again", source)
		}
	})
}

// TestWithdrawModel compares the store with a plain map of paragraphs to
// sources.
func TestWithdrawModel(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	b := newBench(t)
	type key struct {
		page Name
		text string
	}
	live, gone := map[key]map[string]bool{}, map[key]map[string]bool{}
	pages := []Name{"Mika", "ポチ", "a/b"}
	source := func() string { return fmt.Sprintf("0%c", 'A'+r.IntN(6)) }
	move := func(from, to map[key]map[string]bool, s string) {
		for k, m := range from {
			if m[s] {
				delete(m, s)
				to[k][s] = true
			}
		}
	}
	for step := range 100 {
		s := source()
		switch k := r.IntN(5); {
		case k < 2:
			k := key{pages[r.IntN(len(pages))], fmt.Sprintf("paragraph %d", r.IntN(6))}
			b.write(t, k.page, k.text, s)
			if live[k] == nil {
				live[k], gone[k] = map[string]bool{}, map[string]bool{}
			}
			live[k][s] = true
			delete(gone[k], s)
		case k < 4:
			if _, err := b.Withdraw([]string{s}, tool()); err != nil {
				t.Fatal(err)
			}
			move(live, gone, s)
		default:
			if err := b.Reinstate([]string{s}, tool()); err != nil {
				t.Fatal(err)
			}
			move(gone, live, s)
		}
		if step%10 == 9 {
			b.reopen(t)
		}
		var want, got []string
		for k, m := range live {
			if len(m) > 0 {
				want = append(want, string(k.page)+": "+k.text)
			}
		}
		for _, name := range b.names(t) {
			p, err := b.Read(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range p.Paragraphs {
				got = append(got, string(name)+": "+q.Text)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("step %d: %q, want %q", step, got, want)
		}
	}
}
