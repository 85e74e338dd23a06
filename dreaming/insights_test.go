package dreaming

import (
	"fmt"
	"testing"
	"time"

	"yumori/dreaming/model"
	"yumori/dreaming/rules"
	"yumori/episodic"
)

// TestInsightsVary holds a month of nights to new beginnings. A night of which
// nothing can be said but what single sentences said has no insight.
func TestInsightsVary(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		life := Life{Seed: 7, Language: language, Talk: 12}
		var last []string
		frames, told := map[string]int{}, 0
		for day := range 30 {
			d := rules.Material{Date: "2026-11-21", Language: language, Persona: "Yume", User: "Alex"}
			d.Date = episodic.DateOf(time.Date(2026, 3, 1+day, 0, 0, 0, 0, time.UTC))
			for i, s := range life.Day(d.Date, time.UTC) {
				d.Lines = append(d.Lines,
					rules.Line{Line: episodic.Line{ID: fmt.Sprint("u", i), Speaker: episodic.User, Text: s.User, Time: s.Time}},
					rules.Line{Line: episodic.Line{ID: fmt.Sprint("p", i), Speaker: episodic.Persona, Text: s.Reply, Time: s.Time}, Brought: s.Recalled})
			}
			d.Insights = last
			r, err := model.Reflect(t.Context(), nil, d)
			if err != nil {
				t.Fatal(err)
			}
			if r.Insight == "" {
				continue
			}
			told++
			if len(last) > 0 && rules.FrameOf(last[0]) == rules.FrameOf(r.Insight) {
				t.Errorf("%s: twice in a row: %q, %q", language, last[0], r.Insight)
			}
			frames[rules.FrameOf(r.Insight)]++
			last = append([]string{r.Insight}, last...)
			last = last[:min(len(last), 4)]
		}
		if told < 8 || 2*len(frames) < told {
			t.Errorf("%s: only %d beginnings of %d insights: %v", language, len(frames), told, frames)
		}
	}
}
