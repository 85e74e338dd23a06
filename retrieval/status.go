package retrieval

import (
	"context"
	"errors"
	"fmt"

	"yumori/retrieval/background"
	"yumori/retrieval/embedding"
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
	Embedder  *embedding.State  `json:"embedder,omitempty"` // nil without one
	Analysis  string            `json:"analysis"`
	Path      string            `json:"path"`
	Added     int               `json:"added"`
	Removed   int               `json:"removed"`
	Rebuilt   bool              `json:"rebuilt,omitempty"`
	Failed    map[string]string `json:"failed,omitempty"` // file → why
}

// Update brings the indexes up to date with the files, learns from what
// is new and has it embedded, and returns how they stand.
func (r *Service) Update(ctx context.Context) ([]IndexState, error) {
	return r.indexAfter(ctx, background.Changes)
}

// Rebuild makes the indexes anew; what is asked meanwhile the old ones
// answer.
func (r *Service) Rebuild(ctx context.Context) ([]IndexState, error) {
	return r.indexAfter(ctx, background.Everything)
}

// Status returns how the indexes stand, without looking for changes. It
// opens them if they are not open.
func (r *Service) Status(ctx context.Context) ([]IndexState, error) {
	return r.indexAfter(ctx, background.Nothing)
}

func (r *Service) indexAfter(ctx context.Context, what background.Extent) ([]IndexState, error) {
	err := r.Request(what).Wait(ctx)
	if what != background.Nothing {
		err = errors.Join(err, r.Library.Request(what).Wait(ctx))
		r.lessons.Wait(ctx)
		r.vectors.Wait(ctx)
	}
	list := r.states()
	if err != nil {
		return list, fmt.Errorf("update index: %w", err)
	}
	return list, nil
}

func (r *Service) states() []IndexState {
	var list []IndexState
	for _, x := range r.indexes.all() {
		st := x.index.Status()
		report := r.indexes.reportOf(x)
		s := IndexState{
			Name: x.name, Documents: st.Documents, Chunks: st.Chunks, Sessions: st.Sessions, Terms: st.Terms, Learned: st.Learned,
			Vectors: st.Vectors, Embedder: r.vectors.State(st), Analysis: st.Analysis, Path: st.Path,
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
