package builtin

import (
	"testing"

	"yumori/internal/pattern"
)

func TestTables(t *testing.T) {
	for _, set := range []*pattern.Set{marks, tone} {
		for _, err := range set.Check() {
			t.Error(err)
		}
	}
	for l, w := range wordings() {
		for _, err := range w.acts.Check() {
			t.Errorf("%s: %v", l, err)
		}
		for _, err := range w.talk.Check() {
			t.Errorf("%s: %v", l, err)
		}
		if len(w.replies()) == 0 {
			t.Errorf("%s: no replies", l)
		}
	}
}

// BenchmarkData is what reading all lists and replies costs at the first message.
func BenchmarkData(b *testing.B) {
	for b.Loop() {
		for _, dir := range []string{"en", "ja"} {
			w := newWording(dir)
			w.acts.Kind("x")
			w.talk.Kind("x")
			w.replies()
		}
	}
}
