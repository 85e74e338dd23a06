package retrieval

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"yumori/internal/llm"
)

var update = flag.Bool("update", false, "write the golden files")

// says is a model that answers with a text, and remembers the request.
type says struct {
	text string
	err  error
	req  *llm.Request
}

func (s says) Info() llm.Info { return llm.Info{Provider: "test", Name: "light"} }

func (s says) Generate(_ context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
	if s.req != nil {
		*s.req = req
	}
	return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: s.text}}, s.err
}

func TestMindPlans(t *testing.T) {
	var req llm.Request
	m := Mind{Model: says{text: "Sure!\n```json\n{\"search\":\"pottery class\",\"keywords\":[\"kiln\",\"\",\"clay\",\"wheel\",\"glaze\"],\"intent\":\"Emotional\",\"from\":\"2026-10-01\",\"to\":\"2026-10-31\"}\n```", req: &req}}
	p, err := m.Plan(context.Background(), ask("what did Melanie say about that class"))
	if err != nil {
		t.Fatal(err)
	}
	if p.Search != "pottery class" || !slices.Equal(p.Keywords, []string{"kiln", "clay", "wheel"}) || p.Intent != Emotional || p.By != "test/light" {
		t.Errorf("%+v", p)
	}
	if !slices.Equal(p.Speakers, []string{"Melanie"}) {
		t.Errorf("the rules' speaker is lost: %q", p.Speakers)
	}
	if len(p.Spans) != 1 || p.Spans[0].To != time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) {
		t.Errorf("%+v", p.Spans)
	}
	if req.Purpose != llm.PurposePlan || req.MaxTokens == 0 || req.JSON == nil {
		t.Errorf("%+v", req)
	}
}

func TestMindRefusesWhatIsNoPlan(t *testing.T) {
	for _, text := range []string{"", "I cannot", "{", "}{", `{"search":""}`, `{"search":"x","intent":"curious"}`, `{"search":5,"intent":"factual"}`, `[]`} {
		if _, err := (Mind{Model: says{text: text}}).Plan(context.Background(), ask("rain")); !errors.Is(err, ErrPlan) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := (Mind{Model: says{err: llm.ErrRateLimited}}).Plan(context.Background(), ask("rain")); !errors.Is(err, llm.ErrRateLimited) {
		t.Errorf("%v", err)
	}
}

func TestPrompts(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		got, err := Mind{Language: language}.prompt(ask("And the other one?"))
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join("testdata", "plan."+language+".golden")
		if *update {
			if err := os.MkdirAll("testdata", 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs, run with -update:\n%s", name, got)
		}
	}
}

func FuzzPlanOf(f *testing.F) {
	f.Add(`{"search":"a","intent":"factual","from":"2026-01-01"}`)
	f.Add(`{"search":"a","intent":"temporal","to":"0001-01-01","keywords":["",null]}`)
	f.Fuzz(func(t *testing.T, answer string) {
		p, err := planOf(answer, ask("rain"))
		if err != nil {
			return
		}
		if _, ok := IntentNamed(string(p.Intent)); !ok || p.Search == "" || len(p.Keywords) > maxKeywords {
			t.Errorf("%q: %+v", answer, p)
		}
	})
}
