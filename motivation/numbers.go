package motivation

import "time"

// The numbers of docs/inner-life.md.
const (
	// Boredom.
	boredomSlope = 0.15

	// Curiosity.
	curiosityScale = 2.0                 // S that gives 1 − 1/e
	freshFloor     = 0.3                 // what of a question's weight never fades …
	freshShare     = 0.7                 // … and what does
	freshDays      = 7.0                 // in which the latter falls to 1/e
	askedFactor    = 0.5                 // of a question that was asked
	maxOpen        = 10                  // open questions; the lowest leaves
	ageAfter       = 14 * 24 * time.Hour // from when on a question's priority …
	ageFactor      = 0.5                 // … falls to this each night …
	ageFloor       = 0.1                 // … but not below this

	// Goal achievement.
	goalStep  = 0.2
	goalFloor = 0.2

	// Relatedness.
	protectiveWeight  = 0.9
	anxiousWeight     = 0.8
	sadnessWeight     = 0.5
	angerWeight       = 0.4
	neutralWeight     = 0.3
	joyWeight         = 0.2
	contentmentWeight = 0.1
	emotionHours      = 72.0 // in which relatedness falls to 1/e

	// Satisfaction.
	satisfied      = 0.25 // right after a drive was acted on
	satisfiedHours = 12.0 // in which that falls to 1/e
	wornStep       = 0.05 // for each time a drive won in a row …
	wornMost       = 0.15 // … at most …
	wornFrom       = 2    // … from this many on

	// A drive that a person moved.
	nudgeHours = 24.0 // in which that falls to 1/e

	// Thresholds, and the least time between two actions of the persona's own.
	feelLevel  = 0.4
	actLevel   = 0.6
	actBetween = 60 * time.Minute

	// A new question's priority if it has none; not in docs/inner-life.md.
	defaultPriority = 0.5
)

// Bounds of what is written; what a user wrote may be longer.
const (
	MaxTopic    = 200  // characters of a topic
	MaxContext  = 500  // characters of a context or an answer
	maxEvidence = 20   // texts of evidence; the oldest leaves
	maxSources  = 100  // of an item; the oldest leave
	maxClosed   = 20   // closed questions of which nothing more will be made
	maxForecast = 2000 // points of a forecast
)
