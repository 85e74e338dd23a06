package ui

import (
	"strconv"
	"time"

	"yumori/internal/companion"
)

// A choice is one of a few values with the word for it.
type choice struct{ value, word string }

// A settingsModel is the settings in words. The order of choices is that in
// which they are shown.
type settingsModel struct {
	locale, theme, send    string // values chosen
	locales, themes, sends []choice
	textSize               int // per cent
	askFirst               bool
	home                   string
	roles                  []roleModel
}

// A roleModel is which model does one task.
type roleModel struct {
	role      companion.ModelChoice
	name      roleName
	title     string
	hint      string
	providers []choice
}

// A roleName names a task of models.
type roleName string

const (
	roleChat  roleName = "chat"
	roleLight roleName = "light"
	roleDream roleName = "dream"
)

// choiceOf is where a role's choice stands in the settings.
func choiceOf(s *companion.Settings, role roleName) *companion.ModelChoice {
	switch role {
	case roleLight:
		return &s.Models.Light
	case roleDream:
		return &s.Models.Dream
	default:
		return &s.Models.Chat
	}
}

// Bounds of the text size in per cent, and its step.
const (
	textSizeMin, textSizeMax, textSizeStep = 80, 160, 10
)

// settingsView puts settings into words. It is pure.
func settingsView(s companion.Settings, home string, w words) settingsModel {
	m := settingsModel{
		locale: s.Locale, theme: s.UI.Theme, send: s.UI.Send, askFirst: !s.Memory.ApplyCore, home: home,
		locales:  []choice{{"", w.T("settings.system")}, {"en", w.T("language.en")}, {"ja", w.T("language.ja")}},
		themes:   []choice{{"", w.T("settings.system")}, {"dark", w.T("settings.dark")}, {"light", w.T("settings.light")}},
		sends:    []choice{{"", w.T("settings.enter")}, {"ctrl+enter", w.T("settings.ctrl_enter")}},
		textSize: s.UI.TextSize,
	}
	if m.send == "enter" {
		m.send = ""
	}
	if m.textSize == 0 {
		m.textSize = 100
	}
	providers := []choice{{"builtin", w.T("speaker.rules")}, {providerOllama, w.T("provider.ollama")}, {"openai", w.T("provider.openai")}, {"gemini", w.T("provider.gemini")}}
	m.roles = []roleModel{
		{name: roleChat, title: w.T("role.chat"), hint: w.T("role.chat.hint"), providers: providers},
		{name: roleLight, title: w.T("role.light"), hint: w.T("role.light.hint"), providers: providers},
		{name: roleDream, title: w.T("role.dream"), hint: w.T("role.dream.hint"), providers: providers},
	}
	for i := range m.roles {
		m.roles[i].role = *choiceOf(&s, m.roles[i].name)
		if m.roles[i].role.Provider == "" {
			m.roles[i].role.Provider = "builtin"
		}
	}
	return m
}

// keyLine says where the key of a provider is kept.
func (w words) keyLine(place string) string {
	switch place {
	case "environment":
		return w.T("key.environment")
	case "keyring":
		return w.T("key.keyring")
	case "file":
		return w.T("key.file")
	default:
		return w.T("key.none")
	}
}

// testLine says what came of testing a model.
func (w words) testLine(t companion.ModelTest) string {
	who := t.Speaker.Label()
	if t.Speaker.Rules {
		return w.T("test.rules")
	}
	return w.T("test.ok", "model", who, "seconds", tenths(t.Took))
}

// tenths is a time in seconds with one digit behind the point.
func tenths(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) }

// wordsOf are the words of choices, in their order.
func wordsOf(list []choice) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.word
	}
	return out
}

// wordOf is the word of a value; the first one's for a value that is none.
func wordOf(list []choice, value string) string {
	for _, c := range list {
		if c.value == value {
			return c.word
		}
	}
	return list[0].word
}

// valueOf is the value of a word.
func valueOf(list []choice, word string) string {
	for _, c := range list {
		if c.word == word {
			return c.value
		}
	}
	return list[0].value
}
