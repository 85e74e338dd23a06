// Package config has the settings of a home: values with a dotted key each, and the
// file they stand in.
package config

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"yumori/internal/llm/meter"
)

// File holds the program's settings in a home: one JSON object with
// the fields of Settings. Members this version does not know are kept as they
// are. Keys of model providers are never in it (see store.Home.SetKey).
const File = "settings.json"

// Schema is the version of File that this program writes. A
// newer file is read as far as it is understood and never written.
const Schema = 1

// ErrNoSetting says that a dotted key names no setting.
var ErrNoSetting = errors.New("no such setting")

// ErrBadValue says that a setting does not take a value; the text around it
// says which values it takes.
var ErrBadValue = errors.New("value not accepted")

// Settings are the choices of the person who uses the program. They are
// values: a change is a new Settings handed to companion.Home.Change.
type Settings struct {
	Schema   int            `json:"schema"`
	Locale   string         `json:"locale"`  // "", "en" or "ja"; "" follows the system
	Persona  string         `json:"persona"` // slug of the persona that opens first; "" the first
	Models   ModelRoles     `json:"models"`
	Embedder EmbedderChoice `json:"embedder"`
	Memory   MemoryChoices  `json:"memory"`
	Recall   RecallChoices  `json:"recall"`
	UI       UIChoices      `json:"ui"`
	Door     DoorChoices    `json:"door"`
	Backup   BackupChoices  `json:"backup"`
	Update   UpdateChoices  `json:"update"`

	Quiet    string          `json:"quiet_hours"` // "0:00-7:00"; "" is that
	Autonomy AutonomyChoices `json:"autonomy"`
	Dream    DreamChoices    `json:"dream"`
	Budget   BudgetChoices   `json:"budget"`
}

// ModelRoles says which model does what.
type ModelRoles struct {
	Chat  ModelChoice `json:"chat"`
	Light ModelChoice `json:"light"`
	Dream ModelChoice `json:"dream"`
}

// A ModelChoice names a model. The zero ModelChoice is the built-in rules.
type ModelChoice struct {
	Provider    string `json:"provider"` // "", "builtin", "ollama", "openai" (any compatible server) or "gemini"
	Name        string `json:"name"`
	BaseURL     string `json:"base_url"` // "": the provider's own; this machine's for an Ollama
	Window      int    `json:"window"`   // context window in tokens; 0: as the provider says
	Images      bool   `json:"images"`   // the model takes pictures; Gemini's always do, of Ollama's it is known
	LAN         bool   `json:"lan"`      // plain http to other machines of the own network is allowed
	meter.Price        // of a million tokens
}

// Service says whose server the model is at: "ollama" on this machine and
// "ollama-remote" on another, "gemini", "builtin", and of OpenAI's protocol
// "openai", "openrouter", on this machine "lmstudio", "llamacpp" or "local", and
// "compatible" for any other address.
func (m ModelChoice) Service() string {
	u, err := url.Parse(strings.TrimSpace(m.BaseURL))
	switch {
	case m.Provider == "ollama" && !m.Local():
		return "ollama-remote"
	case m.Provider != "openai":
		return cmp.Or(m.Provider, "builtin")
	case m.BaseURL == "", err == nil && u.Hostname() == "api.openai.com":
		return "openai"
	case err != nil:
	case u.Hostname() == "openrouter.ai":
		return "openrouter"
	case m.Local() && u.Port() == "1234": // as it listens by itself
		return "lmstudio"
	case m.Local() && u.Port() == "8080":
		return "llamacpp"
	case m.Local():
		return "local"
	}
	return "compatible"
}

// Local reports whether the model is on the machine the program runs on.
func (m ModelChoice) Local() bool {
	u, err := url.Parse(strings.TrimSpace(m.BaseURL))
	if err != nil || m.BaseURL == "" {
		return m.BaseURL == "" && m.Provider == "ollama"
	}
	a, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && a.IsLoopback()
}

// Configured reports whether m is a model beyond the built-in rules.
func (m ModelChoice) Configured() bool { return m.Provider != "" && m.Provider != "builtin" }

// MemoryChoices are the settings about memory.
type MemoryChoices struct {
	// ApplyCore lets the persona change its core memory without asking. The
	// zero value holds each change for the user's yes.
	ApplyCore bool `json:"apply_core"`
}

// RecallChoices are the settings about recalling.
type RecallChoices struct {
	// Auto recalls memories for every message; nil is true.
	Auto *bool `json:"auto,omitempty"`
}

// Enabled reports whether memories are recalled for every message.
func (r RecallChoices) Enabled() bool { return r.Auto == nil || *r.Auto }

// UIChoices are the settings of the window.
type UIChoices struct {
	Theme    string `json:"theme"`     // "", "dark" or "light"; "" follows the system
	TextSize int    `json:"text_size"` // per cent, 80 to 160; 0 is 100
	Send     string `json:"send"`      // "", "enter" or "ctrl+enter"; "" is enter
	Welcomed bool   `json:"welcomed"`  // the first-run card has been answered
	// Tray keeps the program in the system's tray when its window is closed.
	Tray bool `json:"tray"`
	// Silent keeps what the persona says first from being notified of.
	Silent bool `json:"silent"`
	// Still keeps everything from moving by itself.
	Still bool `json:"still"`
	// ReadAloud has every reply read aloud while it is written.
	ReadAloud bool `json:"read_aloud"`
	// Voice is what reads aloud.
	Voice VoiceChoice `json:"voice"`
	// Blips makes soft sounds while a reply appears.
	Blips bool `json:"blips"`
}

// A VoiceChoice is what reads aloud; the zero value is the system's voice.
type VoiceChoice struct {
	Server  string `json:"server"`  // "", "voicevox" or "openai": the protocol of a speech server
	Address string `json:"address"` // of the server
	Name    string `json:"name"`    // of the voice, as the server calls it; "" its first
	Model   string `json:"model"`   // OpenAI's protocol: which model speaks; "" tts-1
}

// SpeechService begins the service of a speech server that is nobody's known one;
// what follows is its host, with the port if its address has one.
const SpeechService = "speech:"

// Service says whose key the voice wants: "" nobody's, "openai", or SpeechService
// with the host. A key that was given for one host is no other's.
func (v VoiceChoice) Service() string {
	u, err := url.Parse(strings.TrimSpace(v.Address))
	switch {
	case v.Server != "openai" || err != nil || u.Host == "":
		return ""
	case strings.EqualFold(u.Hostname(), "api.openai.com"):
		return "openai"
	}
	return SpeechService + strings.ToLower(u.Host)
}

// DoorChoices are the settings of the door for other programs beside the window.
type DoorChoices struct {
	Open    bool   `json:"open"`
	Address string `json:"address"` // "127.0.0.1:8765"; "" is that
}

// UpdateChoices are the settings about newer versions of the program.
type UpdateChoices struct {
	// Check asks once a day whether there is one. The zero value asks nobody.
	Check bool `json:"check"`
}

// checkAddress refuses what no server listens at.
func checkAddress(v string) error {
	if _, _, err := net.SplitHostPort(v); v != "" && err != nil {
		return fmt.Errorf("%w: an address looks like 127.0.0.1:8765", ErrBadValue)
	}
	return nil
}

// A settingKey is one dotted key of the command line's config.
type settingKey struct {
	name string
	read func(*Settings) string
	set  func(*Settings, string) error
}

// settingKeys lists every dotted key, in the order config prints them.
func settingKeys() []settingKey {
	keys := []settingKey{
		choiceKey("locale", func(s *Settings) *string { return &s.Locale }, "en", "ja"),
		textKey("persona", func(s *Settings) *string { return &s.Persona }, nil),
	}
	for _, role := range []struct {
		name string
		of   func(*Settings) *ModelChoice
	}{
		{"chat", func(s *Settings) *ModelChoice { return &s.Models.Chat }},
		{"light", func(s *Settings) *ModelChoice { return &s.Models.Light }},
		{"dream", func(s *Settings) *ModelChoice { return &s.Models.Dream }},
	} {
		p := "models." + role.name + "."
		keys = append(keys,
			choiceKey(p+"provider", func(s *Settings) *string { return &role.of(s).Provider }, "builtin", "ollama", "openai", "gemini"),
			textKey(p+"name", func(s *Settings) *string { return &role.of(s).Name }, nil),
			textKey(p+"base_url", func(s *Settings) *string { return &role.of(s).BaseURL }, checkBaseURL),
			numberKey(p+"window", func(s *Settings) *int { return &role.of(s).Window }, span{1_000, 10_000_000}),
			switchKey(p+"images", func(s *Settings) *bool { return &role.of(s).Images }),
			switchKey(p+"lan", func(s *Settings) *bool { return &role.of(s).LAN }),
			moneyKey(p+"price_in", func(s *Settings) *float64 { return &role.of(s).In }),
			moneyKey(p+"price_out", func(s *Settings) *float64 { return &role.of(s).Out }),
		)
	}
	keys = append(keys, embedderKeys()...)
	keys = append(keys, nightKeys()...)
	keys = append(keys, backupKeys()...)
	return append(keys,
		switchKey("memory.apply_core", func(s *Settings) *bool { return &s.Memory.ApplyCore }),
		recallKey(),
		switchKey("door.open", func(s *Settings) *bool { return &s.Door.Open }),
		textKey("door.address", func(s *Settings) *string { return &s.Door.Address }, checkAddress),
		switchKey("update.check", func(s *Settings) *bool { return &s.Update.Check }),
		choiceKey("ui.theme", func(s *Settings) *string { return &s.UI.Theme }, "dark", "light"),
		numberKey("ui.text_size", func(s *Settings) *int { return &s.UI.TextSize }, span{80, 160}),
		choiceKey("ui.send", func(s *Settings) *string { return &s.UI.Send }, "enter", "ctrl+enter"),
		switchKey("ui.tray", func(s *Settings) *bool { return &s.UI.Tray }),
		switchKey("ui.still", func(s *Settings) *bool { return &s.UI.Still }),
		switchKey("ui.read_aloud", func(s *Settings) *bool { return &s.UI.ReadAloud }),
		switchKey("ui.blips", func(s *Settings) *bool { return &s.UI.Blips }),
		choiceKey("ui.voice.server", func(s *Settings) *string { return &s.UI.Voice.Server }, "voicevox", "openai"),
		textKey("ui.voice.address", func(s *Settings) *string { return &s.UI.Voice.Address }, checkBaseURL),
		textKey("ui.voice.name", func(s *Settings) *string { return &s.UI.Voice.Name }, nil),
		textKey("ui.voice.model", func(s *Settings) *string { return &s.UI.Voice.Model }, nil),
		switchKey("ui.silent", func(s *Settings) *bool { return &s.UI.Silent }),
		switchKey("ui.welcomed", func(s *Settings) *bool { return &s.UI.Welcomed }),
	)
}

func choiceKey(name string, field func(*Settings) *string, values ...string) settingKey {
	return textKey(name, field, func(v string) error {
		if v != "" && !slices.Contains(values, v) {
			return fmt.Errorf("%w: %s takes %s, or nothing for the default", ErrBadValue, name, strings.Join(values, ", "))
		}
		return nil
	})
}

func textKey(name string, field func(*Settings) *string, check func(string) error) settingKey {
	return settingKey{
		name: name,
		read: func(s *Settings) string { return *field(s) },
		set: func(s *Settings, v string) error {
			if check != nil {
				if err := check(v); err != nil {
					return err
				}
			}
			*field(s) = v
			return nil
		},
	}
}

type span struct{ low, high int }

func numberKey(name string, field func(*Settings) *int, r span) settingKey {
	return settingKey{
		name: name,
		read: func(s *Settings) string { return strconv.Itoa(*field(s)) },
		set: func(s *Settings, v string) error {
			n, err := strconv.Atoi(cmp.Or(strings.TrimSpace(v), "0"))
			if err != nil || n != 0 && (n < r.low || n > r.high) {
				return fmt.Errorf("%w: %s takes a number from %d to %d, or 0 for the default", ErrBadValue, name, r.low, r.high)
			}
			*field(s) = n
			return nil
		},
	}
}

// maxMoney bounds a price and a cap of money, in whatever currency.
const maxMoney = 1e9

// moneyKey is a sum in the user's currency, with a point.
func moneyKey(name string, field func(*Settings) *float64) settingKey {
	return settingKey{
		name: name,
		read: func(s *Settings) string { return strconv.FormatFloat(*field(s), 'f', -1, 64) },
		set: func(s *Settings, v string) error {
			n, err := strconv.ParseFloat(cmp.Or(strings.TrimSpace(v), "0"), 64)
			if err != nil || !(n >= 0 && n <= maxMoney) {
				return fmt.Errorf("%w: %s takes a sum such as 2.50, or 0 for none", ErrBadValue, name)
			}
			*field(s) = n
			return nil
		},
	}
}

func switchKey(name string, field func(*Settings) *bool) settingKey {
	return settingKey{
		name: name,
		read: func(s *Settings) string { return strconv.FormatBool(*field(s)) },
		set: func(s *Settings, v string) error {
			b, err := strconv.ParseBool(cmp.Or(strings.TrimSpace(v), "false"))
			if err != nil {
				return fmt.Errorf("%w: %s takes true or false", ErrBadValue, name)
			}
			*field(s) = b
			return nil
		},
	}
}

// recallKey is a switch that is on unless it was turned off.
func recallKey() settingKey {
	const name = "recall.auto"
	return settingKey{
		name: name,
		read: func(s *Settings) string { return strconv.FormatBool(s.Recall.Enabled()) },
		set: func(s *Settings, v string) error {
			if v = strings.TrimSpace(v); v == "" {
				s.Recall.Auto = nil
				return nil
			}
			on, err := strconv.ParseBool(v)
			if err != nil {
				return fmt.Errorf("%w: %s takes true or false", ErrBadValue, name)
			}
			s.Recall.Auto = &on
			return nil
		},
	}
}

// checkBaseURL refuses what cannot be a model server's address, and addresses
// that carry a key or a password, which would end up in a file.
func checkBaseURL(v string) error {
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%w: a base_url looks like http://localhost:11434 or https://example.com/v1", ErrBadValue)
	}
	if u.User != nil || u.RawQuery != "" {
		return fmt.Errorf("%w: a base_url holds no user, password or key; keys go into the keyring or the environment", ErrBadValue)
	}
	return nil
}

// Keys returns every dotted key there is, in reading order.
func Keys() []string {
	keys := settingKeys()
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	return names
}

// Value returns the setting of a dotted key as text. It returns ErrNoSetting
// for a key that is not one of Keys.
func (s Settings) Value(key string) (string, error) {
	k, err := findKey(key)
	if err != nil {
		return "", err
	}
	return k.read(&s), nil
}

// With returns s with one setting changed. It returns ErrNoSetting or
// ErrBadValue, and s as it was, when that cannot be.
func (s Settings) With(key, value string) (Settings, error) {
	k, err := findKey(key)
	if err != nil {
		return s, err
	}
	changed := s
	if err := k.set(&changed, value); err != nil {
		return s, err
	}
	return changed, nil
}

// keyShape tells a mistyped key from a value that does not belong in a
// message: an API key pasted in the wrong place must not be echoed.
var keyShape = regexp.MustCompile(`^[a-z_.]{1,40}$`)

func findKey(name string) (settingKey, error) {
	for _, k := range settingKeys() {
		if k.name == name {
			return k, nil
		}
	}
	if !keyShape.MatchString(name) {
		return settingKey{}, ErrNoSetting
	}
	return settingKey{}, fmt.Errorf("%w: %s", ErrNoSetting, name)
}

// Decode reads a settings file. Members of the wrong type fail the
// whole file: a half-understood file must not be written back.
func Decode(data []byte) (Settings, error) {
	s := Settings{}
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&s); err != nil {
		return Settings{}, fmt.Errorf("parse %s: %w", File, err)
	}
	return s, nil
}

// Encode writes s over old, keeping the members of old that this
// version does not know.
func Encode(s Settings, old []byte) ([]byte, error) {
	s.Schema = Schema
	known, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encode settings: %w", err)
	}
	merged, fresh := map[string]any{}, map[string]any{}
	_ = json.Unmarshal(old, &merged) // nothing to keep in a file that does not parse
	if err := json.Unmarshal(known, &fresh); err != nil {
		return nil, fmt.Errorf("encode settings: %w", err)
	}
	overlay(merged, fresh)
	data, err := json.MarshalIndent(merged, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode settings: %w", err)
	}
	return append(data, '\n'), nil
}

// overlay copies fresh into into, descending where both hold objects.
func overlay(into, fresh map[string]any) {
	for k, v := range fresh {
		sub, isMap := v.(map[string]any)
		have, wasMap := into[k].(map[string]any)
		if isMap && wasMap {
			overlay(have, sub)
			continue
		}
		into[k] = v
	}
}
