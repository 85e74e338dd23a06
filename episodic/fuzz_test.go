package episodic

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"yumori/internal/lang"
)

// FuzzScanArray compares with encoding/json: what is an array is read without
// a flaw and as the same elements, and what is not has one.
func FuzzScanArray(f *testing.F) {
	for _, s := range []string{seed, "[]", "", "[1,2]", `["a","\"",{"b":[]}]`, "[{]", "[\n{\"a\":1}\n{\"b\":2}\n]", "[\"\\", "\uFEFF[ ]", "[,]", "[1 2]", "[[]]", "[}", "[null,true]x"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		pieces, flaws := scanArray(data)
		var want []json.RawMessage
		err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\uFEFF")), &want)
		if err == nil && want != nil {
			if len(flaws) > 0 || len(pieces) != len(want) {
				t.Fatalf("%d pieces, flaws %v of a good array of %d", len(pieces), flaws, len(want))
			}
			for i, p := range pieces {
				if !bytes.Equal(p.raw, want[i]) {
					t.Fatalf("piece %d is %q, want %q", i, p.raw, want[i])
				}
			}
		}
		line := 1
		for _, p := range pieces {
			if !json.Valid(p.raw) || p.line < line {
				t.Fatalf("piece %q in line %d", p.raw, p.line)
			}
			line = p.line
		}
		if len(flaws) > maxFlaws+2 {
			t.Fatalf("%d flaws", len(flaws))
		}
	})
}

// FuzzElements changes whatever is in an element: what is written can be read
// again, says the same, and has kept every other member.
func FuzzElements(f *testing.F) {
	for _, s := range []string{
		`{"id":"e","date":"2026-01-02","summary":"x","arousal":0.5,"sources":["a"],"z":{"y":1}}`,
		`{"date":"2025-11-04~2025-11-10","summary":"w","compressed":true,"arousal_avg":0.4,"arousal":7}`,
		`{"time":"2026-11-21T10:00:00+09:00","user":"u","reply":"r","arousal":0.5,"before":{"emotion":1}}`,
		`{"created_at":"2026-01-02 04:53:57","trigger_topic":"t","insight":"i","strategy":"s","log_entry":"l"}`,
		`{"summary":"x","Summary":"y","summary":3}`, `[]`, `"x"`, `{}`, `{"summary":"\ud800"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			t.Skip()
		}
		try(t, raw, form[Episode]{decodeEpisode, encodeEpisode, onLines, "", nil}, func(e *Episode) { e.Withdrawn = append(e.Withdrawn, "gone") }, func(e Episode) []string { return e.Withdrawn })
		try(t, raw, form[Exchange]{decodeExchange, encodeExchange, onOneLine, "", nil}, func(x *Exchange) { x.Withdrawn = append(x.Withdrawn, "gone") }, func(x Exchange) []string { return x.Withdrawn })
		try(t, raw, form[Insight]{decodeInsight, encodeInsight, onLines, "", nil}, func(i *Insight) { i.Withdrawn = append(i.Withdrawn, "gone") }, func(i Insight) []string { return i.Withdrawn })
	})
}

func try[T any](t *testing.T, raw []byte, f form[T], change func(*T), withdrawn func(T) []string) {
	t.Helper()
	s := &sheet[T]{form: f}
	e := &elem[T]{reading: f.decode(raw), raw: raw}
	if !e.use {
		return
	}
	item := e.item
	change(&item)
	if err := s.change(e, item); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(e.raw) || !e.use {
		t.Fatalf("written: %s", e.raw)
	}
	got := withdrawn(e.item)
	if len(got) == 0 || got[len(got)-1] != "gone" {
		t.Fatalf("withdrawn %q in %s", got, e.raw)
	}
	before, err := members(raw)
	if err != nil {
		t.Fatal(err)
	}
	after, err := members(e.raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range before {
		if strings.EqualFold(m.name, "withdrawn") {
			continue
		}
		if v, ok := value(after, m.name); !ok || len(after) < len(before) || v == nil {
			t.Fatalf("member %q is gone from %s", m.name, e.raw)
		}
	}
}

// FuzzSummaries has anything said: the summaries keep to their length, and are
// text.
func FuzzSummaries(f *testing.F) {
	f.Add("I went home. Did you?", "私は帰った。「そう」ですか？", "ja", 0.7)
	f.Add("```", "> x\n“quote” “", "en", -1.0)
	f.Add("“", "「", "ja", 2.0)
	f.Fuzz(func(t *testing.T, one, two, language string, arousal float64) {
		d := Day{Date: "2026-11-21", Language: language, Persona: one[:min(9, len(one))], User: two, Entities: []string{one}, Lines: []Line{
			{Speaker: User, Text: one, Arousal: arousal, ID: "1"}, {Speaker: Persona, Text: two, ID: "2"}, {Speaker: User, Name: one, Text: one + two, ID: "3"},
		}}
		s, err := Daily(t.Context(), nil, d)
		if err != nil || utf8.RuneCountInString(s.Text) > dailyMax || !utf8.ValidString(s.Text) {
			t.Fatalf("%q, %v", s.Text, err)
		}
		w := Week{Language: language, Persona: two, Episodes: []Episode{{Date: "2026-11-20", Summary: one, Arousal: arousal}, {Date: Date(two), Summary: two}, {Date: "2026-11-21", Summary: s.Text}}}
		ws, err := Weekly(t.Context(), nil, w)
		if err != nil || utf8.RuneCountInString(ws.Text) > weeklyMax || !utf8.ValidString(ws.Text) {
			t.Fatalf("%q, %v", ws.Text, err)
		}
		if a := w.Merge(ws); !inUnit(a.Arousal) {
			t.Fatalf("arousal %v", a.Arousal)
		}
		if text := cleanAnswer(one); strings.Contains(text, "<persona_emotion ") {
			t.Fatalf("tag in %q", text)
		}
		_, _, _ = Date(one).Valid(), Date(two).Back(3), lang.CutSentences(two, 3)
	})
}
