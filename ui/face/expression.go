package face

// An Expression is what a portrait shows: the category of an emotion, or what
// the persona does.
type Expression string

// The expressions. The first seven are the categories of package motivation.
const (
	Neutral     Expression = "neutral"
	Joy         Expression = "joy"
	Contentment Expression = "contentment"
	Protective  Expression = "protective"
	Anxious     Expression = "anxious"
	Sadness     Expression = "sadness"
	Anger       Expression = "anger"
	Thinking    Expression = "thinking"
	Speaking    Expression = "speaking"
	Asleep      Expression = "asleep"
	Surprised   Expression = "surprised"
)

// All returns every expression, neutral first.
func All() []Expression {
	return []Expression{Neutral, Joy, Contentment, Protective, Anxious, Sadness, Anger, Thinking, Speaking, Asleep, Surprised}
}

// A lids says whether the eyes are open for the moment.
type lids int

const (
	lidsOpen lids = iota // as the expression has them
	lidsClosed
)

// A mouth says what a mouth does that speaks.
type mouth int

const (
	mouthShows mouth = iota // as the expression has it
	mouthRests
)

// A pose is all that a picture of a portrait depends on beside its size.
type pose struct {
	expression Expression
	lids       lids
	mouth      mouth
	breath     float64 // 0 to 1
}

// A crop says how much of a portrait is shown.
type crop int

const (
	cropBust crop = iota
	cropHead
)
