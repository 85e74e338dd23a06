package door

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"yumori/internal/companion"
	"yumori/internal/transcript"
)

// A chatRequest is a request for a completion, as far as it is heeded.
type chatRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	Stream  bool `json:"stream"`
	Options struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
}

// chat is one turn of a persona.
func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	q, p := readChat(r)
	if p.status == 0 {
		var c *companion.Companion
		if c, p = s.persona(r.Context(), q.Model); p.status == 0 {
			text, p := q.said()
			if p.status == 0 {
				s.turn(w, r, speaking{persona: c, stream: q.Stream, usage: q.Options.Usage, said: companion.Utterance{Text: text, Guest: guestIn(r)}})
				return
			}
			s.refuse(w, p)
			return
		}
	}
	s.refuse(w, p)
}

// readChat reads the body of a request.
func readChat(r *http.Request) (q chatRequest, p problem) {
	data, err := io.ReadAll(r.Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return q, problem{status: http.StatusRequestEntityTooLarge, key: "door_large", args: []any{maxBody >> 20}}
	case err != nil:
		return q, problem{status: http.StatusRequestTimeout, key: "door_unread"}
	}
	if err := json.Unmarshal(data, &q); err != nil {
		return q, problem{status: http.StatusBadRequest, key: "door_json"}
	}
	return q, problem{}
}

// said returns the newest message of the client's user.
func (q chatRequest) said() (string, problem) {
	for _, m := range slices.Backward(q.Messages) {
		if m.Role != "user" {
			continue
		}
		text := ""
		if json.Unmarshal(m.Content, &text) == nil && text != "" {
			return text, problem{}
		}
		var parts []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		if err := json.Unmarshal(m.Content, &parts); err != nil {
			break
		}
		var lines []string
		for _, part := range parts {
			if part.Type != "text" {
				return "", problem{status: http.StatusBadRequest, key: "door_content", param: "messages"}
			}
			lines = append(lines, part.Text)
		}
		return strings.Join(lines, "\n"), problem{}
	}
	return "", problem{status: http.StatusBadRequest, key: "door_nothing", param: "messages"}
}

// persona opens the persona that a client calls a model; "" is the first.
func (s *Server) persona(ctx context.Context, slug string) (*companion.Companion, problem) {
	if slug == "" {
		first, err := s.home.First()
		if err != nil {
			return nil, s.problemOf(err)
		}
		slug = first
	}
	c, err := s.home.Companion(ctx, slug)
	if err != nil {
		return nil, s.problemOf(err)
	}
	return c, problem{}
}

// problemOf is the answer to an error of the home or of a persona.
func (s *Server) problemOf(err error) problem {
	p := problem{status: http.StatusInternalServerError, text: s.opt.Explain(err), code: string(companion.ReasonOf(err))}
	switch companion.ReasonOf(err) {
	case companion.ReasonNoPersona:
		p.status, p.code, p.param = http.StatusNotFound, "model_not_found", "model"
	case companion.ReasonBusy:
		p.status, p.kind = http.StatusTooManyRequests, "rate_limit_error"
	case companion.ReasonEmpty, companion.ReasonTooLarge:
		p.status, p.param = http.StatusBadRequest, "messages"
	}
	if errors.Is(err, companion.ErrClosed) {
		p.status = http.StatusServiceUnavailable
	}
	return p
}

// A speaking is one turn through the door.
type speaking struct {
	persona *companion.Companion
	said    companion.Utterance
	stream  bool
	usage   bool // wanted in the stream
}

// turn lets the persona answer. A client that goes away stops the answer; what
// it had come to is kept, and so is what was said.
func (s *Server) turn(w http.ResponseWriter, r *http.Request, k speaking) {
	type result struct {
		turn companion.Turn
		err  error
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	listen, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	k.said.Ref = rand.Text()
	events, done := k.persona.Subscribe(listen), make(chan result, 1)
	go func() {
		defer stop()
		t, err := k.persona.Say(ctx, k.said)
		done <- result{t, err}
	}()
	out := &reply{server: s, w: w, model: k.persona.Slug(), at: s.home.Now(), speaking: k}
	for e := range events {
		if t, ok := e.State.(companion.Turn); ok && e.Topic == companion.TopicTurn && t.Ref == k.said.Ref && !out.show(t) {
			cancel()
		}
	}
	if got := <-done; !out.ended { // before anything was on disk, or the last event was not seen
		out.end(got.turn, got.err)
	}
}

// models lists the personas.
func (s *Server) models(w http.ResponseWriter, _ *http.Request) {
	list, err := s.home.Personas()
	if err != nil {
		s.refuse(w, s.problemOf(err))
		return
	}
	data := []model{}
	for _, p := range list {
		data = append(data, modelOf(p))
	}
	answer(w, http.StatusOK, map[string]any{"object": "list", "data": data})
}

// model tells of one.
func (s *Server) model(w http.ResponseWriter, r *http.Request) {
	list, err := s.home.Personas()
	if err != nil {
		s.refuse(w, s.problemOf(err))
		return
	}
	i := slices.IndexFunc(list, func(p companion.PersonaInfo) bool { return p.Slug == r.PathValue("model") })
	if i < 0 {
		s.refuse(w, s.problemOf(companion.ErrNoPersona))
		return
	}
	answer(w, http.StatusOK, modelOf(list[i]))
}

// A model is how a persona looks to a client.
type model struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
	Name    string `json:"name"`
}

func modelOf(p companion.PersonaInfo) model {
	return model{ID: p.Slug, Object: "model", OwnedBy: "yumori", Name: p.Name}
}

// finishOf says why an answer ended.
func finishOf(t companion.Turn) string {
	if t.Reply.State == transcript.Cut {
		return "length"
	}
	return "stop"
}

// allow gives the client its time for the next piece.
func allow(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime)) // one without deadlines does without
}
