package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// A shim is the transport between Ollama's client and the wire.
type shim struct {
	next wire.Checked
	key  string
}

// RoundTrip sends the request.
func (s *shim) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Del("Authorization")
	req.URL.RawQuery = "" // the time of a signature
	if s.key != "" {
		req.Header.Set("Authorization", "Bearer "+s.key)
	}
	return s.next.RoundTrip(req)
}

// A streamer asks for answers that are streams, which the client of Ollama would
// not read as they have to be read.
type streamer struct {
	wire *wire.Transport
	base string
	key  string
}

// ask sends a request and hands on each line of the answer.
func (s streamer) ask(ctx context.Context, path string, request any, each func(line []byte) error) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	resp, err := s.wire.Post(ctx, wire.Call{Address: s.base + path, Key: s.key, Accept: "application/x-ndjson", Body: body})
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return s.read(resp.Body, each)
}

// read hands on each line of a stream, up to one that is an error.
func (s streamer) read(r io.Reader, each func(line []byte) error) error {
	lines := wire.NewLines(r)
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = s.wire.ErrorIn(line)
		}
		if err == nil {
			err = each(line)
		}
		if err != nil {
			return err
		}
	}
}

// decode reads a line of a stream.
func (s streamer) decode(line []byte, into any) error {
	if json.Unmarshal(line, into) != nil {
		return s.wire.Errorf("", llm.ErrBadAnswer, "a piece of the answer is not what it should be: %.80q", line)
	}
	return nil
}

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
