package dreaming

import (
	"slices"
	"time"

	"yumori/dreaming/record"
	"yumori/episodic"
)

// The numbers of the nights; those marked ⚙ are what a Schedule
// has when it says nothing.
const (
	quietUntil   = 7 * 60            // ⚙ quiet from midnight until then, in minutes
	idleLimit    = 120 * time.Minute // ⚙ nobody spoke for so long
	makeupNights = 7                 // ⚙ missed nights that are made up
	youngDays    = 7                 // below this age a persona dreams at level 1
	weeklyDays   = 7                 // level 2 every so many days
	monthlyDays  = 30                // level 3
	firstRetry   = 15 * time.Minute  // after a dream that failed; doubled each time …
	longestRetry = 6 * time.Hour     // … up to this
)

// A Schedule is what a person has chosen about the nights. The zero values
// of its fields but Autonomy are the usual ones.
type Schedule struct {
	Autonomy bool          // dreams come by themselves
	Quiet    Hours         // none is 0:00–7:00
	Idle     time.Duration // how long nobody may have spoken; 0 is 120 minutes
	Makeup   int           // missed nights made up at most; 0 is 7, below 0 none
}

func (s Schedule) filled() Schedule {
	if s.Quiet == (Hours{}) {
		s.Quiet = Hours{To: quietUntil}
	}
	if s.Idle == 0 {
		s.Idle = idleLimit
	}
	if s.Makeup == 0 {
		s.Makeup = makeupNights
	}
	s.Makeup = max(0, s.Makeup)
	return s
}

// An Attempt is the last dream that came by itself and failed. The zero
// Attempt is none.
type Attempt struct {
	At       time.Time
	Failures int // in a row
}

// A Watch is everything that Due depends on but the clock. It is a value.
type Watch struct {
	Schedule Schedule
	Born     episodic.Date // the persona's first day; "" is today
	Spoke    time.Time     // when anybody did last; zero if never
	Undreamt []episodic.Date
	// Undreamt are the days with talk that no dream has read yet, oldest
	// first; Older says that there are more before the first of them.
	Older bool
	Past  []record.Past // in any order
	Tried Attempt
}

// A Reason says why a dream comes, or why not yet.
type Reason string

// The reasons. Those of an Outlook that is due come first.
const (
	ReasonQuiet   Reason = "quiet_hours" // the quiet hours of a day that was not dreamt for
	ReasonMissed  Reason = "missed"      // the night of that day passed without a dream
	ReasonOff     Reason = "autonomy_off"
	ReasonNothing Reason = "nothing_new"     // nothing was said since the last dream
	ReasonDreamed Reason = "already_dreamed" // tonight
	ReasonDay     Reason = "not_quiet_yet"   // waits for the quiet hours
	ReasonTalking Reason = "not_idle_yet"    // somebody spoke a short while ago
	ReasonFailed  Reason = "failed_before"   // waits before it is tried again
	ReasonRunning Reason = "dreaming"        // one is under way; Due never says so
)

// A Night is a dream that is to come.
type Night struct {
	Date   episodic.Date // the day it is dreamt for
	Level  int
	Missed bool
	// From and To bound what it reads; zero From is where the last dream
	// stood, zero To is now.
	From, To time.Time
	At       time.Time // what the clock says in it; zero is now
}

// An Outlook says whether a dream is to begin now.
type Outlook struct {
	Due     bool
	Reason  Reason
	Night   Night     // the one that is due; if none is, the next
	Next    time.Time // when it is due if nobody speaks; zero if it is now, or never
	Waiting int       // nights that are due one after the other, this one among them
	Older   bool      // there are days beyond what is made up; a backfill dreams them
}

// Due decides whether a dream is to begin at a time; the wall clock and the
// days are those of its zone. It costs some microseconds.
//
// A day is dreamt for in the quiet hours that close it, once nobody has spoken
// for a while. A night that passed without a dream is made up as soon as
// nobody has spoken for a while, at any hour, the oldest of the newest few
// first. Nothing new is no reason to dream.
func Due(w Watch, now time.Time) Outlook {
	w.Schedule = w.Schedule.filled()
	if !w.Schedule.Autonomy {
		return Outlook{Reason: ReasonOff, Older: w.Older}
	}
	n := w.nights(now)
	d := Outlook{Older: w.Older || n.older, Waiting: len(n.missed)}
	if n.live {
		d.Waiting++
	}
	if d.Waiting == 0 {
		return w.later(n, d, now)
	}
	if len(n.missed) > 0 {
		d.Night, d.Reason = w.missedNight(n, now), ReasonMissed
	} else {
		d.Night, d.Reason = Night{Date: n.tonight, Level: w.level(n.tonight)}, ReasonQuiet
	}
	if idle := w.idleAt(now); idle.After(now) {
		d.Reason, d.Next = ReasonTalking, idle
		return d
	}
	if again := w.retryAt(now); again.After(now) {
		d.Reason, d.Next = ReasonFailed, again
		return d
	}
	d.Due = true
	return d
}

// Night returns the day that a dream is for which somebody asks for at a time,
// and how deep it would be: in the quiet hours the day that they close, else
// that day itself.
func (w Watch) Night(now time.Time) (episodic.Date, int) {
	w.Schedule = w.Schedule.filled()
	d, hours := w.Schedule.Quiet.newest(now)
	if !hours.contains(now) {
		d = dayOf(now)
	}
	return d, w.level(d)
}

// A reckoning is the days with talk, sorted by what is to be done about them.
type reckoning struct {
	tonight episodic.Date   // the day whose night began last
	hours   span            // that night
	dreamed bool            // it has its dream
	missed  []episodic.Date // to be made up, oldest first
	older   bool            // some are beyond what is made up
	fresh   bool            // something is left for a night that is not over
	live    bool            // tonight's dream is to come
}

func (w Watch) nights(now time.Time) reckoning {
	n := reckoning{}
	n.tonight, n.hours = w.Schedule.Quiet.newest(now)
	n.dreamed = w.dreamed(n.tonight, n.hours)
	for _, d := range w.Undreamt {
		hours := w.Schedule.Quiet.night(d, now.Location())
		if hours.end.After(now) || w.dreamed(d, hours) {
			n.fresh = true // said after its dream, or before the end of its night
			continue
		}
		n.missed = append(n.missed, d)
	}
	if over := len(n.missed) - w.Schedule.Makeup; over > 0 {
		n.missed, n.older = n.missed[over:], true
	}
	n.live = n.fresh && !n.dreamed && n.hours.contains(now)
	return n
}

// dreamed reports whether a day has had the dream of its night. One of an
// earlier hour of that day was asked for, and the night comes all the same.
func (w Watch) dreamed(d episodic.Date, hours span) bool {
	return slices.ContainsFunc(w.Past, func(p record.Past) bool { return p.Date == d && !p.Began.Before(hours.begin) })
}

// missedNight is the oldest night to be made up. If older ones are left out,
// it reads from the beginning of its day on.
func (w Watch) missedNight(n reckoning, now time.Time) Night {
	d := n.missed[0]
	night := Night{Date: d, Level: w.level(d), Missed: true, To: endOf(d, now.Location())}
	if night.At = w.Schedule.Quiet.night(d, now.Location()).begin; night.At.Before(night.To) {
		night.At = night.To
	}
	if n.older || w.Older {
		night.From = startOf(d, now.Location())
	}
	return night
}

// later says when the next night comes, as none is due.
func (w Watch) later(n reckoning, d Outlook, now time.Time) Outlook {
	next := n.tonight.Back(-1)
	for ; !w.Schedule.Quiet.night(next, now.Location()).begin.After(now); next = next.Back(-1) {
	}
	d.Night = Night{Date: next, Level: w.level(next)}
	d.Next = w.Schedule.Quiet.night(next, now.Location()).begin
	if idle := w.idleAt(now); idle.After(d.Next) {
		d.Next = idle
	}
	switch {
	case n.dreamed && n.hours.contains(now):
		d.Reason = ReasonDreamed
	case n.fresh:
		d.Reason = ReasonDay
	default:
		d.Reason = ReasonNothing
	}
	return d
}

// idleAt returns when nobody will have spoken for long enough. Words from far
// ahead are of a clock that was wrong.
func (w Watch) idleAt(now time.Time) time.Time {
	if w.Spoke.IsZero() || w.Spoke.Sub(now) > w.Schedule.Idle {
		return now
	}
	return w.Spoke.Add(w.Schedule.Idle)
}

// retryAt returns when a dream may be tried again.
func (w Watch) retryAt(now time.Time) time.Time {
	if w.Tried.Failures <= 0 || w.Tried.At.After(now) {
		return now
	}
	wait := min(firstRetry<<min(w.Tried.Failures-1, 8), longestRetry)
	return w.Tried.At.Add(wait)
}

// level returns how deep the dream for a day is.
func (w Watch) level(d episodic.Date) int {
	if w.Born == "" || daysBetween(w.Born, d) < youngDays {
		return 1
	}
	switch {
	case w.since(3, d) >= monthlyDays:
		return 3
	case w.since(2, d) >= weeklyDays:
		return 2
	}
	return 1
}

// since returns the days from the last dream of at least a level, or from the
// persona's first day, to a day.
func (w Watch) since(level int, d episodic.Date) int {
	days := daysBetween(w.Born, d)
	for _, p := range w.Past {
		if p.Level >= level && p.Date <= d {
			days = min(days, daysBetween(p.Date, d))
		}
	}
	return days
}
