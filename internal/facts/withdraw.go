package facts

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"yumori/internal/memory"
	"yumori/internal/store"
)

func (e *entry) item() memory.Derived {
	return memory.Derived{Store: StoreFact, ID: e.id, Title: shortened(entityPrefix(e.fact.Entities[:leading(e.fact)])+e.fact.Text, maxTitle)}
}

func (e *entry) proofItem(pr proof) memory.Derived {
	return memory.Derived{Store: StoreEvidence, ID: e.id, Title: shortened(string(pr.Stance)+": "+e.fact.Text, maxTitle)}
}

// Derived returns the facts and the evidence that are derived from a source.
func (b *Bank) Derived(source string) ([]memory.Derived, error) {
	if source == "" {
		return nil, nil
	}
	doing := fmt.Sprintf("look for facts that rest on %q", shortened(source, 60))
	return answered(b, doing, func() (list []memory.Derived, err error) {
		err = b.files.reach(map[string]bool{source: true}, func(_ *file, e *entry) {
			if !e.visible() {
				return
			}
			if slices.Contains(e.fact.Sources, source) {
				list = append(list, e.item())
			}
			for _, pr := range e.proofs {
				if pr.Source == source && !pr.withdrawn {
					list = append(list, e.proofItem(pr))
				}
			}
		})
		return list, err
	})
}

// RestingOn returns the facts that are derived from one of the sources.
func (b *Bank) RestingOn(sources []string) ([]Fact, error) {
	of := memory.SetOf(sources)
	return answered(b, "look for facts that rest on sources", func() (list []Fact, err error) {
		err = b.files.reach(of, func(_ *file, e *entry) {
			if e.visible() && slices.ContainsFunc(e.fact.Sources, func(s string) bool { return of[s] }) {
				list = append(list, e.show())
			}
		})
		return list, err
	})
}

// Withdrawn returns the facts of which every source was taken back, with those
// as their Sources. Cost: it looks at every fact and reads these.
func (b *Bank) Withdrawn() ([]Fact, error) {
	return answered(b, "look for withdrawn facts", func() (list []Fact, err error) {
		for e := range b.files.all() {
			if e.visible() {
				continue
			}
			full, err := b.files.whole(e)
			if err != nil {
				return nil, err
			}
			f := full.show()
			f.Sources = slices.Clone(full.withdrawn)
			list = append(list, f)
		}
		return list, nil
	})
}

// Sources returns everything that a fact or an evidence is derived from, each once. An
// evidence may be derived from another fact.
func (b *Bank) Sources() ([]string, error) {
	return answered(b, "read sources of facts", func() (list []string, err error) {
		for e := range b.files.all() {
			e, err := b.files.whole(e)
			if err != nil {
				return nil, err
			}
			if !e.visible() {
				continue
			}
			list = append(list, e.fact.Sources...)
			for _, pr := range e.proofs {
				if !pr.withdrawn {
					list = append(list, pr.Source)
				}
			}
		}
		return memory.Unique(list), nil
	})
}

// Withdraw takes the sources away from the facts: those that are derived from nothing
// else become invisible and are returned, others only lose the link. Evidence
// with such a source, or of a fact that falls, counts no more, and the opinion
// is weighed anew. To do it again changes nothing.
func (b *Bank) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	return b.retract(memory.Withdrawal(sources), c)
}

// Reinstate gives the sources back to the facts that Withdraw took them from,
// and the evidence to the opinions.
func (b *Bank) Reinstate(sources []string, c store.Cause) error {
	_, err := b.retract(memory.Reinstatement(sources), c)
	return err
}

// retract returns the facts that came to be hidden or seen, and the evidence.
func (b *Bank) retract(t memory.Retraction, c store.Cause) ([]memory.Derived, error) {
	var list []memory.Derived
	err := b.change(c, func() error {
		list = nil
		all := memory.Retraction{Sources: maps.Clone(t.Sources), Back: t.Back} // of the facts that turn, too
		err := b.files.reach(all.Sources, func(f *file, e *entry) {
			moved, turned := all.Move(&e.fact.Sources, &e.withdrawn)
			if turned {
				all.Sources[e.id] = true
				list = append(list, e.item())
			}
			if moved {
				f.doc.write(e.piece)
			}
		})
		if err != nil {
			return err
		}
		return b.files.reach(all.Sources, func(f *file, e *entry) {
			if proofs, turned := e.retractProofs(all); turned {
				list = append(list, proofs...)
				f.doc.write(e.piece)
			}
		})
	})
	if err != nil {
		return nil, fmt.Errorf("%s facts: %w", t, err)
	}
	return list, nil
}

// retractProofs takes evidence out, or in again, and weighs the opinion anew. It
// returns that of a visible one, and reports whether there was any.
func (e *entry) retractProofs(t memory.Retraction) (list []memory.Derived, turned bool) {
	for i := range e.proofs {
		pr := &e.proofs[i]
		if !t.Sources[pr.Source] || pr.withdrawn != t.Back {
			continue
		}
		if !turned {
			e.settle()
		}
		pr.withdrawn, turned = !t.Back, true
		if e.visible() {
			list = append(list, e.proofItem(*pr))
		}
	}
	if turned {
		e.weigh()
	}
	return list, turned
}

// Check reports what is not as it should be in the files:
//   - what Problems tells
//   - no source is both there and withdrawn
//   - no two facts say the same
//   - evidence is for opinions
func (b *Bank) Check(ctx context.Context) []store.Problem {
	all := store.ProblemsOf(b.Problems())
	var wrong []store.Problem
	err := b.ask(func() error {
		wrong = nil
		for e := range b.files.all() {
			if ctx.Err() != nil {
				return nil
			}
			list, err := b.examine(e)
			if err != nil {
				return err
			}
			for _, what := range list {
				wrong = append(wrong, store.Problem{Name: e.in.name, What: what})
			}
		}
		return nil
	})
	if err != nil {
		wrong = append(wrong, store.Problem{Name: bankDir, What: err.Error()})
	}
	return append(all, wrong...)
}

// examine says what is not as it should be with a fact.
func (b *Bank) examine(e *entry) ([]string, error) {
	var list []string
	full, err := b.files.whole(e)
	if err != nil {
		return nil, err
	}
	complain := func(format string, args ...any) {
		list = append(list, fmt.Sprintf("line %d: fact %s: ", full.from(), full.id)+fmt.Sprintf(format, args...))
	}
	for _, s := range full.fact.Sources {
		if slices.Contains(full.withdrawn, s) {
			complain("source %q is there and withdrawn", s)
		}
	}
	if first := b.byKey[e.keySum]; first != nil && first != e {
		other, err := b.files.whole(first)
		if err != nil {
			return nil, err
		}
		complain("says the same as %s", other.id)
	}
	if full.fact.Type != Opinion && slices.ContainsFunc(full.proofs, func(pr proof) bool { return pr.Stance != Ended }) {
		complain("has evidence and is no opinion")
	}
	return list, nil
}
