package dreaming

import (
	"context"
	"fmt"
	"time"

	"yumori/episodic"
)

// News returns the days on which the user said something that no dream has read yet, as a dream at a
// time would find them, oldest first. older says that there is more before
// them than it would take in. It reads the log back to the last dream.
func (p *Pipeline) News(ctx context.Context, at time.Time) (days []episodic.Date, older bool, err error) {
	g, err := p.gather(ctx, p.filled(Request{At: at}), nil)
	if err != nil {
		return nil, false, fmt.Errorf("look for what is new: %w", err)
	}
	days = talkedOn(g.fresh)
	if g.older > 0 {
		return days, true, nil
	}
	began, err := p.deps.Log.Began()
	if err != nil {
		return nil, false, fmt.Errorf("look for what is new: %w", err)
	}
	if began.IsZero() {
		return days, false, nil
	}
	older, err = p.leftOut(began, at)
	return days, older, err
}

// leftOut reports whether the first dream of all leaves out, or left out, what is long past.
// Of a record that cannot be read the list of dreams tells, and no night waits for it.
func (p *Pipeline) leftOut(began, at time.Time) (older bool, err error) {
	ids, err := p.diary.IDs()
	if err != nil {
		return false, err
	}
	if len(ids) == 0 {
		return !began.After(at.Add(-firstSpan)), nil
	}
	first, err := p.diary.Read(ids[0])
	if err != nil || first.Inputs.From.IsZero() {
		return false, nil //nolint:nilerr // see above
	}
	return dayOf(began.In(at.Location())) < dayOf(first.Inputs.From.In(at.Location())), nil
}
