package companion

import (
	"slices"
	"strings"
	"testing"

	"yumori/rag"
	"yumori/retrieval"
)

// A mapFault is what the runtime panics with when a page of a mapped file cannot
// be read.
type mapFault struct{}

func (mapFault) Addr() uintptr { return 0 }

// TestDamageMetByASearchIsSaid has a search find that an index cannot be read
// while the persona is open. What is recalled before it is whole again says
// what it is from, and who looks something up waits for the whole.
func TestDamageMetByASearchIsSaid(t *testing.T) {
	t.Parallel()
	h := remembering(t, t.TempDir(), september, &ears{})
	defer h.Close()
	c := luna(t, h)
	talk(t, c, "My sister Mika plays the cello in Osaka.")
	_, err := c.UpdateIndex(t.Context())
	must(t, err)
	for _, x := range c.recall.all() {
		_, err := x.index.Search(t.Context(), rag.Query{
			Text: "cello Osaka", Filter: rag.Filter{Without: func(string) bool { panic(mapFault{}) }},
		})
		must(t, err)
	}
	const question = "Which instrument does Mika play?"
	out, err := c.recall.recollect(t.Context(), recallQuery{Query: retrieval.Query{Ask: retrieval.Ask{Text: question}}})
	must(t, err)
	if !slices.ContainsFunc(out.Notes, func(n string) bool { return strings.Contains(n, "made anew") }) {
		t.Errorf("it does not say what it is from: %q", out.Notes)
	}
	if found := recalled(t, c, question); !recalls(&found, "cello") {
		t.Errorf("after the damage is mended: %+v", found)
	}
	for _, x := range c.recall.all() {
		if why := x.index.Mending(); why != "" {
			t.Errorf("index %s is not whole: %s", x.name, why)
		}
	}
}
