package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// Known is what is known of servers and of the models on them. All models and
// embedders that are made with the same Known share it, so that two of them
// do not have the server load one model in two sizes. The zero Known knows
// nothing. It is safe for concurrent use.
type Known struct {
	mu      sync.Mutex // guards what follows
	models  map[string]*facts
	servers map[string]verdict
}

// model returns what is known of a model.
func (k *Known) model(baseURL, name string) *facts {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.models == nil {
		k.models = map[string]*facts{}
	}
	key := baseURL + " " + name
	if k.models[key] == nil {
		k.models[key] = &facts{now: time.Now}
	}
	return k.models[key]
}

// A verdict says what kind of server an address has.
type verdict int

const (
	undecided verdict = iota // it did not answer
	isOllama
	isOther
)

// identifyWait bounds the question what a server is.
const identifyWait = 800 * time.Millisecond

// identify asks what kind of server cfg.BaseURL has, for a second at most. An
// answer is kept, so that one address is asked until it has answered once. Only
// addresses with plain http are asked: the wire lets them be of this machine,
// or with cfg.LAN of the own network.
func (k *Known) identify(ctx context.Context, cfg Config) verdict {
	base := Native(cfg.BaseURL)
	if !strings.HasPrefix(base, "http://") {
		return isOther
	}
	if v := k.verdict(base); v != undecided {
		return v
	}
	v := ask(ctx, base, wire.Options{Provider: provider, LAN: cfg.LAN, Tries: 1, MaxBytes: 4 << 10})
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.servers == nil {
		k.servers = map[string]verdict{}
	}
	if v != undecided {
		k.servers[base] = v
	}
	return v
}

// verdict returns what is known of a server.
func (k *Known) verdict(base string) verdict {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.servers[base]
}

var versionShape = regexp.MustCompile(`^v?\d+\.\d+\.\d+`)

// ask asks a server for its version, which an Ollama tells as the one member of
// an object.
func ask(ctx context.Context, base string, opt wire.Options) verdict {
	ctx, cancel := context.WithTimeout(ctx, identifyWait)
	defer cancel()
	t := wire.New(opt)
	defer t.CloseIdleConnections()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/api/version", nil)
	if err != nil {
		return isOther
	}
	resp, err := wire.Client(t).Do(req)
	if err != nil {
		var e *llm.Error
		if errors.Is(err, llm.ErrAddress) || errors.As(err, &e) && e.Status >= 300 && e.Status < 500 {
			return isOther
		}
		return undecided
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return undecided
	}
	var o map[string]any
	version := ""
	if json.Unmarshal(body, &o) == nil && len(o) == 1 {
		version, _ = o["version"].(string)
	}
	if versionShape.MatchString(version) {
		return isOllama
	}
	return isOther
}

// facts are what is known of a model. They are safe for concurrent use.
type facts struct {
	now func() time.Time

	mu       sync.Mutex // guards what follows
	at       time.Time  // when the server told of the model; zero: it has not
	context  int        // what the model takes at most; 0 unknown
	own      int        // num_ctx of its Modelfile; 0 none
	running  int        // the context it is loaded with; 0 unknown, or not loaded
	able     []string   // its capabilities; nil unknown
	asked    int        // the longest context that was asked for
	learned  int        // tokens that a request turned out to be bounded by; 0 nothing learned
	toolless bool       // tools were refused
}

// The capabilities that matter here, as the server names them.
const (
	canSee   = "vision"
	canThink = "thinking"
	canCall  = "tools"
)

// can reports whether the server says that the model is able to.
func (f *facts) can(what string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Contains(f.able, what)
}

// takesNoTools reports whether the model is known to take none.
func (f *facts) takesNoTools() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.noTools()
}

// noTools is takesNoTools for a caller that holds mu.
func (f *facts) noTools() bool {
	return f.toolless || f.able != nil && !slices.Contains(f.able, canCall)
}

// answered notes that a request with a plan was answered: the model is loaded
// with its context now.
func (f *facts) answered(p plan) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked, f.running = max(f.asked, p.context), p.context
}

// learn takes in why a request failed, and reports whether another plan may
// help.
func (f *facts) learn(err error, p plan) bool {
	var e *llm.Error
	if !errors.As(err, &e) {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case noToolWords.MatchString(e.Detail) && !p.noTools:
		f.toolless = true
		return true
	case errors.Is(e, llm.ErrTooLong) && p.context < p.limit:
		f.asked = min(p.limit, 2*p.context)
		return true
	case errors.Is(e, llm.ErrTooLong):
		f.shrink(min(p.estimate, p.limit) * 3 / 4)
	}
	return false
}

// shrink notes that no more than so many tokens fit. The caller holds mu.
func (f *facts) shrink(tokens int) {
	if tokens = max(tokens, leastWindow); f.learned == 0 || tokens < f.learned {
		f.learned = tokens
	}
}
