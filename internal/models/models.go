package models

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/retrieval/embedding"
)

// testTimeout bounds a model test; a local server may load the model first.
const testTimeout = 90 * time.Second

// keyName returns the name the key of a service goes by, see ModelChoice.Service:
// the environment variable and the keyring entry are called the same. A key goes to
// its own service alone. "" means no key is needed, as for an Ollama.
func keyName(service string) string {
	if host, is := strings.CutPrefix(service, config.SpeechService); is {
		return speechKeyName(host)
	}
	switch service {
	case "openai":
		return "OPENAI_API_KEY"
	case "openrouter":
		return "OPENROUTER_API_KEY"
	case "gemini":
		return "GEMINI_API_KEY"
	case "compatible", "lmstudio", "llamacpp", "local":
		return "COMPATIBLE_API_KEY"
	}
	return ""
}

// keyFor returns the key of a choice, "" when there is none.
func (h *Set) keyFor(choice config.ModelChoice) (string, error) {
	name := keyName(choice.Service())
	if name == "" {
		return "", nil
	}
	value, _, err := h.opt.Home.Key(name)
	if err != nil {
		return "", fmt.Errorf("read key: %w", err)
	}
	return value, nil
}

// KeyPlace says where the key of a service is kept: "environment",
// "keyring", "file", or "" for none. The key itself stays where it is.
func (h *Set) KeyPlace(service string) (string, error) {
	name := keyName(service)
	if name == "" {
		return "", nil
	}
	value, where, err := h.opt.Home.Key(name)
	if err != nil {
		return "", fmt.Errorf("read key: %w", err)
	}
	if value == "" {
		return "", nil
	}
	return where, nil
}

// SetKey keeps the key of a service and returns where: "keyring", or "file"
// when this machine has no keyring, which the screen should say.
func (h *Set) SetKey(service, key string) (string, error) {
	name := keyName(service)
	if name == "" {
		return "", fmt.Errorf("keep key: %w: %q takes none", config.ErrBadValue, service)
	}
	where, err := h.opt.Home.SetKey(name, key)
	if err != nil {
		return "", fmt.Errorf("keep key: %w", err)
	}
	return where, nil
}

// A Test is what came of asking a model for a word.
type Test struct {
	Speaker Speaker
	Answer  string
	Took    time.Duration
	Usage   llm.Usage
}

// TestModel asks a model for one word, to see whether the choice works. The
// error is one of llm's.
func (h *Set) TestModel(ctx context.Context, choice config.ModelChoice) (Test, error) {
	ctx, cancel := context.WithTimeout(ctx, testTimeout)
	defer cancel()
	model := h.opt.Builtin
	if choice.Configured() {
		if h.opt.Pick == nil {
			return Test{}, errors.New("test model: no providers")
		}
		key, err := h.keyFor(choice)
		if err != nil {
			return Test{}, fmt.Errorf("test model: %w", err)
		}
		if model, err = h.opt.Pick(ctx, choice, key); err != nil {
			return Test{}, fmt.Errorf("test model: %w", err)
		}
		model = h.counted(model, "", choice.Price)
	}
	trial, err := llm.Try(ctx, model)
	test := Test{Speaker: SpeakerOf(model), Answer: trial.Text, Took: trial.Took, Usage: trial.Usage}
	if err != nil {
		return test, fmt.Errorf("test model: %w", err)
	}
	return test, nil
}

// CheckModel reports what is wrong with a choice itself: an address that must
// not be used is llm.ErrAddress, a missing name llm.ErrNoModel. What may come
// right with the same choice, such as a key or a server that does not run, is no
// error. Nobody is asked.
func (h *Set) CheckModel(ctx context.Context, choice config.ModelChoice) error {
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
func (h *Set) CheckEmbedder(ctx context.Context, choice config.EmbedderChoice) error {
	if choice.Provider == embedding.Auto || !choice.Configured() {
		return nil
	}
	return h.CheckModel(ctx, config.ModelChoice{
		Provider: choice.Provider, Name: cmp.Or(choice.Name, "any"), BaseURL: choice.BaseURL, LAN: choice.LAN,
	})
}

// Discover looks for model servers on this machine, for less than a second.
func (h *Set) Discover(ctx context.Context) []Server {
	if h.opt.Discover == nil {
		return nil
	}
	return h.opt.Discover(ctx)
}

// A Info is a model that a provider offers.
type Info struct {
	Name       string // for ModelChoice.Name
	Size       int64  // bytes on this machine's disk; 0 unknown, or not on this machine
	Parameters string // as the provider writes it, "4.3B"; "" unknown
	Window     int    // tokens that the model could take; 0 unknown
	Embeds     bool   // it is for an EmbedderChoice: it does not talk
}

// ListModels returns the models that the provider of a choice offers, sorted
// by name; the choice's own name is not needed. It asks the provider. The error
// is one of llm's, and ErrBadValue for a provider that lists nothing.
func (h *Set) ListModels(ctx context.Context, choice config.ModelChoice) ([]Info, error) {
	if h.opt.ListModels == nil {
		return nil, errors.New("list models: no providers")
	}
	key, err := h.keyFor(choice)
	if err != nil {
		return nil, fmt.Errorf("list models: %w", err)
	}
	list, err := h.opt.ListModels(ctx, choice, key)
	if err != nil {
		return nil, fmt.Errorf("list models: %w", err)
	}
	return list, nil
}

// A PullProgress says how far a download has come.
type PullProgress struct {
	Status string // the server's own word for what it does, in English
	// Done and Total count bytes over all parts of the model that the server
	// has named so far, so that Total may grow; 0 while they are not known.
	Done, Total int64
}

// PullModel has the model server of a choice download the model that the choice
// names, and returns when it can be used. progress, if not nil, is called
// in order, from one goroutine, and never after PullModel returned. The end of
// ctx stops the download; what has come is kept by the server, and the next
// call goes on from there. The error is one of llm's: llm.ErrNoModel when there
// is no such model, and ErrBadValue for a provider that downloads nothing.
func (h *Set) PullModel(ctx context.Context, choice config.ModelChoice, progress func(PullProgress)) error {
	if h.opt.PullModel == nil {
		return errors.New("pull model: no providers")
	}
	if progress == nil {
		progress = func(PullProgress) {}
	}
	if err := h.opt.PullModel(ctx, choice, progress); err != nil {
		return fmt.Errorf("pull model: %w", err)
	}
	return nil
}

// A Server is a model server found on this machine.
type Server struct {
	Kind     string   // "Ollama", "LM Studio", "llama.cpp"
	Provider string   // for ModelChoice.Provider: "ollama", "openai"
	BaseURL  string   // for ModelChoice.BaseURL
	Models   []string // of an Ollama those that talk, else all
}
