package dreaming

import (
	"context"
	"errors"
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
	if began.IsZero() || began.After(at.Add(-firstSpan)) {
		return days, false, nil
	}
	ids, err := p.diary.ids()
	return days, len(ids) == 0, err // the first dream of all leaves out what is long past
}

// Finished returns the dreams that came to an end, for the days from one on,
// the newest first; undone ones are among them, for nobody asked to have them
// dreamt again.
func (d *Diary) Finished(since episodic.Date) ([]Past, error) {
	var list []Past
	err := d.newest(func(r Record) bool {
		switch {
		case r.Date < since:
			return false
		case r.State != StatusRunning && r.State != StatusFailed:
			list = append(list, Past{Date: r.Date, Level: r.Level, Began: r.At})
		}
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("look for dreams: %w", err)
	}
	return list, nil
}

// Broken reports whether the newest dream was broken off: the next goes on
// with it first.
func (d *Diary) Broken() (bool, error) {
	broken := false
	err := d.newest(func(r Record) bool {
		broken = r.State == StatusRunning
		return false
	})
	if errors.Is(err, ErrNoDream) {
		err = nil
	}
	return broken, err
}
