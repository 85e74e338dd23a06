package retrieval

import (
	"context"
	"errors"
	"path"
	"time"

	"yumori/internal/store"
	"yumori/retrieval/background"
)

// Check compares what each index has on disk with what it answers from,
// and tells of one that was damaged. Everything in an index is derived: its
// problems are mended by making it anew, which the next pass does by itself
// where the damage was met, and `yumori index --rebuild` everywhere else.
// Nothing of the persona's is lost with it. Cost: every record is read, some
// 20,000 a second.
//
// While they are brought up to date, after a large import for instance, nothing
// is compared, and behind says so: that is no problem.
func (r *Service) Check(ctx context.Context, wait time.Duration) (problems []store.Problem, behind bool) {
	const mended = "; it is made of the other files: yumori index --rebuild makes it anew"
	bounded, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	err := r.Request(background.Nothing).Wait(bounded)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, true
	}
	if err != nil && ctx.Err() == nil {
		problems = append(problems, store.Problem{Name: ".index", What: "the indexes cannot be opened: " + err.Error() + mended, Fixable: true})
	}
	for _, x := range r.indexes.all() {
		name := path.Join(".index", x.name)
		if why := x.index.Status().Remade; why != "" {
			problems = append(problems, store.Problem{Name: name, What: "was damaged and is being made anew: " + why, Fixable: true})
		}
		if err := x.index.Check(ctx); err != nil && ctx.Err() == nil {
			problems = append(problems, store.Problem{Name: name, What: err.Error() + mended, Fixable: true})
		}
	}
	return problems, false
}
