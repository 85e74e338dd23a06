package episodic

import "math"

// An Emotion is one of the persona's feelings; any other name counts as
// Neutral.
type Emotion string

// The emotions.
const (
	Joy         Emotion = "joy"
	Contentment Emotion = "contentment"
	Protective  Emotion = "protective"
	Anxious     Emotion = "anxious"
	Sadness     Emotion = "sadness"
	Anger       Emotion = "anger"
	Neutral     Emotion = "neutral"
)

// weight says how much an emotion stirs.
func (e Emotion) weight() float64 {
	switch e {
	case Anger:
		return angerWeight
	case Joy:
		return joyWeight
	case Sadness:
		return sadnessWeight
	case Protective:
		return protectiveWeight
	case Anxious:
		return anxiousWeight
	case Contentment:
		return contentmentWeight
	}
	return neutralWeight
}

// A State is how the persona feels at one moment. The zero State is that of one
// that has reported nothing yet.
type State struct {
	Emotion     Emotion `json:"emotion,omitempty"`
	Intensity   float64 `json:"intensity,omitempty"`   // in [0, 1]
	Curiosity   float64 `json:"curiosity,omitempty"`   // the drive's level, in [0, 1]
	Relatedness float64 `json:"relatedness,omitempty"` // likewise
}

// clamped returns s with every number in [0, 1].
func (s State) clamped() State {
	s.Intensity, s.Curiosity, s.Relatedness = clampUnit(s.Intensity), clampUnit(s.Curiosity), clampUnit(s.Relatedness)
	return s
}

// Arousal returns how much an exchange moved the persona, in [0, 1], from the
// states before and after it. It is pure; numbers outside [0, 1] are taken as
// the nearest within.
func Arousal(before, after State) float64 {
	before, after = before.clamped(), after.clamped()
	was, is := before.Emotion.weight()*before.Intensity, after.Emotion.weight()*after.Intensity
	strongest, delta := max(was, is), math.Abs(is-was)
	if strongest >= strongEmotion {
		delta = max(delta, strongDelta)
	}
	return min(1, gain*(curiosityShare*math.Abs(after.Curiosity-before.Curiosity)+
		deltaShare*delta+
		maxShare*strongest+
		relatednessShare*math.Abs(after.Relatedness-before.Relatedness)))
}
