package openai

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// A chunk is one event of a streamed answer, as far as it matters here.
type chunk struct {
	Choices []struct {
		Index        int             `json:"index"`
		Delta        delta           `json:"delta"`
		Message      json.RawMessage `json:"message"` // in place of Delta, where the answer is no stream
		FinishReason *string         `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
	} `json:"usage"`
}

// A delta is what a chunk adds. Reasoning, under whatever name, is not read.
type delta struct {
	Content   json.RawMessage `json:"content"`
	Refusal   *string         `json:"refusal"`
	ToolCalls []fragment      `json:"tool_calls"`
}

// A fragment is a piece of a tool call.
type fragment struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
	Extra json.RawMessage `json:"extra_content"` // Gemini's thought signature
}

// An answer gathers the chunks of one answer.
type answer struct {
	stream  func(string)
	think   wire.ThoughtFilter
	text    strings.Builder
	refusal strings.Builder
	calls   []*call
	finish  string
	usage   llm.Usage
	done    bool // the end mark was seen
	name    string
}

// A call is a tool call that is being gathered.
type call struct {
	key   int // the server's index, or made up
	id    string
	name  string
	args  bytes.Buffer
	extra json.RawMessage
}

// maxCalls bounds the calls of one answer.
const maxCalls = 128

// add takes in the data of one event.
func (a *answer) add(raw []byte) error {
	var c chunk
	if err := json.Unmarshal(raw, &c); err != nil {
		return fmt.Errorf("read a piece of the answer: %w", err)
	}
	return a.take(c)
}

// whole takes in an answer that did not come as a stream, and reports whether it
// is one.
func (a *answer) whole(raw []byte) bool {
	var c chunk
	if json.Unmarshal(raw, &c) != nil || len(c.Choices) == 0 {
		return false
	}
	for i := range c.Choices {
		if json.Unmarshal(c.Choices[i].Message, &c.Choices[i].Delta) != nil {
			return false
		}
	}
	a.done = a.take(c) == nil
	return a.done
}

func (a *answer) take(c chunk) error {
	if c.Usage != nil && (c.Usage.Prompt > 0 || c.Usage.Completion > 0) {
		a.usage = llm.Usage{Calls: 1, Prompt: c.Usage.Prompt, Answer: c.Usage.Completion}
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue // one answer was asked for
		}
		a.say(a.think.Pass(contentText(choice.Delta.Content)))
		if choice.Delta.Refusal != nil {
			a.refusal.WriteString(*choice.Delta.Refusal)
		}
		for _, f := range choice.Delta.ToolCalls {
			if err := a.fragment(f); err != nil {
				return err
			}
		}
		if choice.FinishReason != nil && *choice.FinishReason != "" {
			a.finish = *choice.FinishReason
		}
	}
	return nil
}

func (a *answer) say(text string) {
	if text == "" {
		return
	}
	a.text.WriteString(text)
	if a.stream != nil {
		a.stream(text)
	}
}

// contentText reads a delta's content: a string, null, or a list of parts of
// which only the text counts.
func contentText(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" {
			s += p.Text
		}
	}
	return s
}

// fragment adds a piece of a call. Pieces belong together by index; servers
// that give none start a new call with each new id or, without ids, name.
func (a *answer) fragment(f fragment) error {
	c := a.find(f)
	if c == nil {
		if len(a.calls) == maxCalls {
			return fmt.Errorf("more than %d tool calls", maxCalls)
		}
		c = &call{key: len(a.calls)}
		if f.Index != nil {
			c.key = *f.Index
		}
		a.calls = append(a.calls, c)
	}
	if c.id == "" {
		c.id = f.ID
	}
	if c.name == "" { // some servers repeat the name in every piece
		c.name = f.Function.Name
	}
	if len(f.Extra) > 0 && string(f.Extra) != "null" {
		c.extra = slices.Clone(f.Extra)
	}
	var s string
	if args := f.Function.Arguments; json.Unmarshal(args, &s) == nil {
		c.args.WriteString(s)
	} else {
		c.args.Write(args) // an object instead of its text
	}
	return nil
}

// find returns the call that f continues, or nil.
func (a *answer) find(f fragment) *call {
	if len(a.calls) == 0 {
		return nil
	}
	last := a.calls[len(a.calls)-1]
	if f.Index == nil {
		if f.ID != "" && f.ID != last.id || f.ID == "" && f.Function.Name != "" {
			return nil
		}
		return last
	}
	for _, c := range slices.Backward(a.calls) {
		if c.key != *f.Index {
			continue
		}
		// Some servers give every call the index 0 and another id.
		if f.ID != "" && c.id != "" && f.ID != c.id {
			return nil
		}
		return c
	}
	return nil
}

// response returns what has come so far. Calls are in it only when the answer
// came to its end.
func (a *answer) response() llm.Response {
	r := llm.Response{
		Message: llm.Message{Role: llm.RoleModel, Text: a.text.String()},
		Finish:  llm.FinishStop,
		Usage:   a.usage,
	}
	if a.finish == "length" || a.finish == "max_tokens" {
		r.Finish = llm.FinishLength
	}
	if !a.complete() || r.Finish == llm.FinishLength {
		return r
	}
	extra := map[string]json.RawMessage{}
	for _, c := range a.calls {
		id := "call_" + rand.Text() // the server's own are not unique everywhere
		args := json.RawMessage(bytes.Clone(bytes.TrimSpace(c.args.Bytes())))
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		r.Message.Calls = append(r.Message.Calls, llm.Call{ID: id, Name: c.name, Args: args})
		if c.extra != nil {
			extra[id] = c.extra
		}
	}
	if len(extra) > 0 {
		r.Message.Opaque = formatOpaque(a.name, extra)
	}
	return r
}

func (a *answer) complete() bool { return a.finish != "" || a.done }

var (
	errNothing = errors.New("the answer is empty")
	errRefused = errors.New("the model declined to answer")
)

// verdict says what is wrong with an answer that was received without error.
func (a *answer) verdict(m *Model) error {
	const op = "generate"
	switch {
	case !a.complete():
		return m.wire.Errorf(op, llm.ErrCut, "the connection ended within the answer")
	case a.finish == "content_filter", a.refusal.Len() > 0 && a.text.Len() == 0:
		return m.wire.Errorf(op, llm.ErrRefused, "%w %s", errRefused, a.refusal.String())
	}
	switch a.finish {
	case "", "stop", "length", "max_tokens", "tool_calls", "function_call", "tool_use", "end_turn", "stop_sequence", "eos":
	case "error":
		return m.wire.Errorf(op, llm.ErrUnavailable, "the server broke off the answer")
	default:
		return m.wire.Errorf(op, llm.ErrBadAnswer, "unknown end of the answer: %q", a.finish)
	}
	if strings.TrimSpace(a.text.String()) == "" && len(a.calls) == 0 {
		return m.wire.Errorf(op, llm.ErrBadAnswer, "%w", errNothing)
	}
	for _, c := range a.calls {
		if c.name == "" {
			return m.wire.Errorf(op, llm.ErrBadAnswer, "a tool call without a name")
		}
	}
	return nil
}
