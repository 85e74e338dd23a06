package dreaming

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/transcript"
)

// Plan returns what a dream would read and cost. Nothing is written and no
// model is asked.
func (p *Pipeline) Plan(ctx context.Context, req Request) (Plan, error) {
	req = p.filled(req)
	req.sketch = true
	n, resumes, err := p.planned(ctx, req)
	if err != nil {
		return Plan{}, err
	}
	pl := Plan{
		Date: n.rec.Date, Level: n.rec.Level, By: n.rec.By, Resumes: resumes,
		Days: n.rec.Inputs.Days, Messages: len(n.rec.Inputs.Messages),
	}
	for _, s := range n.rec.Stages {
		if s.State != "" && s.State != record.StatusThought {
			continue
		}
		st := estimator{n}.estimate(s.Name)
		pl.Stages = append(pl.Stages, st)
		pl.Calls, pl.Tokens = pl.Calls+st.Calls, pl.Tokens+st.Tokens
	}
	if b, ok := p.deps.Meter.(interface{ Left() (calls, tokens int) }); ok {
		calls, tokens := b.Left()
		if calls >= 0 {
			pl.Calls = min(pl.Calls, calls)
		}
		if tokens >= 0 {
			pl.Tokens = min(pl.Tokens, tokens)
		}
	}
	return pl, nil
}

// planned returns the dream that Dream would begin with.
func (p *Pipeline) planned(ctx context.Context, req Request) (n *night, resumes string, err error) {
	if r, ok, err := p.broken(); err != nil {
		return nil, "", err
	} else if ok && req.Mode == Real {
		n, err = p.again(ctx, r)
		return n, r.ID, err
	}
	n, err = p.begin(ctx, req)
	return n, "", err
}

// Dream dreams, and goes on with a dream that was broken off first. It returns
// the record as it is on disk. ErrDreaming says that another is under way,
// ErrNothing that nothing is new; what a stage could not do is in the record.
// The end of ctx ends it before the next write; what is done stays, and the
// next dream goes on from there.
func (p *Pipeline) Dream(ctx context.Context, req Request) (record.Record, error) {
	if !p.mu.TryLock() {
		return record.Record{}, record.ErrDreaming
	}
	defer p.mu.Unlock()
	req = p.filled(req)
	var before record.Record
	if req.Mode != DryRun {
		r, err := p.resume(ctx, req.Progress)
		if err != nil && !errors.Is(err, ErrNothing) {
			return r, err
		}
		before = r
	}
	n, err := p.begin(ctx, req)
	if errors.Is(err, ErrNothing) && before.ID != "" {
		return before, nil
	}
	if err != nil {
		return record.Record{}, err
	}
	return n.dream(ctx)
}

// Resume goes on with a dream that was broken off; ErrNothing if there is none.
func (p *Pipeline) Resume(ctx context.Context, progress func(Progress)) (record.Record, error) {
	if !p.mu.TryLock() {
		return record.Record{}, record.ErrDreaming
	}
	defer p.mu.Unlock()
	return p.resume(ctx, progress)
}

func (p *Pipeline) resume(ctx context.Context, progress func(Progress)) (record.Record, error) {
	if err := p.finishBatch(); err != nil {
		return record.Record{}, err
	}
	r, ok, err := p.broken()
	if err != nil {
		return record.Record{}, err
	}
	if !ok {
		return record.Record{}, ErrNothing
	}
	n, err := p.again(ctx, r)
	if err != nil {
		return r, err
	}
	n.req.Progress = progress
	return n.dream(ctx)
}

// broken returns the newest dream if it is not at its end.
func (p *Pipeline) broken() (r record.Record, ok bool, err error) {
	err = p.diary.Newest(func(newest record.Record) bool {
		r, ok = newest, newest.State == record.StatusRunning
		return false
	})
	return r, ok, err
}

// filled fills in what a request leaves open.
func (p *Pipeline) filled(req Request) Request {
	if req.At.IsZero() {
		req.At = p.deps.Now()
	}
	if req.Date == "" {
		req.Date = episodic.DateOf(req.At)
	}
	if req.Level == 0 {
		req.Level = 1
	}
	return req
}

// begin prepares a new dream. Nothing is written yet.
func (p *Pipeline) begin(ctx context.Context, req Request) (*night, error) {
	if req.Level < 1 || req.Level > 3 {
		return nil, fmt.Errorf("dream: level %d is none of 1 to 3", req.Level)
	}
	if !req.Date.Valid() || req.Date.First() != req.Date.Last() {
		return nil, fmt.Errorf("dream: %q is no day", req.Date)
	}
	g, err := p.gather(ctx, req, nil)
	if err != nil {
		return nil, fmt.Errorf("dream: %w", err)
	}
	if len(g.fresh) == 0 && req.Level < 2 {
		return nil, ErrNothing
	}
	id, err := p.diary.NextID(req.Date)
	if err != nil {
		return nil, err
	}
	r := record.Record{
		Schema: record.Schema, ID: id, Date: req.Date, Level: req.Level, At: req.At, Started: time.Now(),
		State: record.StatusRunning, Inputs: g.inputs(), Changes: []record.Change{}, Files: []record.FileChange{},
	}
	r.Inputs.Older, r.Inputs.Again, r.Inputs.Rules = g.older, req.Again, req.By == ByRules
	for _, s := range record.Stages() {
		r.Stages = append(r.Stages, record.StageRecord{Name: s})
	}
	return p.night(req, r, g)
}

// again prepares to go on with a dream.
func (p *Pipeline) again(ctx context.Context, r record.Record) (*night, error) {
	req := Request{Date: r.Date, Level: r.Level, At: r.At, Again: r.Inputs.Again, skip: r.ID}
	if r.Inputs.Rules {
		req.By = ByRules
	}
	g, err := p.gather(ctx, req, append([]string{}, r.Inputs.Messages...))
	if err != nil {
		return nil, fmt.Errorf("go on with dream %s: %w", r.ID, err)
	}
	return p.night(req, r, g)
}

// night opens what a dream works on.
func (p *Pipeline) night(req Request, r record.Record, g gathered) (*night, error) {
	n := &night{p: p, req: req, rec: r, said: g, drafted: drafted{}}
	n.read = &dayReader{night: n}
	n.bill = &bill{next: p.deps.Meter, costs: map[record.Stage]llm.Usage{}}
	n.model, n.light = n.asked(p.deps.Model), n.asked(p.deps.Light)
	if p.deps.Light == nil {
		n.light = n.model // where the one cannot be reached, the other is not tried
	}
	n.rec.By = n.by()
	if req.sketch && n.model == nil && n.light == nil { // what the rules do costs nothing
		return n, nil
	}
	if p.memory == nil {
		m, err := openMemory(p.deps.Dir, p.deps.Language)
		if err != nil {
			return nil, err
		}
		p.memory = m
	}
	p.memory.shadow.Discard()
	*p.memory.clock = r.At
	n.mem = p.memory
	var err error
	if n.denied = p.denied; n.denied == nil {
		n.denied, err = p.denials(r.ID)
	}
	if err != nil {
		return n, err
	}
	taken, err := n.taken()
	n.denied = append(slices.Clip(n.denied), taken...)
	return n, err
}

// A night is a dream under way.
type night struct {
	p            *Pipeline
	req          Request
	rec          record.Record
	said         gathered
	mem          *draft
	model, light llm.Model // nil: rules
	bill         *bill
	stage        record.Stage // under way
	denied       []denial
	drafted      drafted
	read         *dayReader
}

// by returns who dreams.
func (n *night) by() string {
	if n.model == nil {
		return episodic.Rules
	}
	return n.model.Info().Label()
}

// dream goes through the stages that are not done.
func (n *night) dream(ctx context.Context) (record.Record, error) {
	began := time.Now()
	n.bill.rules = n.rec.Inputs.Rules
	ctx = meter.Within(ctx, n.bill)
	if err := n.p.deps.Alone(n.redo); err != nil {
		return n.broke(began, err)
	}
	for i := range n.rec.Stages {
		s := &n.rec.Stages[i]
		if s.Done() {
			continue
		}
		if err := ctx.Err(); err != nil {
			return n.broke(began, err)
		}
		n.tell(i, s, "")
		if err := n.run(ctx, s); err != nil {
			return n.broke(began, err)
		}
		n.tell(i+1, s, first(s.Problems))
	}
	n.rec.End()
	n.book(n.bill.close())
	err := n.together()
	n.rec.Millis += time.Since(began).Milliseconds()
	if err == nil {
		err = n.save()
	}
	if err != nil {
		return n.rec, err
	}
	waitList{n}.settle()
	n.tell(len(n.rec.Stages), nil, "")
	return n.rec, nil
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// broke keeps what is done of a dream that cannot go on now.
func (n *night) broke(began time.Time, err error) (record.Record, error) {
	n.mem.shadow.Discard()
	n.book(n.bill.close())
	n.rec.Millis += time.Since(began).Milliseconds()
	if n.rec.Begun() || n.rec.Usage.Calls > 0 {
		if serr := n.save(); serr != nil {
			err = errors.Join(err, serr)
		}
	}
	return n.rec, fmt.Errorf("dream %s: %w", n.rec.ID, err)
}

// save writes the record; that of a dry run is kept nowhere.
func (n *night) save() error {
	if n.req.Mode == DryRun {
		return nil
	}
	return n.p.diary.Save(n.rec)
}

func (n *night) tell(done int, s *record.StageRecord, note string) {
	if n.req.Progress == nil {
		return
	}
	pr := Progress{Dream: n.rec.ID, Done: done, Of: len(n.rec.Stages), By: n.rec.By, Note: note}
	if s != nil {
		pr.Stage = s.Name
		if s.By != "" {
			pr.By = s.By
		}
	}
	n.req.Progress(pr)
}

// messages returns what of the new messages some stages have not taken in.
func (n *night) messages(stages ...record.Stage) []transcript.Message {
	return slices.DeleteFunc(slices.Clone(n.said.fresh), func(m transcript.Message) bool {
		for _, s := range stages {
			if n.req.Again || !n.said.taken[s][string(m.ID)] {
				return false
			}
		}
		return true
	})
}
