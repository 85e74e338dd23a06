package transcript

import (
	"fmt"
	"time"
)

// Began returns when the message was written that stands first in the files,
// on whatever branch and taken back or not; zero in an empty log. It reads the
// beginning of the oldest file.
func (l *Log) Began() (time.Time, error) {
	l.files.RLock()
	defer l.files.RUnlock()
	c, err := l.chain()
	if err != nil {
		return time.Time{}, fmt.Errorf("find the first message: %w", err)
	}
	for at, err := range c.forward(position{part: c.parts[0].name}) {
		if err != nil {
			return time.Time{}, fmt.Errorf("find the first message: %w", err)
		}
		if r, err := decode(at.data); err == nil && r.Kind == kindMessage {
			return r.Time, nil
		}
	}
	return time.Time{}, nil
}
