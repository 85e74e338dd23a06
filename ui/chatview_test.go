package ui

import (
	"testing"

	"yumori/internal/companion"
	"yumori/internal/models"
	"yumori/ui/uitest"
)

func TestTitleView(t *testing.T) {
	who := companion.Snapshot{Slug: "luna", Name: "Luna", Speaker: models.Speaker{Rules: true}}
	w := uitest.English(t)
	for _, tt := range []struct {
		name  string
		state titleState
		want  titleModel
	}{
		{"chat", titleState{page: pageChat, name: "Luna", who: who, emotion: "contentment"}, titleModel{slug: "luna", title: "Luna",
			emotion: "contentment", feeling: "content", speaker: "Basic mode (no AI model)", persona: true, search: true}},
		{"no feeling of ours", titleState{page: pageChat, name: "Luna", who: companion.Snapshot{Slug: "luna", Speaker: models.Speaker{Provider: "openai", Name: "m"}}, emotion: "hunger"},
			titleModel{slug: "luna", title: "Luna", emotion: "hunger", speaker: "m ·  OpenAI", persona: true, search: true}},
		{"settings", titleState{page: pageSettings, name: "Luna", who: who}, titleModel{title: "Settings"}},
		{"memories", titleState{page: pageMemories, name: "Luna", who: who}, titleModel{slug: "luna", title: "Luna: memories", persona: true}},
	} {
		if got := titleView(tt.state, w); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
