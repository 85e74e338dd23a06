package transcript

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
)

// FuzzRecord reads any line. What is taken for a message is written and read
// again as the same, and the fast reader of the ids agrees with the other one.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{
		line("01KA0000000000000000000000", "", "2026-11-21T10:00:00+09:00", "夢"),
		`{"kind":"message","id":"A","parent":"B","role":"persona","time":"2026-11-21T10:00:00Z","text":"\u0000","state":"failed","trace":{"a":[]},"opaque":null,"attachments":[{"name":"a"}]}`,
		`{"kind":"head","id":"A","time":"2026-11-21T10:00:00Z"}`,
		`{"kind":"message","id":"A","parent":"B","role":"`,
		`{"kind":"mood"}`, `null`, `[]`, `{"kind":"message","id":"A","parent":"","role":"x","time":"0000-01-01T00:00:00Z","text":1}`,
		`{"kind":"message","id":"A","parent":"B","role":"user","id":"C","time":"2026-11-21T10:00:00Z"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decode(data)
		if err != nil {
			return
		}
		if fast, ok := scanHeader(data); ok && r.Kind == kindMessage && (fast.ID != r.ID || fast.Parent != r.Parent) && !twice(data) {
			t.Fatalf("%q: ids %v and %v", data, fast, r.Message)
		}
		if r.Kind != kindMessage {
			return
		}
		if text, ok := scanText(data); ok && string(text) != r.Text && !twice(data) {
			t.Fatalf("%q: text %q and %q", data, text, r.Text)
		}
		m, out, err := encode(r.Message)
		if err != nil {
			return // a role, a state or a size this version does not write
		}
		if bytes.ContainsAny(out, "\n\r\x00") {
			t.Fatalf("%q is not one line", out)
		}
		again, err := decode(out)
		if err != nil {
			t.Fatalf("%q: %v", out, err)
		}
		if !sameMessage(again.Message, m) && (string(again.Trace) == string(m.Trace) || !json.Valid(m.Trace)) {
			t.Fatalf("%+v became %+v", m, again.Message)
		}
	})
}

// twice reports whether a member stands in the object twice, where the JSON
// parser takes the last and the fast reader the first.
func twice(data []byte) bool {
	low := strings.ToLower(string(data))
	return strings.Count(low, `"id"`) > 1 || strings.Count(low, `"parent"`) > 1 || strings.Contains(low, `\u`) ||
		strings.ContainsAny(low, "ſ") || strings.Count(low, `"kind"`) > 1 || strings.Count(low, `"text"`) > 1
}

// FuzzLines cuts any bytes into lines, forward and backward, with the same
// result.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\n\nc"))
	f.Add([]byte("\n"))
	f.Add(bytes.Repeat([]byte("0123456789\n"), blockSize/5))
	f.Fuzz(func(t *testing.T, data []byte) {
		var there, back []store.Line
		for l, err := range forwardLines(bytes.NewReader(data), 0) {
			if err != nil {
				t.Fatal(err)
			}
			l.Data = bytes.Clone(l.Data)
			there = append(there, l)
		}
		for l, err := range backwardLines(bytes.NewReader(data), -1) {
			if err != nil {
				t.Fatal(err)
			}
			back = append([]store.Line{l}, back...)
		}
		if len(there) != len(back) {
			t.Fatalf("%d lines forward, %d backward", len(there), len(back))
		}
		for i := range there {
			if there[i].Offset != back[i].Offset || !bytes.Equal(there[i].Data, back[i].Data) {
				t.Fatalf("line %d: %d %q and %d %q", i, there[i].Offset, there[i].Data, back[i].Offset, back[i].Data)
			}
		}
	})
}

func TestLongLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxRecord)
	for _, tt := range []struct {
		name, text string
		want       string // lengths of the lines, -1 too long
	}{
		{"longest record", "a\n" + long + "\nb\n", "[1 4194303 1]"},
		{"one more", "a\n" + long + "x\nb\n", "[1 -1 1]"},
		{"far too long", "a\n" + long + long + "\nb\n", "[1 -1 1]"},
		{"first and last", long + "x\nb\n" + long + "x", "[-1 1 -1]"},
		{"two in a row", long + "x\n" + long + "xx\n", "[-1 -1]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lengths := func(seq func(func(store.Line, error) bool)) (n []int) {
				for l, err := range seq {
					if err != nil {
						n = append(n, -1)
						continue
					}
					n = append(n, len(l.Data))
				}
				return n
			}
			there := lengths(forwardLines(strings.NewReader(tt.text), 0))
			back := lengths(backwardLines(strings.NewReader(tt.text), -1))
			for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
				back[i], back[j] = back[j], back[i]
			}
			if g := sprint(there); g != tt.want {
				t.Errorf("forward %s, want %s", g, tt.want)
			}
			if g := sprint(back); g != tt.want {
				t.Errorf("backward %s, want %s", g, tt.want)
			}
		})
	}
}

func sprint(n []int) string {
	s, _ := json.Marshal(n)
	return strings.ReplaceAll(string(s), ",", " ")
}

func TestRecordFormat(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 10, 0, 0, 5e6, tokyo())
	_, got, err := encode(Message{ID: "B", Parent: "A", Role: RolePersona, Time: at, Text: "<夢>\n", Model: "m", State: Failed, Trace: []byte(`{"z":1, "a":2}`)})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"kind":"message","id":"B","parent":"A","role":"persona","time":"2026-11-21T10:00:00.005+09:00","text":"<夢>\n","model":"m","state":"failed","trace":{"z":1,"a":2}}`
	if string(got) != want {
		t.Errorf("record\n%s\nwant\n%s", got, want)
	}
}

// A line is read alike wherever its trace stands, and its words survive a trace
// that cannot be read.
func TestTheTraceIsCutOut(t *testing.T) {
	const head = `{"kind":"message","id":"01K00000000000000000000001","parent":"","role":"persona","time":"2026-11-21T10:00:00Z","text":"a \",\"trace\":{ b"`
	for _, tt := range []struct{ rest, trace, opaque string }{
		{`}`, ``, ``},
		{`,"trace":{"a":"}","b":{"c":"\"}"}}}`, `{"a":"}","b":{"c":"\"}"}}`, ``},
		{`,"trace":{"a":1},"opaque":{"x":{"trace":{}}}}`, `{"a":1}`, `{"x":{"trace":{}}}`},
		{`,"opaque":{"x":1,"trace":{}}}`, ``, `{"x":1,"trace":{}}`},
		{`,"trace":null}`, ``, ``},
		{`,"trace":{"a":}}`, `{"a":}`, ``},
	} {
		r, err := decode([]byte(head + tt.rest))
		if err != nil || r.Text != `a ","trace":{ b` || string(r.Trace) != tt.trace || string(r.Opaque) != tt.opaque {
			t.Errorf("%s: %v, text %q, trace %s, opaque %s", tt.rest, err, r.Text, r.Trace, r.Opaque)
		}
	}
	for _, broken := range []string{``, `,"trace":{`, `,"trace":{}`, `,"trace":{}}}`, `,"x":{"a":1,"trace":{}}`, `,"trace":{"a":"}}`} {
		if r, err := decode([]byte(head + broken)); err == nil {
			t.Errorf("%s: read as %+v", broken, r)
		}
	}
}
