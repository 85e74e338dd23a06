// Package wire is the one way in which the model adapters use the network: a
// transport that does not follow redirects, waits for nothing for ever, reads
// no more than it was told to, retries only where it is safe, and turns every
// failure into an *llm.Error without a key in it. It also reads event streams.
package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"yumori/internal/llm"
)

// Options tune a Transport. The zero value is right for a provider on the
// internet.
type Options struct {
	Provider   string        // for errors: "openai", "gemini"
	Key        string        // removed from every error text
	HeaderWait time.Duration // until the answer's header; 0: 120 s
	IdleWait   time.Duration // between two pieces of the answer; 0: 60 s
	MaxBytes   int64         // of one answer; 0: 16 MiB
	Tries      int           // at most, the first included; 0: 3
	Backoff    time.Duration // before the second try, then growing; 0: 500 ms
	MaxBackoff time.Duration // the longest wait between two tries; a server that asks for more is not tried again; 0: 10 s
	LAN        bool          // plain http also to private addresses, not only to this machine
	Proxy      bool          // use the proxy that the environment names
}

func (o Options) withDefaults() Options {
	def := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	def(&o.HeaderWait, 120*time.Second)
	def(&o.IdleWait, 60*time.Second)
	def(&o.Backoff, 500*time.Millisecond)
	def(&o.MaxBackoff, 10*time.Second)
	if o.MaxBytes <= 0 {
		o.MaxBytes = 16 << 20
	}
	if o.Tries <= 0 {
		o.Tries = 3
	}
	return o
}

// A Transport is an http.RoundTripper with the limits of its Options. Unlike
// other round trippers it fails on any status but 2xx, with an *llm.Error
// whose Op is empty. It is safe for concurrent use.
type Transport struct {
	opt    Options
	secure *http.Transport // https
	plain  *http.Transport // http, to this machine or the local network only
}

// New returns a transport. It opens no connection.
func New(opt Options) *Transport {
	opt = opt.withDefaults()
	t := &Transport{opt: opt}
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	t.secure = base(opt, dialer.DialContext)
	if opt.Proxy {
		t.secure.Proxy = http.ProxyFromEnvironment
	}
	// A name may lead anywhere, so what counts is the address that is dialled.
	guarded := *dialer
	guarded.Control = func(_, address string, _ syscall.RawConn) error {
		if a, err := netip.ParseAddrPort(address); err != nil || !opt.near(a.Addr()) {
			return errPlain
		}
		return nil
	}
	t.plain = base(opt, guarded.DialContext)
	return t
}

func base(opt Options, dial func(context.Context, string, string) (net.Conn, error)) *http.Transport {
	return &http.Transport{
		DialContext:            dial,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  opt.HeaderWait,
		ExpectContinueTimeout:  time.Second,
		IdleConnTimeout:        90 * time.Second,
		MaxIdleConnsPerHost:    4,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true, // so that MaxBytes counts what is read
		ForceAttemptHTTP2:      true,
	}
}

// Client returns an HTTP client over rt that does not follow redirects and has
// no time-out of its own: contexts bound the calls.
func Client(rt http.RoundTripper) *http.Client {
	return &http.Client{
		Transport:     rt,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// CloseIdleConnections closes the connections that are not in use.
func (t *Transport) CloseIdleConnections() {
	t.secure.CloseIdleConnections()
	t.plain.CloseIdleConnections()
}

var (
	errPlain  = errors.New("plain http is allowed to this machine only; use https")
	errScheme = errors.New("the address must start with https:// (or http:// on this machine)")
)

// CheckURL reports why base cannot be the address of a model server that is
// reached through t, or nil. Names are looked up only when dialled, so a name
// that leads elsewhere fails then.
func (t *Transport) CheckURL(base string) error {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.User != nil {
		return errScheme
	}
	return t.opt.check(u)
}

func (o Options) check(u *url.URL) error {
	switch u.Scheme {
	case "https":
		return nil
	case "http":
	default:
		return errScheme
	}
	host := u.Hostname()
	if a, err := netip.ParseAddr(host); err == nil {
		if !o.near(a) {
			return errPlain
		}
		return nil
	}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || o.LAN {
		return nil
	}
	return errPlain
}

// near reports whether plain http may go to a.
func (o Options) near(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return a.IsLoopback() || o.LAN && (a.IsPrivate() || a.IsLinkLocalUnicast())
}

// RoundTrip sends the request, again where that is safe, and returns a
// response with status 2xx whose body keeps to the limits.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := t.opt.check(req.URL); err != nil {
		return nil, t.fail(llm.ErrAddress, err)
	}
	return t.retry(req)
}

// try sends the request once, if it passes the gate.
func (t *Transport) try(req *http.Request) (*http.Response, error) {
	gate := llm.GateOf(req.Context())
	if req.Method == http.MethodGet && !llm.IsCounted(req.Context()) { // lists and versions, beside a call
		gate = llm.GateOf(llm.Ungated(req.Context()))
	}
	if err := gate.Pass(); err != nil {
		if req.Body != nil {
			_ = req.Body.Close() // nobody reads it
		}
		return nil, refused{err}
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
	rt := t.secure
	if req.URL.Scheme == "http" {
		rt = t.plain
	}
	resp, err := rt.RoundTrip(req.WithContext(ctx))
	if err != nil {
		cancel(nil)
		err = t.netError(req.Context(), err)
		if !sent.Load() {
			gate.Unsent()
		}
		gate.Failed(err)
		return nil, err
	}
	resp.Body = newBody(resp.Body, t, req.Context(), cancel)
	if resp.StatusCode/100 == 2 {
		return resp, nil
	}
	defer resp.Body.Close()
	failed := t.statusError(resp.StatusCode, resp.Header, resp.Body)
	gate.Failed(failed)
	return nil, failed
}

// refused is the error of a gate that a request did not pass. It ends the call
// and is returned as the gate has it.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

func (t *Transport) fail(kind, err error) *llm.Error {
	return &llm.Error{Provider: t.opt.Provider, Kind: kind, Detail: Scrub(err.Error(), t.opt.Key)}
}

// netError turns an error of the network into one of ours.
func (t *Transport) netError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, errPlain) {
		return t.fail(llm.ErrAddress, errPlain)
	}
	return t.fail(llm.ErrUnavailable, err)
}

// Failure makes an *llm.Error out of whatever a call over a Transport ended
// with: an *llm.Error gets op, the context's own error and that of its gate
// pass, a deadline that was set inside the adapter becomes ErrUnavailable,
// anything else becomes kind.
func (t *Transport) Failure(ctx context.Context, op string, kind, err error) error {
	var e *llm.Error
	var no refused
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &no):
		return no.error
	case errors.As(err, &e):
		c := *e
		c.Op = op
		return &c
	case errors.Is(err, context.DeadlineExceeded):
		kind, err = llm.ErrUnavailable, errors.New("the answer took too long")
	case errors.Is(err, errors.ErrUnsupported):
		kind = llm.ErrBadRequest
	}
	e = t.fail(kind, err)
	e.Op = op
	return e
}

// Errorf makes an *llm.Error of this transport's provider.
func (t *Transport) Errorf(op string, kind error, format string, args ...any) *llm.Error {
	e := t.fail(kind, fmt.Errorf(format, args...))
	e.Op = op
	return e
}

// OfThisMachine reports whether an address is one of the machine the program
// runs on.
func OfThisMachine(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return false
	}
	a, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && a.IsLoopback()
}
