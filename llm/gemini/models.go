package gemini

import (
	"context"
	"errors"
	"slices"
	"strings"

	"google.golang.org/api/iterator"

	"yumori/llm"
)

// maxModels bounds a list of models that never ends.
const maxModels = 1000

// ListModels returns the names of the models that can talk, sorted. cfg.Name
// is not needed.
func ListModels(ctx context.Context, cfg Config) ([]string, error) {
	return list(ctx, cfg, "generateContent")
}

// ListEmbedders returns the names of the models that embed, sorted. cfg.Name
// is not needed.
func ListEmbedders(ctx context.Context, cfg Config) ([]string, error) {
	return list(ctx, cfg, "embedContent")
}

func list(ctx context.Context, cfg Config, method string) ([]string, error) {
	s, err := dial(ctx, &cfg)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	inner, cancel := context.WithTimeout(ctx, s.deadline)
	defer cancel()
	names := []string{}
	it := s.client.ListModels(inner)
	for range maxModels {
		m, err := it.Next()
		if errors.Is(err, iterator.Done) {
			break
		}
		if err != nil {
			return nil, s.wire.Failure(ctx, "list models", llm.ErrBadAnswer, err)
		}
		if slices.Contains(m.SupportedGenerationMethods, method) {
			names = append(names, strings.TrimPrefix(m.Name, "models/"))
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
