package companion

import (
	"context"
	"time"

	"yumori/retrieval"
)

// patient are the limits of tests: what is ready in time must not depend on the
// race detector.
var patient = retrieval.Limits{
	Ready: slowness * 1500 * time.Millisecond, Turn: slowness * 2 * time.Second,
	Embed: slowness * 1200 * time.Millisecond, Vectors: slowness * 2 * time.Second,
}

// openHouse is OpenHouse with them.
func openHouse(ctx context.Context, opt Options) (*House, error) {
	opt.Limits = patient
	return OpenHouse(ctx, opt)
}
