package companion

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/dreaming"
	"yumori/episodic"
	"yumori/internal/store"
)

// TestAHandChangesWhatADreamKeepsOfAWeek gives an episode another arousal with
// an editor, between two nights that could make a week of it: the week keeps it
// in detail.
func TestAHandChangesWhatADreamKeepsOfAWeek(t *testing.T) {
	t.Parallel()
	places := []string{"harbour", "meadow", "library", "kitchen", "station", "orchard", "theatre"}
	dream := func(t *testing.T, edit func(h *Home)) map[string]int {
		h := testHome(t, t.TempDir(), nil)
		c := luna(t, h)
		_, err := c.Say(t.Context(), Utterance{Text: "Hello. I like tea."})
		must(t, err)
		for d, place := range places {
			var text []string
			for _, thing := range []string{"lantern", "violin", "basket", "mirror", "ladder", "teapot", "bicycle", "umbrella"} {
				text = append(text, fmt.Sprintf("In the %s I found a %s that belonged to Mika.", place, thing+place[:3]))
			}
			_, err := c.mind.Episodes.Add(episodic.Episode{
				Date: episodic.Date(fmt.Sprintf("2026-08-%02d", 3+d)), Summary: strings.Join(text, " "), Arousal: 0.4 + float64(d)/100,
			}, store.Cause{Kind: store.CauseDream, Ref: "test"})
			must(t, err)
		}
		edit(h)
		_, err = c.Dreams.Dream(t.Context(), dreaming.Request{Level: 2, By: dreaming.ByRules})
		must(t, err)
		for _, e := range c.mind.Episodes.Episodes() {
			if e.Compressed() {
				if e.Merged != len(places) {
					t.Errorf("the week is made of %d days", e.Merged)
				}
				told := map[string]int{}
				for _, place := range places {
					told[place] = strings.Count(e.Summary, place)
				}
				return told
			}
		}
		t.Fatal("no week was made")
		return nil
	}
	if told := dream(t, func(*Home) {}); told["library"] != 1 || told["orchard"] < 2 {
		t.Errorf("as it is, the days are told in %v sentences", told)
	}
	told := dream(t, func(h *Home) {
		file := filepath.Join(h.Path(), "personas", "luna", "episodic_memory", "episodic_memory.json")
		data, err := os.ReadFile(file)
		must(t, err)
		changed := strings.Replace(string(data), `"arousal": 0.42`, `"arousal": 0.97`, 1)
		if changed == string(data) {
			t.Fatal("the library's arousal is not there")
		}
		must(t, os.WriteFile(file, []byte(changed), 0o600))
	})
	if told["library"] < 2 || told["orchard"] != 1 {
		t.Errorf("edited, the days are told in %v sentences", told)
	}
}
