package llmtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/gemini"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/ollama"
	"yumori/internal/llm/openai"
)

const testKey = "plain-3f9c1a7e5b2d"

// waits are the time-outs of an adapter under test.
type waits struct{ header, idle, deadline time.Duration }

// A wiring is one of the protocols under test.
type wiring struct {
	name  string
	own   bool // a server of one's own: it refuses nothing, and counts the tokens there are
	serve func(t llmtest.TB, steps ...llmtest.Step) *llmtest.Server
	model func(t *testing.T, url string, w waits) llm.Model
}

func wirings() []wiring {
	return []wiring{
		{"openai", false, llmtest.NewOpenAI, func(t *testing.T, url string, w waits) llm.Model {
			m, err := openai.New(openai.Config{BaseURL: url, Name: "m", Key: testKey, Images: true,
				HeaderWait: w.header, IdleWait: w.idle, Deadline: w.deadline, Backoff: time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(m.CloseIdleConnections)
			return m
		}},
		{"gemini", false, llmtest.NewGemini, func(t *testing.T, url string, w waits) llm.Model {
			m, err := gemini.New(t.Context(), gemini.Config{Endpoint: url, Name: "m", Key: testKey,
				HeaderWait: w.header, IdleWait: w.idle, Deadline: w.deadline, Backoff: time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(m.CloseIdleConnections)
			return m
		}},
		{"ollama", true, newOllama, func(t *testing.T, url string, w waits) llm.Model {
			m, err := ollama.New(ollama.Config{BaseURL: url, Name: "m", Key: testKey, Window: 4_096, // no longer one is tried
				HeaderWait: w.header, IdleWait: w.idle, Deadline: w.deadline, Backoff: time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(m.CloseIdleConnections)
			m.Measure(t.Context()) // what it is able to
			return m
		}},
	}
}

// newOllama starts an Ollama that has the model m, which is able to do all.
func newOllama(t llmtest.TB, steps ...llmtest.Step) *llmtest.Server {
	o := llmtest.NewOllama(t, steps...)
	o.Install(llmtest.OllamaModel{Name: "m", Capabilities: []string{
		llmtest.CanComplete, llmtest.CanTools, llmtest.CanVision, llmtest.CanThink,
	}})
	return o.Server
}

func eachWiring(t *testing.T, test func(t *testing.T, w wiring)) {
	t.Helper()
	for _, w := range wirings() {
		t.Run(w.name, func(t *testing.T) { test(t, w) })
	}
}

func user(text string) llm.Message { return llm.Message{Role: llm.RoleUser, Text: text} }

func ask(messages ...llm.Message) llm.Request {
	if len(messages) == 0 {
		messages = []llm.Message{user("hello")}
	}
	return llm.Request{
		System:   []llm.Section{{Name: "identity", Text: "You are Mori."}, {Name: "soul", Text: "Calm."}},
		Messages: messages,
	}
}

func note() llm.ToolSpec {
	return llm.ToolSpec{Name: "memory_write", Description: "Writes down.", Schema: json.RawMessage(
		`{"type":"object","properties":{"text":{"type":"string","minLength":1},"tags":{"type":"array","items":{"type":"string"}},"n":{"type":["integer","null"]}},"required":["text"],"additionalProperties":false}`)}
}

// The scenarios: what a server does, and what a caller must see of it.
func scenarios() []scenario {
	const calls = `{"text":"犬 \"Pochi\" likes {braces}","n":12345678901234567}`
	two := llmtest.Turn(llmtest.Say("Let me see."), llmtest.Call("memory_write", calls), llmtest.Call("memory_write", `{"text":"b"}`))
	short := waits{header: 250 * time.Millisecond, idle: 150 * time.Millisecond}
	return []scenario{
		{name: "says", steps: steps(llmtest.Say("Hel", "lo, ", "森", "!")), text: "Hello, 森!", requests: 1},
		{name: "says one rune at a time", steps: steps(llmtest.Say(strings.Split("夢守 dreams", "")...)), text: "夢守 dreams"},
		{name: "thoughts are not speech", steps: steps(llmtest.Turn(llmtest.Think("secret ", "plan"), llmtest.Say("Hi."))), text: "Hi."},
		{name: "a last part with only a signature", steps: steps(llmtest.Say("Yes.").SignatureOnly()), text: "Yes."},
		{name: "length", steps: steps(llmtest.Say("half a").Length()), text: "half a", finish: llm.FinishLength},
		{name: "call", steps: steps(llmtest.Call("memory_write", calls)), tools: true, calls: []string{calls}},
		{name: "call without arguments", steps: steps(llmtest.Call("memory_write", "")), tools: true, calls: []string{"{}"}},
		{name: "speech and two calls", steps: steps(two), tools: true, text: "Let me see.", calls: []string{calls, `{"text":"b"}`}},
		{name: "calls whole", steps: steps(two.Style(llmtest.Whole)), tools: true, text: "Let me see.", calls: []string{calls, `{"text":"b"}`}},
		{name: "calls without ids", steps: steps(two.Style(llmtest.NoIDs)), tools: true, text: "Let me see.", calls: []string{calls, `{"text":"b"}`}},
		{name: "calls without index", steps: steps(two.Style(llmtest.NoIndex)), tools: true, text: "Let me see.", calls: []string{calls, `{"text":"b"}`}},
		{name: "calls all at index 0", steps: steps(two.Style(llmtest.ZeroIndex)), tools: true, text: "Let me see.", calls: []string{calls, `{"text":"b"}`}},
		{name: "calls interleaved by rune", steps: steps(two.Style(llmtest.EachRune)), tools: true, text: "Let me see.", calls: []string{calls, `{"text":"b"}`}},
		{name: "no usage", steps: steps(llmtest.Say("Hello there").NoUsage()), text: "Hello there", estimated: true},
		{name: "a line of 1 MB", steps: steps(llmtest.LongLine(1 << 20)), text: strings.Repeat("a", 1<<20)},

		{name: "empty", steps: steps(llmtest.EmptyAnswer()), kind: llm.ErrBadAnswer},
		{name: "only spaces", steps: steps(llmtest.Say(" ", "\n")), text: " \n", kind: llm.ErrBadAnswer},
		{name: "only thoughts", steps: steps(llmtest.Think("hm")), kind: llm.ErrBadAnswer},
		{name: "refused", steps: steps(llmtest.Say("I").Refuse()), text: "I", kind: llm.ErrRefused},
		{name: "prompt blocked", steps: steps(llmtest.Blocked()), kind: llm.ErrRefused},
		{name: "malformed call", steps: steps(llmtest.Malformed()), kind: llm.ErrBadAnswer},
		{name: "unknown finish", steps: steps(llmtest.Say("Hm").UnknownFinish()), text: "Hm", kind: llm.ErrBadAnswer},
		{name: "no finish", steps: steps(llmtest.Say("Hel").NoFinish()), text: "Hel", kind: llm.ErrCut},
		{name: "cut within a line", steps: steps(llmtest.CutLine("Hel", "lo")), text: "Hello", kind: llm.ErrCut, requests: 1},
		{name: "cut after a line", steps: steps(llmtest.CutAfter("Hel")), text: "Hel", kind: llm.ErrCut, requests: 1},
		{name: "cut calls", steps: steps(two.NoFinish()), tools: true, text: "Let me see.", kind: llm.ErrCut},
		{name: "garbage", steps: steps(llmtest.Garbage("Hel")), text: "Hel", kind: llm.ErrBadAnswer},
		{name: "a line of 3 MB", steps: steps(llmtest.LongLine(3 << 20)), kind: llm.ErrBadAnswer},
		{name: "error within the stream", steps: steps(llmtest.StreamError(503, "overloaded", "Hel")), text: "Hel", kind: llm.ErrUnavailable, requests: 1},
		{name: "error object with 200", steps: steps(llmtest.Raw(200, "application/json", `{"error":{"message":"model overloaded","code":503}}`)), kind: llm.ErrUnavailable},
		{name: "web page with 200", steps: steps(llmtest.Raw(200, "text/html; charset=utf-8", "<!DOCTYPE html><title>Wi-Fi login</title>")), kind: llm.ErrBadAnswer, detail: "Wi-Fi login"},

		{name: "401", steps: steps(llmtest.Status(401, "Incorrect API key provided: "+testKey)), kind: llm.ErrKey, requests: 1},
		{name: "403", steps: steps(llmtest.Status(403, "forbidden for this key "+testKey)), kind: llm.ErrKey, requests: 1},
		{name: "404", steps: steps(llmtest.Status(404, "The model `m` does not exist")), kind: llm.ErrNoModel, detail: "m", requests: 1},
		{name: "400", steps: steps(llmtest.Status(400, "something is off")), kind: llm.ErrBadRequest, detail: "off", requests: 1},
		{name: "400 too long", steps: steps(llmtest.Status(400, "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.")), kind: llm.ErrTooLong, requests: 1},
		{name: "413", steps: steps(llmtest.Status(413, "Payload too large")), kind: llm.ErrTooLong, requests: 1},
		{name: "429 once", steps: steps(llmtest.RateLimited(""), llmtest.Say("Here.")), text: "Here.", requests: 2},
		{name: "429 always", steps: steps(llmtest.RateLimited("0").Always()), kind: llm.ErrRateLimited, requests: 3},
		{name: "429 for two minutes", steps: steps(llmtest.RateLimited("120")), kind: llm.ErrRateLimited, retry: 2 * time.Minute, requests: 1},
		{name: "429 until an absurd time", steps: steps(llmtest.RateLimited("99999999999999999999")), kind: llm.ErrRateLimited, retry: 24 * time.Hour, requests: 1},
		{name: "429 until a date", steps: steps(llmtest.RateLimited("Fri, 31 Dec 2199 23:59:59 GMT")), kind: llm.ErrRateLimited, retry: 24 * time.Hour, requests: 1},
		{name: "429 with nonsense", steps: steps(llmtest.RateLimited("soon"), llmtest.Say("Here.")), text: "Here.", requests: 2},
		{name: "quota used up", steps: steps(llmtest.Status(429, "You exceeded your current quota, please check your plan and billing details.")), kind: llm.ErrRateLimited, requests: 1},
		{name: "500 once", steps: steps(llmtest.ServerError(), llmtest.Say("Here.")), text: "Here.", requests: 2},
		{name: "500 always", steps: steps(llmtest.ServerError().Always()), kind: llm.ErrUnavailable, requests: 3},
		{name: "502 web page", steps: steps(llmtest.WebPage().Always()), kind: llm.ErrUnavailable, detail: "502 Bad Gateway", requests: 3},
		{name: "redirect", steps: steps(llmtest.Redirect("https://example.com/steal")), kind: llm.ErrUnavailable, detail: "redirect"},
		{name: "half-open", steps: steps(llmtest.HalfOpen()), waits: short, kind: llm.ErrUnavailable, requests: 1},
		{name: "silence after the header", steps: steps(llmtest.Silence()), waits: short, kind: llm.ErrUnavailable, requests: 1},
		{name: "silence within", steps: steps(llmtest.Stall("Hel")), waits: short, text: "Hel", kind: llm.ErrUnavailable, requests: 1},
		{name: "endless drip", steps: steps(llmtest.Drip(10 * time.Millisecond)), waits: waits{deadline: 200 * time.Millisecond}, some: "drip ", kind: llm.ErrUnavailable},
		{name: "501", kind: llm.ErrUnavailable},
	}
}

type scenario struct {
	name      string
	steps     []llmtest.Step
	tools     bool
	waits     waits
	text      string
	some      string // the text is one or more of it
	calls     []string
	finish    llm.Finish
	kind      error
	detail    string
	retry     time.Duration
	requests  int // 0: any
	estimated bool
}

func steps(s ...llmtest.Step) []llmtest.Step { return s }

func TestConformance(t *testing.T) {
	eachWiring(t, func(t *testing.T, w wiring) {
		for _, sc := range scenarios() {
			if w.own && errors.Is(sc.kind, llm.ErrRefused) {
				continue
			}
			t.Run(sc.name, func(t *testing.T) {
				sc.run(t, w)
				t.Log("trust: 1 tries: an answer that is whole, or an error of its own kind")
			})
		}
	})
}

func (sc scenario) run(t *testing.T, w wiring) {
	srv := w.serve(t, sc.steps...)
	m := w.model(t, srv.URL, sc.waits)
	req := ask()
	if sc.tools {
		req.Tools = []llm.ToolSpec{note()}
	}
	var streamed strings.Builder
	returned := false
	resp, err := m.Generate(t.Context(), req, func(s string) {
		if returned {
			t.Error("streamed after Generate returned")
		}
		streamed.WriteString(s)
	})
	returned = true
	if !errors.Is(err, sc.kind) {
		t.Fatalf("error %v, want %v", err, sc.kind)
	}
	if streamed.String() != resp.Message.Text {
		t.Errorf("streamed %.100q but the message is %.100q", streamed.String(), resp.Message.Text)
	}
	sc.checkText(t, resp.Message.Text)
	sc.checkCalls(t, resp.Message.Calls)
	sc.checkError(t, err)
	if n := len(srv.Generations()); sc.requests > 0 && n != sc.requests {
		t.Errorf("%d requests, want %d", n, sc.requests)
	}
	if err != nil {
		return
	}
	if sc.finish == "" {
		sc.finish = llm.FinishStop
	}
	if resp.Finish != sc.finish || resp.Message.Role != llm.RoleModel {
		t.Errorf("finish %q role %q", resp.Finish, resp.Message.Role)
	}
	counted := resp.Usage.Prompt == 11 && resp.Usage.Answer == 7 || w.own
	if u := resp.Usage; sc.estimated != u.Estimated || u.Calls != 1 || !sc.estimated && !counted || u.Answer == 0 || u.Prompt == 0 {
		t.Errorf("usage %+v", u)
	}
}

func (sc scenario) checkText(t *testing.T, got string) {
	t.Helper()
	if sc.some != "" {
		if got == "" || strings.ReplaceAll(got, sc.some, "") != "" {
			t.Errorf("text %q, want some of %q", got, sc.some)
		}
		return
	}
	if got != sc.text {
		t.Errorf("text %.100q, want %.100q", got, sc.text)
	}
}

func (sc scenario) checkCalls(t *testing.T, got []llm.Call) {
	t.Helper()
	if len(got) != len(sc.calls) {
		t.Fatalf("%d calls, want %d: %+v", len(got), len(sc.calls), got)
	}
	ids := map[string]bool{}
	for i, c := range got {
		if c.Name != "memory_write" || !sameJSON(t, c.Args, sc.calls[i]) {
			t.Errorf("call %d is %s(%s), want (%s)", i, c.Name, c.Args, sc.calls[i])
		}
		if c.ID == "" || ids[c.ID] {
			t.Errorf("call %d has the id %q", i, c.ID)
		}
		ids[c.ID] = true
	}
}

// sameJSON compares exactly but for the order of members, numbers digit by
// digit.
func sameJSON(t *testing.T, got json.RawMessage, want string) bool {
	t.Helper()
	norm := func(s string) string {
		d := json.NewDecoder(strings.NewReader(s))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Errorf("%q is not JSON: %v", s, err)
		}
		b, err := json.Marshal(v)
		if err != nil {
			t.Error(err)
		}
		return string(b)
	}
	return norm(string(got)) == norm(want)
}

func (sc scenario) checkError(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), testKey) {
		t.Errorf("the key is in the error %v", err)
	}
	var e *llm.Error
	if !errors.As(err, &e) {
		t.Fatalf("%T is no *llm.Error", err)
	}
	if e.Provider == "" || e.Op != "generate" || !strings.Contains(e.Detail, sc.detail) || len([]rune(e.Detail)) > 300 {
		t.Errorf("error %+v, want detail %q", e, sc.detail)
	}
	if d := e.RetryAfter - sc.retry; d < -2*time.Second || d > 2*time.Second {
		t.Errorf("retry after %v, want %v", e.RetryAfter, sc.retry)
	}
}

func TestCancelReturnsSoon(t *testing.T) {
	faults := map[string]llmtest.Step{
		"half-open": llmtest.HalfOpen(),
		"silence":   llmtest.Silence(),
		"stall":     llmtest.Stall("Hel"),
		"drip":      llmtest.Drip(5 * time.Millisecond),
		"backoff":   llmtest.RateLimited("9").Always(),
	}
	eachWiring(t, func(t *testing.T, w wiring) {
		for name, step := range faults {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				srv := w.serve(t, step)
				m := w.model(t, srv.URL, waits{})
				ctx, cancel := context.WithCancel(t.Context())
				var cancelled time.Time
				time.AfterFunc(80*time.Millisecond, func() { cancelled = time.Now(); cancel() })
				_, err := m.Generate(ctx, ask(), func(string) {})
				if !errors.Is(err, context.Canceled) {
					t.Fatalf("error %v", err)
				}
				if took := time.Since(cancelled); took > 20*time.Second {
					t.Errorf("returned %v after the cancellation", took)
				}
			})
		}
	})
}

func TestNoGoroutineStays(t *testing.T) {
	eachWiring(t, func(t *testing.T, w wiring) {
		srv := w.serve(t)
		m := w.model(t, srv.URL, waits{header: 50 * time.Millisecond, idle: 50 * time.Millisecond, deadline: 100 * time.Millisecond})
		round := func() {
			for _, s := range []llmtest.Step{llmtest.Say("a"), llmtest.CutLine("a"), llmtest.Garbage("a"), llmtest.HalfOpen(), llmtest.Silence(), llmtest.Stall("a"), llmtest.Drip(time.Millisecond), llmtest.LongLine(3 << 20), llmtest.Status(400, "no")} {
				srv.Add(s)
				m.Generate(t.Context(), ask(), nil) // whatever comes of it
			}
			m.(interface{ CloseIdleConnections() }).CloseIdleConnections()
		}
		round()
		before := settled(t, 0)
		for range 3 {
			round()
		}
		if after := settled(t, before); after > before+2 {
			buf := make([]byte, 1<<20)
			t.Errorf("%d goroutines before, %d after\n%s", before, after, buf[:runtime.Stack(buf, true)])
		}
	})
}

// settled waits until the number of goroutines is at most want or does not
// fall any more, and returns it.
func settled(t *testing.T, want int) int {
	t.Helper()
	n := runtime.NumGoroutine()
	for same := 0; same < 20 && n > want; {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-t.Context().Done():
		}
		if now := runtime.NumGoroutine(); now < n {
			n, same = now, 0
		} else {
			same++
		}
	}
	return n
}

func TestConcurrentCalls(t *testing.T) {
	eachWiring(t, func(t *testing.T, w wiring) {
		srv := w.serve(t, llmtest.Turn(llmtest.Say("a", "b"), llmtest.Call("memory_write", `{"text":"x"}`)).Always())
		m := w.model(t, srv.URL, waits{})
		errs := make(chan error)
		for range 16 {
			go func() {
				req := ask()
				req.Tools = []llm.ToolSpec{note()}
				resp, err := m.Generate(t.Context(), req, func(string) {})
				if err == nil && (resp.Message.Text != "ab" || len(resp.Message.Calls) != 1) {
					err = fmt.Errorf("answer %+v", resp.Message)
				}
				errs <- err
			}()
		}
		for range 16 {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
	})
}

func TestKeyTravelsInTheHeaderOnly(t *testing.T) {
	eachWiring(t, func(t *testing.T, w wiring) {
		srv := w.serve(t, llmtest.Say("hi"))
		srv.Key = testKey
		if _, err := w.model(t, srv.URL, waits{}).Generate(t.Context(), ask(), nil); err != nil {
			t.Fatal(err)
		}
		r := srv.Generations()[0]
		if strings.Contains(r.Path+r.Query+string(r.Body), testKey) {
			t.Errorf("the key is in %s?%s or the body", r.Path, r.Query)
		}
		if r.Header.Get("Authorization") != "Bearer "+testKey && r.Header.Get("X-Goog-Api-Key") != testKey {
			t.Errorf("headers %v", r.Header)
		}
		srv.Key = "another"
		_, err := w.model(t, srv.URL, waits{}).Generate(t.Context(), ask(), nil)
		if !errors.Is(err, llm.ErrKey) || strings.Contains(err.Error(), testKey) {
			t.Errorf("wrong key: %v", err)
		}
	})
}

func TestUnreachable(t *testing.T) {
	eachWiring(t, func(t *testing.T, w wiring) {
		srv := w.serve(t)
		srv.Close()
		_, err := w.model(t, srv.URL, waits{}).Generate(t.Context(), ask(), nil)
		if !errors.Is(err, llm.ErrUnavailable) {
			t.Errorf("error %v", err)
		}
	})
}

func TestSystemAndTools(t *testing.T) {
	eachWiring(t, func(t *testing.T, w wiring) {
		srv := w.serve(t, llmtest.JSON(map[string]any{"a": 1}))
		req := ask(llm.Message{Role: llm.RoleUser, Text: "look\xff\x00", Attachments: []llm.Attachment{
			{Name: "cat.png", MIME: "image/png", Data: []byte("\x89PNG")},
			{Name: "a.gif", MIME: "image/gif", Data: []byte("GIF89a")},
			{Name: "b.txt", MIME: "text/plain", Data: []byte("words in a file")},
		}})
		req.MaxTokens = 500
		req.JSON = json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}`)
		req.Tools = []llm.ToolSpec{note(), {Name: "nothing"}}
		resp, err := w.model(t, srv.URL, waits{}).Generate(t.Context(), req, nil)
		if err != nil || resp.Message.Text != `{"a":1}` {
			t.Fatalf("%+v, %v", resp, err)
		}
		body := string(srv.Generations()[0].Body)
		for _, want := range []string{"You are Mori.", "Calm.", "iVBO", "words in a file", "memory_write", "500"} {
			if !strings.Contains(body, want) {
				t.Errorf("the request lacks %q: %s", want, body)
			}
		}
	})
}
