package episodic

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// Episodes returns all episodes by date, withdrawn ones left out. Cost: a copy.
func (j *Journal) Episodes() []Episode { return j.pick(func(*Episode) bool { return true }) }

// Made returns the visible episode of a type that was made of an origin, and
// false if there is none. It reads no text of others.
func (j *Journal) Made(t Type, origin string) (Episode, bool) {
	list := j.pick(func(e *Episode) bool { return e.Type == t && e.Origin == origin })
	if len(list) == 0 {
		return Episode{}, false
	}
	return list[0], true
}

// Window returns the episodes that the prompt has beside the talk itself: of
// the days before the day of the oldest message in it, as many as are said. A
// week counts when one of its days does. A zero time is that of tomorrow.
func (j *Journal) Window(before time.Time, days int) []Episode {
	end := DateOf(before)
	if before.IsZero() {
		end = DateOf(j.opt.now().AddDate(0, 0, 1))
	}
	start := end.Back(max(0, days))
	return j.pick(func(e *Episode) bool {
		return e.Date.Last() >= start && e.Date.Last() < end && e.Date.Valid()
	})
}

// Old returns the ordinary daily episodes whose week ended more than days ago,
// by date: those to be compressed. Specials and weeks are not among them.
func (j *Journal) Old(now time.Time, days int) []Episode {
	end := DateOf(now).Back(days)
	return j.pick(func(e *Episode) bool {
		return e.Date < end && !e.Special() && !e.Compressed() && e.Date.Valid() && weekEnd(e.Date) < end
	})
}

// weekEnd returns the Sunday of a day's week.
func weekEnd(d Date) Date {
	t, err := time.Parse(dayLayout, string(d.Last()))
	if err != nil {
		return d
	}
	return DateOf(t.AddDate(0, 0, (7-int(t.Weekday()))%7))
}

// pick returns copies of the visible episodes that f wants, by date. f is not
// given their text.
func (j *Journal) pick(f func(*Episode) bool) []Episode {
	var list []Episode
	j.read(func() error {
		list = nil
		return tell(j.shown(f), func(r ref, e Episode) { list = append(list, copyOf(r, e)) })
	})
	return list
}

// shown returns the visible episodes that f wants, by date.
func (j *Journal) shown(f func(*Episode) bool) []ref {
	return slices.DeleteFunc(slices.Clone(j.all), func(r ref) bool { return !r.item.visible() || !f(&r.item) })
}

// countAge is how old the look at the files may be that Count answers from: it
// is asked after every turn.
const countAge = 10 * time.Second

// Count returns how many episodes there are, withdrawn ones left out. What a
// user has edited in the last seconds may be missing.
func (j *Journal) Count() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.byID == nil || time.Since(j.looked) > countAge {
		_ = j.refresh() // Problems tells
	}
	if j.count < 0 {
		j.count = 0
		for _, r := range j.all {
			if r.item.visible() {
				j.count++
			}
		}
	}
	return j.count
}

// Find returns the episode with an id; ErrNoEpisode also for one that is
// withdrawn.
func (j *Journal) Find(id string) (Episode, error) {
	var e Episode
	var err error
	j.read(func() error {
		r, ok := j.byID[id]
		if !ok || !r.item.visible() {
			e, err = Episode{}, fmt.Errorf("%w: %q", ErrNoEpisode, id)
			return nil
		}
		e, err = r.in.whole(r.elem)
		e = copyOf(r, e)
		return err
	})
	return e, err
}

// ArousalOf returns the arousal of the episode with an id, and false where Find
// finds none. It reads no text.
func (j *Journal) ArousalOf(id string) (float64, bool) {
	arousal, found := 0.0, false
	j.read(func() error {
		if r, ok := j.byID[id]; ok && r.item.visible() {
			arousal, found = r.item.Arousal, true
		}
		return nil
	})
	return arousal, found
}

// Add writes an episode and returns it with its id. When there is one of its
// type and origin, that one is returned as it is, with the new sources added;
// one that was withdrawn is replaced. It returns ErrBadEpisode or an error of
// the disk.
func (j *Journal) Add(e Episode, c store.Cause) (Episode, error) {
	e = e.tidy(j.opt.now())
	if err := e.check(); err != nil {
		return e, fmt.Errorf("add episode: %w", err)
	}
	err := j.write(c, func() error {
		if r, ok := j.same(e); ok {
			return j.join(r, &e)
		}
		return j.append(&e)
	})
	if err != nil {
		return e, fmt.Errorf("add episode: %w", err)
	}
	return j.Find(e.ID)
}

// tidy fills in what an episode made now needs.
func (e Episode) tidy(now time.Time) Episode {
	e = e.clone()
	e.Summary = cleanText(e.Summary)
	if e.Kind == "" {
		e.Kind = memory.Lived
	}
	if e.CreatedAt.IsZero() {
		e.CreatedAt = now
	}
	e.Max = max(e.Max, e.Arousal)
	e.Sources, e.Withdrawn = memory.Unique(e.Sources), nil
	return e
}

// same returns the episode that has e's type and origin.
func (j *Journal) same(e Episode) (ref, bool) {
	if e.Origin == "" {
		return ref{}, false
	}
	for _, r := range j.all {
		if r.item.Type == e.Type && r.item.origin() == e.Origin {
			return r, true
		}
	}
	return ref{}, false
}

// origin is Origin, or what stands for it in files of other programs.
func (e Episode) origin() string {
	switch {
	case e.Origin != "":
		return e.Origin
	case e.Type == Achievement:
		return e.Goal
	case e.Type == Discovery:
		return e.Question
	}
	return ""
}

// join adds what e is derived from to the episode that is there.
func (j *Journal) join(r ref, e *Episode) error {
	if err := r.in.thaw(r.elem); err != nil {
		return err
	}
	merged := r.item.clone()
	if !merged.visible() {
		merged = *e
		merged.Withdrawn = r.item.Withdrawn
	}
	merged.Sources = memory.Unique(append(merged.Sources, e.Sources...))
	merged.Withdrawn = without(merged.Withdrawn, e.Sources)
	e.ID = r.id
	return j.change(r, merged)
}

// append puts an episode at the end of the file and gives it an id.
func (j *Journal) append(e *Episode) error {
	e.ID, j.moved = j.nextID(e.Date), true
	return j.sheet(journalFile).add(*e)
}

func (j *Journal) remove(r ref) {
	j.moved = true
	r.in.remove(map[*elem[Episode]]bool{r.elem: true})
}

// nextID returns the id after the highest of a date.
func (j *Journal) nextID(d Date) string {
	day, n := d.First(), 0
	for id := range j.byID {
		if m := episodeID.FindStringSubmatch(id); m != nil && Date(m[1]) == day {
			n = max(n, number(m[2]))
		}
	}
	return numbered(day, n+1)
}

// number reads a number of a few digits.
func number(digits string) int {
	n := 0
	for _, r := range digits {
		n = n*10 + int(r-'0')
	}
	return n
}

// Put replaces the episode with e's id, which has to be as e's was when it was
// read: else store.ErrConflict. Sources and what is withdrawn stay as they are
// in the file. It returns ErrNoEpisode or ErrBadEpisode.
func (j *Journal) Put(e Episode, c store.Cause) (Episode, error) {
	e = e.clone()
	e.Summary = cleanText(e.Summary)
	if err := e.check(); err != nil {
		return e, fmt.Errorf("change episode %q: %w", e.ID, err)
	}
	err := j.write(c, func() error {
		r, ok := j.byID[e.ID]
		switch {
		case !ok || !r.item.visible():
			return ErrNoEpisode
		case r.print() != e.rev:
			return store.ErrConflict
		}
		if err := r.in.thaw(r.elem); err != nil {
			return err
		}
		e.Sources, e.Withdrawn, e.Resonances = r.item.Sources, r.item.Withdrawn, r.item.Resonances
		return j.change(r, e)
	})
	if err != nil {
		return e, fmt.Errorf("change episode %q: %w", e.ID, err)
	}
	return j.Find(e.ID)
}

// Remove takes an episode out, special or not; the history keeps it. It
// returns ErrNoEpisode.
func (j *Journal) Remove(id string, c store.Cause) error {
	err := j.write(c, func() error {
		r, ok := j.byID[id]
		if !ok || !r.item.visible() {
			return ErrNoEpisode
		}
		j.remove(r)
		return nil
	})
	if err != nil {
		return fmt.Errorf("remove episode %q: %w", id, err)
	}
	return nil
}

// Compress puts one episode in the place of several. Of the ids those that are
// gone are stepped over, so that what was cut short can be done again, given
// that week has an Origin. It returns ErrSpecial, or the errors of Add.
func (j *Journal) Compress(ids []string, week Episode, c store.Cause) (Episode, error) {
	week = week.tidy(j.opt.now())
	if err := week.check(); err != nil {
		return week, fmt.Errorf("compress: %w", err)
	}
	err := j.write(c, func() error { // first the new one: nothing must be nowhere
		week.Withdrawn = nil
		for _, id := range ids {
			r, ok := j.byID[id]
			if ok && r.item.Special() {
				return fmt.Errorf("%w: %s", ErrSpecial, id)
			}
			if ok {
				week.Withdrawn = append(week.Withdrawn, r.item.Withdrawn...)
			}
		}
		week.Withdrawn = without(memory.Unique(week.Withdrawn), week.Sources)
		if r, ok := j.same(week); ok {
			return j.join(r, &week)
		}
		return j.append(&week)
	})
	if err == nil {
		err = j.write(c, func() error {
			for _, id := range ids {
				if r, ok := j.byID[id]; ok && id != week.ID {
					j.remove(r)
				}
			}
			return nil
		})
	}
	if err != nil {
		return week, fmt.Errorf("compress: %w", err)
	}
	return j.Find(week.ID)
}

// cleanText makes s text: valid UTF-8, no NUL, lines end in "\n".
func cleanText(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.TrimSpace(strings.NewReplacer("\x00", "\u2400", "\r\n", "\n").Replace(s))
}

// without returns list without what is in gone.
func without(list, gone []string) []string {
	var kept []string
	for _, s := range list {
		if !slices.Contains(gone, s) {
			kept = append(kept, s)
		}
	}
	return kept
}
