package openai

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/window"
	"yumori/internal/llm/wire"
)

// localHold is how long what a server of one's own says holds: it may be
// started anew with another window.
const localHold = time.Minute

// newGauge returns what measures the window of m. OpenAI's own list says
// nothing of windows, so it is not asked for.
func newGauge(m *Model) *window.Gauge {
	o := window.Options{Set: m.cfg.Window}
	switch {
	case m.cfg.local():
		o.Ask = m.askLocal
	case m.cfg.BaseURL == DefaultBaseURL:
		o.Family = m.cfg.Name
	default:
		o.Family, o.Ask = m.cfg.Name, m.askHosted
	}
	return window.New(o)
}

// local reports whether the server is one of the user's own: plain http goes
// nowhere else.
func (c Config) local() bool { return strings.HasPrefix(c.BaseURL, "http://") }

// Measure returns the window of the model: what a refusal taught, the user's
// setting, what the server says, or, of a provider that hosts models, what the
// model's family is known to have. The server is asked once a minute if it is
// one of the user's own, else once. See llm.Measurer.
func (m *Model) Measure(ctx context.Context) llm.Window { return m.gauge.Measure(ctx) }

// askHosted asks a provider, whose list has entries for all its models. One
// whose list says nothing is not asked again.
func (m *Model) askHosted(ctx context.Context) (window.Answer, error) {
	list, err := m.entries(ctx, m.cfg.BaseURL+"/models")
	return window.Answer{Tokens: list.find(m.cfg.Name).hosted(), Keep: window.Lasting}, err
}

// askLocal asks a server of the user's own in the ways of those there are,
// until one brings a number. While nothing is known, the next measurement asks
// again: the model may not be loaded yet.
func (m *Model) askLocal(ctx context.Context) (window.Answer, error) {
	var problem error
	for _, way := range []func(context.Context) (window.Answer, error){m.askList, m.askLlamaCPP, m.askLMStudio} {
		a, err := way(ctx)
		if err == nil && a.Tokens != 0 {
			return a, nil
		}
		if problem == nil {
			problem = err
		}
	}
	return window.Answer{}, problem
}

// askList asks vLLM, and whoever else says in the list what is served. What a
// model was trained for (meta.n_ctx_train) is not that.
func (m *Model) askList(ctx context.Context) (window.Answer, error) {
	list, err := m.entries(ctx, m.cfg.BaseURL+"/models")
	e := list.find(m.cfg.Name)
	if e == nil && len(list) == 1 { // llama.cpp goes by any name
		e = list[0]
	}
	return window.Answer{Tokens: e.served(), Keep: localHold}, err
}

// askLlamaCPP asks llama.cpp for what one of its slots has. Its router is asked
// for the model, without having it loaded for that.
func (m *Model) askLlamaCPP(ctx context.Context) (window.Answer, error) {
	var props object
	query := url.Values{"model": {m.cfg.Name}, "autoload": {"false"}}
	err := m.fetch(ctx, m.cfg.root()+"/props?"+query.Encode(), &props)
	return window.Answer{Tokens: props.number("default_generation_settings", "n_ctx"), Keep: localHold}, err
}

// askLMStudio asks LM Studio. A model that is not loaded will be when it is
// first asked, with a window that nobody says before; only that it is no larger
// than the model's own is sure, which matters where that is less than what is
// assumed.
func (m *Model) askLMStudio(ctx context.Context) (window.Answer, error) {
	list, err := m.entries(ctx, m.cfg.root()+"/api/v0/models")
	e := list.find(m.cfg.Name)
	if n := e.number("loaded_context_length"); n != 0 {
		return window.Answer{Tokens: n, Keep: localHold}, err
	}
	if n := e.number("max_context_length"); n < llm.AssumedWindow {
		return window.Answer{Tokens: n}, err
	}
	return window.Answer{}, err
}

// root is the address of the server itself.
func (c Config) root() string { return strings.TrimSuffix(c.BaseURL, "/v1") }

// An object is a JSON object of which servers make what they like; nil has no
// members.
type object map[string]json.RawMessage

// number returns the number at the end of a path of members, 0 without one.
func (o object) number(path ...string) int {
	raw := o[path[0]]
	if len(path) > 1 {
		var inner object
		if json.Unmarshal(raw, &inner) != nil {
			return 0
		}
		return inner.number(path[1:]...)
	}
	text := strings.Trim(string(raw), `"`)
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) {
		return 0
	}
	return int(max(-1, min(n, 1e9)))
}

// hosted is what the entry of a hosted model says: OpenRouter the model's window
// and that of its best host, others one of the two, under names of their own.
func (o object) hosted() int {
	return least(o.number("context_length"), o.number("max_model_len"), o.number("context_window"),
		o.number("max_context_length"), o.number("top_provider", "context_length"))
}

// served is what the entry of a model on a server of the user's own says.
func (o object) served() int {
	return least(o.number("max_model_len"), o.number("context_length"), o.number("context_window"), o.number("meta", "n_ctx"))
}

// least returns the smallest of the numbers that are not 0; 0 without one.
func least(numbers ...int) int {
	n := 0
	for _, k := range numbers {
		if k != 0 && (n == 0 || k < n) {
			n = k
		}
	}
	return n
}

// An entryList is a list of models. What is no entry is left out of it.
type entryList []object

// UnmarshalJSON reads a list.
func (l *entryList) UnmarshalJSON(b []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	for _, raw := range list {
		var o object
		if json.Unmarshal(raw, &o) == nil && o != nil {
			*l = append(*l, o)
		}
	}
	return nil
}

// find returns the entry of a model: by its id, by an alias, or by either
// without a router's variant ("…:online"). Without one it is nil.
func (l entryList) find(name string) object {
	plain, _, _ := strings.Cut(name, ":")
	for _, n := range []string{name, plain} {
		for _, e := range l {
			var id string
			var aliases []string
			_, _ = json.Unmarshal(e["id"], &id), json.Unmarshal(e["aliases"], &aliases) // others have none
			if id == n || slices.Contains(aliases, n) {
				return e
			}
		}
	}
	return nil
}

// entries returns a list of models; none where there is no list.
func (s *server) entries(ctx context.Context, address string) (entryList, error) {
	var list struct {
		Data entryList `json:"data"`
	}
	err := s.fetch(ctx, address, &list)
	return list.Data, err
}

// fetch reads what a server says of itself into v. A server that has no such
// page leaves v as it is, which is no error.
func (s *server) fetch(ctx context.Context, address string, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	if s.key != "" {
		req.Header.Set("Authorization", "Bearer "+s.key)
	}
	resp, err := wire.Client(s.wire).Do(req)
	var e *llm.Error
	switch {
	case errors.As(err, &e) && e.Status >= 400 && e.Status < 500 && !errors.Is(e, llm.ErrKey) && !errors.Is(e, llm.ErrRateLimited):
		return nil
	case errors.As(err, &e) && e.Status == http.StatusNotImplemented:
		return nil
	case err != nil:
		return s.wire.Failure(ctx, "measure window", llm.ErrUnavailable, err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(v); err != nil { // the wire bounds it
		return s.wire.Failure(ctx, "measure window", llm.ErrBadAnswer, err)
	}
	return nil
}
