package companion

import (
	"context"

	"yumori/retrieval/background"
)

// behind makes work of the recaller's that is done behind everything else end
// with a line in the log when it panics.
func (r *recaller) behind(what string, do func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		err := background.Guarded(func() error { do(ctx); return nil })
		if err != nil {
			r.c.logger.Error(what, "error", err)
		}
	}
}
