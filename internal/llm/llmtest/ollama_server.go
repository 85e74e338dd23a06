package llmtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// An Ollama is a Server of Ollama's own protocol, with what the real one does
// without a word: it serves 4,096 tokens where options.num_ctx does not ask
// for more, and cuts the beginning of a prompt that is longer. Below /v1 it
// speaks the OpenAI protocol, where nothing can be asked for. Unlike the
// other servers it refuses option names and fields that it does not know.
type Ollama struct {
	*Server

	// Set these before the first request.

	// Default is the context that is served where num_ctx does not ask for
	// one; 0: 4,096.
	Default int
	// Most bounds the context that is served, whatever num_ctx asks for, and
	// nothing tells of it; 0: no bound.
	Most int
	// Old makes the server one from before truncate and shift, which then
	// change nothing.
	Old bool
	// NoShow leaves out /api/show and /api/ps.
	NoShow bool
	// Tokenize cuts text into tokens; nil: one for each character of a wide
	// script and one for four others.
	Tokenize func(text string) []string
	// Library is what can be downloaded.
	Library []OllamaModel

	have   map[string]OllamaModel // installed; guarded by Server.mu like what follows
	loaded map[string]int         // context by name
	loads  int
	seen   []string
	pulls  []Pull
	partly map[string]int64 // bytes that came of a download
}

// An OllamaModel is a model that an Ollama has, or can download.
type OllamaModel struct {
	Name         string   // without a tag it is ":latest"
	Size         int64    // bytes; 0: 2.5 GB
	Context      int      // as /api/show says; 0: 131,072, less: left out
	Capabilities []string // nil: completion and tools
	Parameters   string   // of its Modelfile: "num_ctx 8192"
	// Thinks makes the model think whatever the request says.
	Thinks bool
}

// The capabilities that Ollama tells of.
const (
	CanComplete = "completion"
	CanTools    = "tools"
	CanVision   = "vision"
	CanThink    = "thinking"
	CanEmbed    = "embedding"
)

func (m OllamaModel) can(what string) bool {
	if m.Capabilities == nil {
		return what == CanComplete || what == CanTools
	}
	return slices.Contains(m.Capabilities, what)
}

func (m OllamaModel) size() int64 { return cmp.Or(m.Size, 2_500_000_000) }

// NewOllama starts an Ollama without models for a test: it is closed with the
// test, and a request that it would refuse or misunderstand fails the test.
func NewOllama(t TB, steps ...Step) *Ollama {
	o := ServeOllama(steps...)
	forTest(t, o.Server)
	return o
}

// ServeOllama starts an Ollama without models outside of a test. The caller
// closes it.
func ServeOllama(steps ...Step) *Ollama {
	o := &Ollama{have: map[string]OllamaModel{}, loaded: map[string]int{}, partly: map[string]int64{}}
	o.Server = serve(o, steps)
	return o
}

// Install adds models, as if they had been downloaded.
func (o *Ollama) Install(models ...OllamaModel) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, m := range models {
		m.Name = tagged(m.Name)
		o.have[m.Name] = m
	}
}

// Remove deletes a model, as another program does.
func (o *Ollama) Remove(name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.have, tagged(name))
	delete(o.loaded, tagged(name))
}

// Load loads a model with a context, as another program does.
func (o *Ollama) Load(name string, context int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.loaded[tagged(name)] = context
}

// Loads returns how often a model was loaded for a request, or loaded anew
// because another context was asked for.
func (o *Ollama) Loads() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.loads
}

// Seen returns the prompts as the models saw them, after the cut.
func (o *Ollama) Seen() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.seen)
}

func tagged(name string) string {
	if name != "" && !strings.Contains(name, ":") {
		return name + ":latest"
	}
	return name
}

// model returns an installed model.
func (o *Ollama) model(name string) (OllamaModel, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	m, ok := o.have[tagged(name)]
	return m, ok
}

// installed returns all models by name.
func (o *Ollama) installed() []OllamaModel {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.SortedFunc(maps.Values(o.have), func(a, b OllamaModel) int { return cmp.Compare(a.Name, b.Name) })
}

func (o *Ollama) kind(path string) string {
	if strings.HasPrefix(path, "/v1/") {
		return kindOf(path)
	}
	switch path {
	case "/api/chat":
		return wantAnswer
	case "/api/embed":
		return wantVectors
	case "/api/tags":
		return wantModels
	case "/api/show", "/api/ps":
		if o.NoShow {
			return ""
		}
		return wantMore
	case "/api/version", "/api/pull", "/api/delete":
		return wantMore
	}
	return ""
}

func (o *Ollama) protocolOf(path string) protocol {
	if strings.HasPrefix(path, "/v1/") {
		return ollamaCompat{o: o}
	}
	return o
}

func (*Ollama) frame(event string) string { return event + "\n" }
func (*Ollama) contentType() string       { return "application/x-ndjson" }

func (*Ollama) failure(_ int, message string) string {
	return jsonText(map[string]any{"error": message})
}

func (o *Ollama) check(s *Server, what string, r *http.Request, body []byte) (int, string) {
	if s.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.Key {
		return 401, "unauthorized"
	}
	method := http.MethodPost
	switch r.URL.Path {
	case "/api/tags", "/api/ps", "/api/version":
		return methodProblem(r, http.MethodGet)
	case "/api/delete":
		method = http.MethodDelete
	}
	if status, p := methodProblem(r, method); status != 0 {
		return status, p
	}
	switch what {
	case wantAnswer:
		return o.checkChat(body)
	case wantVectors:
		return o.checkVectors(body)
	}
	q := struct {
		Model  string `json:"model"`
		Stream *bool  `json:"stream"`
	}{}
	if err := json.Unmarshal(body, &q); err != nil || q.Model == "" {
		return 400, "model is required"
	}
	if _, ok := o.model(q.Model); !ok && r.URL.Path != "/api/pull" {
		return 404, fmt.Sprintf("model '%s' not found", q.Model)
	}
	return 0, ""
}

func (o *Ollama) checkVectors(body []byte) (int, string) {
	var q struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return 400, "invalid input type"
	}
	m, ok := o.model(q.Model)
	switch {
	case !ok:
		return 404, fmt.Sprintf("model %q not found, try pulling it first", q.Model)
	case !m.can(CanEmbed):
		return 501, "this model does not support embeddings"
	case len(q.Input) == 0 || slices.Contains(q.Input, ""):
		return 400, "llmtest: an empty input has no vector"
	}
	return 0, ""
}

func (*Ollama) vectors(s *Server, body []byte) string {
	var q struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}
	if json.Unmarshal(body, &q) != nil {
		return "unreachable: check has parsed it"
	}
	var items []string
	for _, v := range s.testVectors(q.Input, 0) {
		items = append(items, formatVector(v))
	}
	return `{"model":` + jsonText(q.Model) + `,"embeddings":[` + strings.Join(items, ",") + `],"total_duration":14143917,"prompt_eval_count":8}`
}

func (m OllamaModel) details() map[string]any {
	return map[string]any{"parent_model": "", "format": "gguf", "family": "llama", "families": []string{"llama"},
		"parameter_size": "4.0B", "quantization_level": "Q4_K_M"}
}

func (o *Ollama) models(*Server) string {
	list := []any{}
	for _, m := range o.installed() {
		list = append(list, map[string]any{"name": m.Name, "model": m.Name, "modified_at": "2026-11-04T17:37:44.706015396-07:00",
			"size": m.size(), "digest": digestOf(m.Name), "details": m.details()})
	}
	return jsonText(map[string]any{"models": list})
}

func (o *Ollama) more(w http.ResponseWriter, r *http.Request, body []byte) {
	var q struct {
		Model string `json:"model"`
	}
	_ = json.Unmarshal(body, &q) // check has parsed it; some have no body
	answer := ""
	switch r.URL.Path {
	case "/api/version":
		answer = `{"version":"0.33.2"}`
	case "/api/show":
		answer = o.show(q.Model)
	case "/api/ps":
		answer = o.running()
	case "/api/delete":
		o.Remove(q.Model)
	case "/api/pull":
		o.pull(w, r, q.Model)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = io.WriteString(w, answer)
}

func (o *Ollama) show(name string) string {
	m, _ := o.model(name)
	info := map[string]any{"general.architecture": "llama", "general.parameter_count": 4_000_000_000, "llama.embedding_length": 2560,
		"tokenizer.ggml.tokens": nil}
	if m.Context >= 0 {
		info["llama.context_length"] = cmp.Or(m.Context, 131_072)
	}
	can := m.Capabilities
	if can == nil {
		can = []string{CanComplete, CanTools}
	}
	return jsonText(map[string]any{"modelfile": "FROM x", "parameters": m.Parameters, "template": "{{ .Prompt }}", "details": m.details(),
		"model_info": info, "capabilities": can, "modified_at": "2026-11-04T17:37:44.706015396-07:00"})
}

func (o *Ollama) running() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := []any{}
	for _, name := range slices.Sorted(maps.Keys(o.loaded)) {
		list = append(list, map[string]any{"name": name, "model": name, "size": 1, "digest": digestOf(name), "details": map[string]any{},
			"expires_at": "2318-11-04T14:38:31.83753-07:00", "size_vram": 1, "context_length": o.loaded[name]})
	}
	return jsonText(map[string]any{"models": list})
}

// digestOf makes up a digest of a name.
func digestOf(name string) string {
	const hex = "0123456789abcdef"
	b := make([]byte, 64)
	for i := range b {
		b[i] = hex[(int(name[i%len(name)])+i)%16]
	}
	return "sha256:" + string(b)
}
