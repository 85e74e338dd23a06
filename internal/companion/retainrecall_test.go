package companion

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/persona"
	"yumori/retrieval"
)

// TestRetainIsFoundWhenItIsWritten writes bullets by hand into the log of a day
// that is long over, into it once more, and has the bank take them.
func TestRetainIsFoundWhenItIsWritten(t *testing.T) {
	t.Parallel()
	h := remembering(t, t.TempDir(), september, &ears{})
	defer h.Close()
	c := luna(t, h)
	const file = "memory/2026-08-02.md"
	writeMemory(t, c, file, "# 2026-08-02\n\n## [10:11:12] fact\n\nThe market is on Fridays.\n")
	ask := func(question string) []retrieval.Memory {
		t.Helper()
		found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: question})
		must(t, err)
		return found.Memories
	}
	ask("Where is Peter?")
	body := "# 2026-08-02\n\n## [10:11:12] fact\n\nThe market is on Fridays.\n\n## Retain\n" +
		"- W @Peter: is in Marrakech.\n- O(c=0.95) @Peter: prefers short replies\n  on the phone.\n- O(c=7) @Peter: prefers broken bullets.\n- S The summer of the regatta.\n"
	writeMemory(t, c, file, body)
	for _, one := range []struct{ question, content, line, kind, entity, sure string }{
		{"Where is Peter, in Marrakech?", "@Peter: is in Marrakech.", "#L8", "told", "Peter", ""},
		{"What replies does Peter prefer?", "@Peter: prefers short replies on the phone.", "#L9", "told", "Peter", "0.95"},
		{"Which summer was it of the regatta?", "The summer of the regatta.", "#L12", "inferred", "", ""},
		{"What about broken bullets?", "- O(c=7) @Peter: prefers broken bullets.", "#L7", "told", "", ""},
		{"When is the market?", "The market is on Fridays.", "#L3", "told", "", ""},
	} {
		list := ask(one.question)
		at := slices.IndexFunc(list, func(m retrieval.Memory) bool { return m.Content == one.content })
		if at < 0 {
			t.Errorf("%s: %+v", one.question, list)
			continue
		}
		m := list[at]
		if m.Source.String() != file+one.line || string(m.Kind) != one.kind || m.Type != "daily" || !strings.HasPrefix(m.Time.String(), "2026-08-02") || m.Sure() != one.sure ||
			one.entity != "" && !slices.Contains(m.Entities, one.entity) {
			t.Errorf("%s: %+v", one.question, m)
		}
	}
	found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: "Peter", Entities: []string{"Peter"}, Kinds: []string{"daily"}})
	must(t, err)
	for _, content := range []string{"@Peter: is in Marrakech.", "@Peter: prefers short replies on the phone."} {
		if !slices.ContainsFunc(found.Memories, func(m retrieval.Memory) bool { return m.Content == content }) {
			t.Errorf("about Peter, %s: %+v", content, found.Memories)
		}
	}

	held, _ := facts.ParseRetain(file, persona.DailyText(body), time.UTC)
	kept, err := c.mind.Facts.Retain(held, store.Cause{Kind: store.CauseDream})
	must(t, err)
	_, err = c.mind.Facts.Weigh(kept[1].ID, []facts.Evidence{{Stance: facts.Against, Source: "01KX", Time: september}}, store.Cause{Kind: store.CauseDream})
	must(t, err)
	for _, question := range []string{"Where is Peter, in Marrakech?", "What replies does Peter prefer?"} {
		said := 0
		for _, m := range ask(question) {
			if strings.Contains(m.Content, "Marrakech") && strings.HasPrefix(question, "Where") || strings.Contains(m.Content, "short replies") && strings.HasPrefix(question, "What") {
				said++
				if m.Type != "bank" {
					t.Errorf("%s: %+v", question, m)
				}
			}
		}
		if said != 1 {
			t.Errorf("%s: answered %d times", question, said)
		}
	}
	// The file alone is asked for: then the bank's answer is none.
	found, err = c.Memories.Recall(t.Context(), retrieval.Question{Text: "Where is Peter, in Marrakech?", Kinds: []string{"daily"}})
	must(t, err)
	if len(found.Memories) == 0 || found.Memories[0].Source.String() != file+"#L8" {
		t.Errorf("of the daily logs: %+v", found.Memories)
	}
}
