package store

import (
	"errors"
	"fmt"
	"testing"
)

func TestRetry(t *testing.T) {
	t.Parallel()
	odd := errors.New("odd")
	conflict := fmt.Errorf("write goals: %w", ErrConflict)
	for _, c := range []struct {
		name  string
		says  []error // the last of them for ever
		want  error
		calls int
	}{
		{"done", []error{nil}, nil, 1},
		{"failed", []error{odd}, odd, 1},
		{"disturbed once", []error{conflict, nil}, nil, 2},
		{"disturbed, then failed", []error{conflict, conflict, odd}, odd, 3},
		{"disturbed for ever", []error{conflict}, conflict, tries},
	} {
		t.Run(c.name, func(t *testing.T) {
			calls := 0
			err := Retry(func() error {
				calls++
				return c.says[min(calls, len(c.says))-1]
			})
			if !errors.Is(err, c.want) || calls != c.calls {
				t.Errorf("%v after %d calls", err, calls)
			}
		})
	}
}
