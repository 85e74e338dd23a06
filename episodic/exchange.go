package episodic

import (
	"fmt"
	"math"
	"slices"
	"time"

	"yumori/internal/memory"
)

// An Exchange is one thing said and its reply, with what it did to the persona.
type Exchange struct {
	User, Reply   string    // ids of the messages; User is "" when the persona spoke by itself
	Time          time.Time // of the reply; its zone says what day it is
	Before, After State
	Arousal       float64 // in [0, 1]; Arousal(Before, After), which Check compares
	Withdrawn     []string
}

// counts reports whether neither of the messages was taken back.
func (x Exchange) counts() bool { return len(x.Withdrawn) == 0 }

func (x Exchange) involves(source string) bool {
	return source != "" && (x.User == source || x.Reply == source)
}

func (x Exchange) clone() Exchange {
	x.Withdrawn = slices.Clone(x.Withdrawn)
	return x
}

// exchangeJSON is an exchange in a file. Its sources are user and reply, its
// kind is lived.
type exchangeJSON struct {
	Time      string      `json:"time"`
	User      string      `json:"user,omitempty"`
	Reply     string      `json:"reply"`
	Kind      memory.Kind `json:"kind,omitempty"`
	Before    *State      `json:"before,omitempty"`
	After     *State      `json:"after,omitempty"`
	Arousal   *float64    `json:"arousal"`
	Withdrawn []string    `json:"withdrawn,omitempty"`
}

func encodeExchange(x Exchange) ([]member, error) {
	return encode(exchangeJSON{
		Time: formatTime(x.Time), User: x.User, Reply: x.Reply, Kind: memory.Lived, Before: &x.Before, After: &x.After,
		Arousal: &x.Arousal, Withdrawn: x.Withdrawn,
	})
}

// decodeExchange reads an element. One without an arousal or a time that can be
// used is not used at all.
func decodeExchange(raw []byte) reading[Exchange] {
	var j exchangeJSON
	r := reading[Exchange]{bad: decodeMembers(raw, &j)}
	x := Exchange{User: j.User, Reply: j.Reply, Withdrawn: j.Withdrawn}
	if j.Before != nil {
		x.Before = *j.Before
	}
	if j.After != nil {
		x.After = *j.After
	}
	var err error
	x.Time, err = parseTime(j.Time)
	switch {
	case err != nil:
		r.bad = append(r.bad, fmt.Sprintf("time: %v: the exchange is not used", err))
	case j.Arousal == nil:
		r.bad = append(r.bad, "exchange has no arousal: it is not used")
	case !inUnit(*j.Arousal):
		r.bad = append(r.bad, fmt.Sprintf("arousal %v is not in [0, 1]: the exchange is not used", *j.Arousal))
	case j.Reply == "":
		r.bad = append(r.bad, "exchange has no reply: it is not used")
	default:
		x.Arousal, r.use = *j.Arousal, true
	}
	r.item = x
	return r
}

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
