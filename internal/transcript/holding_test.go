package transcript

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// heldIn returns the ids of the messages that hold a phrase in one order.
func heldIn(t *testing.T, b *bench, w Wanted, order string) []ID {
	t.Helper()
	var list []ID
	err := b.HoldingEach(t.Context(), []Wanted{w}, func(_ int, h *Holding) error {
		seq := h.Newest()
		switch order {
		case "oldest":
			seq = h.Oldest()
		case "drawn":
			seq = h.Drawn(7)
		}
		for m, err := range seq {
			if err != nil {
				return err
			}
			if m.File == "" || m.Time.IsZero() {
				t.Errorf("%+v", m)
			}
			list = append(list, m.ID)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestHoldingFindsWhatMentionsFinds compares with reading the whole log, over
// random talk, while it is said, retracted, archived and said again.
func TestHoldingFindsWhatMentionsFinds(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"blue heron", "BLUE　HERON", "herons", "ﾌﾟﾛｸﾞﾗﾑ", "プログラミング", "犬", "猫の", "tea (blue", "say \"hm\"\n", "AI", "a", "100%", "e\u0301", "é",
		"雨が降る", "\\", "ﬁn", strings.Repeat("long ", 700),
	}
	random := rand.New(rand.NewPCG(3, 4))
	b := newDamaged(t)
	parent := ID("")
	for round := range 6 {
		for range 60 {
			text := ""
			for range 1 + random.IntN(4) {
				text += pieces[random.IntN(len(pieces))] + strings.Repeat(" ", random.IntN(2))
			}
			role := []Role{RoleUser, RolePersona, RoleNote}[random.IntN(3)]
			m, err := b.Append(Message{Parent: parent, Role: role, Text: text})
			if err != nil {
				t.Fatal(err)
			}
			if parent = m.ID; random.IntN(9) == 0 {
				if err := b.Retract(m.ID, byUser()); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, p := range append(pieces, "heron", "ぷろぐら", "our", "雨", "zebra", "", " ", "g l", "x", "%") {
			for _, least := range []int{0, 30} {
				var want []ID
				for m, err := range b.Mentions(t.Context(), []string{p}) {
					if err != nil {
						t.Fatal(err)
					}
					if utf8.RuneCountInString(m.Text) >= least {
						want = append(want, m.ID)
					}
				}
				w := Wanted{p, least}
				if got := heldIn(t, b, w, "newest"); !slices.Equal(got, want) {
					t.Fatalf("round %d: %q, newest first: %v, want %v", round, p, got, want)
				}
				oldest, drawn := heldIn(t, b, w, "oldest"), heldIn(t, b, w, "drawn")
				if again := heldIn(t, b, w, "drawn"); !slices.Equal(drawn, again) {
					t.Fatalf("%q: drawn %v, then %v", p, drawn, again)
				}
				if len(want) > 20 && slices.Equal(drawn, oldest) {
					t.Fatalf("%q: drawn as they were said", p)
				}
				slices.Reverse(oldest)
				slices.Sort(drawn)
				sorted := slices.Sorted(slices.Values(want))
				if !slices.Equal(oldest, want) || !slices.Equal(drawn, sorted) {
					t.Fatalf("round %d: %q, oldest first: %v, drawn %v, want %v", round, p, oldest, drawn, want)
				}
			}
		}
		b.Time = b.Time.Add(20 * 24 * time.Hour)
		if err := b.Archive(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestHoldingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.long(600)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.HoldingEach(ctx, []Wanted{{Phrase: "garden"}}, func(int, *Holding) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	if err := b.UpdateFilter(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(heldIn(t, b, Wanted{Phrase: "the garden"}, "newest")); n != 600 {
		t.Errorf("%d of 600 messages", n)
	}
}

// FuzzSieve has what holds a phrase pass.
func FuzzFilter(f *testing.F) {
	f.Add("The Blue Heron", 4, 9)
	f.Add("ﾌﾟﾛｸﾞﾗﾑ と é", 0, 6)
	f.Fuzz(func(t *testing.T, text string, from, to int) {
		if from < 0 || to > len(text) || from > to {
			t.Skip()
		}
		text = cleanText(text)
		var fold folder
		fold.fold(text)
		from, to = min(from, len(fold.out)), min(to, len(fold.out))
		phrase := []byte(strings.TrimSpace(cleanText(string(fold.out[from:to]))))
		if !strings.Contains(string(fold.out), string(phrase)) {
			t.Skip()
		}
		line, err := encodeLine(record{Kind: kindMessage, Message: Message{ID: "01K", Role: RoleUser, Time: time.Unix(1, 0), Text: text}})
		if err != nil {
			t.Skip()
		}
		var s filtered
		s.add(spot{data: line}, &fold)
		var grams []uint64
		eachGram(phrase, func(g uint64) { grams = append(grams, g) })
		passed := 0
		mayHold(s.data, 0, grams, func(int64, uint64) { passed++ })
		if passed != 1 {
			t.Errorf("%q does not pass for %q", phrase, text)
		}
	})
}

func BenchmarkHolding(b *testing.B) {
	bench := newDamaged(b)
	bench.long(100_000)
	for _, phrase := range []string{"nowhere to be found", "the garden", "雨"} {
		b.Run(fmt.Sprint(phrase), func(b *testing.B) {
			for b.Loop() {
				err := bench.HoldingEach(context.Background(), []Wanted{{Phrase: phrase}}, func(_ int, h *Holding) error {
					for range h.Newest() {
						break
					}
					for _, err := range h.Drawn(1) {
						return err
					}
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
