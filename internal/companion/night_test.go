package companion

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
)

// bubbleHome opens a home within a synctest bubble, whose clock it has. It
// recalls nothing: the index has goroutines that belong to no bubble.
func bubbleHome(t *testing.T, dir string, m llm.Model) *Home {
	t.Helper()
	opt := Options{Home: dir, Now: time.Now, Builtin: builtin.New(builtin.Options{Now: time.Now}), Samples: samples()}
	if m != nil {
		opt.Pick = func(context.Context, config.ModelChoice, string) (llm.Model, error) { return m, nil }
	}
	h, err := openHome(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	s, err := h.Settings().With("recall.auto", "false")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Change(s); err != nil {
		t.Fatal(err)
	}
	return h
}

func closeHome(t *testing.T, h *Home) {
	t.Helper()
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}

func dreamsOf(t *testing.T, c *Companion) []record.Summary {
	t.Helper()
	list, err := c.Dreams.Summaries()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A week lived with the watch on: one dream for each day with talk, in the
// quiet hours, and none for a silent day.
func TestTheWatchDreamsByItself(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := bubbleHome(t, t.TempDir(), nil)
		defer closeHome(t, h)
		h.Watch()
		h.Watch() // does nothing
		c := luna(t, h)
		time.Sleep(12 * time.Hour)
		for day := range 5 {
			if day != 2 {
				tell(t, c, "I went to the market and bought apples. I wonder how the interview went.")
			}
			time.Sleep(24 * time.Hour)
		}
		list := dreamsOf(t, c)
		if len(list) != 4 {
			t.Fatalf("%d dreams: %+v", len(list), list)
		}
		for i, want := range []string{"2000-01-05", "2000-01-04", "2000-01-02", "2000-01-01"} {
			d := list[i]
			if string(d.Date) != want || d.At.Hour() != 0 || d.State != record.StatusApplied {
				t.Errorf("dream %+v, want one for %s", d, want)
			}
		}
		if o, err := c.Nights.Night(t.Context()); err != nil || o.Due || o.Reason != dreaming.ReasonNothing || o.Next.Hour() != 0 {
			t.Errorf("outlook %+v, %v", o, err)
		}
	})
}

// A machine that was off for days makes up for the nights at the next start,
// oldest first, and only once.
func TestTheWatchMakesUpForMissedNights(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		h := bubbleHome(t, dir, nil)
		c := luna(t, h)
		time.Sleep(12 * time.Hour)
		for range 3 {
			tell(t, c, "I went to the market and bought apples for my sister Anna.")
			time.Sleep(24 * time.Hour)
		}
		closeHome(t, h)
		time.Sleep(2 * 24 * time.Hour)
		for range 2 {
			h = bubbleHome(t, dir, nil)
			h.Watch()
			time.Sleep(90 * time.Second)
			closeHome(t, h)
		}
		h = bubbleHome(t, dir, nil)
		defer closeHome(t, h)
		c = luna(t, h)
		list := dreamsOf(t, c)
		if m, err := c.Dreams.Woke(t.Context()); err != nil || m.Date != "2000-01-03" {
			t.Errorf("in the morning the night of %s is told, %v", m.Date, err)
		}
		if len(list) != 3 || list[0].Date != "2000-01-03" || list[2].Date != "2000-01-01" {
			t.Fatalf("dreams %+v", list)
		}
		for _, d := range list {
			if !d.At.Equal(time.Date(2000, 1, d.At.Day(), 0, 0, 0, 0, d.At.Location())) || d.At.Day() > 4 {
				t.Errorf("the clock inside said %v in the dream for %s", d.At, d.Date)
			}
		}
	})
}

// A dream that fails is not tried every minute, and a start in between does
// not forget that.
func TestAFailedNightIsTriedAgainLater(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	h := clockedHome(t, tick, nil)
	c := luna(t, h)
	tell(t, c, "I went to the market.")
	tick.set(noon.Add(15 * time.Hour))
	if err := c.Nights.attempted(dreaming.Attempt{At: tick.now().Add(-time.Minute), Failures: 1}); err != nil {
		t.Fatal(err)
	}
	o, err := c.Nights.Night(t.Context())
	if err != nil || o.Due || o.Reason != dreaming.ReasonFailed || !o.Next.Equal(tick.now().Add(14*time.Minute)) {
		t.Fatalf("outlook %+v, %v", o, err)
	}
	tick.set(o.Next)
	if err := c.Nights.lookAfter(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(dreamsOf(t, c)); n != 1 {
		t.Errorf("%d dreams", n)
	}
	if a := c.Nights.attempt(); a != (dreaming.Attempt{}) {
		t.Errorf("still %+v", a)
	}
}

// Close ends a dream that is under way, and the next start goes on with it.
func TestCloseEndsTheWatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var once sync.Once
		asked := make(chan struct{})
		m := llmtest.Func(func(ctx context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
			if req.Purpose == llm.PurposeChat {
				return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: "Yes."}, Usage: llm.Usage{Calls: 1, Prompt: 9, Answer: 1}}, nil
			}
			once.Do(func() { close(asked) })
			<-ctx.Done()
			return llm.Response{}, ctx.Err()
		})
		dir := t.TempDir()
		h := bubbleHome(t, dir, m)
		s := h.Settings()
		s.Models.Chat = config.ModelChoice{Provider: "test", Name: "m"} // whose key nobody asks a keyring for
		s.Models.Dream = s.Models.Chat
		if err := h.Change(s); err != nil {
			t.Fatal(err)
		}
		c := luna(t, h)
		time.Sleep(12 * time.Hour)
		tell(t, c, "I went to the market.")
		h.Watch()
		<-asked
		closeHome(t, h) // returns although the model would never have
		h = bubbleHome(t, dir, nil)
		defer closeHome(t, h)
		if a := luna(t, h).Nights.attempt(); a.Failures != 0 {
			t.Errorf("an end by Close counts as a failure: %+v", a)
		}
		h.Watch()
		time.Sleep(2 * time.Minute)
		list := dreamsOf(t, luna(t, h))
		if len(list) != 1 || list[0].State == record.StatusRunning {
			t.Errorf("dreams %+v", list)
		}
	})
}

// A panic in one look does not end the watch.
func TestAPanicDoesNotEndTheWatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		opt := Options{
			Home: t.TempDir(), Now: time.Now, Builtin: builtin.New(builtin.Options{}), Samples: samples(),
			Logger: slog.New(slog.NewTextHandler(&log, nil)),
		}
		h, err := openHome(t.Context(), opt)
		if err != nil {
			t.Fatal(err)
		}
		defer closeHome(t, h)
		s := h.Settings()
		off := false
		if s.Recall.Auto = &off; h.Change(s) != nil {
			t.Fatal("settings")
		}
		c := luna(t, h)
		now, looks := c.now, 0
		c.now = func() time.Time {
			if looks++; looks == 1 {
				panic("a bug")
			}
			return now()
		}
		h.Watch()
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if looks < 5 {
			t.Errorf("%d looks in five minutes after a panic", looks)
		}
		if !strings.Contains(log.String(), "a bug") {
			t.Error("the panic is in no log")
		}
	})
}

func TestTheNightIsTold(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	h := clockedHome(t, tick, nil)
	c := luna(t, h)
	tell(t, c, "I went to the market.")
	for _, tt := range []struct {
		at   time.Time
		want dreaming.Reason
	}{
		{noon.Add(time.Hour), dreaming.ReasonDay},
		{noon.Add(12 * time.Hour), dreaming.ReasonQuiet},
	} {
		tick.set(tt.at)
		if o, err := c.Nights.Night(t.Context()); err != nil || o.Reason != tt.want {
			t.Errorf("%v: %+v, %v", tt.at, o, err)
		}
	}
	if !c.Dreams.running.TryLock() {
		t.Fatal("a dream is under way")
	}
	_, err := c.Dreams.Dream(t.Context(), dreaming.Request{})
	c.Dreams.running.Unlock()
	if !errors.Is(err, record.ErrDreaming) {
		t.Errorf("two dreams at once: %v", err)
	}
}
