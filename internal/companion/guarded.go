package companion

import (
	"context"
	"fmt"
	"runtime/debug"
)

// guarded does work that nobody waits for, and returns a panic as an error with
// its stack, for the log: what one pass meets must not end the program, nor keep
// the next pass from its work.
func guarded(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a bug: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}

// behind makes work of the recaller's that is done behind everything else end
// with a line in the log when it panics.
func (r *recaller) behind(what string, do func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		err := guarded(func() error { do(ctx); return nil })
		if err != nil {
			r.c.logger.Error(what, "error", err)
		}
	}
}
