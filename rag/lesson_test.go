package rag

import (
	"slices"
	"testing"
	"time"
)

func TestLessonOf(t *testing.T) {
	for n, want := range map[int]int{0: 0, 39: 0, 40: 40, 79: 40, 80: 80, 119: 80, 159: 120, 212: 160, 213: 213} {
		if got := lessonOf(n); got != want {
			t.Errorf("of %d documents %d are learned from, want %d", n, got, want)
		}
	}
	for n := 80; n < 1_000_000; n += n/10 + 1 {
		if got := lessonOf(n); got > n || got*4 < n*3-4 && n > 200 {
			t.Errorf("of %d documents %d are learned from", n, got)
		}
	}
}

// TestRelearn has the same documents come in two orders, some of them late, and
// changes one: what was learned follows from the documents alone.
func TestRelearn(t *testing.T) {
	ctx := t.Context()
	all := conversation(time.Date(2025, 1, 6, 12, 0, 0, 0, time.UTC)).docs
	grow := func(parts ...[]Document) *fixture {
		f := newFixture(t)
		for i, docs := range parts {
			f.write("log", string(rune('a'+i)))
			if _, err := f.x.Sync(ctx, talk{docs}); err != nil {
				t.Fatal(err)
			}
			if err := f.x.Relearn(ctx); err != nil {
				t.Fatal(err)
			}
		}
		return f
	}
	mark := func(f *fixture) (uint64, int) { return f.x.corpus.meaning.space.Mark(), f.x.lesson.Docs }
	at, docs := mark(grow(all))
	if docs >= len(all) || docs < len(all)*2/3 {
		t.Errorf("learned from %d of %d", docs, len(all))
	}
	changed := slices.Clone(all)
	changed[3].Text = "The aquarium has a leak."
	for name, f := range map[string]*fixture{
		"bit by bit":        grow(all[:100], all[:250], all[:390], all),
		"the oldest last":   grow(all[200:], all),
		"changed, and back": grow(all, changed, all),
	} {
		if m, n := mark(f); m != at || n != docs {
			t.Errorf("%s: another space, of %d documents", name, n)
		}
		f.open()
		if f.x.lesson == nil {
			t.Errorf("%s: opened, it does not know what was learned", name)
		}
		before := f.x.corpus.meaning
		if err := f.x.Relearn(ctx); err != nil || f.x.corpus.meaning != before {
			t.Errorf("%s: learned again without need: %v", name, err)
		}
	}
	if m, _ := mark(grow(all, changed)); m == at {
		t.Error("one of the documents changed, and the space is the same")
	}
	if f := grow(all, all[:20]); f.x.Status().Learned {
		t.Error("there is a space of twenty documents")
	}
}
