package memory

import (
	"encoding/json"
	"errors"
	"testing"
)

func TestPlace(t *testing.T) {
	for s, want := range map[string]Place{
		"":                          {},
		"01KA":                      {File: "01KA"},
		"log.jsonl":                 {File: "log.jsonl"},
		"memory/2026-11-21.md#L12":  {File: "memory/2026-11-21.md", Line: 12},
		"knowledge/C# notes.md#L3":  {File: "knowledge/C# notes.md", Line: 3},
		"knowledge/a.pdf#page=3":    {File: "knowledge/a.pdf", Page: 3},
		"a.md#L0":                   {File: "a.md#L0"},
		"a.md#L03":                  {File: "a.md#L03"},
		"a.md#L-1":                  {File: "a.md#L-1"},
		"a.md#L":                    {File: "a.md#L"},
		"a.md#heading":              {File: "a.md#heading"},
		"a#L99999999999999999999":   {File: "a#L99999999999999999999"},
		"knowledge/odd.md#L1#page=": {File: "knowledge/odd.md#L1#page="},
	} {
		p := ParsePlace(s)
		if p != want || p.String() != s {
			t.Errorf("%q is read as %+v, and written %q", s, p, p)
		}
		data, err := json.Marshal(p)
		var back Place
		if plain, _ := json.Marshal(s); err != nil || string(data) != string(plain) || json.Unmarshal(data, &back) != nil || back != p {
			t.Errorf("%q is %s in JSON, %v, and read as %+v", s, data, err, back)
		}
	}
}

// TestSumAsText writes a sum, which a place as text has not.
func TestSumAsText(t *testing.T) {
	at := PlacesIn("MEMORY.md", "# Tea\n\nGreen, no sugar.")[2]
	data, err := json.Marshal(at.Sum)
	if want := `"30d5ede6dc3581e9"`; err != nil || string(data) != want {
		t.Errorf("%s, %v, not %s", data, err, want)
	}
	var back Sum
	if err := json.Unmarshal(data, &back); err != nil || back != at.Sum {
		t.Errorf("%x, %v", back, err)
	}
	for _, s := range []string{`""`, `"x"`, `"ffffffffffffffffff"`} {
		if err := json.Unmarshal([]byte(s), &back); err != nil || back != 0 {
			t.Errorf("%s: %x, %v", s, back, err)
		}
	}
	if at.String() != "MEMORY.md#L3" {
		t.Error(at)
	}
}

func TestSumOf(t *testing.T) {
	same := SumOf("- Ivo likes tea")
	for line, want := range map[string]bool{
		" - Ivo likes tea\r":                        true,
		"- Ivo likes tea <!-- id: w_1; src: 01 -->": true,
		"- Ivo <!-- a -->likes tea<!-- open":        true,
		"- Ivo likes coffee":                        false,
		"":                                          false,
	} {
		if got := SumOf(line); got == same != want {
			t.Errorf("%q: %x", line, got)
		}
	}
	if SumOf(" <!-- only -->\r") != 0 {
		t.Error("a blank line has a sum")
	}
}

// TestAmong finds a place again in a file that was edited, and never takes
// another line for it.
func TestAmong(t *testing.T) {
	was := PlacesIn("a.md", "one\ntwo\nthree")[1]
	old := Place{File: "a.md", Line: 2}
	for _, c := range []struct {
		name, now string
		at        Place
		want      int // -1: changed
	}{
		{"unchanged", "one\ntwo\nthree", was, 1},
		{"moved down", "zero\none\n\ntwo\nthree", was, 3},
		{"moved up", "two\nthree", was, 0},
		{"another like it", "two\ntwo\ntwo", was, 1},
		{"moved, and several", "one\nx\ntwo\ntwo\ntwo", was, -1},
		{"edited", "one\ntwo and a half\nthree", was, -1},
		{"removed", "one\nthree", was, -1},
		{"empty", "", was, -1},
		{"old", "zero\none\ntwo", old, 1},
		{"old, beyond the end", "one", old, -1},
	} {
		got, err := c.at.Among(PlacesIn("a.md", c.now))
		if changed := errors.Is(err, ErrChanged); changed != (c.want < 0) || !changed && got != c.want {
			t.Errorf("%s: %d, %v", c.name, got, err)
		}
	}
}
