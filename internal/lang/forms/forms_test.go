package forms

import "testing"

func TestForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ word, verb, recalled string }{
		{"wrote", "write", "write"},
		{"write", "write", "write"},
		{"felt", "feel", "feel"},
		{"done", "do", "done"},
		{"children", "children", "child"},
		{"lives", "lives", "life"},
		{"table", "table", "table"},
		{"[verbs]", "[verbs]", "[verbs]"},
	} {
		if v, r := Verb(c.word), Recalled(c.word); v != c.verb || r != c.recalled {
			t.Errorf("%s: verb %s, recalled %s", c.word, v, r)
		}
	}
}
