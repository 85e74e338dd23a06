// Package gemini talks to Google's Gemini API through generative-ai-go. That
// library has reached the end of its life and knows nothing of thoughts, so
// the package's own transport (shim.go) keeps thought signatures and call ids,
// drops thoughts, survives parts and fields it does not know, and sends the
// key in a header rather than in the URL.
package gemini

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/google/generative-ai-go/genai"
	"google.golang.org/api/option"

	"yumori/internal/llm"
	"yumori/internal/llm/window"
	"yumori/internal/llm/wire"
)

const provider = "gemini"

// DefaultEndpoint is the address of the Gemini API.
const DefaultEndpoint = "https://generativelanguage.googleapis.com"

// A Config says which model to use. Name and Key are required. Names come and
// go: they belong into the settings, and ListModels tells which there are.
type Config struct {
	Name     string // "gemini-…", without "models/"
	Key      string
	Endpoint string // "" is DefaultEndpoint
	Window   int    // context window in tokens; 0: the model is measured
	Dim      int    // embedders: dimensions; 0: 768
	LAN      bool   // plain http also to private addresses, for a proxy of one's own
	Proxy    bool   // use the proxy that the environment names

	HeaderWait time.Duration // until the answer begins; 0: 120 s
	IdleWait   time.Duration // between two pieces; 0: 60 s
	Deadline   time.Duration // of one whole call; 0: 10 min
	Backoff    time.Duration // before the second try; 0: 500 ms
	Tries      int           // at most, the first included; 0: 3
}

// A Model is a Gemini model. It is safe for concurrent use.
type Model struct {
	*server
	cfg   Config
	gauge *window.Gauge
}

// A server is the connection to the API.
type server struct {
	wire     *wire.Transport
	client   *genai.Client
	endpoint *url.URL
	key      string
	deadline time.Duration
}

// library is the one client of generative-ai-go in the program. Each of its
// clients starts a gRPC connection for a cache that is not used here, keeps
// trying to reach the endpoint with it, and never closes it. So there is only
// one, and it does not know where the API is, nor any key: the shim sends its
// requests where the call's context says.
var library = sync.OnceValues(func() (*genai.Client, error) {
	return genai.NewClient(context.Background(),
		option.WithAPIKey("in the header"),
		option.WithEndpoint("https://gemini.invalid"),
		option.WithHTTPClient(wire.Client(shim{})))
})

// New returns the model that cfg names. It does not contact the API. A missing
// key is llm.ErrKey, an address that must not be used llm.ErrAddress.
func New(_ context.Context, cfg Config) (*Model, error) {
	s, err := dial(&cfg)
	if err != nil {
		return nil, err
	}
	if cfg.Name == "" {
		return nil, s.wire.Errorf("set up", llm.ErrNoModel, "no model is named")
	}
	m := &Model{server: s, cfg: cfg}
	m.gauge = newGauge(m)
	return m, nil
}

// Info says what the model is.
func (m *Model) Info() llm.Info {
	return llm.Info{Provider: provider, Name: m.cfg.Name, Window: m.gauge.Known(), Images: true}
}

func dial(cfg *Config) (*server, error) {
	cfg.Key = strings.TrimSpace(cfg.Key)
	cfg.Name = strings.TrimPrefix(strings.TrimSpace(cfg.Name), "models/")
	cfg.Endpoint = strings.TrimRight(strings.TrimSpace(cfg.Endpoint), "/")
	if cfg.Endpoint == "" {
		cfg.Endpoint = DefaultEndpoint
	}
	if cfg.Deadline <= 0 {
		cfg.Deadline = 10 * time.Minute
	}
	t := wire.New(wire.Options{
		Provider: provider, Key: cfg.Key, LAN: cfg.LAN, Proxy: cfg.Proxy,
		HeaderWait: cfg.HeaderWait, IdleWait: cfg.IdleWait, Backoff: cfg.Backoff, Tries: cfg.Tries,
	})
	if cfg.Key == "" {
		return nil, t.Errorf("set up", llm.ErrKey, "no key is set")
	}
	if err := t.CheckURL(cfg.Endpoint); err != nil {
		return nil, t.Errorf("set up", llm.ErrAddress, "%w", err)
	}
	endpoint, err := url.Parse(cfg.Endpoint)
	if err != nil {
		return nil, t.Errorf("set up", llm.ErrAddress, "%w", err)
	}
	client, err := library()
	if err != nil {
		return nil, t.Errorf("set up", llm.ErrBadRequest, "%w", err)
	}
	return &server{wire: t, client: client, endpoint: endpoint, key: cfg.Key, deadline: cfg.Deadline}, nil
}

// begin returns the context of a call whose requests go to s, and whose whole
// length is bounded.
func (s *server) begin(ctx context.Context, x *exchange) (context.Context, context.CancelFunc) {
	x.server = s
	return context.WithTimeout(context.WithValue(ctx, exchangeKey{}, x), s.deadline)
}

// CloseIdleConnections closes the connections that are not in use.
func (s *server) CloseIdleConnections() { s.wire.CloseIdleConnections() }

var _ llm.Measurer = (*Model)(nil)
