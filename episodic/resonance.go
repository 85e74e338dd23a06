package episodic

import (
	"fmt"
	"math"
	"slices"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// A Report is the persona's word on how much a memory moved it.
type Report struct {
	ID        string  // of an episode
	Resonance float64 // 1 decisive, 0.7 strong, 0.4 faint, 0 none
	Source    string  // id of the reply: Withdraw takes out what it moved; "" is none
}

// Moved is what a reply moved an arousal by.
type Moved struct {
	Source    string  `json:"source"` // id of the reply
	By        float64 `json:"by"`     // to be added
	Withdrawn bool    `json:"withdrawn,omitempty"`
}

// resonate moves the arousal as a reply reported, and notes it.
func (e *Episode) resonate(r Report) {
	was := e.Arousal
	e.Arousal = rounded(Resonance(was, r.Resonance))
	if r.Source == "" || e.Arousal == was {
		return
	}
	e.Resonances = append(slices.Clone(e.Resonances), Moved{Source: r.Source, By: rounded(e.Arousal - was)})
	if n := len(e.Resonances) - maxResonances; n > 0 {
		e.Resonances = e.Resonances[n:]
	}
}

// retract takes out of the arousal what replies moved it by, as far as it leaves
// room, or puts that in again, and reports whether there was anything. An
// arousal that cannot be used is not moved.
func (e *Episode) retract(t memory.Retraction) (changed bool) {
	if e.unsure {
		return false
	}
	e.Resonances = slices.Clone(e.Resonances)
	for i := range e.Resonances {
		m := &e.Resonances[i]
		if !t.Sources[m.Source] || m.Withdrawn != t.Back {
			continue
		}
		was := e.Arousal
		if t.Back {
			e.Arousal = rounded(clampUnit(was + m.By))
		} else {
			e.Arousal = rounded(clampUnit(was - m.By))
			m.By = rounded(was - e.Arousal)
		}
		m.Withdrawn, changed = !t.Back, true
	}
	return changed
}

// A Change is an arousal that was moved.
type Change struct {
	ID            string
	Before, After float64
}

// Resonated is what came of reports.
type Resonated struct {
	Applied []Change
	// Unknown counts the reports that were ignored: no episode has the id, it
	// has no arousal to move, or the resonance is no number.
	Unknown int
}

// Resonance returns the arousal a after a report of r: a step towards r, which
// is taken as within [0, 1].
func Resonance(a, r float64) float64 {
	step := resonanceRate * (clampUnit(r) - a)
	return clampUnit(a + min(resonanceStep, max(-resonanceStep, step)))
}

// Resonate moves the arousal of the episodes that a reply reported on. Of
// several reports on one episode the last counts. Cost: one write, of a file of
// some hundred kilobytes at most, for each month that is touched.
func (j *Journal) Resonate(reports []Report, c store.Cause) (Resonated, error) {
	var done Resonated
	if len(reports) == 0 {
		return done, nil
	}
	ids := make([]string, len(reports))
	for i, r := range reports {
		ids[i] = r.ID
	}
	look := func() error { return j.refreshFor(ids) }
	err := j.writeAfter(look, c, func() error {
		done = Resonated{}
		last := map[string]int{}
		for i, r := range reports {
			last[r.ID] = i
		}
		for i, report := range reports {
			r, ok := j.byID[report.ID]
			switch {
			case !ok || !r.item.visible() || r.item.unsure || math.IsNaN(report.Resonance):
				done.Unknown++
				continue
			case last[report.ID] != i:
				continue
			}
			if err := r.in.thaw(r.elem); err != nil {
				return err
			}
			e := r.item
			e.resonate(report)
			done.Applied = append(done.Applied, Change{r.id, r.item.Arousal, e.Arousal})
			if err := j.change(r, e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return Resonated{}, fmt.Errorf("resonate: %w", err)
	}
	return done, nil
}

// Deflate keeps arousals from creeping up: when their mean is above 0.6 all
// are multiplied by 0.9; the highest moments stay as they are. It returns the
// mean before and what changed, which is nothing for a journal that needs it
// not. To be called once by a dream of level 2 or 3.
func (j *Journal) Deflate(c store.Cause) (mean float64, changed []Change, err error) {
	err = j.write(c, func() error {
		mean, changed = 0, nil
		var list []ref
		for _, r := range j.all {
			if r.item.visible() && !r.item.unsure {
				list = append(list, r)
				mean += r.item.Arousal
			}
		}
		if mean /= float64(max(1, len(list))); mean <= inflatedMean {
			return nil
		}
		for _, r := range list {
			if err := r.in.thaw(r.elem); err != nil {
				return err
			}
			e := r.item
			e.Arousal = rounded(e.Arousal * deflation)
			if e.Arousal == r.item.Arousal {
				continue
			}
			changed = append(changed, Change{r.id, r.item.Arousal, e.Arousal})
			if err := j.change(r, e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return mean, nil, fmt.Errorf("deflate: %w", err)
	}
	return mean, changed, nil
}
