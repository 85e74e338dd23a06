package companion

import (
	"yumori/internal/models"
	"yumori/internal/prompt"
	"yumori/internal/taint"
)

// What stands in front of a model, as package prompt has it.
type (
	Plan        = prompt.Plan     // all of it
	PlanSection = prompt.Section  // one part
	PlanCut     = prompt.Cut      // what a part had to leave out
	PlanMessage = prompt.Message  // a message of the talk in it
	FileLeft    = prompt.FileLeft // a file of the user's that is not whole in it
)

// Where a section stands, and why something was left out of it.
const (
	PartSystem   = prompt.PartSystem
	PartMessages = prompt.PartMessages
	PartTools    = prompt.PartTools
	SectionTalk  = prompt.SectionTalk
	SectionSpecs = prompt.SectionSpecs
	CutFile      = prompt.CutFile
	CutWindow    = prompt.CutWindow
)

// ErrWindowSmall says that a model's window has no room for what a prompt never
// leaves out.
var ErrWindowSmall = prompt.ErrWindowSmall

// An OwnText is a text that the user declared to be their own.
type OwnText = taint.OwnText

// HashFile is taint.HashFile.
func HashFile(file string) ([]string, error) { return taint.HashFile(file) }

// The models of a home, as package models has them.
type (
	Speaker         = models.Speaker      // who gives a reply
	ModelInfo       = models.Info         // a model that a provider offers
	ModelTest       = models.Test         // what came of asking one for a word
	ModelSuggestion = models.Suggestion   // one that a newcomer can begin with
	PullProgress    = models.PullProgress // how far a download has come
	Server          = models.Server       // a model server of this machine
	EmbedderTest    = models.EmbedderTest // what came of asking for a vector
)

// ErrNoEmbedder says that no provider of a choice is there.
var ErrNoEmbedder = models.ErrNoEmbedder
