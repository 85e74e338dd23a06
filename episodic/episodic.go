// Package episodic is what a persona remembers of its days: an episode for
// each day or week of conversation and for the moments that stand out
// (Journal), how much each exchange moved it (Exchanges), and its dream diary
// (Insights). It also tells a day or a week in few words, with a model or by
// rules.
//
// The files are the truth: JSON arrays that a person may edit while the
// program runs. What in them cannot be used is stepped over and named by
// Problems, and stays in the file as it is. Members this version does not know
// survive. A file whose very form is broken is read as far as it goes; when
// something has to be written, it is copied beside itself first.
//
// Everything here is derived from sources, ids of messages for the most part.
// Withdraw takes out what is derived from messages that were taken back, Reinstate
// brings it again; in between it is in the file and no reader sees it.
package episodic

import (
	"errors"
	"time"

	"yumori/internal/store"
)

var (
	// ErrNoEpisode says that no episode has the id asked for.
	ErrNoEpisode = errors.New("no such episode")
	// ErrBadEpisode says that an episode cannot be kept as it is: no date, no
	// summary, an arousal outside [0, 1]. Nothing was written.
	ErrBadEpisode = errors.New("episode not accepted")
	// ErrSpecial says that a special episode was to be compressed.
	ErrSpecial = errors.New("special episodes are never compressed")
	// ErrBadExchange says that an exchange cannot be kept as it is: no reply,
	// no time. Nothing was written.
	ErrBadExchange = errors.New("exchange not accepted")
	// ErrNoInsight says that no insight has the id asked for.
	ErrNoInsight = errors.New("no such insight")
	// ErrBadInsight says that an insight cannot be kept: it is empty or too
	// long. Nothing was written.
	ErrBadInsight = errors.New("insight not accepted")
	// ErrTooLarge says that a file would become larger than it may be.
	// Nothing was written.
	ErrTooLarge = errors.New("file would become too large")
)

// The values of memory.Derived.Store.
const (
	StoreEpisode = "episode"
	StoreArousal = "arousal"
	StoreInsight = "insight"
	// StoreResonance is what a reply moved the arousal of an episode by.
	StoreResonance = "resonance"
)

// A Problem is a part of a file that could not be used as it is.
type Problem = store.Flaw

// Options are what a store may be opened with; the zero value is right.
type Options struct {
	Now func() time.Time // nil is time.Now
}

func (o Options) now() time.Time {
	if o.Now == nil {
		return time.Now()
	}
	return o.Now()
}
