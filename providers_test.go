package main

import (
	"errors"
	"testing"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/models"
)

func say(t *testing.T, p *providers, c config.ModelChoice) llm.Response {
	t.Helper()
	m, err := p.pick(t.Context(), c, "")
	if err != nil {
		t.Fatal(err)
	}
	llm.WindowOf(t.Context(), m)
	resp, err := m.Generate(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: "Hello?"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func TestAnOllamaIsSpokenToNatively(t *testing.T) {
	srv := llmtest.NewOllama(t, llmtest.Say("Hello.").Always())
	srv.Install(llmtest.OllamaModel{Name: "m"}, llmtest.OllamaModel{Name: "vec", Capabilities: []string{llmtest.CanEmbed}})
	p := &providers{}
	for _, c := range []config.ModelChoice{
		{Provider: "ollama", Name: "m", BaseURL: srv.URL},
		{Provider: "ollama", Name: "m", BaseURL: srv.URL + "/v1"},
		{Provider: "openai", Name: "m", BaseURL: srv.URL + "/v1"},
	} {
		say(t, p, c)
		list, err := p.list(t.Context(), c, "")
		if err != nil || len(list) != 2 || list[0].Window != 131_072 || list[0].Embeds || !list[1].Embeds {
			t.Errorf("%+v: %+v %v", c, list, err)
		}
		e, err := p.pickEmbedder(t.Context(), config.EmbedderChoice{Provider: c.Provider, Name: "vec", BaseURL: c.BaseURL}, "")
		if err != nil || e.Space().Model != c.Provider+"/vec" {
			t.Errorf("%+v: embedder %v %v", c, e, err)
		}
	}
	for _, r := range srv.Generations() {
		if r.Path != "/api/chat" {
			t.Errorf("asked at %s", r.Path)
		}
	}
}

func TestAnotherServerIsSpokenToAsItIs(t *testing.T) {
	srv := llmtest.NewOpenAI(t, llmtest.Say("Hello.").Always())
	srv.Models = []string{"m"}
	p := &providers{}
	c := config.ModelChoice{Provider: "openai", Name: "m", BaseURL: srv.URL}
	say(t, p, c)
	if list, err := p.list(t.Context(), c, ""); err != nil || len(list) != 1 || list[0].Name != "m" {
		t.Errorf("%+v %v", list, err)
	}
	if err := p.pull(t.Context(), c, func(models.PullProgress) {}); !errors.Is(err, config.ErrBadValue) {
		t.Errorf("pull: %v", err)
	}
	if _, err := p.list(t.Context(), config.ModelChoice{Provider: "builtin"}, ""); !errors.Is(err, config.ErrBadValue) {
		t.Errorf("list: %v", err)
	}
}

func TestFromNothingToAModel(t *testing.T) {
	srv := llmtest.NewOllama(t, llmtest.Say("Hello.").Always())
	srv.Library = []llmtest.OllamaModel{{Name: "qwen3:4b", Size: 1_000}}
	t.Setenv("OLLAMA_HOST", srv.URL)
	p := &providers{}
	found := p.discover(t.Context())
	if len(found) == 0 || found[0].Provider != "ollama" || found[0].BaseURL != srv.URL || len(found[0].Models) != 0 {
		t.Fatalf("found %+v", found)
	}
	c := config.ModelChoice{Provider: found[0].Provider, BaseURL: found[0].BaseURL, Name: "qwen3:4b"}
	last := models.PullProgress{}
	if err := p.pull(t.Context(), c, func(g models.PullProgress) { last = g }); err != nil || last.Done != last.Total || last.Total == 0 {
		t.Fatalf("%+v %v", last, err)
	}
	if found = p.discover(t.Context()); len(found[0].Models) != 1 {
		t.Errorf("found %+v", found)
	}
	if resp := say(t, p, c); resp.Message.Text != "Hello." {
		t.Errorf("%+v", resp)
	}
}
