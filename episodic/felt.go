package episodic

import (
	"hash/maphash"
	"slices"
	"time"

	"yumori/internal/store"
)

// This file answers how moving the exchange of a message was, for a recall that
// asks it of many messages of any age: what is needed of a file for that stays
// in memory when the rest of it is let go of.

// moved is what messages of one file were part of: the arousal by a sum of the
// message's id. Some 20 bytes a message; ten years of 14 exchanges a day are 2 MB.
type moved struct {
	stamp   store.Stamp // of the file when it was read
	version store.Version
	of      map[uint64]float32
}

// apart is how far the month of an exchange may be from that of its message: a
// reply may take its time over midnight, and zones differ.
const apart = 24 * time.Hour

// Felt returns a function that tells the arousal of the exchange a message said
// at a time belongs to, the newest if there are several, and false if there is
// none that counts. It looks at each file once, and only at those of the
// message's month and of the running day: take one for each recall. Cost: a
// look-up in memory; for the first message of a month that was not asked for
// since it changed that of reading it, some ms. What it returns is for one
// goroutine.
func (x *Exchanges) Felt() func(message string, said time.Time) (arousal float64, ok bool) {
	seen := map[string]*moved{}
	return func(message string, said time.Time) (float64, bool) {
		files := []string{sessionFile}
		if !said.IsZero() {
			for _, at := range []time.Time{said, said.Add(apart), said.Add(-apart)} {
				if name := monthOf(DateOf(at)); !slices.Contains(files, name) {
					files = append(files, name)
				}
			}
		}
		for _, name := range files {
			if _, looked := seen[name]; !looked {
				seen[name] = x.movedIn(name)
			}
			if a, ok := seen[name].of[sumOfID(message)]; ok {
				return rounded(float64(a)), true
			}
		}
		return 0, false
	}
}

func sumOfID(id string) uint64 { return maphash.String(sumSeed, id) }

// movedIn returns what messages of a file were part of, as it is now.
func (x *Exchanges) movedIn(name string) *moved {
	x.mu.Lock()
	defer x.mu.Unlock()
	now, had := x.dir.Stamp(name), x.moved[name]
	if had != nil && had.stamp.Same(now) {
		return had
	}
	defer x.cool()
	s, err := x.sheet(name)
	if err != nil { // Problems tells; the next recall looks again
		if had == nil {
			had = &moved{}
		}
		return had
	}
	if had == nil || had.version != s.version {
		had = &moved{version: s.version, of: movedBy(s)}
		x.moved[name] = had
	}
	had.stamp = now
	return had
}

// movedBy makes the table of a sheet.
func movedBy(s *sheet[Exchange]) map[uint64]float32 {
	of, newest := map[uint64]float32{}, map[uint64]time.Time{}
	_ = look([]*sheet[Exchange]{s}, func(_ *sheet[Exchange], e *elem[Exchange]) error {
		if !e.item.counts() {
			return nil
		}
		for _, id := range []string{e.item.User, e.item.Reply} {
			if sum := sumOfID(id); id != "" && !e.item.Time.Before(newest[sum]) {
				of[sum], newest[sum] = float32(e.item.Arousal), e.item.Time
			}
		}
		return nil
	})
	return of
}
