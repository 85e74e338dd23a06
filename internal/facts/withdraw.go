package facts

import (
	"context"
	"fmt"
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
	var list []memory.Derived
	err := b.ask(func() error {
		list = nil
		return b.files.reach(map[string]bool{source: true}, func(_ *file, e *entry) {
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
	})
	if err != nil {
		return nil, fmt.Errorf("look for facts that rest on %q: %w", shortened(source, 60), err)
	}
	return list, nil
}

// RestingOn returns the facts that are derived from one of the sources.
func (b *Bank) RestingOn(sources []string) ([]Fact, error) {
	var list []Fact
	of := memory.SetOf(sources)
	err := b.ask(func() error {
		list = nil
		return b.files.reach(of, func(_ *file, e *entry) {
			if e.visible() && slices.ContainsFunc(e.fact.Sources, func(s string) bool { return of[s] }) {
				list = append(list, e.show())
			}
		})
	})
	if err != nil {
		return nil, fmt.Errorf("look for facts that rest on sources: %w", err)
	}
	return list, nil
}

// Withdrawn returns the facts of which every source was taken back, with those
// as their Sources. Cost: it looks at every fact and reads these.
func (b *Bank) Withdrawn() ([]Fact, error) {
	var list []Fact
	err := b.ask(func() error {
		list = nil
		for e := range b.files.all() {
			if e.visible() {
				continue
			}
			full, err := b.files.whole(e)
			if err != nil {
				return err
			}
			f := full.show()
			f.Sources = slices.Clone(full.withdrawn)
			list = append(list, f)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for withdrawn facts: %w", err)
	}
	return list, nil
}

// Sources returns everything that a fact or an evidence is derived from, each once. An
// evidence may be derived from another fact.
func (b *Bank) Sources() ([]string, error) {
	var list []string
	err := b.ask(func() error {
		list = nil
		for e := range b.files.all() {
			e, err := b.files.whole(e)
			if err != nil {
				return err
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
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read sources of facts: %w", err)
	}
	return memory.Unique(list), nil
}

// Withdraw takes the sources away from the facts: those that are derived from nothing
// else become invisible and are returned, others only lose the link. Evidence
// with such a source, or of a fact that falls, counts no more, and the opinion
// is weighed anew. To do it again changes nothing.
func (b *Bank) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	var list []memory.Derived
	err := b.change(c, func() error {
		list = nil
		gone := memory.SetOf(sources)
		err := b.files.reach(gone, func(f *file, e *entry) {
			left, taken, moved := memory.Move(e.fact.Sources, e.withdrawn, gone)
			if !moved {
				return
			}
			e.fact.Sources, e.withdrawn = left, taken
			if !e.visible() {
				gone[e.id] = true
				list = append(list, e.item())
			}
			f.doc.write(e.piece)
		})
		if err != nil {
			return err
		}
		proofs, err := b.turnProofs(gone, func(pr *proof) bool { return !pr.withdrawn })
		list = append(list, proofs...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("withdraw facts: %w", err)
	}
	return list, nil
}

// Reinstate gives the sources back to the facts that Withdraw took them from,
// and the evidence to the opinions.
func (b *Bank) Reinstate(sources []string, c store.Cause) error {
	err := b.change(c, func() error {
		back := memory.SetOf(sources)
		err := b.files.reach(back, func(f *file, e *entry) {
			left, given, moved := memory.Move(e.withdrawn, e.fact.Sources, back)
			if !moved {
				return
			}
			if !e.visible() {
				back[e.id] = true
			}
			e.withdrawn, e.fact.Sources = left, given
			f.doc.write(e.piece)
		})
		if err == nil {
			_, err = b.turnProofs(back, func(pr *proof) bool { return pr.withdrawn })
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("reinstate facts: %w", err)
	}
	return nil
}

// turnProofs takes evidence from the named sources out, or in again, and
// weighs the opinions anew. It returns that of visible opinions.
func (b *Bank) turnProofs(sources map[string]bool, concerns func(*proof) bool) ([]memory.Derived, error) {
	var list []memory.Derived
	err := b.files.reach(sources, func(f *file, e *entry) {
		if !slices.ContainsFunc(e.proofs, func(pr proof) bool { return sources[pr.Source] && concerns(&pr) }) {
			return
		}
		e.settle()
		for i := range e.proofs {
			pr := &e.proofs[i]
			if !sources[pr.Source] || !concerns(pr) {
				continue
			}
			pr.withdrawn = !pr.withdrawn
			if e.visible() {
				list = append(list, e.proofItem(*pr))
			}
		}
		e.weigh()
		f.doc.write(e.piece)
	})
	return list, err
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
