package facts

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// bankOf makes a bank of n facts: ten years of what was captured.
func bankOf(b *testing.B, n int) *bench {
	b.Helper()
	s := newBench(b)
	var text strings.Builder
	text.WriteString("# World\n\n")
	for i := range n {
		fmt.Fprintf(&text, "- @Person %d: likes thing number %d very much. <!-- id: w_%010d; src: 01KA%022d; time: 2026-11-21T10:30:15+09:00; category: preference; importance: 0.6 -->\n", i%500, i, i, i)
	}
	s.PutFile(b, worldFile, text.String())
	s.reopen(b)
	return s
}

func BenchmarkOpen(b *testing.B) {
	s := bankOf(b, 10_000)
	for b.Loop() {
		s.reopen(b)
	}
}

func BenchmarkFacts(b *testing.B) {
	s := bankOf(b, 10_000)
	for b.Loop() {
		if list, err := s.Facts(Query{Entity: "person 7", Words: "thing"}); err != nil || len(list) != 20 {
			b.Fatal(len(list), err)
		}
	}
}

func BenchmarkRetain(b *testing.B) {
	for _, n := range []int{100, 2_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := bankOf(b, n)
			i := 0
			for b.Loop() {
				i++
				s.retain(b, Fact{Text: fmt.Sprintf("news %d", i), Sources: []string{"01B"}})
			}
		})
	}
}

func BenchmarkCapture(b *testing.B) {
	for name, text := range map[string]string{
		"chat":   "Hi! I love ramen, by the way. My cat is called Tama. 京都に住んでいます。What about you?",
		"long":   strings.Repeat("I love ramen number one and my sister Mika lives in Osaka, 猫を二匹飼っています。\n", 2_200),
		"a line": strings.Repeat("I love ramen, ", 14_300),
		"quotes": strings.Repeat("\"「『", 66_000),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Capture(Utterance{Text: text, Time: time.Time{}})
			}
		})
	}
}
