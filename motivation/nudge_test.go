package motivation

import (
	"errors"
	"math"
	"testing"
	"time"
)

func TestADriveThatAPersonMoves(t *testing.T) {
	b := newBench(t)
	if err := b.Heard(noon().Add(-5*time.Hour), "m1"); err != nil {
		t.Fatal(err)
	}
	before := b.Snapshot(GoalPressure{})
	for _, level := range []float64{0, 0.37, 0.9, 1} {
		if got := before.With(Boredom, level, noon()).At(noon()).Boredom; !near(got.Value, level) || got.Raw != before.At(noon()).Boredom.Raw {
			t.Errorf("with %v it is %+v", level, got)
		}
		twice := before.With(Boredom, 0.1, noon()).With(Boredom, level, noon())
		if got := twice.At(noon()).Boredom.Value; !near(got, level) {
			t.Errorf("moved again to %v it is %v", level, got)
		}
	}
	if len(before.Nudged) != 0 || len(before.With("hunger", 1, noon()).Nudged) != 0 {
		t.Error("asking what would be changes what is")
	}
	if err := b.SetDrive(Boredom, 0.9, GoalPressure{}, cause()); err != nil {
		t.Fatal(err)
	}
	again := b.open(t).Snapshot(GoalPressure{})
	if got := again.At(noon()).Boredom.Value; !near(got, 0.9) {
		t.Errorf("set and read anew it is %v", got)
	}
	far := noon().AddDate(0, 0, 30)
	if got, want := again.At(far).Boredom.Value, before.At(far).Boredom.Value; math.Abs(got-want) > 1e-3 {
		t.Errorf("a month later it is %v, want %v", got, want)
	}
	if again.With(Boredom, 0.7, noon()).Urge(noon(), Pace{}) != Boredom || before.Urge(noon(), Pace{}) != "" {
		t.Error("a level that is set does not move it to act, or another does")
	}
	for range 2 {
		if err := b.FreeDrive(Boredom, cause()); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.Snapshot(GoalPressure{}).At(noon()); got != before.At(noon()) {
		t.Errorf("taken back it is %v, want %v", got, before.At(noon()))
	}
	if err := b.SetDrive("hunger", 1, GoalPressure{}, cause()); !errors.Is(err, ErrBadDrive) {
		t.Errorf("a drive that is none: %v", err)
	}
}

func TestAMoveThatCannotBeIsNotUsed(t *testing.T) {
	for _, by := range []string{`"much"`, `3`, `null`} {
		b := newDamaged(t)
		text := `{"drives":{"boredom":{"moved_at":"2026-11-21T12:00:00+09:00","moved_by":` + by + `}}}`
		b.PutFile(t, stateFile, text)
		if got := b.Snapshot(GoalPressure{}).At(noon()).Boredom.Value; got != 0 || len(b.Problems()) == 0 {
			t.Errorf("moved by %s it is %v, and says %v", by, got, b.Problems())
		}
	}
}
