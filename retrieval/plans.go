package retrieval

import (
	"context"
	"errors"
	"sync"

	"yumori/internal/llm"
	"yumori/internal/llm/meter"
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
	plan Plan
	err  error
}

type plansKey struct{}

// KeepPlans returns a context in which plans are kept.
func KeepPlans(ctx context.Context) context.Context {
	return context.WithValue(ctx, plansKey{}, &plans{made: map[string]planned{}})
}

// KeptIn returns p with its plans kept where ctx says so.
func KeptIn(ctx context.Context, p Planner) Planner {
	if kept, ok := ctx.Value(plansKey{}).(*plans); ok {
		return keeping{p, kept}
	}
	return p
}

// keeping is a planner whose plans are kept.
type keeping struct {
	Planner
	kept *plans
}

// Plan is Planner.
func (k keeping) Plan(ctx context.Context, a Ask) (Plan, error) {
	k.kept.mu.Lock()
	defer k.kept.mu.Unlock()
	question := a.Text + "\x00" + a.Before
	if p, ok := k.kept.made[question]; ok {
		return p.plan, p.err
	}
	if k.kept.gone != nil {
		return Plan{}, k.kept.gone
	}
	p, err := k.Planner.Plan(ctx, a)
	if errors.Is(err, context.Canceled) {
		return p, err
	}
	k.kept.made[question] = planned{p, err}
	if llm.Unreachable(err) || errors.Is(err, meter.ErrBudget) || errors.Is(err, context.DeadlineExceeded) {
		k.kept.gone = err
	}
	return p, err
}
