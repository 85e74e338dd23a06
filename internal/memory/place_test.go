package memory

import (
	"encoding/json"
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
