package retrieval

import (
	"testing"
	"testing/synctest"
	"time"

	"yumori/rag"
)

func TestHangingPlannerIsLeftAfterItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &Node{Indexes: []Searcher{&fakeIndex{hits: []rag.Hit{hit("a", 9, "the kiln")}}}, Planner: planner{hang: true}}
		begin := time.Now()
		r := recall(t, n, asking("the kiln"))
		if took := time.Since(begin); took != planTime {
			t.Errorf("took %v", took)
		}
		if r.Plan.By != "rules" || idsOf(r) != "a" || len(r.Notes) != 1 {
			t.Errorf("plan by %s, items %q, notes %q", r.Plan.By, idsOf(r), r.Notes)
		}
	})
}
