package page

import (
	"testing"

	"yumori/dreaming/record"
	"yumori/internal/companion"
)

// TestEverySortOfMemoryHasWords goes through all that the companion and the
// dreams call what they keep.
func TestEverySortOfMemoryHasWords(t *testing.T) {
	en, ja := english(t), japanese(t)
	seen := map[string]string{}
	for _, kind := range append(companion.DerivedStores(), record.ChangeKinds()...) {
		key, ok := changeKinds()[kind]
		if !ok {
			t.Errorf("no words for %q", kind)
			continue
		}
		if en.ChangeKind(kind) == ja.ChangeKind(kind) || en.ChangeKind(kind) == key {
			t.Errorf("%q is called %q in both languages", kind, en.ChangeKind(kind))
		}
		if other := seen[en.ChangeKind(kind)]; other != "" && other != kind {
			t.Errorf("%q and %q are called the same", kind, other)
		}
		seen[en.ChangeKind(kind)] = kind
	}
	if len(seen) < 18 {
		t.Errorf("only %d sorts", len(seen))
	}
}
