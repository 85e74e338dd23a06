package facts

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseRetain(t *testing.T) {
	t.Parallel()
	const log = "memory/2025-11-27.md"
	for _, row := range []struct {
		name, text string
		want       []string // "line type confidence entities: text"
		problems   []string // "line what"
	}{
		{"the example of the seed", lines("# 2025-11-27", "", "## Retain",
			"- W @Peter: is in Marrakech (27 November – 1 December 2025) for Andy's birthday.",
			"- B @warelay: mended the crash by wrapping connection.update in try/catch (see memory/2025-11-27.md).",
			"- O(c=0.95) @Peter: prefers short replies (< 1500 characters) on WhatsApp.",
			"- S a quiet week."), []string{
			"4 world 1 Peter: is in Marrakech (27 November – 1 December 2025) for Andy's birthday.",
			"5 experience 1 warelay: mended the crash by wrapping connection.update in try/catch (see memory/2025-11-27.md).",
			"6 opinion 0.95 Peter: prefers short replies (< 1500 characters) on WhatsApp.",
			"7 summary 1 : a quiet week.",
		}, nil},
		{"Japanese headings and signs", lines("## 保持", "・Ｗ　＠ピーター：マラケシュにいる。", "", "## 覚えておくこと", "- Ｏ（ｃ＝０．９） ＠ピーター：短い返事を好む。", "* B @ミカ、@ポチ: 散歩に行った。"), []string{
			"2 world 1 ピーター: マラケシュにいる。", "5 opinion 0.9 ピーター: 短い返事を好む。", "6 experience 1 ミカ,ポチ: 散歩に行った。",
		}, nil},
		{"several entities", lines("## Retain", "- W @Peter @Mika Tanaka: are friends.", "- W @A, @B and @C: know @D."), []string{
			"2 world 1 Peter,Mika Tanaka: are friends.", "3 world 1 A,B and,C,D: know @D.",
		}, nil},
		{"no colon", lines("## Retain", "- B @warelay was mended by @Mika today", "- W see http://example.org/@not"), []string{
			"2 experience 1 warelay,Mika: @warelay was mended by @Mika today", "3 world 1 not: see http://example.org/@not",
		}, nil},
		{"an address is no entity", lines("## Retain", "- W @Mika: writes from mika@example.org"), []string{"2 world 1 Mika: writes from mika@example.org"}, nil},
		{"an opinion that does not say how sure", lines("## Retain", "- O @x: is good"), []string{"2 opinion 0.5 x: is good"}, nil},
		{"long bullets", lines("## Retain", "- W @x: one", "  two", "\tthree", "- W @y: four"), []string{"2 world 1 x: one two three", "5 world 1 y: four"}, nil},
		{"where it ends", lines("- W @x: before", "## Retain", "- W @x: in", "### below", "- W @x: still", "## [10:00:00] note", "- W @x: after"), []string{"3 world 1 x: in", "5 world 1 x: still"}, nil},
		{"code", lines("## Retain", "```", "- W @x: no", "```", "- W @x: yes"), []string{"5 world 1 x: yes"}, nil},
		{"no section", lines("# Retain what", "- W @x: no"), nil, nil},
		{"CRLF", "## Retain\r\n- W @x: yes\r\n", []string{"2 world 1 x: yes"}, nil},
		{"what is wrong", lines("## Retain", "- X @x: letter", "- O(c=1.5) @x: much", "- O(c=x) @x: none", "- W(c=0.5) @x: sure", "- W @x:", "- ", "W @x: no bullet", "- w @x: small", "- O(0.5) @x: sign", "a remark", "- W @x: good"), []string{"12 world 1 x: good"}, []string{
			"2 the bullet begins with none of the letters W, B, O, S", `3 the bullet has a confidence of "1.5", which is not in [0, 1]`, `4 the bullet has a confidence of "x", which is not in [0, 1]`,
			"5 the bullet has a confidence and is no opinion", "9 the bullet begins with none", "10 the bullet has brackets without a confidence", "8 looks like a fact and is no bullet", "6 the bullet says nothing",
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			facts, problems := ParseRetain(log, row.text, time.UTC)
			var got []string
			for _, f := range facts {
				got = append(got, fmt.Sprintf("%d %s %v %s: %s", f.Source.Line, f.Type, f.Confidence, strings.Join(f.Entities, ","), f.Text))
				if want := time.Date(2025, 11, 27, 0, 0, 0, 0, time.UTC); !f.Time.Equal(want) || f.Sources[0] != f.Source.String() || f.Source.File != log {
					t.Errorf("fact %+v is of another day or place", f)
				}
			}
			if !slices.Equal(got, row.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(row.want, "\n"))
			}
			var found []string
			for _, p := range problems {
				found = append(found, fmt.Sprintf("%d %s", p.Line, p.What))
			}
			for _, want := range row.problems {
				if !slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, want) }) {
					t.Errorf("no problem %q in %q", want, found)
				}
			}
			if len(found) != len(row.problems) {
				t.Errorf("problems %q, want %d", found, len(row.problems))
			}
		})
	}
}

func TestParseRetainDate(t *testing.T) {
	t.Parallel()
	facts, problems := ParseRetain("memory/2026-02-30.md", "## Retain\n- W @x: y\n", time.UTC)
	if len(facts) != 1 || !facts[0].Time.IsZero() || len(problems) != 1 {
		t.Errorf("a date that does not exist: %v, %v", facts, problems)
	}
	if facts, _ := ParseRetain("memory/2026-02-03-walk.md", "## Retain\n- W @x: y\n", at().Location()); facts[0].Time.Format(time.RFC3339) != "2026-02-03T00:00:00+09:00" {
		t.Errorf("time %v", facts[0].Time)
	}
}

func FuzzParseRetain(f *testing.F) {
	f.Add("## Retain\n- W @Peter: x\n- O(c=0.3) @a @b: y\n")
	f.Add("## 保持\n・Ｏ（ｃ＝０．９）＠あ：い\n```\n- W\n")
	f.Fuzz(func(t *testing.T, text string) {
		facts, problems := ParseRetain("memory/2025-11-27.md", text, time.UTC)
		all := strings.Count(text, "\n") + 1
		for _, fact := range facts {
			if fact.Text == "" || !(fact.Confidence >= 0 && fact.Confidence <= 1) || strings.ContainsAny(fact.Text, "\n\x00") {
				t.Errorf("bad fact %+v", fact)
			}
			for _, e := range fact.Entities {
				if fold(e) == "" {
					t.Errorf("empty entity in %+v", fact)
				}
			}
		}
		for _, p := range problems {
			if p.Line < 0 || p.Line > all {
				t.Errorf("problem on line %d of %d", p.Line, all)
			}
		}
	})
}

func FuzzCapture(f *testing.F) {
	f.Add("My name is Alex. I love \"tea")
	f.Add("私の名前は「アレックス」です。ラーメンが好き")
	f.Add("```\nx\n> y\n<a>\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range Capture(Utterance{Text: text}) {
			if c.Text == "" || characters(c.Text) > maxSentence || !c.Category.known() || !(c.Importance > 0 && c.Importance <= 1) {
				t.Errorf("bad capture %+v", c)
			}
			if len(Capture(Utterance{Text: text, Known: []string{c.Text}})) >= len(Capture(Utterance{Text: text})) {
				t.Errorf("%q is captured although it is known", c.Text)
			}
		}
	})
}

// TestSplitRetain takes out the lines of what was read, those that belong to a
// bullet of several included, and leaves the rest where it stood.
func TestSplitRetain(t *testing.T) {
	t.Parallel()
	text := lines("# 2025-11-27", "## Retain", "- W @x: one", "  two", "- O(c=7) @x: bad", "a remark", "- O(c=0.25) @y: four", "## [10:00:00] note", "- W @x: ordinary")
	facts, rest := SplitRetain("memory/2025-11-27.md", text, time.UTC)
	if len(facts) != 2 || facts[0].Said() != "@x: one two" || facts[1].Said() != "O(c=0.25) @y: four" {
		t.Errorf("%+v", facts)
	}
	if want := lines("# 2025-11-27", "## Retain", "", "", "- O(c=7) @x: bad", "a remark", "", "## [10:00:00] note", "- W @x: ordinary"); rest != want {
		t.Errorf("left\n%s", rest)
	}
	if _, rest := SplitRetain("memory/2025-11-27.md", "no such section\n", time.UTC); rest != "no such section\n" {
		t.Errorf("left %q", rest)
	}
}

func TestSureOf(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"O(c=0.95) @Peter: prefers short replies.": "0.95 @Peter: prefers short replies.",
		"Ｏ（ｃ＝０．９） ＠ピーター：短い返事を好む。":                  "0.9 ＠ピーター：短い返事を好む。",
		"O @x: is good":     "0.5 @x: is good",
		"O Canada is sung.": "", "O(0.5) @x: sign": "", "O(c=2) @x: much": "", "W @x: one": "", "@x: one": "", "": "",
	} {
		got := ""
		if c, said, ok := SureOf(line); ok {
			got = fmt.Sprint(c, " ", said)
		} else if said != line {
			t.Errorf("%q became %q", line, said)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
