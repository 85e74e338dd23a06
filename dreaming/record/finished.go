package record

import (
	"fmt"
	"time"

	"yumori/episodic"
)

// A Past is a dream that was finished.
type Past struct {
	Date  episodic.Date // the day dreamed for
	Level int           // 1 to 3
	Began time.Time
}

// Finished returns the dreams that came to an end, for the days from one on,
// the newest first; undone ones are among them, for nobody asked to have them
// dreamt again.
func (d *Diary) Finished(since episodic.Date) ([]Past, error) {
	var list []Past
	err := d.Newest(func(r Record) bool {
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
