// Package models makes the models and embedders of a home by the choices of its
// settings, each with its key and counted; tries, lists, downloads and suggests
// them; and leaves one alone at night that could not be reached. Which providers
// there are it is told.
package models

import (
	"context"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/store"
)

// Providers are what makes models. Builtin is required.
type Providers struct {
	Builtin      llm.Model // the mind that needs no model
	Pick         func(ctx context.Context, choice config.ModelChoice, key string) (llm.Model, error)
	PickEmbedder func(ctx context.Context, choice config.EmbedderChoice, key string) (llm.Embedder, error)
	ListModels   func(ctx context.Context, choice config.ModelChoice, key string) ([]Info, error)
	PullModel    func(ctx context.Context, choice config.ModelChoice, progress func(PullProgress)) error
	Discover     func(ctx context.Context) []Server
	Memory       int64 // the machine's main memory in bytes; 0 asks the system
}

// Options are what a Set works with. All but the functions of Providers is
// required.
type Options struct {
	*Providers
	Home     *store.Home // has the keys
	Settings func() config.Settings
	Meter    func(persona string, price meter.Price) meter.Meter // where requests are counted
	Now      func() time.Time
}

// A Set are the models of a home. It is safe for concurrent use.
type Set struct {
	opt  Options
	gone gone
}

// New returns the models of a home.
func New(opt Options) *Set { return &Set{opt: opt} }

// counted returns m with every request counted to a persona, "" for the program
// itself. nil stays nil.
func (h *Set) counted(m llm.Model, persona string, price meter.Price) llm.Model {
	return meter.Metered(m, h.opt.Meter(persona, price))
}
