package page

import (
	"strings"
	"testing"

	"yumori/internal/texts"
)

func TestWhatAFileHeldIsRead(t *testing.T) {
	for _, tt := range []struct {
		file, data string
		want       []string
	}{
		{texts.GoalsFile, goalsThen, []string{"Learn the poem", "Sing", "half of it", "by heart"}},
		{texts.GoalsFile, goalsNow, []string{"Learn two poems", "Swim", "did"}},
		{texts.EpisodesFile, `[{"id":"e1","date":"2026-11-20","summary":"We went to the lake.","arousal":0.7}]`, []string{"20 Nov 2026", "0.70", "We went to the lake."}},
		{texts.InsightsFile, `[{"id":"i1","trigger_topic":"Lakes","insight":"Water calms.","log_entry":"I swam.","created_at":"2026-11-20T03:00:00Z"}]`, []string{"20 Nov 2026", "Lakes", "I swam."}},
		{texts.InnerFile, `{"drives":{"boredom":{"last_interaction":"2026-11-20T03:00:00Z"},"curiosity":{"open_questions":[{"id":"q","topic":"Mika's cats","state":"asked"}]},"relatedness":{"persona_emotion":"joy","persona_intensity":0.4}},"closed_questions":[{"id":"r","topic":"Rain","state":"resolved","answer":"no"}]}`,
			[]string{"joyful", "Mika's cats", "asked", "Rain", "no"}},
	} {
		w := pastWords{english(t)}
		things, ok := w.things(tt.file, tt.data)
		said := ""
		for _, x := range things {
			said += x.title + "\n" + x.text + "\n"
		}
		for _, word := range tt.want {
			if !ok || !strings.Contains(said, word) {
				t.Errorf("%s does not say %q:\n%s", tt.file, word, said)
			}
		}
		if strings.Contains(said, "Hidden") {
			t.Errorf("%s says what was taken back:\n%s", tt.file, said)
		}
		for _, bad := range []string{"{", "nonsense", "[1,2]", `{"short_term":3}`, `"x"`} {
			if _, ok := w.things(tt.file, bad); ok && bad != `{"short_term":3}` {
				t.Errorf("%s reads %q", tt.file, bad)
			}
		}
	}
	if _, ok := (pastWords{english(t)}).things("SOUL.md", ""); ok {
		t.Error("a text is a list of things")
	}
}
