package settings

import (
	"context"

	"yumori/internal/companion"
)

// A Desk is everything the settings ask of the house.
type Desk struct {
	Settings SettingsKeeper
	Models   ModelKeeper
	Store    ModelStore
	Window   WindowAsker
	Spending SpendingReader
	Start    Starter
}

// A SettingsKeeper keeps the settings.
type SettingsKeeper interface {
	Settings() companion.Settings
	Change(companion.Settings) error
	Language() string
	Path() string
	Troubles() []companion.Trouble
}

// A ModelKeeper knows the models.
type ModelKeeper interface {
	KeyPlace(provider string) (string, error)
	SetKey(provider, key string) (string, error)
	Discover(context.Context) []companion.Server
	modelTester
}

// A modelTester says whether a choice can be used, and whether it works.
type modelTester interface {
	CheckModel(context.Context, companion.ModelChoice) error
	CheckEmbedder(context.Context, companion.EmbedderChoice) error
	TestModel(context.Context, companion.ModelChoice) (companion.ModelTest, error)
	TestEmbedder(context.Context, companion.EmbedderChoice) (companion.EmbedderTest, error)
}
