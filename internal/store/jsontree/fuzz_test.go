package jsontree

import (
	"encoding/json"
	"strings"
	"testing"
)

// FuzzParse has the parser read what json reads, in the same way, and survive
// the rest and say so of it.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		hand, `[1,"a\u3042",{"b":null}]`, `{"a":[{"b":1,"c":"x}]}`, "[[[[", `{"a":1,"a":2}`, "\uFEFF[]",
		`{"a": [1, "b": 2}`, `"\`, `{]`, `[}`, "{\"a\":\"x\ny\"}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := strings.TrimPrefix(s, "\uFEFF")
		n, flaws := Parse("a.json", []byte(s))
		for _, x := range flaws {
			if x.Line < 1 || x.Line > strings.Count(s, "\n")+1 {
				t.Errorf("%q: line %d", s, x.Line)
			}
		}
		if n != nil && !json.Valid(n.AppendTo(nil)) {
			t.Fatalf("%q was read as %q", s, n.AppendTo(nil))
		}
		if !json.Valid([]byte(text)) {
			if len(flaws) == 0 && strings.TrimSpace(text) != "" {
				t.Fatalf("%q is no JSON, and nothing is said of it", s)
			}
			return
		}
		if len(flaws) > 0 { // twice the same name, too deep, too many
			return
		}
		if a, b := canonical(t, []byte(text)), canonical(t, n.AppendTo(nil)); a != b {
			t.Fatalf("%q was read as %q", a, b)
		}
	})
}

func canonical(t *testing.T, data []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err.Error() // a number too big for Go is so on both sides
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
