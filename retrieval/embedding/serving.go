package embedding

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
	Choice Choice `json:"choice"`
	Model  string `json:"model"`
	Dim    int    `json:"dim"`
}

func (s served) space() llm.Space { return llm.Space{Model: s.Model, Dim: s.Dim} }

// chosen is the choice that is worked with: the fallback while that is active.
// e.mu is held.
func (e *Worker) chosen() Choice {
	if e.other {
		f, _ := e.choice.fallback()
		return f
	}
	return e.choice
}

// noteServing writes down whose vectors are in use now, if it is not there.
func (e *Worker) noteServing(space llm.Space) {
	e.mu.Lock()
	now := served{e.chosen(), space.Model, space.Dim}
	e.mu.Unlock()
	if was, err := e.servedLast(); err == nil && was == now {
		return
	}
	data, err := json.Marshal(now)
	if err == nil {
		err = e.opt.Dir.Write(servingFile, append(data, '\n'), store.Cause{Kind: store.CauseSetup, Ref: "index"})
	}
	if err != nil {
		e.opt.Logger.Warn("note whose vectors are in use", "error", err)
	}
}

// servedLast reads whose vectors were in use last; the zero served if nobody's.
func (e *Worker) servedLast() (served, error) {
	data, err := e.opt.Dir.Read(servingFile)
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
func (e *Worker) serveAsBefore(ctx context.Context) {
	e.mu.Lock()
	again, choice := e.looked || e.serving != nil, e.chosen()
	e.looked = true
	e.mu.Unlock()
	if again {
		return
	}
	was, err := e.servedLast()
	if err != nil {
		e.opt.Logger.Warn("look whose vectors were in use", "error", err)
	}
	if err != nil || !was.Choice.Configured() || was.Choice == choice {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, picking)
	defer cancel()
	m, err := e.opt.Pick(ctx, was.Choice)
	if err == nil && m.Space() != was.space() {
		err = errors.New("it makes other vectors now")
	}
	all := err == nil
	for _, x := range e.opt.Indexes() {
		if !all || x.Status().Chunks == 0 {
			continue
		}
		if all, err = x.Serve(was.space()); err != nil {
			break
		}
	}
	if !all || err != nil {
		e.opt.Logger.Info("the embedder of before does not answer while vectors are made", "model", was.Model, "error", err)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.serving = &asked{Embedder: m, now: e.opt.Now}
}
