package dreaming

import (
	"context"

	"yumori/episodic"
	"yumori/llm"
)

// Reflect looks back on the day: by the model, in one call, or by rules when m
// is nil or the built-in rules, or when what it says cannot be used, which
// Problems tells. It reads and writes nothing. The error is that of the
// context, or a bug in the prompts.
func Reflect(ctx context.Context, m llm.Model, in Material) (Reflection, error) {
	return Reflection{Account: Account{By: episodic.Rules}}, ctx.Err()
}
