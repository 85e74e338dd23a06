package transcript

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// mentioned returns the texts that hold one of the phrases, with which.
func mentioned(t *testing.T, b *bench, phrases ...string) []string {
	t.Helper()
	var list []string
	for m, err := range b.Mentions(t.Context(), phrases) {
		if err != nil {
			t.Fatal(err)
		}
		if m.ID == "" || m.Time.IsZero() || m.File == "" {
			t.Errorf("%+v", m)
		}
		list = append(list, fmt.Sprintf("%d %s", m.Phrases, m.Text))
	}
	return list
}

func TestMentions(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	parent := ID("")
	var ids []ID
	for i, text := range []string{
		"The Blue Heron is a boat.", "BLUE　HERON, you say?", "said \"blue heron\"\nand left", "a blue bird", "ﾁｪﾛの音", "チェロとblue heron",
		"field:blue AND heron*", "tea (blue", "heron",
	} {
		role := RoleUser
		if i%2 == 1 {
			role = RolePersona
		}
		m, err := b.Append(Message{Parent: parent, Role: role, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		parent = m.ID
		ids = append(ids, m.ID)
	}
	if _, err := b.Append(Message{Parent: parent, Role: RoleNote, Text: "searched for blue heron"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		phrases []string
		want    []string
	}{
		{"none", nil, nil},
		{"only spaces", []string{" 　\t"}, nil},
		{"folded", []string{"blue heron"}, []string{"1 チェロとblue heron", "1 said \"blue heron\"\nand left", "1 BLUE　HERON, you say?", "1 The Blue Heron is a boat."}},
		{"two", []string{"ちぇろ", "Blue Heron"}, []string{"3 チェロとblue heron", "1 ﾁｪﾛの音", "2 said \"blue heron\"\nand left", "2 BLUE　HERON, you say?", "2 The Blue Heron is a boat."}},
		{"syntax is text", []string{`"blue heron"`, "field:blue AND heron*", "tea (blue", "bl*e"}, []string{"4 tea (blue", "2 field:blue AND heron*", "1 said \"blue heron\"\nand left"}},
		{"more than it takes", append(slices.Repeat([]string{"nothing"}, MaxPhrases), "heron"), nil},
	} {
		if got := mentioned(t, b, c.phrases...); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if err := b.Retract(ids[2], byUser()); err != nil {
		t.Fatal(err)
	}
	if got := mentioned(t, b, `"blue heron"`); len(got) != 0 {
		t.Errorf("retracted, it is found: %q", got)
	}
	b.long(600)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var last error
	for _, err := range b.Mentions(ctx, []string{"nowhere"}) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("ended with %v", last)
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, phrase, want string
	}{
		{"The Blue  Heron", "blue heron", "[[4 15]]"},
		{"ﾁｪﾛ", "チェロ", "[[0 9]]"},
		{"aaa", " ", "[]"},
		{strings.Repeat("a ", 3), "a", "[[0 1] [2 3] [4 5]]"},
	} {
		if got := fmt.Sprint(Places(c.text, c.phrase)); got != c.want {
			t.Errorf("%q in %q: %s, want %s", c.phrase, c.text, got, c.want)
		}
	}
}

// FuzzFoldTwoWays folds as a search does and as one does that keeps track of
// the places: to the same.
func FuzzFoldTwoWays(f *testing.F) {
	for _, s := range []string{"a\u0301b", "e \t\u0301", "カ\u3099 が", "Ａ ｱﾞ。、", "x　 \r\ny\u00a0z", "ヽヾ・ー々〇【】"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		fast, slow := folder{}, folder{keep: true}
		fast.fold(s)
		slow.fold(s)
		if string(fast.out) != string(slow.out) || len(slow.from) != len(slow.out) {
			t.Errorf("%q folds to %q and %q", s, fast.out, slow.out)
		}
	})
}

func BenchmarkMentions(b *testing.B) {
	bench := newDamaged(b)
	bench.long(100_000)
	for _, phrases := range [][]string{{"nowhere to be found"}, {"the garden", "雨", "nowhere"}} {
		b.Run(strings.Join(phrases, ","), func(b *testing.B) {
			for b.Loop() {
				for _, err := range bench.Mentions(context.Background(), phrases) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
