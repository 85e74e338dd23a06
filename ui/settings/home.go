package settings

import (
	"context"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/models"
)

// A Home is everything the settings ask of the home.
type Home struct {
	Settings SettingsKeeper
	Models   ModelKeeper
	Tests    ModelTester
	Store    ModelStore
	Window   WindowAsker
	Spending SpendingReader
	Start    Starter
	Updates  Updater
}

// A SettingsKeeper keeps the settings.
type SettingsKeeper interface {
	Settings() config.Settings
	Change(config.Settings) error
	Language() string
	Path() string
	Troubles() []companion.Trouble
}

// A ModelKeeper knows the models.
type ModelKeeper interface {
	KeyPlace(service string) (string, error)
	SetKey(service, key string) (string, error)
	Discover(context.Context) []models.Server
}

// A ModelTester says whether a choice can be used, and whether it works.
type ModelTester interface {
	CheckModel(context.Context, config.ModelChoice) error
	CheckEmbedder(context.Context, config.EmbedderChoice) error
	TestModel(context.Context, config.ModelChoice) (models.Test, error)
	TestEmbedder(context.Context, config.EmbedderChoice) (models.EmbedderTest, error)
}
