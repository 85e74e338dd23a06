package gemini

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/generative-ai-go/genai"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

func newModel(t *testing.T, url, name string) *Model {
	t.Helper()
	m, err := New(t.Context(), Config{Endpoint: url, Name: name, Key: "k-123456789", Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.CloseIdleConnections() })
	return m
}

func ask(text string) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: text}}}
}

func TestNewRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		cfg  Config
		want error
	}{
		"no key":     {Config{Name: "m", Key: " "}, llm.ErrKey},
		"no name":    {Config{Key: "k"}, llm.ErrNoModel},
		"plain http": {Config{Name: "m", Key: "k", Endpoint: "http://example.com"}, llm.ErrBadRequest},
	} {
		if _, err := New(t.Context(), tt.cfg); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// sent returns the parts of the contents of a request.
func sent(t *testing.T, r llmtest.Request) [][]map[string]any {
	t.Helper()
	var q struct {
		Contents []struct {
			Parts []map[string]any `json:"parts"`
		} `json:"contents"`
	}
	if err := json.Unmarshal(r.Body, &q); err != nil {
		t.Fatal(err)
	}
	var out [][]map[string]any
	for _, c := range q.Contents {
		out = append(out, c.Parts)
	}
	return out
}

func TestSignaturesComeBackOnTheRightCall(t *testing.T) {
	args := `{"text":"same","n":12345678901234567890}`
	turn := llmtest.Turn(llmtest.Think("hm"), llmtest.Say("I will."), llmtest.Call("f", args), llmtest.Call("f", args))
	srv := llmtest.NewGemini(t, turn, llmtest.Say("ok"), llmtest.Say("ok"))
	req := ask("hello")
	resp, err := newModel(t, srv.URL, "m").Generate(t.Context(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(resp.Message.Opaque) || strings.Contains(string(resp.Message.Opaque), "hm") {
		t.Errorf("opaque %s", resp.Message.Opaque)
	}
	results := llm.Message{Role: llm.RoleTool}
	for _, c := range resp.Message.Calls {
		results.Results = append(results.Results, llm.Result{ID: c.ID, Name: c.Name, Text: "r"})
	}
	req.Messages = append(req.Messages, resp.Message, results)
	for _, name := range []string{"m", "other"} {
		if _, err := newModel(t, srv.URL, name).Generate(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
	}
	own := sent(t, srv.Generations()[1])[1]
	if own[0]["text"] != "I will." || own[1]["thoughtSignature"] == nil || own[1]["thoughtSignature"] == skipSignature || own[2]["thoughtSignature"] != nil {
		t.Errorf("sent back %v", own)
	}
	if !strings.Contains(string(srv.Generations()[1].Body), "12345678901234567890") {
		t.Error("the arguments lost digits")
	}
	foreign := sent(t, srv.Generations()[2])[1]
	if foreign[1]["thoughtSignature"] != skipSignature || foreign[2]["thoughtSignature"] != nil {
		t.Errorf("another model was sent %v", foreign)
	}
}

func TestSpeechSignatureComesBack(t *testing.T) {
	srv := llmtest.NewGemini(t, llmtest.Say("Hi.").SignatureOnly(), llmtest.Say("ok"))
	req := ask("hello")
	resp, err := newModel(t, srv.URL, "m").Generate(t.Context(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Messages = append(req.Messages, resp.Message, llm.Message{Role: llm.RoleUser, Text: "more"})
	if _, err := newModel(t, srv.URL, "m").Generate(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	if p := sent(t, srv.Generations()[1])[1]; len(p) != 1 || p[0]["thoughtSignature"] == nil {
		t.Errorf("sent back %v", p)
	}
}

func TestRetryInfoIsRead(t *testing.T) {
	srv := llmtest.NewGemini(t, llmtest.Raw(429, "application/json", `[{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"37s"}]}}]`))
	_, err := newModel(t, srv.URL, "m").Generate(t.Context(), ask("hello"), nil)
	var e *llm.Error
	if !errors.As(err, &e) || e.RetryAfter != 37*time.Second {
		t.Errorf("%v", err)
	}
}

func TestErrorEventAsAList(t *testing.T) {
	srv := llmtest.NewGemini(t, llmtest.Raw(200, "text/event-stream", "data: [{\"error\":{\"code\":503,\"message\":\"overloaded\"}}]\n\n"))
	if _, err := newModel(t, srv.URL, "m").Generate(t.Context(), ask("hello"), nil); !errors.Is(err, llm.ErrUnavailable) {
		t.Errorf("%v", err)
	}
}

func TestUnknownPartsAreSurvived(t *testing.T) {
	event := `{"candidates":[{"content":{"parts":[{"executableCode":{"x":1}},{"text":"a"},{"brandNew":{}},{},{"text":"b","new":1}]},"finishReason":1},{"index":1,"content":{"parts":[{"text":"second"}]}}]}`
	srv := llmtest.NewGemini(t, llmtest.Raw(200, "text/event-stream", "data: "+event+"\n\n"),
		llmtest.Raw(200, "text/event-stream", "data: "+strings.ReplaceAll(event, `"finishReason":1`, `"finishReason":"STOP"`)+"\n\n"))
	m := newModel(t, srv.URL, "m")
	// Numbers for enums were not asked for: they are an unknown end.
	if resp, err := m.Generate(t.Context(), ask("hello"), nil); !errors.Is(err, llm.ErrBadAnswer) || resp.Message.Text != "ab" {
		t.Errorf("%+v, %v", resp, err)
	}
	if resp, err := m.Generate(t.Context(), ask("hello"), nil); err != nil || resp.Message.Text != "ab" {
		t.Errorf("%+v, %v", resp, err)
	}
}

func TestListModels(t *testing.T) {
	srv := llmtest.NewGemini(t)
	srv.Models = []string{"gemini-b", "gemini-a", "gemini-embedding-1"}
	cfg := Config{Endpoint: srv.URL, Key: "k"}
	got, err := ListModels(t.Context(), cfg)
	if err != nil || !slices.Equal(got, []string{"gemini-a", "gemini-b"}) {
		t.Errorf("%v, %v", got, err)
	}
	got, err = ListEmbedders(t.Context(), cfg)
	if err != nil || !slices.Equal(got, []string{"gemini-embedding-1"}) {
		t.Errorf("%v, %v", got, err)
	}
	_, err = llm.Try(t.Context(), newModel(t, srv.URL, "gemini-retired"))
	if !errors.Is(err, llm.ErrNoModel) || !strings.Contains(err.Error(), "gemini-retired") {
		t.Errorf("a retired model: %v", err)
	}
}

func TestEmbedder(t *testing.T) {
	srv := llmtest.NewGemini(t)
	e, err := NewEmbedder(t.Context(), Config{Endpoint: srv.URL, Name: "e", Key: "k", Dim: 16})
	if err != nil {
		t.Fatal(err)
	}
	defer e.CloseIdleConnections()
	if e.Space() != (llm.Space{Model: "gemini/e", Dim: 16}) {
		t.Errorf("space %+v", e.Space())
	}
	var texts []string
	for i := range maxBatch + 3 {
		texts = append(texts, fmt.Sprint("text ", i))
	}
	texts[5], texts[6] = "", "bad\xff"
	vs, err := e.Embed(t.Context(), texts, llm.TaskQuery)
	if err != nil || len(vs) != len(texts) {
		t.Fatalf("%d vectors, %v", len(vs), err)
	}
	for i, v := range vs {
		var sum float64
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		if len(v) != 16 || math.Abs(sum-1) > 1e-5 {
			t.Fatalf("vector %d: %d dimensions, length %v", i, len(v), sum)
		}
	}
	if _, err := e.Embed(t.Context(), []string{"a"}, llm.TaskDocument); err != nil {
		t.Fatal(err)
	}
	r := srv.Requests()
	if len(r) != 3 || !strings.Contains(string(r[0].Body), `"taskType":1`) || !strings.Contains(string(r[2].Body), `"taskType":2`) {
		t.Errorf("%d requests, the last %s", len(r), r[len(r)-1].Body)
	}
	srv.SpoilVectors = func(vs [][]float64) [][]float64 { return vs[:1] }
	if _, err := e.Embed(t.Context(), texts, llm.TaskQuery); !errors.Is(err, llm.ErrBadAnswer) {
		t.Errorf("half a batch: %v", err)
	}
	srv.SpoilVectors = func(vs [][]float64) [][]float64 { vs[0][0] = math.NaN(); return vs }
	if _, err := e.Embed(t.Context(), texts, llm.TaskQuery); !errors.Is(err, llm.ErrBadAnswer) {
		t.Errorf("NaN: %v", err)
	}
}

func TestSchemaOf(t *testing.T) {
	str := &genai.Schema{Type: genai.TypeString}
	for _, tt := range []struct {
		name, in string
		want     *genai.Schema
	}{
		{"nothing", ``, nil},
		{"garbage", `{"type":`, nil},
		{"no properties", `{"type":"object"}`, nil},
		{"plain", `{"type":"object","properties":{"a":{"type":"string","description":"d","minLength":1}},"required":["a","gone"],"additionalProperties":false}`,
			&genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{"a": {Type: genai.TypeString, Description: "d"}}, Required: []string{"a"}}},
		{"kinds", `{"properties":{"i":{"type":"integer"},"n":{"type":"number"},"b":{"type":"boolean"},"l":{"type":"array","items":{"type":"string"}},"u":{"type":"array"}}}`,
			&genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{
				"i": {Type: genai.TypeInteger}, "n": {Type: genai.TypeNumber}, "b": {Type: genai.TypeBoolean},
				"l": {Type: genai.TypeArray, Items: str}, "u": {Type: genai.TypeArray, Items: str}}}},
		{"null", `{"properties":{"a":{"type":["null","integer"]},"b":{"anyOf":[{"type":"null"},{"type":"boolean"}],"description":"d"}}}`,
			&genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{
				"a": {Type: genai.TypeInteger, Nullable: true}, "b": {Type: genai.TypeBoolean, Nullable: true, Description: "d"}}}},
		{"enum", `{"properties":{"a":{"type":"string","enum":["x","y"]},"b":{"const":"z"},"c":{"type":"integer","enum":[1,2]}}}`,
			&genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{
				"a": {Type: genai.TypeString, Format: "enum", Enum: []string{"x", "y"}}, "b": {Type: genai.TypeString, Format: "enum", Enum: []string{"z"}}, "c": {Type: genai.TypeInteger}}}},
		{"reference", `{"properties":{"a":{"$ref":"#/$defs/s"}},"$defs":{"s":{"type":"string"}}}`,
			&genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{"a": str}}},
		{"free map", `{"properties":{"a":{"type":"object"}}}`,
			&genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{"a": {Type: genai.TypeString, Description: "(a JSON object, as text)"}}}},
	} {
		if got := schemaOf(json.RawMessage(tt.in)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	// One that refers to itself ends.
	schemaOf(json.RawMessage(`{"properties":{"a":{"$ref":"#/$defs/s"}},"$defs":{"s":{"type":"array","items":{"$ref":"#/$defs/s"}}}}`))
}

func FuzzSchemaOf(f *testing.F) {
	f.Add([]byte(`{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x"]}}}`))
	f.Add([]byte(`{"properties":{"a":null,"b":{"anyOf":[null,{"$ref":"#/$defs/b"}]}},"$defs":{"b":{"items":{"$ref":"b"}}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if s := schemaOf(raw); s != nil {
			declarations([]llm.ToolSpec{{Name: "f", Schema: raw}})
		}
	})
}

// FuzzLearn: no event panics, and what goes to the library is JSON that holds
// no thought.
func FuzzLearn(f *testing.F) {
	f.Add([]byte(`{"candidates":[{"content":{"parts":[{"text":"secret","thought":true},{"text":"x"}]},"finishReason":"STOP"}]}`))
	f.Add([]byte(`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":null}},{"thoughtSignature":"eA=="}]}}],"promptFeedback":{"blockReason":2}}`))
	f.Add([]byte(`[{"error":{}}]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var x exchange
		out, err := x.learn(raw)
		if err == nil && out != nil && !json.Valid(out) {
			t.Errorf("%q", out)
		}
		for _, c := range x.calls {
			if c.name == "" || len(c.args) == 0 {
				t.Errorf("call %+v", c)
			}
		}
	})
}

func BenchmarkTurn(b *testing.B) {
	srv := llmtest.ServeGemini(llmtest.Say(strings.Split(strings.Repeat("word ", 200), " ")...).Always())
	defer srv.Close()
	m, err := New(context.Background(), Config{Endpoint: srv.URL, Name: "m", Key: "k"})
	if err != nil {
		b.Fatal(err)
	}
	defer m.CloseIdleConnections()
	for b.Loop() {
		if _, err := m.Generate(context.Background(), ask("hello"), func(string) {}); err != nil {
			b.Fatal(err)
		}
	}
}
