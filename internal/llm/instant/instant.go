// Package instant has a model that answers at once and costs nothing, for
// measurements: the time that a turn takes with it is the program's own.
package instant

import (
	"context"

	"yumori/internal/llm"
)

// A Model answers each request with the same sentence.
type Model struct{}

// Info is llm.Model.
func (Model) Info() llm.Info {
	return llm.Info{Provider: "bench", Name: "instant", Window: llm.Window{Tokens: 200_000}}
}

// Generate is llm.Model.
func (Model) Generate(_ context.Context, _ llm.Request, stream func(string)) (llm.Response, error) {
	const text = `That is good to hear.<persona_emotion category="joy" intensity="0.4"/>`
	if stream != nil {
		stream(text)
	}
	return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: text}, Finish: llm.FinishStop}, nil
}
