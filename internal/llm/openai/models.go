package openai

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/internal/llm"
)

// ListModels returns the names of the models that the server of cfg offers,
// sorted. cfg.Name is not needed.
func ListModels(ctx context.Context, cfg Config) ([]string, error) {
	s, err := dial(&cfg)
	if err != nil {
		return nil, err
	}
	defer s.CloseIdleConnections()
	inner, cancel := context.WithTimeout(ctx, s.deadline)
	defer cancel()
	list, err := s.client.ListModels(inner)
	if err != nil {
		return nil, s.wire.Failure(ctx, "list models", llm.ErrBadAnswer, err)
	}
	if list.Models == nil { // some other program that answers in JSON
		return nil, s.wire.Errorf("list models", llm.ErrBadAnswer, "no list of models")
	}
	names := []string{}
	for _, m := range list.Models {
		if m.ID != "" {
			names = append(names, m.ID)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// embedderNames are what names of embedding models hold: the protocol does not
// say what a model is for.
var embedderNames = regexp.MustCompile(`(?i)embed|(?:^|[/:_-])(?:bge|e5|gte|minilm|ruri|jina-v)(?:[/:_.-]|$)`)

// ListEmbedders returns the names of the models that embed, as far as names
// tell: small ones first, which cost least and are good enough, then sorted.
func ListEmbedders(ctx context.Context, cfg Config) ([]string, error) {
	names, err := ListModels(ctx, cfg)
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return !embedderNames.MatchString(n) })
	slices.SortStableFunc(names, func(a, b string) int { return size(a) - size(b) })
	return names, nil
}

// size is 0 for a model whose name says that it is small.
func size(name string) int {
	if strings.Contains(strings.ToLower(name), "small") || strings.Contains(strings.ToLower(name), "mini") {
		return 0
	}
	return 1
}

// A Kind names a program that serves models on this machine.
type Kind string

// The kinds of servers that are looked for.
const (
	Ollama   Kind = "Ollama"
	LMStudio Kind = "LM Studio"
	LlamaCPP Kind = "llama.cpp"
)

// A Server is a model server that was found on this machine.
type Server struct {
	Kind    Kind
	BaseURL string   // for Config.BaseURL
	Models  []string // sorted; may be empty: it runs but has none yet
}

// discoverWait bounds the search.
const discoverWait = 400 * time.Millisecond

// LocalServers returns the places where Discover looks: the usual ports of the
// known kinds.
func LocalServers() []Server {
	return []Server{
		{Kind: Ollama, BaseURL: "http://127.0.0.1:11434/v1"},
		{Kind: LMStudio, BaseURL: "http://127.0.0.1:1234/v1"},
		{Kind: LlamaCPP, BaseURL: "http://127.0.0.1:8080/v1"},
	}
}

// DiscoverAt returns the model servers that run at some addresses of this
// machine, in their order. A place counts as a server if it lists its models in
// the protocol's form. It takes at most 400 ms.
func DiscoverAt(ctx context.Context, places []Server) []Server {
	ctx, cancel := context.WithTimeout(ctx, discoverWait)
	defer cancel()
	found := make([]bool, len(places))
	places = slices.Clone(places)
	var wg sync.WaitGroup
	for i := range places {
		wg.Go(func() {
			models, err := ListModels(ctx, Config{BaseURL: places[i].BaseURL, Tries: 1})
			places[i].Models, found[i] = models, err == nil
		})
	}
	wg.Wait()
	var out []Server
	for i, s := range places {
		if found[i] {
			out = append(out, s)
		}
	}
	return out
}
