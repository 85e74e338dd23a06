package uitest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/internal/spending"
	"yumori/internal/updates"
	"yumori/persona"
)

// A FakeHome keeps settings and personas in memory.
type FakeHome struct {
	Embedded  []config.EmbedderChoice // tried
	Kept      config.Settings
	People    []companion.PersonaInfo
	Companion *FakeCompanion
	Fail      error
	Unfit     error // of every model that is checked
	Keys      map[string]string
	Servers   []models.Server
	Tested    config.ModelChoice
	Aside     []string
	Soul      string // that the persona made last was given
	Template  string // that it was made of
	Spent     []spending.Sum
	Starts    bool
	Updates   FakeUpdates
	FakeCopies
	FakeStore
}

// FakeUpdates is what the update address says.
type FakeUpdates struct {
	Host  string
	Newer updates.Release
	Fault error
}

// UpdateHost stands for the method of companion.Home.
func (h *FakeHome) UpdateHost() string { return h.Updates.Host }

// AskForUpdate stands for the method of companion.Home.
func (h *FakeHome) AskForUpdate(context.Context) (updates.Release, error) {
	return h.Updates.Newer, h.Updates.Fault
}

// A FakeStore is the models of a server.
type FakeStore struct {
	Models []models.Info
	Unread error // returned in place of the list
	Asked  []config.ModelChoice
	Pulls  []config.ModelChoice
	Pull   func(context.Context, func(models.PullProgress)) error // nil is done at once
	Suited []models.Suggestion
	Window llm.Window
}

// ListModels stands for the method of companion.Home.
func (s *FakeStore) ListModels(_ context.Context, c config.ModelChoice) ([]models.Info, error) {
	s.Asked = append(s.Asked, c)
	return s.Models, s.Unread
}

// PullModel stands for the method of companion.Home.
func (s *FakeStore) PullModel(ctx context.Context, c config.ModelChoice, tell func(models.PullProgress)) error {
	s.Pulls = append(s.Pulls, c)
	if s.Pull == nil {
		return nil
	}
	return s.Pull(ctx, tell)
}

// SuggestModels stands for the method of companion.Home.
func (s *FakeStore) SuggestModels() []models.Suggestion { return s.Suited }

// WindowOf stands for the method of companion.Home.
func (s *FakeStore) WindowOf(context.Context, config.ModelChoice) (llm.Window, error) {
	return s.Window, nil
}

// Spending stands for the method of companion.Home.
func (h *FakeHome) Spending(string) ([]spending.Sum, error) { return h.Spent, h.Fail }

// Settings stands for the method of companion.Home.
func (h *FakeHome) Settings() config.Settings { return h.Kept }

// Change stands for the method of companion.Home.
func (h *FakeHome) Change(s config.Settings) error {
	if h.Fail != nil {
		return h.Fail
	}
	h.Kept = s
	return nil
}

// Language stands for the method of companion.Home.
func (h *FakeHome) Language() string {
	if h.Kept.Locale != "" {
		return h.Kept.Locale
	}
	return "en"
}

// Path stands for the method of companion.Home.
func (h *FakeHome) Path() string { return "/home/alex/.local/share/yumori" }

// Troubles stands for the method of companion.Home.
func (h *FakeHome) Troubles() []companion.Trouble { return nil }

// Personas stands for the method of companion.Home.
func (h *FakeHome) Personas() ([]companion.PersonaInfo, error) { return slices.Clone(h.People), nil }

// First stands for the method of companion.Home.
func (h *FakeHome) First() (string, error) { return h.People[0].Slug, nil }

// Create stands for the method of companion.Home.
func (h *FakeHome) Create(name, language, soul string) (string, error) {
	if name == "" {
		return "", fmt.Errorf("create persona: %w", persona.ErrBadName)
	}
	h.Soul = soul
	h.People = append(h.People, companion.PersonaInfo{Slug: "new", Name: name, Language: language})
	return "new", nil
}

// Templates stands for the method of companion.Home: two in either language.
func (h *FakeHome) Templates(language string) ([]persona.Template, error) {
	if language == "ja" {
		return []persona.Template{{ID: "cook", Name: "よね", Line: "定食屋のおかみ。あったかい"}, {ID: "fox", Name: "こがね", Line: "狐"}}, h.Fail
	}
	return []persona.Template{{ID: "cook", Name: "Marta", Line: "A ship's cook; warm"}, {ID: "fox", Name: "Rusk", Line: "A fox"}}, h.Fail
}

// CreateFrom stands for the method of companion.Home.
func (h *FakeHome) CreateFrom(id, language, name string) (string, error) {
	if h.Fail != nil {
		return "", h.Fail
	}
	h.Template = id
	return h.Create(cmp.Or(name, id), language, "")
}

// Rename stands for the method of companion.Home.
func (h *FakeHome) Rename(_ context.Context, slug, name string) error {
	for i := range h.People {
		if h.People[i].Slug == slug {
			h.People[i].Name = name
		}
	}
	return nil
}

// SetAside stands for the method of companion.Home.
func (h *FakeHome) SetAside(slug string) (string, error) {
	h.Aside = append(h.Aside, slug)
	h.People = slices.DeleteFunc(h.People, func(p companion.PersonaInfo) bool { return p.Slug == slug })
	return "set-aside/" + slug, nil
}

// KeyPlace stands for the method of companion.Home.
func (h *FakeHome) KeyPlace(provider string) (string, error) {
	if h.Keys[provider] != "" {
		return "keyring", nil
	}
	return "", nil
}

// SetKey stands for the method of companion.Home.
func (h *FakeHome) SetKey(provider, key string) (string, error) {
	h.Keys[provider] = key
	return "keyring", nil
}

// TestModel stands for the method of companion.Home.
func (h *FakeHome) TestModel(_ context.Context, c config.ModelChoice) (models.Test, error) {
	h.Tested = c
	return models.Test{Speaker: models.Speaker{Provider: c.Provider, Name: c.Name}, Took: 1200 * time.Millisecond}, h.Fail
}

// CheckModel stands for the method of companion.Home.
func (h *FakeHome) CheckModel(context.Context, config.ModelChoice) error { return h.Unfit }

// CheckEmbedder stands for the method of companion.Home.
func (h *FakeHome) CheckEmbedder(context.Context, config.EmbedderChoice) error { return h.Unfit }

// Discover stands for the method of companion.Home.
func (h *FakeHome) Discover(context.Context) []models.Server { return h.Servers }

// TestEmbedder stands for the method of companion.Home.
func (h *FakeHome) TestEmbedder(_ context.Context, c config.EmbedderChoice) (models.EmbedderTest, error) {
	h.Embedded = append(h.Embedded, c)
	return models.EmbedderTest{Model: c.Provider + "/" + c.Name, Dim: 1536, Took: 300 * time.Millisecond}, h.Fail
}

// StartsWithComputer stands for the method of companion.Home.
func (h *FakeHome) StartsWithComputer() bool { return h.Starts }

// StartWithComputer stands for the method of companion.Home.
func (h *FakeHome) StartWithComputer() error {
	h.Starts = h.Fail == nil
	return h.Fail
}

// StartByHand stands for the method of companion.Home.
func (h *FakeHome) StartByHand() error {
	h.Starts = false
	return h.Fail
}
