package companion

import (
	"context"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

// TestANightGoneOnWithIsOver breaks the night's dream off and lets the watch go
// on with it: its record is the one that was there, and yet nothing is left to
// dream of.
func TestANightGoneOnWithIsOver(t *testing.T) {
	t.Parallel()
	tick := &clock{at: dayStart()}
	calls := 0
	var c *Companion
	c = luna(t, modelHome(t, tick, llmtest.Func(func(ctx context.Context, _ llm.Request, _ func(string)) (llm.Response, error) {
		if calls++; calls == 2 {
			c.Dreams.StopDreaming()
			<-ctx.Done()
			return llm.Response{}, ctx.Err()
		}
		return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: "no"}, Usage: llm.Usage{Calls: 1, Prompt: 10, Answer: 3}}, nil
	})))
	choose(t, c.home, func(s *config.Settings) { s.Models.Dream = someModel })
	livedADay(t, c, tick, dayTalk("en")[:12])
	if err := c.Nights.lookAfter(t.Context()); err == nil {
		t.Fatal("the dream was not broken off")
	}
	if list, err := c.Dreams.Summaries(); err != nil || len(list) != 1 || list[0].State != record.StatusRunning {
		t.Fatalf("broken off: %+v, %v", list, err)
	}
	tick.set(tick.now().Add(3 * time.Hour))
	must(t, c.Nights.lookAfter(t.Context()))
	list, err := c.Dreams.Summaries()
	must(t, err)
	if len(list) != 1 || list[0].State == record.StatusRunning {
		t.Fatalf("gone on with: %+v", list)
	}
	tick.set(tick.now().Add(time.Minute))
	if o, err := c.Nights.Night(t.Context()); err != nil || o.Due {
		t.Errorf("a minute later: %+v, %v", o, err)
	}
	if err := c.Nights.lookAfter(t.Context()); err != nil {
		t.Errorf("a minute later: %v", err)
	}
	if a := c.Nights.attempt(); a != (dreaming.Attempt{}) {
		t.Errorf("it counts as failed: %+v", a)
	}
}
