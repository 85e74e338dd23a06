package facts

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
)

func TestSteps(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ c, support, contradict float64 }{
		{0, 0.1, 0}, {0.5, 0.55, 0.45}, {0.95, 0.955, 0.855}, {1, 1, 0.9},
	} {
		if got := Supported(row.c); math.Abs(got-row.support) > 1e-12 {
			t.Errorf("support of %v: %v, want %v", row.c, got, row.support)
		}
		if got := Contradicted(row.c); math.Abs(got-row.contradict) > 1e-12 {
			t.Errorf("contradiction of %v: %v, want %v", row.c, got, row.contradict)
		}
	}
}

func TestConfidence(t *testing.T) {
	t.Parallel()
	night := func(n int) time.Time { return time.Date(2026, 11, n, 3, 0, 0, 0, time.UTC) }
	many := func(s Stance, n int, sources ...string) []Evidence {
		var list []Evidence
		for i := range n {
			list = append(list, Evidence{Stance: s, Source: sources[i%len(sources)], Time: night(1)})
		}
		return list
	}
	for _, row := range []struct {
		name string
		base float64
		list []Evidence
		want float64
	}{
		{"nothing", 0.5, nil, 0.5},
		{"one support", 0.5, many(For, 1, "a"), 0.55},
		{"one contradiction", 0.5, many(Against, 1, "a"), 0.45},
		// 0 → 0.1 → 0.19, and 0.271 would be more than 0.2
		{"many of two sources", 0, many(For, 5, "a", "b"), 0.19},
		// 1 − 0.9³
		{"three independent sources", 0, many(For, 3, "a", "b", "c"), 0.271},
		{"lines of one file are one", 0, many(For, 3, "memory/x.md#L1", "memory/x.md#L2", "memory/x.md#L3"), 0.19},
		// 1 → 0.9 → 0.81, and 0.729 would be more than 0.2
		{"many contradictions", 1, many(Against, 4, "a"), 0.81},
		{"by hand", 0.5, []Evidence{{Stance: For, Source: "a"}}, 0.5},
		// each night by itself: 0.19, then 1 − 0.81·0.81
		{"two nights", 0, append(many(For, 5, "a"), Evidence{For, "b", "", night(2)}, Evidence{For, "b", "", night(2)}, Evidence{For, "b", "", night(2)}), 0.3439},
	} {
		if got := Confidence(row.base, row.list); math.Abs(got-row.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

func TestWeigh(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	list := b.retain(t, Fact{Type: Opinion, Text: "tea is good", Confidence: 0.5, Sources: []string{"01A"}}, Fact{Text: "Peter said tea is good", Sources: []string{"01B"}})
	id, fact := list[0].ID, list[1].ID
	weigh := func(want float64, evidence ...Evidence) {
		t.Helper()
		f, err := b.Weigh(id, evidence, turn())
		if err != nil || f.Confidence != want {
			t.Errorf("confidence %v, %v, want %v", f.Confidence, err, want)
		}
	}
	weigh(0.55, Evidence{Stance: For, Source: fact, Text: "he | said"})
	weigh(0.55, Evidence{Stance: For, Source: fact})
	weigh(0.595, Evidence{Stance: For, Source: "01C"})
	weigh(0.5355, Evidence{Stance: Against, Source: "01D"})
	confidence := func(want float64) {
		t.Helper()
		b.reopen(t)
		f, err := b.Find(id)
		if err != nil || f.Confidence != want {
			t.Errorf("confidence %v, %v, want %v", f.Confidence, err, want)
		}
	}
	confidence(0.5355)
	// The fact is withdrawn with its message, and the evidence with the fact.
	items, err := b.Withdraw([]string{"01B"}, turn())
	if err != nil || len(items) != 2 || items[1].Store != StoreEvidence {
		t.Errorf("withdraw: %+v, %v", items, err)
	}
	confidence(0.495) // 0.5 → 0.55 → 0.495
	if err := b.Reinstate([]string{"01B"}, turn()); err != nil {
		t.Fatal(err)
	}
	confidence(0.5355)
	// A hand sets it: what was is settled.
	b.PutFile(t, opinionsFile, strings.Replace(b.FileText(t, opinionsFile), "O(c=0.5355)", "O(c=0.2)", 1))
	weigh(0.28, Evidence{Stance: For, Source: "01E"})
	if _, err := b.Withdraw([]string{"01C", "01D"}, turn()); err != nil {
		t.Fatal(err)
	}
	confidence(0.28)
	if _, err := b.Weigh(fact, nil, turn()); !errors.Is(err, ErrNotOpinion) {
		t.Errorf("weighed a fact: %v", err)
	}
	if _, err := b.Weigh(id, []Evidence{{Stance: "x", Source: "a"}}, turn()); !errors.Is(err, ErrBadFact) {
		t.Errorf("no stance: %v", err)
	}
	if _, err := b.Weigh("none", nil, turn()); !errors.Is(err, ErrNoFact) {
		t.Errorf("no opinion: %v", err)
	}
}

func TestCourseLeadsToWhereAnOpinionStands(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	night := func(n int) time.Time { return time.Date(2026, 11, n, 3, 0, 0, 0, time.UTC) }
	f := b.retain(t, Fact{Type: Opinion, Text: "Tea is better than coffee", Confidence: 0.5, Kind: memory.Told, Time: night(1), Sources: []string{"01A"}})[0]
	for _, e := range []Evidence{{For, "m1", "said so", night(2)}, {Against, "m2", "ordered coffee", night(3)}, {Against, "m3", "again", night(3)}} {
		if _, err := b.Weigh(f.ID, []Evidence{e}, turn()); err != nil {
			t.Fatal(err)
		}
	}
	now, err := b.Find(f.ID)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := b.Course(f.ID)
	if err != nil || len(steps) != 3 {
		t.Fatalf("%+v, %v", steps, err)
	}
	if steps[0].Confidence != 0.5 || steps[1].Confidence != 0.55 || steps[2].Confidence != now.Confidence || len(steps[2].Evidence) != 2 {
		t.Errorf("it went %+v to %v", steps, now.Confidence)
	}
	// A hand that sets it begins anew.
	now.Confidence = 0.9
	if _, err := b.Edit(now, turn()); err != nil {
		t.Fatal(err)
	}
	if steps, err = b.Course(f.ID); err != nil || len(steps) != 1 || steps[0].Confidence != 0.9 {
		t.Errorf("after a hand: %+v, %v", steps, err)
	}
	w := b.retain(t, Fact{Type: World, Text: "The lake is cold", Kind: memory.Told, Time: night(1), Sources: []string{"01A"}})[0]
	if _, err := b.Course(w.ID); !errors.Is(err, ErrNotOpinion) {
		t.Errorf("of a fact: %v", err)
	}
	if _, err := b.Course("o_none"); !errors.Is(err, ErrNoFact) {
		t.Errorf("of nothing: %v", err)
	}
}
