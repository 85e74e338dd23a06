package builtin

import (
	"strings"
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
	for _, dir := range []string{"en", "ja"} {
		data, err := files.ReadFile(dir + "/replies.txt")
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for line := range strings.Lines(string(data)) {
			if key := strings.TrimSpace(line); strings.HasPrefix(key, "[") && seen[key] {
				t.Errorf("%s: replies %s stand twice: they would be mixed", dir, key)
			} else {
				seen[key] = true
			}
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
