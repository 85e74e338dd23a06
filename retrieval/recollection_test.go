package retrieval

import (
	"encoding/json"
	"strings"
	"testing"

	"yumori/internal/memory"
)

// TestTraceKeepsTheSum keeps the sum of a memory's line in a trace, beside a place
// that older programs read; a trace without one is written as it always was.
func TestTraceKeepsTheSum(t *testing.T) {
	kept := Recollection{Memories: []Memory{
		{ID: "MEMORY.md_2", Source: memory.PlacesIn("MEMORY.md", "# Tea\n# Coffee")[1], Content: "Coffee"},
		{ID: "01KA", Source: memory.ParsePlace("log.jsonl#L4")},
	}}
	data, err := json.Marshal(kept.Traced())
	if err != nil || strings.Count(string(data), `"source":"MEMORY.md#L2"`) != 1 || strings.Count(string(data), `,"sum":"`) != 1 {
		t.Fatalf("%s, %v", data, err)
	}
	type older Memory // without methods
	plain, err := json.Marshal(older(kept.Memories[1]))
	if err != nil || !strings.Contains(string(data), string(plain)) {
		t.Errorf("%s is not in %s, %v", plain, data, err)
	}
	var back Recollection
	if err := json.Unmarshal(data, &back); err != nil || len(back.Memories) != 2 {
		t.Fatalf("%+v, %v", back, err)
	}
	for i, m := range back.Memories {
		if m.Source != kept.Memories[i].Source || m.ID != kept.Memories[i].ID {
			t.Errorf("%+v", m)
		}
	}
}
