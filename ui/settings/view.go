package settings

import (
	"strconv"
	"time"

	"yumori/internal/config"
	"yumori/internal/models"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A settingsModel is the settings in words. The order of choices is that in
// which they are shown.
type settingsModel struct {
	locale, theme, send    string // values chosen
	locales, themes, sends []widget.Choice
	textSize               int // per cent
	askFirst               bool
	home                   string
	roles                  []roleModel
}

// A roleModel is which model does one task.
type roleModel struct {
	role  config.ModelChoice
	name  page.RoleName
	title string
	hint  string
}

// ChoiceOf is where a role's choice stands in the settings.
func ChoiceOf(s *config.Settings, role page.RoleName) *config.ModelChoice {
	switch role {
	case page.RoleLight:
		return &s.Models.Light
	case page.RoleDream:
		return &s.Models.Dream
	default:
		return &s.Models.Chat
	}
}

// Bounds of the text size in per cent, and its step.
const (
	TextSizeMax  = 160
	textSizeMin  = 80
	textSizeStep = 10
)

// settingsView puts settings into words. It is pure.
func settingsView(s config.Settings, home string, w page.Words) settingsModel {
	m := settingsModel{
		locale: s.Locale, theme: s.UI.Theme, send: s.UI.Send, askFirst: !s.Memory.ApplyCore, home: home,
		locales:  []widget.Choice{{Value: "", Word: w.T("settings.system")}, {Value: "en", Word: w.T("language.en")}, {Value: "ja", Word: w.T("language.ja")}},
		themes:   []widget.Choice{{Value: "", Word: w.T("settings.system")}, {Value: "dark", Word: w.T("settings.dark")}, {Value: "light", Word: w.T("settings.light")}},
		sends:    []widget.Choice{{Value: "", Word: w.T("settings.enter")}, {Value: "ctrl+enter", Word: w.T("settings.ctrl_enter")}},
		textSize: s.UI.TextSize,
	}
	if m.send == "enter" {
		m.send = ""
	}
	if m.textSize == 0 {
		m.textSize = 100
	}
	m.roles = []roleModel{
		{name: page.RoleChat, title: w.T("role.chat"), hint: w.T("role.chat.hint")},
		{name: page.RoleLight, title: w.T("role.light"), hint: w.T("role.light.hint")},
		{name: page.RoleDream, title: w.T("role.dream"), hint: w.T("role.dream.hint")},
	}
	for i := range m.roles {
		m.roles[i].role = *ChoiceOf(&s, m.roles[i].name)
		if m.roles[i].role.Provider == "" {
			m.roles[i].role.Provider = "builtin"
		}
	}
	return m
}

// keyPlaceLine says where the key of a provider is kept.
func keyPlaceLine(w page.Words, place string) string {
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

// keyLine says where the key of a provider is kept, or what is wrong, and what is to
// be written in the field for it.
func keyLine(w page.Words, place string, err error) (line, hint string) {
	switch {
	case err != nil:
		return w.Explain(err).Sentence(), w.T("model.key.paste")
	case place == "":
		return keyPlaceLine(w, place), w.T("model.key.paste")
	}
	return keyPlaceLine(w, place), w.T("model.key.hint")
}

// testLine says what came of testing a model.
func testLine(w page.Words, t models.Test) string {
	if t.Speaker.Rules {
		return w.T("test.rules")
	}
	return w.T("test.ok", "model", w.Speaker(t.Speaker), "seconds", tenths(t.Took))
}

// tenths is a time in seconds with one digit behind the point.
func tenths(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) }

// supplierTiles are the tiles from which models are chosen.
func supplierTiles(w page.Words) []widget.Tile {
	var list []widget.Tile
	for _, s := range page.Suppliers() {
		list = append(list, s.Tile(w))
	}
	return list
}

// Choose makes a model that of a role: of all three if it is that of the
// conversation and they had one in common.
func Choose(s *config.Settings, role page.RoleName, c config.ModelChoice) {
	if role == page.RoleChat && isTogether(*s) {
		s.Models = config.ModelRoles{Chat: c, Light: c, Dream: c}
		return
	}
	*ChoiceOf(s, role) = c
}

// isTogether reports whether one model does everything.
func isTogether(s config.Settings) bool {
	return s.Models.Light == s.Models.Chat && s.Models.Dream == s.Models.Chat
}
