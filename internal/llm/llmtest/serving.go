package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// A Maker says whose server a server of the OpenAI protocol is: they tell of
// the model's window in different places, and refuse in different words.
type Maker string

// The makers. The list of OpenAI itself, the zero value, says nothing.
const (
	OpenAI      Maker = ""
	VLLM        Maker = "vLLM"             // max_model_len in the list
	LlamaCPP    Maker = "llama.cpp"        // /props; in the list what the model was trained for
	LlamaRouter Maker = "llama.cpp router" // /props of one model, which must be loaded
	LMStudio    Maker = "LM Studio"        // /api/v0/models
	OpenRouter  Maker = "OpenRouter"       // context_length and top_provider in the list
	Groq        Maker = "Groq"             // context_window in the list
)

// A Serving is what a server says of its models' window, and what it does about
// it. The zero value says nothing and takes everything.
type Serving struct {
	As       Maker
	Says     int  // the tokens it says it serves
	Trained  int  // the tokens it says the model was made for; at OpenRouter what the best host has
	Takes    int  // the most tokens of a request, by the server's own count; more is refused in the maker's words. 0: any number
	Mute     bool // a refusal does not name the limit
	Unloaded bool // the model is loaded when it is first asked for an answer (llama.cpp's router, LM Studio)
}

// entry adds to the entry of a model in the list what the maker says there.
func (v Serving) entry(m map[string]any) map[string]any {
	switch v.As {
	case VLLM:
		m["max_model_len"] = v.Says
	case LlamaCPP:
		m["owned_by"], m["meta"] = "llamacpp", map[string]any{"n_vocab": 128256, "n_ctx_train": v.Trained}
	case LlamaRouter:
		m["owned_by"], m["status"] = "llamacpp", map[string]any{"value": "unloaded"}
	case OpenRouter:
		m["context_length"] = v.Trained
		m["top_provider"] = map[string]any{"context_length": v.Says, "max_completion_tokens": nil}
	case Groq:
		m["context_window"], m["active"] = v.Says, true
	}
	return m
}

// aside answers a request for what only some servers have, and reports whether
// it was one.
func (s *Server) aside(w http.ResponseWriter, r *http.Request) bool {
	for suffix, step := range s.Instead {
		if strings.HasSuffix(r.URL.Path, suffix) {
			s.record(r, nil, 0, "")
			s.playAside(w, r, step)
			return true
		}
	}
	status, text := 0, ""
	v := s.serving()
	switch {
	case strings.HasSuffix(r.URL.Path, "/props"):
		status, text = v.props(s, r)
	case strings.HasSuffix(r.URL.Path, "/api/v0/models"):
		status, text = v.native(s)
	default:
		return false
	}
	s.record(r, nil, 0, "")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
	return true
}

// playAside plays a step in place of what is no answer of a model.
func (s *Server) playAside(w http.ResponseWriter, r *http.Request, step Step) {
	switch step.fault {
	case faultStatus:
		playStatus(w, s.protocol, step)
	case faultHang:
		s.hang(w)
	default:
		w.WriteHeader(http.StatusOK)
		flush(w)
		s.wait(r, 0)
	}
}

// serving returns what the server serves now.
func (s *Server) serving() Serving {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.served
}

// Serve sets what the server serves from now on, as if it were started anew.
func (s *Server) Serve(v Serving) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.served = v
}

// props is llama.cpp's page of that name.
func (v Serving) props(s *Server, r *http.Request) (int, string) {
	q := r.URL.Query()
	switch {
	case v.As == LMStudio: // it says so with 200
		return 200, jsonText(map[string]any{"error": "Unexpected endpoint or method. (GET " + r.URL.Path + ")"})
	case v.As != LlamaCPP && v.As != LlamaRouter:
		return 404, s.protocol.failure(404, "Not Found")
	case v.As == LlamaRouter && q.Get("autoload") != "false":
		return 500, s.protocol.failure(500, "llmtest: the router would load the model for that")
	case v.As == LlamaRouter && q.Get("model") == "":
		return 200, `{"role":"router","default_generation_settings":{"params":null,"n_ctx":0}}`
	case v.As == LlamaRouter && v.Unloaded:
		return 400, s.protocol.failure(400, "model is not loaded")
	}
	return 200, jsonText(map[string]any{
		"default_generation_settings": map[string]any{"id": 0, "n_ctx": v.Says, "params": map[string]any{"n_predict": -1}},
		"total_slots":                 1, "model_path": "/models/m.gguf",
	})
}

// native is the list of LM Studio's own protocol.
func (v Serving) native(s *Server) (int, string) {
	if v.As != LMStudio {
		return 404, s.protocol.failure(404, "Not Found")
	}
	data := []any{}
	for _, name := range s.Models {
		m := map[string]any{"id": name, "object": "model", "type": "llm", "state": "not-loaded", "max_context_length": v.Trained}
		if !v.Unloaded {
			m["state"], m["loaded_context_length"] = "loaded", v.Says
		}
		data = append(data, m)
	}
	return 200, jsonText(map[string]any{"object": "list", "data": data})
}

// refuseLong refuses a request for an answer that is too long, and reports
// whether it was. The model is loaded for it either way.
func (s *Server) refuseLong(w http.ResponseWriter, body []byte) bool {
	s.mu.Lock()
	s.served.Unloaded = false
	v := s.served
	s.mu.Unlock()
	tokens, answer := countTokens(body)
	if v.As == OpenAI || v.As == VLLM || v.As == OpenRouter {
		tokens += answer
	}
	if v.Takes == 0 || tokens <= v.Takes {
		return false
	}
	words := v.refusal(s.protocol, tokens)
	if v.Mute {
		words = s.protocol.failure(400, "Your input exceeds the context window of this model. Please adjust your input and try again.")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_, _ = io.WriteString(w, words)
	return true
}

// refusal is what the maker's servers say to a request of n tokens.
func (v Serving) refusal(p protocol, n int) string {
	if _, ok := p.(*gemini); ok {
		return p.failure(400, fmt.Sprintf("The input token count (%d) exceeds the maximum number of tokens allowed (%d).", n, v.Takes))
	}
	switch v.As {
	case LlamaCPP, LlamaRouter:
		return jsonText(map[string]any{"error": map[string]any{
			"code": 400, "type": "exceed_context_size_error", "n_prompt_tokens": n, "n_ctx": v.Takes,
			"message": fmt.Sprintf("request (%d tokens) exceeds the available context size (%d tokens), try increasing it", n, v.Takes),
		}})
	case LMStudio:
		return jsonText(map[string]any{"error": fmt.Sprintf("Trying to keep the first %d tokens when context the overflows. However, the model is loaded with context length of only %d tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input", n, v.Takes)})
	case OpenRouter:
		return p.failure(400, fmt.Sprintf("This endpoint's maximum context length is %d tokens. However, you requested about %d tokens (%d of text input). Please reduce the length of either one.", v.Takes, n, n))
	}
	return p.failure(400, fmt.Sprintf("This model's maximum context length is %d tokens. However, your messages resulted in %d tokens. Please reduce the length of the messages.", v.Takes, n))
}

// What a request is counted as: not by the estimate of package llm, which is
// tested against it.
const (
	bytesPerToken = 3.6 // of ASCII
	tokensPerRune = 0.9 // of everything else
	perMessage    = 4   // what a chat format adds
	perPicture    = 258
)

// countTokens counts the tokens of a request for an answer in either protocol, and
// what the answer may have, 0 if that is not bounded.
func countTokens(body []byte) (tokens, answer int) {
	var q struct {
		Messages            []any           `json:"messages"`
		Contents            []any           `json:"contents"`
		System              any             `json:"systemInstruction"`
		Tools               json.RawMessage `json:"tools"`
		MaxTokens           int             `json:"max_tokens"`
		MaxCompletionTokens int             `json:"max_completion_tokens"`
	}
	if json.Unmarshal(body, &q) != nil {
		return 0, 0
	}
	sum := weigh(string(q.Tools))
	for _, list := range [][]any{q.Messages, q.Contents, {q.System}} {
		for _, m := range list {
			sum += perMessage + weighTexts(m)
		}
	}
	return int(sum), max(q.MaxTokens, q.MaxCompletionTokens)
}

// weighTexts counts the texts in a piece of JSON.
func weighTexts(v any) float64 {
	sum := 0.0
	switch v := v.(type) {
	case string:
		return weigh(v)
	case []any:
		for _, e := range v {
			sum += weighTexts(e)
		}
	case map[string]any:
		for name, e := range v {
			switch s, _ := e.(string); {
			case name == "role" || name == "type" || name == "id" || name == "thoughtSignature":
			case name == "data" || strings.HasPrefix(s, "data:image/"):
				sum += perPicture
			default:
				sum += weighTexts(e)
			}
		}
	}
	return sum
}

func weigh(text string) float64 {
	ascii, other := 0, 0
	for _, r := range text {
		if r < 0x80 {
			ascii++
		} else {
			other++
		}
	}
	return float64(ascii)/bytesPerToken + float64(other)*tokensPerRune
}
