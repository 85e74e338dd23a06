package dreaming

import (
	"yumori/episodic"
	"yumori/motivation"
)

// Bounds of what a night's thinking gives, in characters unless said
// otherwise. Those that have no package to take them have no source but use.
const (
	maxInsight  = episodic.MaxInsight
	maxStrategy = episodic.MaxStrategy
	maxDream    = 1_200
	maxTopic    = motivation.MaxTopic
	maxContext  = motivation.MaxContext
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
