package jsontree

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
)

// TestDecoder reads good and odd members: the odd ones are named with their
// line and read as if they were not there.
func TestDecoder(t *testing.T) {
	n, flaws := Parse("a.json", []byte(`{
"time": "2026-11-02", "no time": "2026-02-30",
"text": "x", "no text": 7,
"texts": ["a"], "no texts": "a",
"unit": 0.5, "no unit": 1.5,
"null": null, "sources": [], "withdrawn": ["m1"],
"kind": "told", "odd": {"kind": "heard", "sources": ["m1"], "withdrawn": ["m2"]}
}`))
	if flaws != nil {
		t.Fatal(flaws)
	}
	d := &Decoder{File: "a.json", Zone: time.UTC}
	odd := n.Member("odd")
	unit := func(name string) string { f, ok := d.Unit(n, name); return fmt.Sprint(f, ok) }
	for _, c := range []struct{ what, got, want, flaw string }{
		{"time", d.Time(n, "time").Format(time.DateOnly), "2026-11-02", ""},
		{"no time", fmt.Sprint(d.Time(n, "no time").IsZero()), "true", "line 2: no time is no time that exists"},
		{"absent time", fmt.Sprint(d.Time(n, "null").IsZero(), d.Time(nil, "x").IsZero()), "true true", ""},
		{"text", d.Text(n, "text"), "x", ""},
		{"no text", d.Text(n, "no text"), "", "line 3: no text is no text"},
		{"absent text", d.Text(n, "null") + d.Text(n, "nothing"), "", ""},
		{"texts", fmt.Sprint(d.Texts(n, "texts")), "[a]", ""},
		{"no texts", fmt.Sprint(d.Texts(n, "no texts")), "[]", "line 4: no texts is no list of texts"},
		{"unit", unit("unit"), "0.5 true", ""},
		{"no unit", unit("no unit"), "0 false", "line 5: no unit is no number from 0 to 1"},
		{"absent unit", unit("null"), "0 false", ""},
		{"kind", fmt.Sprint(d.Kind(n), d.Kind(nil)), fmt.Sprint(memory.Told, memory.Lived), ""},
		{"unknown kind", fmt.Sprint(d.Kind(odd)), fmt.Sprint(memory.Lived), `line 7: has an unknown kind: "lived" is used`},
		{"gone", fmt.Sprint(d.Gone(n), d.Gone(odd), d.Gone(nil)), "true false false", ""},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.what, c.got, c.want)
		}
		if c.flaw == "" {
			continue
		}
		if len(d.Flaws) == 0 || d.Flaws[0].File != "a.json" || !strings.HasPrefix(d.Flaws[0].String(), c.flaw) {
			t.Fatalf("%s: flaws are %v, want %s", c.what, d.Flaws, c.flaw)
		}
		d.Flaws = d.Flaws[1:]
	}
	if len(d.Flaws) > 0 {
		t.Errorf("more flaws: %v", d.Flaws)
	}
}

func TestMoveTexts(t *testing.T) {
	for _, c := range []struct {
		name, object, want string
		moved, last        bool
	}{
		{"some", `{"from":["a","x","b"],"to":["c"]}`, `{"from":["x"],"to":["c","a","b"]}`, true, false},
		{"all", `{"from":["a","b"]}`, `{"from":[],"to":["a","b"]}`, true, true},
		{"one that is there", `{"from":["a","x"],"to":["a"]}`, `{"from":["x"],"to":["a"]}`, true, false},
		{"none", `{"from":["x"],"to":["a"]}`, `{"from":["x"],"to":["a"]}`, false, false},
		{"nothing", `{}`, `{}`, false, false},
		{"the first is odd", `{"from":["a",1]}`, `{"from":["a",1]}`, false, false},
		{"the second is odd", `{"from":["a"],"to":"c"}`, `{"from":["a"],"to":"c"}`, false, false},
		{"no object", `["a"]`, `["a"]`, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, _ := Parse("a.json", []byte(c.object))
			moved, last := n.MoveTexts("from", "to", map[string]bool{"a": true, "b": true})
			if got := string(n.AppendTo(nil)); got != c.want || moved != c.moved || last != c.last {
				t.Errorf("%s, %t, %t", got, moved, last)
			}
		})
	}
}

// TestTurn takes a source back and gives it back again.
func TestTurn(t *testing.T) {
	for _, c := range []struct{ name, object, gone, back string }{
		{"sources", `{"sources":["a"]}`, `{"sources":[],"withdrawn":["a"]}`, `{"sources":["a"]}`},
		{"sources", `{"sources":["a","b"],"withdrawn":["c"]}`, `{"sources":["b"],"withdrawn":["c","a"]}`, `{"sources":["b","a"],"withdrawn":["c"]}`},
		{"closed_by", `{"closed_by":["a"]}`, `{"closed_by":[],"withdrawn_closed_by":["a"]}`, `{"closed_by":["a"]}`},
	} {
		n, _ := Parse("a.json", []byte(c.object))
		n.Retract(c.name, memory.Withdrawal([]string{"a"}))
		if got := string(n.AppendTo(nil)); got != c.gone {
			t.Errorf("%s: taken back %s", c.object, got)
		}
		n.Retract(c.name, memory.Reinstatement([]string{"a"}))
		if got := string(n.AppendTo(nil)); got != c.back {
			t.Errorf("%s: given back %s", c.object, got)
		}
	}
}
