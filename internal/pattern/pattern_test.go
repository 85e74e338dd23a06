package pattern

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestNeeds has expressions with the strings that what they match needs.
func TestNeeds(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`(?i)\bdeadline\b`:                    "deadline",
		`(?i)\b(?:my|our) (?:dad|mum)\b`:      "my dad my mum our dad our mum",
		`(?i)(?:lost|mislaid) (\w+ )?keys?`:   "lost  mislaid ",
		`^(.+)(?:が|は)亡くなっ`:                    "が亡くなっ は亡くなっ",
		`a|b`:                                 "",
		`(?i)x*(?:\d+|two) (?:weeks?|months)`: " months  week  weeks",
		`(?:one)?(?:two)+`:                    "two",
		`.*`:                                  "",
		`(?:abc|.*)`:                          "",
		`[^a]bcd`:                             "bcd",
		`(?i)ÉTÉ`:                             "ÉtÉ",
	} {
		got := ""
		if lists := New(source).filter().Lists(); len(lists) > 0 {
			got = strings.Join(lists[0], " ")
		}
		if got != want {
			t.Errorf("%s needs %q, want %q", source, got, want)
		}
	}
}

// TestSameAsRegexp matches what package regexp matches, for expressions and
// texts put together at random of parts that fold, repeat and branch.
func TestSameAsRegexp(t *testing.T) {
	t.Parallel()
	atom := rapid.SampledFrom([]string{"a", "K", "ſ", "straße", "É", "雨", "が", "ab", "kick", `\b`, "^", "$", ".", `\w`, "[a-c]", "[^雨]", "[が|は]", "[^a]", " ", "�"})
	var source *rapid.Generator[string]
	inner := rapid.Deferred(func() *rapid.Generator[string] { return source })
	source = rapid.OneOf(atom, atom, rapid.Custom(func(t *rapid.T) string {
		a, b := inner.Draw(t, "a"), inner.Draw(t, "b")
		switch rapid.IntRange(0, 6).Draw(t, "form") {
		case 0:
			return a + b
		case 1:
			return "(?:" + a + "|" + b + ")"
		case 2:
			return "(" + a + ")?" + b
		case 3:
			return "(?:" + a + ")+" + b
		case 4:
			return "(?:" + a + ")*" + b
		case 5:
			return "(?:" + a + "){1,2}" + b
		}
		return "(?i:" + a + ")" + b
	}))
	text := rapid.StringOf(rapid.SampledFrom([]rune("aAbBkKKsSſßéÉ雨がcCiI \n�")))
	rapid.Check(t, func(t *rapid.T) {
		src := source.Draw(t, "source")
		if rapid.Bool().Draw(t, "fold") {
			src = "(?i)" + src
		}
		s := text.Draw(t, "text")
		if rapid.IntRange(0, 3).Draw(t, "broken") == 0 {
			s += "\xff" + s
		}
		re, e := regexp.MustCompile(src), New(src)
		if got, want := e.FindStringSubmatch(s), re.FindStringSubmatch(s); strings.Join(got, "\x00") != strings.Join(want, "\x00") || (got == nil) != (want == nil) {
			t.Fatalf("%q in %q: %q, want %q (needs %v)", src, s, got, want, e.filter().Lists())
		}
		if got, want := e.Matches(Look(s)), re.MatchString(s); got != want {
			t.Fatalf("%q in %q: %v, want %v (needs %v)", src, s, got, want, e.filter().Lists())
		}
		if got, want := e.ReplaceAllString(s, "<$0>"), re.ReplaceAllString(s, "<$0>"); got != want {
			t.Fatalf("%q in %q: %q, want %q", src, s, got, want)
		}
	})
}

func TestParse(t *testing.T) {
	t.Parallel()
	if _, err := Parse("("); err == nil {
		t.Error("no error of an expression that is none")
	}
	if e, err := Parse("(?i)rain"); err != nil || !e.MatchString("Rain") || e.MatchString("snow") {
		t.Error(err)
	}
}

// BenchmarkNoMatch prints what a search takes that finds nothing, as most do,
// with and without looking for words first.
func BenchmarkNoMatch(b *testing.B) {
	const source = `(?i)\b(?:my|our|his|her) (?:[\w'-]+ )?(?:mother|father|sister|brother)(?:'s| is| was) (\w+)\b`
	const s = "We went down to the harbour again and looked at the boats until it got dark."
	re, e := regexp.MustCompile(source), New(source)
	b.Run("regexp", func(b *testing.B) {
		for b.Loop() {
			re.FindStringSubmatch(s)
		}
	})
	b.Run("pattern", func(b *testing.B) {
		for b.Loop() {
			e.FindStringSubmatch(s)
		}
	})
}
