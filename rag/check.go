package rag

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"yumori/internal/llm"
	"yumori/rag/segment"
	"yumori/rag/terms"
	"yumori/rag/vector"
)

// Status says what an index holds.
type Status struct {
	Documents, Chunks, Sessions, Terms int
	Learned                            bool // there is a semantic space
	Vectors                            int  // chunks that have a vector of the embedder in use
	Space                              llm.Space
	Calibration                        vector.Calibration // of that space
	Remade                             string             // why it was made anew at its opening and is not full yet
	Filling                            int                // chunks that have a vector of an embedder that is to be used
	Graph                              Graph
	Analysis                           string
	Path                               string
}

// Graph says how the graph of a very large store did.
type Graph struct {
	Recall  float64 // recall@10 of the last self-test against the exact scan, 0 without one
	Rows    int     // vectors it was tested on
	Answers Answers
}

// Answers says what answers for the vectors.
type Answers string

// What may answer.
const (
	ByScan  Answers = "exact scan"
	ByGraph Answers = "graph"
)

// Status returns what the index holds now.
func (x *Index) Status() Status {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := Status{
		Documents: x.corpus.cols.docs, Chunks: int(x.corpus.cols.live.n), Sessions: int(x.corpus.cols.liveSess.n), Terms: x.corpus.cols.words.size,
		Learned: x.corpus.meaning != nil, Remade: x.remade, Analysis: "terms " + terms.Version + ", chunks " + chunkVersion, Path: filepath.ToSlash(x.folder.root),
	}
	if x.corpus.vectors != nil {
		s.Vectors = x.corpus.vectors.Held
		s.Space, s.Calibration, s.Graph.Answers = x.corpus.vectors.Space, x.corpus.vectors.Calibration, ByScan
		if g := x.corpus.vectors.Graph; g != nil {
			s.Graph.Recall, s.Graph.Rows = g.Recall, int(g.Rows)
		}
		if x.corpus.vectors.Graph.Answers(x.corpus.vectors) {
			s.Graph.Answers = ByGraph
		}
	}
	if x.corpus.filling != nil {
		s.Filling = x.corpus.filling.Held
	}
	return s
}

// Check verifies the index's invariants: what the keyword index holds is what
// the arrays hold, and the counts in the arrays are those of a count from
// scratch. It reads everything. The error wraps no sentinel; a failed check is
// a bug or a damaged disk, and Rebuild mends it.
func (x *Index) Check(ctx context.Context) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.closed {
		return ErrClosed
	}
	if x.lost != nil {
		return fmt.Errorf("check index %q, which could not be written: %w", x.folder.name, x.lost)
	}
	st, err := readState(x.corpus.keys)
	if err != nil {
		return fmt.Errorf("check index %q: %w", x.folder.name, err)
	}
	fresh, err := readColumns(ctx, x.corpus.keys, st)
	if err != nil {
		return fmt.Errorf("check index %q: %w", x.folder.name, err)
	}
	switch {
	case !maps.Equal(st.Marks, x.corpus.state.Marks) || st.Cursor != x.corpus.state.Cursor || st.Units != x.corpus.state.Units || st.Seq != x.corpus.state.Seq:
		return fmt.Errorf("check index %q: state %+v on disk, %+v in memory", x.folder.name, st, x.corpus.state)
	case !slices.Equal(fresh.ids(), x.corpus.cols.ids()):
		return fmt.Errorf("check index %q: documents on disk are not those in memory", x.folder.name)
	case fresh.live != x.corpus.cols.live || fresh.liveSess != x.corpus.cols.liveSess:
		return fmt.Errorf("check index %q: %+v chunks and %+v sessions on disk, %+v and %+v in memory", x.folder.name, fresh.live, fresh.liveSess, x.corpus.cols.live, x.corpus.cols.liveSess)
	}
	if err := cmp.Or(x.corpus.cols.sameWords(fresh), x.corpus.cols.reachable(), x.corpus.unread()); err != nil {
		return fmt.Errorf("check index %q: %w", x.folder.name, err)
	}
	return nil
}

// sameWords reports a term that c counts otherwise than the columns read anew
// from disk.
func (c *columns) sameWords(disk *columns) error {
	for t, s := range disk.words.all() {
		if got := c.words.of(t); got.chunks != s.chunks {
			return fmt.Errorf("term %08x is in %d chunks on disk, %d in memory", t, s.chunks, got.chunks)
		}
	}
	if disk.words.size != c.words.size {
		return fmt.Errorf("%d terms on disk, %d in memory", disk.words.size, c.words.size)
	}
	return nil
}

// reachable reports a living unit that is not found by its id, its file or its
// session.
func (c *columns) reachable() error {
	read, files, sessions := c.reader(segment.NearWindow), newSet(c.unitCount()), newSet(c.unitCount())
	for i, f := range c.files {
		for _, n := range read.unitsOf(f.name) {
			if read.unit(n).file == int32(i) {
				files.add(n)
			}
		}
	}
	for i := range int32(len(c.sessions)) {
		for n := range read.unitsIn(i) {
			if read.unit(n).session == i {
				sessions.add(n)
			}
		}
	}
	for n := range int32(c.unitCount()) {
		if c.dead(n) {
			continue
		}
		id := read.id(n)
		if m, ok := read.find(id); !ok || m != n || !files.has(n) || !sessions.has(n) {
			return fmt.Errorf("document %q is not found by its id, %t by its file, %t by its session", id, files.has(n), sessions.has(n))
		}
	}
	return nil
}

// ids returns those of all living units, sorted.
func (c *columns) ids() []string {
	out, read := make([]string, 0, c.docs), c.reader(segment.WideWindow)
	for n := range c.unitCount() {
		if !c.dead(int32(n)) {
			out = append(out, read.id(int32(n)))
		}
	}
	slices.Sort(out)
	return out
}
