package companion

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
)

// TestMorning has a night be told of in plain sentences, until somebody speaks.
func TestMorning(t *testing.T) {
	t.Parallel()
	tick := &clock{at: dayStart()}
	c := luna(t, modelHome(t, tick, nil))
	if m, err := c.Dreams.Woke(t.Context()); err != nil || m.ID != "" {
		t.Errorf("before any dream: %+v, %v", m, err)
	}
	livedADay(t, c, tick, []said{
		{"My name is Ben.", "Hello."}, {"My sister Mika lives in Oslo and has two cats.", "I see."},
		{"I'm allergic to peanuts.", "Noted."}, {"I have a job interview on Thursday and I am nervous about it.", "Good luck."},
	})
	for _, text := range []string{"My name is Ben.", "I'm allergic to peanuts.", "I hate loud music.", "We looked at a house yesterday."} {
		_, err := c.Say(t.Context(), Utterance{Text: text})
		must(t, err)
		tick.set(tick.now().Add(time.Minute))
	}
	tick.set(tick.now().Add(12 * time.Hour))
	rec, err := c.Dreams.Dream(t.Context(), dreaming.Request{})
	must(t, err)
	m, err := c.Dreams.Woke(t.Context())
	must(t, err)
	if m.ID != rec.ID || m.Name != "Luna" || m.Slug != c.slug || m.Dream == "" || len(m.Learned) != 3 || len(m.Asks) == 0 || len(m.Asks) > 2 {
		t.Errorf("in the morning: %+v", m)
	}
	if !slices.Contains(m.Learned, "Your name is Ben") || !slices.Contains(m.Learned, "You are allergic to peanuts") {
		t.Errorf("it learned %q", m.Learned)
	}
	if all := m.Dream + strings.Join(m.Learned, "") + strings.Join(m.Asks, ""); strings.Contains(all, "<!--") || strings.Contains(all, "The user") {
		t.Errorf("machinery in %q", all)
	}
	must(t, c.Dreams.Shown("2026-01-01-1"))
	if again, err := c.Dreams.Woke(t.Context()); err != nil || again.ID != m.ID {
		t.Errorf("after another was shown: %+v, %v", again, err)
	}
	must(t, c.Dreams.Shown(m.ID))
	if m, err := c.Dreams.Woke(t.Context()); err != nil || m.ID != "" {
		t.Errorf("after it was shown: %+v, %v", m, err)
	}
	tick.set(tick.now().Add(time.Hour))
	_, err = c.Say(t.Context(), Utterance{Text: "Good morning."})
	must(t, err)
	if m, err := c.Dreams.Woke(t.Context()); err != nil || m.ID != "" {
		t.Errorf("after the first word: %+v, %v", m, err)
	}
	if _, err := c.Dreams.Morning("2026-01-01-1"); err == nil {
		t.Error("a dream that was not is told of")
	}
}
