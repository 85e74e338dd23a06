package models

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"yumori/internal/config"
)

// speechKey begins the names of keys for speech servers.
const speechKey = "SPEECH_API_KEY_"

// mostHost is how long the name of a host may be to stand in that of a key.
const mostHost = 60

// speechKeyName is the name of the key for a speech server. No two hosts have the
// same: what is no letter or digit is "_" with its two hexadecimal digits, and the
// name of a very long host is its hash, after a letter that is no digit of those.
func speechKeyName(host string) string {
	if host == "" {
		return ""
	}
	var b strings.Builder
	for _, c := range []byte(strings.ToUpper(host)) {
		if c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "_%02X", c)
		}
	}
	if b.Len() > mostHost {
		return fmt.Sprintf("%s_S%X", speechKey, sha256.Sum256([]byte(host)))
	}
	return speechKey + b.String()
}

// VoiceKey returns what reads the key of a voice: the one that was given for the
// host of its address, and "" for any other.
func (h *Set) VoiceKey(v config.VoiceChoice) func() (string, error) {
	name := keyName(v.Service())
	return func() (string, error) {
		if name == "" {
			return "", nil
		}
		value, _, err := h.opt.Home.Key(name)
		if err != nil {
			return "", fmt.Errorf("read key: %w", err)
		}
		return value, nil
	}
}
