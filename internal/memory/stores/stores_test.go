package stores

import (
	"os"
	"testing"
	"time"

	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/internal/store/storetest"
)

// TestOpen writes through one store and reads it through one opened anew, and
// has the clock of all be that of the options.
func TestOpen(t *testing.T) {
	f := storetest.New(t, time.Date(2026, 11, 21, 10, 30, 0, 0, time.UTC))
	s, err := Open(f.Dir, Options{Now: f.Now, Language: "ja"})
	if err != nil {
		t.Fatal(err)
	}
	cause := store.Cause{Kind: store.CauseUser}
	g, err := s.Goals.Add(goals.Plan{Goal: "write a poem"}, cause)
	if err != nil || !g.CreatedAt.Equal(f.Time) {
		t.Errorf("goal made at %v, %v, not at %v", g.CreatedAt, err, f.Time)
	}
	if _, err := s.Bank.Retain([]facts.Fact{{Text: "Mika likes tea."}}, cause); err != nil {
		t.Error(err)
	}
	again, err := Open(f.Dir, Options{Now: f.Now})
	if err != nil {
		t.Fatal(err)
	}
	if held, err := again.Bank.Facts(facts.Query{}); err != nil || len(held) != 1 || len(again.Goals.Goals()) != 1 {
		t.Errorf("opened anew: %v, %v, goals %v", held, err, again.Goals.Goals())
	}
	if again.Episodes == nil || again.Exchanges == nil || again.Insights == nil || again.Motives == nil || again.Pages == nil {
		t.Errorf("not all is open: %+v", again)
	}
}

func TestOpenClosed(t *testing.T) {
	f := storetest.New(t, time.Time{})
	f.Restart(t, func() {
		if s, err := Open(f.Dir, Options{}); err == nil || s != nil {
			t.Errorf("opened in a closed home: %v, %v", s, err)
		}
		if _, err := os.Stat(f.Path); err != nil {
			t.Error(err)
		}
	})
}
