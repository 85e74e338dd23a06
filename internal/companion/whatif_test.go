package companion

import (
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/motivation"
)

// What would be is what is, once it is so.
func TestWhatIsImaginedComesTrue(t *testing.T) {
	t.Parallel()
	tick := &clock{at: september}
	c := luna(t, clockedHome(t, tick, nil))
	tell(t, c, "I am building a table of oak.")
	tick.set(september.Add(5 * time.Hour))
	for _, level := range []float64{0.1, 0.95} {
		would, err := c.Drives().Imagine(motivation.Boredom, level)
		must(t, err)
		must(t, c.Drives().SetDrive(motivation.Boredom, level))
		got, err := c.Initiative.Impulse()
		must(t, err)
		if would.Impulse != got {
			t.Errorf("at %v it would be %+v and is %+v", level, would.Impulse, got)
		}
		if s := c.Mind(); s.Dominant != string(would.Leads) {
			t.Errorf("at %v %q would lead, and %q does", level, would.Leads, s.Dominant)
		}
	}
	if past, err := c.History("memory/internal_state.json"); err != nil || past[0].Cause.Note != "drive set: boredom 0.95" {
		t.Errorf("the history says %+v, %v", past, err)
	}
}

// Impulse says whether the persona would speak first now, and if not, why and
// until when.
func (i *Initiative) Impulse() (dreaming.Impulse, error) {
	m, _, err := i.mood()
	return dreaming.Moved(m, i.c.now()), err
}
