package rag

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"

	"yumori/llm"
)

// How an embedder is asked.
const (
	embedBatch = 20               // texts a call
	embedTries = 3                // calls a batch
	embedCall  = time.Minute      // for one call
	embedPause = 20 * time.Second // the longest wait between tries
)

// Embedded says what an Embed did.
type Embedded struct {
	New     int // chunks that got a vector
	Skipped int // chunks whose batch failed; they are taken up again next time
	Left    int // chunks still without one
}

// errVectors says that an embedder's answer is not what was asked for.
var errVectors = errors.New("the embedder's answer is not one vector for each text")

// Embed gives every chunk that has none a vector of e, in batches, each kept on
// disk before the next is asked for. Searches go on meanwhile. Vectors of
// another embedder stay in use until this one has all of its own, and are
// swapped then: two spaces never mix. A batch that fails three times is
// skipped. pause is waited between batches.
//
// The error is the context's, one of the disk, or that of the embedder when
// not one batch succeeded.
func (x *Index) Embed(ctx context.Context, e llm.Embedder, pause time.Duration) (Embedded, error) {
	x.embedding.Lock()
	defer x.embedding.Unlock()
	out, err := x.embed(ctx, e, pause)
	if err != nil {
		return out, fmt.Errorf("embed index %q: %w", x.name, err)
	}
	return out, nil
}

func (x *Index) embed(ctx context.Context, e llm.Embedder, pause time.Duration) (Embedded, error) {
	out := Embedded{}
	j, err := x.vectorJournal(e.Space())
	if err != nil {
		return out, err
	}
	v := x.beginVectors(func() *vectors { return x.loadVectors(j, e.Space()) }, e.Space())
	if v == nil {
		return out, ErrClosed
	}
	var failed error
	skip := map[uint64]bool{}
	for {
		texts := x.without(v, skip)
		if len(texts) == 0 {
			break
		}
		list, err := embedTexts(ctx, e, texts)
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		keys := make([]uint64, len(texts))
		for i, t := range texts {
			keys[i] = textKey(t)
			skip[keys[i]] = true
		}
		if err != nil {
			x.log.Warn("a batch was not embedded", "index", x.name, "error", err)
			failed = err
			out.Skipped += len(texts)
			continue
		}
		line, err := encodeVectors(keys, list)
		if err != nil {
			return out, err
		}
		if _, err := j.Append(line); err != nil {
			return out, err
		}
		n, ok := x.putVectors(v, keys, list)
		if out.New += n; !ok {
			break // the index was made anew meanwhile: its own Embed finds them in the journal
		}
		if err := wait(ctx, pause); err != nil {
			return out, err
		}
	}
	out.Left = x.finishVectors(v)
	x.buildGraph(ctx, v)
	if out.New == 0 && failed != nil {
		return out, failed
	}
	return out, nil
}

// beginVectors returns the vectors to fill: those in use if they are of the
// space, else new ones. nil means that the index is closed.
func (x *Index) beginVectors(load func() *vectors, space llm.Space) *vectors {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.closed:
		return nil
	case x.vectors != nil && x.vectors.space == space:
		return x.vectors
	}
	x.filling = load()
	if x.vectors == nil {
		x.vectors = x.filling
	}
	return x.filling
}

// without returns up to a batch of texts that have no vector yet, each once.
func (x *Index) without(v *vectors, skip map[uint64]bool) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var out []string
	seen := map[uint64]bool{}
	for n := range x.cols.units {
		u := &x.cols.units[n]
		if u.dead || x.closed || !x.lacks(v, u, skip) {
			continue
		}
		record, err := x.keys.record(u.chunk)
		if err != nil {
			continue
		}
		var d entry
		if json.Unmarshal(record, &d) != nil {
			continue
		}
		for _, s := range chunks(d.Doc) {
			text := d.Doc.Text[s.start:s.end]
			if k := textKey(text); !skip[k] && !seen[k] && len(out) < embedBatch {
				seen[k] = true
				out = append(out, text)
			}
		}
		if len(out) == embedBatch {
			break
		}
	}
	return out
}

// lacks reports whether a chunk of u has text but no vector.
func (x *Index) lacks(v *vectors, u *unit, skip map[uint64]bool) bool {
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		if _, ok := v.row[k]; !ok && x.cols.chunks[k].key != 0 && !skip[x.cols.chunks[k].key] {
			return true
		}
	}
	return false
}

// embedTexts asks the embedder, up to three times where that may help.
func embedTexts(ctx context.Context, e llm.Embedder, texts []string) ([][]float32, error) {
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = embedPause
	return backoff.Retry(ctx, func() ([][]float32, error) {
		call, cancel := context.WithTimeout(ctx, embedCall)
		defer cancel()
		list, err := e.Embed(call, texts, llm.TaskDocument)
		switch {
		case err == nil:
		case errors.Is(err, llm.ErrRateLimited), errors.Is(err, llm.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
			return nil, err
		default:
			return nil, backoff.Permanent(err)
		}
		if len(list) != len(texts) {
			return nil, backoff.Permanent(fmt.Errorf("%w: %d for %d", errVectors, len(list), len(texts)))
		}
		for _, v := range list {
			if !IsVector(v, e.Space().Dim) {
				return nil, backoff.Permanent(errVectors)
			}
		}
		return list, nil
	}, backoff.WithBackOff(wait), backoff.WithMaxTries(embedTries))
}

// holds reports whether v is still of this index's chunks.
func (x *Index) holds(v *vectors) bool { return v == x.vectors || v == x.filling }

// putVectors gives the chunks with these texts their vectors and returns how
// many got one; false if the index was made anew since v was begun.
func (x *Index) putVectors(v *vectors, keys []uint64, list [][]float32) (int, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.holds(v) {
		return 0, false
	}
	at := map[uint64]int{}
	for i, k := range keys {
		at[k] = i
	}
	before := len(v.row)
	for n, c := range x.cols.chunks {
		if i, ok := at[c.key]; ok && c.unit >= 0 && !x.cols.units[c.unit].dead {
			v.put(int32(n), c.key, list[i])
		}
	}
	return len(v.row) - before, true
}

// finishVectors puts filled vectors to use, if they are all there or there are
// none better, and returns how many chunks lack one.
func (x *Index) finishVectors(v *vectors) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	left := 0
	for n := range x.cols.units {
		u := &x.cols.units[n]
		if !u.dead && x.lacks(v, u, nil) {
			left++
		}
	}
	if x.holds(v) {
		if left == 0 {
			x.vectors = v
		}
		x.filling = nil
	}
	return left
}

func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// buildGraph makes the graph of a very large store, from a copy of the rows as
// they are now.
func (x *Index) buildGraph(ctx context.Context, v *vectors) {
	x.mu.RLock()
	still := vectors{space: v.space, data: v.data, owner: slices.Clone(v.owner)}
	due := len(v.row) >= graphFrom && !v.graph.answers(v)
	x.mu.RUnlock()
	if !due {
		return
	}
	g := buildGraph(ctx, &still)
	x.mu.Lock()
	defer x.mu.Unlock()
	v.graph = g
}
