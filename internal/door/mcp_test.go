package door

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"yumori/internal/companion"
	"yumori/internal/llm/llmtest"
)

// call calls a tool and reads what it gave into v.
func call(t *testing.T, c *mcp.ClientSession, name string, args, v any) *mcp.CallToolResult {
	t.Helper()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
	must(t, err)
	data, err := json.Marshal(r.StructuredContent)
	must(t, err)
	if v != nil && !r.IsError {
		must(t, json.Unmarshal(data, v))
	}
	return r
}

// tryTools calls each tool as a client would.
func tryTools(t *testing.T, luna *companion.Companion, c *mcp.ClientSession) {
	t.Helper()
	tools, err := c.ListTools(t.Context(), nil)
	must(t, err)
	if len(tools.Tools) != 4 {
		t.Errorf("%d tools", len(tools.Tools))
	}
	var answer said
	call(t, c, "say", sayArgs{Text: "Is the lamp lit?"}, &answer)
	if u := luna.Turn().User; answer.Reply != "The lamp is lit." || u.Text != "Is the lamp lit?" || len(u.Foreign) != 1 || u.Foreign[0].Name != "tester" {
		t.Errorf("said %+v, the log has %q with %v", answer, u.Text, u.Foreign)
	}
	var note remembered
	call(t, c, "remember", rememberArgs{Text: "The user's cat is called Nero."}, &note)
	held, err := luna.Inbox.Held()
	must(t, err)
	if note.Held == "" || note.Written || len(held) != 1 || held[0].ID != note.Held || !strings.Contains(held[0].After, "Nero") {
		t.Errorf("held %+v, told %+v", held, note)
	}
	var how state
	call(t, c, "state", noArgs{}, &how)
	if how.Name != "Luna" || how.Held != 1 || len(how.Drives) == 0 || how.Last == "" {
		t.Errorf("state %+v", how)
	}
	var found recalled
	call(t, c, "recall", recallArgs{Query: "the lamp"}, &found)
	if len(found.Memories) == 0 {
		t.Error("nothing was recalled")
	}
	for name, args := range map[string]any{"say": sayArgs{Text: " "}, "remember": rememberArgs{}, "recall": map[string]any{"query": 7}} {
		if r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args}); err == nil && !r.IsError {
			t.Errorf("%s took %v: %+v", name, args, r)
		}
	}
}

func newClient() *mcp.Client {
	return mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, nil)
}

// bearing sends a token with every request.
type bearing string

func (b bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func TestTheSDKsClientUsesTheToolsOverHTTP(t *testing.T) {
	t.Parallel()
	p := opened(t, llmtest.NewScripted(llmtest.Text("The lamp ", "is lit.")))
	c, err := newClient().Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: p.url + "/mcp?persona=luna", HTTPClient: &http.Client{Transport: bearing(p.token)}, DisableStandaloneSSE: true,
	}, nil)
	must(t, err)
	defer c.Close()
	tryTools(t, p.luna(t), c)
}

func TestMCPWantsTheTokenToo(t *testing.T) {
	t.Parallel()
	p := opened(t, nil)
	if _, err := newClient().Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: p.url + "/mcp"}, nil); err == nil {
		t.Error("a stranger was let in")
	}
	if _, err := newClient().Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: p.url + "/mcp?persona=../luna", HTTPClient: &http.Client{Transport: bearing(p.token)},
	}, nil); err == nil {
		t.Error("somebody answers for a persona that is not there")
	}
}

func TestTheSDKsClientUsesTheToolsOverPipes(t *testing.T) {
	t.Parallel()
	h := home(t, llmtest.NewScripted(llmtest.Text("The lamp ", "is lit.")))
	s := New(h, Options{Text: words, Explain: func(err error) string { return err.Error() }})
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- s.MCP(t.Context(), "luna", fromClient, toClient) }()
	c, err := newClient().Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	must(t, err)
	tryTools(t, place{home: h}.luna(t), c)
	must(t, c.Close())
	must(t, toServer.Close())
	must(t, <-served)
}

func TestGarbageOverPipesEndsTheServerAndNothingElse(t *testing.T) {
	t.Parallel()
	h := home(t, nil)
	s := New(h, Options{Text: words, Explain: func(err error) string { return err.Error() }})
	for name, in := range map[string]string{
		"bytes": "\x00\xff\n{{{\n", "deep": strings.Repeat("[", 1_000_000) + "\n", "endless line": strings.Repeat("x", maxBody+1), "nothing": "",
	} {
		out := &strings.Builder{}
		_ = s.MCP(t.Context(), "", strings.NewReader(in), out)
		for line := range strings.Lines(out.String()) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s: wrote %q", name, line)
			}
		}
	}
	if data, err := os.ReadFile(filepath.Join(h.Path(), "personas/luna/log.jsonl")); err == nil && len(data) > 0 {
		t.Errorf("the log has %q", data)
	}
}

// A pipeListener takes connections that are made of pipes, whose clock is that
// of the test.
type pipeListener struct {
	conns chan net.Conn
	done  context.Context
	close context.CancelFunc
}

func listenPipes(t *testing.T) pipeListener {
	done, cancel := context.WithCancel(t.Context())
	return pipeListener{make(chan net.Conn), done, cancel}
}

func (l pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done.Done():
		return nil, net.ErrClosed
	}
}
func (l pipeListener) Close() error   { l.close(); return nil }
func (l pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

// dial connects to the listener.
func (l pipeListener) dial() net.Conn {
	here, there := net.Pipe()
	l.conns <- there
	return here
}

// drip sends a text slowly until the other side has enough, and returns when.
func drip(c net.Conn, text string, every time.Duration) time.Duration {
	start := time.Now()
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		for _, b := range []byte(text) {
			if _, err := c.Write([]byte{b}); err != nil {
				return
			}
			time.Sleep(every)
		}
	}()
	_, _ = io.Copy(io.Discard, c)
	took := time.Since(start)
	_ = c.Close()
	<-sent
	return took
}

func TestASlowClientIsLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := listenPipes(t)
		s := New(nil, Options{Text: words})
		srv := server(s.guard(http.NotFoundHandler()))
		served := make(chan error, 1)
		go func() { served <- srv.Serve(l) }()
		for name, c := range map[string]struct {
			text string
			most time.Duration
		}{
			"silent":         {"", headerTime},
			"slow header":    {"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("y", 1000), headerTime},
			"slow body":      {"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" + strings.Repeat("y", 1000), bodyTime + headerTime},
			"endless header": {"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("y", 64<<10), headerTime},
		} {
			every := 100 * time.Millisecond
			if name == "endless header" {
				every = 0
			}
			if took := drip(l.dial(), c.text, every); took > c.most+time.Second {
				t.Errorf("%s: was kept for %v", name, took)
			}
		}
		l.close()
		if err := <-served; !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
		last, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		must(t, srv.Shutdown(last))
	})
}

func TestManyConnectionsThatSayNothingDoNotKeepOthersOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := listenPipes(t)
		ctx, shut := context.WithCancel(t.Context())
		served := make(chan error, 1)
		s := New(nil, Options{Text: words})
		go func() { served <- s.Serve(ctx, l) }()
		var idle []net.Conn
		go func() {
			for range 10 * maxConnections {
				idle = append(idle, l.dial())
			}
			c := l.dial()
			_, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
			must(t, err)
			data, err := io.ReadAll(c)
			must(t, err)
			if !strings.Contains(string(data), "403") {
				t.Errorf("got %s", data)
			}
			shut()
		}()
		must(t, <-served)
		for _, c := range idle {
			_ = c.Close()
		}
	})
}
