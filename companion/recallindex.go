package companion

import (
	"context"
	"fmt"
	"io"
	"time"

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
	Graph     float64           `json:"graph_recall,omitempty"` // of its self-test
	Analysis  string            `json:"analysis"`
	Path      string            `json:"path"`
	Added     int               `json:"added"`
	Removed   int               `json:"removed"`
	Rebuilt   bool              `json:"rebuilt,omitempty"`
	Failed    map[string]string `json:"failed,omitempty"` // file → why
}

// Now returns the time it is for the persona.
func (c *Companion) Now() time.Time { return c.now() }

// UpdateIndex brings the indexes up to date with the files and returns how
// they stand.
func (c *Companion) UpdateIndex(ctx context.Context) ([]IndexState, error) {
	return c.indexAfter(ctx, pendingChanges)
}

// RebuildIndex makes the indexes anew; what is asked meanwhile the old ones
// answer.
func (c *Companion) RebuildIndex(ctx context.Context) ([]IndexState, error) {
	return c.indexAfter(ctx, everything)
}

// IndexStatus returns how the indexes stand, without looking for changes. It
// opens them if they are not open.
func (c *Companion) IndexStatus(ctx context.Context) ([]IndexState, error) {
	return c.indexAfter(ctx, nothing)
}

func (c *Companion) indexAfter(ctx context.Context, what extent) ([]IndexState, error) {
	err := c.recall.request(what).wait(ctx)
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
			Vectors: st.Vectors, Graph: st.Graph, Analysis: st.Analysis, Path: st.Path,
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
