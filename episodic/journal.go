package episodic

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"sync"
	"time"

	"yumori/internal/store"
)

// journalFile holds the episodes: an array of objects with the members of
// episodeJSON, in the order of their making.
//
//	[{"id":"episode_2026-01-02_001","date":"2026-01-02","summary":"…","compressed":false,"arousal":0.75,"arousal_max":0.9,"sources":["01KA…"],"created_at":"2026-01-03T04:30:00Z"}]
const journalFile = journalDir + "/episodic_memory.json"

const journalDir = "episodic_memory"

// Earlier months, in the same format, once journalFile has grown beyond
// spillAt: a turn that moves an arousal writes a whole file, and the history
// keeps it.
const (
	journalMonth = journalDir + "/episodic_memory_archived_%s.json"
	spillAt      = 256 << 10 // bytes
)

var journalArchive = regexp.MustCompile(`^episodic_memory_archived_\d{4}-\d{2}\.json$`)

// A Journal is the episodes of a persona. It reads its files again when
// somebody has edited them. It is safe for concurrent use; reading costs a look
// at the folder.
type Journal struct {
	dir *store.Dir
	opt Options

	mu      sync.Mutex // guards what follows; held over reading, changing and writing
	sheets  sheets[Episode]
	all     []ref // by date and id, withdrawn ones too
	byID    map[string]ref
	twice   []Problem
	moved   bool      // what stands where is to be found again
	count   int       // of all, those that are visible; -1 if that is to be found out
	looked  time.Time // at all files, by the machine's clock
	reading error     // of the last look at the disk
}

// A ref is where an episode stands.
type ref = standing[Episode]

// Open opens the episodes in a persona's folder. What cannot be read, a part of
// a file or all of them, does not keep it from opening; Problems names it, and
// writing is refused as long as the disk does not answer. The error is that of
// a Dir that is closed.
func Open(d *store.Dir, opt Options) (*Journal, error) {
	j := &Journal{dir: d, opt: opt, sheets: sheets[Episode]{}}
	j.mu.Lock()
	defer j.mu.Unlock()
	defer j.sheets.cool()
	if err := j.refresh(); errors.Is(err, fs.ErrClosed) {
		return nil, fmt.Errorf("open episodes: %w", err)
	}
	return j, nil
}

// journalIn is where the episodes of a folder stand.
func journalIn(d *store.Dir) archived[Episode] {
	return archived[Episode]{
		dir: d, main: journalFile, archive: journalArchive, form: form[Episode]{decodeEpisode, encodeEpisode, onLines, "  ", slimEpisode},
		spillAt: spillAt, named: journalMonth, period: func(e Episode) string { return monthIn(e.Date) },
		moves: func(e *elem[Episode], _ *sheet[Episode]) bool { return e.item.ID != "" },
		id:    func(e *Episode) *string { return &e.ID },
	}
}

func (j *Journal) sheet(name string) *sheet[Episode] { return journalIn(j.dir).sheet(j.sheets, name) }

// refresh reads what has changed. j.mu is held.
func (j *Journal) refresh() error {
	j.looked = time.Now()
	changed, err := journalIn(j.dir).refresh(j.sheets)
	if changed || j.byID == nil {
		j.index()
	}
	j.reading = err
	return err
}

// refreshFor is refresh for a change of these episodes: it looks at the files
// they stand in, and at all only if one of them is not known. j.mu is held.
func (j *Journal) refreshFor(ids []string) error {
	sheets := map[*sheet[Episode]]bool{j.sheet(journalFile): true}
	for _, id := range ids {
		r, ok := j.byID[id]
		if !ok {
			return j.refresh()
		}
		sheets[r.in] = true
	}
	changed := false
	for s := range sheets {
		c, err := s.look()
		if err != nil {
			return err
		}
		changed = changed || c
	}
	if changed { // they may be elsewhere by now
		j.byID = nil
		return j.refresh()
	}
	return nil
}

// index finds every episode again and gives ids to those without. j.mu is held.
func (j *Journal) index() {
	j.all, j.byID, j.twice, j.moved, j.count = j.all[:0], make(map[string]ref, len(j.all)), nil, false, -1
	var unnamed []ref
	for _, s := range j.sheets.inOrder() {
		moved := map[*elem[Episode]]bool{}
		for _, e := range s.elems {
			if !e.use {
				continue
			}
			r := ref{e, s}
			e.id = e.item.ID
			other, taken := j.byID[e.id]
			switch {
			case e.id == "":
				unnamed = append(unnamed, r)
			case !taken:
				j.enter(r)
			case other.in == s:
				j.twice = append(j.twice, Problem{File: s.name, Line: e.line, What: fmt.Sprintf("id %s is taken; this episode goes by another", e.id)})
				unnamed = append(unnamed, r)
			case other.print() == e.print():
				moved[e] = true // the move to the archive was cut short
			default:
				j.twice = append(j.twice, Problem{File: s.name, Line: e.line, What: fmt.Sprintf("episode %s is also in %s and used from there", e.id, path.Base(other.in.name))})
			}
		}
		s.dropCopies(moved)
	}
	j.name(unnamed)
	slices.SortStableFunc(j.all, func(a, b ref) int {
		return cmp.Or(cmp.Compare(a.item.Date.First(), b.item.Date.First()), cmp.Compare(a.id, b.id))
	})
}

func (j *Journal) enter(r ref) {
	j.byID[r.id] = r
	j.all = append(j.all, r)
}

// name gives ids to episodes that have none of their own, the lowest that are
// free, so that the same file gives the same ids.
func (j *Journal) name(unnamed []ref) {
	next := map[Date]int{}
	for _, r := range unnamed {
		day := r.item.Date.First()
		if !r.item.Date.Valid() {
			day = ""
		}
		for taken := true; taken; _, taken = j.byID[r.id] {
			next[day]++
			r.id = numbered(day, next[day])
		}
		j.enter(r)
	}
}

// copyOf returns a copy of the episode that stands at r, as e.
func copyOf(r ref, e Episode) Episode {
	e = e.clone()
	e.ID, e.rev = r.id, r.print()
	return e
}

// change makes e what stands at r, which was thawed.
func (j *Journal) change(r ref, e Episode) error {
	e.ID = r.item.ID // one that was found for it is not the file's
	j.moved = j.moved || e.Date != r.item.Date
	if e.visible() != r.item.visible() {
		j.count = -1
	}
	return r.in.change(r.elem, e)
}

// read runs f over what the files hold now, and again when a file changes
// meanwhile. When the disk does not answer it is what they held last.
func (j *Journal) read(f func() error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	defer j.sheets.cool()
	_ = store.Retry(func() error {
		lost := j.refresh()
		err := f()
		j.reading = errors.Join(lost, err) // Problems tells
		if errors.Is(err, store.ErrConflict) {
			j.byID = nil
		}
		return err
	})
}

// write runs change over what the files hold now and writes what it changed;
// when somebody else writes at the same time it is done anew.
func (j *Journal) write(c store.Cause, change func() error) error {
	return j.writeAfter(j.refresh, c, change)
}

// writeAfter is write with another look at the files.
func (j *Journal) writeAfter(look func() error, c store.Cause, change func() error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	defer j.sheets.cool()
	save := func() error {
		moved, err := journalIn(j.dir).save(j.sheets, c)
		j.moved = j.moved || moved
		return err
	}
	err := j.sheets.retry(look, change, save)
	switch {
	case err != nil:
		j.byID = nil
	case j.moved:
		j.index()
	}
	return err
}

// monthIn returns the month in which a valid date begins, "" of another.
func monthIn(d Date) string {
	if !d.Valid() {
		return ""
	}
	return string(d[:len("2006-01")])
}

// Problems returns what of the files cannot be used, by file and line.
func (j *Journal) Problems() []Problem {
	var list []Problem
	j.read(func() error {
		list = slices.Concat(j.sheets.problems(), j.twice)
		if j.reading != nil {
			list = append(list, Problem{File: journalDir, What: j.reading.Error()})
		}
		return nil
	})
	return list
}
