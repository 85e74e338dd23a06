package dreaming

import "context"

// Plan returns what a dream would read and cost. Nothing is written and no
// model is asked.
func (p *Pipeline) Plan(ctx context.Context, req Request) (Plan, error) {
	return Plan{}, errNotBuilt
}

// Dream dreams, and goes on with a dream that was broken off first. It returns
// the record as it is on disk. ErrDreaming says that another is under way,
// ErrNothing that nothing is new; what a stage could not do is in the record.
// The end of ctx ends it after the stage under way; what is done stays.
func (p *Pipeline) Dream(ctx context.Context, req Request) (Record, error) {
	return Record{}, errNotBuilt
}

// Resume goes on with a dream that was broken off; ErrNothing if there is none.
func (p *Pipeline) Resume(ctx context.Context, progress func(Progress)) (Record, error) {
	return Record{}, errNotBuilt
}
