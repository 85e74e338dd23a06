package dreaming

// Bounds of what a night's thinking gives, in characters unless said
// otherwise: insight and strategy are of DESIGN §6, topic and context those of
// motivation, the others have no source but use.
const (
	maxInsight  = 300
	maxStrategy = 150
	maxDream    = 1_200
	maxTopic    = 200
	maxContext  = 500
	maxSubject  = 80 // of what the day was about
	maxGoal     = 300
	maxNote     = 400
	maxFact     = 300
	maxName     = 60
	maxQuote    = 300

	fewestQuestions = 2 // below it the rules look further
	maxNewQuestions = 5
	maxGoalUpdates  = 6
	maxNewGoals     = 2
	maxResolved     = 10
	maxFacts        = 24
	maxWeighed      = 12
	maxCandidates   = 8
	maxEvidence     = 5 // of one item

	maxKept     = 20_000 // of a model's answer that is kept
	maxExcerpt  = 200
	maxProblems = 50
)
