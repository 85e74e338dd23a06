package companion

import (
	"strings"
	"testing"

	"yumori/dreaming"
	"yumori/retrieval"
)

// TestWhatIsNotToBeKeptIsNotBroughtBack tells something off the record, and something beside it,
// and asks a model for both when the talk is over: what the model is shown counts.
func TestWhatIsNotToBeKeptIsNotBroughtBack(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ slug, withheld, word, kept, keptWord, other, ask string }{
		{"luna", "Off the record: I am seeing somebody from the boathouse, called Ellis.", "Ellis", "Tom from the boathouse lent me his canoe.", "canoe", "The harbour was foggy again this morning. ", "Who was it again from the boathouse?"},
		{"", "ここだけの話、記録しないでほしいんだけど、艇庫の絵里さんと付き合ってる。", "絵里", "艇庫の友也さんがカヌーを貸してくれた。", "カヌー", "今朝も港は霧でした。", "艇庫の人って誰だったかな？"},
	} {
		t.Run(x.word, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			model := &ears{}
			h := remembering(t, dir, september, model)
			c := theOne(t, h, x.slug)
			talk(t, c, x.kept)
			for range 3 { // what was said before it may ask nothing of it
				talk(t, c, x.other)
			}
			talk(t, c, x.withheld)
			for range 3 {
				talk(t, c, x.other)
			}
			must(t, h.Close())
			for day := range 3 {
				h = remembering(t, dir, september.AddDate(0, 0, day+1), model)
				c = theOne(t, h, x.slug)
				for range 2 {
					talk(t, c, strings.Repeat(x.other, 90)) // fills the history
				}
				c.work.Wait()
				if _, err := c.Dreams.Dream(t.Context(), dreaming.Request{By: dreaming.ByRules}); err != nil {
					t.Fatal(err)
				}
				must(t, h.Close())
			}
			h = remembering(t, dir, september.AddDate(0, 0, 5), model)
			c = theOne(t, h, x.slug)
			c.work.Wait()
			talk(t, c, x.ask)
			if all, recalled := model.told(); strings.Contains(all, x.word) || !strings.Contains(recalled, x.keptWord) {
				t.Errorf("the model is shown what was not to be kept, or not what was: %s", all)
			}
			found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: x.withheld, Items: 50})
			must(t, err)
			if recalls(&found, x.word) {
				t.Errorf("recalled: %+v", found.Memories)
			}
			must(t, h.Close())
		})
	}
}
