package gemini

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// maxPages bounds a list of models that never ends.
const maxPages = 20

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

// list does without the library, whose request for the list cannot be
// cancelled.
func list(ctx context.Context, cfg Config, method string) ([]string, error) {
	s, err := dial(&cfg)
	if err != nil {
		return nil, err
	}
	defer s.CloseIdleConnections()
	inner, cancel := context.WithTimeout(ctx, s.deadline)
	defer cancel()
	names := []string{}
	for m, err := range s.models(inner) {
		if err != nil {
			return nil, s.wire.Failure(ctx, "list models", llm.ErrBadAnswer, err)
		}
		if slices.Contains(m.Methods, method) {
			names = append(names, strings.TrimPrefix(m.Name, "models/"))
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// models yields the models of the list, page by page. An error is the last.
func (s *server) models(ctx context.Context) iter.Seq2[modelEntry, error] {
	return func(yield func(modelEntry, error) bool) {
		token := ""
		for range maxPages {
			p, err := s.page(ctx, token)
			if err != nil {
				yield(modelEntry{}, err)
				return
			}
			for _, m := range p.Models {
				if !yield(m, nil) {
					return
				}
			}
			if token = p.Next; token == "" {
				return
			}
		}
	}
}

// A modelPage is one page of the list.
type modelPage struct {
	Models []modelEntry `json:"models"`
	Next   string       `json:"nextPageToken"`
}

// A modelEntry is a model of the list. Its limits may be anything: a list of
// names is of use without them.
type modelEntry struct {
	Name    string   `json:"name"`
	Methods []string `json:"supportedGenerationMethods"`
	Input   any      `json:"inputTokenLimit"`
	Output  any      `json:"outputTokenLimit"`
}

func (s *server) page(ctx context.Context, token string) (modelPage, error) {
	var p modelPage
	u := s.endpoint.JoinPath("v1beta", "models")
	u.RawQuery = url.Values{"pageSize": {"200"}, "pageToken": {token}}.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return p, err
	}
	req.Header.Set(keyHeader, s.key)
	resp, err := wire.Client(s.wire).Do(req)
	if err != nil {
		return p, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body) // the wire bounds it
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(b, &p); err != nil {
		return p, err
	}
	if p.Models == nil {
		return p, errors.New("no list of models")
	}
	return p, nil
}
