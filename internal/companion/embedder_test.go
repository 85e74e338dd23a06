package companion

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/openai"
	"yumori/internal/models"
	"yumori/internal/store"
	"yumori/retrieval"
)

// knowing is an embedder that knows which texts are about the same, whatever
// their words. It counts the texts it was asked for, and can be broken.
type knowing struct {
	model string

	mu    sync.Mutex
	asked int
	spoil func([][]float32) ([][]float32, error) // nil: it answers as it should
	hang  bool
}

func (k *knowing) Space() llm.Space { return llm.Space{Model: k.model, Dim: 16} }

func (k *knowing) Embed(ctx context.Context, texts []string, _ llm.Task) ([][]float32, error) {
	k.mu.Lock()
	spoil, hang := k.spoil, k.hang
	k.asked += len(texts)
	k.mu.Unlock()
	if hang {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	var out [][]float32
	for _, t := range texts {
		v := make([]float32, 16)
		h := fnv.New32a()
		_, _ = h.Write([]byte(t))
		v[2+h.Sum32()%14] = 1
		for _, w := range []string{"canine", "dog", "犬", "ワンちゃん"} {
			if strings.Contains(t, w) {
				clear(v)
				v[0] = 1
			}
		}
		v[1] = 0.3
		norm := float32(math.Sqrt(1 + 0.09))
		for i := range v {
			v[i] /= norm
		}
		out = append(out, v)
	}
	if spoil != nil {
		return spoil(out)
	}
	return out, nil
}

func (k *knowing) change(f func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f()
}

func (k *knowing) count() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := k.asked
	k.asked = 0
	return n
}

// embedded opens a home whose embedder is picked by provider.
func embedded(t *testing.T, dir string, by map[string]llm.Embedder) *Home {
	t.Helper()
	at := september
	h, err := openHome(t.Context(), Options{
		Home: dir, Now: func() time.Time { return at }, Samples: samples(),
		Builtin: builtin.New(builtin.Options{Now: func() time.Time { return at }}),
		PickEmbedder: func(_ context.Context, c config.EmbedderChoice, _ string) (llm.Embedder, error) {
			if e := by[c.Provider]; e != nil {
				return e, nil
			}
			return nil, llm.ErrKey
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

func setting(t *testing.T, h *Home, pairs ...string) {
	t.Helper()
	s := h.Settings()
	for i := 0; i < len(pairs); i += 2 {
		var err error
		if s, err = s.With(pairs[i], pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Change(s); err != nil {
		t.Fatal(err)
	}
}

var told = []string{
	"We have a canine called Rex at home.", "The harbour was foggy this morning.", "My sister bakes bread on Sundays.",
	"The ferry to the island was late.", "I planted tomatoes behind the house.", "The kettle is broken again.",
}

// tellAll tells the persona things and returns it with its indexes up to date.
func tellAll(t *testing.T, h *Home) *Companion {
	t.Helper()
	c := theOne(t, h, "luna")
	for _, s := range told {
		talk(t, c, s)
	}
	states(t, c)
	return c
}

func states(t *testing.T, c *Companion) []retrieval.IndexState {
	t.Helper()
	list, err := c.Memories.Update(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func recalled(t *testing.T, c *Companion, text string) retrieval.Recollection {
	t.Helper()
	r, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEmbedderFindsWhatWordsDoNot(t *testing.T) {
	t.Parallel()
	e := &knowing{model: "test/one"}
	h := embedded(t, t.TempDir(), map[string]llm.Embedder{"openai": e})
	c := tellAll(t, h)
	if e.count() != 0 {
		t.Fatal("an embedder that nobody chose was asked")
	}
	setting(t, h, "embedder.provider", "openai")
	list := states(t, c)
	if i := slices.IndexFunc(list, func(s retrieval.IndexState) bool { return s.Name == "log" }); list[i].Embedder == nil ||
		list[i].Embedder.InUse != "test/one" || list[i].Vectors != list[i].Chunks || list[i].Embedder.Problem != "" {
		t.Fatalf("%+v %+v", list[i], list[i].Embedder)
	}
	r := recalled(t, c, "Do I own a dog?")
	if len(r.Notes) != 0 || len(r.Memories) == 0 || !strings.Contains(r.Memories[0].Content, "Rex") || r.Memories[0].Features["vector"] <= 0 {
		t.Errorf("%+v", r)
	}
}

func TestAnEmbedderIsTried(t *testing.T) {
	t.Parallel()
	e := &knowing{model: "test/one"}
	h := embedded(t, t.TempDir(), map[string]llm.Embedder{"openai": e})
	got, err := h.TestEmbedder(t.Context(), config.EmbedderChoice{Provider: "openai"})
	if err != nil || got.Model != "test/one" || got.Dim == 0 || e.count() != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := h.TestEmbedder(t.Context(), config.EmbedderChoice{Provider: "gemini"}); !errors.Is(err, llm.ErrKey) {
		t.Errorf("without a key: %v", err)
	}
	if _, err := h.TestEmbedder(t.Context(), config.EmbedderChoice{}); !errors.Is(err, config.ErrBadValue) {
		t.Errorf("of none: %v", err)
	}
	e.change(func() { e.spoil = func([][]float32) ([][]float32, error) { return nil, nil } })
	if _, err := h.TestEmbedder(t.Context(), config.EmbedderChoice{Provider: "openai"}); err == nil {
		t.Error("no vector is no error")
	}
}

// What is wrong with a choice itself is told without asking anybody; what may
// come right is not held against it.
func TestAChoiceIsChecked(t *testing.T) {
	t.Parallel()
	var asked []config.ModelChoice
	h, err := openHome(t.Context(), Options{
		Home: t.TempDir(), Samples: samples(), Builtin: builtin.New(builtin.Options{}),
		Pick: func(_ context.Context, c config.ModelChoice, _ string) (llm.Model, error) {
			asked = append(asked, c)
			switch {
			case c.BaseURL == "hello world":
				return nil, &llm.Error{Kind: llm.ErrAddress}
			case c.Name == "":
				return nil, &llm.Error{Kind: llm.ErrNoModel}
			}
			return nil, &llm.Error{Kind: llm.ErrKey}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	for _, tt := range []struct {
		choice config.ModelChoice
		want   error
	}{
		{config.ModelChoice{}, nil},
		{config.ModelChoice{Provider: "openai", Name: "m", BaseURL: "hello world"}, llm.ErrAddress},
		{config.ModelChoice{Provider: "openai"}, llm.ErrNoModel},
		{config.ModelChoice{Provider: "gemini", Name: "m"}, nil}, // the key may come
	} {
		if err := h.CheckModel(t.Context(), tt.choice); !errors.Is(err, tt.want) {
			t.Errorf("%+v: %v, want %v", tt.choice, err, tt.want)
		}
	}
	for _, tt := range []struct {
		choice config.EmbedderChoice
		want   error
	}{
		{config.EmbedderChoice{}, nil},
		{config.EmbedderChoice{Provider: "auto"}, nil},
		{config.EmbedderChoice{Provider: "openai"}, nil}, // the first that is offered
		{config.EmbedderChoice{Provider: "openai", BaseURL: "hello world"}, llm.ErrAddress},
	} {
		if err := h.CheckEmbedder(t.Context(), tt.choice); !errors.Is(err, tt.want) {
			t.Errorf("%+v: %v, want %v", tt.choice, err, tt.want)
		}
	}
	if len(asked) != 5 {
		t.Errorf("made %d models", len(asked))
	}
}

// TestEmbedderThatFailsIsDoneWithout breaks an embedder in every way, before
// it made vectors and after.
func TestEmbedderThatFailsIsDoneWithout(t *testing.T) {
	broken := map[string]func(*knowing){
		"an error":          func(k *knowing) { k.spoil = func([][]float32) ([][]float32, error) { return nil, llm.ErrKey } },
		"half of the batch": func(k *knowing) { k.spoil = func(v [][]float32) ([][]float32, error) { return v[:len(v)/2], nil } },
		"another dimension": func(k *knowing) {
			k.spoil = func(v [][]float32) ([][]float32, error) { v[0] = v[0][:3]; return v, nil }
		},
		"NaN": func(k *knowing) {
			k.spoil = func(v [][]float32) ([][]float32, error) { v[0][0] = float32(math.NaN()); return v, nil }
		},
		"after a minute": func(k *knowing) { k.hang = true },
	}
	for name, spoil := range broken {
		for _, when := range []string{"from the beginning", "later"} {
			t.Run(name+" "+when, func(t *testing.T) {
				t.Parallel()
				e := &knowing{model: "test/one"}
				h := embedded(t, t.TempDir(), map[string]llm.Embedder{"openai": e})
				c := theOne(t, h, "luna")
				const old = "## [10:00:00] fact\n\nWe have a canine called Rex at home.\n"
				if err := c.dir.Write("memory/2026-09-02.md", []byte(old), store.Cause{Kind: store.CauseUser}); err != nil {
					t.Fatal(err)
				}
				talk(t, c, "The harbour was foggy this morning.")
				if when == "from the beginning" {
					e.change(func() { spoil(e) })
				}
				setting(t, h, "embedder.provider", "openai")
				if when == "later" {
					states(t, c)
					e.change(func() { spoil(e) })
				}
				begin := time.Now()
				turn := talk(t, c, "What is the name of the canine?")
				if took := time.Since(begin); took > 2*patient.Turn+2*time.Second {
					t.Errorf("the turn took %v", took)
				}
				r := turn.Recalled
				if r == nil || len(r.Memories) == 0 || !slices.ContainsFunc(r.Memories, func(m retrieval.Memory) bool { return strings.Contains(m.Content, "Rex") }) {
					t.Fatalf("recalled %+v", r)
				}
				if !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "without vectors") }) {
					t.Errorf("the trace does not tell: %q", r.Notes)
				}
			})
		}
	}
}

func TestChangingEmbeddersLosesNothing(t *testing.T) {
	t.Parallel()
	one, two := &knowing{model: "test/one"}, &knowing{model: "test/two"}
	dir := t.TempDir()
	h := embedded(t, dir, map[string]llm.Embedder{"openai": one, "gemini": two})
	c := tellAll(t, h)
	setting(t, h, "embedder.provider", "openai")
	states(t, c)
	if one.count() < len(told) {
		t.Fatal("not all was embedded")
	}
	setting(t, h, "embedder.provider", "gemini")
	two.change(func() { two.spoil = func([][]float32) ([][]float32, error) { return nil, errors.New("down") } })
	list := states(t, c)
	for _, s := range list {
		if s.Chunks > 0 && (s.Embedder.InUse != "test/one" || s.Embedder.Problem == "") {
			t.Errorf("while the new one fails: %+v", s.Embedder)
		}
	}
	if r := recalled(t, c, "Do I own a dog?"); len(r.Notes) != 0 || !strings.Contains(r.Memories[0].Content, "Rex") {
		t.Errorf("the old vectors do not answer while the new are made: %+v", r)
	}
	two.change(func() { two.spoil = nil })
	h.Close()
	h = embedded(t, dir, map[string]llm.Embedder{"openai": one, "gemini": two})
	c = theOne(t, h, "luna")
	for _, s := range states(t, c) {
		if s.Chunks > 0 && s.Embedder.InUse != "test/two" {
			t.Errorf("%+v", s.Embedder)
		}
	}
	one.count()
	setting(t, h, "embedder.provider", "openai")
	for _, s := range states(t, c) {
		if s.Chunks > 0 && (s.Embedder.InUse != "test/one" || s.Vectors != s.Chunks) {
			t.Errorf("back at the first: %+v", s.Embedder)
		}
	}
	if n := one.count(); n != 0 {
		t.Errorf("%d texts were embedded again", n)
	}
	setting(t, h, "embedder.provider", "builtin")
	if r := recalled(t, c, "What is the canine called?"); len(r.Notes) != 0 || len(r.Memories) == 0 || r.Memories[0].Features["vector"] != 0 {
		t.Errorf("with the built-in space alone: %+v", r)
	}
}

func TestFallbackTakesOver(t *testing.T) {
	t.Parallel()
	e := &knowing{model: "test/fallback"}
	h := embedded(t, t.TempDir(), map[string]llm.Embedder{"gemini": e})
	c := tellAll(t, h)
	setting(t, h, "embedder.provider", "openai", "embedder.fallback", "gemini")
	for _, s := range states(t, c) {
		if s.Chunks > 0 && s.Embedder.InUse != "test/fallback" {
			t.Errorf("%+v", s.Embedder)
		}
	}
}

func TestEmbedderOfAServer(t *testing.T) {
	t.Parallel()
	srv := llmtest.NewOpenAI(t)
	srv.Models = []string{"chatty", "nomic-embed-text"}
	h, err := openHome(t.Context(), Options{
		Home: t.TempDir(), Builtin: builtin.New(builtin.Options{}), Samples: samples(),
		Discover: func(context.Context) []models.Server {
			return []models.Server{{Kind: "Ollama", BaseURL: srv.URL, Models: srv.Models}}
		},
		PickEmbedder: func(ctx context.Context, c config.EmbedderChoice, key string) (llm.Embedder, error) {
			return openai.NewEmbedder(ctx, openai.Config{BaseURL: c.BaseURL, Name: c.Name, Key: key, Tries: 1})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	c := tellAll(t, h)
	setting(t, h, "embedder.provider", "auto")
	for _, s := range states(t, c) {
		if s.Chunks > 0 && (s.Embedder.InUse != "openai/nomic-embed-text" || s.Vectors != s.Chunks) {
			t.Fatalf("%+v", s.Embedder)
		}
	}
	for _, r := range srv.Requests() {
		if r.Header.Get("Authorization") != "" {
			t.Error("a server on this machine was sent a key")
		}
	}
	srv.SpoilVectors = func(v [][]float64) [][]float64 { return v[:0] }
	r := recalled(t, c, "What is the canine called?")
	if len(r.Memories) == 0 || !strings.Contains(r.Memories[0].Content, "Rex") || len(r.Notes) == 0 {
		t.Errorf("%+v", r)
	}
}
