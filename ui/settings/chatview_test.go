package settings

import (
	"testing"

	"yumori/internal/config"
	"yumori/ui/uitest"
	"yumori/ui/widget"
)

func TestSettingsView(t *testing.T) {
	m := settingsView(config.Settings{UI: config.UIChoices{Send: "enter"}}, "/home", uitest.English(t))
	if m.textSize != 100 || !m.askFirst || m.send != "" || m.roles[0].role.Provider != "builtin" {
		t.Errorf("the defaults are shown as %+v", m)
	}
	for _, list := range [][]widget.Choice{m.locales, m.themes, m.sends} {
		for _, c := range list {
			if widget.WordOf(list, c.Value) != c.Word || widget.ValueOf(list, c.Word) != c.Value {
				t.Errorf("%+v does not come back from its word", c)
			}
		}
	}
}
