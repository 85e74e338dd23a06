package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

// FuzzStream gives whatever may come from a server: it must not
// panic, and what is streamed is what is returned.
func FuzzStream(f *testing.F) {
	f.Add(`{"message":{"content":"Hi."}}` + "\n" + `{"done":true,"done_reason":"stop","prompt_eval_count":3,"eval_count":2}` + "\n")
	f.Add(`{"message":{"tool_calls":[{"function":{"name":"a","arguments":{"x":1e99}}},{"function":{"name":"b","arguments":null}}]},"done":true}`)
	f.Add(`{"message":{"tool_calls":[{"function":{"name":"a","arguments":"{}"}}]},"done":true}`)
	f.Add(`{"error":"no"}` + "\n{}\n[]\n\"\"\n\x00")
	f.Add(`{"message":{"content":"<think>a"},"done":true,"done_reason":"load","prompt_eval_count":-1}`)
	m, err := New(Config{Name: "m"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		said := ""
		a := answer{from: m.streamer, stream: func(s string) { said += s }}
		err := m.read(strings.NewReader(text), a.add)
		a.say(a.think.Flush())
		if err == nil {
			err = a.verdict(m)
		}
		resp := a.response()
		if said != resp.Message.Text {
			t.Errorf("streamed %q, returned %q", said, resp.Message.Text)
		}
		for _, c := range resp.Message.Calls {
			if !json.Valid(c.Args) || c.ID == "" {
				t.Errorf("call %+v", c)
			}
		}
		if err == nil && strings.TrimSpace(said) == "" && len(resp.Message.Calls) == 0 && resp.Finish == llm.FinishStop {
			t.Error("an empty answer is one")
		}
	})
}

// What hangs is not waited for: a model is asked without it.
func TestAServerThatDoesNotSayWhatItHas(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Say("Hello."))
	gate := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/show" || r.URL.Path == "/api/ps" {
			_, _ = io.Copy(io.Discard, r.Body) // then the end of the connection is noticed
			<-r.Context().Done()
			return
		}
		srv.ServeHTTP(w, r)
	}))
	t.Cleanup(gate.Close)
	m := newModel(t, Config{BaseURL: gate.URL})
	if got := m.Measure(t.Context()); got.Tokens != 0 {
		t.Errorf("%+v", got)
	}
	resp, err := m.Generate(t.Context(), long(10), nil)
	if err != nil || resp.Message.Text != "Hello." {
		t.Errorf("%+v %v", resp, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Generate(ctx, long(10), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Signatures for ollama.com go nowhere else.
func TestNoSignatureIsSent(t *testing.T) {
	t.Setenv("OLLAMA_AUTH", "true")
	t.Setenv("HOME", t.TempDir())
	asked := make(chan string, 1)
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- fmt.Sprint(r.URL.RawQuery, r.Header["Authorization"])
	}))
	t.Cleanup(srv.Close)
	_, err := List(t.Context(), Config{BaseURL: srv.URL})
	select {
	case got := <-asked:
		if got != "[]" {
			t.Errorf("sent %s", got)
		}
	default: // there is no key to sign with, and the client gave up
		if err == nil {
			t.Error("neither asked nor refused")
		}
	}
}
