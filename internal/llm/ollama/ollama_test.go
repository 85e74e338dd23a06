package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

// everything is what a model can be able to.
func everything() []string {
	return []string{llmtest.CanComplete, llmtest.CanTools, llmtest.CanVision, llmtest.CanThink}
}

func serve(t *testing.T, m llmtest.OllamaModel, steps ...llmtest.Step) *llmtest.Ollama {
	t.Helper()
	srv := llmtest.NewOllama(t, steps...)
	if m.Name != "" {
		srv.Install(m)
	}
	return srv
}

func newModel(t *testing.T, cfg Config) *Model {
	t.Helper()
	if cfg.Backoff == 0 {
		cfg.Backoff = time.Millisecond
	}
	if cfg.Name == "" {
		cfg.Name = "m"
	}
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.CloseIdleConnections)
	return m
}

// long is a request of about so many tokens, with words at its beginning, in
// the middle and at its end.
func long(tokens int) llm.Request {
	fill := strings.Repeat("xyz ", tokens/2)
	return llm.Request{
		System:   []llm.Section{{Name: "identity", Text: "You are Mori. " + fill}},
		Messages: []llm.Message{{Role: llm.RoleUser, Text: fill + " Hello?"}},
	}
}

// contexts returns the num_ctx of each request for an answer.
func contexts(t *testing.T, srv *llmtest.Ollama) []int {
	t.Helper()
	var out []int
	for _, r := range srv.Generations() {
		var q struct {
			Options struct {
				Context int `json:"num_ctx"`
			} `json:"options"`
		}
		if err := json.Unmarshal(r.Body, &q); err != nil {
			t.Fatal(err)
		}
		out = append(out, q.Options.Context)
	}
	return out
}

func TestTheContextIsWhatThePromptNeeds(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Say("Hello.").Always())
	known := &Known{}
	m := newModel(t, Config{BaseURL: srv.URL, Known: known})
	for _, tokens := range []int{100, 6_000, 100} {
		resp, err := m.Generate(t.Context(), long(tokens), nil)
		if err != nil || resp.Prompt != llm.PromptWhole {
			t.Fatalf("%d tokens: %+v %v", tokens, resp, err)
		}
	}
	// Another model of the same process takes what is loaded as it is.
	if _, err := newModel(t, Config{BaseURL: srv.URL + "/v1", Known: known}).Generate(t.Context(), long(50), nil); err != nil {
		t.Fatal(err)
	}
	if got := contexts(t, srv); !slices.Equal(got, []int{4_096, 12_288, 12_288, 12_288}) {
		t.Errorf("contexts %v", got)
	}
	if srv.Loads() != 2 {
		t.Errorf("loaded %d times", srv.Loads())
	}
	if seen := srv.Seen()[1]; !strings.Contains(seen, "You are Mori.") || !strings.Contains(seen, "Hello?") {
		t.Errorf("the model saw %.80q", seen)
	}
}

func TestTheContextOfOthersIsKept(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Say("Hello.").Always())
	srv.Load("m", 16_000)
	if _, err := newModel(t, Config{BaseURL: srv.URL}).Generate(t.Context(), long(100), nil); err != nil {
		t.Fatal(err)
	}
	if got := contexts(t, srv); !slices.Equal(got, []int{16_000}) || srv.Loads() != 0 {
		t.Errorf("contexts %v, loaded %d times", got, srv.Loads())
	}
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		model  llmtest.OllamaModel
		window int
		loaded int
		noShow bool
		want   llm.Window
	}{
		{name: "a long model", want: llm.Window{Tokens: 32_768, From: llm.WindowServed}},
		{name: "a short model", model: llmtest.OllamaModel{Context: 2_048}, want: llm.Window{Tokens: 2_048, From: llm.WindowServed}},
		{name: "a short model, a long setting", model: llmtest.OllamaModel{Context: 2_048}, window: 8_192, want: llm.Window{Tokens: 2_048, From: llm.WindowServed}},
		{name: "a setting", window: 65_536, want: llm.Window{Tokens: 65_536, From: llm.WindowSet}},
		{name: "a tiny setting", window: 1_024, want: llm.Window{Tokens: 1_024, From: llm.WindowSet}},
		{name: "its own setting", model: llmtest.OllamaModel{Parameters: "stop  \"x\"\nnum_ctx                        8192\n"}, want: llm.Window{Tokens: 8_192, From: llm.WindowServed}},
		{name: "loaded with more", loaded: 65_536, want: llm.Window{Tokens: 65_536, From: llm.WindowServed}},
		{name: "loaded with more than is set", loaded: 65_536, window: 8_192, want: llm.Window{Tokens: 8_192, From: llm.WindowSet}},
		{name: "loaded with less", loaded: 4_096, want: llm.Window{Tokens: 32_768, From: llm.WindowServed}},
		{name: "not said", model: llmtest.OllamaModel{Context: -1}},
		{name: "no such endpoint", noShow: true},
		{name: "no such endpoint, a setting", noShow: true, window: 8_192, want: llm.Window{Tokens: 8_192, From: llm.WindowSet}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.model.Name = "m"
			srv := serve(t, tt.model)
			srv.NoShow = tt.noShow
			if tt.loaded > 0 {
				srv.Load("m", tt.loaded)
			}
			m := newModel(t, Config{BaseURL: srv.URL, Window: tt.window})
			for range 3 {
				if got := m.Measure(t.Context()); got != tt.want {
					t.Errorf("%+v, want %+v", got, tt.want)
				}
			}
			if n := len(srv.Requests()); !tt.noShow && n != 2 {
				t.Errorf("asked %d times", n)
			}
			if got := llm.WindowOf(t.Context(), m); got.Tokens == 0 {
				t.Errorf("window %+v", got)
			}
		})
	}
}

func TestMeasureAsksAgain(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{})
	m := newModel(t, Config{BaseURL: srv.URL})
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	m.facts.now = func() time.Time { return now }
	if got := m.Measure(t.Context()); got.Tokens != 0 {
		t.Errorf("of a model that is not there: %+v", got)
	}
	for _, context := range []int{8_192, 16_384} {
		srv.Install(llmtest.OllamaModel{Name: "m", Context: context})
		if got := m.Measure(t.Context()); got.Tokens != context {
			t.Errorf("%+v, want %d", got, context)
		}
		now = now.Add(61 * time.Second)
	}
	srv.Close()
	if got := m.Measure(t.Context()); got.Tokens != 16_384 {
		t.Errorf("what was known is forgotten: %+v", got)
	}
}

// A server from before it could be told to refuse cuts what it does not serve,
// whatever it says of the model.
func TestACutIsNoticed(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Say("Who are you?").Always())
	srv.Old, srv.Most = true, 2_048
	m := newModel(t, Config{BaseURL: srv.URL})
	resp, err := m.Generate(t.Context(), long(5_000), nil)
	if err != nil || resp.Prompt != llm.PromptCut {
		t.Fatalf("%+v %v", resp, err)
	}
	if strings.Contains(srv.Seen()[0], "You are Mori.") {
		t.Error("the fake did not cut the beginning")
	}
	if got := m.Measure(t.Context()); got != (llm.Window{Tokens: 2_048, From: llm.WindowLearned}) {
		t.Errorf("learned %+v", got)
	}
	if resp, err = m.Generate(t.Context(), long(1_500), nil); err != nil || resp.Prompt != llm.PromptWhole {
		t.Errorf("a prompt that fits: %+v %v", resp, err)
	}
}

// Tools that a model cannot take are not sent, so it counts fewer tokens, and
// nothing of the prompt is missing.
func TestAModelWithoutToolsHasNotCutThem(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m", Capabilities: []string{llmtest.CanComplete}}, llmtest.Say("Hi.").Always())
	m := newModel(t, Config{BaseURL: srv.URL})
	req := long(500)
	req.Tools = []llm.ToolSpec{{Name: "recall", Description: strings.Repeat("what it looks for in the memory ", 500), Schema: []byte(`{"type":"object","properties":{}}`)}}
	resp, err := m.Generate(t.Context(), req, nil)
	if err != nil || resp.Prompt != llm.PromptWhole {
		t.Errorf("%+v %v", resp, err)
	}
	if got := m.Measure(t.Context()); got.From == llm.WindowLearned {
		t.Errorf("learned %+v", got)
	}
}

func TestAWindowOf1024(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Say("Hi.").Always())
	m := newModel(t, Config{BaseURL: srv.URL, Window: 1_024})
	if resp, err := m.Generate(t.Context(), long(500), nil); err != nil || resp.Prompt != llm.PromptWhole {
		t.Errorf("what fits: %+v %v", resp, err)
	}
	_, err := m.Generate(t.Context(), long(1_500), nil)
	if !errors.Is(err, llm.ErrTooLong) {
		t.Errorf("what does not fit: %v", err)
	}
	if got := m.Measure(t.Context()); got.From != llm.WindowLearned || got.Tokens >= 1_024 {
		t.Errorf("learned %+v", got)
	}
	old := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Say("Hi.").Always())
	old.Old = true
	resp, err := newModel(t, Config{BaseURL: old.URL, Window: 1_024}).Generate(t.Context(), long(1_500), nil)
	if err != nil || resp.Prompt != llm.PromptCut {
		t.Errorf("an old server: %+v %v", resp, err)
	}
	for _, n := range append(contexts(t, srv), contexts(t, old)...) {
		if n != 1_024 {
			t.Errorf("asked for %d", n)
		}
	}
}

// The estimate may be too low; then more is asked for, before a word is said.
func TestTooLittleIsAskedForAnew(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Say("Hello.").Always())
	srv.Tokenize = func(text string) []string { return strings.Split(text, "") } // four times as many
	m := newModel(t, Config{BaseURL: srv.URL})
	for range 2 {
		resp, err := m.Generate(t.Context(), long(1_400), nil)
		if err != nil || resp.Prompt != llm.PromptWhole || !strings.Contains(srv.Seen()[0], "You are Mori.") {
			t.Fatalf("%+v %v", resp, err)
		}
	}
	if got := contexts(t, srv); !slices.Equal(got, []int{4_096, 8_192, 8_192}) {
		t.Errorf("contexts %v", got)
	}
}

func TestThoughtsAreNotAskedForNorSpoken(t *testing.T) {
	t.Parallel()
	step := llmtest.Turn(llmtest.Think("secret"), llmtest.Say("Hi.")).Always()
	for _, tt := range []struct {
		name  string
		model llmtest.OllamaModel
		think string
	}{
		{"it can", llmtest.OllamaModel{Capabilities: everything()}, `"think":false`},
		{"it does anyway", llmtest.OllamaModel{Capabilities: everything(), Thinks: true}, `"think":false`},
		{"it cannot, says the server", llmtest.OllamaModel{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.model.Name = "m"
			srv := serve(t, tt.model, step)
			said := ""
			resp, err := newModel(t, Config{BaseURL: srv.URL}).Generate(t.Context(), long(10), func(s string) { said += s })
			if err != nil || resp.Message.Text != "Hi." || said != "Hi." {
				t.Errorf("%q %+v %v", said, resp, err)
			}
			body := string(srv.Generations()[0].Body)
			if tt.think == "" && strings.Contains(body, `"think"`) || !strings.Contains(body, tt.think) {
				t.Errorf("%.300s", body)
			}
		})
	}
}

func TestWhatAModelCannotIsLeftOut(t *testing.T) {
	t.Parallel()
	req := llm.Request{
		Messages: []llm.Message{
			{Role: llm.RoleUser, Text: "a", Attachments: []llm.Attachment{{Name: "cat.png", MIME: "image/png", Data: []byte("\x89PNG")}}},
			{Role: llm.RoleModel, Calls: []llm.Call{{ID: "1", Name: "note", Args: json.RawMessage(`{"n":12345678901234567,"z":1,"a":[1e2]}`)}}},
			{Role: llm.RoleTool, Results: []llm.Result{{ID: "1", Name: "note", Text: "done"}}},
		},
		Tools: []llm.ToolSpec{{Name: "note", Description: "Notes."}},
	}
	for _, tt := range []struct {
		name     string
		can      []string
		noShow   bool
		want     []string
		wantNone []string
		asked    int
	}{
		{"all", everything(), false, []string{`"tools"`, `"images"`, `{"n":12345678901234567,"z":1,"a":[1e2]}`, `"tool_name":"note"`}, []string{"cannot see"}, 1},
		{"nothing", []string{llmtest.CanComplete}, false, []string{"cannot see"}, []string{`"tools"`, `"images"`, "tool_calls"}, 1},
		{"it does not say", []string{llmtest.CanComplete}, true, []string{"cannot see"}, []string{`"tools"`, `"images"`, "tool_calls"}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			srv := serve(t, llmtest.OllamaModel{Name: "m", Capabilities: tt.can}, llmtest.Say("Hi.").Always())
			srv.NoShow = tt.noShow
			if tt.noShow {
				srv.Tolerate()
			}
			m := newModel(t, Config{BaseURL: srv.URL})
			req := req
			if tt.wantNone != nil && tt.name != "all" { // an answer to calls that are not sent
				req.Messages = append(slices.Clone(req.Messages), llm.Message{Role: llm.RoleModel, Text: "b"}, llm.Message{Role: llm.RoleUser, Text: "c"})
			}
			if _, err := m.Generate(t.Context(), req, nil); err != nil {
				t.Fatal(err)
			}
			asked := srv.Generations()
			if len(asked) != tt.asked {
				t.Errorf("asked %d times", len(asked))
			}
			body := string(asked[len(asked)-1].Body)
			for _, w := range tt.want {
				if !strings.Contains(body, w) {
					t.Errorf("%s is not in %s", w, body)
				}
			}
			for _, w := range tt.wantNone {
				if strings.Contains(body, w) {
					t.Errorf("%s is in %s", w, body)
				}
			}
		})
	}
}

func TestAModelThatGoes(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Say("Hi.").Always())
	m := newModel(t, Config{BaseURL: srv.URL})
	if _, err := m.Generate(t.Context(), long(10), nil); err != nil {
		t.Fatal(err)
	}
	srv.Remove("m")
	if _, err := m.Generate(t.Context(), long(10), nil); !errors.Is(err, llm.ErrNoModel) {
		t.Errorf("deleted: %v", err)
	}
	srv.Install(llmtest.OllamaModel{Name: "m"})
	if _, err := m.Generate(t.Context(), long(10), nil); err != nil {
		t.Errorf("there again: %v", err)
	}
	srv.Close()
	if _, err := m.Generate(t.Context(), long(10), nil); !errors.Is(err, llm.ErrUnavailable) {
		t.Errorf("server gone: %v", err)
	}
}

func TestKeepAliveAndEnds(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"},
		llmtest.Say("Hi."),
		llmtest.Raw(200, "application/x-ndjson", `{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"load"}`),
		llmtest.Raw(200, "application/x-ndjson", `{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"unload"}`+"\n"))
	m := newModel(t, Config{BaseURL: srv.URL, KeepAlive: 30 * time.Minute})
	if _, err := m.Generate(t.Context(), long(10), nil); err != nil {
		t.Fatal(err)
	}
	if body := string(srv.Generations()[0].Body); !strings.Contains(body, `"keep_alive":"30m0s"`) {
		t.Error(body)
	}
	for range 2 {
		if _, err := m.Generate(t.Context(), long(10), nil); !errors.Is(err, llm.ErrUnavailable) {
			t.Errorf("not an answer: %v", err)
		}
	}
}

func TestALineOfMoreThan2MiB(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Turn(llmtest.Say("Hel", strings.Repeat("a", 2<<20))))
	_, err := newModel(t, Config{BaseURL: srv.URL}).Generate(t.Context(), long(10), nil)
	if !errors.Is(err, llm.ErrBadAnswer) || len(err.Error()) > 1_000 {
		t.Errorf("%.200v", err)
	}
}

func TestAddresses(t *testing.T) {
	for _, tt := range []struct{ host, want string }{
		{"", fallbackURL},
		{"127.0.0.1:4242", "http://127.0.0.1:4242"},
		{"0.0.0.0", fallbackURL},
		{"0.0.0.0:8000", "http://127.0.0.1:8000"},
		{"http://localhost:99", "http://localhost:99"},
		{"[::1]:5", "http://[::1]:5"},
		{"192.168.1.5:11434", fallbackURL},
		{"https://example.com", fallbackURL},
		{"example.com", fallbackURL},
		{"%%%", fallbackURL},
	} {
		t.Setenv("OLLAMA_HOST", tt.host)
		if got := DefaultBaseURL(); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.host, got, tt.want)
		}
	}
	for _, base := range []string{"http://example.com:11434", "ftp://localhost", "http://192.168.1.5:11434", "http://u:p@localhost", "%%"} {
		if _, err := New(Config{BaseURL: base, Name: "m"}); !errors.Is(err, llm.ErrAddress) {
			t.Errorf("%s: %v", base, err)
		}
	}
	if _, err := New(Config{}); !errors.Is(err, llm.ErrNoModel) {
		t.Errorf("no name: %v", err)
	}
	if _, err := New(Config{BaseURL: "http://192.168.1.5:11434/v1/", Name: "m", LAN: true}); err != nil {
		t.Error(err)
	}
}

func TestEmbed(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"})
	if _, err := NewEmbedder(t.Context(), Config{BaseURL: srv.URL}); !errors.Is(err, llm.ErrNoModel) {
		t.Errorf("none embeds: %v", err)
	}
	srv.Install(llmtest.OllamaModel{Name: "vec", Capabilities: []string{llmtest.CanEmbed}})
	e, err := NewEmbedder(t.Context(), Config{BaseURL: srv.URL})
	if err != nil || e.Space() != (llm.Space{Model: "ollama/vec:latest", Dim: 8}) {
		t.Fatalf("%v %v", e, err)
	}
	texts := make([]string, 150)
	texts[3] = "森"
	vs, err := e.Embed(t.Context(), texts, llm.TaskDocument)
	if err != nil || len(vs) != 150 || slices.Equal(vs[3], vs[4]) || !slices.Equal(vs[4], vs[149]) {
		t.Errorf("%d vectors, %v", len(vs), err)
	}
	if vs, err := e.Embed(t.Context(), nil, llm.TaskQuery); err != nil || len(vs) != 0 {
		t.Errorf("nothing: %v %v", vs, err)
	}
	for name, spoil := range map[string]func([][]float64) [][]float64{
		"one is missing":    func(v [][]float64) [][]float64 { return v[1:] },
		"another dimension": func(v [][]float64) [][]float64 { v[0] = v[0][:3]; return v },
		"zero":              func(v [][]float64) [][]float64 { clear(v[0]); return v },
	} {
		bad := serve(t, llmtest.OllamaModel{Name: "vec", Capabilities: []string{llmtest.CanEmbed}})
		e, err := NewEmbedder(t.Context(), Config{BaseURL: bad.URL, Name: "vec", Space: "openai/vec"})
		if err != nil || e.Space().Model != "openai/vec" {
			t.Fatal(e, err)
		}
		bad.SpoilVectors = spoil
		if _, err := e.Embed(t.Context(), []string{"a", "b"}, llm.TaskQuery); !errors.Is(err, llm.ErrBadAnswer) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Embed(ctx, []string{"a"}, llm.TaskQuery); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
