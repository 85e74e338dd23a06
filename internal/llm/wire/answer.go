package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"

	"yumori/internal/llm"
)

// A Call is a request whose body is JSON.
type Call struct {
	Address string
	Key     string // "" for none
	Accept  string // the type of the stream that is to answer
	Body    []byte
}

// Post sends a call and returns the answer: a stream, or a whole one. A web page
// is an error.
func (t *Transport) Post(ctx context.Context, c Call) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Address, bytes.NewReader(c.Body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", c.Accept)
	if c.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.Key)
	}
	resp, err := Client(t).Do(req)
	if err != nil {
		return nil, err
	}
	return t.NoPage(resp)
}

// MediaType is the type of an answer, "" if it names none.
func MediaType(resp *http.Response) string {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return kind
}

// NoPage returns an answer as it is, or an error for a web page, which it closes.
func (t *Transport) NoPage(resp *http.Response) (*http.Response, error) {
	if MediaType(resp) != "text/html" {
		return resp, nil
	}
	defer resp.Body.Close()
	page, _ := io.ReadAll(io.LimitReader(resp.Body, 16<<10)) // part of it will do
	e := t.ErrorBody(0, page)
	e.Kind, e.Status = llm.ErrBadAnswer, resp.StatusCode
	return nil, e
}

// ErrorIn returns the error that an answer, or a piece of one, holds in place
// of content.
func (t *Transport) ErrorIn(answer []byte) error {
	var o struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(answer, &o) != nil || len(o.Error) == 0 || string(o.Error) == "null" || string(o.Error) == `""` {
		return nil
	}
	return t.ErrorBody(http.StatusOK, answer)
}

// ReadAll reads an answer that is no stream, and returns the error that it holds.
func (t *Transport) ReadAll(resp *http.Response) ([]byte, error) {
	b, err := io.ReadAll(resp.Body) // bounded by the options
	if err != nil {
		return nil, err
	}
	return b, t.ErrorIn(b)
}

// A Checked is a Transport for libraries that take any answer of status 2xx for
// a good one: a web page, or an error in place of content, is an error. It is
// not for streams.
type Checked struct{ *Transport }

// RoundTrip sends the request and reads the answer.
func (c Checked) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := c.Transport.RoundTrip(req)
	if err == nil {
		resp, err = c.NoPage(resp)
	}
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := c.ReadAll(resp)
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(b))
	return resp, nil
}
