package companion

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/dreaming"
	"yumori/retrieval"
)

// TestNoAnswerFromWhatWasRetracted tells something of weight, lets it sink in
// for some nights, is answered from it, takes it back, and asks by all ways,
// at once, after another night, when it is archived, and from a new index.
func TestNoAnswerFromWhatWasRetracted(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ slug, told, other, ask, word string }{
		{"luna", "My sister Mika plays the cello in Osaka, and I was so happy when she won a prize for it.", "The harbour was foggy again this morning.", "What does my sister Mika play?", "cello"},
		{"", "妹のミカは大阪でチェロを弾いていて、賞を取ったときは本当に嬉しかった。", "今朝も港は霧でした。", "妹のミカは何を弾いている？", "チェロ"},
	} {
		t.Run(x.word, func(t *testing.T) {
			t.Parallel()
			dir, day := t.TempDir(), 0
			open := func() (*Home, *Companion) {
				h := remembering(t, dir, september.AddDate(0, 0, day), nil)
				c := theOne(t, h, x.slug)
				c.work.Wait()
				return h, c
			}
			sleep := func(h *Home, c *Companion) {
				if _, err := c.Dreams.Dream(t.Context(), dreaming.Request{By: dreaming.ByRules}); err != nil {
					t.Fatal(err)
				}
				must(t, h.Close())
				day++
			}
			h, c := open()
			said := talk(t, c, x.told)
			talk(t, c, x.other)
			sleep(h, c)
			for range 9 { // a week is put together
				h, c = open()
				talk(t, c, x.other)
				if day == 2 {
					if turn := talk(t, c, x.ask); !strings.Contains(turn.Text, x.word) {
						t.Errorf("before it is taken back it is not answered: %q", turn.Text)
					}
				}
				sleep(h, c)
			}
			h, c = open()
			_, err := c.Conversation.Retract(said.User.ID)
			must(t, err)
			silent := func(when string) {
				t.Helper()
				for _, q := range []string{x.ask, x.told, x.word} {
					found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: q, Items: 50})
					must(t, err)
					for _, m := range found.Memories {
						if m.Time.Before(september.AddDate(0, 0, 10)) && strings.Contains(m.Content, x.word) {
							t.Errorf("%s, recalled by %q: %s %s %s: %s", when, q, m.Type, m.ID, m.Source, m.Content)
						}
					}
				}
				if turn := talk(t, c, x.ask); strings.Contains(turn.Text, x.word) {
					t.Errorf("%s, answered: %s", when, turn.Text)
				}
				p, err := c.Conversation.PlanNow(t.Context())
				must(t, err)
				for _, l := range p.System() {
					if all := fmt.Sprint(l, l.Memories); strings.Contains(all, x.word) {
						t.Errorf("%s, in the prompt: %s: %s", when, l.Name, all)
					}
				}
			}
			silent("at once")
			sleep(h, c)
			h, c = open()
			silent("a night later")
			sleep(h, c)
			day += 60
			h, c = open()
			silent("archived")
			must(t, h.Close())
			must(t, os.RemoveAll(filepath.Join(dir, "personas", theSlug(t, dir, x.slug), ".index")))
			h, c = open()
			silent("indexed anew")
			must(t, c.Conversation.Restore(said.User.ID))
			found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: x.told, Items: 50})
			must(t, err)
			if !recalls(&found, x.word) {
				t.Errorf("given back, it is not recalled: %+v", found.Memories)
			}
			if list := c.mind.Episodes.Episodes(); len(list) == 0 || !strings.Contains(c.Memories.Folder.Unsaid(list[0]), x.word) {
				t.Errorf("given back, the day does not tell of it: %+v", list)
			}
			if list := c.mind.Insights.All(); len(list) == 0 || list[0].Stale() {
				t.Errorf("given back, the night does not tell of it: %+v", list)
			}
			must(t, h.Close())
		})
	}
}
