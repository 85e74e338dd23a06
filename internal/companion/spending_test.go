package companion

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/meter"
	"yumori/internal/spending"
)

// A night's cap holds over starts of the program and over several dreams; the
// next night has its own.
func TestANightsCapOutlivesTheProgram(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon.Add(15 * time.Hour)} // three in the morning
	h := clockedHome(t, tick, nil)
	s, err := h.Settings().With("budget.night_calls", "5")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Change(s); err != nil {
		t.Fatal(err)
	}
	c := luna(t, h)
	made := 0
	ask := func() {
		m := meter.Metered(llmtest.NewScripted(llmtest.Text("{}")), h.meter("luna", meter.Price{}))
		ctx := meter.Within(spending.Booked(t.Context(), spending.Booking{Night: true}), c.Nights.nightBudget(c.now())) // as each dream makes it
		_, err := m.Generate(ctx, llm.Request{
			Messages: []llm.Message{{Role: llm.RoleUser, Text: "What was the day about?"}}, Purpose: llm.PurposeDream, MaxTokens: 100,
		}, nil)
		switch {
		case err == nil:
			made++
		case !errors.Is(err, dreaming.ErrBudget):
			t.Fatal(err)
		}
	}
	for range 9 {
		ask()
	}
	if made != 5 {
		t.Errorf("%d calls were made in the night, 5 were allowed", made)
	}
	tick.set(tick.now().Add(3 * time.Hour))
	if ask(); made != 5 {
		t.Error("a call more in the same night")
	}
	tick.set(tick.now().Add(24 * time.Hour))
	if ask(); made != 6 {
		t.Error("the next night may not spend")
	}
	month, err := h.Spending("2026-11")
	if err != nil || spending.Total(month).Calls != 6 || !spending.Total(month).Estimated {
		t.Errorf("the month's spending is %+v, %v", month, err)
	}
	day, err := h.Spending("2026-11-22")
	if err != nil || spending.Total(day).Calls != 5 || day[0].Purpose != "dream" || day[0].Persona != "luna" {
		t.Errorf("the day's spending is %+v, %v", day, err)
	}
	if _, err := h.Spending("yesterday"); !errors.Is(err, config.ErrBadValue) {
		t.Errorf("yesterday: %v", err)
	}
}

// Over the day's cap the rules answer, and say why.
func TestTheDaysCapHoldsForTheChat(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	m := llmtest.NewScripted(llmtest.Text("One."), llmtest.Text("Two."), llmtest.Text("Three."))
	h := clockedHome(t, tick, m)
	s, err := h.Settings().With("budget.day_calls", "2")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Change(s); err != nil {
		t.Fatal(err)
	}
	c := luna(t, h)
	tell(t, c, "a")
	tell(t, c, "b")
	turn := tell(t, c, "How are you?")
	if !turn.Speaker.Rules || turn.Notice.Kind != NoticeSpent || ReasonOf(turn.Notice.Err) != ReasonBudget {
		t.Errorf("the third turn: %+v", turn)
	}
	tick.set(noon.Add(24 * time.Hour))
	if turn := tell(t, c, "And today?"); turn.Reply.Text != "Three." {
		t.Errorf("the next day: %+v", turn.Reply)
	}
}

// Lines that a user spoilt are stepped over and named.
func TestSpoiltSpendingIsNamed(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	dir := t.TempDir()
	name := filepath.Join(dir, "spending", "2026-11.jsonl")
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	good := `{"time":"2026-11-21T10:00:00Z","persona":"luna","purpose":"chat","model":"m","calls":1,"prompt_tokens":10,"answer_tokens":2}`
	text := strings.Join([]string{good, `{"time":"2026-11-21T10:00:00Z","purpose":"chat","calls":-3}`, "rubbish", good, good[:40]}, "\n")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := openHome(t.Context(), Options{Home: dir, Now: tick.now, Builtin: llmtest.NewScripted(), Samples: samples()})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	list, err := h.Spending("2026-11-21")
	if err != nil || spending.Total(list).Calls != 2 || spending.Total(list).Prompt != 20 {
		t.Errorf("spent %+v, %v", list, err)
	}
	if problems := h.ledger.Check(t.Context()); len(problems) != 2 {
		t.Errorf("problems %+v", problems)
	}
}

func FuzzReadSpending(f *testing.F) {
	f.Add(`{"time":"2026-11-21T10:00:00Z","purpose":"chat","calls":1,"prompt_tokens":10}`)
	f.Fuzz(func(t *testing.T, line string) {
		s, err := spending.ReadLine([]byte(line))
		if err == nil && (s.Calls < 0 || s.Prompt < 0 || s.Answer < 0 || s.Time.IsZero()) {
			t.Fatalf("%q: %+v", line, s)
		}
	})
}

func TestNightSettings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key, value string
		ok         bool
	}{
		{"quiet_hours", "22:00-6:30", true},
		{"quiet_hours", "", true},
		{"quiet_hours", "all night", false},
		{"autonomy.enabled", "false", true},
		{"autonomy.enabled", "", true},
		{"autonomy.enabled", "perhaps", false},
		{"autonomy.speak", "false", true},
		{"autonomy.idle_minutes", "30", true},
		{"autonomy.idle_minutes", "1", false},
		{"autonomy.gap_minutes", "30", false},
		{"autonomy.daily", "5", true},
		{"autonomy.about", "curiosity, relatedness", true},
		{"autonomy.about", "hunger", false},
		{"dream.makeup_nights", "14", true},
		{"budget.night_calls", "12", true},
		{"budget.night_tokens", "-1", false},
		{"budget.day_tokens", "100000", true},
	} {
		s, err := config.Settings{}.With(tt.key, tt.value)
		if (err == nil) != tt.ok || err != nil && !errors.Is(err, config.ErrBadValue) {
			t.Errorf("%s = %q: %v", tt.key, tt.value, err)
		}
		if _, rerr := s.Value(tt.key); rerr != nil {
			t.Errorf("%s: %v", tt.key, rerr)
		}
	}
	s := config.Settings{}
	if sch := s.Schedule(); !sch.Autonomy || !s.Contract().Enabled {
		t.Error("autonomy is off from the start")
	}
	off := false
	s.Autonomy.Enabled = &off
	if s.Schedule().Autonomy || s.Contract().Enabled {
		t.Error("autonomy cannot be turned off")
	}
	s.Autonomy.Enabled, s.Autonomy.Speak = nil, &off
	if !s.Schedule().Autonomy || s.Contract().Enabled {
		t.Error("first words cannot be turned off alone")
	}
}
