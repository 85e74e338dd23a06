package companion

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/episodic"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/openai"
)

// A clock is set by hand.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

// felt is what the persona reports in the week, over and over.
var felt = []struct {
	category  string
	intensity float64
}{
	{"joy", .8}, {"contentment", .5}, {"anxious", .7}, {"sadness", .6},
	{"anger", .9}, {"neutral", .2}, {"protective", 1}, {"joy", .3},
}

// weekArousal is the arousal of each exchange by docs/inner-life.md, worked out apart
// from this program: fifteen exchanges a day, twenty minutes apart from nine
// o'clock, ten on the last day.
var weekArousal = [][]float64{
	{0.768000, 0.667704, 0.509092, 0.218965, 0.726554, 1.000000, 0.886111, 0.724337, 0.552111, 0.667704, 0.509092, 0.218965, 0.726554, 1.000000, 0.886111},
	{0.641224, 0.552111, 0.667704, 0.509092, 0.218965, 0.726554, 1.000000, 0.886111, 0.724337, 0.552111, 0.667704, 0.509092, 0.218965, 0.726554, 1.000000},
	{0.891652, 0.724337, 0.552111, 0.667704, 0.509092, 0.218965, 0.726554, 1.000000, 0.886111, 0.724337, 0.552111, 0.667704, 0.509092, 0.218965, 0.726554},
	{1.000000, 0.886111, 0.724337, 0.552111, 0.667704, 0.509092, 0.218965, 0.726554, 1.000000, 0.886111, 0.724337, 0.552111, 0.667704, 0.509092, 0.218965},
	{0.754259, 1.000000, 0.886111, 0.724337, 0.552111, 0.667704, 0.509092, 0.218965, 0.726554, 1.000000, 0.886111, 0.724337, 0.552111, 0.667704, 0.509092},
	{0.167251, 0.726554, 1.000000, 0.886111, 0.724337, 0.552111, 0.667704, 0.509092, 0.218965, 0.726554, 1.000000, 0.886111, 0.724337, 0.552111, 0.667704},
	{0.513710, 0.218965, 0.726554, 1.000000, 0.886111, 0.724337, 0.552111, 0.667704, 0.509092, 0.218965},
}

// weekMeans are the means of the days.
var weekMeans = []float64{0.670754, 0.640035, 0.638353, 0.656213, 0.691899, 0.667263, 0.601755}

// TestAWeekLeavesTheNumbersOfTheDesign lives a hundred exchanges through with
// a strict server and holds what is left on disk to the tables above.
func TestAWeekLeavesTheNumbersOfTheDesign(t *testing.T) {
	t.Parallel()
	srv := llmtest.NewOpenAI(t)
	start := time.Date(2026, 11, 2, 9, 0, 0, 0, time.FixedZone("", 9*3600))
	tick := &clock{at: start}
	h, err := openHome(t.Context(), Options{
		Home: t.TempDir(), Now: tick.now, Builtin: builtin.New(builtin.Options{Now: tick.now}), Samples: samples(),
		Pick: func(context.Context, config.ModelChoice, string) (llm.Model, error) {
			return openai.New(openai.Config{BaseURL: srv.URL, Name: "model", Key: testKey, Window: 100_000, Tries: 1})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	s := h.Settings()
	s.Models.Chat = config.ModelChoice{Provider: "openai", Name: "model"}
	off := false
	s.Recall.Auto = &off // feelings do not hang on what is recalled
	if err := h.Change(s); err != nil {
		t.Fatal(err)
	}
	c := luna(t, h)
	var first Turn
	for day, want := range weekArousal {
		for k := range want {
			n := day*15 + k
			tick.set(start.AddDate(0, 0, day).Add(time.Duration(k) * 20 * time.Minute))
			f := felt[n%len(felt)]
			srv.Add(llmtest.Say(fmt.Sprintf(`Reply %d.<persona_emotion category=%q intensity="%g"/>`, n, f.category, f.intensity)))
			turn, err := c.Say(t.Context(), Utterance{Text: fmt.Sprintf("Message %d.", n)})
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				first = turn
			}
		}
	}
	holdWeek(t, c, start)
	if len(c.Mind().Questions) != 0 {
		t.Errorf("questions from nowhere: %v", c.Mind().Questions)
	}
	tick.set(tick.now().Add(24 * time.Hour))
	m := c.Mind()
	if got := m.Drives["boredom"]; math.Abs(got-0.48283137) > 1e-6 {
		t.Errorf("boredom after a day is %v, want 0.483", got)
	}
	if got := m.Drives["relatedness"]; math.Abs(got-0.21495939) > 1e-6 {
		t.Errorf("relatedness after a day is %v, want 0.215", got)
	}

	// The first exchange taken back is out of its day, and comes back into it.
	if fell, err := c.Conversation.Retract(first.Reply.ID); err != nil || len(fell) < 2 {
		t.Errorf("retract: %v %v", fell, err)
	}
	monday := c.mind.Exchanges.Day(episodic.DateOf(start))
	if want := (weekMeans[0]*15 - weekArousal[0][0]) / 14; math.Abs(monday.Mean-want) > 1e-6 || monday.Exchanges != 14 {
		t.Errorf("without the first exchange Monday is %+v, want mean %v", monday, want)
	}
	if err := c.Conversation.Restore(first.Reply.ID); err != nil {
		t.Fatal(err)
	}
	holdWeek(t, c, start)
	found, err := h.Doctor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range found {
		for _, p := range d.Problems {
			t.Errorf("doctor: %s: %s: %s", d.Place, p.Name, p.What)
		}
	}
}

// holdWeek compares what the week left with the tables.
func holdWeek(t *testing.T, c *Companion, start time.Time) {
	t.Helper()
	for day, want := range weekArousal {
		date := episodic.DateOf(start.AddDate(0, 0, day))
		got := c.mind.Exchanges.On(date)
		if len(got) != len(want) {
			t.Fatalf("%s has %d exchanges, want %d", date, len(got), len(want))
		}
		for k := range want {
			if math.Abs(got[k].Arousal-want[k]) > 1e-6 {
				t.Errorf("exchange %d of %s: arousal %v, want %v", k, date, got[k].Arousal, want[k])
			}
		}
		if sum := c.mind.Exchanges.Day(date); math.Abs(sum.Mean-weekMeans[day]) > 1e-6 {
			t.Errorf("%s: mean %v, want %v", date, sum.Mean, weekMeans[day])
		}
	}
	bonds := 0
	for _, e := range c.mind.Episodes.Episodes() {
		if e.Type == episodic.Bonding && e.Arousal == 0.7 && strings.Contains(e.Summary, "Message") {
			bonds++
		}
	}
	if bonds != 12 { // protective → joy, once in eight exchanges
		t.Errorf("%d bondings, want 12", bonds)
	}
	points, err := c.mind.Motives.Emotions(start, start.AddDate(0, 0, 8))
	if err != nil || len(points) != 100 {
		t.Errorf("%d emotions in the log, want 100: %v", len(points), err)
	}
}
