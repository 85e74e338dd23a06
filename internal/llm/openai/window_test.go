package openai

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

// list is a list of models with one entry.
func list(entry string) string { return `{"object":"list","data":[` + entry + `]}` }

func TestMeasureAsksAServerOfOnesOwn(t *testing.T) {
	const assumed = llm.AssumedWindow
	for _, tt := range []struct {
		name   string
		serves llmtest.Serving
		tokens int
		from   llm.WindowSource
	}{
		{"says nothing", llmtest.Serving{}, assumed, llm.WindowAssumed},
		{"vLLM", llmtest.Serving{As: llmtest.VLLM, Says: 8_192}, 8_192, llm.WindowServed},
		{"llama.cpp", llmtest.Serving{As: llmtest.LlamaCPP, Says: 8_192, Trained: 131_072}, 8_192, llm.WindowServed},
		{"llama.cpp, tiny", llmtest.Serving{As: llmtest.LlamaCPP, Says: 1_024, Trained: 131_072}, 1_024, llm.WindowServed},
		{"llama.cpp's router", llmtest.Serving{As: llmtest.LlamaRouter, Says: 4_096}, 4_096, llm.WindowServed},
		{"llama.cpp's router, not loaded", llmtest.Serving{As: llmtest.LlamaRouter, Says: 4_096, Unloaded: true}, assumed, llm.WindowAssumed},
		{"LM Studio", llmtest.Serving{As: llmtest.LMStudio, Says: 4_096, Trained: 131_072}, 4_096, llm.WindowServed},
		{"LM Studio, not loaded", llmtest.Serving{As: llmtest.LMStudio, Says: 4_096, Trained: 131_072, Unloaded: true}, assumed, llm.WindowAssumed},
		{"LM Studio, not loaded and small", llmtest.Serving{As: llmtest.LMStudio, Says: 2_048, Trained: 8_192, Unloaded: true}, 8_192, llm.WindowServed},
		{"too little to be", llmtest.Serving{As: llmtest.LlamaCPP, Says: 100}, assumed, llm.WindowAssumed},
		{"too much to be", llmtest.Serving{As: llmtest.VLLM, Says: 1 << 40}, assumed, llm.WindowAssumed},
	} {
		srv := llmtest.NewOpenAI(t)
		srv.Models = []string{"other", "gpt-4o"} // a name of the table, which is none of a local server's business
		srv.Serve(tt.serves)
		m := named(t, srv.URL, "gpt-4o")
		if got := llm.WindowOf(t.Context(), m); got != (llm.Window{Tokens: tt.tokens, From: tt.from}) {
			t.Errorf("%s: %+v, %v", tt.name, got, m.gauge.Problem())
		}
		if doubt := strings.HasPrefix(tt.name, "too"); doubt != (m.gauge.Problem() != nil) {
			t.Errorf("%s: problem %v", tt.name, m.gauge.Problem())
		}
	}
}

func named(t *testing.T, url, name string) *Model {
	t.Helper()
	m, err := New(Config{BaseURL: url, Name: name, Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.CloseIdleConnections)
	return m
}

// A model that was not loaded is measured once it is.
func TestMeasureAsksAgainWhenTheModelIsLoaded(t *testing.T) {
	for _, as := range []llmtest.Maker{llmtest.LMStudio, llmtest.LlamaRouter} {
		srv := llmtest.NewOpenAI(t, llmtest.Say("hi"))
		srv.Models = []string{"m"}
		srv.Serve(llmtest.Serving{As: as, Says: 4_096, Trained: 131_072, Unloaded: true})
		m := newModel(t, srv.URL)
		if got := m.Measure(t.Context()); got.Tokens != 0 {
			t.Errorf("%s: %+v", as, got)
		}
		if _, err := m.Generate(t.Context(), ask("hello"), nil); err != nil {
			t.Fatal(err)
		}
		if got := m.Measure(t.Context()).Tokens; got != 4_096 {
			t.Errorf("%s: %d once it is loaded", as, got)
		}
		n := len(srv.Requests())
		if m.Measure(t.Context()); len(srv.Requests()) != n {
			t.Errorf("%s: asked again at once", as)
		}
	}
}

// Lists are read as providers write them, and as nobody should.
func TestListsOfModels(t *testing.T) {
	for _, tt := range []struct {
		name, model, list string
		hosted, local     int
	}{
		{"OpenRouter", "openai/gpt-4o", list(`{"id":"openai/gpt-4o","context_length":128000,"top_provider":{"context_length":64000,"max_completion_tokens":16384}}`), 64_000, 128_000},
		{"OpenRouter, no best host", "a/b", list(`{"id":"a/b","context_length":40960,"top_provider":{"context_length":null}}`), 40_960, 40_960},
		{"a router's variant", "a/b:online", list(`{"id":"a/b","context_length":40960},{"id":"c"}`), 40_960, 40_960},
		{"a variant with its own entry", "a/b:free", list(`{"id":"a/b","context_length":40960},{"id":"a/b:free","context_length":8192}`), 8_192, 8_192},
		{"Groq", "x", list(`{"id":"y","context_window":1000},{"id":"x","context_window":131072}`), 131_072, 131_072},
		{"Mistral", "x", list(`{"id":"x","max_context_length":32768},{"id":"y"}`), 32_768, 0},
		{"vLLM", "x", list(`{"id":"x","max_model_len":8192,"root":"x","parent":null}`), 8_192, 8_192},
		{"llama.cpp that says it", "any", list(`{"id":"/models/q.gguf","meta":{"n_ctx":40192,"n_ctx_train":262144}}`), 0, 40_192},
		{"an alias", "fast", list(`{"id":"q","aliases":["fast"],"meta":{"n_ctx":16384}},{"id":"z"}`), 0, 16_384},
		{"what it was trained for", "x", list(`{"id":"x","meta":{"n_ctx_train":262144}},{"id":"y"}`), 0, 0},
		{"a number in quotes", "x", list(`{"id":"x","max_model_len":"8192"}`), 8_192, 8_192},
		{"words", "x", list(`{"id":"x","context_length":"very long","meta":7,"top_provider":[1]}`), 0, 0},
		{"a negative number", "x", list(`{"id":"x","context_length":-8192}`), 0, 0},
		{"not a number", "x", list(`{"id":"x","context_length":"NaN"}`), 0, 0},
		{"junk beside it", "x", list(`"junk",null,[],{"id":7},{"id":"x","context_length":8192}`), 8_192, 8_192},
		{"another model", "x", list(`{"id":"y","context_length":8192},{"id":"z","context_length":8192}`), 0, 0},
		{"no list", "x", `{"data":{"id":"x"}}`, 0, 0},
		{"nothing", "x", `{}`, 0, 0},
		{"garbage", "x", "\x00\xff{{{", 0, 0},
	} {
		srv := llmtest.NewOpenAI(t)
		srv.Instead = map[string]llmtest.Step{"/models": llmtest.Raw(200, "application/json", tt.list)}
		m := named(t, srv.URL, tt.model)
		if got := m.Measure(t.Context()).Tokens; got != tt.local {
			t.Errorf("%s, local: %d, want %d", tt.name, got, tt.local)
		}
		if a, err := m.askHosted(t.Context()); max(0, a.Tokens) != tt.hosted {
			t.Errorf("%s, hosted: %d, want %d (%v)", tt.name, a.Tokens, tt.hosted, err)
		}
	}
}

// Whatever a server does, a measurement ends, and says what is known.
func TestMeasureOfABadServer(t *testing.T) {
	huge := list(strings.Repeat(`{"id":"other","description":"`+strings.Repeat("x", 1000)+`"},`, 20_000) + `{"id":"m","max_model_len":8192}`)
	for name, tt := range map[string]struct {
		instead map[string]llmtest.Step
		want    int
	}{
		"a list of 20 MB":               {map[string]llmtest.Step{"/v1/models": llmtest.Raw(200, "application/json", huge)}, 4_096},
		"a list of garbage":             {map[string]llmtest.Step{"/v1/models": llmtest.Raw(200, "text/plain", "\x00\xff{{{")}, 4_096},
		"a web page":                    {map[string]llmtest.Step{"/v1/models": llmtest.WebPage()}, 4_096},
		"no list":                       {map[string]llmtest.Step{"/v1/models": llmtest.Status(404, "no")}, 4_096},
		"a list that is sent elsewhere": {map[string]llmtest.Step{"/v1/models": llmtest.Redirect("http://127.0.0.1:1/")}, 4_096},
		"props of garbage":              {map[string]llmtest.Step{"/props": llmtest.Raw(200, "application/json", `{"default_generation_settings":[]}`)}, 0},
		"props that hang":               {map[string]llmtest.Step{"/props": llmtest.HalfOpen()}, 0},
		"props without a body":          {map[string]llmtest.Step{"/props": llmtest.Silence()}, 0},
		"a key that is wrong":           {map[string]llmtest.Step{"models": llmtest.Status(401, "no"), "/props": llmtest.Status(401, "no")}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := llmtest.NewOpenAI(t)
			srv.Models, srv.Instead = []string{"m", "n"}, tt.instead
			srv.Serve(llmtest.Serving{As: llmtest.LlamaCPP, Says: 4_096})
			m := newModel(t, srv.URL)
			if tt.want > 0 { // without the clock of a measurement: a slow machine reads long at 20 MB
				if a, err := m.askLocal(t.Context()); a.Tokens != tt.want {
					t.Errorf("%+v, %v", a, err)
				}
				return
			}
			if got := m.Measure(t.Context()); got.Tokens != tt.want {
				t.Errorf("%+v, %v", got, m.gauge.Problem())
			}
			if name != "props of garbage" && m.gauge.Problem() == nil {
				t.Error("no problem is told")
			}
		})
	}
}

func TestMeasureWithoutAServer(t *testing.T) {
	m := newModel(t, "http://127.0.0.1:1/v1")
	if got := m.Measure(t.Context()); got.Tokens != 0 || m.gauge.Problem() == nil {
		t.Errorf("%+v, %v", got, m.gauge.Problem())
	}
}

// The key goes to the server that it is for, and into no address.
func TestMeasureSendsTheKey(t *testing.T) {
	srv := llmtest.NewOpenAI(t)
	srv.Serve(llmtest.Serving{As: llmtest.LlamaCPP, Says: 4_096})
	m, err := New(Config{BaseURL: srv.URL, Name: "a&b=c/d e", Key: "k-123456789"})
	if err != nil {
		t.Fatal(err)
	}
	m.Measure(t.Context())
	for _, r := range srv.Requests() {
		if r.Header.Get("Authorization") != "Bearer k-123456789" || strings.Contains(r.Query, "k-123") {
			t.Errorf("%s?%s: %v", r.Path, r.Query, r.Header)
		}
		if strings.HasSuffix(r.Path, "/props") && r.Query != "autoload=false&model=a%26b%3Dc%2Fd+e" {
			t.Errorf("query %q", r.Query)
		}
	}
	if len(srv.Requests()) != 2 {
		t.Errorf("%d requests", len(srv.Requests()))
	}
}

// OpenAI is not asked: its list says nothing. Nobody is with a setting.
func TestWhatIsKnownWithoutAsking(t *testing.T) {
	for _, tt := range []struct {
		cfg  Config
		want llm.Window
	}{
		{Config{Name: "gpt-4o"}, llm.Window{Tokens: 128_000, From: llm.WindowTable}},
		{Config{Name: "gpt-nobody"}, llm.Window{}},
		{Config{Name: "gpt-4o", Window: 9_000}, llm.Window{Tokens: 9_000, From: llm.WindowSet}},
		{Config{BaseURL: "https://openrouter.ai/api/v1", Name: "openai/gpt-4o"}, llm.Window{Tokens: 128_000, From: llm.WindowTable}},
		{Config{BaseURL: "http://127.0.0.1:1/v1", Name: "gpt-4o"}, llm.Window{}},
		{Config{BaseURL: "http://127.0.0.1:1/v1", Name: "gpt-4o", Window: 9_000}, llm.Window{Tokens: 9_000, From: llm.WindowSet}},
	} {
		m, err := New(tt.cfg)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Info().Window; got != tt.want {
			t.Errorf("%+v: %+v", tt.cfg, got)
		}
		if strings.HasPrefix(tt.cfg.BaseURL, "https") {
			continue // it would be asked
		}
		if got := m.Measure(t.Context()); got != tt.want {
			t.Errorf("%+v: measured %+v", tt.cfg, got)
		}
	}
}

// refused asks with a prompt that is too long, and returns the window that is
// thought of afterwards.
func refused(t *testing.T, m *Model, text string) llm.Window {
	t.Helper()
	if _, err := m.Generate(t.Context(), ask(text), nil); !errors.Is(err, llm.ErrTooLong) {
		t.Fatalf("error %v", err)
	}
	return llm.WindowOf(t.Context(), m)
}

// Whatever a server says of its window: when it refuses, it is taken at its
// words.
func TestARefusalTeachesTheWindow(t *testing.T) {
	long := strings.Repeat("talk about the lake ", 6_000)
	for _, as := range []llmtest.Maker{llmtest.OpenAI, llmtest.VLLM, llmtest.LlamaCPP, llmtest.LlamaRouter, llmtest.LMStudio, llmtest.OpenRouter} {
		srv := llmtest.NewOpenAI(t, llmtest.Say("hi"))
		srv.Models = []string{"m"}
		srv.Serve(llmtest.Serving{As: as, Says: 1_000_000, Trained: 1_000_000, Takes: 8_000})
		m := newModel(t, srv.URL)
		if w := llm.WindowOf(t.Context(), m).Tokens; w != 1_000_000 && as != llmtest.OpenAI {
			t.Errorf("%q: %d at first", as, w)
		}
		if got := refused(t, m, long); got != (llm.Window{Tokens: 8_000, From: llm.WindowLearned}) {
			t.Errorf("%q: %+v", as, got)
		}
		if got := m.Info().Window.Tokens; got != 8_000 {
			t.Errorf("%q: info %d", as, got)
		}
		if _, err := m.Generate(t.Context(), ask("short"), nil); err != nil {
			t.Errorf("%q: %v", as, err)
		}
		if n := len(srv.Generations()); n != 2 || srv.Generations()[0].Tokens < 30_000 {
			t.Errorf("%q: %d requests, the first of %d tokens", as, n, srv.Generations()[0].Tokens)
		}
	}
}

// A server that only says no is believed half of what was thought, each time.
func TestAMuteRefusalHalves(t *testing.T) {
	srv := llmtest.NewOpenAI(t)
	srv.Serve(llmtest.Serving{Takes: 3_000, Mute: true})
	m := newModel(t, srv.URL)
	long := strings.Repeat("talk about the lake ", 10_000)
	for _, want := range []int{16_384, 8_192, 4_096} {
		if got := refused(t, m, long); got.Tokens != want {
			t.Errorf("%+v, want %d", got, want)
		}
	}
}

func TestMeasureWhileTalking(t *testing.T) {
	srv := llmtest.NewOpenAI(t, llmtest.Say("hi").Always())
	srv.Models = []string{"m"}
	srv.Serve(llmtest.Serving{As: llmtest.VLLM, Says: 100_000, Takes: 8_000})
	m := newModel(t, srv.URL)
	long := strings.Repeat("talk about the lake ", 6_000)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			text := "hello"
			if i%2 == 0 {
				text = long
			}
			_, _ = m.Generate(t.Context(), ask(text), nil)
			m.Measure(t.Context())
		})
	}
	wg.Wait()
	if got := m.Measure(t.Context()); got != (llm.Window{Tokens: 8_000, From: llm.WindowLearned}) {
		t.Errorf("%+v", got)
	}
}

// FuzzEntries: no list makes the reader panic.
func FuzzEntries(f *testing.F) {
	f.Add([]byte(list(`{"id":"m","context_length":8192,"top_provider":{"context_length":1},"meta":{"n_ctx":-4}}`)))
	f.Add([]byte(list(`{"id":["m"],"aliases":{"m":1},"max_model_len":1e400}`)))
	f.Add([]byte(`{"data":null}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var list struct {
			Data entryList `json:"data"`
		}
		if json.Unmarshal(raw, &list) != nil {
			return
		}
		e := list.Data.find("m")
		for _, n := range []int{e.hosted(), e.served(), e.number("a", "b")} {
			if n < -1 || n > 1e9 {
				t.Errorf("%d", n)
			}
		}
	})
}
