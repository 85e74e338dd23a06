package config

import "testing"

func TestService(t *testing.T) {
	for address, want := range map[string]string{
		"": "openai", "https://api.openai.com/v1": "openai", "https://openrouter.ai/api/v1": "openrouter",
		"http://localhost:1234/v1": "lmstudio", "http://127.0.0.1:8080/v1": "llamacpp",
		"http://192.168.0.2:1234/v1": "compatible", "http://localhost:9/v1": "local", ":": "compatible",
	} {
		c := ModelChoice{Provider: "openai", BaseURL: address}
		if got := c.Service(); got != want {
			t.Errorf("%q is %s, want %s", address, got, want)
		}
	}
	if c := (ModelChoice{Provider: "ollama"}); c.Service() != "ollama" || !c.Local() {
		t.Errorf("an Ollama without an address is %s, local: %v", c.Service(), c.Local())
	}
	if c := (ModelChoice{Provider: "ollama", BaseURL: "http://192.168.0.2:11434"}); c.Service() != "ollama-remote" {
		t.Errorf("an Ollama on another machine is %s", c.Service())
	}
}
