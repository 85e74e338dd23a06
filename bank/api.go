package bank

import (
	"context"

	"yumori/store"
)

// ParseRetain stub.
func ParseRetain(file, text string) ([]Fact, []Problem) { return nil, nil }

// Bank stub.
type Bank struct{}

// Open stub.
func Open(d *store.Dir, opt Options) (*Bank, error) { return &Bank{}, nil }

// Facts returns facts.
func (b *Bank) Facts(q Query) ([]Fact, error) { return nil, nil }

// Find returns the fact with an id.
func (b *Bank) Find(id string) (Fact, error) { return Fact{}, ErrNoFact }

// Retain keeps facts, each once, and returns them as they stand.
func (b *Bank) Retain(facts []Fact, c store.Cause) ([]Fact, error) { return nil, nil }

// Weigh adds evidence to an opinion.
func (b *Bank) Weigh(id string, list []Evidence, c store.Cause) (Fact, error) { return Fact{}, nil }

// Edit changes a fact.
func (b *Bank) Edit(f Fact, c store.Cause) (Fact, error) { return Fact{}, nil }

// Remove removes a fact.
func (b *Bank) Remove(id string, c store.Cause) error { return nil }

// Derived returns what rests on a source.
func (b *Bank) Derived(source string) []Item { return nil }

// Withdraw takes sources away.
func (b *Bank) Withdraw(sources []string, c store.Cause) ([]Item, error) { return nil, nil }

// Reinstate gives them back.
func (b *Bank) Reinstate(sources []string, c store.Cause) error { return nil }

// Problems returns what could not be used.
func (b *Bank) Problems() []Problem { return nil }

// Check reports what is not as it should be.
func (b *Bank) Check(context.Context) []store.Problem { return nil }

// Capture finds what is worth keeping.
func Capture(u Utterance) []Captured { return nil }

// Fact makes a fact of what was captured in an utterance.
func (c Captured) Fact(u Utterance) Fact { return Fact{} }
