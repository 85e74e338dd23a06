package facts

// The steps of an opinion's confidence, from docs/inner-life.md.
const (
	supportStep     = 0.1 // c += 0.1·(1 − c)
	contradictStep  = 0.1 // c −= 0.1·c
	nightBound      = 0.2 // the most a night moves …
	nightSources    = 3   // … unless it has as many independent sources
	confidenceSteps = 1e4 // of the confidence as it is written: 0.0001
)

// defaultConfidence is that of an opinion which does not tell: undecided. It
// has no source but that.
const defaultConfidence = 0.5

// Bounds, in characters unless said otherwise. They have no source but use.
const (
	// MaxText is the most characters of a fact.
	MaxText = 2_000
	// MaxEntities is the most entities of a fact.
	MaxEntities = 20

	// MaxSources is how many sources a fact gathers: what is said again and
	// again does not make its line, and with it the file, longer each time.
	MaxSources = 24

	maxName     = 200
	maxEvidence = 400 // of the text of one
	maxSource   = 200 // bytes
	maxTitle    = 160
	maxProblems = 200 // of one file
	idDigits    = 10
)
