package gemini

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// An exchange carries what the library has no room for, past it, for one call.
// It travels in the context. The library reads the answer in the goroutine
// that called it, so it needs no lock.
type exchange struct {
	server *server

	// To the API.
	additions map[place]addition
	dim       int // of vectors

	// From the API.
	calls         []seenCall
	textSignature string
	finish        string
	blocked       string
	usage         llm.Usage
	err           error
}

type exchangeKey struct{}

// A place is a part of the request.
type place struct{ content, part int }

// An addition is what a part gets on its way out.
type addition struct {
	kind      string // the member it belongs to, as a check
	id        string
	signature string
	args      json.RawMessage
}

func (x *exchange) add(content, part int, a addition) {
	if x.additions == nil {
		x.additions = map[place]addition{}
	}
	x.additions[place{content, part}] = a
}

// A seenCall is a call as the API made it.
type seenCall struct {
	id, name, signature string
	args                json.RawMessage
}

// A shim is the transport between the library and the wire of the call's
// server.
type shim struct{}

// keyHeader is where the key goes: a URL ends up in logs and errors.
const keyHeader = "X-Goog-Api-Key"

// errNoCall says that the library sent something on its own.
var errNoCall = errors.New("gemini: a request outside of a call")

// RoundTrip sends the library's request, put right, and gives it an answer it
// can read.
func (shim) RoundTrip(req *http.Request) (*http.Response, error) {
	x, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return nil, errNoCall
	}
	s := x.server
	req = req.Clone(req.Context())
	q := req.URL.Query()
	q.Del("key")
	streams := strings.HasSuffix(req.URL.Path, ":streamGenerateContent")
	if streams {
		q = url.Values{"alt": {"sse"}} // events can be told apart from a cut; an array of enum numbers hides new ones
	}
	req.URL.RawQuery = q.Encode()
	req.URL.Scheme, req.URL.Host, req.Host = s.endpoint.Scheme, s.endpoint.Host, ""
	req.URL.Path = s.endpoint.Path + req.URL.Path
	req.Header.Set(keyHeader, s.key)
	if req.Body != nil && (len(x.additions) > 0 || x.dim > 0) {
		if err := x.amend(req); err != nil {
			return nil, s.wire.Errorf("", llm.ErrBadRequest, "%w", err)
		}
	}
	resp, err := s.wire.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp, err = s.wire.NoPage(resp); err != nil || !streams {
		return resp, err
	}
	if wire.MediaType(resp) == "application/json" {
		return nil, s.whole(resp)
	}
	resp.Body = &cleaner{body: resp.Body, next: wire.NewEvents(resp.Body).Next, x: x}
	return resp, nil
}

// whole reads an answer that is not a stream: an error object.
func (s *server) whole(resp *http.Response) error {
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body) // the wire bounds it
	if err != nil {
		return err
	}
	e := s.wire.ErrorBody(resp.StatusCode, b)
	if !bytes.Contains(b, []byte(`"error"`)) {
		e.Kind, e.Detail = llm.ErrBadAnswer, "not a stream"
	}
	return e
}

// amend adds to the request's body what the library left out.
func (x *exchange) amend(req *http.Request) error {
	b, err := io.ReadAll(req.Body)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var o struct {
		Contents []map[string]any `json:"contents"`
		Requests []map[string]any `json:"requests"`
	}
	if err := d.Decode(&o); err != nil {
		return err
	}
	for i, c := range o.Contents {
		parts, _ := c["parts"].([]any)
		for j, p := range parts {
			if a, ok := x.additions[place{i, j}]; ok {
				part, _ := p.(map[string]any)
				if err := a.amend(part); err != nil {
					return fmt.Errorf("content %d part %d: %w", i, j, err)
				}
			}
		}
	}
	for _, r := range o.Requests {
		r["outputDimensionality"] = x.dim
	}
	if b, err = mergeBody(b, o.Contents, o.Requests); err != nil {
		return err
	}
	req.Body = io.NopCloser(bytes.NewReader(b))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }
	req.ContentLength = int64(len(b))
	return nil
}

// amend adds a to one part.
func (a addition) amend(part map[string]any) error {
	inner, ok := part[a.kind]
	if !ok {
		return fmt.Errorf("no %s where one was put", a.kind) // the library has changed its order
	}
	if a.signature != "" {
		part["thoughtSignature"] = a.signature
	}
	o, ok := inner.(map[string]any)
	if !ok {
		return nil
	}
	if a.id != "" {
		o["id"] = a.id
	}
	if a.args != nil {
		o["args"] = a.args
	}
	return nil
}

// mergeBody replaces members of a JSON object.
func mergeBody(b []byte, contents, requests []map[string]any) ([]byte, error) {
	var o map[string]json.RawMessage
	if err := json.Unmarshal(b, &o); err != nil {
		return nil, err
	}
	for name, list := range map[string][]map[string]any{"contents": contents, "requests": requests} {
		if list == nil {
			continue
		}
		raw, err := json.Marshal(list)
		if err != nil {
			return nil, err
		}
		o[name] = raw
	}
	return json.Marshal(o)
}

// A cleaner turns the API's events into the JSON array that the library
// expects, with nothing in it but speech.
type cleaner struct {
	body io.ReadCloser
	next func() ([]byte, error)
	x    *exchange
	out  bytes.Buffer
	any  bool  // the array has an element
	err  error // returned once out is empty
}

// Read returns the array, an event at a time.
func (c *cleaner) Read(p []byte) (int, error) {
	for c.out.Len() == 0 {
		if c.err != nil {
			return 0, c.err
		}
		c.err = c.event()
	}
	return c.out.Read(p)
}

func (c *cleaner) event() error {
	raw, err := c.next()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		if !c.any {
			c.out.WriteByte('[')
		}
		c.out.WriteByte(']')
		return io.EOF // whether the answer was complete, its finish reason tells
	case err != nil:
		c.x.err = err
		return err
	}
	speech, err := c.x.learn(raw)
	if err == nil && speech == nil {
		err = errorIn(c.x.server.wire, raw)
	}
	if err != nil {
		c.x.err = err
		return err
	}
	if speech == nil {
		return nil
	}
	c.out.WriteByte(map[bool]byte{false: '[', true: ','}[c.any])
	c.any = true
	c.out.Write(speech)
	return nil
}

// errorIn returns the error that an event holds instead of content.
func errorIn(t *wire.Transport, raw []byte) error {
	var o struct{ Error json.RawMessage }
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
		raw = list[0]
	}
	if json.Unmarshal(raw, &o) == nil && len(o.Error) > 0 {
		return t.ErrorBody(http.StatusOK, raw)
	}
	return nil
}

// Close closes the connection.
func (c *cleaner) Close() error { return c.body.Close() }
