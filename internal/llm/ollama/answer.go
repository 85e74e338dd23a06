package ollama

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ollama/ollama/api"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// maxCalls bounds the calls of one answer.
const maxCalls = 128

// An answer gathers the pieces of one answer.
type answer struct {
	from   streamer
	stream func(string)
	think  wire.ThoughtFilter // for models of which the server does not know that they think
	text   strings.Builder
	calls  []llm.Call
	finish string
	done   bool
	usage  llm.Usage
}

// add takes in a piece. Thoughts are not read.
func (a *answer) add(line []byte) error {
	var r api.ChatResponse
	var as struct { // as it came: the client makes floating point of all numbers
		Message struct {
			ToolCalls []struct {
				Function struct {
					Arguments json.RawMessage `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"message"`
	}
	if err := a.from.decode(line, &r); err != nil {
		return err
	}
	if err := a.from.decode(line, &as); err != nil {
		return err
	}
	a.say(a.think.Pass(r.Message.Content))
	for i, c := range r.Message.ToolCalls {
		if len(a.calls) == maxCalls {
			return fmt.Errorf("more than %d tool calls", maxCalls)
		}
		args := bytes.TrimSpace(as.Message.ToolCalls[i].Function.Arguments)
		if len(args) == 0 || string(args) == "null" {
			args = json.RawMessage("{}")
		}
		// The server's own ids are not there everywhere, nor unique.
		a.calls = append(a.calls, llm.Call{ID: "call_" + rand.Text(), Name: c.Function.Name, Args: args})
	}
	if r.Done {
		a.done, a.finish = true, r.DoneReason
		a.usage = llm.Usage{Calls: 1, Prompt: r.PromptEvalCount, Answer: r.EvalCount}
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

// counted reports whether the server counted both sides: old ones leave out a
// prompt that they had in memory.
func (a *answer) counted() bool { return a.usage.Prompt > 0 && a.usage.Answer > 0 }

// response returns what has come so far. Calls are in it only when the answer
// came to its end.
func (a *answer) response() llm.Response {
	r := llm.Response{
		Message: llm.Message{Role: llm.RoleModel, Text: a.text.String()},
		Finish:  llm.FinishStop,
	}
	if a.counted() {
		r.Usage = a.usage
	}
	if a.finish == "length" {
		r.Finish = llm.FinishLength
	} else if a.done {
		r.Message.Calls = a.calls
	}
	return r
}

var errNothing = errors.New("the answer is empty")

// verdict says what is wrong with an answer that was received without error.
func (a *answer) verdict(m *Model) error {
	const op = "generate"
	if !a.done {
		return m.wire.Errorf(op, llm.ErrCut, "the connection ended within the answer")
	}
	switch a.finish {
	case "", "stop", "length":
	case "load", "unload": // somebody else had the model loaded or put out of memory
		return m.wire.Errorf(op, llm.ErrUnavailable, "the server did not answer: %q", a.finish)
	default:
		return m.wire.Errorf(op, llm.ErrBadAnswer, "unknown end of the answer: %q", a.finish)
	}
	if strings.TrimSpace(a.text.String()) == "" && len(a.calls) == 0 {
		return m.wire.Errorf(op, llm.ErrBadAnswer, "%w", errNothing)
	}
	for _, c := range a.calls {
		if c.Name == "" {
			return m.wire.Errorf(op, llm.ErrBadAnswer, "a tool call without a name")
		}
	}
	return nil
}
