package bank

import (
	"context"
	"fmt"
	"slices"

	"yumori/origin"
	"yumori/store"
)

// each calls do with every fact, those that are withdrawn too. b.mu is held.
func (b *Bank) each(do func(*file, *piece, *entry)) {
	for _, f := range b.files {
		for _, p := range f.doc.pieces {
			if p.entry != nil {
				do(f, p, p.entry)
			}
		}
	}
}

func (e *entry) item() origin.Item {
	return origin.Item{Store: StoreFact, ID: e.id, Title: shortened(entityPrefix(e.fact.Entities[:leading(e.fact)])+e.fact.Text, maxTitle)}
}

func (e *entry) proofItem(pr proof) origin.Item {
	return origin.Item{Store: StoreEvidence, ID: e.id, Title: shortened(string(pr.Stance)+": "+e.fact.Text, maxTitle)}
}

// Derived returns the facts and the evidence that rest on a source.
func (b *Bank) Derived(source string) []origin.Item {
	b.mu.Lock()
	defer b.mu.Unlock()
	if source == "" || b.look() != nil {
		return nil
	}
	var list []origin.Item
	b.each(func(_ *file, _ *piece, e *entry) {
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
	return list
}

// Sources returns everything that a fact or an evidence rests on, each once. An
// evidence may rest on another fact.
func (b *Bank) Sources() ([]string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.look(); err != nil {
		return nil, fmt.Errorf("read sources of facts: %w", err)
	}
	var list []string
	b.each(func(_ *file, _ *piece, e *entry) {
		if !e.visible() {
			return
		}
		list = append(list, e.fact.Sources...)
		for _, pr := range e.proofs {
			if !pr.withdrawn {
				list = append(list, pr.Source)
			}
		}
	})
	return origin.Unique(list), nil
}

// Withdraw takes the sources away from the facts: those that rest on nothing
// else become invisible and are returned, others only lose the link. Evidence
// with such a source, or of a fact that falls, counts no more, and the opinion
// is weighed anew. To do it again changes nothing.
func (b *Bank) Withdraw(sources []string, c store.Cause) ([]origin.Item, error) {
	var list []origin.Item
	err := b.change(c, func() error {
		list = nil
		gone := origin.SetOf(sources)
		b.each(func(f *file, p *piece, e *entry) {
			left, taken, moved := origin.Move(e.fact.Sources, e.withdrawn, gone)
			if !moved {
				return
			}
			e.fact.Sources, e.withdrawn = left, taken
			if !e.visible() {
				gone[e.id] = true
				list = append(list, e.item())
			}
			f.doc.write(p)
		})
		list = append(list, b.turnProofs(gone, func(pr *proof) bool { return !pr.withdrawn })...)
		return nil
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
		back := origin.SetOf(sources)
		b.each(func(f *file, p *piece, e *entry) {
			left, given, moved := origin.Move(e.withdrawn, e.fact.Sources, back)
			if !moved {
				return
			}
			if !e.visible() {
				back[e.id] = true
			}
			e.withdrawn, e.fact.Sources = left, given
			f.doc.write(p)
		})
		b.turnProofs(back, func(pr *proof) bool { return pr.withdrawn })
		return nil
	})
	if err != nil {
		return fmt.Errorf("reinstate facts: %w", err)
	}
	return nil
}

// turnProofs takes evidence from the named sources out, or in again, and
// weighs the opinions anew. It returns that of visible opinions.
func (b *Bank) turnProofs(sources map[string]bool, concerns func(*proof) bool) []origin.Item {
	var list []origin.Item
	b.each(func(f *file, p *piece, e *entry) {
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
		f.doc.write(p)
	})
	return list
}

// Check reports what is not as it should be in the files:
//   - what Problems tells
//   - no source is both there and withdrawn
//   - no two facts say the same
//   - evidence is for opinions
func (b *Bank) Check(ctx context.Context) []store.Problem {
	all := store.ProblemsOf(b.Problems())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.each(func(f *file, p *piece, e *entry) {
		if ctx.Err() != nil {
			return
		}
		complain := func(format string, args ...any) {
			all = append(all, store.Problem{Name: f.name, What: fmt.Sprintf("line %d: fact %s: ", p.line, e.id) + fmt.Sprintf(format, args...)})
		}
		for _, s := range e.fact.Sources {
			if slices.Contains(e.withdrawn, s) {
				complain("source %q is there and withdrawn", s)
			}
		}
		if other := b.byKey[e.key]; other != nil && other != e {
			complain("says the same as %s", other.id)
		}
		if e.fact.Type != Opinion && len(e.proofs) > 0 {
			complain("has evidence and is no opinion")
		}
	})
	return all
}
