package models

import (
	"strings"
	"testing"

	"yumori/internal/config"
	"yumori/internal/store"
)

// TestAVoicesKeyIsForItsHostAlone: a key that was given for one speech server is
// read for no other, nor for another port, and OpenAI's goes to OpenAI alone.
func TestAVoicesKeyIsForItsHostAlone(t *testing.T) {
	const mine = "https://voice.example.com/v1"
	t.Setenv("OPENAI_API_KEY", "openai's")
	t.Setenv("COMPATIBLE_API_KEY", "a model's")
	t.Setenv(speechKeyName("voice.example.com"), "the voice's")
	home, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer home.Close() //nolint:errcheck // a test
	h := New(Options{Home: home, Providers: &Providers{}})
	for _, c := range []struct{ server, address, want string }{
		{"openai", mine, "the voice's"}, {"openai", "https://VOICE.example.com/v1/", "the voice's"},
		{"openai", "https://api.openai.com/v1", "openai's"},
		{"openai", "https://voice.example.com:8443/v1", ""}, {"openai", "https://voice-example.com/v1", ""},
		{"openai", "https://voice.example.com.example.org/v1", ""}, {"openai", "https://api.openai.com.example.org/v1", ""},
		{"openai", "http://localhost:8880/v1", ""}, {"openai", "", ""}, {"openai", "::", ""},
		{"voicevox", mine, ""}, {"", mine, ""},
	} {
		got, err := h.VoiceKey(config.VoiceChoice{Server: c.server, Address: c.address})()
		if got != c.want || err != nil {
			t.Errorf("%s at %q: %q, %v", c.server, c.address, got, err)
		}
	}
	seen := map[string]string{}
	long := strings.Repeat("a", 90)
	for _, host := range []string{"a.b", "a-b", "a_b", "a:1", "a.1", "ab", "a.2eb", "a_2Eb", long, long + "b"} {
		name := speechKeyName(strings.ToLower(host))
		if seen[name] != "" || len(name) > 100 || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
			t.Errorf("the key of %q is called %q, like that of %q", host, name, seen[name])
		}
		seen[name] = host
	}
}
