package models

import "strings"

// A Label is what a message, a dream or a bill keeps of a model, read for people.
type Label struct {
	Name  string // the model's own, "gemma3:12b"
	Maker string // whose program or service serves it, "Ollama"; "" unknown
	Here  bool   // the server is on this machine
}

// ReadLabel reads "service/name", see config.ModelChoice.Service and
// llm.Info.Label. What is of no known service is a name as it stands.
func ReadLabel(label string) Label {
	service, name, _ := strings.Cut(label, "/")
	l, known := map[string]Label{
		"ollama": {Maker: "Ollama", Here: true}, "ollama-remote": {Maker: "Ollama"},
		"lmstudio": {Maker: "LM Studio", Here: true}, "llamacpp": {Maker: "llama.cpp", Here: true},
		"openai": {Maker: "OpenAI"}, "openrouter": {Maker: "OpenRouter"}, "gemini": {Maker: "Gemini"},
		"local": {Here: true}, "compatible": {},
	}[service]
	if !known || name == "" {
		return Label{Name: label}
	}
	l.Name = name
	return l
}
