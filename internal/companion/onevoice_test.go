package companion

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/retrieval"
)

// TestALogOfOneVoice reads logs in which only one of the two speaks, in another
// language than the persona's, with quotations within quotations and of the
// persona: each is found, and a dream keeps nobody's words as the other's.
func TestALogOfOneVoice(t *testing.T) {
	t.Parallel()
	for role, says := range map[string][][2]string{
		"user": {
			{"Where does Ola keep bees?", "My sister Ola keeps bees in Gdansk."},
			{"マリはどこに引っ越した？", "昨日、姉のマリが函館に引っ越したよ。"},
			{"Who sells the bakery?", `She said "Tom told me 'I will sell the bakery' and laughed".`},
			{"What is far away?", `You said "Hakodate is far away". It is not.`},
		},
		"persona": {{"What colour is the boat?", "I painted a blue boat."}},
	} {
		home := t.TempDir()
		h := testHomeUnchecked(t, home)
		luna(t, h)
		must(t, h.Close())
		var log strings.Builder
		parent, i := "", 0
		for _, said := range says {
			id := fmt.Sprintf("01B%023d", i)
			line, err := json.Marshal(map[string]string{"kind": "message", "id": id, "parent": parent, "role": role, "time": time.Now().Add(time.Duration(i-600) * time.Minute).Format(time.RFC3339), "text": said[1]})
			must(t, err)
			log.Write(append(line, '\n'))
			parent, i = id, i+1
		}
		must(t, os.WriteFile(filepath.Join(home, "personas", "luna", "log.jsonl"), []byte(log.String()), 0o600))

		h = testHomeUnchecked(t, home)
		c := luna(t, h)
		for _, said := range says {
			got, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: said[0]})
			must(t, err)
			best := slices.MinFunc(append(got.Memories, retrieval.Memory{Score: 9}), func(a, b retrieval.Memory) int { return cmp.Compare(a.Score, b.Score) })
			if best.Content != said[1] {
				t.Errorf("%s: %q recalls %q", role, said[0], best.Content)
			}
		}
		_, err := c.Dreams.Dream(t.Context(), dreaming.Request{By: dreaming.ByRules})
		must(t, err)
		must(t, h.Close())
		for _, name := range []string{"world", "experience", "opinions"} {
			bank, _ := os.ReadFile(filepath.Join(home, "personas", "luna", "bank", name+".md"))
			for _, wrong := range []string{"user will sell", "Luna will sell", "user painted"} {
				if strings.Contains(string(bank), wrong) {
					t.Errorf("%s: %s.md says %q", role, name, wrong)
				}
			}
		}
	}
}
