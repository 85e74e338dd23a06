package face

import (
	"testing"
	"time"
)

// blinks are the times at which the lids shut within a while.
func blinks(m *motion, long time.Duration) []time.Duration {
	var list []time.Duration
	was := lidsOpen
	for now := at(); now.Before(at().Add(long)); {
		p, next := m.at(now)
		if p.lids == lidsClosed && was != lidsClosed {
			list = append(list, now.Sub(at()))
		}
		was = p.lids
		now = now.Add(next)
	}
	return list
}

// People blink some eight to twenty times a minute, never like a clock.
func TestBlinks(t *testing.T) {
	list := blinks(newMotion(Neutral, 1, at()), 10*time.Minute)
	if n := len(list); n < 80 || n > 200 {
		t.Errorf("%d blinks in ten minutes", n)
	}
	lengths := map[time.Duration]bool{}
	for i := range list[1:] {
		pause := list[i+1] - list[i]
		if pause > blinkMost+blinkTime {
			t.Errorf("no blink for %v", pause)
		}
		lengths[pause.Round(100*time.Millisecond)] = true
	}
	if len(lengths) < 20 {
		t.Errorf("only %d lengths of pauses", len(lengths))
	}
	if again := blinks(newMotion(Neutral, 1, at()), 10*time.Minute); len(again) != len(list) || again[3] != list[3] {
		t.Error("the same seed blinks otherwise")
	}
	if other := blinks(newMotion(Neutral, 2, at()), 10*time.Minute); other[3] == list[3] {
		t.Error("two personas blink in step")
	}
}

// Somebody asleep does not blink, and breathes more slowly.
func TestAsleep(t *testing.T) {
	if n := len(blinks(newMotion(Asleep, 1, at()), 5*time.Minute)); n != 0 {
		t.Errorf("%d blinks asleep", n)
	}
	breaths := func(e Expression) int {
		m, n, was := newMotion(e, 1, at()), 0, 0.0
		for d := time.Duration(0); d < 10*time.Minute; d += 50 * time.Millisecond {
			h, _ := m.breath(at().Add(d))
			if h == 1 && was != 1 {
				n++
			}
			was = h
		}
		return n
	}
	if awake, asleep := breaths(Neutral), breaths(Asleep); awake != 100 || asleep != 80 {
		t.Errorf("%d breaths in ten minutes, %d asleep", awake, asleep)
	}
}

// A pose lasts as long as it says: nothing changes before.
func TestPosesLast(t *testing.T) {
	for _, e := range []Expression{Neutral, Speaking, Asleep} {
		now := at()
		m := newMotion(e, 7, now)
		for range 400 {
			p, next := m.at(now)
			if next <= 0 || next > 11*time.Second {
				t.Fatalf("%s: the next pose comes in %v", e, next)
			}
			copied := *m
			if q, _ := copied.at(now.Add(next - 2*time.Millisecond)); next > 4*time.Millisecond && q != p {
				t.Fatalf("%s: %+v became %+v before its %v had passed", e, p, q, next)
			}
			now = now.Add(next)
		}
	}
}

// A window that was hidden for a day wakes without living it through.
func TestMotionAfterADay(t *testing.T) {
	m := newMotion(Neutral, 3, at())
	m.at(at())
	if _, next := m.at(at().Add(24 * time.Hour)); next <= 0 || next > blinkMost {
		t.Errorf("the next pose comes in %v", next)
	}
}
