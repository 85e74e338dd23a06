package episodic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"yumori/internal/store"
)

// Check reports what is not as it should be in the episodes:
//   - the files are arrays of what episodeJSON says
//   - ids are there and unique, and so is type with origin
//   - no source is both there and withdrawn
func (j *Journal) Check(ctx context.Context) []store.Problem {
	all := store.ProblemsOf(j.Problems())
	origins := map[string]string{}
	j.read(func() error {
		for _, r := range j.all {
			if ctx.Err() != nil {
				return nil
			}
			complain := func(format string, args ...any) {
				all = append(all, store.Problem{Name: r.in.name, What: fmt.Sprintf("episode %s: ", r.id) + fmt.Sprintf(format, args...)})
			}
			if o := r.item.origin(); o != "" {
				key := string(r.item.Type) + "\x00" + o
				if other := origins[key]; other != "" {
					complain("has type and origin of %s", other)
				}
				origins[key] = r.id
			}
			for _, s := range r.item.Sources {
				if slices.Contains(r.item.Withdrawn, s) {
					complain("source %q is there and withdrawn", s)
				}
			}
		}
		return nil
	})
	return all
}

// Check reports what is not as it should be in the exchanges of all months:
//   - the files are arrays of what exchangeJSON says
//   - each arousal is what its states give
//   - a reply is there once, and in the file of its month
func (x *Exchanges) Check(ctx context.Context) []store.Problem {
	x.mu.Lock()
	sheets, err := x.every()
	var all []store.Problem
	seen := map[string]string{}
	for _, s := range sheets {
		for _, e := range s.elems {
			if !e.use || ctx.Err() != nil {
				continue
			}
			complain := func(format string, args ...any) {
				all = append(all, store.Problem{Name: s.name, What: fmt.Sprintf("exchange of reply %s: ", e.item.Reply) + fmt.Sprintf(format, args...)})
			}
			if want := Arousal(e.item.Before, e.item.After); math.Abs(want-e.item.Arousal) > 1e-5 {
				complain("arousal is %v, its states give %v", e.item.Arousal, rounded(want))
			}
			if other := seen[e.item.Reply]; other != "" {
				complain("is also in %s", other)
			}
			seen[e.item.Reply] = s.name
			if day := DateOf(e.item.Time); s.name != sessionFile && day.Valid() && s.name != monthOf(day) {
				complain("is of another month: %s", day)
			}
		}
	}
	x.mu.Unlock()
	if err != nil {
		all = append(all, store.Problem{Name: memoryDir, What: err.Error()})
	}
	return append(store.ProblemsOf(x.Problems()), all...)
}

// Check reports what is not as it should be in the dream diary.
func (n *Insights) Check(context.Context) []store.Problem { return store.ProblemsOf(n.Problems()) }
