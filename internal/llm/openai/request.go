package openai

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"yumori/internal/llm"
)

// request turns req into the protocol's form.
func (m *Model) request(req llm.Request, q quirks) (api.ChatCompletionRequest, extras) {
	out := api.ChatCompletionRequest{Model: m.cfg.Name}
	if !q.noUsage {
		out.StreamOptions = &api.StreamOptions{IncludeUsage: true}
	}
	if q.oldLimit {
		out.MaxTokens = req.MaxTokens //nolint:staticcheck // the servers that refuse the new name know only this one
	} else {
		out.MaxCompletionTokens = req.MaxTokens
	}
	if q.noEffort && !q.noTools && len(req.Tools) > 0 {
		out.ReasoningEffort = api.ReasoningEffortNone
	}
	system := llm.JoinSections(req.System)
	if req.JSON != nil {
		switch q.jsonMode {
		case jsonSchema:
			out.ResponseFormat = &api.ChatCompletionResponseFormat{
				Type:       api.ChatCompletionResponseFormatTypeJSONSchema,
				JSONSchema: &api.ChatCompletionResponseFormatJSONSchema{Name: "answer", Schema: req.JSON},
			}
		case jsonObject:
			out.ResponseFormat = &api.ChatCompletionResponseFormat{Type: api.ChatCompletionResponseFormatTypeJSONObject}
			system += askForJSON(req.JSON)
		case jsonAsked:
			system += askForJSON(req.JSON)
		}
	}
	if !q.noTools {
		for _, t := range req.Tools {
			out.Tools = append(out.Tools, api.Tool{Type: api.ToolTypeFunction, Function: &api.FunctionDefinition{
				Name: t.Name, Description: t.Description, Parameters: orEmptySchema(t.Schema),
			}})
		}
	}
	c := converter{images: m.cfg.Images, name: m.cfg.Name, noTools: q.noTools, extra: extras{}}
	messages := c.convert(req.Messages)
	out.Messages = withSystem(strings.TrimSpace(system), messages, q)
	return out, c.extra
}

func askForJSON(schema json.RawMessage) string {
	return "\n\nAnswer with one JSON object and nothing else. It follows this JSON Schema:\n" + string(schema)
}

func orEmptySchema(schema json.RawMessage) json.RawMessage {
	if len(schema) == 0 {
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return schema
}

// withSystem puts the system prompt first.
func withSystem(system string, messages []api.ChatCompletionMessage, q quirks) []api.ChatCompletionMessage {
	if system == "" {
		return messages
	}
	if !q.systemless || len(messages) == 0 {
		return append([]api.ChatCompletionMessage{{Role: api.ChatMessageRoleSystem, Content: system}}, messages...)
	}
	first := &messages[0] // a user message: llm.StrictMessages says so
	if first.MultiContent != nil {
		part := api.ChatMessagePart{Type: api.ChatMessagePartTypeText, Text: system}
		first.MultiContent = append([]api.ChatMessagePart{part}, first.MultiContent...)
	} else {
		first.Content = system + "\n\n" + first.Content
	}
	return messages
}

// A converter turns a conversation into the protocol's messages.
type converter struct {
	images  bool
	name    string // the model's
	noTools bool
	extra   extras
	calls   int // so far
}

func (c *converter) convert(messages []llm.Message) []api.ChatCompletionMessage {
	if c.noTools {
		messages = llm.WithoutCalls(messages)
	}
	var out []api.ChatCompletionMessage
	for _, m := range llm.StrictMessages(messages) {
		switch m.Role {
		case llm.RoleUser:
			out = append(out, c.user(m))
		case llm.RoleModel:
			out = append(out, c.model(m))
		case llm.RoleTool:
			for i, r := range m.Results {
				out = append(out, api.ChatCompletionMessage{
					Role: api.ChatMessageRoleTool, Content: r.Text,
					ToolCallID: callID(c.calls - len(m.Results) + i + 1),
				})
			}
		}
	}
	return out
}

// callID numbers the calls of a request. The ids a server once gave are not
// sent back: they are not unique everywhere, and some servers take only nine
// letters and digits.
func callID(n int) string { return fmt.Sprintf("call%05d", n) }

func (c *converter) user(m llm.Message) api.ChatCompletionMessage {
	text := m.Text
	var parts []api.ChatMessagePart
	for _, a := range m.Attachments {
		switch {
		case !llm.IsImage(a):
			text += fmt.Sprintf("\n\n[file %s]\n%s\n[end of file]", a.Name, a.Data)
		case c.images:
			url := "data:" + a.MIME + ";base64," + base64.StdEncoding.EncodeToString(a.Data)
			parts = append(parts, api.ChatMessagePart{
				Type: api.ChatMessagePartTypeImageURL, ImageURL: &api.ChatMessageImageURL{URL: url},
			})
		default:
			text += fmt.Sprintf("\n\n[picture %s, which you cannot see]", a.Name)
		}
	}
	text = strings.TrimSpace(text)
	if len(parts) == 0 {
		if text == "" {
			text = "…" // only spaces; an empty message is refused
		}
		return api.ChatCompletionMessage{Role: api.ChatMessageRoleUser, Content: text}
	}
	if text != "" {
		parts = append([]api.ChatMessagePart{{Type: api.ChatMessagePartTypeText, Text: text}}, parts...)
	}
	return api.ChatCompletionMessage{Role: api.ChatMessageRoleUser, MultiContent: parts}
}

func (c *converter) model(m llm.Message) api.ChatCompletionMessage {
	out := api.ChatCompletionMessage{Role: api.ChatMessageRoleAssistant, Content: m.Text}
	extra := parseOpaque(m.Opaque, c.name)
	for _, call := range m.Calls {
		c.calls++
		id := callID(c.calls)
		out.ToolCalls = append(out.ToolCalls, api.ToolCall{
			ID: id, Type: api.ToolTypeFunction,
			Function: api.FunctionCall{Name: call.Name, Arguments: string(llm.ObjectArgs(call.Args))},
		})
		if raw, ok := extra[call.ID]; ok {
			c.extra[id] = raw
		}
	}
	return out
}
