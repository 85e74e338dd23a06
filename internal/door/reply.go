package door

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"yumori/internal/companion"
)

// A reply is what a client gets of one turn: all at once, or as it grows.
type reply struct {
	speaking
	server *Server
	w      http.ResponseWriter
	model  string
	at     time.Time
	begun  bool   // the header of the stream is out
	sent   string // of the text
	ended  bool
}

// A completion is an answer in OpenAI's form, or a piece of one.
type completion struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   *usage   `json:"usage,omitempty"`
	Told    *told    `json:"yumori,omitempty"`
}

type choice struct {
	Index   int     `json:"index"`
	Message *spoken `json:"message,omitempty"`
	Delta   *spoken `json:"delta,omitempty"`
	Finish  *string `json:"finish_reason"`
}

type spoken struct {
	Role    string  `json:"role,omitempty"`
	Content *string `json:"content,omitempty"`
}

type usage struct {
	Prompt int `json:"prompt_tokens"`
	Answer int `json:"completion_tokens"`
	All    int `json:"total_tokens"`
}

// told is what stands beside an answer and in no other program's.
type told struct {
	Speaker string   `json:"speaker"`         // provider/name, or that of the built-in rules
	Rules   bool     `json:"rules,omitempty"` // the built-in rules spoke
	Notice  string   `json:"notice,omitempty"`
	Message string   `json:"message"`        // ids in the log
	Reply   string   `json:"reply"`          // "" if nothing was said
	Held    []string `json:"held,omitempty"` // changes that wait for the user's yes
}

// show shows a turn as it stands, and reports whether the client takes it.
func (r *reply) show(t companion.Turn) bool {
	if t.User.ID == "" {
		return true
	}
	if !t.Running() {
		return r.end(t, t.Err)
	}
	if !r.stream {
		return true
	}
	if !r.begun {
		r.begun = true
		r.w.Header().Set("Content-Type", "text/event-stream")
		r.w.Header().Set("X-Accel-Buffering", "no")
		empty := ""
		if !r.piece(t, choice{Delta: &spoken{Role: "assistant", Content: &empty}}) {
			return false
		}
	}
	return r.more(t, t.Text)
}

// more sends what is new of a text. What a stream has said it cannot take back:
// an answer that was begun again waits until it is there.
func (r *reply) more(t companion.Turn, text string) bool {
	news, ok := strings.CutPrefix(text, r.sent)
	if !ok || news == "" {
		return true
	}
	r.sent = text
	return r.piece(t, choice{Delta: &spoken{Content: &news}})
}

// end shows how a turn ended. t is the zero Turn when it never began.
func (r *reply) end(t companion.Turn, err error) bool {
	if r.ended {
		return true
	}
	r.ended = true
	if err != nil {
		p := r.server.problemOf(err)
		if r.begun {
			return r.event(r.server.failure(p))
		}
		if p.status == http.StatusTooManyRequests {
			r.w.Header().Set("Retry-After", "1")
		}
		r.server.refuse(r.w, p)
		return true
	}
	finish, n := finishOf(t), &usage{t.Usage.Prompt, t.Usage.Answer, t.Usage.Prompt + t.Usage.Answer}
	if !r.begun {
		if r.stream && !r.show(running(t)) {
			return false
		}
	}
	if !r.stream {
		c := r.completion(t, choice{Message: &spoken{Role: "assistant", Content: &t.Text}, Finish: &finish})
		c.Object, c.Usage, c.Told = "chat.completion", n, toldOf(t)
		answer(r.w, http.StatusOK, c)
		return r.flush()
	}
	return r.endStream(t, finish, n)
}

// running is a turn as it was before it ended.
func running(t companion.Turn) companion.Turn {
	t.Phase = companion.PhaseSpeaking
	return t
}

// endStream sends the last pieces of a stream.
func (r *reply) endStream(t companion.Turn, finish string, n *usage) bool {
	switch {
	case strings.HasPrefix(t.Text, r.sent):
		if !r.more(t, t.Text) {
			return false
		}
	case strings.TrimSpace(r.sent) != t.Text: // begun again: the whole of what was kept
		again := "\n\n" + t.Text
		if !r.piece(t, choice{Delta: &spoken{Content: &again}}) {
			return false
		}
	}
	last := r.completion(t, choice{Delta: &spoken{}, Finish: &finish})
	last.Told = toldOf(t)
	if !r.event(last) {
		return false
	}
	if r.usage {
		c := r.completion(t)
		c.Usage = n
		if !r.event(c) {
			return false
		}
	}
	allow(r.w)
	_, err := fmt.Fprint(r.w, "data: [DONE]\n\n")
	return err == nil && r.flush()
}

func toldOf(t companion.Turn) *told {
	o := &told{
		Speaker: t.Speaker.Label(), Rules: t.Speaker.Rules, Notice: string(t.Notice.Kind),
		Message: string(t.User.ID), Reply: string(t.Reply.ID),
	}
	for _, h := range t.Held {
		o.Held = append(o.Held, h.ID)
	}
	return o
}

func (r *reply) completion(t companion.Turn, choices ...choice) completion {
	if choices == nil {
		choices = []choice{}
	}
	return completion{ID: "chatcmpl-" + string(t.User.ID), Object: "chat.completion.chunk", Created: r.at.Unix(), Model: r.model, Choices: choices}
}

// piece sends a piece of the answer.
func (r *reply) piece(t companion.Turn, c choice) bool { return r.event(r.completion(t, c)) }

// event sends one event of the stream, and reports whether the client took it.
func (r *reply) event(v any) bool {
	data, err := json.Marshal(v)
	if err != nil {
		return false // unreachable: strings and numbers
	}
	allow(r.w)
	_, err = fmt.Fprintf(r.w, "data: %s\n\n", data)
	return err == nil && r.flush()
}

func (r *reply) flush() bool { return http.NewResponseController(r.w).Flush() == nil }
