package spending

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/store"
	"yumori/internal/store/storetest"
)

// tokyo is nine hours before Greenwich.
var tokyo = time.FixedZone("", 9*3600)

func at(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, tokyo) }

// newLedger returns the ledger of a new home, and the home.
func newLedger(t *testing.T) (*Ledger, *storetest.Folder) {
	t.Helper()
	f := storetest.New(t, at(21, 3))
	return NewLedger(f.Dir, f.Now, slog.New(slog.DiscardHandler)), f
}

func TestPeriods(t *testing.T) {
	for _, tt := range []struct {
		name     string
		p        period
		from, to time.Time
	}{
		{"day", Day(at(30, 23)), at(30, 0), at(31, 0)},
		{"month", Month(at(30, 23)), at(1, 0), at(31, 0)},
		{"before midnight", Night(at(20, 23), "mio"), at(20, 12), at(21, 12)},
		{"after midnight", Night(at(21, 3), "mio"), at(20, 12), at(21, 12)},
		{"noon begins the next", Night(at(21, 12), "mio"), at(21, 12), at(22, 12)},
	} {
		if !tt.p.from.Equal(tt.from) || !tt.p.to.Equal(tt.to) {
			t.Errorf("%s: from %v to %v, want %v to %v", tt.name, tt.p.from, tt.p.to, tt.from, tt.to)
		}
	}
	if a, b := Night(at(20, 23), "mio"), Night(at(21, 3), "mio"); a.name != b.name {
		t.Errorf("one night has two budgets, %q and %q", a.name, b.name)
	}
	night := Night(at(21, 3), "mio")
	for _, tt := range []struct {
		what string
		l    Line
		want bool
	}{
		{"a dream", Line{Persona: "mio", Purpose: string(llm.PurposeDream)}, true},
		{"what a dream causes", Line{Persona: "mio", Purpose: "plan", Night: true}, true},
		{"a talk", Line{Persona: "mio", Purpose: "chat"}, false},
		{"another's dream", Line{Persona: "luna", Purpose: string(llm.PurposeDream), Night: true}, false},
	} {
		if got := night.counts(tt.l); got != tt.want {
			t.Errorf("%s counts: %v, want %v", tt.what, got, tt.want)
		}
	}
}

func TestReadLine(t *testing.T) {
	for _, tt := range []struct {
		in   string
		good bool
	}{
		{`{"time":"2026-11-21T03:00:12+09:00","persona":"luna","purpose":"plan","model":"a/b","night":true,"calls":1,"prompt_tokens":5,"answer_tokens":6,"money":0.5}`, true},
		{`{"time":"2026-11-21T03:00:12+09:00","purpose":"plan","from a later version":1}`, true},
		{`{"purpose":"plan"}`, false},
		{`{"time":"2026-11-21T03:00:12+09:00"}`, false},
		{`{"time":"2026-11-21T03:00:12+09:00","purpose":"plan","calls":-1}`, false},
		{`{"time":"2026-11-21T03:00:12+09:00","purpose":"plan","money":-0.1}`, false},
		{`{"time":"2026-11-21T03:`, false},
		{``, false},
	} {
		if _, err := ReadLine([]byte(tt.in)); (err == nil) != tt.good {
			t.Errorf("%s: %v, want it good: %v", tt.in, err, tt.good)
		}
	}
}

// TestSums adds lines to a ledger, and asks one that is opened anew.
func TestSums(t *testing.T) {
	l, f := newLedger(t)
	chat := Line{Persona: "mio", Purpose: "chat", Model: "a/b", Usage: llm.Usage{Calls: 1, Prompt: 10, Answer: 2, Money: 0.5}}
	for _, when := range []time.Time{at(20, 1), at(20, 23), at(21, 1), at(31, 1)} { // the last is in December
		line := chat
		line.Time = when
		l.Add(line)
	}
	l = NewLedger(f.Dir, f.Now, slog.New(slog.DiscardHandler))
	for _, tt := range []struct {
		period      string
		lines, want int // sums, and calls in them
	}{
		{"2026-11-20", 1, 2}, {"2026-11-21", 1, 1}, {"2026-11", 2, 3}, {"2026-12", 1, 1}, {"2025-11", 0, 0},
	} {
		list, err := l.Sums(tt.period)
		sum := Total(list)
		if err != nil || len(list) != tt.lines || sum.Calls != tt.want || sum.Prompt != 10*tt.want || sum.Money != 0.5*float64(tt.want) {
			t.Errorf("%s: %+v, %v, want %d calls in %d sums", tt.period, list, err, tt.want, tt.lines)
		}
	}
	for _, bad := range []string{"", "2026", "2026-13", "yesterday"} {
		if _, err := l.Sums(bad); !errors.Is(err, config.ErrBadValue) {
			t.Errorf("%q: %v, want a bad value", bad, err)
		}
	}
	if found := l.Check(t.Context()); len(found) != 0 {
		t.Errorf("a good journal has %v", found)
	}
}

func TestALineThatCannotBeReadIsNamedAndTheRestCounts(t *testing.T) {
	_, f := newLedger(t)
	const good = `{"time":"2026-11-21T03:00:12+09:00","purpose":"plan","calls":1}`
	f.PutFile(t, "spending/2026-11.jsonl", good+"\n{\"purpose\":\n"+good+"\n")
	l := NewLedger(f.Dir, f.Now, slog.New(slog.DiscardHandler))
	if list, err := l.Sums("2026-11"); err != nil || Total(list).Calls != 2 {
		t.Errorf("%+v, %v, want two calls", list, err)
	}
	want := store.Problem{Name: "spending/2026-11.jsonl"}
	if found := l.Check(t.Context()); len(found) != 1 || found[0].Name != want.Name {
		t.Errorf("found %v, want one line of %s", found, want.Name)
	}
}

// TestAPurseHoldsItsCaps spends up to a cap, and asks again after a restart.
func TestAPurseHoldsItsCaps(t *testing.T) {
	l, f := newLedger(t)
	var told llm.Usage
	p := Purse{
		Ledger: l, Caps: func() config.BudgetChoices { return config.BudgetChoices{DayCalls: 2, MonthCalls: 3} },
		Persona: "mio", Price: meter.Price{In: 1, Out: 2}, Spent: func(day llm.Usage) { told = day },
	}
	ctx := Booked(t.Context(), Booking{Night: true, Purpose: "plan"})
	spend := func() error {
		settle, err := p.Reserve(ctx, meter.Request{Purpose: "chat", Model: "a/b", Prompt: 1e6, Answer: 1e6, Discount: 0.5})
		if err == nil {
			settle(llm.Usage{Calls: 1, Prompt: 1e6, Answer: 1e6})
		}
		return err
	}
	for range 2 {
		if err := spend(); err != nil {
			t.Fatal(err)
		}
	}
	if told.Calls != 2 || told.Money != 3 {
		t.Errorf("told %+v of the day, want two calls for 3", told)
	}
	p.Ledger = NewLedger(f.Dir, f.Now, slog.New(slog.DiscardHandler))
	if err := spend(); !errors.Is(err, meter.ErrBudget) {
		t.Errorf("after a restart a third call of the day: %v", err)
	}
	f.Time = f.Time.AddDate(0, 0, 1)
	if err := spend(); err != nil {
		t.Errorf("on the next day: %v", err)
	}
	if err := spend(); !errors.Is(err, meter.ErrBudget) {
		t.Errorf("a fourth call of the month: %v", err)
	}
	list, err := l.Sums("2026-11")
	if err != nil || len(list) != 2 || list[0].Purpose != "plan" || list[0].Persona != "mio" || list[0].Model != "a/b" {
		t.Errorf("written down: %+v, %v", list, err)
	}
}

// TestWhatWasNotSentCostsNothing reserves and gives back.
func TestWhatWasNotSentCostsNothing(t *testing.T) {
	l, _ := newLedger(t)
	p := Purse{
		Ledger: l, Caps: func() config.BudgetChoices { return config.BudgetChoices{DayCalls: 1} },
		Spent: func(llm.Usage) { t.Error("told of a spending") },
	}
	for range 3 {
		settle, err := p.Reserve(t.Context(), meter.Request{Purpose: "chat"})
		if err != nil {
			t.Fatal(err)
		}
		settle(llm.Usage{})
	}
	if list, err := l.Sums("2026-11"); err != nil || len(list) != 0 {
		t.Errorf("written down: %+v, %v", list, err)
	}
}
