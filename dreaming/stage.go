package dreaming

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/memory"
	"yumori/internal/store"
)

// A duty is how a stage is done: first the thinking, which may take long and
// changes nothing, then its application, which is short, asks nobody, and may
// be done again on other files with the same result of the thinking.
type duty struct {
	// think returns what is to be applied, as a value for JSON.
	think func(ctx context.Context, n *night) (any, error)
	apply func(w *writing) error
}

// dutyOf returns how a stage is done.
func dutyOf(s record.Stage) duty {
	switch s {
	case record.StageReflect:
		return duty{thinkReflect, (*writing).applyReflect}
	case record.StageGoals:
		return duty{nil, (*writing).applyGoals}
	case record.StageQuestions:
		return duty{thinkQuestions, (*writing).applyQuestions}
	case record.StageEntities:
		return duty{thinkEntities, (*writing).applyEntities}
	case record.StageRetain:
		return duty{nil, (*writing).applyRetain}
	case record.StageOpinions:
		return duty{nil, (*writing).applyOpinions}
	case record.StageEpisodes:
		return duty{thinkEpisodes, (*writing).applyEpisodes}
	case record.StageDrives:
		return duty{nil, (*writing).applyDrives}
	}
	return duty{nil, func(*writing) error { return nil }}
}

// run does a stage. Its own failure is in s; the error is that of ctx, or of
// the disk, after which the dream cannot go on.
func (n *night) run(ctx context.Context, s *record.StageRecord) error {
	n.stage = s.Name
	n.bill.begin(s.Name)
	if slices.Contains(n.p.deps.Without, s.Name) {
		s.State = record.StatusSkipped
		return nil
	}
	if s.Name == record.StageIndex {
		return n.index(ctx, s)
	}
	t := dutyOf(s.Name)
	if t.think != nil && s.Thought == nil {
		if err := n.think(ctx, s, t); err != nil || s.State == record.StatusFailed {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	err := store.Retry(func() error {
		return n.p.deps.Alone(func() error { return n.write(s, t) })
	})
	var failed *stageError
	switch {
	case errors.As(err, &failed), errors.Is(err, store.ErrConflict):
		n.rec.Withdraw(s.Name)
		s.Fail(err)
		return nil
	}
	return err
}

// A stageError is what one stage alone could not do.
type stageError struct{ err error }

func (e *stageError) Error() string { return e.err.Error() }
func (e *stageError) Unwrap() error { return e.err }

// think does the thinking of a stage and keeps what came of it. What a model
// was paid for is on disk before anything else is tried.
func (n *night) think(ctx context.Context, s *record.StageRecord, t duty) error {
	calls := s.Calls
	thought, err := t.think(ctx, n)
	n.book(n.bill.take())
	if cerr := ctx.Err(); cerr != nil {
		return cerr
	}
	if err == nil {
		s.Thought, err = json.Marshal(thought)
	}
	if err != nil {
		s.Fail(fmt.Errorf("think: %w", err))
		return nil
	}
	s.State = record.StatusThought
	if s.Calls > calls {
		return n.save()
	}
	return nil
}

// thought returns what a stage thought of; false if there is nothing, because
// it failed.
func thought[T any](n *night, name record.Stage) (T, bool) {
	var v T
	raw := n.rec.Stage(name).Thought
	if raw == nil {
		return v, false
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return v, false // unreachable: it was marshalled from a T
	}
	return v, true
}

// A writing is a stage at work on the shadow.
type writing struct {
	night     *night
	cause     store.Cause
	marks     []mark
	proposals []record.Change // of what is no file yet
	problems  []string
	partly    bool // what it reads was not all there: its cursor stays
	idle      bool // there was nothing to do
}

// A mark tells of what a store wrote what its file does not.
type mark struct {
	of       memory.Change
	title    string // "" is that of the file
	evidence []record.Evidence
}

// mark tells of the item that a store returned under an id.
func (w *writing) mark(id, title string, evidence []record.Evidence) {
	w.marks = append(w.marks, mark{memory.Change{Key: id}, title, evidence})
}

// problem notes what could not be used.
func (w *writing) problem(format string, args ...any) {
	w.problems = append(w.problems, fmt.Sprintf(format, args...))
}

// write applies a stage to the shadow, notes in the record what it would
// change, and commits it: in this order, so that a crash leaves what can be
// gone on with. Nobody else books meanwhile. ErrConflict means that nothing
// was written because somebody else had.
func (n *night) write(s *record.StageRecord, t duty) error {
	if err := n.drafted.restore(n.mem.shadow); err != nil {
		return err
	}
	n.rec.Withdraw(s.Name)
	n.mem.motives.Snapshot(n.mem.pressure()) // what it writes depends on the goal it knows of
	w := &writing{night: n, cause: store.Cause{Kind: store.CauseDream, Ref: n.rec.ID, Note: string(s.Name)}}
	if err := t.apply(w); err != nil {
		if cerr := n.drafted.restore(n.mem.shadow); cerr != nil {
			return cerr
		}
		if errors.Is(err, store.ErrConflict) {
			return err
		}
		return &stageError{err}
	}
	drafts := n.drafted.since(n.mem.shadow.Pending())
	problems := len(s.Problems)
	s.Problems = append(s.Problems, w.problems...)
	n.note(s.Name, drafts, w)
	if s.By == "" && !w.idle {
		s.By = n.thinker(s.Name)
	}
	if s.Name.Reads() && !w.partly {
		s.Cursor = n.said.cursor()
	}
	if err := n.commit(s, drafts, w); err != nil {
		s.Problems, s.Cursor = s.Problems[:problems], nil
		return err
	}
	if w.idle && len(drafts) == 0 {
		s.State = record.StatusSkipped
	}
	return nil
}

// thinker returns who thought of what a stage applies that does not think
// itself.
func (n *night) thinker(s record.Stage) string {
	by := ""
	switch s {
	case record.StageGoals:
		by = n.rec.Stage(record.StageReflect).By
	case record.StageRetain, record.StageOpinions:
		by = n.rec.Stage(record.StageEntities).By
	}
	return cmp.Or(by, episodic.Rules)
}

// commit writes drafts after the record that says so. A dream that is written
// as one keeps them in the shadow.
func (n *night) commit(s *record.StageRecord, drafts []store.Draft, w *writing) error {
	s.State = record.StatusApplied
	if n.req.asOne() {
		for _, d := range drafts {
			n.drafted[d.Name] = d
		}
		return nil
	}
	if len(drafts) == 0 {
		return nil
	}
	s.State = record.StatusProposed
	if err := n.save(); err != nil {
		return err
	}
	if err := n.p.deps.Dir.Commit(drafts, w.cause); err != nil {
		s.State = record.StatusThought
		if errors.Is(err, store.ErrConflict) {
			return err
		}
		s.State = record.StatusProposed // some of it may be there
		return fmt.Errorf("write %s: %w", s.Name, err)
	}
	s.State = record.StatusApplied
	n.mem.shadow.Discard()
	return nil
}

// index brings the indexes up to date, which harms no dream when it fails.
func (n *night) index(ctx context.Context, s *record.StageRecord) error {
	s.State = record.StatusSkipped
	if n.p.deps.Index == nil || n.req.Mode == DryRun {
		return nil
	}
	if err := n.p.deps.Index.Index(ctx); err != nil {
		if ctx.Err() != nil {
			s.State = ""
			return ctx.Err()
		}
		s.Fail(err)
		return nil
	}
	s.State = record.StatusApplied
	return nil
}

// account notes how a task was done.
func (n *night) account(name record.Stage, a rules.Account) {
	for i := range n.rec.Stages {
		if s := &n.rec.Stages[i]; s.Name == name {
			s.By = a.By
			for _, p := range a.Problems {
				s.Problems = append(s.Problems, p.String())
			}
			s.Misquotes = append(s.Misquotes, a.Misquotes...)
		}
	}
	n.rec.DroppedQuotes += a.Dropped
}
