package companion

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm/builtin"
	"yumori/internal/llm/instant"
	"yumori/internal/transcript"
)

// BenchmarkTurn is all of a turn that is not the model: two messages made
// durable, the prompt with sixty messages of history, the tag filter, the
// trace. "ms-to-reply" is until the reply is on disk and shown: its bar is
// 5 ms without recall. The rest of the time is what is booked behind it, whose
// bar is 10 ms.
func BenchmarkTurn(b *testing.B) {
	for _, recall := range []string{"false", "true"} {
		b.Run("recall="+recall, func(b *testing.B) { benchTurn(b, recall) })
	}
}

func benchTurn(b *testing.B, recall string) {
	h, err := openBench(b, b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	settings, err := h.Settings().With("recall.auto", recall)
	if err != nil {
		b.Fatal(err)
	}
	if err := h.Change(settings); err != nil {
		b.Fatal(err)
	}
	c, err := h.Companion(b.Context(), "luna")
	if err != nil {
		b.Fatal(err)
	}
	shown := make(chan time.Time, 1)
	go func() {
		for e := range c.Subscribe(b.Context()) {
			if t, ok := e.State.(Turn); ok && t.Phase == PhaseDone {
				shown <- time.Now()
			}
		}
	}()
	say := func() time.Duration {
		start := time.Now()
		if _, err := c.Say(b.Context(), Utterance{Text: "I walked along the harbour today and saw a heron."}); err != nil {
			b.Fatal(err)
		}
		return (<-shown).Sub(start)
	}
	for range 30 {
		say()
	}
	var reply time.Duration
	for b.Loop() {
		reply += say()
	}
	b.ReportMetric(reply.Seconds()*1000/float64(b.N), "ms-to-reply")
}

// BenchmarkBuiltinTurn is a whole turn with the built-in rules, of which each reads all that was
// said before in the talk; "ratio" is a turn behind 200 of the user's messages over one behind 20.
// Run it with -benchtime 20x: each turn makes the talk longer.
func BenchmarkBuiltinTurn(b *testing.B) {
	took := map[int]time.Duration{}
	for _, n := range []int{20, 200} {
		h, err := openHome(b.Context(), Options{Home: b.TempDir(), Builtin: builtin.New(builtin.Options{}), Samples: samples()})
		if err != nil {
			b.Fatal(err)
		}
		defer h.Close()
		c, err := h.Companion(b.Context(), "luna")
		if err != nil {
			b.Fatal(err)
		}
		said := 0
		say := func() {
			if _, err := c.Say(b.Context(), Utterance{Text: fmt.Sprintf("%s It was day %d.", lifetime[said%len(lifetime)], said)}); err != nil {
				b.Fatal(err)
			}
			said++
		}
		b.Run(fmt.Sprintf("messages=%d", n), func(b *testing.B) {
			for said < n {
				say()
			}
			for b.Loop() {
				say()
			}
			took[n] = b.Elapsed() / time.Duration(b.N)
			if short := took[20]; n > 20 && short > 0 {
				b.ReportMetric(float64(took[n])/float64(short), "ratio")
			}
		})
	}
}

// BenchmarkOpen opens a home and reads the first page, with an empty log and
// with 100,000 messages; "ratio" is the second over the first.
func BenchmarkOpen(b *testing.B) {
	took := map[string]time.Duration{}
	for _, n := range []int{0, 100_000} {
		name := fmt.Sprintf("messages=%d", n)
		home := b.TempDir()
		h, err := openBench(b, home)
		if err != nil {
			b.Fatal(err)
		}
		h.Close()
		writeLog(b, filepath.Join(home, "personas", "luna", "log.jsonl"), n)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				h, err := openBench(b, home)
				if err != nil {
					b.Fatal(err)
				}
				c, err := h.Companion(b.Context(), "luna")
				if err != nil {
					b.Fatal(err)
				}
				if _, err := c.Conversation.Page(transcript.Cursor{}, 60); err != nil {
					b.Fatal(err)
				}
				h.Close()
			}
			took[name] = b.Elapsed() / time.Duration(b.N)
			if empty := took["messages=0"]; n > 0 && empty > 0 {
				b.ReportMetric(float64(took[name])/float64(empty), "ratio")
			}
		})
	}
}

func openBench(b *testing.B, home string) (*Home, error) {
	b.Helper()
	return openHome(b.Context(), Options{Home: home, Builtin: instant.Model{}, Samples: samples()})
}

// writeLog writes a log of n messages of this month.
func writeLog(tb testing.TB, file string, n int) {
	tb.Helper()
	if n == 0 {
		return
	}
	var out strings.Builder
	parent := ""
	start := time.Now().Truncate(24*time.Hour).AddDate(0, 0, 1-time.Now().Day())
	for i := range n {
		id := fmt.Sprintf("01K%023d", i)
		role := "user"
		if i%2 == 1 {
			role = "persona"
		}
		fmt.Fprintf(&out, `{"kind":"message","id":%q,"parent":%q,"role":%q,"time":%q,"text":"Message number %d about the harbour, the ferry and 港のあかり."}`+"\n",
			id, parent, role, start.Add(time.Duration(i)*time.Second).Format(time.RFC3339), i)
		parent = id
	}
	if err := os.WriteFile(file, []byte(out.String()), 0o600); err != nil {
		tb.Fatal(err)
	}
}
