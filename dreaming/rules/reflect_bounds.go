package rules

import (
	"yumori/episodic"
	"yumori/motivation"
)

// Bounds of what a night's thinking gives, in characters unless said
// otherwise. Those that have no package to take them have no source but use.
const (
	MaxInsight  = episodic.MaxInsight
	MaxStrategy = episodic.MaxStrategy
	MaxDream    = 1_200
	MaxTopic    = motivation.MaxTopic
	MaxContext  = motivation.MaxContext
	MaxSubject  = 80 // of what the day was about
	MaxGoal     = 300
	MaxNote     = 400
	MaxFact     = 300
	MaxName     = 60
	maxQuote    = 300

	fewestQuestions = 2 // below it the rules look further
	MaxNewQuestions = 5
	MaxGoalUpdates  = 6
	MaxNewGoals     = 2
	MaxResolved     = 10
	MaxFacts        = 24
	MaxWeighed      = 12
	MaxCandidates   = 8
	MaxEvidence     = 5 // of one item

	MaxKept     = 20_000 // of a model's answer that is kept
	maxExcerpt  = 200
	maxProblems = 50
)
