package companion

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"yumori/dreaming"
)

// TestAnActThatCannotBeWrittenDownCounts lets the persona be moved while
// nothing can be written: it is not moved again a minute later, which would ask
// a model each time.
func TestAnActThatCannotBeWrittenDownCounts(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	c := luna(t, clockedHome(t, tick, nil))
	tell(t, c, "I am off to the harbour.")
	wonder(t, c, "the harbour", "the cat", "the piano")
	tick.set(noon.Add(121 * time.Minute))
	mood, _, err := c.Initiative.mood()
	must(t, err)
	m := motive{mood: mood, at: tick.now(), head: c.log.Head()}
	if m.impulse = dreaming.Moved(mood, m.at); m.impulse.Drive == "" {
		t.Fatalf("it is not moved: %+v", m.impulse)
	}
	file := filepath.Join(c.home.Path(), "personas", "luna", actionsFile)
	must(t, os.Mkdir(file, 0o700))
	if _, err := c.Initiative.sayFirst(t.Context(), m, firstWords{reply: reply{err: errors.New("the model is gone")}}); err == nil {
		t.Fatal("it was written down")
	}
	must(t, os.Remove(file))
	tick.set(tick.now().Add(time.Minute))
	if mood, _, err = c.Initiative.mood(); err != nil || !slices.Contains(mood.Acts, m.at) {
		t.Errorf("%v, %v", mood.Acts, err)
	}
	if i, err := c.Initiative.Impulse(); err != nil || i.Reason != dreaming.ReasonGap {
		t.Errorf("a minute later: %+v, %v", i, err)
	}
}
