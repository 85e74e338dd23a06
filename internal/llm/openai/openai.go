// Package openai talks to any server with OpenAI's chat-completions protocol:
// OpenAI, OpenRouter, Ollama, LM Studio, llama.cpp and others. What such a
// server does not know (a JSON schema, usage in streams, tools) is found out
// by asking, left out from then on, and made up for where possible.
package openai

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	api "github.com/sashabaranov/go-openai"

	"yumori/internal/llm"
	"yumori/internal/llm/window"
	"yumori/internal/llm/wire"
)

const provider = "openai"

// DefaultBaseURL is the address of OpenAI itself.
const DefaultBaseURL = "https://api.openai.com/v1"

// A Config says which server and which of its models to use. Only Name is
// required; for a server on this machine also BaseURL.
type Config struct {
	BaseURL string // with the version, "http://127.0.0.1:11434/v1"; "" is DefaultBaseURL
	Name    string // the model's name at the server
	Key     string // "" for servers that want none
	Service string // whose server it is, for llm.Info.Provider; "" is "openai"
	Window  int    // context window in tokens; 0: the model is measured
	Images  bool   // the model takes pictures; otherwise they are named in the text instead
	Dim     int    // embedders: dimensions to ask for; 0 leaves it to the model
	LAN     bool   // plain http also to private addresses
	Proxy   bool   // use the proxy that the environment names

	HeaderWait time.Duration // until the answer begins; 0: 120 s, on this machine 10 min (a local model may have to be loaded first)
	IdleWait   time.Duration // between two pieces; 0: 60 s, on this machine 5 min
	Deadline   time.Duration // of one whole call; 0: 15 min
	Backoff    time.Duration // before the second try; 0: 500 ms
	Tries      int           // at most, the first included; 0: 3
}

// A Model is a model of an OpenAI-compatible server. It is safe for concurrent
// use.
type Model struct {
	*server
	cfg   Config
	gauge *window.Gauge

	mu     sync.Mutex // guards quirks
	quirks quirks
}

// New returns the model that cfg names. It does not contact the server. An
// address that must not be used is llm.ErrAddress.
func New(cfg Config) (*Model, error) {
	s, err := dial(&cfg)
	if err != nil {
		return nil, err
	}
	if cfg.Name == "" {
		return nil, s.wire.Errorf("set up", llm.ErrNoModel, "no model is named")
	}
	m := &Model{server: s, cfg: cfg, quirks: firstGuess(cfg)}
	m.gauge = newGauge(m)
	return m, nil
}

// Info says what the model is.
func (m *Model) Info() llm.Info {
	m.mu.Lock()
	noTools := m.quirks.noTools
	m.mu.Unlock()
	return llm.Info{Provider: cmp.Or(m.cfg.Service, provider), Name: m.cfg.Name, Window: m.gauge.Known(), Images: m.cfg.Images, Toolless: noTools}
}

// A server is the connection to one server.
type server struct {
	wire     *wire.Transport
	client   *api.Client
	key      string
	deadline time.Duration
}

// dial fills in cfg's defaults and makes the server of it.
func dial(cfg *Config) (*server, error) {
	if cfg.BaseURL == "" {
		cfg.BaseURL = DefaultBaseURL
	}
	cfg.BaseURL = strings.TrimRight(strings.TrimSpace(cfg.BaseURL), "/")
	cfg.Key = strings.TrimSpace(cfg.Key)
	if cfg.local() {
		cfg.HeaderWait = orElse(cfg.HeaderWait, 10*time.Minute)
		cfg.IdleWait = orElse(cfg.IdleWait, 5*time.Minute)
	}
	t := wire.New(wire.Options{
		Provider: provider, Key: cfg.Key, LAN: cfg.LAN, Proxy: cfg.Proxy,
		HeaderWait: cfg.HeaderWait, IdleWait: cfg.IdleWait, Backoff: cfg.Backoff, Tries: cfg.Tries,
	})
	if err := t.CheckURL(cfg.BaseURL); err != nil {
		return nil, t.Errorf("set up", llm.ErrAddress, "%w", err)
	}
	conf := api.DefaultConfig(cfg.Key)
	conf.BaseURL = cfg.BaseURL
	conf.HTTPClient = wire.Client(wire.Checked{Transport: t})
	return &server{
		wire: t, client: api.NewClientWithConfig(conf), key: cfg.Key, deadline: orElse(cfg.Deadline, 15*time.Minute),
	}, nil
}

// CloseIdleConnections closes the connections to the server that are not in
// use.
func (s *server) CloseIdleConnections() { s.wire.CloseIdleConnections() }

func orElse(d, def time.Duration) time.Duration {
	if d <= 0 {
		return def
	}
	return d
}

// Generate answers req. See llm.Model.
func (m *Model) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	for {
		m.mu.Lock()
		q := m.quirks
		m.mu.Unlock()
		resp, err := m.attempt(ctx, req, q, stream)
		if resp.Message.Text == "" {
			m.gauge.Refused(req, err)
		}
		next, changed := q.learn(err, req)
		if !changed || resp.Message.Text != "" {
			return resp, err
		}
		m.mu.Lock()
		m.quirks = next
		m.mu.Unlock()
	}
}

// attempt asks once, with what the server is thought to understand.
func (m *Model) attempt(ctx context.Context, req llm.Request, q quirks, stream func(string)) (llm.Response, error) {
	const op = "generate"
	out, extra := m.request(req, q)
	if !answerable(out.Messages) {
		return llm.Response{}, m.wire.Errorf(op, llm.ErrBadRequest, "no message to answer")
	}
	inner, cancel := context.WithTimeout(ctx, m.deadline)
	defer cancel()
	a := answer{stream: stream, name: m.cfg.Name}
	err := m.receive(inner, out, extra, &a)
	a.say(a.think.Flush())
	resp := a.response()
	if resp.Usage.Calls == 0 && (err == nil || resp.Message.Text != "") {
		resp.Usage = llm.EstimateUsage(req, resp.Message)
	}
	if err == nil {
		err = a.verdict(m)
	}
	if err != nil {
		return resp, m.wire.Failure(ctx, op, llm.ErrBadAnswer, err)
	}
	return resp, nil
}

// answerable reports whether the messages end with something to answer.
func answerable(messages []api.ChatCompletionMessage) bool {
	if len(messages) == 0 {
		return false
	}
	last := messages[len(messages)-1].Role
	return last == api.ChatMessageRoleUser || last == api.ChatMessageRoleTool
}

// receive sends a request and reads the answer into a. Whether that is complete
// is for verdict to say.
func (m *Model) receive(ctx context.Context, req api.ChatCompletionRequest, extra extras, a *answer) error {
	req.Stream = true
	if err := api.NewReasoningValidator().Validate(req); err != nil { // what the model would refuse
		return m.wire.Errorf("", llm.ErrBadRequest, "%w", err)
	}
	body, err := encode(req, extra)
	if err != nil {
		return err
	}
	resp, err := m.wire.Post(ctx, wire.Call{Address: m.cfg.BaseURL + "/chat/completions", Key: m.key, Accept: "text/event-stream", Body: body})
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if wire.MediaType(resp) == "application/json" { // a server that cannot stream
		b, err := m.wire.ReadAll(resp)
		if err == nil && !a.whole(b) {
			err = m.wire.Errorf("", llm.ErrBadAnswer, "neither a stream nor an answer")
		}
		return err
	}
	events := wire.NewEvents(resp.Body)
	for !a.done {
		event, err := events.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err == nil {
			err = m.event(event, a)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// event takes in one event of a stream.
func (m *Model) event(event []byte, a *answer) error {
	if wire.IsDone(event) {
		a.done = true
		return nil
	}
	if err := m.wire.ErrorIn(event); err != nil || len(bytes.TrimSpace(event)) == 0 {
		return err
	}
	return a.add(event)
}

var _ llm.Measurer = (*Model)(nil)
