package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/ollama"
	"yumori/internal/models"
)

// serve makes an Ollama the one provider.
func (p *program) serve(opt *companion.Options) {
	cfg := func(c config.ModelChoice) ollama.Config {
		return ollama.Config{BaseURL: p.served.URL, Name: c.Name, Window: c.Window, Tries: 1}
	}
	opt.Memory = 8 << 30
	opt.Pick = func(_ context.Context, c config.ModelChoice, _ string) (llm.Model, error) {
		return ollama.New(cfg(c))
	}
	opt.ListModels = func(ctx context.Context, c config.ModelChoice, _ string) ([]models.Info, error) {
		list, err := ollama.List(ctx, cfg(c))
		infos := []models.Info{}
		for _, m := range list {
			infos = append(infos, models.Info{Name: m.Name, Size: m.Size, Parameters: m.Parameters, Window: m.Context, Embeds: m.EmbedsOnly()})
		}
		return infos, err
	}
	opt.PullModel = func(ctx context.Context, c config.ModelChoice, progress func(models.PullProgress)) error {
		return ollama.Pull(ctx, cfg(c), func(g ollama.Progress) {
			progress(models.PullProgress(g))
			if p.pulled != nil {
				p.pulled(models.PullProgress(g))
			}
		})
	}
}

func TestFromNoModelToAReply(t *testing.T) {
	srv := llmtest.NewOllama(t, llmtest.Say("Hello, Alex.").Always())
	srv.Library = []llmtest.OllamaModel{{Name: "qwen3:4b-instruct", Size: 2_500_000_000}}
	srv.Install(llmtest.OllamaModel{Name: "vec", Capabilities: []string{llmtest.CanEmbed}})
	p := &program{home: t.TempDir(), served: srv}
	for _, step := range []struct {
		args     string
		code     int
		out, err string
	}{
		{"model show qwen3:4b-instruct", 1, "", "yumori model pull"},
		{"model use qwen3:4b-instruct", 1, "", "yumori model pull"},
		{"model use vec", 2, "", "makes vectors"},
		{"model pull no-such-model", 1, "", "no-such-model"},
		{"model pull qwen3:4b-instruct", 0, "yumori model use qwen3:4b-instruct", "100 % of 2.5 GB"},
		{"model list", 0, "2.5 GB    4.0B  takes up to 131072 tokens", ""},
		{"model show qwen3:4b-instruct", 0, "It is given 32768 tokens, as the server says.", ""},
		{"model show vec:latest", 0, "can't talk", ""},
		{"model use qwen3:4b-instruct", 0, "replies from now on", ""},
		{"config get models.chat.provider", 0, "ollama", ""},
		{"config get models.chat.name", 0, "qwen3:4b-instruct", ""},
		{"chat --once Hello!", 0, "Hello, Alex.", ""},
		{"doctor", 0, "All is well", ""},
		{"model use", 2, "", "--help"},
		{"model list --provider none", 2, "", "--help"},
	} {
		if code := p.run(t, "", strings.Fields(step.args)...); code != step.code || !strings.Contains(p.out.String(), step.out) || !strings.Contains(p.err.String(), step.err) {
			t.Errorf("%s: exit %d\n%s\n%s", step.args, code, &p.out, &p.err)
		}
	}
	srv.Remove("qwen3:4b-instruct")
	if code := p.run(t, "", "chat", "--once", "Still there?"); code != 0 || !strings.Contains(p.err.String(), "yumori model pull") {
		t.Errorf("a model that is gone: exit %d: %s", code, &p.err)
	}
	srv.Close()
	if code := p.run(t, "", "model", "list"); code != 1 || !strings.Contains(p.err.String(), "cannot be reached") {
		t.Errorf("no server: exit %d: %s", code, &p.err)
	}
	if code := p.run(t, "", "model", "use", "gemma3"); code != 0 || !strings.Contains(p.err.String(), "cannot be reached") {
		t.Errorf("a choice without a server: exit %d: %s", code, &p.err)
	}
}

// Who talks with a model elsewhere downloads with the Ollama here.
func TestAnotherProviderSpeaksMeanwhile(t *testing.T) {
	srv := llmtest.NewOllama(t)
	srv.Library = []llmtest.OllamaModel{{Name: "m", Size: 1_000}}
	p := &program{home: t.TempDir(), served: srv}
	p.run(t, "", "config", "set", "models.chat.provider", "gemini")
	p.run(t, "", "config", "set", "models.chat.name", "gemini-2.5-flash")
	if code := p.run(t, "", "model", "pull", "m"); code != 0 || !strings.Contains(p.out.String(), "yumori model use --provider ollama m") {
		t.Errorf("exit %d: %s %s", code, &p.out, &p.err)
	}
	if code := p.run(t, "", "model", "use", "--provider", "ollama", "m"); code != 0 {
		t.Errorf("exit %d: %s", code, &p.err)
	}
	if p.run(t, "", "config", "get", "models.chat.provider"); strings.TrimSpace(p.out.String()) != "ollama" {
		t.Errorf("provider %s", &p.out)
	}
}

func TestModelsAsJSON(t *testing.T) {
	srv := llmtest.NewOllama(t)
	srv.Library = []llmtest.OllamaModel{{Name: "m", Size: 1_000}}
	p := &program{home: t.TempDir(), served: srv}
	if code := p.run(t, "", "model", "list"); code != 0 || !strings.Contains(p.out.String(), "qwen3:4b-instruct (2.5 GB)") {
		t.Errorf("nothing there: exit %d: %s", code, &p.out)
	}
	srv.Pulls(llmtest.Pull{BreakAt: 0.6})
	if code := p.run(t, "", "model", "pull", "m", "--json"); code != 1 || !strings.Contains(p.err.String(), "continues from there") {
		t.Errorf("exit %d: %s", code, &p.err)
	}
	if code := p.run(t, "", "model", "pull", "m", "--json"); code != 0 {
		t.Errorf("exit %d: %s", code, &p.err)
	}
	last := pullState{}
	lines := strings.Split(strings.TrimSpace(p.out.String()), "\n")
	for i, line := range lines {
		var now pullState
		if err := json.Unmarshal([]byte(line), &now); err != nil || now.Done < last.Done || i > 2 && now.Done < 600 {
			t.Errorf("line %d: %q %v", i, line, err)
		}
		last = now
	}
	if last != (pullState{"success", 1_487, 1_487}) {
		t.Errorf("last %+v", last)
	}
	if code := p.run(t, "", "model", "show", "m", "--json"); code != 0 || strings.TrimSpace(p.out.String()) !=
		`{"name":"m:latest","size":1000,"parameters":"4.0B","takes":131072,"window":32768,"window_from":"server"}` {
		t.Errorf("exit %d: %s", code, &p.out)
	}
}

func TestACancelledDownload(t *testing.T) {
	srv := llmtest.NewOllama(t)
	srv.Library = []llmtest.OllamaModel{{Name: "m", Size: 1_000}}
	srv.Pulls(llmtest.Pull{Hold: make(chan struct{})})
	ctx, cancel := context.WithCancel(t.Context())
	p := &program{home: t.TempDir(), served: srv, ctx: ctx, pulled: func(g models.PullProgress) {
		if g.Total > 0 && g.Done*2 >= g.Total {
			cancel()
		}
	}}
	if code := p.run(t, "", "model", "pull", "m"); code != 1 || !strings.Contains(p.err.String(), "continues from there") {
		t.Errorf("exit %d: %s", code, &p.err)
	}
}
