package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"yumori/internal/llm"
)

const testKey = "plain-3f9c1a7e5b2d"

func TestCheckURL(t *testing.T) {
	for _, tt := range []struct {
		url      string
		here, in bool // allowed; allowed with LAN
	}{
		{"https://api.openai.com/v1", true, true},
		{"https://192.168.1.5/v1", true, true},
		{"http://127.0.0.1:11434/v1", true, true},
		{"http://127.8.8.8/v1", true, true},
		{"http://[::1]:8080/v1", true, true},
		{"http://[::ffff:127.0.0.1]/v1", true, true},
		{"http://localhost:1234/v1", true, true},
		{"http://192.168.1.5:11434/v1", false, true},
		{"http://10.0.0.1/v1", false, true},
		{"http://[fd00::1]/v1", false, true},
		{"http://nas.local/v1", false, true}, // the address is checked when dialled
		{"http://api.openai.com/v1", false, true},
		{"http://8.8.8.8/v1", false, false},
		{"http://169.254.169.254/latest", false, true},
		{"ftp://127.0.0.1/", false, false},
		{"file:///etc/passwd", false, false},
		{"127.0.0.1:11434", false, false},
		{"https://user:pw@example.com/v1", false, false},
		{"https://", false, false},
		{"", false, false},
	} {
		if got := New(Options{}).CheckURL(tt.url) == nil; got != tt.here {
			t.Errorf("%q: allowed %v", tt.url, got)
		}
		if got := New(Options{LAN: true}).CheckURL(tt.url) == nil; got != tt.in {
			t.Errorf("%q with LAN: allowed %v", tt.url, got)
		}
	}
}

func TestPlainHTTPIsCheckedWhenDialled(t *testing.T) {
	tr := New(Options{Provider: "p", LAN: true, Tries: 1})
	tr.opt.LAN = true
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://8.8.8.8/", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := tr.plain.RoundTrip(req) // past the check of the URL
	if err == nil {
		resp.Body.Close()
	}
	if !errors.Is(err, errPlain) {
		t.Errorf("dialled a public address in the clear: %v", err)
	}
}

func do(t *testing.T, opt Options, h http.HandlerFunc) (string, error) {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	opt.Provider, opt.Key, opt.Backoff = "p", testKey, time.Millisecond
	tr := New(opt)
	t.Cleanup(tr.CloseIdleConnections)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL, strings.NewReader("ping"))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := Client(tr).Do(req)
	if err != nil {
		return "", tr.Failure(t.Context(), "op", llm.ErrBadAnswer, err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		err = tr.Failure(t.Context(), "op", llm.ErrBadAnswer, err)
	}
	return string(b), err
}

func TestBodySentAgainIsWhole(t *testing.T) {
	n := 0
	got, err := do(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		if n++; n < 3 {
			w.WriteHeader(503)
			return
		}
		w.Write(b)
	})
	if err != nil || got != "ping" || n != 3 {
		t.Errorf("%q, %v, %d tries", got, err, n)
	}
}

func TestAnswerIsBounded(t *testing.T) {
	got, err := do(t, Options{MaxBytes: 1000}, func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write(bytes.Repeat([]byte("x"), 100)); err != nil {
				return
			}
		}
	})
	if !errors.Is(err, llm.ErrBadAnswer) || len(got) != 1000 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestHugeHeaderAndErrorBodyAreBounded(t *testing.T) {
	_, err := do(t, Options{Tries: 1}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Big", strings.Repeat("x", 1<<20))
	})
	if !errors.Is(err, llm.ErrUnavailable) {
		t.Errorf("header: %v", err)
	}
	_, err = do(t, Options{Tries: 1}, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(400)
		for {
			if _, err := w.Write(bytes.Repeat([]byte("x"), 4096)); err != nil {
				return
			}
		}
	})
	if !errors.Is(err, llm.ErrBadRequest) || len(err.Error()) > 1000 {
		t.Errorf("error body: %.200v", err)
	}
}

func TestRetryAfterIsKept(t *testing.T) {
	n := 0
	start := time.Now()
	_, err := do(t, Options{MaxBackoff: time.Second}, func(w http.ResponseWriter, _ *http.Request) {
		if n++; n == 1 {
			w.Header().Set("Retry-After", "0.15")
			w.WriteHeader(429)
		}
	})
	if took := time.Since(start); err != nil || n != 2 || took < 150*time.Millisecond {
		t.Errorf("%v, %d tries in %v", err, n, took)
	}
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for v, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, " 1.5 ": 1500 * time.Millisecond, "-1": 0, "NaN": 0, "Inf": 24 * time.Hour, "1e300": 24 * time.Hour,
		"soon": 0, "Sat, 21 Nov 2026 12:00:30 GMT": 30 * time.Second, "Sat, 21 Nov 2020 12:00:30 GMT": 0, "Sat, 21 Nov 2099 12:00:30 GMT": 24 * time.Hour,
	} {
		if got := retryAfter(v, now); got != want {
			t.Errorf("%q: %v, want %v", v, got, want)
		}
	}
}

func TestErrorBody(t *testing.T) {
	for _, tt := range []struct {
		name   string
		status int
		body   string
		kind   error
		detail string
		retry  time.Duration
	}{
		{"openai", 401, `{"error":{"message":"Incorrect API key provided: sk-abcdef123456.","type":"invalid_request_error","code":"invalid_api_key"}}`, llm.ErrKey, "invalid_api_key: Incorrect API key provided: [key]", 0},
		{"gemini key", 400, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]`, llm.ErrKey, "API key not valid", 0},
		{"gemini quota", 429, `{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED","details":[{"@type":"x"},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7s"}]}}`, llm.ErrRateLimited, "RESOURCE_EXHAUSTED: quota", 7 * time.Second},
		{"gemini absurd delay", 429, `{"error":{"code":429,"details":[{"retryDelay":"99999h"}]}}`, llm.ErrRateLimited, "", 24 * time.Hour},
		{"gemini overloaded", 503, `[{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}]`, llm.ErrUnavailable, "overloaded", 0},
		{"ollama", 404, `{"error":"model 'x' not found, try pulling it first"}`, llm.ErrNoModel, "try pulling", 0},
		{"ollama tools", 400, `{"error":{"message":"registry.ollama.ai/library/gemma:latest does not support tools","type":"api_error"}}`, llm.ErrBadRequest, "does not support tools", 0},
		{"fastapi", 422, `{"detail":[{"loc":["body"],"msg":"field required"}]}`, llm.ErrBadRequest, "field required", 0},
		{"message", 400, `{"message":"no such thing"}`, llm.ErrBadRequest, "no such thing", 0},
		{"llama.cpp too long", 400, `{"error":{"code":400,"message":"the request exceeds the available context size (4096 tokens)","type":"exceed_context_size_error"}}`, llm.ErrTooLong, "4096", 0},
		{"gemini too long", 400, `{"error":{"message":"The input token count (2000000) exceeds the maximum number of tokens allowed (1048576)."}}`, llm.ErrTooLong, "1048576", 0},
		{"anthropic too long", 400, `{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}`, llm.ErrTooLong, "210000", 0},
		{"azure filter", 400, `{"error":{"message":"The response was filtered due to the prompt triggering content management policy.","code":"content_filter"}}`, llm.ErrRefused, "filtered", 0},
		{"openrouter in 200", 200, `{"error":{"code":429,"message":"Provider returned error"}}`, llm.ErrRateLimited, "Provider", 0},
		{"no money", 402, `{"error":{"message":"Insufficient credits"}}`, llm.ErrKey, "credits", 0},
		{"web page", 502, "<!DOCTYPE html><html><head><title>Bad\n gateway</title>" + strings.Repeat("x", 5000), llm.ErrUnavailable, "Bad gateway", 0},
		{"nothing", 500, "", llm.ErrUnavailable, "", 0},
		{"null", 400, "null", llm.ErrBadRequest, "", 0},
		{"bytes", 400, "\x00\xff\xfe", llm.ErrBadRequest, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := New(Options{Provider: "p", Key: testKey}).ErrorBody(tt.status, []byte(tt.body))
			if !errors.Is(e, tt.kind) || !strings.Contains(e.Detail, tt.detail) || e.RetryAfter != tt.retry {
				t.Errorf("%v, retry %v", e, e.RetryAfter)
			}
		})
	}
}

// The words are those of the servers, as they are found in their code and in
// reports about them.
func TestLimitIsRead(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		status     int
		kind       error
		limit      int
	}{
		{"openai", `{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages.","type":"invalid_request_error","code":"context_length_exceeded"}}`, 400, llm.ErrTooLong, 8192},
		{"openai, large request", `{"error":{"message":"Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 33405. The input or output tokens must be reduced in order to run successfully.","type":"tokens","code":"rate_limit_exceeded"}}`, 429, llm.ErrTooLong, 30000},
		{"openai, no limit", `{"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","code":"context_length_exceeded"}}`, 400, llm.ErrTooLong, 0},
		{"openrouter", `{"error":{"code":400,"message":"This endpoint's maximum context length is 131072 tokens. However, you requested about 150000 tokens (149000 of text input, 1000 in the output). Please reduce the length of either one, or use the \"middle-out\" transform."}}`, 400, llm.ErrTooLong, 131072},
		{"groq", `{"error":{"message":"Request too large for model ` + "`llama-3.1-8b-instant`" + ` in organization org_x service tier on_demand on tokens per minute (TPM): Limit 6000, Requested 9437, please reduce your message size and try again.","type":"tokens","code":"rate_limit_exceeded"}}`, 413, llm.ErrTooLong, 6000},
		{"llama.cpp", `{"error":{"code":400,"message":"request (4476 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":4476,"n_ctx":4096}}`, 400, llm.ErrTooLong, 4096},
		{"llama.cpp, older", `{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":8192}}`, 400, llm.ErrTooLong, 8192},
		{"LM Studio", `{"error":"Trying to keep the first 5406 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input"}`, 400, llm.ErrTooLong, 4096},
		{"LM Studio, in the stream", `{"error":{"message":"Trying to keep the first 5406 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}}`, 200, llm.ErrTooLong, 4096},
		{"vLLM", `{"object":"error","message":"This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion).","type":"BadRequestError","code":400}`, 400, llm.ErrTooLong, 8192},
		{"vLLM, decoder", `{"error":{"message":"The decoder prompt (length 12324) is longer than the maximum model length of 8192. Make sure that ` + "`max_model_len`" + ` is no smaller than the number of text tokens."}}`, 500, llm.ErrTooLong, 8192},
		{"gemini", `[{"error":{"code":400,"message":"The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}]`, 400, llm.ErrTooLong, 1048576},
		{"gemini, no brackets", `{"error":{"code":400,"message":"The input token count exceeds the maximum number of tokens allowed 1048576.","status":"INVALID_ARGUMENT"}}`, 400, llm.ErrTooLong, 1048576},
		{"anthropic", `{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}`, 400, llm.ErrTooLong, 200000},
		{"anthropic, with the answer", `{"error":{"message":"input length and ` + "`max_tokens`" + ` exceed context limit: 188240 + 21333 > 200000, decrease input length or ` + "`max_tokens`" + ` and try again"}}`, 400, llm.ErrTooLong, 200000},
		{"xAI", `{"code":"invalid-argument","error":"This model's maximum prompt length is 131072 but the request contains 537812 tokens."}`, 400, llm.ErrTooLong, 131072},
		{"mistral", `{"object":"error","message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","type":"invalid_request_error"}`, 400, llm.ErrTooLong, 32768},
		{"moonshot", `{"error":{"message":"Invalid request: Your request exceeded model token limit: 8192 (requested: 9001)","type":"invalid_request_error"}}`, 400, llm.ErrTooLong, 8192},
		{"with commas", `{"error":{"message":"maximum context length is 1,048,576 tokens"}}`, 400, llm.ErrTooLong, 1048576},
		{"broken, but for its length", `{"error":{"message":"request (9000 tokens) exceeds the available context size (4096 tokens), try increasing it"}}`, 500, llm.ErrTooLong, 4096},
		{"the answer's bound", `{"error":{"message":"max_tokens is too large: 100000. This model supports at most 16384 completion tokens"}}`, 400, llm.ErrBadRequest, 0},
		{"too often", `{"error":{"message":"Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000."}}`, 429, llm.ErrRateLimited, 0},
		{"an absurd number", `{"error":{"message":"the request exceeds the available context size","n_ctx":1e300}}`, 400, llm.ErrTooLong, 0},
	} {
		e := New(Options{Provider: "p"}).ErrorBody(tt.status, []byte(tt.body))
		if !errors.Is(e, tt.kind) || e.Limit != tt.limit {
			t.Errorf("%s: limit %d of %v", tt.name, e.Limit, e)
		}
	}
}

func TestScrub(t *testing.T) {
	for in, want := range map[string]string{
		"bad key " + testKey + "!":                 "bad key [key]!",
		"Bearer abc.def":                           "Bearer [key]",
		"GET /v1?key=AIzaSyABCDEFGHIJKLMNOP&alt=x": "GET /v1?key=[key]&alt=x",
		"sk-proj-abcdefghijkl is wrong":            "[key] is wrong",
		"line one\n\tline\x00 two\u202E":           "line one line two",
		"日本語\xff":                                  "日本語\uFFFD",
	} {
		if got := Scrub(in, testKey); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := Scrub(strings.Repeat("長", 1000), ""); len([]rune(got)) != 300 {
		t.Errorf("%d characters", len([]rune(got)))
	}
}

func FuzzErrorBody(f *testing.F) {
	f.Add(400, []byte(`{"error":{"message":"m","code":"c"}}`))
	f.Add(429, []byte(`[{"error":{"details":[{"retryDelay":"7s"}]}}]`))
	f.Add(200, []byte(`{"error":"`+testKey+`"}`))
	f.Add(502, []byte("<html><title>x"))
	f.Add(500, []byte(`{"error":{"message":["a","b"],"code":1e300}}`))
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		e := New(Options{Provider: "p", Key: testKey}).ErrorBody(status, body)
		if e.Kind == nil || len([]rune(e.Detail)) > maxDetail || strings.Contains(e.Detail, testKey) || e.RetryAfter < 0 || e.RetryAfter > maxRetryAfter || e.Limit < 0 {
			t.Errorf("%+v", e)
		}
		if strings.ContainsAny(e.Error(), "\n\x00") {
			t.Errorf("more than a line: %q", e.Error())
		}
	})
}

func events(r io.Reader) ([]string, error) {
	e := NewEvents(r)
	var out []string
	for {
		data, err := e.Next()
		if err != nil {
			return out, err
		}
		out = append(out, string(data))
	}
}

func TestEvents(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
		err      error
	}{
		{"plain", "data: a\n\ndata: b\n\n", []string{"a", "b"}, io.EOF},
		{"crlf", "data: a\r\n\r\ndata: b\r\n\r\n", []string{"a", "b"}, io.EOF},
		{"no space", "data:a\n\n", []string{"a"}, io.EOF},
		{"two spaces", "data:  a\n\n", []string{" a"}, io.EOF},
		{"comments and names", ": hi\nevent: x\nid: 1\ndata: a\nretry: 5\n\n:\n\n", []string{"a"}, io.EOF},
		{"several lines", "data: a\ndata: b\n\n", []string{"a\nb"}, io.EOF},
		{"no blank lines", "data: {\"a\":1}\ndata: {\"b\":2}\ndata: [DONE]\n", []string{`{"a":1}`, `{"b":2}`, "[DONE]"}, io.EOF},
		{"no last line end", "data: {}\n\ndata: [DONE]", []string{"{}", "[DONE]"}, io.EOF},
		{"last whole JSON", "data: {\"a\":1}", []string{`{"a":1}`}, io.EOF},
		{"cut", "data: {}\n\ndata: {\"a\":", []string{"{}"}, io.ErrUnexpectedEOF},
		{"cut name", "data: {}\n\ndat", []string{"{}"}, io.ErrUnexpectedEOF},
		{"nothing", "", nil, io.EOF},
		{"noise", "hello\nworld\n", nil, io.EOF},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := events(strings.NewReader(tt.in))
			if !slices.Equal(got, tt.want) || !errors.Is(err, tt.err) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	if _, err := events(strings.NewReader("data: " + strings.Repeat("x", maxEvent))); !errors.Is(err, llm.ErrBadAnswer) {
		t.Errorf("an endless line: %v", err)
	}
	if _, err := events(strings.NewReader(strings.Repeat("data: x\n", maxEvent/2))); !errors.Is(err, llm.ErrBadAnswer) {
		t.Errorf("endless lines: %v", err)
	}
}

// FuzzEvents: how the stream is cut into reads makes no difference.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("data: {\"a\":1}\n\ndata: [DONE]\n\n"), uint64(1))
	f.Add([]byte("data: a\r\ndata: b\r\n\r\n: c\r\n"), uint64(2))
	f.Add([]byte("data: {}\ndata: {"), uint64(3))
	f.Fuzz(func(t *testing.T, in []byte, seed uint64) {
		want, wantErr := events(bytes.NewReader(in))
		rng := rand.New(rand.NewPCG(seed, 0))
		for _, r := range []io.Reader{
			iotest.OneByteReader(bytes.NewReader(in)),
			iotest.DataErrReader(bytes.NewReader(in)),
			&ragged{bytes.NewReader(in), rng},
		} {
			got, err := events(r)
			if !slices.Equal(got, want) || !errors.Is(err, wantErr) {
				t.Errorf("%q: %q %v, whole %q %v", in, got, err, want, wantErr)
			}
		}
	})
}

// ragged reads a random number of bytes at a time.
type ragged struct {
	r   io.Reader
	rng *rand.Rand
}

func (r *ragged) Read(p []byte) (int, error) { return r.r.Read(p[:1+r.rng.IntN(len(p))]) }

func TestFailurePassesTheContextsError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := New(Options{}).Failure(ctx, "op", llm.ErrBadAnswer, io.EOF); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	err := New(Options{Provider: "p"}).Failure(t.Context(), "op", llm.ErrBadAnswer, context.DeadlineExceeded)
	if !errors.Is(err, llm.ErrUnavailable) || errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func BenchmarkEvents(b *testing.B) {
	in := []byte(strings.Repeat("data: {\"choices\":[{\"delta\":{\"content\":\"word \"}}]}\n\n", 1000))
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		if _, err := events(bytes.NewReader(in)); !errors.Is(err, io.EOF) {
			b.Fatal(err)
		}
	}
}
