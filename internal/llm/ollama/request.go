package ollama

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"yumori/internal/llm"
)

// request turns req into the protocol's form.
func (m *Model) request(req llm.Request, p plan) (*api.ChatRequest, error) {
	no, yes := false, true
	out := &api.ChatRequest{
		Model: m.cfg.Name, Stream: &yes, Format: req.JSON,
		Options: map[string]any{"num_ctx": p.context},
		// What does not fit is to be refused, not cut; and an answer that
		// fills the context is to end rather than to push the prompt out.
		Truncate: &no, Shift: &no,
	}
	if req.MaxTokens > 0 {
		out.Options["num_predict"] = req.MaxTokens
	}
	if m.cfg.KeepAlive != 0 {
		out.KeepAlive = &api.Duration{Duration: m.cfg.KeepAlive}
	}
	if p.thinks { // a model that can would do it unasked
		out.Think = &api.ThinkValue{Value: false}
	}
	if system := llm.JoinSections(req.System); system != "" {
		out.Messages = append(out.Messages, api.Message{Role: "system", Content: system})
	}
	messages := req.Messages
	if p.noTools {
		messages = llm.WithoutCalls(messages)
	} else if err := addTools(out, req.Tools); err != nil {
		return nil, err
	}
	c := converter{images: m.Info().Images}
	for _, msg := range llm.StrictMessages(messages) {
		out.Messages = append(out.Messages, c.convert(msg)...)
	}
	if n := len(out.Messages); n == 0 || out.Messages[n-1].Role == "assistant" || out.Messages[n-1].Role == "system" {
		return nil, errors.New("no message to answer")
	}
	return out, nil
}

// addTools describes the tools. Of a schema the protocol keeps what models are
// told of by their templates.
func addTools(out *api.ChatRequest, tools []llm.ToolSpec) error {
	for _, t := range tools {
		params := api.ToolFunctionParameters{Type: "object"}
		if len(t.Schema) > 0 {
			if err := json.Unmarshal(t.Schema, &params); err != nil {
				return fmt.Errorf("schema of tool %s: %w", t.Name, err)
			}
		}
		if params.Properties == nil {
			params.Properties = api.NewToolPropertiesMap()
		}
		out.Tools = append(out.Tools, api.Tool{Type: "function", Function: api.ToolFunction{
			Name: t.Name, Description: t.Description, Parameters: params,
		}})
	}
	return nil
}

// A converter turns messages into the protocol's.
type converter struct {
	images bool // the model takes them
}

func (c converter) convert(m llm.Message) []api.Message {
	switch m.Role {
	case llm.RoleUser:
		return []api.Message{c.user(m)}
	case llm.RoleModel:
		out := api.Message{Role: "assistant", Content: m.Text}
		for i, c := range m.Calls {
			out.ToolCalls = append(out.ToolCalls, api.ToolCall{ID: callID(i), Function: api.ToolCallFunction{
				Index: i, Name: c.Name, Arguments: arguments(c.Args),
			}})
		}
		return []api.Message{out}
	case llm.RoleTool:
		var out []api.Message
		for i, r := range m.Results {
			out = append(out, api.Message{Role: "tool", Content: r.Text, ToolName: r.Name, ToolCallID: callID(i)})
		}
		return out
	}
	return nil
}

// callID numbers the calls of one message: that is all that is needed to tell
// the answers apart.
func callID(i int) string { return fmt.Sprintf("call%05d", i+1) }

func (c converter) user(m llm.Message) api.Message {
	text := m.Text
	out := api.Message{Role: "user"}
	for _, a := range m.Attachments {
		switch {
		case !llm.IsImage(a):
			text += fmt.Sprintf("\n\n[file %s]\n%s\n[end of file]", a.Name, a.Data)
		case c.images:
			out.Images = append(out.Images, api.ImageData(slices.Clone(a.Data)))
		default:
			text += fmt.Sprintf("\n\n[picture %s, which you cannot see]", a.Name)
		}
	}
	out.Content = strings.TrimSpace(text)
	if out.Content == "" && len(out.Images) == 0 {
		out.Content = "…" // only spaces
	}
	return out
}

// arguments turns a call's arguments into the protocol's form, numbers digit
// by digit and members in their order.
func arguments(raw json.RawMessage) api.ToolCallFunctionArguments {
	args := api.NewToolCallFunctionArguments()
	d := json.NewDecoder(bytes.NewReader(llm.ObjectArgs(raw)))
	d.UseNumber()
	if _, err := d.Token(); err != nil {
		return args // unreachable: ObjectArgs returns an object
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return args
		}
		var v any
		if err := d.Decode(&v); err != nil {
			return args
		}
		args.Set(fmt.Sprint(name), v)
	}
	return args
}
