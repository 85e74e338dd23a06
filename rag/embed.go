package rag

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"

	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/rag/segment"
	"yumori/rag/vector"
)

// How an embedder is asked.
const (
	embedBatch = 20               // texts a call
	embedTries = 3                // calls a batch
	embedCall  = time.Minute      // for one call
	embedPause = 20 * time.Second // the longest wait between tries
	embedFails = 3                // batches that fail in a row before the rest is left for another time
)

// usable is the share of chunks that must have a vector before vectors are
// asked: with fewer, what has one would only push aside what has none.
const usable = 0.9

// Embedded says what Fill did.
type Embedded struct {
	New     int // chunks that got a vector
	Skipped int // chunks whose batch failed; they are taken up again next time
	Left    int // chunks still without one
	// Ready says that nearly all have one: questions of the embedder's space are
	// answered.
	Ready bool
}

// errVectors says that an embedder's answer is not what was asked for.
var errVectors = errors.New("the embedder's answer is not one vector for each text")

// Fill gives every chunk that has none a vector of e, in batches, each kept on
// disk before the next is asked for. Searches go on meanwhile. Vectors of
// another embedder stay in use until Swap: two spaces never mix. Before it, questions of
// either are answered as soon as nearly all are there. A batch that fails three times is
// skipped; after three skipped in a row the rest waits for another time. pause
// is waited between batches. At the end it is measured what the embedder's
// cosines mean for these texts; see Calibration.
//
// The error is the context's, one of the disk, or that of the embedder when
// not one batch succeeded.
func (x *Index) Fill(ctx context.Context, e llm.Embedder, pause time.Duration) (Embedded, error) {
	x.embedding.Lock()
	defer x.embedding.Unlock()
	out, err := x.embed(ctx, e, pause)
	if err != nil {
		return out, fmt.Errorf("embed index %q: %w", x.folder.name, err)
	}
	return out, nil
}

func (x *Index) embed(ctx context.Context, e llm.Embedder, pause time.Duration) (Embedded, error) {
	j, err := x.folder.vectorJournal(e.Space())
	if err != nil {
		return Embedded{}, err
	}
	v := x.beginVectors(j, e.Space())
	if v == nil {
		return Embedded{}, ErrClosed
	}
	f := filling{x: x, v: v, e: e, journal: j, pause: pause, skip: map[uint64]bool{}}
	if err := f.run(ctx); err != nil {
		return f.out, err
	}
	f.finish()
	if f.out.New == 0 && f.failed != nil {
		return f.out, f.failed
	}
	if f.failed == nil {
		f.calibrate(ctx)
	}
	f.store()
	f.buildGraph(ctx)
	return f.out, ctx.Err()
}

// A filling is one pass that gives chunks their vectors.
type filling struct {
	x       *Index
	v       *vector.Set
	e       llm.Embedder
	journal *store.Journal
	pause   time.Duration

	out    Embedded
	of     *columns        // that from is a number in
	from   int             // units before it have what they can get
	skip   map[uint64]bool // texts that were asked for
	failed error           // of the last batch that failed
}

// run asks for batch after batch.
func (f *filling) run(ctx context.Context) error {
	for failures := 0; failures < embedFails; {
		texts := f.next()
		if len(texts) == 0 {
			break
		}
		keys := make([]uint64, len(texts))
		for i, t := range texts {
			keys[i] = textKey(t)
			f.skip[keys[i]] = true
		}
		list, err := embedTexts(ctx, f.e, texts, llm.TaskDocument)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			f.x.folder.log.Warn("a batch was not embedded", "index", f.x.folder.name, "error", err)
			f.failed = err
			f.out.Skipped += len(texts)
			failures++
			continue
		}
		failures = 0
		more, err := f.keep(keys, list)
		if err != nil {
			return err
		}
		if !more {
			break // the index was made anew meanwhile: its own Embed finds them in the journal
		}
		if err := wait(ctx, f.pause); err != nil {
			return err
		}
	}
	return nil
}

// keep writes a batch down and gives it to the chunks; false if the index was
// made anew meanwhile.
func (f *filling) keep(keys []uint64, list [][]float32) (bool, error) {
	line, err := vector.EncodeLine(keys, list)
	if err != nil {
		return false, err
	}
	if _, err := f.journal.Append(line); err != nil {
		return false, err
	}
	n, ok := f.put(keys, list)
	f.out.New += n
	return ok, nil
}

// beginVectors returns the vectors to fill: those in use if they are of the
// space, else new ones. nil means that the index is closed.
func (x *Index) beginVectors(j *store.Journal, space llm.Space) *vector.Set {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.closed:
		return nil
	case x.corpus.vectors != nil && x.corpus.vectors.Space == space:
		x.corpus.filling.Close() // another embedder's, that was turned away from
		x.corpus.filling = nil
		return x.corpus.vectors
	case x.corpus.filling != nil && x.corpus.filling.Space == space:
		return x.corpus.filling
	}
	x.corpus.filling.Close()
	x.corpus.filling = x.corpus.loadVectors(j, space)
	x.corpus.filling.Calibration = x.folder.loadCalibration(space)
	if x.corpus.vectors == nil && x.corpus.lacking(x.corpus.filling) <= x.corpus.allowance() {
		x.corpus.vectors, x.corpus.filling = x.corpus.filling, nil
		return x.corpus.vectors
	}
	return x.corpus.filling
}

// next returns up to a batch of texts that have no vector yet, each once.
func (f *filling) next() []string {
	x := f.x
	x.mu.RLock()
	defer x.mu.RUnlock()
	var out []string
	if !x.corpus.holds(f.v) {
		return nil
	}
	if f.of != x.corpus.cols {
		f.of, f.from = x.corpus.cols, 0
	}
	seen := map[uint64]bool{}
	read := x.corpus.cols.reader(segment.NearWindow)
	for ; f.from < x.corpus.cols.unitCount(); f.from++ {
		u := read.unit(int32(f.from))
		if u.dead || x.closed || !lacks(f.v, read, u, f.skip) {
			continue
		}
		for _, text := range x.corpus.texts(u) {
			if k := textKey(text); !f.skip[k] && !seen[k] && len(out) < embedBatch {
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

// texts returns the texts of a unit's chunks, none if its record cannot be
// read.
func (cp *corpus) texts(u unit) []string {
	record, err := cp.keys.Record(u.chunk)
	if err != nil {
		return nil
	}
	var d entry
	if json.Unmarshal(record, &d) != nil {
		return nil
	}
	var out []string
	for _, s := range chunks(d.Doc) {
		out = append(out, d.Doc.Text[s.start:s.end])
	}
	return out
}

// lacks reports whether a chunk of u has text but no vector.
func lacks(v *vector.Set, read *reader, u unit, skip map[uint64]bool) bool {
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		if _, ok := v.Of(k); ok {
			continue
		}
		if key := read.chunk(k).key; key != 0 && !skip[key] {
			return true
		}
	}
	return false
}

// lacking is how many documents lack a vector.
func (cp *corpus) lacking(v *vector.Set) int {
	n, read := 0, cp.cols.reader(segment.WideWindow)
	for i := range cp.cols.unitCount() {
		if u := read.unit(int32(i)); !u.dead && lacks(v, read, u, nil) {
			n++
		}
	}
	return n
}

// allowance is how many documents may lack a vector of a space in use.
func (cp *corpus) allowance() int { return int((1 - usable) * float64(cp.cols.docs)) }

// embedTexts asks the embedder, up to three times where that may help.
func embedTexts(ctx context.Context, e llm.Embedder, texts []string, task llm.Task) ([][]float32, error) {
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = embedPause
	return backoff.Retry(ctx, func() ([][]float32, error) {
		call, cancel := context.WithTimeout(ctx, embedCall)
		defer cancel()
		list, err := e.Embed(call, texts, task)
		if err != nil {
			return nil, verdict(err)
		}
		if len(list) != len(texts) {
			return nil, backoff.Permanent(fmt.Errorf("%w: %d for %d", errVectors, len(list), len(texts)))
		}
		for _, v := range list {
			if !vector.IsUnit(v, e.Space().Dim) {
				return nil, backoff.Permanent(errVectors)
			}
		}
		return list, nil
	}, backoff.WithBackOff(wait), backoff.WithMaxTries(embedTries))
}

// verdict says whether an embedder's failure is worth another try, and when.
func verdict(err error) error {
	var e *llm.Error
	switch {
	case errors.As(err, &e) && e.RetryAfter > embedPause:
		return backoff.Permanent(err) // not while anybody waits
	case errors.As(err, &e) && e.RetryAfter > 0:
		return errors.Join(err, &backoff.RetryAfterError{Duration: e.RetryAfter})
	case errors.Is(err, llm.ErrRateLimited), errors.Is(err, llm.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return backoff.Permanent(err)
}

// holds reports whether v is still of this index's chunks.
func (cp *corpus) holds(v *vector.Set) bool { return v == cp.vectors || v == cp.filling }

// put gives the chunks with these texts their vectors and returns how
// many got one; false if the index was made anew since.
func (f *filling) put(keys []uint64, list [][]float32) (int, bool) {
	x, v := f.x, f.v
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.corpus.holds(v) {
		return 0, false
	}
	at := map[uint64]int{}
	for i, k := range keys {
		at[k] = i
	}
	before := v.Held
	for n, key := range x.corpus.cols.keys() {
		if i, ok := at[key]; ok {
			v.Put(n, key, list[i])
		}
	}
	return v.Held - before, true
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
