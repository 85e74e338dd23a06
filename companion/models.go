package companion

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"yumori/llm"
)

// testTimeout bounds a model test; a local server may load the model first.
const testTimeout = 90 * time.Second

// keyName returns the name a provider's key goes by: the environment variable
// and the keyring entry are called the same. "" means no key is needed.
func keyName(provider string) string {
	switch provider {
	case "openai":
		return "OPENAI_API_KEY"
	case "gemini":
		return "GEMINI_API_KEY"
	}
	return ""
}

// keyFor returns the key of a choice, "" when there is none.
func (h *House) keyFor(choice ModelChoice) (string, error) {
	name := keyName(choice.Provider)
	if name == "" {
		return "", nil
	}
	value, _, err := h.home.Key(name)
	if err != nil {
		return "", fmt.Errorf("read key: %w", err)
	}
	return value, nil
}

// KeyPlace says where the key of a provider is kept: "environment",
// "keyring", "file", or "" for none. The key itself stays where it is.
func (h *House) KeyPlace(provider string) (string, error) {
	name := keyName(provider)
	if name == "" {
		return "", nil
	}
	value, where, err := h.home.Key(name)
	if err != nil {
		return "", fmt.Errorf("read key: %w", err)
	}
	if value == "" {
		return "", nil
	}
	return where, nil
}

// SetKey keeps the key of a provider and returns where: "keyring", or "file"
// when this machine has no keyring, which the screen should say.
func (h *House) SetKey(provider, key string) (string, error) {
	name := keyName(provider)
	if name == "" {
		return "", fmt.Errorf("keep key: %w: provider %q takes none", ErrBadValue, provider)
	}
	where, err := h.home.SetKey(name, key)
	if err != nil {
		return "", fmt.Errorf("keep key: %w", err)
	}
	return where, nil
}

// A ModelTest is what came of asking a model for a word.
type ModelTest struct {
	Speaker Speaker
	Answer  string
	Took    time.Duration
	Usage   llm.Usage
}

// TestModel asks a model for one word, to see whether the choice works. The
// error is one of llm's.
func (h *House) TestModel(ctx context.Context, choice ModelChoice) (ModelTest, error) {
	ctx, cancel := context.WithTimeout(ctx, testTimeout)
	defer cancel()
	model := h.opt.Builtin
	if choice.Configured() {
		if h.opt.Pick == nil {
			return ModelTest{}, errors.New("test model: no providers")
		}
		key, err := h.keyFor(choice)
		if err != nil {
			return ModelTest{}, fmt.Errorf("test model: %w", err)
		}
		if model, err = h.opt.Pick(ctx, choice, key); err != nil {
			return ModelTest{}, fmt.Errorf("test model: %w", err)
		}
		model = h.counted(model, "")
	}
	trial, err := llm.Try(ctx, model)
	test := ModelTest{Speaker: speakerOf(model), Answer: trial.Text, Took: trial.Took, Usage: trial.Usage}
	if err != nil {
		return test, fmt.Errorf("test model: %w", err)
	}
	return test, nil
}

// CheckModel reports what is wrong with a choice itself: an address that must
// not be used is llm.ErrAddress, a missing name llm.ErrNoModel. What may come
// right with the same choice, such as a key or a server that does not run, is no
// error. Nobody is asked.
func (h *House) CheckModel(ctx context.Context, choice ModelChoice) error {
	if !choice.Configured() || h.opt.Pick == nil {
		return nil
	}
	key, err := h.keyFor(choice)
	if err != nil {
		return nil // whoever keeps a key is told
	}
	_, err = h.opt.Pick(ctx, choice, key)
	if errors.Is(err, llm.ErrAddress) || errors.Is(err, llm.ErrNoModel) {
		return fmt.Errorf("check model: %w", err)
	}
	return nil
}

// CheckEmbedder is CheckModel for what makes vectors, which needs no name.
func (h *House) CheckEmbedder(ctx context.Context, choice EmbedderChoice) error {
	if choice.Provider == embedAuto || !choice.Configured() {
		return nil
	}
	return h.CheckModel(ctx, ModelChoice{
		Provider: choice.Provider, Name: cmp.Or(choice.Name, "any"), BaseURL: choice.BaseURL, LAN: choice.LAN,
	})
}

// Discover looks for model servers on this machine, for less than a second.
func (h *House) Discover(ctx context.Context) []Server {
	if h.opt.Discover == nil {
		return nil
	}
	return h.opt.Discover(ctx)
}
