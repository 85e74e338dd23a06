package episodic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

// longWeek are seven days, each with a word of its own in each of its eight
// sentences.
func longWeek(t *testing.T, b *bench) {
	t.Helper()
	for d, place := range []string{"harbour", "meadow", "library", "kitchen", "station", "orchard", "theatre"} {
		var text []string
		for _, thing := range []string{"lantern", "violin", "basket", "mirror", "ladder", "teapot", "bicycle", "umbrella"} {
			text = append(text, fmt.Sprintf("In the %s I found a %s that belonged to Mika.", place, thing+place[:3]))
		}
		e := Episode{Date: Date(fmt.Sprintf("2026-08-%02d", 3+d)), Summary: strings.Join(text, " "), Arousal: 0.4 + float64(d)/100}
		if _, err := b.Add(e, cause()); err != nil {
			t.Fatal(err)
		}
	}
}

// told returns how many sentences of each place a text has.
func told(text string) (counts map[string]int) {
	counts = map[string]int{}
	for _, place := range []string{"harbour", "meadow", "library", "kitchen", "station", "orchard", "theatre"} {
		counts[place] = strings.Count(text, place)
	}
	return counts
}

// TestAHandChangesWhatAWeekKeeps gives an episode another arousal by hand: the
// next summary of its week has it among the two that are told in detail, and
// marks it for a model.
func TestAHandChangesWhatAWeekKeeps(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	longWeek(t, b)
	week := func() (rules string, record string) {
		w := Week{Language: "en", Persona: "Mio", Episodes: Weeks(b.Episodes())[0]}
		s, err := Weekly(t.Context(), nil, w)
		if err != nil {
			t.Fatal(err)
		}
		m := llmtest.NewScripted(llmtest.Text(strings.Repeat("I remember the week in the harbour and all that Mika had lost there. ", 8)))
		if _, err := Weekly(t.Context(), m, w); err != nil {
			t.Fatal(err)
		}
		messages := m.Requests()[0].Messages
		return s.Text, messages[slices.IndexFunc(messages, func(m llm.Message) bool { return m.Role == llm.RoleUser })].Text
	}
	stars := func(record string) (dates []string) {
		for line := range strings.Lines(record) {
			if strings.Contains(line, "★") {
				dates = append(dates, line[:len("2026-08-03")])
			}
		}
		return dates
	}
	rules, record := week()
	if n := told(rules); n["orchard"] < 2 || n["theatre"] < 2 || n["library"] != 1 {
		t.Errorf("before, the days are told in %v sentences:\n%s", n, rules)
	}
	if got := stars(record); !slices.Equal(got, []string{"2026-08-08", "2026-08-09"}) {
		t.Errorf("before, stars are on %v:\n%s", got, record)
	}

	b.PutFile(t, journalFile, strings.Replace(b.FileText(t, journalFile), `"arousal": 0.42`, `"arousal": 0.97`, 1)) // the library
	rules, record = week()
	if n := told(rules); n["library"] < 2 || n["theatre"] < 2 || n["orchard"] != 1 {
		t.Errorf("after, the days are told in %v sentences:\n%s", n, rules)
	}
	if got := stars(record); !slices.Equal(got, []string{"2026-08-05", "2026-08-09"}) || !strings.Contains(record, "0.97") {
		t.Errorf("after, stars are on %v:\n%s", got, record)
	}
}
