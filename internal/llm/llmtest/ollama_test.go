package llmtest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"yumori/internal/llm/llmtest"
)

// post sends v as JSON and returns the status and the body.
func post(t *testing.T, url string, v any) (int, string) {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := new(http.Client).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// The fake does without a word what the real server does without one.
func TestTheSilentCut(t *testing.T) {
	type obj = map[string]any
	srv := llmtest.NewOllama(t, llmtest.Say("Who?").Always())
	srv.Install(llmtest.OllamaModel{Name: "m"})
	messages := []obj{
		{"role": "system", "content": "You are Mori. " + strings.Repeat("abc ", 5_000)},
		{"role": "user", "content": "Who are you?"},
	}
	const cut, whole = `"prompt_eval_count":2050`, `"prompt_eval_count":5013`
	for _, tt := range []struct {
		name   string
		path   string
		extra  obj
		status int
		says   string
		whole  bool
	}{
		{"nothing asked", "/api/chat", obj{}, 200, cut, false},
		{"enough", "/api/chat", obj{"options": obj{"num_ctx": 8_192}}, 200, whole, true},
		{"not to be cut", "/api/chat", obj{"truncate": false, "shift": false}, 400, "longer than the context", false},
		{"OpenAI", "/v1/chat/completions", obj{"options": obj{"num_ctx": 8_192}, "stream_options": obj{"include_usage": true}}, 200, `"prompt_tokens":2050`, false},
	} {
		body := obj{"model": "m", "messages": messages, "stream": true}
		for k, v := range tt.extra {
			body[k] = v
		}
		seen := len(srv.Seen())
		status, answer := post(t, srv.URL+tt.path, body)
		if status != tt.status || !strings.Contains(answer, tt.says) {
			t.Errorf("%s: %d %.600s", tt.name, status, answer)
		}
		if status != 200 {
			continue
		}
		got := srv.Seen()[seen]
		if strings.Contains(got, "You are Mori.") != tt.whole || !strings.Contains(got, "Who are you?") {
			t.Errorf("%s: the model saw %.40q … %.40q", tt.name, got, got[len(got)-40:])
		}
	}
}

func TestAnOllamaIsStrict(t *testing.T) {
	type obj = map[string]any
	srv := llmtest.NewOllama(t)
	srv.Tolerate()
	srv.Install(llmtest.OllamaModel{Name: "m", Capabilities: []string{llmtest.CanComplete}})
	hello := []obj{{"role": "user", "content": "Hello?"}}
	for _, tt := range []struct {
		body   obj
		status int
	}{
		{obj{"model": "m", "messages": []obj{}}, 400},
		{obj{"model": "none", "messages": hello}, 404},
		{obj{"model": "m", "messages": hello, "temperature": 1}, 400},
		{obj{"model": "m", "messages": hello, "options": obj{"num_context": 1}}, 400},
		{obj{"model": "m", "messages": hello, "options": obj{"num_ctx": "4096"}}, 400},
		{obj{"model": "m", "messages": hello, "think": false}, 400},
		{obj{"model": "m", "messages": hello, "format": "xml"}, 400},
		{obj{"model": "m", "messages": hello, "tools": []obj{{"type": "function"}}}, 400},
		{obj{"model": "m", "messages": []obj{{"role": "user", "content": "x", "images": []string{"AAAA"}}}}, 400},
		{obj{"model": "m", "messages": []obj{{"role": "user", "content": "x"}, {"role": "user", "content": "y"}}}, 400},
		{obj{"model": "m", "messages": []obj{{"role": "tool", "content": "x", "tool_name": "t"}}}, 400},
		{obj{"model": "m", "messages": hello, "options": obj{"num_ctx": 4096}}, 501}, // in order; there is no script
	} {
		if status, answer := post(t, srv.URL+"/api/chat", tt.body); status != tt.status {
			t.Errorf("%s: %d %s", fmt.Sprint(tt.body), status, answer)
		}
	}
}
