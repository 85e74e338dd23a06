package companion

import (
	"cmp"
	"slices"
	"time"

	"yumori/internal/facts"
	"yumori/internal/memory"
)

// A Told is something the user told of themselves or of theirs.
type Told struct {
	Fact string // id
	Says string // in a sentence to the user
	Time time.Time
}

// toldMatters is the least importance of what counts as worth telling.
const toldMatters = 0.6

// ToldQuery asks for what ToldIn makes sentences of.
func ToldQuery() facts.Query {
	return facts.Query{Types: []facts.Type{facts.World}, Kinds: []memory.Kind{memory.Told}, Holding: true}
}

// ToldIn is what facts say, in sentences to the user, whose name may be "";
// what matters most goes first.
func ToldIn(list []facts.Fact, user string) []Told {
	list = slices.DeleteFunc(slices.Clone(list), func(f facts.Fact) bool {
		return f.Category == facts.Other || f.Importance < toldMatters && f.Importance > 0 // 0: written by hand
	})
	slices.SortStableFunc(list, func(a, b facts.Fact) int {
		return cmp.Or(cmp.Compare(b.Importance, a.Importance), b.Time.Compare(a.Time))
	})
	var told []Told
	for _, f := range list {
		t := Told{Fact: f.ID, Says: facts.Addressed(f.Text, user), Time: f.Time}
		if !slices.ContainsFunc(told, func(o Told) bool { return o.Says == t.Says }) {
			told = append(told, t)
		}
	}
	return told
}
