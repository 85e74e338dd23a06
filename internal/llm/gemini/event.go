package gemini

import (
	"encoding/json"
	"fmt"

	"yumori/internal/llm"
)

// An event is one event of a streamed answer, as far as it matters here.
type event struct {
	Candidates []struct {
		Index   int `json:"index"`
		Content struct {
			Parts []part `json:"parts"`
		} `json:"content"`
		FinishReason json.RawMessage `json:"finishReason"`
	} `json:"candidates"`
	PromptFeedback *struct {
		BlockReason json.RawMessage `json:"blockReason"`
	} `json:"promptFeedback"`
	Usage *struct {
		Prompt     int `json:"promptTokenCount"`
		Tools      int `json:"toolUsePromptTokenCount"`
		Candidates int `json:"candidatesTokenCount"`
		Thoughts   int `json:"thoughtsTokenCount"`
	} `json:"usageMetadata"`
}

// A part is a piece of an answer. What it holds besides is not for us.
type part struct {
	Text         string `json:"text"`
	Thought      bool   `json:"thought"`
	Signature    string `json:"thoughtSignature"`
	FunctionCall *struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
}

// maxCalls bounds the calls of one answer.
const maxCalls = 128

// learn takes in one event and returns what of it the library is to see: the
// speech, as an event of its own, or nil.
func (x *exchange) learn(raw []byte) ([]byte, error) {
	if len(raw) > 0 && raw[0] == '[' {
		return nil, nil // an error, in the form it has outside of streams
	}
	var e event
	if err := json.Unmarshal(raw, &e); err != nil {
		return nil, fmt.Errorf("read a piece of the answer: %w", err)
	}
	if u := e.Usage; u != nil && u.Prompt > 0 {
		x.usage = llm.Usage{Calls: 1, Prompt: u.Prompt + u.Tools, Answer: u.Candidates + u.Thoughts}
	}
	if f := e.PromptFeedback; f != nil {
		x.blocked = word(f.BlockReason, "BLOCK_REASON_UNSPECIFIED")
	}
	speech := ""
	for _, c := range e.Candidates {
		if c.Index != 0 {
			continue // one answer was asked for
		}
		for _, p := range c.Content.Parts {
			text, err := x.part(p)
			if err != nil {
				return nil, err
			}
			speech += text
		}
		if f := word(c.FinishReason, "FINISH_REASON_UNSPECIFIED"); f != "" {
			x.finish = f
		}
	}
	if speech == "" {
		return nil, nil
	}
	type object = map[string]any
	return json.Marshal(object{"candidates": []object{{"content": object{"role": roleModel, "parts": []object{{"text": speech}}}}}})
}

// part takes in one part and returns its speech.
func (x *exchange) part(p part) (string, error) {
	if p.Thought {
		return "", nil
	}
	if f := p.FunctionCall; f != nil {
		if len(x.calls) == maxCalls || f.Name == "" {
			return "", fmt.Errorf("more than %d tool calls, or one without a name", maxCalls)
		}
		args := f.Args
		if len(args) == 0 || string(args) == "null" {
			args = json.RawMessage("{}")
		}
		x.calls = append(x.calls, seenCall{id: f.ID, name: f.Name, signature: p.Signature, args: args})
		return "", nil
	}
	if p.Signature != "" {
		x.textSignature = p.Signature
	}
	return p.Text, nil
}

// word reads an enum's value: a name or, from servers that were asked for
// numbers, a number. The unspecified value is "".
func word(raw json.RawMessage, unspecified string) string {
	var s string
	switch {
	case len(raw) == 0 || string(raw) == "null" || string(raw) == "0":
		return ""
	case json.Unmarshal(raw, &s) != nil:
		return "number " + string(raw)
	case s == unspecified:
		return ""
	}
	return s
}
