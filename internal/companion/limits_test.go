package companion

import (
	"context"
	"time"

	"yumori/internal/llm"
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

// instant is a model that answers at once: what a turn takes with it is ours.
type instant struct{}

func (instant) Info() llm.Info {
	return llm.Info{Provider: "bench", Name: "instant", Window: llm.Window{Tokens: 200_000}}
}

func (instant) Generate(_ context.Context, _ llm.Request, stream func(string)) (llm.Response, error) {
	const text = `That is good to hear.<persona_emotion category="joy" intensity="0.4"/>`
	if stream != nil {
		stream(text)
	}
	return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: text}, Finish: llm.FinishStop}, nil
}
