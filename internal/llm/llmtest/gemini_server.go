package llmtest

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// gemini is the protocol of Google's Gemini API, with the rules that came with
// the third generation: thought signatures must come back.
type gemini struct {
	mu         sync.Mutex // guards signatures and issued
	signatures map[string]bool
	issued     int
}

// dummySignature is what Google documents for calls of foreign histories.
const dummySignature = "skip_thought_signature_validator"

type geminiRequest struct {
	Model             string          `json:"model"`
	Contents          []geminiContent `json:"contents"`
	SystemInstruction *geminiContent  `json:"systemInstruction"`
	Tools             []struct {
		FunctionDeclarations []struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"functionDeclarations"`
	} `json:"tools"`
	ToolConfig       json.RawMessage `json:"toolConfig"`
	SafetySettings   json.RawMessage `json:"safetySettings"`
	CachedContent    string          `json:"cachedContent"`
	GenerationConfig struct {
		CandidateCount   int             `json:"candidateCount"`
		MaxOutputTokens  int             `json:"maxOutputTokens"`
		Temperature      *float64        `json:"temperature"`
		ResponseMIMEType string          `json:"responseMimeType"`
		ResponseSchema   json.RawMessage `json:"responseSchema"`
		ThinkingConfig   json.RawMessage `json:"thinkingConfig"`
	} `json:"generationConfig"`
}

type geminiContent struct {
	Role  string       `json:"role"`
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Text             *string             `json:"text"`
	InlineData       *geminiBlob         `json:"inlineData"`
	FunctionCall     *geminiCall         `json:"functionCall"`
	FunctionResponse *geminiFuncResponse `json:"functionResponse"`
	Thought          bool                `json:"thought"`
	ThoughtSignature string              `json:"thoughtSignature"`
}

type geminiBlob struct {
	MIMEType string `json:"mimeType"`
	Data     string `json:"data"`
}

type geminiCall struct {
	ID   string          `json:"id"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

type geminiFuncResponse struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Response json.RawMessage `json:"response"`
}

func (g *gemini) check(s *Server, what string, r *http.Request, body []byte) (int, string) {
	key := r.Header.Get("X-Goog-Api-Key")
	switch {
	case r.URL.Query().Has("key"):
		return 400, "llmtest: the key is in the URL"
	case key == "":
		return 403, "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API."
	case s.Key != "" && key != s.Key:
		return 400, "API key not valid. Please pass a valid API key."
	}
	if what == wantModels {
		return methodProblem(r, http.MethodGet)
	}
	model, _, _ := strings.Cut(r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:], ":")
	if len(s.Models) > 0 && !slices.Contains(s.Models, model) {
		return 404, "models/" + model + " is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods."
	}
	if what == wantVectors {
		return checkGeminiVectors(body)
	}
	if r.URL.Query().Get("alt") != "sse" {
		return 400, "llmtest: only alt=sse is spoken here"
	}
	var q geminiRequest
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&q); err != nil {
		return 400, "Invalid JSON payload received. " + err.Error()
	}
	for _, problem := range []string{q.toolProblem(), q.contentsProblem(), g.signatureProblem(q.Contents)} {
		if problem != "" {
			return 400, problem
		}
	}
	return 0, ""
}

func checkGeminiVectors(body []byte) (int, string) {
	var q struct {
		Model    string `json:"model"`
		Requests []struct {
			Model                string        `json:"model"`
			Content              geminiContent `json:"content"`
			TaskType             any           `json:"taskType"`
			Title                string        `json:"title"`
			OutputDimensionality int           `json:"outputDimensionality"`
		} `json:"requests"`
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&q); err != nil {
		return 400, "Invalid JSON payload received. " + err.Error()
	}
	if len(q.Requests) == 0 || len(q.Requests) > 100 {
		return 400, "BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch"
	}
	for _, r := range q.Requests {
		if len(r.Content.Parts) != 1 || r.Content.Parts[0].Text == nil || *r.Content.Parts[0].Text == "" {
			return 400, "content is empty"
		}
		if r.Model != q.Model {
			return 400, "BatchEmbedContentsRequest.requests[0].model: does not match"
		}
	}
	return 0, ""
}

func (q *geminiRequest) toolProblem() string {
	for _, t := range q.Tools {
		if len(t.FunctionDeclarations) == 0 {
			return "GenerateContentRequest.tools[0].tool_type: required one_of 'tool_type' must have one initialized field"
		}
		for i, f := range t.FunctionDeclarations {
			at := fmt.Sprintf("GenerateContentRequest.tools[0].function_declarations[%d]", i)
			if !toolName.MatchString(f.Name) || f.Description == "" {
				return at + ".name: Invalid function name or empty description."
			}
			if len(f.Parameters) == 0 {
				continue
			}
			if p := geminiSchemaProblem(at+".parameters", f.Parameters); p != "" {
				return p
			}
		}
	}
	if s := q.GenerationConfig.ResponseSchema; len(s) > 0 {
		return geminiSchemaProblem("GenerateContentRequest.generation_config.response_schema", s)
	}
	return ""
}

// geminiSchemaProblem checks a schema in Google's own dialect.
func geminiSchemaProblem(at string, raw json.RawMessage) string {
	var o struct {
		Type        any                        `json:"type"`
		Format      string                     `json:"format"`
		Description string                     `json:"description"`
		Nullable    bool                       `json:"nullable"`
		Enum        []string                   `json:"enum"`
		Items       json.RawMessage            `json:"items"`
		MinItems    any                        `json:"minItems"`
		MaxItems    any                        `json:"maxItems"`
		Properties  map[string]json.RawMessage `json:"properties"`
		Required    []string                   `json:"required"`
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return "Invalid JSON payload received. " + err.Error() + " at '" + at + "': Cannot find field."
	}
	switch kind := geminiType(o.Type); {
	case kind == "":
		return at + ".type: must be specified"
	case kind == "OBJECT" && len(o.Properties) == 0:
		return at + ".properties: should be non-empty for OBJECT type"
	case kind == "ARRAY" && len(o.Items) == 0:
		return at + ".items: missing field."
	case kind != "STRING" && len(o.Enum) > 0:
		return at + ".enum: only allowed for STRING type"
	}
	for _, name := range o.Required {
		if _, ok := o.Properties[name]; !ok {
			return fmt.Sprintf("%s.required[0]: property is not defined", at)
		}
	}
	for name, p := range o.Properties {
		if p := geminiSchemaProblem(at+".properties["+name+"]", p); p != "" {
			return p
		}
	}
	if len(o.Items) > 0 {
		return geminiSchemaProblem(at+".items", o.Items)
	}
	return ""
}

// geminiType reads a type by name or, as the library writes it, by number.
func geminiType(v any) string {
	names := []string{"", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"}
	switch v := v.(type) {
	case string:
		if slices.Contains(names, v) {
			return v
		}
	case float64:
		if v > 0 && int(v) < len(names) {
			return names[int(v)]
		}
	}
	return ""
}

func (q *geminiRequest) contentsProblem() string {
	if len(q.Contents) == 0 {
		return "GenerateContentRequest.contents: contents is not specified"
	}
	if q.SystemInstruction != nil && len(q.SystemInstruction.Parts) == 0 {
		return "GenerateContentRequest.system_instruction.parts: must not be empty"
	}
	var calls []geminiPart // of the content before
	last := ""
	for i, c := range q.Contents {
		if p := partsProblem(i, c); p != "" {
			return p
		}
		responses := countParts(c, func(p geminiPart) bool { return p.FunctionResponse != nil })
		switch {
		case c.Role != "user" && c.Role != "model":
			return "Please use a valid role: user, model."
		case i == 0 && c.Role != "user":
			return "Please ensure that multiturn requests start with a user turn."
		case c.Role == last:
			return "Please ensure that multiturn requests alternate between user and model."
		case responses != len(calls):
			return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."
		}
		if p := responsesMatch(calls, c); p != "" {
			return p
		}
		calls = slices.DeleteFunc(slices.Clone(c.Parts), func(p geminiPart) bool { return p.FunctionCall == nil })
		last = c.Role
	}
	if last != "user" {
		return "Please ensure that multiturn requests end with a user turn or a function response."
	}
	return ""
}

func countParts(c geminiContent, is func(geminiPart) bool) int {
	n := 0
	for _, p := range c.Parts {
		if is(p) {
			n++
		}
	}
	return n
}

// responsesMatch checks that the responses answer the calls, in order.
func responsesMatch(calls []geminiPart, c geminiContent) string {
	n := 0
	for _, p := range c.Parts {
		if p.FunctionResponse == nil {
			continue
		}
		call := calls[n].FunctionCall
		if p.FunctionResponse.Name != call.Name || p.FunctionResponse.ID != call.ID {
			return fmt.Sprintf("Function response %d (%s, id %q) does not match its call (%s, id %q).",
				n, p.FunctionResponse.Name, p.FunctionResponse.ID, call.Name, call.ID)
		}
		n++
	}
	return ""
}

func partsProblem(i int, c geminiContent) string {
	if len(c.Parts) == 0 {
		return fmt.Sprintf("GenerateContentRequest.contents[%d].parts: contents.parts must not be empty.", i)
	}
	for j, p := range c.Parts {
		if problem := p.problem(c.Role); problem != "" {
			return fmt.Sprintf("GenerateContentRequest.contents[%d].parts[%d]%s", i, j, problem)
		}
	}
	return ""
}

// problem says what is wrong with one part.
func (p geminiPart) problem(role string) string {
	n := 0
	for _, set := range []bool{p.Text != nil, p.InlineData != nil, p.FunctionCall != nil, p.FunctionResponse != nil} {
		if set {
			n++
		}
	}
	switch {
	case n != 1:
		return ".data: required oneof field 'data' must have one initialized field"
	case p.Thought:
		return ": llmtest: a thought was sent back"
	case p.Text != nil && *p.Text == "":
		return ".text: must not be empty"
	case p.InlineData != nil && badBlob(p.InlineData):
		return ".inline_data: Provided image is not valid."
	case p.FunctionCall != nil && !p.FunctionCall.valid(role):
		return ".function_call: invalid"
	case p.FunctionResponse != nil && !p.FunctionResponse.valid(role):
		return ".function_response: Name cannot be empty, response must be an object."
	}
	return ""
}

func (c *geminiCall) valid(role string) bool {
	return role == "model" && c.Name != "" && (len(c.Args) == 0 || isObject(c.Args))
}

func (r *geminiFuncResponse) valid(role string) bool {
	return role == "user" && r.Name != "" && isObject(r.Response)
}

func badBlob(b *geminiBlob) bool {
	_, err := base64.StdEncoding.DecodeString(b.Data)
	return err != nil || b.Data == "" || b.MIMEType == ""
}

// signatureProblem checks the thought signatures: in the current turn (after
// the last text of the user) the first call of each step must have one, and
// wherever there is one it must be one that was issued.
func (g *gemini) signatureProblem(contents []geminiContent) string {
	current := 0
	for i, c := range contents {
		if c.Role == "user" && countParts(c, func(p geminiPart) bool { return p.FunctionResponse != nil }) == 0 {
			current = i
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, c := range contents {
		first := true
		for j, p := range c.Parts {
			if sig := p.ThoughtSignature; sig != "" && sig != dummySignature && !g.signatures[sig] {
				return "Corrupted thought signature."
			}
			if p.FunctionCall == nil {
				continue
			}
			if first && i > current && p.ThoughtSignature == "" {
				return fmt.Sprintf("Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:%s` , position %d.", p.FunctionCall.Name, j+1)
			}
			first = false
		}
	}
	return ""
}

func (*gemini) failure(status int, message string) string {
	word := map[int]string{400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE"}[status]
	return jsonText([]any{map[string]any{"error": map[string]any{"code": status, "message": message, "status": word}}})
}

func (*gemini) models(s *Server) string {
	var list []any
	for _, name := range s.Models {
		methods := []string{"generateContent", "countTokens"}
		if strings.Contains(name, "embed") {
			methods = []string{"embedContent"}
		}
		list = append(list, map[string]any{"name": "models/" + name, "displayName": name, "inputTokenLimit": cmp.Or(s.serving().Says, 1048576), "outputTokenLimit": 65536, "supportedGenerationMethods": methods, "newField": true})
	}
	return jsonText(map[string]any{"models": list})
}

func (*gemini) vectors(s *Server, body []byte) string {
	var q struct {
		Requests []struct {
			Content              geminiContent `json:"content"`
			OutputDimensionality int           `json:"outputDimensionality"`
		} `json:"requests"`
	}
	if json.Unmarshal(body, &q) != nil || len(q.Requests) == 0 {
		return "" // unreachable: check has parsed it
	}
	var texts []string
	for _, r := range q.Requests {
		texts = append(texts, *r.Content.Parts[0].Text)
	}
	var items []string
	for _, v := range s.testVectors(texts, q.Requests[0].OutputDimensionality) {
		items = append(items, `{"values":`+formatVector(v)+`}`)
	}
	return `{"embeddings":[` + strings.Join(items, ",") + `]}`
}

// issue makes a new signature.
func (g *gemini) issue() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.issued++
	sig := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "signature %d", g.issued))
	g.signatures[sig] = true
	return sig
}

func (g *gemini) events(_ *Server, step Step, _ []byte) []string {
	if step.finish == finishBlocked {
		return []string{`{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":11,"totalTokenCount":11}}`}
	}
	var out []string
	send := func(finish string, parts ...any) { out = append(out, geminiEvent(step, finish, parts)) }
	for _, t := range step.thoughts {
		send("", map[string]any{"text": t, "thought": true})
	}
	for _, t := range step.say {
		send("", map[string]any{"text": t})
	}
	var calls []any
	for i, c := range step.calls {
		id := c.ID
		if id == "" && step.style != NoIDs {
			id = fmt.Sprintf("fc_%d", i) // on purpose not unique across answers
		}
		fc := map[string]any{"name": c.Name}
		if len(c.Args) > 0 {
			fc["args"] = c.Args
		}
		if id != "" {
			fc["id"] = id
		}
		part := map[string]any{"functionCall": fc}
		if i == 0 {
			part["thoughtSignature"] = g.issue()
		}
		calls = append(calls, part)
	}
	if step.signOnly {
		calls = append(calls, map[string]any{"thoughtSignature": g.issue()})
	}
	if len(calls) > 0 {
		send("", calls...)
	}
	if finish := geminiFinish(step.finish); finish != "" {
		send(finish)
	}
	return out
}

func geminiFinish(finish string) string {
	return map[string]string{
		finishStop: "STOP", finishLength: "MAX_TOKENS", finishRefused: "SAFETY",
		finishUnknown: "COSMIC_RAYS", finishMalformed: "MALFORMED_FUNCTION_CALL",
	}[finish]
}

func geminiEvent(step Step, finish string, parts []any) string {
	candidate := map[string]any{"index": 0}
	if len(parts) > 0 {
		candidate["content"] = map[string]any{"role": "model", "parts": parts}
	}
	event := map[string]any{"candidates": []any{candidate}, "modelVersion": "m", "responseId": "r", "newField": map[string]any{"x": 1}}
	if finish != "" {
		candidate["finishReason"] = finish
		if step.usage == usageSent {
			n := cmp.Or(step.prompt, 11)
			event["usageMetadata"] = map[string]any{"promptTokenCount": n, "candidatesTokenCount": 4, "thoughtsTokenCount": 3, "totalTokenCount": n + 7}
		}
	}
	return jsonText(event)
}
