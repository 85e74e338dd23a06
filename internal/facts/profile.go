package facts

import (
	"cmp"
	"slices"

	"yumori/internal/memory"
)

// Profile returns at most n facts that the user told of themselves and that hold:
// what they are called, their health, where and from what they live, their age.
// What matters most goes first, then the newest; they are returned oldest first.
// Cost: it reads what of the bank is of that sort.
func (b *Bank) Profile(n int) ([]Fact, error) {
	list, err := answered(b, "read bank", func() (list []Fact, err error) {
		for _, e := range slices.Backward(b.profile) {
			full, err := b.files.whole(e)
			if err != nil {
				return nil, err
			}
			if full.visible() && full.ended().IsZero() && !lexicon.Has("denies-name", full.fact.Text) {
				list = append(list, full.show())
			}
		}
		return list, nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b Fact) int {
		return cmp.Or(cmp.Compare(b.Importance, a.Importance), b.Time.Compare(a.Time))
	})
	list = list[:min(n, len(list))]
	slices.SortStableFunc(list, func(a, b Fact) int { return a.Time.Compare(b.Time) })
	return list, nil
}

// profiles reports whether an entry may say something lasting of the user.
func (e *entry) profiles() bool {
	f := e.fact
	return f.Type == World && f.Kind == memory.Told && f.Category == Plain && f.Importance >= mattersLife
}
