package episodic

// The numbers of docs/inner-life.md.
const (
	// unknownArousal is that of a day without data, and of an episode that
	// says nothing usable.
	unknownArousal = 0.5

	// Exchange arousal.
	gain              = 2.0
	curiosityShare    = 0.25 // of the change of curiosity
	deltaShare        = 0.40 // of the change of emotion
	maxShare          = 0.15 // of the stronger emotion
	relatednessShare  = 0.20 // of the change of relatedness
	strongEmotion     = 0.5  // an emotion so strong on either side …
	strongDelta       = 0.3  // … counts as this change at least
	angerWeight       = 1.0
	joyWeight         = 0.8
	sadnessWeight     = 0.6
	protectiveWeight  = 0.5
	anxiousWeight     = 0.5
	contentmentWeight = 0.2
	neutralWeight     = 0.0

	// Resonance.
	resonanceRate = 0.2
	resonanceStep = 0.2 // the most that one report moves
	// maxResonances is of how many reports on an episode it is known who made
	// them. It has no source but use: an episode is in the prompt for two weeks.
	maxResonances = 500

	// Inflation guard.
	inflatedMean = 0.6
	deflation    = 0.9

	// Special episodes.
	achievementArousal = 0.8
	discoveryArousal   = 0.6
	bondingArousal     = 0.7

	// StarArousal is that of an exchange that is told in detail.
	StarArousal = 0.6

	// LookBack is how many days of episodes go into the prompt, before the oldest
	// message in it.
	LookBack = 14

	// CompressAfter is the age in days from which the episodes of a week are
	// made one.
	CompressAfter = 60

	// The length of summaries in characters.
	dailyMin  = 800
	dailyMax  = 1500
	weeklyMin = 400
	weeklyMax = 800
	weeklyTop = 2 // episodes that a weekly summary keeps in detail

	// MaxInsight is the most characters of an insight.
	MaxInsight = 300

	// MaxStrategy is the most characters of a strategy.
	MaxStrategy = 150
)
