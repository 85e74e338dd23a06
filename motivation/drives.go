package motivation

import (
	"slices"
	"time"
)

// A Level is the strength of a drive.
type Level struct {
	Value float64 // in [0, 1]: Raw less what satisfaction takes
	Raw   float64 // in [0, 1]: by the drive's formula alone
}

// reaches reports whether a level has come to a threshold. One that comes to
// it by a calculator does, although 1 − 0.2·3 is a little less than 0.4 here.
func (l Level) reaches(threshold float64) bool { return l.Value >= threshold-1e-9 }

// Drives are the levels at one time.
type Drives struct {
	Time        time.Time
	Boredom     Level
	Curiosity   Level
	Goal        Level
	Relatedness Level
}

// Of returns one of the levels; zero for no drive.
func (d Drives) Of(of Drive) Level {
	switch of {
	case Boredom:
		return d.Boredom
	case Curiosity:
		return d.Curiosity
	case Goal:
		return d.Goal
	case Relatedness:
		return d.Relatedness
	}
	return Level{}
}

// Dominant returns the strongest drive, and "" if none stirs. Equal ones are
// in the order of AllDrives.
func (d Drives) Dominant() Drive {
	if list := d.Above(0); len(list) > 0 && d.Of(list[0]).Value > 0 {
		return list[0]
	}
	return ""
}

// Above returns the drives of at least a level, the strongest first.
func (d Drives) Above(level float64) []Drive {
	list := slices.DeleteFunc(AllDrives(), func(dr Drive) bool { return !d.Of(dr).reaches(level) })
	slices.SortStableFunc(list, func(a, b Drive) int {
		switch x, y := d.Of(a).Value, d.Of(b).Value; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return list
}

// GoalPressure is the goal that presses: the top active short-term one. The
// zero value is none.
type GoalPressure struct {
	ID       string
	Text     string
	Priority int // 1 is the highest; 0 is no goal
}

// A Snapshot is everything the drives depend on but the clock. It is a value;
// its slices and maps are its own.
type Snapshot struct {
	Spoke      time.Time  // when the user last did; zero if never
	Questions  []Question // the open ones, the strongest first, at most 10
	Goal       GoalPressure
	Emotion    Emotion   // the last that was reported; neutral with intensity 0 if none was
	Felt       time.Time // when
	Acted      map[Drive]time.Time
	Winner     Drive           // acted on last; "" if none was
	Wins       int             // how often in a row
	Nudged     map[Drive]Nudge // by a person
	Thresholds Thresholds
}

// At returns the drives at a time. What lies ahead of it has just happened.
func (s Snapshot) At(now time.Time) Drives {
	sum := 0.0
	for _, q := range s.Questions {
		sum += pull(q, now)
	}
	return Drives{
		Time:        now,
		Boredom:     s.level(Boredom, boredom(hoursSince(s.Spoke, now)), now),
		Curiosity:   s.level(Curiosity, curiosity(sum), now),
		Goal:        s.level(Goal, goalAchievement(s.Goal.Priority), now),
		Relatedness: s.level(Relatedness, relatedness(s.Emotion, hoursSince(s.Felt, now)), now),
	}
}

func (s Snapshot) level(d Drive, raw float64, now time.Time) Level {
	return Level{Value: unit(raw - s.taken(d, now) + s.Nudged[d].Left(now)), Raw: raw}
}

// taken is by how much having acted lowers a drive.
func (s Snapshot) taken(d Drive, now time.Time) float64 {
	less := 0.0
	if at := s.Acted[d]; !at.IsZero() {
		less += satisfaction(hoursSince(at, now))
	}
	if s.Winner == d {
		less += wear(s.Wins)
	}
	return less
}

// Forecast returns the drives from one time to another, both included, if
// nothing happens in between: nobody speaks, nothing is felt or dreamed. A
// step that is not positive is an hour; one so short that there would be more
// than 2,000 points is made longer.
func (s Snapshot) Forecast(from, to time.Time, step time.Duration) []Drives {
	span := to.Sub(from)
	if span < 0 {
		return nil
	}
	if step <= 0 {
		step = time.Hour
	}
	step = max(step, span/(maxForecast-1)+1)
	var list []Drives
	for at := from; at.Before(to); at = at.Add(step) {
		list = append(list, s.At(at))
	}
	return append(list, s.At(to))
}

// A Pace bounds how often a persona acts by itself.
type Pace struct {
	Idle    time.Duration // how long the user has to be silent
	Between time.Duration // from one action to the next; 0 is 60 minutes
}

// Urge returns the drive that makes the persona act by itself at a time: the
// dominant one, if it has reached the threshold Act and the pace allows it; ""
// otherwise. A persona that was never spoken to does not act.
func (s Snapshot) Urge(now time.Time, pace Pace) Drive {
	if pace.Between == 0 {
		pace.Between = actBetween
	}
	d := s.At(now)
	dominant := d.Dominant()
	if dominant == "" || !d.Of(dominant).reaches(s.Thresholds.filled().Act) {
		return ""
	}
	if s.Spoke.IsZero() || now.Sub(s.Spoke) < pace.Idle {
		return ""
	}
	for _, at := range s.Acted { // one far ahead is of a clock that was wrong
		if now.Sub(at).Abs() < pace.Between {
			return ""
		}
	}
	return dominant
}

// Strongest returns the open question of the highest priority, the latest
// among equals; ok is false if none is open.
func (s Snapshot) Strongest() (q Question, ok bool) {
	if len(s.Questions) == 0 {
		return Question{}, false
	}
	return s.Questions[0].copy(), true
}
