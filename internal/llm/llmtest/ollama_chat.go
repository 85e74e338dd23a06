package llmtest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

type ollamaRequest struct {
	Model     string                     `json:"model"`
	Messages  []ollamaMessage            `json:"messages"`
	Stream    *bool                      `json:"stream"`
	Format    json.RawMessage            `json:"format"`
	KeepAlive json.RawMessage            `json:"keep_alive"`
	Tools     []ollamaTool               `json:"tools"`
	Options   map[string]json.RawMessage `json:"options"`
	Think     json.RawMessage            `json:"think"`
	Truncate  *bool                      `json:"truncate"`
	Shift     *bool                      `json:"shift"`
}

type ollamaMessage struct {
	Role      string   `json:"role"`
	Content   string   `json:"content"`
	Thinking  string   `json:"thinking"`
	Images    [][]byte `json:"images"`
	ToolCalls []struct {
		ID       string `json:"id"`
		Function struct {
			Index     int                        `json:"index"`
			Name      string                     `json:"name"`
			Arguments map[string]json.RawMessage `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
	ToolName   string `json:"tool_name"`
	ToolCallID string `json:"tool_call_id"`
}

type ollamaTool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	} `json:"function"`
}

// tooLong begins what Ollama says of a prompt that it may not cut.
const tooLong = "the prompt is longer than the context length currently available to the model"

func (o *Ollama) checkChat(body []byte) (int, string) {
	var q ollamaRequest
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&q); err != nil {
		return 400, err.Error()
	}
	if q.Model == "" {
		return 400, "model is required"
	}
	m, ok := o.model(q.Model)
	if !ok {
		return 404, fmt.Sprintf("model '%s' not found", q.Model)
	}
	for _, problem := range []string{q.capabilityProblem(m), q.optionProblem(), q.toolProblem(), q.messagesProblem()} {
		if problem != "" {
			return 400, problem
		}
	}
	return o.accept(q)
}

// accept loads the model and keeps what it sees of the prompt.
func (o *Ollama) accept(q ollamaRequest) (int, string) {
	served := o.served(q)
	kept := o.fit(q)
	o.mu.Lock()
	defer o.mu.Unlock()
	if name := tagged(q.Model); o.loaded[name] != served {
		o.loaded[name] = served
		o.loads++
	}
	if kept == nil {
		return 400, fmt.Sprintf("%s (%d)", tooLong, served)
	}
	o.seen = append(o.seen, strings.Join(kept, ""))
	return 0, ""
}

// served is the context that a request gets.
func (o *Ollama) served(q ollamaRequest) int {
	n := 0
	_ = json.Unmarshal(q.Options["num_ctx"], &n) // optionProblem has looked at it
	n = cmp.Or(n, o.Default, 4_096)
	if o.Most > 0 {
		n = min(n, o.Most)
	}
	return n
}

// fit returns the tokens that the model sees: all where they fit, else the
// first few and as many from the end as half the context takes. nil says that
// they do not fit and must not be cut.
func (o *Ollama) fit(q ollamaRequest) []string {
	all, n := o.tokens(q), o.served(q)
	if len(all) <= n {
		return all
	}
	if !o.Old && (q.Truncate != nil && !*q.Truncate || q.Shift != nil && !*q.Shift) {
		return nil
	}
	const keep = 4
	return slices.Concat(all[:keep], all[len(all)-max(1, n/2+2-keep):])
}

// tokens cuts a prompt into tokens.
func (o *Ollama) tokens(q ollamaRequest) []string {
	pieces := pieces
	if o.Tokenize != nil {
		pieces = o.Tokenize
	}
	var out []string
	for _, t := range q.Tools {
		out = append(out, pieces(t.Function.Name+" "+t.Function.Description+" "+string(t.Function.Parameters)+"\n")...)
	}
	for _, m := range q.Messages {
		out = append(out, pieces("<"+m.Role+">"+m.Content)...)
		for range m.Images {
			out = append(out, slices.Repeat([]string{""}, 256)...)
		}
		for _, c := range m.ToolCalls {
			out = append(out, pieces(c.Function.Name+jsonText(c.Function.Arguments))...)
		}
		out = append(out, "\n")
	}
	return out
}

func pieces(text string) []string {
	var out []string
	narrow := ""
	flush := func() {
		if narrow != "" {
			out = append(out, narrow)
		}
		narrow = ""
	}
	for _, r := range text {
		if r >= 0x2E80 {
			flush()
			out = append(out, string(r))
			continue
		}
		if narrow += string(r); len(narrow) >= 4 {
			flush()
		}
	}
	flush()
	return out
}

func (q *ollamaRequest) capabilityProblem(m OllamaModel) string {
	images := slices.ContainsFunc(q.Messages, func(m ollamaMessage) bool { return len(m.Images) > 0 })
	switch {
	case !m.can(CanComplete):
		return fmt.Sprintf("%q does not support chat", q.Model)
	case len(q.Tools) > 0 && !m.can(CanTools):
		return fmt.Sprintf("registry.ollama.ai/library/%s does not support tools", m.Name)
	case len(q.Think) > 0 && !m.can(CanThink):
		return fmt.Sprintf("%q does not support thinking", q.Model)
	case images && !m.can(CanVision):
		return "this model is missing data required for image input"
	}
	return ""
}

// ollamaOptions are the options that are sent, all whole numbers.
var ollamaOptions = []string{"num_ctx", "num_predict", "num_keep", "seed", "top_k"}

func (q *ollamaRequest) optionProblem() string {
	for name, raw := range q.Options {
		n := 0
		if !slices.Contains(ollamaOptions, name) {
			return fmt.Sprintf("llmtest: invalid option provided: %q", name)
		}
		if json.Unmarshal(raw, &n) != nil || n <= 0 {
			return fmt.Sprintf("option %q must be of type integer", name)
		}
	}
	if len(q.Format) > 0 && string(q.Format) != `"json"` && !isObject(q.Format) {
		return fmt.Sprintf("invalid format: %s; expected \"json\" or a valid JSON Schema object", q.Format)
	}
	if t := string(q.Think); t != "" && t != "true" && t != "false" {
		return fmt.Sprintf("think value %s is not supported for this model", t)
	}
	return ""
}

func (q *ollamaRequest) toolProblem() string {
	for i, t := range q.Tools {
		var schema struct {
			Type       string          `json:"type"`
			Properties json.RawMessage `json:"properties"`
		}
		if t.Type != "function" || !toolName.MatchString(t.Function.Name) ||
			json.Unmarshal(t.Function.Parameters, &schema) != nil || schema.Type != "object" || !isObject(schema.Properties) {
			return fmt.Sprintf("llmtest: tools[%d] is not one that templates can write out", i)
		}
	}
	return ""
}

// messagesProblem walks over the messages as the templates of the strictest
// models do.
func (q *ollamaRequest) messagesProblem() string {
	w := ollamaWalk{}
	for i, m := range q.Messages {
		at := fmt.Sprintf("llmtest: messages[%d]: ", i)
		if m.Content == "" && len(m.ToolCalls) == 0 && len(m.Images) == 0 {
			return at + "empty"
		}
		if len(w.open) > 0 && m.Role != "tool" {
			return at + "calls without an answer: " + strings.Join(w.open, ", ")
		}
		if !w.step(i, m) {
			return at + fmt.Sprintf("%q (%s) after %q", m.Role, m.ToolName, w.last)
		}
		w.last = m.Role
	}
	if w.last != "user" && w.last != "tool" {
		return "llmtest: the last message must be from the user or a tool"
	}
	return ""
}

// ollamaWalk is the state of the walk.
type ollamaWalk struct {
	last string
	open []string // names of calls that wait for their answer
}

// step reports whether a message may follow.
func (w *ollamaWalk) step(i int, m ollamaMessage) bool {
	switch m.Role {
	case "system":
		return i == 0
	case "user":
		return w.last != "user" && w.last != "tool"
	case "assistant":
		for _, c := range m.ToolCalls {
			if c.Function.Name == "" || c.Function.Arguments == nil {
				return false
			}
			w.open = append(w.open, c.Function.Name)
		}
		return w.last == "user" || w.last == "tool"
	case "tool":
		if len(w.open) == 0 || m.ToolName != w.open[0] {
			return false
		}
		w.open = w.open[1:]
		return true
	}
	return false
}

func (o *Ollama) events(_ *Server, step Step, body []byte) []string {
	var q ollamaRequest
	if json.Unmarshal(body, &q) != nil {
		return nil // unreachable: check has parsed it
	}
	m, _ := o.model(q.Model)
	var out []string
	say := func(message map[string]any) { out = append(out, ollamaChunk(q.Model, message, nil)) }
	thinks := m.can(CanThink) && string(q.Think) != "false" || m.Thinks
	for _, t := range step.thoughts {
		switch {
		case thinks:
			say(map[string]any{"role": "assistant", "content": "", "thinking": t})
		case !m.can(CanThink): // the server does not know that the model thinks
			say(map[string]any{"role": "assistant", "content": "<think>" + t + "</think>\n"})
		}
	}
	for _, t := range step.say {
		say(map[string]any{"role": "assistant", "content": t})
	}
	if step.finish == finishMalformed {
		return append(out, o.failure(0, `error parsing tool call: raw='{"text":', err=unexpected end of JSON input`))
	}
	for i, c := range step.calls {
		call := map[string]any{"function": map[string]any{"index": i, "name": c.Name, "arguments": json.RawMessage(cmp.Or(string(c.Args), "{}"))}}
		if step.style == ZeroIndex {
			call["function"].(map[string]any)["index"] = 0
		}
		if step.style != NoIDs {
			call["id"] = fmt.Sprintf("call_%08d", i) // on purpose not unique across answers
		}
		say(map[string]any{"role": "assistant", "content": "", "tool_calls": []any{call}})
	}
	reason, ok := ollamaFinish(step)
	if !ok {
		return out
	}
	end := map[string]any{"done": true, "done_reason": reason, "total_duration": 4_883_583_458, "load_duration": 1_334_875}
	if step.usage == usageSent {
		end["prompt_eval_count"] = cmp.Or(step.prompt, len(o.fit(q)))
		end["eval_count"] = max(1, len(pieces(strings.Join(step.thoughts, "")+strings.Join(step.say, ""))))
	}
	return append(out, ollamaChunk(q.Model, map[string]any{"role": "assistant", "content": ""}, end))
}

func ollamaChunk(model string, message, end map[string]any) string {
	o := map[string]any{"model": model, "created_at": "2026-11-04T19:22:45.499127Z", "message": message, "done": false, "new_field": map[string]any{"x": 1}}
	for k, v := range end {
		o[k] = v
	}
	return jsonText(o)
}

func ollamaFinish(step Step) (string, bool) {
	switch step.finish {
	case finishStop:
		return "stop", true
	case finishLength:
		return "length", true
	case finishUnknown, finishRefused, finishBlocked: // nothing is refused by a server of one's own
		return "cosmic_rays", true
	}
	return "", false
}

// ollamaCompat is the OpenAI protocol as an Ollama speaks it: num_ctx cannot be
// asked for, and what is too long is cut without a word.
type ollamaCompat struct {
	*openAI
	o *Ollama
}

func (c ollamaCompat) check(s *Server, what string, r *http.Request, body []byte) (int, string) {
	if status, p := c.openAI.check(s, what, r, body); status != 0 || what == wantModels {
		return status, p
	}
	var q openAIRequest
	if json.Unmarshal(body, &q) != nil {
		return 0, "" // vectors; openAI has checked them
	}
	m, ok := c.o.model(q.Model)
	if !ok {
		return 404, fmt.Sprintf("model '%s' not found", q.Model)
	}
	if what != wantAnswer {
		return 0, ""
	}
	if len(q.Tools) > 0 && !m.can(CanTools) {
		return 400, fmt.Sprintf("registry.ollama.ai/library/%s does not support tools", m.Name)
	}
	return c.o.accept(q.native())
}

// native is what the request comes to behind the protocol.
func (q *openAIRequest) native() ollamaRequest {
	out := ollamaRequest{Model: q.Model}
	for _, t := range q.Tools {
		n := ollamaTool{Type: t.Type}
		n.Function.Name, n.Function.Parameters = t.Function.Name, t.Function.Parameters
		out.Tools = append(out.Tools, n)
	}
	for _, m := range q.Messages {
		text := ""
		if json.Unmarshal(m.Content, &text) != nil {
			text = string(m.Content)
		}
		out.Messages = append(out.Messages, ollamaMessage{Role: m.Role, Content: text})
	}
	return out
}

func (c ollamaCompat) events(s *Server, step Step, body []byte) []string {
	var q openAIRequest
	if json.Unmarshal(body, &q) != nil {
		return nil // unreachable: check has parsed it
	}
	counted := fmt.Sprintf(`"prompt_tokens":%d`, len(c.o.fit(q.native())))
	events := c.openAI.events(s, step, body)
	for i, e := range events {
		events[i] = strings.Replace(e, `"prompt_tokens":11`, counted, 1)
	}
	return events
}

func (c ollamaCompat) models(*Server) string {
	data := []any{}
	for _, m := range c.o.installed() {
		data = append(data, map[string]any{"id": m.Name, "object": "model", "created": 1700000000, "owned_by": "library"})
	}
	return jsonText(map[string]any{"object": "list", "data": data})
}
