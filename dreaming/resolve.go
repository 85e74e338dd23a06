package dreaming

import (
	"context"

	"yumori/episodic"
	"yumori/llm"
)

// Resolve finds which open questions the day answered: by the model, in one
// call, or by rules as Reflect does. Without open questions nobody is asked.
func Resolve(ctx context.Context, m llm.Model, in Material) (Resolution, error) {
	return Resolution{Account: Account{By: episodic.Rules}}, ctx.Err()
}
