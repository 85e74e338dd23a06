package wire

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"yumori/internal/llm"
)

var errShut = errors.New("shut")

// A turnstile is a gate that lets so many requests pass.
type turnstile struct {
	left, passed, unsent int
	failed               []error
}

func (g *turnstile) Pass() error {
	if g.left == 0 {
		return errShut
	}
	g.left--
	g.passed++
	return nil
}
func (g *turnstile) Unsent()            { g.unsent++ }
func (g *turnstile) Failed(err error)   { g.failed = append(g.failed, err) }
func (g *turnstile) Answered(llm.Usage) {}

func TestEveryTryPassesTheGate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		method   string
		statuses []int // of the answers; then 200
		left     int
		served   int
		passed   int
		want     error
	}{
		{"one", http.MethodPost, nil, 9, 1, 1, nil},
		{"again after 429", http.MethodPost, []int{429, 429}, 9, 3, 3, nil},
		{"again after 500, no more", http.MethodPost, []int{500, 500}, 1, 1, 1, errShut},
		{"not at all", http.MethodPost, nil, 0, 0, 0, errShut},
		{"no try after 401", http.MethodPost, []int{401}, 9, 1, 1, llm.ErrKey},
		{"a list is not to a model", http.MethodGet, []int{500}, 0, 2, 0, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var served atomic.Int32
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if n := int(served.Add(1)); n <= len(tt.statuses) {
					w.WriteHeader(tt.statuses[n-1])
				}
			}))
			defer srv.Close()
			tr := New(Options{Provider: "p", Backoff: time.Millisecond})
			defer tr.CloseIdleConnections()
			g := &turnstile{left: tt.left}
			ctx := llm.WithGate(t.Context(), g)
			req, err := http.NewRequestWithContext(ctx, tt.method, srv.URL, strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := Client(tr).Do(req)
			if err == nil {
				_ = resp.Body.Close()
			} else {
				err = tr.Failure(ctx, "generate", llm.ErrBadAnswer, err)
			}
			if !errors.Is(err, tt.want) || tt.want == errShut && err != errShut { //nolint:errorlint // unchanged
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if int(served.Load()) != tt.served || g.passed != tt.passed {
				t.Errorf("the server had %d requests, want %d; %d passed, want %d", served.Load(), tt.served, g.passed, tt.passed)
			}
			if tt.method == http.MethodPost && len(g.failed) != min(len(tt.statuses), tt.served) || g.unsent != 0 {
				t.Errorf("failed %v, %d unsent", g.failed, g.unsent)
			}
		})
	}
}

func TestWhatIsNotSentIsToldToTheGate(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.NotFoundHandler())
	srv.Close()
	g := &turnstile{left: 9}
	req, err := http.NewRequestWithContext(llm.WithGate(t.Context(), g), http.MethodPost, srv.URL, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Options{Provider: "p", Backoff: time.Millisecond, Tries: 2})
	if _, err := Client(tr).Do(req); !errors.Is(err, llm.ErrUnavailable) { //nolint:bodyclose // there is none
		t.Error(err)
	}
	if g.passed != 2 || g.unsent != 2 {
		t.Errorf("%d passed, %d unsent", g.passed, g.unsent)
	}
}
