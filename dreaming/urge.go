package dreaming

import (
	"slices"
	"time"

	"yumori/motivation"
)

// The usual terms of a Contract ⚙.
const (
	actGap        = 60 * time.Minute // between two times
	actDaily      = 3
	actUnanswered = 2
)

// A Contract is what was agreed about a persona speaking first: whether, when,
// how often, and out of what. The zero values of its fields but Enabled are
// the usual terms.
type Contract struct {
	Enabled    bool
	Quiet      Hours              // no word in them; none is 0:00–7:00
	Idle       time.Duration      // how long the user has to be silent; 0 is 120 minutes
	Gap        time.Duration      // from one time to the next; 0, and less, is 60 minutes
	Daily      int                // times in a day; 0 is 3
	Unanswered int                // times in a row without a word of the user's; 0 is 2
	About      []motivation.Drive // the motives; none is all
}

func (c Contract) filled() Contract {
	if c.Quiet == (Hours{}) {
		c.Quiet = Hours{To: quietUntil}
	}
	if c.Idle == 0 {
		c.Idle = idleLimit
	}
	c.Gap = max(c.Gap, actGap)
	if c.Daily == 0 {
		c.Daily = actDaily
	}
	if c.Unanswered == 0 {
		c.Unanswered = actUnanswered
	}
	return c
}

// A Mood is everything that Moved depends on but the clock. It is a value.
type Mood struct {
	Contract Contract
	Inner    motivation.Snapshot
	Acts     []time.Time // at which it was moved in the last days, oldest first, whatever came of it
}

// The reasons why a persona does not speak first.
const (
	ReasonQuietNow   Reason = "quiet_hours_now"
	ReasonNoMotive   Reason = "no_motive"  // no drive has come to its threshold
	ReasonNotAgreed  Reason = "not_agreed" // the drive is none of those agreed on
	ReasonStranger   Reason = "never_spoken_with"
	ReasonGap        Reason = "spoke_first_just_now"
	ReasonDaily      Reason = "often_enough_today"
	ReasonUnanswered Reason = "unanswered" // waits for the user
	ReasonMoved      Reason = "moved"      // it does
)

// An Impulse says whether a persona is to speak first now, and out of what.
type Impulse struct {
	Drive  motivation.Drive // "" it is not
	Level  float64
	Reason Reason
	Next   time.Time // when the answer may be another; zero if that depends on more than the clock
}

// Moved decides whether a persona speaks first at a time; the wall clock and
// the day are those of its zone. It takes both: that the user has been silent
// for a while, and a drive that has come to its threshold. A time at which it
// was moved and stayed silent counts as one at which it spoke: a model was
// asked, and somebody who stays away is to cost nothing.
func Moved(m Mood, now time.Time) Impulse {
	c := m.Contract.filled()
	spoke := m.Inner.Spoke
	gap := m.lastAct(now).Add(c.Gap)
	switch today, unanswered := m.count(now); {
	case !c.Enabled:
		return Impulse{Reason: ReasonOff}
	case spoke.IsZero():
		return Impulse{Reason: ReasonStranger}
	case c.Quiet.Contains(now):
		return Impulse{Reason: ReasonQuietNow, Next: c.Quiet.endAfter(now)}
	case now.Sub(spoke) < c.Idle && spoke.Sub(now) < c.Idle:
		return Impulse{Reason: ReasonTalking, Next: spoke.Add(c.Idle)}
	case unanswered >= c.Unanswered:
		return Impulse{Reason: ReasonUnanswered}
	case today >= c.Daily:
		return Impulse{Reason: ReasonDaily, Next: startOf(dayOf(now).Back(-1), now.Location())}
	case gap.After(now):
		return Impulse{Reason: ReasonGap, Next: gap}
	}
	inner := m.Inner
	if spoke.After(now) { // of a clock that was wrong
		inner.Spoke = now.Add(-c.Idle)
	}
	drive := inner.Urge(now, motivation.Pace{Idle: c.Idle, Between: c.Gap})
	switch {
	case drive == "":
		return Impulse{Reason: ReasonNoMotive}
	case len(c.About) > 0 && !slices.Contains(c.About, drive):
		return Impulse{Reason: ReasonNotAgreed}
	}
	return Impulse{Drive: drive, Level: inner.At(now).Of(drive).Value, Reason: ReasonMoved}
}

// lastAct returns when the persona was moved last. What lies far ahead is of
// a clock that was wrong.
func (m Mood) lastAct(now time.Time) time.Time {
	for _, a := range slices.Backward(m.Acts) {
		if !a.After(now.Add(actGap)) {
			return a
		}
	}
	return time.Time{}
}

// count returns how often the persona was moved today, and since the user
// spoke.
func (m Mood) count(now time.Time) (today, unanswered int) {
	for _, a := range m.Acts {
		if dayOf(a.In(now.Location())) == dayOf(now) {
			today++
		}
		if a.After(m.Inner.Spoke) {
			unanswered++
		}
	}
	return today, unanswered
}
