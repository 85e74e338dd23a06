package prose

import "testing"

func TestBare(t *testing.T) {
	for _, c := range []struct{ markdown, want string }{
		{"Nice to meet you. *smiles* So, **what** now?", "Nice to meet you. smiles So, what now?"},
		{"A few things:\n\n1. **Feed** it\n2. Wait", "A few things: 1. Feed it 2. Wait"},
		{"Keep `dough` at [24 °C](https://a.example)", "Keep dough at 24 °C"},
		{"Two times 3 * 4 is more", "Two times 3 * 4 is more"},
		{"It said *smi…", "It said smi…"},
		{"パンは**24度くらい**で", "パンは24度くらいで"},
		{"snake_case_name stays", "snake_case_name stays"},
		{"", ""},
	} {
		if got := Bare(c.markdown); got != c.want {
			t.Errorf("%q: %q, want %q", c.markdown, got, c.want)
		}
	}
}
