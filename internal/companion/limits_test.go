package companion

import (
	"context"
	"time"

	"yumori/retrieval"
)

// patient are the limits of tests: what is ready in time must not depend on the
// machine. Who tests a limit sets one.
var patient = retrieval.Limits{Ready: time.Minute, Turn: time.Minute, Embed: time.Minute, Vectors: time.Minute}

// openHome is OpenHome with them.
func openHome(ctx context.Context, opt Options) (*Home, error) {
	opt.Limits = patient
	return OpenHome(ctx, opt)
}
