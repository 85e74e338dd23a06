package builtin

import "testing"

func TestTables(t *testing.T) {
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
