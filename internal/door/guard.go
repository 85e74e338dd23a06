package door

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// guard lets in who has a token and is no web page: a page of any site can send
// requests to this machine, but it cannot choose their Host and Origin.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hurry(w, r)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		switch {
		case !s.isHere(r.Host):
			s.refuse(w, problem{status: http.StatusForbidden, key: "door_host"})
			return
		case fromPage(r):
			s.refuse(w, problem{status: http.StatusForbidden, key: "door_origin"})
			return
		}
		guest, ok, err := s.admit(r)
		switch {
		case err != nil:
			s.opt.Logger.Error("read the tokens of the door", "error", err)
			s.refuse(w, s.problemOf(err))
		case !ok && !s.strangers.Allow(), ok && !s.known.Allow():
			w.Header().Set("Retry-After", "1")
			s.refuse(w, problem{status: http.StatusTooManyRequests, key: "door_rate", kind: "rate_limit_error", code: "rate_limit_exceeded"})
		case !ok:
			w.Header().Set("WWW-Authenticate", "Bearer")
			s.refuse(w, problem{status: http.StatusUnauthorized, key: "door_token", code: "invalid_api_key"})
		default:
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), guestKey{}, guest)))
		}
	})
}

// hurry bounds the body of a request, in bytes and in time.
func hurry(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	set := http.NewResponseController(w).SetReadDeadline
	_ = set(time.Now().Add(bodyTime)) // one without deadlines does without
	r.Body = &hurried{http.MaxBytesReader(w, r.Body, maxBody), func() { _ = set(time.Time{}) }}
}

// A hurried body has a deadline, which is lifted at its end: a client has to
// be heard from no more until it has its answer.
type hurried struct {
	io.ReadCloser
	lift func()
}

// Read is io.Reader.
func (h *hurried) Read(p []byte) (int, error) {
	n, err := h.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		h.lift()
	}
	return n, err
}

// guestKey is under what name a request comes, "" the user's.
type guestKey struct{}

func guestIn(r *http.Request) string {
	guest, _ := r.Context().Value(guestKey{}).(string)
	return guest
}

// admit finds out whose token a request has.
func (s *Server) admit(r *http.Request) (guest string, ok bool, err error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", false, nil
	}
	list, err := s.home.DoorTokens()
	if err != nil {
		return "", false, err
	}
	given := sha256.Sum256([]byte(strings.TrimSpace(token)))
	for _, t := range list {
		if want := sha256.Sum256([]byte(t.Token)); subtle.ConstantTimeCompare(given[:], want[:]) == 1 {
			return t.Guest, true, nil
		}
	}
	return "", false, nil
}

// isHere reports whether a Host names this machine. A name that somebody else
// may have pointed at it does not; an address cannot be pointed elsewhere.
func (s *Server) isHere(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && (s.opt.Remote || ip.Unmap().IsLoopback())
}

// fromPage reports whether a request comes from a web page that is not of this
// very server.
func fromPage(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return true
	}
	for _, origin := range r.Header.Values("Origin") {
		if u, err := url.Parse(origin); err != nil || u.Scheme != "http" || u.Host != r.Host {
			return true
		}
	}
	return false
}

// A problem is why a request is not answered.
type problem struct {
	status int
	key    string // of the sentence
	args   []any
	text   string // in place of key
	kind   string // of OpenAI's; "" goes by status
	code   string
	param  string
}

// failure is an error in OpenAI's form.
type failure struct {
	Error failureText `json:"error"`
}

type failureText struct {
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`
}

func (s *Server) failure(p problem) failure {
	f := failureText{Message: p.text, Type: p.kind}
	if p.key != "" {
		f.Message = s.opt.Text(p.key, p.args...)
	}
	if f.Type == "" {
		f.Type = "invalid_request_error"
		if p.status >= http.StatusInternalServerError {
			f.Type = "server_error"
		}
	}
	if p.code != "" {
		f.Code = &p.code
	}
	if p.param != "" {
		f.Param = &p.param
	}
	return failure{f}
}

// refuse answers with a problem.
func (s *Server) refuse(w http.ResponseWriter, p problem) { answer(w, p.status, s.failure(p)) }

func (s *Server) wrongMethod(w http.ResponseWriter, _ *http.Request) {
	s.refuse(w, problem{status: http.StatusMethodNotAllowed, key: "door_method"})
}

// answer writes v as the whole answer.
func answer(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		status, data = http.StatusInternalServerError, nil // unreachable: strings and numbers
	}
	w.Header().Set("Content-Type", "application/json")
	allow(w)
	w.WriteHeader(status)
	_, _ = w.Write(append(data, '\n')) // a client that is gone cannot be told
}
