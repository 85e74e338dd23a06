package companion

import (
	"context"
	"path"
	"time"

	"yumori/internal/store"
	"yumori/retrieval/background"
)

// indexCheckWait is how long a check waits for the indexes to be open.
const indexCheckWait = 30 * time.Second

// checkIndexes compares what each index has on disk with what it answers from,
// and tells of one that was damaged. Everything in an index is derived: its
// problems are mended by making it anew, which the next pass does by itself
// where the damage was met, and `yumori index --rebuild` everywhere else.
// Nothing of the persona's is lost with it. Cost: every record is read, some
// 20,000 a second.
func (c *Companion) checkIndexes(ctx context.Context) []store.Problem {
	const mended = "; it is made of the other files: yumori index --rebuild makes it anew"
	bounded, cancel := context.WithTimeout(ctx, indexCheckWait)
	defer cancel()
	var problems []store.Problem
	if err := c.recall.request(background.Nothing).Wait(bounded); err != nil && ctx.Err() == nil {
		problems = append(problems, store.Problem{Name: ".index", What: "the indexes cannot be opened: " + err.Error() + mended, Fixable: true})
	}
	for _, x := range c.recall.all() {
		name := path.Join(".index", x.name)
		if why := x.index.Status().Remade; why != "" {
			problems = append(problems, store.Problem{Name: name, What: "was damaged and is being made anew: " + why, Fixable: true})
		}
		if err := x.index.Check(ctx); err != nil && ctx.Err() == nil {
			problems = append(problems, store.Problem{Name: name, What: err.Error() + mended, Fixable: true})
		}
	}
	return problems
}
