package companion

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"yumori/retrieval/background"
	"yumori/retrieval/eval"
)

// An IndexState is what an index holds, and what the newest pass did to it.
type IndexState struct {
	Name      string            `json:"name"`
	Documents int               `json:"documents"`
	Chunks    int               `json:"chunks"`
	Sessions  int               `json:"sessions"`
	Terms     int               `json:"terms"`
	Learned   bool              `json:"learned"` // there is a semantic space
	Vectors   int               `json:"vectors"`
	Embedder  *EmbedderState    `json:"embedder,omitempty"` // nil without one
	Analysis  string            `json:"analysis"`
	Path      string            `json:"path"`
	Added     int               `json:"added"`
	Removed   int               `json:"removed"`
	Rebuilt   bool              `json:"rebuilt,omitempty"`
	Failed    map[string]string `json:"failed,omitempty"` // file → why
}

// An EmbedderState is how the embedder's vectors of an index stand.
type EmbedderState struct {
	Model   string  `json:"model"`             // whose vectors are made, "provider/name"; "" if none could be reached
	InUse   string  `json:"in_use"`            // whose vectors are searched, "" if none are
	Dim     int     `json:"dim"`               // numbers of a vector in use
	Filling int     `json:"filling,omitempty"` // vectors made for another model that is to be used
	Problem string  `json:"problem,omitempty"` // what is wrong or not done yet, for logs
	Failure error   `json:"-"`                 // why no vectors are made; nil if they are
	Left    int     `json:"left,omitempty"`    // texts that have no vector although they are made
	Floor   float64 `json:"floor"`             // cosine of texts without a connection
	Ceiling float64 `json:"ceiling"`           // cosine of a clear match
	Order   float64 `json:"order"`             // how often a text beside was nearer than one from elsewhere; 0.5 is chance
	Beyond  float64 `json:"beyond"`            // the same where words do not tell
	Trust   float64 `json:"trust"`             // share of the vectors' weight
	Graph   float64 `json:"graph_recall"`      // recall@10 of the graph's self-test; 0 if it was not tested
	Tested  int     `json:"graph_tested"`      // vectors it was tested on
	Answers string  `json:"answers,omitempty"` // "exact scan" or "graph"
}

// Now returns the time it is for the persona.
func (c *Companion) Now() time.Time { return c.now() }

// UpdateIndex brings the indexes up to date with the files, learns from what
// is new and has it embedded, and returns how they stand.
func (c *Companion) UpdateIndex(ctx context.Context) ([]IndexState, error) {
	return c.indexAfter(ctx, background.Changes)
}

// RebuildIndex makes the indexes anew; what is asked meanwhile the old ones
// answer.
func (c *Companion) RebuildIndex(ctx context.Context) ([]IndexState, error) {
	return c.indexAfter(ctx, background.Everything)
}

// IndexStatus returns how the indexes stand, without looking for changes. It
// opens them if they are not open.
func (c *Companion) IndexStatus(ctx context.Context) ([]IndexState, error) {
	return c.indexAfter(ctx, background.Nothing)
}

func (c *Companion) indexAfter(ctx context.Context, what background.Extent) ([]IndexState, error) {
	err := c.recall.request(what).Wait(ctx)
	if what != background.Nothing {
		err = errors.Join(err, c.library.Request(what).Wait(ctx))
		c.recall.lessons.Wait(ctx)
		c.recall.vectors.wait(ctx)
	}
	list := c.recall.states()
	if err != nil {
		return list, fmt.Errorf("update index: %w", err)
	}
	return list, nil
}

func (r *recaller) states() []IndexState {
	var list []IndexState
	for _, x := range r.all() {
		st := x.index.Status()
		r.mu.Lock()
		report := x.report
		r.mu.Unlock()
		s := IndexState{
			Name: x.name, Documents: st.Documents, Chunks: st.Chunks, Sessions: st.Sessions, Terms: st.Terms, Learned: st.Learned,
			Vectors: st.Vectors, Embedder: r.vectors.stateOf(st), Analysis: st.Analysis, Path: st.Path,
			Added: report.Added, Removed: report.Removed, Rebuilt: report.Rebuilt,
		}
		for file, err := range report.Failed {
			if s.Failed == nil {
				s.Failed = map[string]string{}
			}
			s.Failed[file] = err.Error()
		}
		list = append(list, s)
	}
	return list
}

// EvaluateRecall answers the questions of a folder from its documents, each
// group by itself, as a turn would recall, and writes the answers to out; see
// package eval. It needs no home.
func EvaluateRecall(ctx context.Context, dir string, out io.Writer) error {
	return eval.Run(ctx, dir, out)
}

// A RecallRow is one line of the table of EvaluateTable; see eval.Row.
type RecallRow = eval.Row

// RecallFigures measure recall; see eval.Figures.
type RecallFigures = eval.Figures

// The kinds of sets that EvaluateTable measures.
const (
	SetsAsTheyAre  = eval.AsTheyAre
	SetsWithChatty = eval.WithChatty
)

// EvaluateTable measures recall on every set in a folder, in two folds, beside
// bleve alone and BM25, and gives the rows as they come; see package eval. It
// needs no home.
func EvaluateTable(ctx context.Context, dir string, kinds eval.Kinds, row func(RecallRow) error) error {
	return eval.Table(ctx, dir, kinds, row)
}
