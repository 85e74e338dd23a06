package entity

import (
	"context"
	"fmt"
	"slices"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// Check reports what is not as it should be in the pages:
//   - what Problems tells
//   - no source is both there and withdrawn
//   - a text that is derived from nothing is kept as a comment
//   - "merged" stands for something
func (s *Store) Check(ctx context.Context) []store.Problem {
	all := store.ProblemsOf(s.Problems())
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.sorted {
		if ctx.Err() != nil {
			break
		}
		all = append(all, p.check()...)
	}
	return all
}

func (p *page) check() []store.Problem {
	var all []store.Problem
	d := p.doc()
	for _, q := range d.pieces {
		complain := func(format string, args ...any) {
			all = append(all, store.Problem{Name: pageDir + "/" + p.file, What: fmt.Sprintf("line %d: ", q.line) + fmt.Sprintf(format, args...)})
		}
		for _, s := range q.mark.sources {
			if slices.Contains(q.mark.withdrawn, s) {
				complain("source %q is there and withdrawn", s)
			}
			if s == sourceMerged && d.mergedPiece() == nil {
				complain("is derived from merged sources, which are not there")
			}
		}
		if q.form == prose && memory.Hidden(q.mark.sources, q.mark.withdrawn) {
			complain("is derived from nothing and is not a comment")
		}
		if q.form == hidden && len(q.mark.sources) > 0 {
			complain("is a comment and is derived from %q", q.mark.sources[0])
		}
	}
	return all
}
