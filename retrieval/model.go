package retrieval

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"

	"yumori/internal/lang/when"
	"yumori/internal/llm"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

// prompts are parsed once; a template that does not parse is a bug that every
// test finds.
var prompts = template.Must(template.New("").Option("missingkey=error").ParseFS(promptFiles, "prompts/*.tmpl"))

// Mind plans with a light model. Names and times that the rules find stay in
// the plan: a model forgets them, the rules do not.
type Mind struct {
	Model    llm.Model
	Language string // of the prompt: "ja", everything else is English
}

// ErrPlan is wrapped by what Plan returns for an answer that is no plan.
var ErrPlan = errors.New("the answer is no plan")

// planTokens bounds a plan.
const planTokens = 300

// planSchema is what a provider that can hold a model to a schema is given.
var planSchema = json.RawMessage(`{"type":"object","properties":{"search":{"type":"string"},"keywords":{"type":"array","items":{"type":"string"},"maxItems":3},"intent":{"type":"string","enum":["emotional","factual","technical","temporal","relational"]},"from":{"type":"string"},"to":{"type":"string"}},"required":["search","intent"]}`)

// Plan asks the model once. The error wraps ErrPlan, one of llm's sentinels or
// the context's error.
func (m Mind) Plan(ctx context.Context, a Ask) (Plan, error) {
	text, err := m.prompt(a)
	if err != nil {
		return Plan{}, err
	}
	resp, err := m.Model.Generate(ctx, llm.Request{
		Messages: []llm.Message{{Role: llm.RoleUser, Text: text}}, JSON: planSchema, MaxTokens: planTokens, Purpose: llm.PurposePlan,
	}, nil)
	if err != nil {
		return Plan{}, fmt.Errorf("plan recall: %w", err)
	}
	p, err := planOf(resp.Message.Text, a)
	if err != nil {
		return Plan{}, fmt.Errorf("plan recall: %w", err)
	}
	info := m.Model.Info()
	p.By = info.Provider + "/" + info.Name
	return p, nil
}

func (m Mind) prompt(a Ask) (string, error) {
	name := "plan.en.tmpl"
	if m.Language == "ja" {
		name = "plan.ja.tmpl"
	}
	var b strings.Builder
	err := prompts.ExecuteTemplate(&b, name, map[string]string{
		"Persona": a.Persona, "User": a.User, "Today": a.Now.Format("2006-01-02 (Monday)"),
		"Before": clip(a.Before), "Text": clip(a.Text),
	})
	if err != nil {
		return "", fmt.Errorf("write plan prompt: %w", err)
	}
	return b.String(), nil
}

// The bounds of what is taken from a model.
const (
	maxKeywords = 3
	maxKeyword  = 80
)

// planOf reads a model's plan: leniently where it stands in the answer,
// strictly in what it says.
func planOf(answer string, a Ask) (Plan, error) {
	var said struct {
		Search   string   `json:"search"`
		Keywords []string `json:"keywords"`
		Intent   string   `json:"intent"`
		From     string   `json:"from"`
		To       string   `json:"to"`
	}
	start, end := strings.IndexByte(answer, '{'), strings.LastIndexByte(answer, '}')
	if start < 0 || end < start {
		return Plan{}, fmt.Errorf("%w: no JSON object", ErrPlan)
	}
	if err := json.Unmarshal([]byte(answer[start:end+1]), &said); err != nil {
		return Plan{}, fmt.Errorf("%w: %w", ErrPlan, err)
	}
	p, _ := Rules{}.Plan(context.Background(), a) // never fails
	intent, ok := IntentNamed(strings.ToLower(strings.TrimSpace(said.Intent)))
	search := strings.TrimSpace(said.Search)
	if !ok || search == "" {
		return Plan{}, fmt.Errorf("%w: search %q, intent %q", ErrPlan, said.Search, said.Intent)
	}
	p.Intent, p.Search, p.Skip = intent, clip(search), ""
	for _, k := range said.Keywords {
		if k = strings.TrimSpace(k); k != "" && utf8.RuneCountInString(k) <= maxKeyword && len(p.Keywords) < maxKeywords {
			p.Keywords = append(p.Keywords, k)
		}
	}
	if s, ok := spanOf(said.From, said.To, a.Now); ok && len(p.Spans) == 0 {
		p.Spans = append(p.Spans, s)
	}
	return p, nil
}

// spanOf reads a range of days, of which one end may be missing.
func spanOf(from, to string, now time.Time) (when.Span, bool) {
	s := when.Span{Unit: when.Open}
	var errFrom, errTo error
	s.From, errFrom = time.ParseInLocation(time.DateOnly, strings.TrimSpace(from), now.Location())
	s.To, errTo = time.ParseInLocation(time.DateOnly, strings.TrimSpace(to), now.Location())
	switch {
	case errFrom != nil && errTo != nil:
		return s, false
	case errFrom != nil:
		s.From = time.Time{}
	case errTo != nil:
		s.To = now
	}
	s.To = s.To.AddDate(0, 0, 1)
	return s, s.From.Before(s.To)
}
