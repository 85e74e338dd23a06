package gemini

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

func TestMeasure(t *testing.T) {
	entry := `{"models":[{"name":"models/other","inputTokenLimit":7},{"name":"models/gemini-2.5-flash",%s"supportedGenerationMethods":["generateContent"]}]}`
	for _, tt := range []struct {
		name string
		step llmtest.Step
		want llm.Window
	}{
		{"both limits", llmtest.Raw(200, "application/json", fmt.Sprintf(entry, `"inputTokenLimit":200000,"outputTokenLimit":8192,`)), llm.Window{Tokens: 208_192, From: llm.WindowServed}},
		{"one limit", llmtest.Raw(200, "application/json", fmt.Sprintf(entry, `"inputTokenLimit":200000,`)), llm.Window{Tokens: 200_000, From: llm.WindowServed}},
		{"no limits", llmtest.Raw(200, "application/json", fmt.Sprintf(entry, ``)), llm.Window{Tokens: 1_048_576, From: llm.WindowTable}},
		{"limits of another form", llmtest.Raw(200, "application/json", fmt.Sprintf(entry, `"inputTokenLimit":"many","outputTokenLimit":{},`)), llm.Window{Tokens: 1_048_576, From: llm.WindowTable}},
		{"a lie", llmtest.Raw(200, "application/json", fmt.Sprintf(entry, `"inputTokenLimit":-3,"outputTokenLimit":8192,`)), llm.Window{Tokens: 1_048_576, From: llm.WindowTable}},
		{"another model", llmtest.Raw(200, "application/json", `{"models":[{"name":"models/other","inputTokenLimit":200000}]}`), llm.Window{Tokens: 1_048_576, From: llm.WindowTable}},
		{"garbage", llmtest.Raw(200, "application/json", "\x00\xff{{{"), llm.Window{Tokens: 1_048_576, From: llm.WindowTable}},
		{"20 MB", llmtest.Raw(200, "application/json", `{"models":[`+strings.Repeat(`{"name":"x"},`, 1_600_000)+`{}]}`), llm.Window{Tokens: 1_048_576, From: llm.WindowTable}},
		{"forbidden", llmtest.Status(403, "no"), llm.Window{Tokens: 1_048_576, From: llm.WindowTable}},
		{"never", llmtest.HalfOpen(), llm.Window{Tokens: 1_048_576, From: llm.WindowTable}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			srv := llmtest.NewGemini(t, llmtest.Say("hi"))
			srv.Instead = map[string]llmtest.Step{"/models": tt.step}
			m := newModel(t, srv.URL, "gemini-2.5-flash")
			if got := llm.WindowOf(t.Context(), m); got != tt.want {
				t.Errorf("%+v, want %+v (%v)", got, tt.want, m.gauge.Problem())
			}
			if _, err := m.Generate(t.Context(), ask("hello"), nil); err != nil {
				t.Errorf("a list that fails must not fail a turn: %v", err)
			}
		})
	}
}

func TestMeasureAsksOnce(t *testing.T) {
	srv := llmtest.NewGemini(t)
	srv.Models = []string{"gemini-2.5-flash"}
	m := newModel(t, srv.URL, "gemini-2.5-flash")
	if got := m.Info().Window; got.From != llm.WindowTable {
		t.Errorf("before: %+v", got)
	}
	for range 3 {
		if got := m.Measure(t.Context()); got.Tokens != 1_048_576+65_536 {
			t.Errorf("%+v", got)
		}
	}
	if n := len(srv.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
	if got := m.Info().Window; got.From != llm.WindowServed {
		t.Errorf("after: %+v", got)
	}
}

func TestARefusalTeachesTheWindow(t *testing.T) {
	srv := llmtest.NewGemini(t, llmtest.Say("hi"))
	srv.Models = []string{"m"}
	srv.Serve(llmtest.Serving{Says: 1_000_000, Takes: 8_000})
	m := newModel(t, srv.URL, "m")
	if got := llm.WindowOf(t.Context(), m).Tokens; got != 1_065_536 {
		t.Errorf("at first %d", got)
	}
	if _, err := m.Generate(t.Context(), ask(strings.Repeat("talk about the lake ", 6_000)), nil); !errors.Is(err, llm.ErrTooLong) {
		t.Fatalf("error %v", err)
	}
	if got := llm.WindowOf(t.Context(), m); got != (llm.Window{Tokens: 8_000, From: llm.WindowLearned}) {
		t.Errorf("%+v", got)
	}
	if _, err := m.Generate(t.Context(), ask("short"), nil); err != nil {
		t.Error(err)
	}
}
