package ollama

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

func TestListOfAServer(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "qwen3:4b", Size: 2_600, Context: 40_960, Capabilities: everything()})
	srv.Install(llmtest.OllamaModel{Name: "gemma3"})
	at := Config{BaseURL: srv.URL + "/v1/"}
	s, err := dial(&at)
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.list(t.Context())
	if err != nil || fmt.Sprint(list) != "[{gemma3:latest 2500000000 4.0B 0 []} {qwen3:4b 2600 4.0B 0 []}]" {
		t.Errorf("%v %v", list, err)
	}
	i, err := s.show(t.Context(), "qwen3:4b")
	if err != nil || fmt.Sprint(i) != "{qwen3:4b 0 4.0B 40960 [completion tools vision thinking]}" {
		t.Errorf("%v %v", i, err)
	}
	if _, err := s.show(t.Context(), "none"); !errors.Is(err, llm.ErrNoModel) {
		t.Errorf("none: %v", err)
	}
	srv.Close()
	if _, err := List(t.Context(), Config{BaseURL: srv.URL}); !errors.Is(err, llm.ErrUnavailable) {
		t.Errorf("no server: %v", err)
	}
	for name, body := range map[string]string{"other": `{"data":[]}`, "garbage": "\x00{", "page": "<html>", "error": `{"error":"no"}`} {
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }))
		if _, err := List(t.Context(), Config{BaseURL: other.URL}); !errors.Is(err, llm.ErrBadAnswer) && !errors.Is(err, llm.ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
		other.Close()
	}
}

// pulled downloads the model qwen and checks that what is told goes forward.
func pulled(t *testing.T, ctx context.Context, srv *llmtest.Ollama) (first, last Progress, err error) {
	t.Helper()
	err = Pull(ctx, Config{BaseURL: srv.URL, Name: "qwen3:4b"}, func(p Progress) {
		if p.Done < last.Done || p.Total < last.Total || p.Done > p.Total || p.Status == "" {
			t.Errorf("%+v after %+v", p, last)
		}
		if first.Done == 0 {
			first = p
		}
		last = p
	})
	return first, last, err
}

func library(t *testing.T) *llmtest.Ollama {
	t.Helper()
	srv := llmtest.NewOllama(t)
	srv.Library = []llmtest.OllamaModel{{Name: "qwen3:4b", Size: 1_000_000}}
	return srv
}

func TestPull(t *testing.T) {
	t.Parallel()
	srv := library(t)
	_, last, err := pulled(t, t.Context(), srv)
	if err != nil || last != (Progress{Status: "success", Done: 1_000_487, Total: 1_000_487}) {
		t.Errorf("%+v %v", last, err)
	}
	if list, err := List(t.Context(), Config{BaseURL: srv.URL}); err != nil || len(list) != 1 {
		t.Errorf("installed: %v %v", list, err)
	}
}

func TestAPullThatBreaksGoesOn(t *testing.T) {
	t.Parallel()
	srv := library(t)
	srv.Pulls(llmtest.Pull{BreakAt: 0.6})
	_, last, err := pulled(t, t.Context(), srv)
	if !errors.Is(err, llm.ErrCut) || last.Done != 600_000 {
		t.Errorf("%+v %v", last, err)
	}
	if list, err := List(t.Context(), Config{BaseURL: srv.URL}); err != nil || len(list) != 0 {
		t.Errorf("half a model is listed: %v %v", list, err)
	}
	first, _, err := pulled(t, t.Context(), srv)
	if err != nil || first.Done < 600_000 {
		t.Errorf("went on at %+v, %v", first, err)
	}
}

func TestAPullThatCannotBe(t *testing.T) {
	t.Parallel()
	srv := library(t)
	srv.Pulls(llmtest.Pull{Error: `pull model manifest: Get "https://registry.ollama.ai/v2/": dial tcp: lookup registry.ollama.ai: no such host`},
		llmtest.Pull{BreakAt: 0.5, Error: "write blob: no space left on device"},
		llmtest.Pull{Error: "pull model manifest: 412: The model you are attempting to pull requires a newer version of Ollama."})
	if _, _, err := pulled(t, t.Context(), srv); !errors.Is(err, llm.ErrUnavailable) || !strings.Contains(err.Error(), "no such host") {
		t.Errorf("without network: %v", err)
	}
	if _, _, err := pulled(t, t.Context(), srv); !errors.Is(err, llm.ErrUnavailable) || !strings.Contains(err.Error(), "no space") {
		t.Errorf("full: %v", err)
	}
	if _, _, err := pulled(t, t.Context(), srv); !errors.Is(err, llm.ErrBadRequest) || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("an old server: %v", err)
	}
	for _, name := range []string{"no-such-model", "", "a b/"} {
		if err := Pull(t.Context(), Config{BaseURL: srv.URL, Name: name}, func(Progress) {}); !errors.Is(err, llm.ErrNoModel) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestAPullIsCancelled(t *testing.T) {
	t.Parallel()
	srv := library(t)
	srv.Pulls(llmtest.Pull{Hold: make(chan struct{})})
	ctx, cancel := context.WithCancel(t.Context())
	err := Pull(ctx, Config{BaseURL: srv.URL, Name: "qwen3:4b"}, func(p Progress) {
		if p.Total > 0 && p.Done*2 >= p.Total {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if first, _, err := pulled(t, t.Context(), srv); err != nil || first.Done < 500_000 {
		t.Errorf("the next one began at %+v, %v", first, err)
	}
}

func TestGarbageInADownload(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"garbage":   `{"status":"pulling manifest"}` + "\n\x00\xff{{{\n",
		"a list":    "[1,2]\n",
		"long line": `{"status":"` + strings.Repeat("x", 3<<20) + `"}` + "\n",
		"lies":      `{"status":"pulling","digest":"sha256:1","total":-5,"completed":"many"}` + "\n",
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }))
		err := Pull(t.Context(), Config{BaseURL: srv.URL, Name: "m"}, func(Progress) {})
		if !errors.Is(err, llm.ErrBadAnswer) || len(err.Error()) > 1_000 {
			t.Errorf("%s: %.300v", name, err)
		}
		srv.Close()
	}
}

// answers starts a server that answers /api/version with a body, and counts.
func answers(t *testing.T, status int, body string) (url string, asked func() int) {
	t.Helper()
	n := make(chan int, 1)
	n <- 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/version" {
			n <- 1 + <-n
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, func() int { v := <-n; n <- v; return v }
}

func TestIdentify(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status int
		body   string
		want   verdict
	}{
		{200, `{"version":"0.33.2"}`, isOllama},
		{200, `{"version":"0.5.1-rc0-3-g1234"}`, isOllama},
		{200, `{"version":"0.1.2","name":"something else"}`, isOther},
		{200, `{"version":7}`, isOther},
		{200, `{"version":"latest"}`, isOther},
		{200, `"0.33.2"`, isOther},
		{200, `<html>`, isOther},
		{200, `{"version":"0.3.1` + strings.Repeat("x", 8<<10) + `"}`, undecided},
		{404, `{"detail":"Not Found"}`, isOther},
		{401, ``, isOther},
		{302, ``, isOther},
		{503, ``, undecided},
	} {
		url, asked := answers(t, tt.status, tt.body)
		k := &Known{}
		for range 3 {
			if got := k.identify(t.Context(), Config{BaseURL: url + "/v1"}); got != tt.want {
				t.Errorf("%d %.50s: %v, want %v", tt.status, tt.body, got, tt.want)
			}
		}
		if n := asked(); tt.want != undecided && n != 1 || tt.want == undecided && n != 3 {
			t.Errorf("%d %.50s: asked %d times", tt.status, tt.body, n)
		}
	}
	for _, base := range []string{"", "https://api.openai.com/v1", "http://192.0.2.1/v1", "http://example.com/v1"} {
		if got := (&Known{}).identify(t.Context(), Config{BaseURL: base}); got != isOther {
			t.Errorf("%q: %v", base, got)
		}
	}
}

func TestEither(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Say("Hello.").Always())
	other := llmtest.NewScripted(llmtest.Answer{Text: []string{"Other."}})
	k := &Known{}
	e, err := NewEither(other, Config{BaseURL: srv.URL + "/v1", Name: "m", Known: k})
	if err != nil {
		t.Fatal(err)
	}
	if e.Info() != other.Info() || len(srv.Requests()) != 0 {
		t.Errorf("before it is known: %+v", e.Info())
	}
	if w := llm.WindowOf(t.Context(), e); w != (llm.Window{Tokens: 32_768, From: llm.WindowServed}) {
		t.Errorf("window %+v", w)
	}
	resp, err := e.Generate(t.Context(), long(5_000), nil)
	if err != nil || resp.Message.Text != "Hello." || e.Info().Provider != "ollama" || len(contexts(t, srv)) != 1 || srv.Generations()[0].Path != "/api/chat" {
		t.Errorf("%+v %v, %+v", resp, err, e.Info())
	}
	url, _ := answers(t, 404, "no")
	if e, err = NewEither(other, Config{BaseURL: url + "/v1", Name: "m", Known: k}); err != nil {
		t.Fatal(err)
	}
	if resp, err = e.Generate(t.Context(), long(10), nil); err != nil || resp.Message.Text != "Other." {
		t.Errorf("%+v %v", resp, err)
	}
	if got := e.Measure(t.Context()); got != other.Info().Window {
		t.Errorf("window %+v", got)
	}
}

// A server that does not run when it is asked is asked again.
func TestEitherDecidesLater(t *testing.T) {
	t.Parallel()
	down := true
	srv := serve(t, llmtest.OllamaModel{Name: "m"}, llmtest.Say("Hello.").Always())
	gate := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		srv.ServeHTTP(w, r)
	}))
	t.Cleanup(gate.Close)
	other := llmtest.NewScripted(llmtest.Answer{Err: llm.ErrUnavailable})
	e, err := NewEither(other, Config{BaseURL: gate.URL + "/v1", Name: "m"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Generate(t.Context(), long(10), nil); !errors.Is(err, llm.ErrUnavailable) {
		t.Errorf("down: %v", err)
	}
	down = false
	if resp, err := e.Generate(t.Context(), long(10), nil); err != nil || resp.Message.Text != "Hello." {
		t.Errorf("up: %+v %v", resp, err)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	srv := serve(t, llmtest.OllamaModel{Name: "a"})
	srv.Install(llmtest.OllamaModel{Name: "vec", Capabilities: []string{llmtest.CanEmbed}})
	list, err := List(t.Context(), Config{BaseURL: srv.URL})
	if err != nil || len(list) != 2 || list[0].Context != 131_072 || list[0].EmbedsOnly() || !list[1].EmbedsOnly() {
		t.Errorf("%+v %v", list, err)
	}
	old := serve(t, llmtest.OllamaModel{Name: "nomic-embed-text"})
	old.NoShow = true
	if list, err = List(t.Context(), Config{BaseURL: old.URL}); err != nil || len(list) != 1 || !list[0].EmbedsOnly() {
		t.Errorf("%+v %v", list, err)
	}
}
