package llmtest

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"yumori/internal/llm"
)

// openAI is the protocol of OpenAI and the many servers that copy it. Where
// they differ in what they accept, it is as strict as the strictest.
type openAI struct{}

type openAIRequest struct {
	Model         string          `json:"model"`
	Messages      []openAIMessage `json:"messages"`
	Stream        bool            `json:"stream"`
	StreamOptions *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Tools          []openAITool `json:"tools"`
	ResponseFormat *struct {
		Type       string        `json:"type"`
		JSONSchema *openAISchema `json:"json_schema"`
	} `json:"response_format"`
	MaxTokens           int `json:"max_tokens"`
	MaxCompletionTokens int `json:"max_completion_tokens"`
}

type openAISchema struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
}

type openAIMessage struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	ToolCalls  []openAICall    `json:"tool_calls"`
	ToolCallID string          `json:"tool_call_id"`
}

type openAICall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type openAITool struct {
	Type     string `json:"type"`
	Function struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	} `json:"function"`
}

func (*openAI) check(s *Server, what string, r *http.Request, body []byte) (int, string) {
	auth := r.Header.Get("Authorization")
	if s.Key != "" && auth != "Bearer "+s.Key {
		return 401, "Incorrect API key provided: " + strings.TrimPrefix(auth, "Bearer ") + ". You can find your API key at https://platform.openai.com/account/api-keys."
	}
	if what == wantModels {
		return methodProblem(r, http.MethodGet)
	}
	if status, p := methodProblem(r, http.MethodPost); status != 0 {
		return status, p
	}
	if r.Header.Get("Content-Type") != "application/json" {
		return 415, "Unsupported content type"
	}
	if what == wantVectors {
		return checkOpenAIVectors(s, body)
	}
	var q openAIRequest
	if err := json.Unmarshal(body, &q); err != nil {
		return 400, "We could not parse the JSON body of your request: " + err.Error()
	}
	if len(s.Models) > 0 && !slices.Contains(s.Models, q.Model) {
		return 404, "The model `" + q.Model + "` does not exist or you do not have access to it."
	}
	for _, problem := range []string{q.optionProblem(), q.toolProblem(), q.messagesProblem()} {
		if problem != "" {
			return 400, problem
		}
	}
	return 0, ""
}

func methodProblem(r *http.Request, method string) (int, string) {
	if r.Method != method {
		return 405, "Method not allowed: " + r.Method
	}
	return 0, ""
}

func checkOpenAIVectors(s *Server, body []byte) (int, string) {
	var q struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}
	switch err := json.Unmarshal(body, &q); {
	case err != nil:
		return 400, "'$.input' is invalid: " + err.Error()
	case len(s.Models) > 0 && !slices.Contains(s.Models, q.Model):
		return 404, "The model `" + q.Model + "` does not exist or you do not have access to it."
	case len(q.Input) == 0 || slices.Contains(q.Input, ""):
		return 400, "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference."
	case len(q.Input) > 2048:
		return 400, "Too many inputs"
	}
	return 0, ""
}

func (q *openAIRequest) optionProblem() string {
	switch f := q.ResponseFormat; {
	case q.Model == "":
		return "you must provide a model parameter"
	case !q.Stream && q.StreamOptions != nil:
		return "The 'stream_options' parameter is only allowed when 'stream' is enabled."
	case q.MaxTokens < 0 || q.MaxCompletionTokens < 0:
		return "Invalid 'max_tokens': integer below minimum value."
	case q.MaxTokens > 0 && q.MaxCompletionTokens > 0:
		return "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported."
	case f != nil && f.Type == "json_schema" && !f.JSONSchema.valid():
		return "Missing required parameter: 'response_format.json_schema'."
	case f != nil && f.Type == "json_object" && !q.mentions("json"):
		return "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
	}
	return ""
}

func (s *openAISchema) valid() bool { return s != nil && s.Name != "" && isObject(s.Schema) }

func (q *openAIRequest) mentions(word string) bool {
	return slices.ContainsFunc(q.Messages, func(m openAIMessage) bool {
		return strings.Contains(strings.ToLower(string(m.Content)), word)
	})
}

var toolName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func (q *openAIRequest) toolProblem() string {
	if q.Tools != nil && len(q.Tools) == 0 {
		return "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead."
	}
	for i, t := range q.Tools {
		var schema struct {
			Type string `json:"type"`
		}
		switch {
		case t.Type != "function":
			return fmt.Sprintf("Invalid value: '%s'. Supported values are: 'function'.", t.Type)
		case !toolName.MatchString(t.Function.Name):
			return fmt.Sprintf("Invalid 'tools[%d].function.name': string does not match pattern.", i)
		case json.Unmarshal(t.Function.Parameters, &schema) != nil || schema.Type != "object":
			return fmt.Sprintf("Invalid schema for function '%s': schema must be a JSON Schema of 'type: \"object\"', got 'type: %q'.", t.Function.Name, schema.Type)
		}
	}
	return ""
}

// messagesProblem walks over the messages like the strictest servers do: the
// system message first and once, user and assistant in turns, each call
// answered at once.
func (q *openAIRequest) messagesProblem() string {
	if len(q.Messages) == 0 {
		return "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."
	}
	w := openAIWalk{}
	for i, m := range q.Messages {
		if p := w.step(i, m); p != "" {
			return p
		}
	}
	if len(w.open) > 0 {
		return w.unanswered()
	}
	if w.last == "assistant" || w.last == "system" || w.last == "" {
		return "The last message must be from the user or a tool."
	}
	return ""
}

// openAIWalk is the state of the walk.
type openAIWalk struct {
	last string
	open []string // ids of calls that wait for their answer
	seen []string // ids of all calls
}

func (w *openAIWalk) step(i int, m openAIMessage) string {
	if p := contentProblem(i, m); p != "" {
		return p
	}
	if len(w.open) > 0 && m.Role != "tool" {
		return w.unanswered()
	}
	switch m.Role {
	case "system":
		if i != 0 {
			return "System message must be at the beginning."
		}
	case "user":
		if w.last == "user" || w.last == "tool" {
			return alternate
		}
	case "assistant":
		if w.last != "user" && w.last != "tool" {
			return alternate
		}
		return w.assistant(i, m)
	case "tool":
		at := slices.Index(w.open, m.ToolCallID)
		if at < 0 {
			return fmt.Sprintf("Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. (messages[%d])", i) //nolint:misspell // the server's own words
		}
		w.open = slices.Delete(w.open, at, at+1)
	default:
		return fmt.Sprintf("Invalid value: '%s'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.", m.Role)
	}
	w.last = m.Role
	return ""
}

const alternate = "After the optional system message, conversation roles must alternate user/assistant/user/assistant/..."

func (w *openAIWalk) assistant(i int, m openAIMessage) string {
	for j, c := range m.ToolCalls {
		switch {
		case c.ID == "" || c.Type != "function" || !toolName.MatchString(c.Function.Name):
			return fmt.Sprintf("Invalid 'messages[%d].tool_calls[%d]': id, type and function.name are required.", i, j)
		case len(c.ID) > 64:
			return fmt.Sprintf("Invalid 'messages[%d].tool_calls[%d].id': string too long. Expected a string with maximum length 64.", i, j)
		case slices.Contains(w.seen, c.ID):
			return fmt.Sprintf("Duplicate tool call id '%s'.", c.ID)
		case !isObject(json.RawMessage(c.Function.Arguments)):
			return fmt.Sprintf("Invalid 'messages[%d].tool_calls[%d].function.arguments': not a JSON object.", i, j)
		}
		w.open = append(w.open, c.ID)
		w.seen = append(w.seen, c.ID)
	}
	w.last = "assistant"
	return ""
}

func (w *openAIWalk) unanswered() string {
	return "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: " + strings.Join(w.open, ", ")
}

// contentProblem checks one message's content.
func contentProblem(i int, m openAIMessage) string {
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		if text == "" && len(m.ToolCalls) == 0 {
			return fmt.Sprintf("Invalid value for 'content': expected a non-empty string, got ''. (messages[%d])", i)
		}
		return ""
	}
	if len(m.Content) == 0 {
		if m.Role == "assistant" && len(m.ToolCalls) > 0 {
			return ""
		}
		return fmt.Sprintf("Invalid value for 'content': expected a string, got null. (messages[%d])", i)
	}
	var parts []struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		ImageURL struct {
			URL string `json:"url"`
		} `json:"image_url"`
	}
	if json.Unmarshal(m.Content, &parts) != nil || len(parts) == 0 || m.Role != "user" {
		return fmt.Sprintf("Invalid type for 'messages[%d].content'.", i)
	}
	for _, p := range parts {
		switch {
		case p.Type == "text" && p.Text != "":
		case p.Type == "image_url" && isDataURL(p.ImageURL.URL):
		default:
			return fmt.Sprintf("Invalid 'messages[%d].content': bad part of type '%s'.", i, p.Type)
		}
	}
	return ""
}

func isDataURL(url string) bool {
	head, data, ok := strings.Cut(url, ";base64,")
	_, err := base64.StdEncoding.DecodeString(data)
	return ok && strings.HasPrefix(head, "data:image/") && data != "" && err == nil
}

func isObject(raw json.RawMessage) bool {
	var o map[string]json.RawMessage
	return json.Unmarshal(raw, &o) == nil && o != nil
}

func (*openAI) failure(status int, message string) string {
	kind := "invalid_request_error"
	var code any
	switch status {
	case 401:
		code = "invalid_api_key"
	case 404:
		code = "model_not_found"
	case 429:
		kind, code = "requests", "rate_limit_exceeded"
	case 500, 502, 503:
		kind = "server_error"
	}
	return jsonText(map[string]any{"error": map[string]any{"message": message, "type": kind, "param": nil, "code": code}})
}

func (*openAI) models(s *Server) string {
	data := []any{}
	for _, name := range s.Models {
		data = append(data, s.serving().entry(map[string]any{"id": name, "object": "model", "created": 1700000000, "owned_by": "library"}))
	}
	return jsonText(map[string]any{"object": "list", "data": data})
}

func (*openAI) vectors(s *Server, body []byte) string {
	var q struct {
		Input      []string `json:"input"`
		Dimensions int      `json:"dimensions"`
	}
	if json.Unmarshal(body, &q) != nil {
		return "unreachable: check has parsed it"
	}
	var items []string
	for i, v := range s.testVectors(q.Input, q.Dimensions) {
		items = append(items, fmt.Sprintf(`{"object":"embedding","index":%d,"embedding":%s}`, i, formatVector(v)))
	}
	slices.Reverse(items) // the order is not promised, the index is
	return `{"object":"list","data":[` + strings.Join(items, ",") + `],"model":"m","usage":{"prompt_tokens":1,"total_tokens":1}}`
}

func (*openAI) events(s *Server, step Step, body []byte) []string {
	var q openAIRequest
	if json.Unmarshal(body, &q) != nil {
		return nil // unreachable: check has parsed it
	}
	var out []string
	delta := func(d map[string]any) { out = append(out, openAIChunk(d, nil)) }
	delta(map[string]any{"role": "assistant", "content": ""})
	for _, t := range step.thoughts {
		delta(map[string]any{"reasoning_content": t, "content": nil})
	}
	for _, t := range step.say {
		delta(map[string]any{"content": t})
	}
	for _, f := range callFragments(step.calls, step.style) {
		delta(map[string]any{"tool_calls": []any{f}})
	}
	if finish, ok := openAIFinish(step); ok {
		out = append(out, openAIChunk(map[string]any{}, finish))
		if q.StreamOptions != nil && q.StreamOptions.IncludeUsage && step.usage == usageSent {
			n := cmp.Or(step.prompt, 11)
			out = append(out, fmt.Sprintf(`{"id":"c","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":%d,"completion_tokens":7,"total_tokens":%d}}`, n, n+7))
		}
		out = append(out, "[DONE]")
	}
	return out
}

func openAIFinish(step Step) (string, bool) {
	switch step.finish {
	case finishStop, finishMalformed:
		if len(step.calls) > 0 {
			return "tool_calls", true
		}
		return "stop", true
	case finishLength:
		return "length", true
	case finishRefused, finishBlocked:
		return "content_filter", true
	case finishUnknown:
		return "cosmic_rays", true
	}
	return "", false
}

func openAIChunk(delta map[string]any, finish any) string {
	return jsonText(map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1700000000, "model": "m", "new_field": map[string]any{"x": 1},
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": nil}},
	})
}

// callFragments cuts calls into the fragments of a style.
func callFragments(calls []llm.Call, style CallStyle) []map[string]any {
	var out []map[string]any
	var rest [][]map[string]any // for EachRune: what follows of each call
	for i, c := range calls {
		id := c.ID
		if id == "" {
			id = fmt.Sprintf("call_%d", i) // on purpose not unique across answers
		}
		first := map[string]any{"index": i, "id": id, "type": "function", "function": map[string]any{"name": c.Name, "arguments": ""}}
		args := string(c.Args)
		pieces := []string{args[:len(args)/3], args[len(args)/3 : len(args)/2], args[len(args)/2:]}
		switch style {
		case Whole, NoIndex, ZeroIndex:
			pieces = nil
			first["function"] = map[string]any{"name": c.Name, "arguments": args}
			if style == NoIndex {
				delete(first, "index")
			}
			if style == ZeroIndex {
				first["index"] = 0
			}
		case NoIDs:
			delete(first, "id")
		case EachRune:
			pieces = strings.Split(args, "")
		}
		out = append(out, first)
		var more []map[string]any
		for _, p := range pieces {
			more = append(more, map[string]any{"index": i, "function": map[string]any{"arguments": p}})
		}
		if style == EachRune {
			rest = append(rest, more)
			continue
		}
		out = append(out, more...)
	}
	return append(out, interleave(rest)...)
}

// interleave takes one element of each list in turn.
func interleave(lists [][]map[string]any) []map[string]any {
	var out []map[string]any
	for n := 0; ; n++ {
		some := false
		for _, l := range lists {
			if n < len(l) {
				out = append(out, l[n])
				some = true
			}
		}
		if !some {
			return out
		}
	}
}

func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error() // unreachable: the values are made here
	}
	return string(b)
}
