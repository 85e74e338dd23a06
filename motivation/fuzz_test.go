package motivation

import (
	"testing"
	"time"

	"yumori/internal/store"
)

// FuzzPage reads any state, writes it, and reads the same again.
func FuzzPage(f *testing.F) {
	f.Add(handState)
	f.Add(`{"drives":{"curiosity":{"open_questions":[{"topic":"a","priority":7},{"id":1,"topic":"b","sources":["m"]}]}},"satisfaction":{"last_drive":"boredom","in_a_row":1e300}}`)
	f.Fuzz(func(t *testing.T, s string) {
		p := readPage([]byte(s), time.UTC)
		for _, e := range p.questions {
			if q := e.question; q.Priority < 0 || q.Priority > 1 || q.Topic == "" || q.ID == "" || !q.State.known() {
				t.Fatalf("%+v", q)
			}
			p.put(e)
		}
		d := p.snapshot(noon(), GoalPressure{}, Thresholds{}).At(noon())
		for _, dr := range AllDrives() {
			if l := d.Of(dr); !(l.Value >= 0 && l.Value <= 1 && l.Raw >= 0 && l.Raw <= 1) {
				t.Fatalf("%s: %v", dr, l)
			}
		}
		data, err := p.encode(noon(), GoalPressure{}, "en")
		if err != nil {
			t.Fatal(err)
		}
		again := readPage(data, time.UTC)
		if len(again.flaws) > 0 || len(again.questions) != len(p.questions) {
			t.Fatalf("%d questions became %d, %v:\n%s", len(p.questions), len(again.questions), again.flaws, data)
		}
		for i, dr := range AllDrives() {
			if a, b := d.Of(dr), again.snapshot(noon(), GoalPressure{}, Thresholds{}).At(noon()).Of(dr); !near(a.Value, b.Value) {
				t.Fatalf("drive %d: %v became %v", i, a, b)
			}
		}
	})
}

// FuzzPoints reads any month, writes it, and reads the same again.
func FuzzPoints(f *testing.F) {
	f.Add(`[{"timestamp":"2026-01-15T10:30:00","type":"persona","category":"protective","intensity":0.9},{"timestamp":"2026-01-06T19:25:49","type":"user","emotion":"joy"},7]`)
	f.Fuzz(func(t *testing.T, s string) {
		m := &month{Sheet: new(store.Dir).Sheet(emotionFile), now: noon}
		a := m.parse([]byte(s))
		for _, p := range a.points {
			if !p.valid() || p.Time.IsZero() || p.ID == "" {
				t.Fatalf("%+v", p)
			}
		}
		b := m.parse(encodeLeaf(a.nodes))
		if len(b.flaws) > 0 || len(b.points) != len(a.points) || len(b.nodes) != len(a.nodes) {
			t.Fatalf("%d of %d points became %d of %d, %v", len(a.points), len(a.nodes), len(b.points), len(b.nodes), b.flaws)
		}
	})
}
