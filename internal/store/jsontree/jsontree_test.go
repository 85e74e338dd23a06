package jsontree

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// hand is what a person writes, with nothing wrong in it.
const hand = `{
  "note": "mine & <yours>",
  "list": [{"id": "a", "colour": "blue"}, 1e3, null, "\u3042\/"],
  "empty": {}
}
`

// TestBroken reads what is left of a broken file, and names the line.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // what was read
		line       int    // of the first flaw
		what       string
	}{
		{"comma missing in an object", "{\"a\": 1\n\"b\": 2}", `{"a":1,"b":2}`, 2, "lacks a comma"},
		{"comma missing in an array", "[1\n2]", `[1,2]`, 2, "lacks a comma"},
		{"comma after the last", "{\"a\": [1,\n],}", `{"a":[1]}`, 2, "has a comma too many"},
		{"two commas", "[1,,2]", `[1,2]`, 1, "has a comma too many"},
		{"quote missing", "{\"a\": \"x,\n\"b\": 2}", `{"b":2}`, 1, `"x, does not end on its line`},
		{"quote missing at the end", `{"a": "x`, `{}`, 1, "ends within a text"},
		{"quotes missing", `{"a": snow, "b": 2}`, `{"b":2}`, 1, "snow is no JSON value"},
		{"quotes of the name missing", `{a: 1, "b": 2}`, `{"b":2}`, 1, "a is no JSON value"},
		{"name that is a number", `{1: 1, "b": 2}`, `{"b":2}`, 1, "1 is no name of a member"},
		{"value missing", `{"a": , "b": 2}`, `{"b":2}`, 1, `lacks the value of "a"`},
		{"colon missing", `{"a" 1, "b": 2}`, `{"b":2}`, 1, `lacks a colon after "a"`},
		{"brace missing", "[{\"a\": 1,\n{\"b\": 2}]", `[{"a":1},{"b":2}]`, 2, "goes on before the object of line 1 has ended"},
		{"bracket missing", "{\"a\": [1,\n\"b\": 2}", `{"a":[1],"b":2}`, 2, "goes on before the array of line 1 has ended"},
		{"brace for a bracket", `{"a": [1}`, `{"a":[1]}`, 1, "closes an array with }"},
		{"object cut off", "{\"a\": 1,\n", `{"a":1}`, 2, "ends before the object of line 1 does"},
		{"array cut off", "[1,\n", `[1]`, 2, "ends before the array of line 1 does"},
		{"a member twice", "{\"a\": 1, \"b\": 2,\n\"a\": 3}", `{"a":3,"b":2}`, 2, `has "a" twice`},
		{"text after the end", "{}\nhello", `{}`, 2, "has text after its end"},
		{"control character", "[\"a\x01b\", 1]", `[1]`, 1, "is no JSON value"},
		{"prose", "My goals:\n- a poem", `<nil>`, 1, "My is no JSON value"},
		{"too deep", strings.Repeat("[", 200), strings.Repeat("[", 100) + strings.Repeat("]", 100), 1, "goes deeper than 100 brackets"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, flaws := Parse("a.json", []byte(c.text))
			if got := line(n); got != c.want {
				t.Errorf("read %s, want %s", got, c.want)
			}
			if len(flaws) == 0 || flaws[0].Line != c.line || !strings.Contains(flaws[0].What, c.what) {
				t.Errorf("flaws %v, want line %d: %s", flaws, c.line, c.what)
			}
		})
	}
}

// line is a node as it is written, on one line.
func line(n *Node) string {
	if n == nil {
		return "<nil>"
	}
	return string(n.AppendTo(nil))
}

func TestEmpty(t *testing.T) {
	for _, s := range []string{"", " \r\n\t", "\uFEFF", "\uFEFF\n"} {
		if n, flaws := Parse("a.json", []byte(s)); n != nil || flaws != nil {
			t.Errorf("%q: %s, %v", s, line(n), flaws)
		}
	}
}

// TestBounds has more of everything than is told or kept.
func TestBounds(t *testing.T) {
	n, flaws := Parse("a.json", []byte("["+strings.Repeat("x,\n", 1000)+"1]"))
	if line(n) != "[1]" || len(flaws) != maxFlaws || flaws[maxFlaws-1].Line != maxFlaws {
		t.Errorf("%s, %d flaws, %v", line(n), len(flaws), flaws[len(flaws)-1])
	}
	var b strings.Builder
	for i := range maxMembers + 5 {
		fmt.Fprintf(&b, `,"m%d":1`, i)
	}
	n, flaws = Parse("a.json", []byte("{"+b.String()[1:]+"}"))
	if strings.Count(line(n), ":") != maxMembers || len(flaws) != 5 || flaws[0].What != "has more than 500 members in one object" {
		t.Errorf("%d members, %v", strings.Count(line(n), ":"), flaws)
	}
}

// TestKept changes what a program knows of a file, and leaves the rest as it is.
func TestKept(t *testing.T) {
	n, flaws := Parse("a.json", []byte(hand))
	if flaws != nil {
		t.Fatal(flaws)
	}
	first := n.Member("list").Elements()[0]
	if first.Line() != 3 || n.Line() != 1 || n.Member("empty").Line() != 4 {
		t.Errorf("lines %d, %d, %d", first.Line(), n.Line(), n.Member("empty").Line())
	}
	first.Set("id", Of("b"))
	first.Set("new", Texts(nil))
	n.Within("empty").Set("x", Of(true))
	n.Within("note").Set("was", Of("a text"))
	n.Member("list").Add(Array(Of(1), Of(2)))
	got, err := n.Indented()
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "note": {
    "was": "a text"
  },
  "list": [
    {
      "id": "b",
      "colour": "blue",
      "new": []
    },
    1e3,
    null,
    "\u3042\/",
    [
      1,
      2
    ]
  ],
  "empty": {
    "x": true
  }
}
`
	if string(got) != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	first.Set("colour", nil)
	first.Set("nothing", nil)
	n.Member("list").DeleteFunc(func(e *Node) bool { return e != first })
	first.DeleteFunc(func(*Node) bool { return true }) // is no array
	if got := line(n.Member("list")); got != `[{"id":"b","new":[]}]` {
		t.Errorf("%s", got)
	}
}

// TestNotThere asks a node that is not there, or of another kind, for everything.
func TestNotThere(t *testing.T) {
	for name, n := range map[string]*Node{"nil": nil, "null": Of(nil), "object": Object(), "NaN": Of(math.NaN())} {
		_, isText := n.Text()
		_, isNumber := n.Number()
		_, isTime := n.Time(time.UTC)
		if isText || isNumber || isTime || n.Member("a") != nil || n.Elements() != nil || n.IsArray() {
			t.Errorf("%s has something", name)
		}
		list, ok := n.Texts()
		if absent := name != "object"; n.Absent() != absent || n.IsObject() == absent || ok != absent || list != nil {
			t.Errorf("%s: absent %t, %q, %t", name, n.Absent(), list, ok)
		}
	}
	if got := (*Node)(nil).Line(); got != 0 {
		t.Errorf("nil is on line %d", got)
	}
}

func TestValues(t *testing.T) {
	n, _ := Parse("a.json", []byte(`{"text": "\u3042 & \"b\"", "half": "\ud800", "number": -1.5e2, "big": 1e999, "texts": ["a", "b"], "mixed": ["a", 1]}`))
	for name, want := range map[string]string{"text": `あ & "b"`, "half": "\uFFFD"} {
		if s, ok := n.Member(name).Text(); !ok || s != want {
			t.Errorf("%s is %q, %t", name, s, ok)
		}
	}
	if f, ok := n.Member("number").Number(); !ok || f != -150 {
		t.Errorf("number is %v, %t", f, ok)
	}
	if f, ok := n.Member("big").Number(); ok {
		t.Errorf("a number too big is %v", f)
	}
	if list, ok := n.Member("texts").Texts(); !ok || !slices.Equal(list, []string{"a", "b"}) {
		t.Errorf("texts are %q, %t", list, ok)
	}
	if list, ok := n.Member("mixed").Texts(); ok {
		t.Errorf("a text and a number are texts: %q", list)
	}
	if got := line(Texts([]string{"<a>", "b\n"})); got != `["<a>","b\n"]` {
		t.Errorf("%s", got)
	}
}

func TestTime(t *testing.T) {
	tokyo := time.FixedZone("JST", 9*60*60)
	day := time.Date(2026, 11, 2, 0, 0, 0, 0, tokyo)
	for _, c := range []struct {
		text string
		want time.Time // zero: there is no such time
	}{
		{"2026-11-02T04:53:57.5Z", time.Date(2026, 11, 2, 4, 53, 57, 5e8, time.UTC)},
		{"2026-11-02T04:53:57-02:00", time.Date(2026, 11, 2, 6, 53, 57, 0, time.UTC)},
		{"2026-11-02T04:53:57", day.Add(4*time.Hour + 53*time.Minute + 57*time.Second)},
		{" 2026-11-02 04:53:57 ", day.Add(4*time.Hour + 53*time.Minute + 57*time.Second)},
		{"2026-11-02T04:53", day.Add(4*time.Hour + 53*time.Minute)},
		{"2026-11-02 04:53", day.Add(4*time.Hour + 53*time.Minute)},
		{"2026-11-02", day},
		{"2026-02-30", time.Time{}},
		{"2026-11-02T25:00:00Z", time.Time{}},
		{"0000-01-01T00:00:00Z", time.Time{}},
		{"yesterday", time.Time{}},
		{"", time.Time{}},
	} {
		got, ok := Of(c.text).Time(tokyo)
		if ok == c.want.IsZero() || ok && !got.Equal(c.want) {
			t.Errorf("%q is %v, %t; want %v", c.text, got, ok, c.want)
		}
	}
}
