// Package ollama talks to an Ollama in its own protocol. The OpenAI protocol,
// which Ollama speaks too, cannot say how long prompts are: there it serves
// 4,096 tokens on most machines and cuts the beginning of what is longer, the
// persona first, without a word.
//
// Every request asks for the context that its prompt needs, and for a refusal
// in place of a cut. Servers from before that wish existed cut all the same:
// the count of tokens that comes back tells (llm.PromptCut).
//
// The client is Ollama's own, but for streams (streamer): of those it takes a
// connection that broke within an answer for the answer's end, buffers lines of
// 8 MB, reads numbers in the arguments of calls as floating point, and repeats a
// whole line of garbage in an error. The transport below it (shim) keeps it from
// signing requests with the user's key for ollama.com where OLLAMA_AUTH is set.
package ollama

import (
	"cmp"
	"context"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/envconfig"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// Whose server it is, on this machine and on another.
const (
	provider = "ollama"
	remote   = "ollama-remote"
)

// fallbackURL is where an Ollama listens by itself.
const fallbackURL = "http://127.0.0.1:11434"

// DefaultBaseURL is the address of this machine's Ollama: what OLLAMA_HOST says
// if that is an address of this machine, else port 11434.
func DefaultBaseURL() string {
	u := envconfig.Host()
	host := u.Hostname()
	a, err := netip.ParseAddr(host)
	switch {
	case u.Scheme != "http":
		return fallbackURL
	case err == nil && a.IsUnspecified(): // how a server is told to listen everywhere
		host = "127.0.0.1"
	case host != "localhost" && (err != nil || !a.IsLoopback()):
		return fallbackURL
	}
	return "http://" + net.JoinHostPort(host, u.Port())
}

// A Config says which server and which of its models to use. Only Name is
// required, and not by what asks for models.
type Config struct {
	BaseURL string // with or without /v1 at the end; "" is DefaultBaseURL
	Name    string // the model's name at the server, "qwen3:8b"
	Key     string // for a server behind something that wants one; "" for none
	// Window bounds the context that is asked for, in tokens. 0: what the
	// model's own parameters say, else 32,768, for memory's sake.
	Window int
	Images bool   // the model takes pictures, even where the server does not say so
	LAN    bool   // plain http also to private addresses
	Space  string // embedders: the name of the space; "" is "ollama/" and the model's name
	// Known is what is known of servers and their models, shared by all that is
	// made with it; nil: by nothing else.
	Known *Known
	// KeepAlive is how long the server keeps the model in memory after an
	// answer; 0 leaves it to the server, less than 0 is for ever.
	KeepAlive time.Duration

	HeaderWait time.Duration // until the answer begins; 0: 10 min, a model may have to be loaded first
	IdleWait   time.Duration // between two pieces; 0: 5 min
	Deadline   time.Duration // of one whole call; 0: 15 min
	Backoff    time.Duration // before the second try; 0: 500 ms
	Tries      int           // at most, the first included; 0: 3
}

// A Model is a model of an Ollama. It is safe for concurrent use.
type Model struct {
	*server
	cfg   Config
	facts *facts
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
	return &Model{server: s, cfg: cfg, facts: cfg.Known.model(cfg.BaseURL, cfg.Name)}, nil
}

// Info says what the model is. Whether it takes pictures is known once the
// server was asked, see Measure.
func (m *Model) Info() llm.Info {
	i := llm.Info{Provider: provider, Name: m.cfg.Name, Images: m.cfg.Images || m.facts.can(canSee), Toolless: m.facts.takesNoTools()}
	if !wire.OfThisMachine(m.cfg.BaseURL) {
		i.Provider = remote
	}
	if m.cfg.Window > 0 {
		i.Window = llm.Window{Tokens: m.cfg.Window, From: llm.WindowSet}
	}
	return i
}

// A server is the connection to one server.
type server struct {
	streamer
	asks     *wire.Transport // one try
	client   *api.Client
	asking   *api.Client // for short questions, over asks
	deadline time.Duration
}

// dial fills in cfg's defaults and makes the server of it.
func dial(cfg *Config) (*server, error) {
	cfg.BaseURL = cmp.Or(Native(cfg.BaseURL), DefaultBaseURL())
	cfg.Key = strings.TrimSpace(cfg.Key)
	if cfg.Known == nil {
		cfg.Known = &Known{}
	}
	opt := wire.Options{
		Provider: provider, Key: cfg.Key, LAN: cfg.LAN,
		HeaderWait: orElse(cfg.HeaderWait, 10*time.Minute), IdleWait: orElse(cfg.IdleWait, 5*time.Minute),
		Backoff: cfg.Backoff, Tries: cfg.Tries,
	}
	t := wire.New(opt)
	base, err := url.Parse(cfg.BaseURL)
	if err == nil {
		err = t.CheckURL(cfg.BaseURL)
	}
	if err != nil {
		return nil, t.Errorf("set up", llm.ErrAddress, "%w", err)
	}
	opt.Tries = 1
	asks := wire.New(opt)
	return &server{
		streamer: streamer{t, cfg.BaseURL, cfg.Key},
		asks:     asks,
		client:   api.NewClient(base, wire.Client(&shim{wire.Checked{Transport: t}, cfg.Key})),
		asking:   api.NewClient(base, wire.Client(&shim{wire.Checked{Transport: asks}, cfg.Key})),
		deadline: orElse(cfg.Deadline, 15*time.Minute),
	}, nil
}

// Native returns the address of the native protocol for an address of either:
// without /v1 at its end.
func Native(baseURL string) string {
	base := strings.TrimRight(strings.TrimSpace(baseURL), "/")
	return strings.TrimRight(strings.TrimSuffix(base, "/v1"), "/")
}

func orElse(d, def time.Duration) time.Duration {
	if d <= 0 {
		return def
	}
	return d
}

// CloseIdleConnections closes the connections to the server that are not in
// use.
func (s *server) CloseIdleConnections() {
	s.wire.CloseIdleConnections()
	s.asks.CloseIdleConnections()
}

// Generate answers req. See llm.Model. A context that turns out to be too short
// is asked for anew, once, as long as the model's bound allows.
func (m *Model) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	for {
		m.learnFacts(ctx)
		if err := ctx.Err(); err != nil {
			return llm.Response{}, err
		}
		p := m.plan(req)
		resp, err := m.attempt(ctx, req, p, stream)
		if resp.Message.Text != "" || !m.facts.learn(err, p) {
			return resp, err
		}
	}
}

// attempt asks once.
func (m *Model) attempt(ctx context.Context, req llm.Request, p plan, stream func(string)) (llm.Response, error) {
	const op = "generate"
	out, err := m.request(req, p)
	if err != nil {
		return llm.Response{}, m.wire.Errorf(op, llm.ErrBadRequest, "%w", err)
	}
	inner, cancel := context.WithTimeout(ctx, m.deadline)
	defer cancel()
	a := answer{from: m.streamer, stream: stream}
	err = m.ask(inner, "/api/chat", out, a.add)
	a.say(a.think.Flush())
	resp := a.response()
	if a.counted() {
		resp.Prompt = m.fate(ctx, resp.Usage.Prompt, p)
	} else if err == nil || resp.Message.Text != "" {
		resp.Usage = llm.EstimateUsage(req, resp.Message)
	}
	if err == nil {
		err = a.verdict(m)
	}
	if err != nil {
		return resp, m.failure(ctx, op, err)
	}
	m.facts.answered(p)
	return resp, nil
}
