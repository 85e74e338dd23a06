package ollama

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"regexp"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// An exchange is what the shim tells of a stream. It travels in the context of
// the call, whose goroutine alone uses it.
type exchange struct {
	err  error             // why the stream ended, nil at its end
	args []json.RawMessage // of the calls, in order, as they came
}

type exchangeKey struct{}

// A shim is the transport between Ollama's client and the wire. A stream that
// comes through it consists of whole lines of JSON that are no errors.
type shim struct {
	next *wire.Transport
	key  string
}

// RoundTrip sends the request.
func (s *shim) RoundTrip(req *http.Request) (*http.Response, error) {
	x, _ := req.Context().Value(exchangeKey{}).(*exchange)
	req = req.Clone(req.Context())
	req.Header.Del("Authorization")
	req.URL.RawQuery = "" // the time of a signature
	if s.key != "" {
		req.Header.Set("Authorization", "Bearer "+s.key)
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
	case x == nil: // not a stream
		return s.checked(resp)
	}
	resp.Body = &cleaner{body: resp.Body, lines: wire.NewLines(resp.Body), shim: s, exchange: x}
	return resp, nil
}

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

// errorIn returns the error that an answer holds instead of content.
func (s *shim) errorIn(data []byte) error {
	var o struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(data, &o) != nil || len(o.Error) == 0 || string(o.Error) == "null" || string(o.Error) == `""` {
		return nil
	}
	return s.next.ErrorBody(http.StatusOK, data)
}

// A cleaner passes on the whole lines of a stream.
type cleaner struct {
	body     io.ReadCloser
	lines    *wire.Lines
	shim     *shim
	exchange *exchange
	out      bytes.Buffer
	ended    bool
}

// Read returns whole lines. Where the stream ends is said to the exchange: to
// the client every end is one.
func (c *cleaner) Read(p []byte) (int, error) {
	for c.out.Len() == 0 {
		if c.ended {
			return 0, io.EOF
		}
		if err := c.next(); err != nil {
			c.ended = true
			if !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				c.exchange.err = err
			}
		}
	}
	return c.out.Read(p)
}

func (c *cleaner) next() error {
	line, err := c.lines.Next()
	if err != nil {
		return err
	}
	if err := c.shim.errorIn(line); err != nil {
		return err
	}
	var o struct {
		Message struct {
			ToolCalls []struct {
				Function struct {
					Arguments json.RawMessage `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"message"`
	}
	if json.Unmarshal(line, &o) != nil {
		return c.shim.next.Errorf("", llm.ErrBadAnswer, "a piece of the answer is not what it should be: %.80q", line)
	}
	for _, call := range o.Message.ToolCalls {
		c.exchange.args = append(c.exchange.args, call.Function.Arguments)
	}
	c.out.Write(line)
	c.out.WriteByte('\n')
	return nil
}

// Close closes the connection.
func (c *cleaner) Close() error { return c.body.Close() }

var (
	badCallWords = regexp.MustCompile(`(?i)error parsing tool call|tool call parsing`)
	// noFileWords is how a registry's "no such model" comes out of the server.
	noFileWords = regexp.MustCompile(`(?i)pull model manifest.*(file does not exist|not found)|try pulling it first|invalid model name`)
	// newerWords is said of a model that this server is too old for.
	newerWords  = regexp.MustCompile(`(?i)requires a newer version`)
	noToolWords = regexp.MustCompile(`(?i)does not support tools`)
)

// failure makes an *llm.Error of whatever a call ended with.
func (s *server) failure(ctx context.Context, op string, err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) && !isOurs(err) {
		return s.wire.Failure(ctx, op, llm.ErrCut, errors.New("the connection ended within the answer"))
	}
	err = s.wire.Failure(ctx, op, llm.ErrBadAnswer, err)
	var e *llm.Error
	if !errors.As(err, &e) {
		return err
	}
	switch {
	case badCallWords.MatchString(e.Detail):
		e.Kind = llm.ErrBadAnswer
	case noFileWords.MatchString(e.Detail):
		e.Kind = llm.ErrNoModel
	case newerWords.MatchString(e.Detail):
		e.Kind = llm.ErrBadRequest
	}
	return e
}

func isOurs(err error) bool {
	var e *llm.Error
	return errors.As(err, &e)
}
