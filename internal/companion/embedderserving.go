package companion

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"

	"yumori/internal/llm"
	"yumori/internal/store"
)

// servingFile says whose vectors questions were put to last, as JSON: a served.
// With it they are answered as before while another embedder's vectors are made,
// after a restart too. It is derived: without it they are answered without
// vectors meanwhile.
const servingFile = ".index/embedder.json"

// A served is an embedder whose vectors are in use.
type served struct {
	Choice EmbedderChoice `json:"choice"`
	Model  string         `json:"model"`
	Dim    int            `json:"dim"`
}

func (s served) space() llm.Space { return llm.Space{Model: s.Model, Dim: s.Dim} }

// chosen is the choice that is worked with: the fallback while that is active.
// e.mu is held.
func (e *embedding) chosen() EmbedderChoice {
	if e.other {
		f, _ := e.choice.fallback()
		return f
	}
	return e.choice
}

// noteServing writes down whose vectors are in use now, if it is not there.
func (e *embedding) noteServing(space llm.Space) {
	e.mu.Lock()
	now := served{e.chosen(), space.Model, space.Dim}
	e.mu.Unlock()
	if was, err := e.servedLast(); err == nil && was == now {
		return
	}
	data, err := json.Marshal(now)
	if err == nil {
		err = e.r.c.dir.Write(servingFile, append(data, '\n'), store.Cause{Kind: store.CauseSetup, Ref: "index"})
	}
	if err != nil {
		e.r.c.logger.Warn("note whose vectors are in use", "error", err)
	}
}

// servedLast reads whose vectors were in use last; the zero served if nobody's.
func (e *embedding) servedLast() (served, error) {
	data, err := e.r.c.dir.Read(servingFile)
	if errors.Is(err, fs.ErrNotExist) {
		return served{}, nil
	}
	var s served
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	return s, err
}

// serveAsBefore has questions answered by the vectors that were in use before the
// program was started, once, where another embedder was chosen and has not all
// of its own yet. One that cannot be asked any more is done without.
func (e *embedding) serveAsBefore(ctx context.Context) {
	e.mu.Lock()
	again, choice := e.looked || e.serving != nil, e.chosen()
	e.looked = true
	e.mu.Unlock()
	if again {
		return
	}
	was, err := e.servedLast()
	if err != nil {
		e.r.c.logger.Warn("look whose vectors were in use", "error", err)
	}
	if err != nil || !was.Choice.Configured() || was.Choice == choice {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, embedPicking)
	defer cancel()
	m, err := e.r.c.house.pickEmbedder(ctx, was.Choice, e.r.c.slug)
	if err == nil && m.Space() != was.space() {
		err = errors.New("it makes other vectors now")
	}
	all := err == nil
	for _, x := range e.r.all() {
		if !all || x.index.Status().Chunks == 0 {
			continue
		}
		if all, err = x.index.Serve(was.space()); err != nil {
			break
		}
	}
	if !all || err != nil {
		e.r.c.logger.Info("the embedder of before does not answer while vectors are made", "model", was.Model, "error", err)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.serving = &asked{Embedder: &nightly{e.r.c.house.kept.Embedder(m), e.r.c}, now: e.r.c.now}
}
