package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// An exchange is what one call tells the shim. It travels in the context.
type exchange struct {
	extra map[string]json.RawMessage // extra_content by the id of the call in the request
}

type exchangeKey struct{}

// A shim is the transport between the library and the wire. It puts into
// requests what the library has no field for, and gives the library a clean
// stream: whole events only, errors as errors, and an end without the end mark
// as io.ErrUnexpectedEOF.
type shim struct {
	next *wire.Transport
}

// RoundTrip sends the request.
func (s *shim) RoundTrip(req *http.Request) (*http.Response, error) {
	x, _ := req.Context().Value(exchangeKey{}).(*exchange)
	if x != nil && len(x.extra) > 0 {
		var err error
		if req, err = rewrite(req, x); err != nil {
			return nil, err
		}
	}
	resp, err := s.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case kind == "text/html":
		defer resp.Body.Close()
		page, _ := io.ReadAll(io.LimitReader(resp.Body, 16<<10)) // part of it will do
		e := s.next.ErrorBody(0, page)
		e.Kind, e.Status = llm.ErrBadAnswer, resp.StatusCode
		return nil, e
	case x == nil: // not a stream: a list of models, vectors
		return s.checked(resp)
	case kind == "application/json":
		return s.whole(resp)
	}
	resp.Body = &cleaner{body: resp.Body, events: wire.NewEvents(resp.Body), shim: s}
	return resp, nil
}

// whole turns an answer that did not come as a stream into one: an error
// object, or the answer of a server that cannot stream.
func (s *shim) whole(resp *http.Response) (*http.Response, error) {
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body) // the wire bounds it
	if err != nil {
		return nil, err
	}
	if err := s.errorIn(b); err != nil {
		return nil, err
	}
	event, err := chunkOfWhole(b)
	if err != nil {
		return nil, s.next.Errorf("", llm.ErrBadAnswer, "neither a stream nor an answer")
	}
	resp.Body = io.NopCloser(strings.NewReader("data: " + string(event) + "\n\ndata: [DONE]\n\n"))
	return resp, nil
}

// chunkOfWhole renames the message of a whole answer to a delta.
func chunkOfWhole(b []byte) ([]byte, error) {
	var o struct {
		Choices []map[string]json.RawMessage `json:"choices"`
		Usage   json.RawMessage              `json:"usage,omitempty"`
	}
	if err := json.Unmarshal(b, &o); err != nil {
		return nil, err
	}
	if len(o.Choices) == 0 {
		return nil, errors.New("no choices")
	}
	for _, c := range o.Choices {
		c["delta"] = c["message"]
		delete(c, "message")
	}
	return json.Marshal(o)
}

// errorIn returns the error that an answer holds instead of content.
func (s *shim) errorIn(event []byte) error {
	var o struct {
		Error   json.RawMessage `json:"error"`
		Choices json.RawMessage `json:"choices"`
	}
	if json.Unmarshal(event, &o) != nil || len(o.Error) == 0 || string(o.Error) == "null" {
		return nil
	}
	return s.next.ErrorBody(http.StatusOK, event)
}

// A cleaner reads a stream and passes its events on in one form.
type cleaner struct {
	body   io.ReadCloser
	events *wire.Events
	shim   *shim
	out    bytes.Buffer
	err    error
}

// Read returns whole events.
func (c *cleaner) Read(p []byte) (int, error) {
	for c.out.Len() == 0 {
		if c.err != nil {
			return 0, c.err
		}
		c.err = c.next()
	}
	return c.out.Read(p)
}

func (c *cleaner) next() error {
	event, err := c.events.Next()
	switch {
	case errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF // a whole stream ends with the end mark
	case err != nil:
		return err
	}
	if wire.IsDone(event) {
		c.out.WriteString("data: [DONE]\n\n")
		return io.EOF
	}
	if err := c.shim.errorIn(event); err != nil {
		return err
	}
	if len(bytes.TrimSpace(event)) == 0 {
		return nil
	}
	var flat bytes.Buffer // the library reads line by line
	if err := json.Compact(&flat, event); err != nil {
		return c.shim.next.Errorf("", llm.ErrBadAnswer, "a piece of the answer is not JSON")
	}
	c.out.WriteString("data: ")
	c.out.Write(flat.Bytes())
	c.out.WriteString("\n\n")
	return nil
}

// Close closes the connection.
func (c *cleaner) Close() error { return c.body.Close() }

// checked returns resp if its body is an answer, and the error in it otherwise.
func (s *shim) checked(resp *http.Response) (*http.Response, error) {
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body) // the wire bounds it
	if err != nil {
		return nil, err
	}
	if err := s.errorIn(b); err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(b))
	return resp, nil
}

// rewrite puts the extra content into the tool calls of a request.
func rewrite(req *http.Request, x *exchange) (*http.Request, error) {
	b, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	if b, err = addExtra(b, x.extra); err != nil {
		return nil, err
	}
	return withBody(req, b), nil
}

func addExtra(b []byte, extra map[string]json.RawMessage) ([]byte, error) {
	var o map[string]json.RawMessage
	if err := json.Unmarshal(b, &o); err != nil {
		return nil, err
	}
	var messages []map[string]json.RawMessage
	if err := json.Unmarshal(o["messages"], &messages); err != nil {
		return nil, err
	}
	for _, m := range messages {
		var calls []map[string]json.RawMessage
		if len(m["tool_calls"]) == 0 || json.Unmarshal(m["tool_calls"], &calls) != nil {
			continue
		}
		for _, c := range calls {
			var id string
			if json.Unmarshal(c["id"], &id) == nil && extra[id] != nil {
				c["extra_content"] = extra[id]
			}
		}
		var err error
		if m["tool_calls"], err = json.Marshal(calls); err != nil {
			return nil, err
		}
	}
	var err error
	if o["messages"], err = json.Marshal(messages); err != nil {
		return nil, err
	}
	return json.Marshal(o)
}

func withBody(req *http.Request, b []byte) *http.Request {
	req = req.Clone(req.Context())
	req.Body = io.NopCloser(bytes.NewReader(b))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }
	req.ContentLength = int64(len(b))
	return req
}

// opaque is what a model message keeps for its server, format 1.
type opaque struct {
	Format int                        `json:"openai"`
	Model  string                     `json:"model"`
	Extra  map[string]json.RawMessage `json:"extra"` // by call id
}

func formatOpaque(model string, extra map[string]json.RawMessage) json.RawMessage {
	b, err := json.Marshal(opaque{Format: 1, Model: model, Extra: extra})
	if err != nil {
		return nil // extra was not JSON after all: it is not worth keeping
	}
	return b
}

// parseOpaque returns what an earlier message keeps for this model. A
// signature means nothing to another model.
func parseOpaque(raw json.RawMessage, model string) map[string]json.RawMessage {
	var o opaque
	if json.Unmarshal(raw, &o) != nil || o.Format != 1 || o.Model != model {
		return nil
	}
	return o.Extra
}
