package companion

import (
	"context"
	"errors"
	"sync"

	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/retrieval"
)

// plans are those that a model made in one turn, or in one dream. The same
// question is planned once, and a model that cannot be reached, or paid, is not
// asked again. They are safe for concurrent use.
type plans struct {
	mu   sync.Mutex // held while a plan is made; guards what follows
	made map[string]planned
	gone error
}

type planned struct {
	plan retrieval.Plan
	err  error
}

type plansKey struct{}

// keepPlans returns a context in which plans are kept.
func keepPlans(ctx context.Context) context.Context {
	return context.WithValue(ctx, plansKey{}, &plans{made: map[string]planned{}})
}

// keptIn returns p with its plans kept where ctx says so.
func keptIn(ctx context.Context, p retrieval.Planner) retrieval.Planner {
	if kept, ok := ctx.Value(plansKey{}).(*plans); ok {
		return keeping{p, kept}
	}
	return p
}

// keeping is a planner whose plans are kept.
type keeping struct {
	retrieval.Planner
	kept *plans
}

// Plan is retrieval.Planner.
func (k keeping) Plan(ctx context.Context, a retrieval.Ask) (retrieval.Plan, error) {
	k.kept.mu.Lock()
	defer k.kept.mu.Unlock()
	question := a.Text + "\x00" + a.Before
	if p, ok := k.kept.made[question]; ok {
		return p.plan, p.err
	}
	if k.kept.gone != nil {
		return retrieval.Plan{}, k.kept.gone
	}
	p, err := k.Planner.Plan(ctx, a)
	if errors.Is(err, context.Canceled) {
		return p, err
	}
	k.kept.made[question] = planned{p, err}
	if isGone(err) || errors.Is(err, meter.ErrBudget) || errors.Is(err, context.DeadlineExceeded) {
		k.kept.gone = err
	}
	return p, err
}

// isGone reports whether a model cannot be reached: to ask it again at once does
// not help.
func isGone(err error) bool {
	return errors.Is(err, llm.ErrUnavailable) || errors.Is(err, llm.ErrKey) || errors.Is(err, llm.ErrNoModel)
}
