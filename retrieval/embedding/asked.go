package embedding

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/meter"
)

// What asked keeps and endures.
const (
	askedKept  = 64          // vectors of questions
	askedFails = 2           // failures in a row before it rests
	askedRest  = time.Minute // for so long
)

// errResting says that an embedder is left alone for a while, so that not
// every turn waits for it.
var errResting = errors.New("the embedder rests for a minute after it failed twice")

// asked makes vectors of questions with an embedder. The same question is not
// asked twice, and an embedder that fails is not waited for again and again.
// It is safe for concurrent use.
type asked struct {
	llm.Embedder
	now func() time.Time

	mu     sync.Mutex // guards what follows
	texts  []string   // asked for last, the newest at the end
	kept   map[string][]float32
	failed int
	until  time.Time // it rests
}

// Embed is llm.Embedder.
func (a *asked) Embed(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	if len(texts) != 1 || task != llm.TaskQuery {
		return a.Embedder.Embed(ctx, texts, task)
	}
	v, resting := a.known(texts[0])
	switch {
	case v != nil:
		return [][]float32{v}, nil
	case resting:
		return nil, errResting
	}
	list, err := a.Embedder.Embed(ctx, texts, task)
	a.note(texts[0], list, err)
	return list, err
}

func (a *asked) known(text string) (v []float32, resting bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if v := a.kept[text]; v != nil {
		a.use(text)
		return slices.Clone(v), false
	}
	return nil, a.now().Before(a.until)
}

// use makes a text the one asked for last.
func (a *asked) use(text string) {
	a.texts = append(slices.DeleteFunc(a.texts, func(t string) bool { return t == text }), text)
}

func (a *asked) note(text string, list [][]float32, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if errors.Is(err, meter.ErrBudget) {
		return
	}
	if err != nil || len(list) != 1 {
		if a.failed++; a.failed >= askedFails {
			a.failed, a.until = 0, a.now().Add(askedRest)
		}
		return
	}
	a.failed = 0
	if a.kept == nil {
		a.kept = map[string][]float32{}
	}
	a.kept[text] = slices.Clone(list[0])
	a.use(text)
	if len(a.texts) > askedKept {
		delete(a.kept, a.texts[0])
		a.texts = slices.Delete(a.texts, 0, 1)
	}
}
