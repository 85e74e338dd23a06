package ollama

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/api"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// A ModelInfo is what a server says of a model.
type ModelInfo struct {
	Name         string   // with its tag: "qwen3:8b"
	Size         int64    // bytes on the server's disk; 0 unknown
	Parameters   string   // "8.2B"; "" unknown
	Context      int      // tokens that the model takes at most; 0 unknown
	Capabilities []string // "completion", "tools", "vision", "thinking", "embedding"; nil unknown
}

// listWait bounds a list.
const listWait = 15 * time.Second

// list returns the models that the server has, by name.
func (s *server) list(ctx context.Context) ([]ModelInfo, error) {
	const op = "list models"
	inner, cancel := context.WithTimeout(ctx, listWait)
	defer cancel()
	list, err := s.asking.List(inner)
	if err != nil {
		return nil, s.failure(ctx, op, err)
	}
	if list.Models == nil { // some other program that answers in JSON
		return nil, s.wire.Errorf(op, llm.ErrBadAnswer, "no list of models")
	}
	out := []ModelInfo{}
	for _, m := range list.Models {
		if name := cmp.Or(m.Name, m.Model); name != "" {
			out = append(out, ModelInfo{Name: name, Size: max(0, m.Size), Parameters: m.Details.ParameterSize})
		}
	}
	slices.SortFunc(out, func(a, b ModelInfo) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(out, func(a, b ModelInfo) bool { return a.Name == b.Name }), nil
}

// A look at many models takes no longer than one that hangs, and asks about a
// few at a time.
const (
	detailWait  = 500 * time.Millisecond
	detailAsked = 8
)

// List returns the models that the server of cfg has, by name, with what
// it says of each within half a second. cfg.Name is not needed.
func List(ctx context.Context, cfg Config) ([]ModelInfo, error) {
	s, err := dial(&cfg)
	if err != nil {
		return nil, err
	}
	defer s.CloseIdleConnections()
	list, err := s.list(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, detailWait)
	defer cancel()
	var wg sync.WaitGroup
	places := make(chan struct{}, detailAsked)
	for i := range list {
		wg.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			if show, err := s.show(ctx, list[i].Name); err == nil {
				list[i].Context, list[i].Capabilities = show.Context, show.Capabilities
			}
		})
	}
	wg.Wait()
	return list, nil
}

// EmbedsOnly reports whether the model makes vectors and does not talk.
func (m ModelInfo) EmbedsOnly() bool {
	if m.Capabilities == nil {
		return strings.Contains(strings.ToLower(m.Name), "embed") // a server from before capabilities
	}
	return slices.Contains(m.Capabilities, "embedding") && !slices.Contains(m.Capabilities, "completion")
}

// show returns what the server says of a model, without its size. A model that it
// has not is llm.ErrNoModel.
func (s *server) show(ctx context.Context, name string) (ModelInfo, error) {
	show, err := s.asking.Show(llm.Ungated(ctx), &api.ShowRequest{Model: name})
	if err != nil {
		return ModelInfo{}, s.failure(ctx, "show model", err)
	}
	i := ModelInfo{Name: name, Parameters: show.Details.ParameterSize, Context: contextLength(show.ModelInfo)}
	for _, c := range show.Capabilities {
		i.Capabilities = append(i.Capabilities, string(c))
	}
	return i, nil
}

// A Progress says how far a download has come.
type Progress struct {
	Status      string // the server's word for what it does
	Done, Total int64  // bytes, over all parts that it has named so far
}

// What a download may take: hours, in lines of 150 bytes every 60 ms, with
// silence while many gigabytes are checked.
const (
	pullBytes = 1 << 30
	pullIdle  = 30 * time.Minute
)

// Pull has the server of cfg download the model cfg.Name, and returns when it
// can be used. progress is called in order, from this goroutine. The end of
// ctx stops the download; the server keeps what has come and goes on from there
// the next time, as it does after a connection that broke, which is llm.ErrCut.
// A name that the library does not have is llm.ErrNoModel.
func Pull(ctx context.Context, cfg Config, progress func(Progress)) error {
	const op = "pull model"
	s, err := dial(&cfg)
	if err != nil {
		return err
	}
	if cfg.Name == "" {
		return s.wire.Errorf(op, llm.ErrNoModel, "no model is named")
	}
	t := wire.New(wire.Options{
		Provider: provider, Key: cfg.Key, LAN: cfg.LAN, Tries: 1, MaxBytes: pullBytes,
		HeaderWait: cfg.HeaderWait, IdleWait: orElse(cfg.IdleWait, pullIdle),
	})
	defer t.CloseIdleConnections()
	parts, ready := map[string]Progress{}, false
	from := streamer{t, s.base, s.key}
	err = from.ask(llm.Ungated(ctx), "/api/pull", &api.PullRequest{Model: cfg.Name}, func(line []byte) error {
		var r api.ProgressResponse
		if err := from.decode(line, &r); err != nil {
			return err
		}
		ready = r.Status == "success"
		if r.Digest != "" {
			parts[r.Digest] = Progress{Done: r.Completed, Total: r.Total}
		}
		sum := Progress{Status: r.Status}
		for _, p := range parts {
			sum.Done, sum.Total = sum.Done+p.Done, sum.Total+p.Total
		}
		progress(sum)
		return nil
	})
	switch {
	case err != nil:
		return s.failure(ctx, op, err)
	case ctx.Err() != nil:
		return ctx.Err()
	case !ready:
		return s.wire.Errorf(op, llm.ErrCut, "the connection ended within the download")
	}
	return nil
}
