package retrieval

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"yumori/internal/transcript"
)

// TestPastComesFromBothEnds holds what comes back for a phrase to N23, over
// random conversations that repeat themselves.
func TestPastComesFromBothEnds(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		var said []transcript.Mention
		for i := range random.IntN(14) {
			said = append(said, transcript.Mention{ID: transcript.ID(fmt.Sprintf("id%02d", i)), Text: fmt.Sprintf("text %d", random.IntN(9))})
		}
		got, plain := bothEnds(t, said, "question"), bothEnds(t, said, "")
		newest, oldest, between := expectedPast(said)
		if want := append(slices.Clone(newest), oldest...); !slices.Equal(ids(plain), ids(want)) {
			t.Fatalf("%v: %v, want %v", said, plain, want)
		}
		if between != (len(got) == len(plain)+1) {
			t.Fatalf("%v: with one of the middle %v, without %v", said, got, plain)
		}
		seen := map[string]bool{}
		for _, m := range got {
			if seen[m.Text] {
				t.Fatalf("%v: %v says the same twice", said, got)
			}
			seen[m.Text] = true
		}
		if !slices.IsSortedFunc(got, func(a, b transcript.Mention) int { return strings.Compare(string(a.ID), string(b.ID)) }) {
			t.Fatalf("not newest first: %v", got)
		}
	}
}

// bothEnds puts a list, newest first, to fromBothEnds; without a question
// nothing is drawn.
func bothEnds(t *testing.T, said []transcript.Mention, question string) []transcript.Mention {
	t.Helper()
	order := func(list []transcript.Mention) saidOrder {
		return func(yield func(transcript.Mention, error) bool) {
			for _, m := range list {
				if !yield(m, nil) {
					return
				}
			}
		}
	}
	oldest, drawn := slices.Clone(said), slices.Clone(said)
	slices.Reverse(oldest)
	slices.SortFunc(drawn, func(a, b transcript.Mention) int {
		return cmp.Compare(seedOf(question, string(a.ID)), seedOf(question, string(b.ID)))
	})
	if question == "" {
		drawn = nil
	}
	got, err := fromBothEnds(order(said), order(oldest), order(drawn))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// expectedPast is N23 worked out on the whole list, newest first.
func expectedPast(said []transcript.Mention) (newest, oldest []transcript.Mention, between bool) {
	used := map[string]bool{}
	for _, m := range said {
		if len(newest) < 2 && !used[m.Text] {
			newest, used[m.Text] = append(newest, m), true
		}
	}
	for _, m := range slices.Backward(said) {
		switch {
		case used[m.Text]:
		case len(oldest) < 2:
			oldest, used[m.Text] = append(oldest, m), true
		default:
			between = true
		}
	}
	slices.Reverse(oldest)
	return newest, oldest, between
}

func ids(list []transcript.Mention) []string {
	var out []string
	for _, m := range list {
		out = append(out, string(m.ID))
	}
	return out
}

// TestTheMiddleIsChosenByTheQuestion has the same question bring the same
// message back, and other questions others.
func TestTheMiddleIsChosenByTheQuestion(t *testing.T) {
	t.Parallel()
	var said []transcript.Mention
	for i := range 100 {
		said = append(said, transcript.Mention{ID: transcript.ID(fmt.Sprintf("id%02d", i)), Text: fmt.Sprint(i)})
	}
	middle := func(question string) string { return string(bothEnds(t, said, question)[newestSaid].ID) }
	chosen := map[string]bool{}
	for i := range 50 {
		q := fmt.Sprintf("question %d", i)
		first, again := middle(q), middle(q)
		if first != again {
			t.Fatal("the same question brings different messages back")
		}
		chosen[first] = true
	}
	if len(chosen) < 20 {
		t.Errorf("50 questions bring %d different messages back", len(chosen))
	}
}

func TestAround(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 200)
	for _, c := range []struct {
		name, text, phrase string
		begins, holds      string
		cut                bool
	}{
		{"short", "The heron.", "heron", "The heron.", "heron", false},
		{"near the beginning", "The heron. " + long, "heron", "The heron.", "heron", true},
		{"far in", long + "the heron stood " + long, "HERON", "…", "the heron stood", true},
		{"at the very end", long + "the heron", "heron", "…word", "the heron", true},
		{"Japanese", strings.Repeat("港は霧でした。", 100) + "青サギが立っていた。", "青ｻｷﾞ", "…港は霧でした。", "青サギが立っていた。", true},
	} {
		got, cut := around(c.text, c.phrase)
		if cut != c.cut || !strings.HasPrefix(got, c.begins) || !strings.Contains(got, c.holds) || utf8.RuneCountInString(got) > cutSaid+1 {
			t.Errorf("%s: %q, %v", c.name, got, cut)
		}
	}
}
