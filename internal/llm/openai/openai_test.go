package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

func newModel(t *testing.T, url string) *Model {
	t.Helper()
	m, err := New(Config{BaseURL: url, Name: "m", Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.CloseIdleConnections)
	return m
}

func ask(text string) llm.Request {
	return llm.Request{
		System:   []llm.Section{{Name: "identity", Text: "You are Mori."}},
		Messages: []llm.Message{{Role: llm.RoleUser, Text: text}},
	}
}

func TestNewRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		cfg  Config
		want error
	}{
		"no name":    {Config{BaseURL: "http://127.0.0.1:1/v1"}, llm.ErrNoModel},
		"plain http": {Config{BaseURL: "http://example.com/v1", Name: "m"}, llm.ErrBadRequest},
		"no scheme":  {Config{BaseURL: "localhost:11434", Name: "m"}, llm.ErrBadRequest},
		"LAN":        {Config{BaseURL: "http://192.168.1.2/v1", Name: "m"}, llm.ErrBadRequest},
	} {
		if _, err := New(tt.cfg); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	m, err := New(Config{BaseURL: "http://192.168.1.2/v1/ ", Name: "m", LAN: true, Window: 8192})
	if err != nil {
		t.Fatal(err)
	}
	if want := (llm.Info{Provider: "openai", Name: "m", Window: llm.Window{Tokens: 8192, From: llm.WindowSet}}); m.Info() != want {
		t.Errorf("info %+v", m.Info())
	}
}

// A server that refuses what it does not know is asked again without it, and
// the lesson is kept.
func TestLearnsWhatAServerRefuses(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"}}}`)
	tools := []llm.ToolSpec{{Name: "f", Description: "d"}}
	for _, tt := range []struct {
		name    string
		refusal string
		status  int
		change  func(*llm.Request)
		first   string // in the first request
		last    string // in the last
		gone    string // not in the last
	}{
		{"schema", "'response_format' of type 'json_schema' is not supported with this model.", 400, func(r *llm.Request) { r.JSON = schema }, `"json_schema"`, `"json_object"`, `"json_schema"`},
		{"usage", "Unrecognized request argument supplied: stream_options", 400, func(*llm.Request) {}, "stream_options", `"m"`, "stream_options"},
		{"limit", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", 400, func(r *llm.Request) { r.MaxTokens = 5 }, `"max_tokens":5`, `"max_completion_tokens":5`, `"max_tokens"`},
		{"tools", "registry.ollama.ai/library/gemma:latest does not support tools", 400, func(r *llm.Request) { r.Tools = tools }, `"tools"`, "Mori", `"tools"`},
		{"tools of llama.cpp", "tools param requires --jinja flag", 501, func(r *llm.Request) { r.Tools = tools }, `"tools"`, "Mori", `"tools"`},
		{"tools of OpenRouter", "No endpoints found that support tool use.", 404, func(r *llm.Request) { r.Tools = tools }, `"tools"`, "Mori", `"tools"`},
		{"system", "System role not supported", 400, func(*llm.Request) {}, `"system"`, `You are Mori.\n\nhello`, `"system"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			refuse := llmtest.Status(tt.status, tt.refusal)
			steps := []llmtest.Step{refuse}
			if tt.status >= 500 {
				steps = append(steps, refuse, refuse) // the wire tries three times
			}
			srv := llmtest.NewOpenAI(t, append(steps, llmtest.Say("ok"), llmtest.Say("ok"))...)
			m := newModel(t, srv.URL)
			req := ask("hello")
			tt.change(&req)
			for range 2 {
				if _, err := m.Generate(t.Context(), req, nil); err != nil {
					t.Fatal(err)
				}
			}
			sent := srv.Generations()
			if len(sent) != len(steps)+2 {
				t.Errorf("%d requests: the lesson was not kept", len(sent))
			}
			if b := string(sent[0].Body); !strings.Contains(b, tt.first) {
				t.Errorf("first request %s", b)
			}
			if b := string(sent[len(sent)-1].Body); !strings.Contains(b, tt.last) || strings.Contains(b, tt.gone) {
				t.Errorf("last request %s", b)
			}
		})
	}
}

func TestJSONFallsBackToWords(t *testing.T) {
	refuse := llmtest.Status(400, "unknown field response_format")
	srv := llmtest.NewOpenAI(t, refuse, refuse, llmtest.Say(`{"a":1}`))
	req := ask("hello")
	req.JSON = json.RawMessage(`{"type":"object"}`)
	if _, err := newModel(t, srv.URL).Generate(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	if b := string(srv.Generations()[2].Body); strings.Contains(b, "response_format") || !strings.Contains(b, "JSON Schema") {
		t.Errorf("last request %s", b)
	}
}

func TestARefusalIsNotAskedAgainForEver(t *testing.T) {
	srv := llmtest.NewOpenAI(t, llmtest.Status(400, "stream_options response_format json_schema max_tokens tools not supported, system role not supported").Always())
	req := ask("hello")
	req.JSON, req.MaxTokens, req.Tools = json.RawMessage(`{"type":"object"}`), 5, []llm.ToolSpec{{Name: "f"}}
	_, err := newModel(t, srv.URL).Generate(t.Context(), req, nil)
	if n := len(srv.Generations()); !errors.Is(err, llm.ErrBadRequest) || n > 10 {
		t.Errorf("%v after %d requests", err, n)
	}
}

func TestReasoningModelsAreAskedTheirWay(t *testing.T) {
	srv := llmtest.NewOpenAI(t, llmtest.Say("ok"))
	m, err := New(Config{BaseURL: srv.URL, Name: "gpt-5-mini"})
	if err != nil {
		t.Fatal(err)
	}
	req := ask("hello")
	req.MaxTokens = 7
	if _, err := m.Generate(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	if b := string(srv.Generations()[0].Body); !strings.Contains(b, `"max_completion_tokens":7`) {
		t.Errorf("request %s", b)
	}
}

func TestServerThatCannotStream(t *testing.T) {
	srv := llmtest.NewOpenAI(t, llmtest.Raw(200, "application/json",
		`{"choices":[{"index":0,"message":{"role":"assistant","content":"Whole.","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}`))
	resp, err := newModel(t, srv.URL).Generate(t.Context(), ask("hello"), nil)
	if err != nil || resp.Message.Text != "Whole." || len(resp.Message.Calls) != 1 || resp.Usage.Answer != 2 {
		t.Errorf("%+v, %v", resp, err)
	}
}

// Gemini behind this protocol wants its signature back on the same call.
func TestExtraContentComesBack(t *testing.T) {
	const extra = `{"google":{"thought_signature":"c2ln"}}`
	chunk := `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{}"},"extra_content":` + extra + `},{"index":1,"id":"y","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`
	srv := llmtest.NewOpenAI(t, llmtest.Raw(200, "text/event-stream", "data: "+chunk+"\n\ndata: [DONE]\n\n"), llmtest.Say("ok"), llmtest.Say("ok"))
	req := ask("hello")
	resp, err := newModel(t, srv.URL).Generate(t.Context(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	results := llm.Message{Role: llm.RoleTool}
	for _, c := range resp.Message.Calls {
		results.Results = append(results.Results, llm.Result{ID: c.ID, Name: c.Name, Text: "r"})
	}
	req.Messages = append(req.Messages, resp.Message, results)
	if _, err := newModel(t, srv.URL).Generate(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	b := string(srv.Generations()[1].Body)
	if strings.Count(b, extra) != 1 || strings.Index(b, extra) > strings.Index(b, "call00002") {
		t.Errorf("request %s", b)
	}
	other, err := New(Config{BaseURL: srv.URL, Name: "other"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Generate(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	if b := string(srv.Generations()[2].Body); strings.Contains(b, "signature") {
		t.Errorf("another model was sent the signature: %s", b)
	}
}

func TestEmbedder(t *testing.T) {
	srv := llmtest.NewOpenAI(t)
	e, err := NewEmbedder(t.Context(), Config{BaseURL: srv.URL, Name: "e"})
	if err != nil {
		t.Fatal(err)
	}
	if e.Space() != (llm.Space{Model: "openai/e", Dim: 8}) {
		t.Errorf("space %+v", e.Space())
	}
	var texts []string
	for i := range maxBatch*2 + 3 {
		texts = append(texts, fmt.Sprint("text ", i))
	}
	texts[5] = ""
	vs, err := e.Embed(t.Context(), texts, llm.TaskQuery)
	if err != nil || len(vs) != len(texts) {
		t.Fatalf("%d vectors, %v", len(vs), err)
	}
	one, err := e.Embed(t.Context(), texts[70:71], llm.TaskQuery)
	if err != nil || !reflect.DeepEqual(one[0], vs[70]) {
		t.Errorf("order is lost: %v", err)
	}
	if none, err := e.Embed(t.Context(), nil, llm.TaskQuery); err != nil || len(none) != 0 {
		t.Errorf("no texts: %v %v", none, err)
	}
	if n := len(srv.Requests()); n != 1+3+1 {
		t.Errorf("%d requests", n)
	}
}

func TestEmbedderDetectsBadVectors(t *testing.T) {
	nan := func(vs [][]float64) [][]float64 { vs[0] = nil; return vs }
	for name, spoil := range map[string]func([][]float64) [][]float64{
		"half":      func(vs [][]float64) [][]float64 { return vs[:1] },
		"empty":     nan,
		"dimension": func(vs [][]float64) [][]float64 { vs[1] = vs[1][:3]; return vs },
		"NaN":       func(vs [][]float64) [][]float64 { vs[0][0] = nanValue(); return vs },
		"too big":   func(vs [][]float64) [][]float64 { vs[0][0] = 1e300; return vs },
		"zero":      func(vs [][]float64) [][]float64 { clear(vs[1]); return vs },
	} {
		srv := llmtest.NewOpenAI(t)
		e, err := NewEmbedder(t.Context(), Config{BaseURL: srv.URL, Name: "e"})
		if err != nil {
			t.Fatal(err)
		}
		srv.SpoilVectors = spoil
		if _, err := e.Embed(t.Context(), []string{"a", "b"}, llm.TaskDocument); !errors.Is(err, llm.ErrBadAnswer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func nanValue() float64 { zero := 0.0; return zero / zero }

func TestListModels(t *testing.T) {
	srv := llmtest.NewOpenAI(t)
	srv.Models = []string{"b", "a"}
	got, err := ListModels(t.Context(), Config{BaseURL: srv.URL})
	if err != nil || !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%v, %v", got, err)
	}
	_, err = llm.Try(t.Context(), newModel(t, srv.URL))
	if !errors.Is(err, llm.ErrNoModel) || !strings.Contains(err.Error(), "m") {
		t.Errorf("unknown model: %v", err)
	}
}

func TestDiscover(t *testing.T) {
	ollama := llmtest.NewOpenAI(t)
	ollama.Models = []string{"qwen"}
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>my blog")) }))
	defer page.Close()
	object := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("{}")) }))
	defer object.Close()
	mute, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	start := time.Now()
	got := DiscoverAt(t.Context(), []Server{
		{Kind: LMStudio, BaseURL: page.URL + "/v1"},
		{Kind: LlamaCPP, BaseURL: object.URL + "/v1"},
		{Kind: LlamaCPP, BaseURL: "http://" + mute.Addr().String() + "/v1"},
		{Kind: LlamaCPP, BaseURL: "http://127.0.0.1:1/v1"},
		{Kind: Ollama, BaseURL: ollama.URL},
	})
	want := []Server{{Kind: Ollama, BaseURL: ollama.URL, Models: []string{"qwen"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if took := time.Since(start); took > 20*time.Second { // one of them never answers
		t.Errorf("took %v", took)
	}
	for _, s := range LocalServers() {
		if !strings.HasPrefix(s.BaseURL, "http://127.0.0.1:") {
			t.Errorf("%s is not this machine", s.BaseURL)
		}
	}
}

// FuzzFragments: however the arguments of interleaved calls are cut, they come
// together again.
func FuzzFragments(f *testing.F) {
	f.Add(`{"text":"犬"}`, `{"b":[1,2]}`, []byte{1, 2, 3, 0, 1})
	f.Add(`{}`, ``, []byte{})
	f.Fuzz(func(t *testing.T, one, two string, cuts []byte) {
		left := [2]string{strings.ToValidUTF8(one, ""), strings.ToValidUTF8(two, "")}
		want := left
		var a answer
		send := func(i int, id, name, args string) {
			text, err := json.Marshal(args)
			if err != nil {
				t.Fatal(err)
			}
			if err := a.add(fmt.Appendf(nil, `{"choices":[{"delta":{"tool_calls":[{"index":%d,"id":%q,"function":{"name":%q,"arguments":%s}}]}}]}`, i, id, name, text)); err != nil {
				t.Fatal(err)
			}
		}
		send(0, "a", "f", "")
		send(1, "b", "g", "")
		for _, c := range cuts {
			i := int(c) % 2
			r := []rune(left[i])
			n := min(len(r), int(c)/2%5)
			send(i, "", "", string(r[:n]))
			left[i] = string(r[n:])
		}
		send(0, "", "", left[0])
		send(1, "", "", left[1])
		a.done = true
		calls := a.response().Message.Calls
		if len(calls) != 2 || calls[0].Name != "f" || calls[1].Name != "g" {
			t.Fatalf("calls %+v", calls)
		}
		for i, c := range calls {
			w := strings.TrimSpace(want[i])
			if w == "" {
				w = "{}"
			}
			if string(c.Args) != w {
				t.Errorf("call %d: %q, want %q", i, c.Args, w)
			}
		}
	})
}

// FuzzChunk: no event makes the reader panic or grow without bound.
func FuzzChunk(f *testing.F) {
	f.Add([]byte(`{"choices":[{"delta":{"content":"x","tool_calls":[{"function":{"arguments":{"a":1}}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":-1}}`))
	f.Add([]byte(`{"choices":[{"delta":{"content":[{"type":"text","text":"a"},{"type":"thinking"}]}}]}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m := newModel(t, "http://127.0.0.1:1/v1")
		var a answer
		if a.add(raw) == nil {
			a.response()
			if err := a.verdict(m); err != nil && !errors.As(err, new(*llm.Error)) {
				t.Error(err)
			}
		}
	})
}

func BenchmarkTurn(b *testing.B) {
	srv := llmtest.ServeOpenAI(llmtest.Say(strings.Split(strings.Repeat("word ", 200), " ")...).Always())
	defer srv.Close()
	m, err := New(Config{BaseURL: srv.URL, Name: "m"})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := m.Generate(context.Background(), ask("hello"), func(string) {}); err != nil {
			b.Fatal(err)
		}
	}
}
