package episodic

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

func TestAdd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := b.add("2026-11-20", 0.4, "m1", "m2", "m1")
	second := b.add("2026-11-20", 0.5)
	if first.ID != "episode_2026-11-20_001" || second.ID != "episode_2026-11-20_002" {
		t.Errorf("ids %q and %q", first.ID, second.ID)
	}
	if first.Kind != memory.Lived || !first.CreatedAt.Equal(morning()) || first.Max != 0.4 || !slices.Equal(first.Sources, []string{"m1", "m2"}) {
		t.Errorf("added %+v", first)
	}
	b.again()
	if got := ids(b.Episodes()); !slices.Equal(got, []string{first.ID, second.ID}) {
		t.Errorf("after opening again: %v", got)
	}
	got, err := b.Find(first.ID)
	if err != nil || got.Summary != first.Summary || !got.CreatedAt.Equal(first.CreatedAt) {
		t.Errorf("found %+v, %v", got, err)
	}
	got.Sources[0] = "scribbled"
	if again, _ := b.Find(first.ID); again.Sources[0] != "m1" {
		t.Error("what is returned shares memory with the journal")
	}
}

func TestAddRefuses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	good := Episode{Date: "2026-11-20", Summary: "x", Arousal: 0.5}
	for name, change := range map[string]func(*Episode){
		"no date":          func(e *Episode) { e.Date = "" },
		"no such day":      func(e *Episode) { e.Date = "2026-02-30" },
		"backward span":    func(e *Episode) { e.Date = "2026-02-10~2026-02-01" },
		"no summary":       func(e *Episode) { e.Summary = " \n" },
		"arousal of 7":     func(e *Episode) { e.Arousal = 7 },
		"negative arousal": func(e *Episode) { e.Arousal = -0.1 },
		"no number":        func(e *Episode) { e.Arousal = math.NaN() },
		"kind":             func(e *Episode) { e.Kind = "guessed" },
	} {
		e := good
		change(&e)
		if _, err := b.Add(e, cause()); !errors.Is(err, ErrBadEpisode) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if b.FileText(t, journalFile) != "" {
		t.Error("something was written")
	}
}

func TestWindow(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, d := range []Date{"2026-11-21", "2026-11-06", "2026-11-07", "2026-11-20", "2026-10-26~2026-11-01", "2026-11-01~2026-11-08"} {
		b.add(d, 0.5)
	}
	est := time.FixedZone("", -5*3600)
	for _, c := range []struct {
		name   string
		before time.Time
		days   int
		want   []string
	}{
		{"two weeks", morning(), 14, []string{"episode_2026-11-01_001", "episode_2026-11-07_001", "episode_2026-11-20_001"}},
		{"the zone of the message decides", morning().In(est), 14, []string{"episode_2026-11-01_001", "episode_2026-11-06_001", "episode_2026-11-07_001"}},
		{"a day", morning(), 1, []string{"episode_2026-11-20_001"}},
		{"no days", morning(), 0, nil},
		{"negative", morning(), -3, nil},
		{"no message", time.Time{}, 1, []string{"episode_2026-11-21_001"}},
	} {
		if got := ids(b.Window(c.before, c.days)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestResonate(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	x, y := b.add("2026-11-19", 0.5), b.add("2026-11-20", 0)
	got, err := b.Resonate([]Report{{ID: x.ID, Resonance: 0.1}, {ID: "episode_1999-01-01_001", Resonance: 1}, {ID: x.ID, Resonance: 1}, {ID: y.ID, Resonance: 7}, {ID: y.ID, Resonance: math.NaN()}}, cause())
	if err != nil {
		t.Fatal(err)
	}
	want := []Change{{x.ID, 0.5, 0.6}}
	if !slices.Equal(got.Applied, want) || got.Unknown != 2 {
		t.Errorf("resonated %+v", got)
	}
	b.again()
	if e, _ := b.Find(x.ID); e.Arousal != 0.6 || e.Max != 0.5 {
		t.Errorf("arousal %v, highest %v", e.Arousal, e.Max)
	}
}

func TestResonanceFormula(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, r, want float64 }{
		{0.5, 1, 0.6}, {0.5, 0.7, 0.54}, {0.5, 0.4, 0.48}, {0.5, 0, 0.4},
		{0, 1, 0.2}, {1, 0, 0.8}, {0, 9, 0.2}, {1, -9, 0.8}, {0.3, math.NaN(), 0.24},
	} {
		if got := Resonance(c.a, c.r); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("Resonance(%v, %v) = %v, want %v", c.a, c.r, got, c.want)
		}
	}
}

func TestDeflate(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.add("2026-11-19", 0.6)
	if mean, changed, err := b.Deflate(cause()); err != nil || mean != 0.6 || changed != nil {
		t.Errorf("at the mean of 0.6: %v %v %v", mean, changed, err)
	}
	e := b.add("2026-11-20", 0.8)
	mean, changed, err := b.Deflate(cause())
	if err != nil || math.Abs(mean-0.7) > 1e-9 || len(changed) != 2 || changed[0].After != 0.54 || changed[1].After != 0.72 {
		t.Errorf("deflated: %v %v %v", mean, changed, err)
	}
	if e, _ := b.Find(e.ID); e.Arousal != 0.72 || e.Max != 0.8 {
		t.Errorf("arousal %v, highest %v", e.Arousal, e.Max)
	}
}

func TestPut(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	e := b.add("2026-11-20", 0.5, "m1")
	e.Summary, e.Sources = "Told better.", nil
	changed, err := b.Put(e, cause())
	if err != nil || changed.Summary != "Told better." || !slices.Equal(changed.Sources, []string{"m1"}) {
		t.Fatalf("put: %+v, %v", changed, err)
	}
	if _, err := b.Put(e, cause()); !errors.Is(err, store.ErrConflict) {
		t.Errorf("put what was read before: %v", err)
	}
	b.PutFile(t, journalFile, strings.Replace(b.FileText(t, journalFile), "Told better.", "Told by hand.", 1))
	if _, err := b.Put(changed, cause()); !errors.Is(err, store.ErrConflict) {
		t.Errorf("put over a user's edit: %v", err)
	}
	if got, _ := b.Find(e.ID); got.Summary != "Told by hand." {
		t.Errorf("the user's edit is gone: %q", got.Summary)
	}
	if _, err := b.Put(Episode{ID: "none", Date: "2026-11-20", Summary: "x"}, cause()); !errors.Is(err, ErrNoEpisode) {
		t.Errorf("put an unknown one: %v", err)
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	e := b.add("2026-11-20", 0.5)
	if err := b.Remove(e.ID, cause()); err != nil {
		t.Fatal(err)
	}
	if err := b.Remove(e.ID, cause()); !errors.Is(err, ErrNoEpisode) {
		t.Errorf("removed twice: %v", err)
	}
	if _, err := b.Find(e.ID); !errors.Is(err, ErrNoEpisode) {
		t.Errorf("found what was removed: %v", err)
	}
}
