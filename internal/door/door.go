// Package door lets other programs speak with the personas of a home, on this
// machine: by the protocol of OpenAI's chat completions, and as an MCP server.
//
// Whoever has the token in the home's door-token is taken for the user. What a
// client sends beside the newest message of its user is left alone: the persona
// has its own memory and its own instructions, and system messages of a program
// are text of others. What comes with a guest's token, and all that comes by
// MCP, whose words are a model's, is text of others too (see companion.Utterance).
package door

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/net/netutil"
	"golang.org/x/time/rate"

	"yumori/internal/companion"
)

// DefaultAddress is where the door is when nobody says otherwise.
const DefaultAddress = "127.0.0.1:8765"

// Bounds of what a client may cost.
const (
	maxBody        = 8 << 20  // bytes of a request: clients send the whole talk each time
	maxHeader      = 16 << 10 // bytes
	maxConnections = 64
	headerTime     = 5 * time.Second
	bodyTime       = 30 * time.Second
	idleTime       = time.Minute
	writeTime      = 30 * time.Second // for each piece of an answer
	closeTime      = 5 * time.Second  // for what is under way when the door closes
	sessionTime    = 30 * time.Minute // an MCP session that is not used

	requestsEach  = 200 * time.Millisecond // on average
	requestsBurst = 40
	strangersEach = time.Second // requests without a token that is known
	strangerBurst = 20
)

// ErrNotLocal says that an address can be reached from other machines.
var ErrNotLocal = errors.New("this address can be reached from other machines")

// Options are what a Server is built from. Text and Explain are required.
type Options struct {
	// Text returns the sentence of a key that begins with "door_".
	Text func(key string, args ...any) string
	// Explain makes a sentence of an error of a Companion's.
	Explain func(error) string
	// Logger gets what a developer wants to know, nothing that was said; nil discards.
	Logger *slog.Logger
	// Remote lets in requests whose Host is any address, beside those of this
	// machine, and Listen at them.
	Remote bool
}

// A Server is the door of a home. It is safe for concurrent use.
type Server struct {
	home      *companion.Home
	opt       Options
	known     *rate.Limiter
	strangers *rate.Limiter
}

// New returns the door of a home.
func New(h *companion.Home, opt Options) *Server {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	return &Server{
		home: h, opt: opt,
		known:     rate.NewLimiter(rate.Every(requestsEach), requestsBurst),
		strangers: rate.NewLimiter(rate.Every(strangersEach), strangerBurst),
	}
}

// Listen listens at an address "host:port", which has to be one of this machine
// alone unless Options.Remote is set: else it returns ErrNotLocal. A host that
// is a name is looked up.
func (s *Server) Listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("open the door: %w", err)
	}
	at, err := netip.ParseAddrPort(l.Addr().String())
	if err != nil || !at.Addr().Unmap().IsLoopback() && !s.opt.Remote {
		_ = l.Close() // nobody was let in
		return nil, fmt.Errorf("open the door at %s: %w", address, ErrNotLocal)
	}
	return l, nil
}

// Serve lets clients in at l until ctx ends, and then ends what they began. It
// closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	under, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	srv := server(s.Handler())
	srv.BaseContext = func(net.Listener) context.Context { return under }
	srv.ErrorLog = slog.NewLogLogger(s.opt.Logger.Handler(), slog.LevelDebug)
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(closed)
		cut() // what is being said ends, and is kept
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
		defer cancel()
		if err := srv.Shutdown(last); err != nil {
			_ = srv.Close()
		}
	})
	err := srv.Serve(netutil.LimitListener(l, maxConnections))
	if !stop() {
		<-closed
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("keep the door: %w", err)
}

// server returns a server with limits on what comes in. Bodies have theirs in
// guard: a limit for the whole request would end long answers. What goes out
// has its time for each piece.
func server(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
	}
}

// Handler returns what Serve answers with, guarded.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", s.models)
	mux.HandleFunc("GET /v1/models/{model}", s.model)
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(s.mcpFor, &mcp.StreamableHTTPOptions{
		Logger: s.opt.Logger, SessionTimeout: sessionTime, MaxRequestBodyBytes: maxBody, DisableLocalhostProtection: s.opt.Remote,
	}))
	mux.HandleFunc("/v1/models", s.wrongMethod)
	mux.HandleFunc("/v1/chat/completions", s.wrongMethod)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, problem{status: http.StatusNotFound, key: "door_path"})
	})
	return s.guard(mux)
}
