package agent

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"yumori/internal/llm"
)

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps []string // one letter a call
		want  []string // one letter a verdict: fresh, repeated, doubled, looping
	}{
		{"different", []string{"a", "b", "c"}, []string{"f", "f", "f"}},
		{"again", []string{"a", "a"}, []string{"f", "r"}},
		{"three times", []string{"a", "a", "a"}, []string{"f", "r", "l"}},
		{"four times", []string{"a", "a", "a", "a"}, []string{"f", "r", "l", "l"}},
		{"not in a row", []string{"a", "b", "a", "b", "a"}, []string{"f", "f", "f", "f", "f"}},
		{"twice at once", []string{"aa"}, []string{"fd"}},
		{"often at once", []string{"aaa", "b"}, []string{"fdd", "f"}},
		{"twice at once, again", []string{"aba", "aa"}, []string{"ffd", "rd"}},
		{"one of several", []string{"ab", "bc", "db"}, []string{"ff", "rf", "fl"}},
		{"a pause", []string{"a", "", "a"}, []string{"f", "", "f"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asks map[string]int
			for i, step := range c.steps {
				var calls []llm.Call
				for _, name := range step {
					calls = append(calls, llm.Call{Name: string(name)})
				}
				var verdicts []verdict
				asks, verdicts = judge(asks, calls)
				var got strings.Builder
				for _, v := range verdicts {
					got.WriteByte("frdl"[v])
				}
				if got.String() != c.want[i] {
					t.Errorf("step %d: %q, want %q", i, got.String(), c.want[i])
				}
			}
		})
	}
}

func TestSignature(t *testing.T) {
	call := func(name, args string) llm.Call { return llm.Call{Name: name, Args: json.RawMessage(args)} }
	same := [][2]llm.Call{
		{call("a", `{"x":1,"y":{"b":[1, 2],"a":null}}`), call("a", ` {"y":{"a":null,"b":[1,2]}, "x":1}`)},
		{call("a", ""), call("a", "{}")},
		{call("a", `{"x":`), call("a", ` {"x":`)},
	}
	for _, c := range same {
		if signature(c[0]) != signature(c[1]) {
			t.Errorf("%s and %s should count as the same", c[0].Args, c[1].Args)
		}
	}
	different := [][2]llm.Call{
		{call("a", `{}`), call("b", `{}`)},
		{call("a", `{"x":1}`), call("a", `{"x":2}`)},
		{call("a", `{"x":1}`), call("a", `{"x":"1"}`)},
		{call("a", `{"x":[1,2]}`), call("a", `{"x":[2,1]}`)},
		{call("a", `{"x":9007199254740993}`), call("a", `{"x":9007199254740992}`)},
	}
	for _, c := range different {
		if signature(c[0]) == signature(c[1]) {
			t.Errorf("%s and %s should count as different", c[0].Args, c[1].Args)
		}
	}
}

const testSchema = `{
	"type": "object",
	"properties": {
		"s": {"type": "string", "description": "words", "minLength": 2, "maxLength": 4},
		"e": {"type": "string", "enum": ["red", "blue"]},
		"n": {"type": "number", "minimum": 0, "maximum": 1},
		"i": {"type": "integer", "enum": [1, 2]},
		"b": {"type": "boolean"},
		"a": {"type": "array", "maxItems": 2, "items": {"type": "string"}},
		"o": {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
	},
	"required": ["s"],
	"additionalProperties": false
}`

var schemaCases = []struct{ name, args, want string }{
	{"least", `{"s":"ab"}`, ""},
	{"all", `{"s":"夢夢夢夢","e":"red","n":0.5,"i":2,"b":true,"a":["x","y"],"o":{"x":1,"more":null}}`, ""},
	{"a whole number is a number", `{"s":"ab","n":1}`, ""},
	{"missing", `{}`, "s is required"},
	{"none", ``, "s is required"},
	{"wrong type", `{"s":1}`, "s must be of type string, not integer"},
	{"null", `{"s":null}`, "s must be of type string, not null"},
	{"short", `{"s":"a"}`, "s must have at least 2 characters, not 1"},
	{"long", `{"s":"夢夢夢夢夢"}`, "s must have at most 4 characters, not 5"},
	{"not in the list", `{"s":"ab","e":"green"}`, `e must be one of "red", "blue"`},
	{"number not in the list", `{"s":"ab","i":3}`, "i must be one of 1, 2"},
	{"too small", `{"s":"ab","n":-0.1}`, "n must be at least 0"},
	{"too large", `{"s":"ab","n":2}`, "n must be at most 1"},
	{"much too large", `{"s":"ab","n":1e999}`, "n is too large a number"},
	{"not whole", `{"s":"ab","i":1.0}`, "i must be of type integer, not number"},
	{"too many", `{"s":"ab","a":["x","y","z"]}`, "a must have at most 2 items, not 3"},
	{"item", `{"s":"ab","a":["x",1]}`, "a[1] must be of type string, not integer"},
	{"member", `{"s":"ab","o":{}}`, "o.x is required"},
	{"member type", `{"s":"ab","o":{"x":"1"}}`, "o.x must be of type integer, not string"},
	{"other case", `{"S":"ab","s":"ab"}`, "S is not an argument of this tool"},
	{"two faults", `{"e":1}`, "s is required\ne must be of type string, not integer"},
	{"many faults", `{"e":1,"n":"","i":"","b":1,"a":1,"o":1}`, "s is required\na must be of type array, not integer\nb must be of type boolean, not integer\ne must be of type string, not integer\ni must be of type integer, not string\nand 2 more"},
}

func TestSchemaCheck(t *testing.T) {
	s, err := parseSchema(json.RawMessage(testSchema))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range schemaCases {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			if _, err := s.read(json.RawMessage(c.args)); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// FuzzCheckArgs holds that arguments which pass can be read into the struct
// that a tool with this schema would have.
func FuzzCheckArgs(f *testing.F) {
	s, err := parseSchema(json.RawMessage(testSchema))
	if err != nil {
		f.Fatal(err)
	}
	for _, c := range schemaCases {
		f.Add([]byte(c.args))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		args, err := s.read(args)
		if err != nil {
			return
		}
		var v struct {
			S string
			E string
			N float64
			I int64
			B bool
			A []string
			O struct{} // takes other members too
		}
		if err := json.Unmarshal(args, &v); err != nil {
			t.Fatalf("%q passes but cannot be read: %v", args, err)
		}
		if n := len([]rune(v.S)); n < 2 || n > 4 || v.N < 0 || v.N > 1 || v.I < 0 || v.I > 2 || len(v.A) > 2 {
			t.Fatalf("%q passes with %+v", args, v)
		}
		if v.E != "" && !slices.Contains([]string{"red", "blue"}, v.E) {
			t.Fatalf("%q passes with %q", args, v.E)
		}
	})
}

// FuzzParseSchema holds that a schema which was read can check anything.
func FuzzParseSchema(f *testing.F) {
	f.Add([]byte(testSchema), []byte(`{"s":"ab"}`))
	f.Add([]byte(`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","enum":[]}}}}`), []byte(`{"a":[{}]}`))
	f.Fuzz(func(t *testing.T, schema, args []byte) {
		s, err := parseSchema(schema)
		if err != nil {
			return
		}
		clean, first := s.read(args)
		if again, err := s.read(clean); first == nil && (err != nil || string(again) != string(clean)) {
			t.Fatalf("%q became %q, then %q, %v", args, clean, again, err)
		}
	})
}
