package motivation

import (
	"fmt"
	"maps"
	"math"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// A Nudge is by how much a person moved a drive, and when. It fades; what
// moves the drive by itself goes on beneath it.
type Nudge struct {
	By float64 // in [-2, 2]: what satisfaction takes is made up for too
	At time.Time
}

// mostNudge is the largest By.
const mostNudge = 2

// Left is what of a nudge is left at a time, in [-2, 2].
func (n Nudge) Left(now time.Time) float64 {
	if n.At.IsZero() {
		return 0
	}
	return n.By * math.Exp(-hoursSince(n.At, now)/nudgeHours)
}

// With returns the snapshot of a persona that has a drive at a level in [0, 1]
// from now on, whatever it was moved to before: what it would be like. Nothing
// is written. A drive that is none of the four changes nothing.
func (s Snapshot) With(d Drive, level float64, now time.Time) Snapshot {
	if !d.known() {
		return s
	}
	set := maps.Clone(s.Nudged)
	if set == nil {
		set = map[Drive]Nudge{}
	}
	set[d] = Nudge{By: unit(level) - (s.At(now).Of(d).Raw - s.taken(d, now)), At: now}
	s.Nudged = set
	return s
}

// SetDrive makes a drive a level in [0, 1] from now on, as a person wants it.
// goal is the one that presses. A drive that is none is ErrBadDrive.
func (m *Mind) SetDrive(d Drive, level float64, goal GoalPressure, c store.Cause) error {
	return m.nudge(d, c, func(p *page, now time.Time) error {
		m.goal = goal
		n := p.snapshot(now, goal, m.opt.Thresholds).With(d, level, now).Nudged[d]
		p.nudged[d] = n
		p.drive(d).Set("moved_by", jsontree.Of(n.By))
		p.drive(d).Set("moved_at", jsontree.Of(n.At))
		return nil
	})
}

// FreeDrive takes back what SetDrive did to a drive, which is as its formula
// has it again. Of one that was not set it does nothing.
func (m *Mind) FreeDrive(d Drive, c store.Cause) error {
	return m.nudge(d, c, func(p *page, _ time.Time) error {
		if _, ok := p.nudged[d]; !ok {
			return store.ErrUnchanged
		}
		delete(p.nudged, d)
		p.drive(d).Set("moved_by", nil)
		p.drive(d).Set("moved_at", nil)
		return nil
	})
}

// nudge changes what a drive was moved by.
func (m *Mind) nudge(d Drive, c store.Cause, f func(*page, time.Time) error) error {
	if !d.known() {
		return fmt.Errorf("move drive %q: %w", d, ErrBadDrive)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.change(c, func(p *page) error {
		p.same = true
		return f(p, m.opt.Now())
	})
	if err != nil {
		return fmt.Errorf("move drive %q: %w", d, err)
	}
	return nil
}

// readNudge reads what a drive was moved by. One of a level that cannot be is
// not used.
func (p *page) readNudge(d *decoder, of Drive) {
	n := p.drive(of)
	at := d.Time(n, "moved_at")
	if at.IsZero() {
		return
	}
	by, ok := n.Member("moved_by").Number()
	if !ok || math.IsNaN(by) || math.Abs(by) > mostNudge {
		d.Flaw(n.Line(), "moved_by is no number of at most %d: it is not used", mostNudge)
		return
	}
	p.nudged[of] = Nudge{By: by, At: at}
}
