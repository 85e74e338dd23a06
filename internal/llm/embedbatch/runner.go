// Package embedbatch has many texts embedded by a provider's batches: it fills
// the embedding cache, and whatever comes of a batch, what it did not make is
// asked for as ever. A batch outlasts the program: it is taken up again.
package embedbatch

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/embedcache"
	"yumori/internal/llm/meter"
	"yumori/internal/store"
)

// How batches are used.
const (
	Least   = 1_000          // texts from which on a batch is worth its wait
	Patient = 25 * time.Hour // after which a batch is given up; a provider promises 24
	Trusts  = 2              // failures in a row after which none is sent any more

	settled     = 10 * time.Minute // after which a provider knows of a batch that it has taken
	lookFirst   = time.Minute      // until the first look
	lookLast    = 10 * time.Minute
	keepAtATime = 200    // vectors written at once
	longest     = 32_000 // bytes of a text; what is longer is asked for by itself: a request takes 8,000 tokens
)

// Name is the file, in a persona's folder, of the batch that is under way, as
// JSON: a state.
const Name = ".index/embed-batch.json"

// ErrOff says that two batches failed one after the other: none is sent to that
// embedder until Forget.
var ErrOff = errors.New("batches are off after two that failed")

// A state is what is known of batches. It is derived: without it a batch that is
// under way is never fetched, and its texts are asked for again.
//
// Before a batch is sent its Name is written down. While there is a Name and no
// Batch, nobody knows whether the provider has taken one: it is looked for, and no
// other is sent.
type state struct {
	Model  string     `json:"model"` // of the space
	Dim    int        `json:"dim"`
	Failed int        `json:"failed"` // batches in a row
	Name   string     `json:"name,omitempty"`
	Batch  *llm.Batch `json:"batch,omitempty"`
	Sent   time.Time  `json:"sent,omitzero"`
	Keys   []string   `json:"keys,omitempty"` // of its texts
}

// under reports whether a batch is under way, or may be.
func (s state) under() bool { return s.Batch != nil || s.Name != "" }

// over forgets the batch.
func (s *state) over() { s.Name, s.Batch, s.Keys, s.Sent = "", nil, nil, time.Time{} }

// Options are what a Runner is made of. Dir and Cache are required.
type Options struct {
	Dir    *store.Dir // of a persona
	Cache  *embedcache.Cache
	Logger *slog.Logger     // nil discards
	Now    func() time.Time // nil is time.Now
	// Wait waits for a time or the end of ctx, whose error it returns; nil waits
	// by the clock of the machine.
	Wait func(ctx context.Context, d time.Duration) error
	// Least is how few texts are not worth a batch; 0 is Least.
	Least int
}

// A Runner sends batches of one persona's texts, one at a time. Its methods are
// not called at the same time.
type Runner struct{ opt Options }

// New returns a runner.
func New(opt Options) *Runner {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Wait == nil {
		opt.Wait = wait
	}
	if opt.Least <= 0 {
		opt.Least = Least
	}
	return &Runner{opt}
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A Job is texts to embed.
type Job struct {
	Embedder llm.Batcher
	Space    llm.Space
	Task     llm.Task
	Texts    []string
}

// Worth reports whether Run would do something: a batch of the space is under
// way, or enough texts are not in the cache, and batches are not off.
func (r *Runner) Worth(j Job) bool {
	s := r.load(j.Space)
	return s.Failed < Trusts && (s.under() || len(r.missing(j)) >= r.opt.Least)
}

// Run takes up the batch that is under way, or has the texts worked off that are
// not in the cache, as long as they are enough, and returns when all that can
// come of it is in the cache. An error says why it did not all come so: ErrOff,
// that of the context, which leaves the batch for another time, of the disk, or
// of the provider.
func (r *Runner) Run(ctx context.Context, j Job) error {
	for {
		s := r.load(j.Space)
		if s.Failed >= Trusts {
			return ErrOff
		}
		if !s.under() {
			texts := r.missing(j)
			if len(texts) < r.opt.Least {
				return nil
			}
			if err := r.submit(ctx, j, &s, texts); err != nil {
				return err
			}
		}
		if err := r.find(ctx, j.Embedder, &s); err != nil {
			return err
		}
		if s.Batch == nil {
			continue // none was taken
		}
		if err := r.finish(ctx, j, &s); err != nil {
			return err
		}
	}
}

// missing returns the texts that are to be sent, each once.
func (r *Runner) missing(j Job) []llm.Labelled {
	var out []llm.Labelled
	seen := map[embedcache.Key]bool{}
	for _, t := range j.Texts {
		k := embedcache.KeyOf(j.Space, j.Task, t)
		if len(out) == llm.MaxBatch || len(t) > longest || seen[k] || r.opt.Cache.Has(k) {
			continue
		}
		seen[k] = true
		out = append(out, llm.Labelled{Label: k.String(), Text: t})
	}
	return out
}

// submit writes down that a batch is sent, sends it, and writes down which. Where
// nobody knows whether it was taken, s has no Batch, and no error is returned.
func (r *Runner) submit(ctx context.Context, j Job, s *state, texts []llm.Labelled) error {
	s.Name, s.Sent, s.Keys = strings.ToLower(rand.Text()), r.opt.Now(), make([]string, len(texts))
	for i, t := range texts {
		s.Keys[i] = t.Label
	}
	if err := r.save(*s); err != nil { // it would be paid and never fetched
		return err
	}
	b, err := j.Embedder.Submit(ctx, s.Name, texts)
	switch {
	case err == nil:
		s.Batch = &b
		if err := r.save(*s); err != nil { // it is found by its name if it cannot be ended
			return errors.Join(err, j.Embedder.Discard(context.WithoutCancel(ctx), b))
		}
		return nil
	case b.Input == "":
		return r.failed(ctx, s, fmt.Errorf("send a batch of %d texts: %w", len(texts), err))
	case ctx.Err() != nil:
		return ctx.Err()
	}
	r.opt.Logger.Warn("nobody knows whether a batch was taken", "name", s.Name, "error", err)
	return nil
}

// find looks for the batch of a name of which nobody knows whether it was taken.
// Where it was not, s is as before it was sent.
func (r *Runner) find(ctx context.Context, e llm.Batcher, s *state) error {
	for pause := lookFirst; s.Batch == nil; pause = min(lookLast, pause*3/2) {
		b, found, err := e.Find(ctx, s.Name, s.Sent)
		since := r.opt.Now().Sub(s.Sent)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case found:
			s.Batch = &b
			return r.save(*s)
		case err == nil && since > settled, since > Patient:
			s.Failed++
			s.over()
			return errors.Join(err, r.save(*s))
		case errors.Is(err, meter.ErrBudget):
			return err
		case err != nil && !passing(err): // the name is kept: there may be one
			s.Failed++
			return errors.Join(fmt.Errorf("look for the batch %s: %w", s.Name, err), r.save(*s))
		}
		if err := r.opt.Wait(ctx, pause); err != nil {
			return err
		}
	}
	return nil
}

// finish waits for the batch and takes what came of it.
func (r *Runner) finish(ctx context.Context, j Job, s *state) error {
	b, err := r.await(ctx, j.Embedder, *s)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.discard(ctx, j.Embedder, *s.Batch)
		return r.failed(ctx, s, err)
	}
	got, err := r.take(ctx, j, s.Keys, b)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	sent := len(s.Keys)
	r.discard(ctx, j.Embedder, b)
	switch {
	case err != nil:
		return r.failed(ctx, s, err)
	case b.State != llm.BatchCompleted || got == 0:
		return r.failed(ctx, s, fmt.Errorf("the batch is %s, with %d of %d vectors: %s", b.State, got, sent, b.Why))
	}
	r.opt.Logger.Info("a batch of vectors came", "vectors", got, "of", sent)
	s.Failed = 0
	s.over()
	return r.save(*s)
}

// await looks at the batch from time to time until it is over.
func (r *Runner) await(ctx context.Context, e llm.Batcher, s state) (llm.Batch, error) {
	for pause := lookFirst; ; pause = min(lookLast, pause*3/2) {
		if r.opt.Now().Sub(s.Sent) > Patient {
			return llm.Batch{}, fmt.Errorf("the batch is not over after %v", Patient)
		}
		if err := r.opt.Wait(ctx, pause); err != nil {
			return llm.Batch{}, err
		}
		b, err := e.Look(ctx, s.Batch.ID)
		switch {
		case err == nil && b.State != llm.BatchRunning:
			return b, nil
		case err != nil && !passing(err):
			return llm.Batch{}, fmt.Errorf("look at the batch: %w", err)
		}
	}
}

// passing reports whether an error may pass by itself.
func passing(err error) bool {
	return errors.Is(err, llm.ErrUnavailable) || errors.Is(err, llm.ErrRateLimited)
}

// take puts the vectors of a batch into the cache, those that were asked for.
func (r *Runner) take(ctx context.Context, j Job, keys []string, b llm.Batch) (got int, err error) {
	wanted := make(map[string]bool, len(keys))
	for _, k := range keys {
		wanted[k] = true
	}
	var items []embedcache.Item
	keep := func() error {
		err := r.opt.Cache.Put(items)
		got, items = got+len(items), nil
		return err
	}
	err = j.Embedder.Fetch(ctx, b, func(label string, v []float32) error {
		k, err := embedcache.ParseKey(label)
		if err != nil || !wanted[label] {
			return nil // nobody asked for it
		}
		delete(wanted, label)
		if items = append(items, embedcache.Item{Key: k, Vector: v}); len(items) == keepAtATime {
			return keep()
		}
		return nil
	})
	err = errors.Join(err, keep())
	return got, err
}

// failed counts a batch that came to nothing. One that was never sent because
// nothing may be spent or nobody was reached is none.
func (r *Runner) failed(ctx context.Context, s *state, why error) error {
	var e *llm.Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.Batch == nil && errors.Is(why, meter.ErrBudget):
	case s.Batch == nil && errors.As(why, &e) && errors.Is(e, llm.ErrUnavailable) && e.Status == 0: // nobody was reached
	default:
		s.Failed++
	}
	s.over()
	return errors.Join(why, r.save(*s))
}

// discard has the provider delete what it holds; what it keeps it deletes by
// itself some day.
func (r *Runner) discard(ctx context.Context, e llm.Batcher, b llm.Batch) {
	if err := e.Discard(ctx, b); err != nil {
		r.opt.Logger.Info("the provider still holds the files of a batch", "batch", b.ID, "error", err)
	}
}

// Forget ends the batch that is under way, if e can still be asked, and forgets
// failures. e may be nil.
func (r *Runner) Forget(ctx context.Context, e llm.Batcher) error {
	s, err := r.read()
	if err != nil || s.Model == "" {
		return err
	}
	if s.Batch == nil && s.Name != "" && e != nil {
		if b, found, err := e.Find(ctx, s.Name, s.Sent); err != nil {
			return fmt.Errorf("forget batches: %w", err)
		} else if found {
			s.Batch = &b
		}
	}
	if s.Batch != nil && e != nil {
		r.discard(ctx, e, *s.Batch)
	}
	return r.opt.Dir.Discard(Name)
}

// load returns the state of a space. That of another, or a damaged one, is
// forgotten.
func (r *Runner) load(space llm.Space) state {
	s, err := r.read()
	if err != nil {
		r.opt.Logger.Warn("what is known of batches cannot be read", "error", err)
	}
	if err != nil || s.Model != space.Model || s.Dim != space.Dim {
		return state{Model: space.Model, Dim: space.Dim}
	}
	return s
}

func (r *Runner) read() (state, error) {
	var s state
	data, err := r.opt.Dir.Read(Name)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return state{}, fmt.Errorf("read %s: %w", Name, err)
	}
	return s, nil
}

func (r *Runner) save(s state) error {
	data, err := json.Marshal(s)
	if err == nil {
		err = r.opt.Dir.Write(Name, append(data, '\n'), store.Cause{Kind: store.CauseSetup, Ref: "index"})
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", Name, err)
	}
	return nil
}
