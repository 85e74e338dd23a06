// Package prompt makes what one turn puts in front of a model: a Plan in tokens
// of the window that the model really has, and the request of it. It reads the
// persona's files, the talk, what is recalled, felt, wanted and known, divides the
// room among them, and says what was left out and why. It asks no model.
package prompt

import (
	"log/slog"
	"time"

	"yumori/dreaming/record"
	"yumori/internal/agent"
	"yumori/internal/card"
	"yumori/internal/mind"
	"yumori/internal/store"
	"yumori/internal/taint"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/retrieval"
)

// Options are what a Composer works with. All of it is required.
type Options struct {
	Dir     *store.Dir
	Log     *transcript.Log
	Mind    *mind.Mind
	Persona *persona.Persona
	Recall  *retrieval.Service
	Taint   *taint.Tracker
	Scales  *Scales
	Limits  retrieval.Limits // how long a turn waits
	Now     func() time.Time
	Logger  *slog.Logger

	Recalls    func() bool               // whether anything is recalled, by the settings
	UserName   func() string             // "" unknown
	Unlearned  func() map[string]bool    // messages of which nothing is to be remembered
	Candidates func() []record.Candidacy // what dreams noted and the persona was not told of
	Skills     func() []Skill            // that are enabled
	Tools      func(*Prompt) []agent.Tool
}

// A Composer makes the prompts of a persona. It is safe for concurrent use.
type Composer struct {
	opt  Options
	lore *loreFile
}

// New returns the Composer of a persona.
func New(opt Options) *Composer { return &Composer{opt, newLoreFile(opt.Dir)} }

// Lore returns the persona's lore as it is now, nil if there is none; the error
// says why it cannot be used.
func (c *Composer) Lore() (*card.Book, error) { return c.lore.look() }
