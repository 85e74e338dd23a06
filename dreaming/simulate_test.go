package dreaming

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/meter"
	"yumori/motivation"
)

func simulate(t *testing.T, w *world, s Simulation) Course {
	t.Helper()
	c, err := New(w.deps).Simulate(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSimulateSilence(t *testing.T) {
	w := newWorld(t, "en")
	w.at(20, 18)
	w.aDay()
	motives, err := motivation.Open(w.dir, motivation.Options{Now: w.clock})
	if err != nil {
		t.Fatal(err)
	}
	if err := motives.Heard(w.now, string(w.log.Head())); err != nil { // as a turn does
		t.Fatal(err)
	}
	m := llmtest.NewScripted()
	w.deps.Model = m
	before := w.files()
	c := simulate(t, w, Simulation{Days: 30, Schedule: Schedule{Autonomy: true}, Contract: Contract{Enabled: true}})
	if diff := unlike(before, w.files()); diff != "" {
		t.Errorf("a file changed: %s", diff)
	}
	if len(m.Requests()) != 0 {
		t.Error("a model was asked")
	}
	if len(c.Dreams) != 1 || c.Dreams[0].Date != "2026-11-20" || c.Dreams[0].Calls == 0 || c.Dreams[0].Calls > 4 || c.Dreams[0].Tokens == 0 {
		t.Errorf("dreams %+v", c.Dreams)
	}
	if len(c.Acts) == 0 || len(c.Acts) > 2 {
		t.Errorf("first words in a month of silence: %+v", c.Acts)
	}
	if n := len(c.Hours); n < 29*24 || n > 30*24 {
		t.Errorf("%d hours of drives", n)
	}
	first, last := c.Hours[0], c.Hours[len(c.Hours)-1]
	if last.Boredom.Raw <= first.Boredom.Raw {
		t.Errorf("boredom from %v to %v", first.Boredom, last.Boredom)
	}
	again := simulate(t, w, Simulation{Days: 30, Schedule: Schedule{Autonomy: true}, Contract: Contract{Enabled: true}})
	c.Files, again.Files = nil, nil // ids and times of the records are not of the same length
	if !reflect.DeepEqual(c, again) {
		t.Error("the same simulation came out otherwise")
	}
}

func TestSimulateTalk(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ja"} {
		t.Run(language, func(t *testing.T) {
			w := newWorld(t, language)
			s := Simulation{
				Days: 6, Schedule: Schedule{Autonomy: true}, Contract: Contract{Enabled: true},
				Life: Life{Seed: 3, Language: language, Talk: 6, Silent: 4},
			}
			c := simulate(t, w, s)
			if c.Talked < 20 || c.Talked > 40 || len(c.Dreams) < 3 || c.Calls != 0 {
				t.Errorf("talked %d, dreams %d, calls %d", c.Talked, len(c.Dreams), c.Calls)
			}
			again := simulate(t, w, s)
			c.Files, again.Files = nil, nil // ids and times of the records are not of the same length
			if !reflect.DeepEqual(c, again) {
				t.Error("the same seed came out otherwise")
			}
			s.Life.Seed = 4
			if other := simulate(t, w, s); other.Talked == c.Talked && reflect.DeepEqual(other.Hours, c.Hours) {
				t.Error("another seed came out the same")
			}
		})
	}
}

// The estimate holds: what a scripted model is asked in the nights of a
// simulation is never more than was said.
func TestNightsCostWhatWasSaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	w.at(20, 18)
	for range 12 {
		w.aDay() // 60 exchanges
	}
	m := llmtest.NewScripted()
	for range 40 {
		m.Add(llmtest.Text("{}"))
	}
	w.deps.Model = m
	w.now = w.now.Add(5 * time.Hour)
	b := meter.NewBudget(Cap{}, llm.Usage{})
	w.deps.Meter = b
	p := New(w.deps)
	plan, err := p.Plan(t.Context(), Request{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Dream(t.Context(), Request{}); err != nil {
		t.Fatal(err)
	}
	if u := b.Used(); u.Calls > 4 || u.Calls != len(m.Requests()) || plan.Calls < u.Calls {
		t.Errorf("a night over sixty exchanges took %d calls (%d asked, %d planned)", u.Calls, len(m.Requests()), plan.Calls)
	}
	asked := len(m.Requests())
	if _, err := p.Dream(t.Context(), Request{}); err == nil || len(m.Requests()) != asked {
		t.Errorf("a night with nothing new: %v, %d calls", err, len(m.Requests())-asked)
	}
}

func TestLife(t *testing.T) {
	l := Life{Seed: 5, Talk: 9, Silent: 3}
	silent := 0
	for _, d := range days("2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31", "2026-04-01", "2026-04-02") {
		a, b := l.Day(d, jst), l.Day(d, jst)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%s was lived in two ways", d)
		}
		if len(a) == 0 {
			silent++
		}
		for _, s := range a {
			if strings.Contains(s.User+s.Reply, "{") || s.Emotion.Intensity <= 0 || s.Emotion.Intensity > 1 || !slices.Contains(motivation.Categories(), s.Emotion.Category) {
				t.Errorf("said %+v", s)
			}
		}
	}
	if silent != 2 {
		t.Errorf("%d of six days were silent", silent)
	}
}
