package openai

import (
	"encoding/json"

	api "github.com/sashabaranov/go-openai"
)

// extras are what tool calls carry beside what the library has fields for, by
// the id of the call: Gemini's thought signatures.
type extras map[string]json.RawMessage

// encode returns the body of a request.
func encode(req api.ChatCompletionRequest, extra extras) ([]byte, error) {
	b, err := json.Marshal(req)
	if err != nil || len(extra) == 0 {
		return b, err
	}
	return extra.addTo(b)
}

// addTo puts the extra content into the tool calls of a request.
func (extra extras) addTo(b []byte) ([]byte, error) {
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

// opaque is what a model message keeps for its server, format 1.
type opaque struct {
	Format int    `json:"openai"`
	Model  string `json:"model"`
	Extra  extras `json:"extra"`
}

func formatOpaque(model string, extra extras) json.RawMessage {
	b, err := json.Marshal(opaque{Format: 1, Model: model, Extra: extra})
	if err != nil {
		return nil // extra was not JSON after all: it is not worth keeping
	}
	return b
}

// parseOpaque returns what an earlier message keeps for this model. A
// signature means nothing to another model.
func parseOpaque(raw json.RawMessage, model string) extras {
	var o opaque
	if json.Unmarshal(raw, &o) != nil || o.Format != 1 || o.Model != model {
		return nil
	}
	return o.Extra
}
