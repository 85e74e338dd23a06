package dreaming

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/meter"
	"yumori/internal/memory"
)

// A server that sends a word now and then is given up after two minutes, and
// not asked again in that night.
func TestADrippingServerIsGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, "en")
		w.aDay()
		w.at(21, 3)
		asked := 0
		drip := llmtest.Endless("word ", 30*time.Second)
		w.deps.Model = llmtest.Func(func(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
			asked++
			return drip(ctx, req, stream)
		})
		began := time.Now()
		r, err := New(w.deps).Dream(t.Context(), Request{})
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); asked != 1 || took > 2*time.Minute+10*time.Second || r.Usage.Calls != 1 || r.Usage.Output == 0 {
			t.Errorf("asked %d times in %v, on the bill %+v", asked, took, r.Usage)
		}
		s := r.Stage(record.StageEpisodes)
		if s.By != episodic.Rules || !strings.Contains(strings.Join(s.Problems, "\n"), "within 2m0s") {
			t.Errorf("the episodes are by %s: %q", s.By, s.Problems)
		}
	})
}

// A planning recalls after it has asked a model, as a companion does.
type planning struct {
	model llm.Model
	asked int
}

func (p *planning) Recall(ctx context.Context, query string, _ int) ([]memory.Item, error) {
	p.asked++
	_, err := p.model.Generate(ctx, llm.Request{Purpose: llm.PurposePlan, Messages: []llm.Message{{Role: llm.RoleUser, Text: query}}}, nil)
	return nil, err
}

func (*planning) Cost() (calls, tokens int) { return 1, 500 }

// What a dream announces is at least what it sends, whoever of its models is
// there, and what it sends is on its bill.
func TestADreamSendsWhatItAnnounced(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name         string
		dream, light bool // there is one
		plans        bool // what is recalled
		by           Choice
		left         int // of the budget; 0: any number
		want         int
	}{
		{"both models", true, true, true, ByModel, 0, 4},
		{"the dream's alone", true, false, false, ByModel, 0, 3},
		{"the light one alone", false, true, true, ByModel, 0, 2},
		{"a planner alone", false, false, true, ByModel, 0, 1},
		{"nobody", false, false, false, ByModel, 0, 0},
		{"by rules", true, true, true, ByRules, 0, 0},
		{"two are left", true, true, true, ByModel, 2, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "en")
			w.aDay()
			w.at(21, 3)
			asked := 0
			m := counting{&asked}
			if tt.dream {
				w.deps.Model = m
			}
			if tt.light {
				w.deps.Light = m
			}
			recall := &planning{model: meter.Metered(m, nil)}
			if tt.plans {
				w.deps.Recall = recall
			}
			if tt.left > 0 {
				w.deps.Meter = meter.NewBudget(Cap{Calls: tt.left}, llm.Usage{})
			}
			p, err := New(w.deps).Plan(t.Context(), Request{By: tt.by})
			if err != nil {
				t.Fatal(err)
			}
			r, err := New(w.deps).Dream(t.Context(), Request{By: tt.by})
			if err != nil {
				t.Fatal(err)
			}
			if asked != tt.want || r.Usage.Calls != asked || asked > p.Calls && tt.by != ByRules || tt.left > 0 && p.Calls > tt.left {
				t.Errorf("%d requests, want %d; %d on the bill, %d announced", asked, tt.want, r.Usage.Calls, p.Calls)
			}
			if tt.plans && recall.asked != 1 {
				t.Errorf("the same was recalled %d times", recall.asked)
			}
			if tt.by == ByRules && r.By != episodic.Rules {
				t.Errorf("dreamt by %s", r.By)
			}
		})
	}
}

// A server that counts less than half of what it was sent read no more of it: what it
// answers is of no day that was. It is asked once more with less, then the rules do it. A
// count that no server serves, and one that is a little low, is none.
func TestAnAnswerToHalfADayIsNotBelieved(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		counted  func(sent int) int
		estimate bool
		believed bool
	}{
		{"all of it", func(sent int) int { return sent }, false, true},
		{"a third less", func(sent int) int { return sent * 2 / 3 }, false, true},
		{"a number that is no count", func(int) int { return 7 }, false, true},
		{"an estimate", func(sent int) int { return sent / 3 }, true, true},
		{"a third of it", func(sent int) int { return sent / 3 }, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "en")
			for n := range 12 {
				w.at(20, 8+n)
				w.says(fmt.Sprintf("I read chapter %d of the book about whales. ", n)+strings.Repeat("It was long, and it was a good one. ", 20), "I see.")
			}
			w.at(21, 3)
			asked := 0
			w.deps.Model = llmtest.Func(func(_ context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
				asked++
				sent := llm.EstimateUsage(req, llm.Message{}).Prompt
				told := strings.Repeat("We talked of whales, and of the book about them. ", 30)
				return llm.Response{
					Message: llm.Message{Role: llm.RoleModel, Text: told}, Finish: llm.FinishStop,
					Usage: llm.Usage{Calls: 1, Prompt: c.counted(sent), Answer: 300, Estimated: c.estimate},
				}, nil
			})
			r, err := New(w.deps).Dream(t.Context(), Request{})
			if err != nil {
				t.Fatal(err)
			}
			s := r.Stage(record.StageEpisodes)
			if believed := s.By != episodic.Rules; asked == 0 || believed != c.believed {
				t.Errorf("asked %d times, the episodes are by %s: %q", asked, s.By, s.Problems)
			}
			var problems []string
			for _, s := range r.Stages {
				problems = append(problems, s.Problems...)
			}
			if told := strings.Contains(strings.Join(problems, "\n"), "left out by the server"); told == c.believed {
				t.Errorf("it is told: %v, %q", told, problems)
			}
		})
	}
}
