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
type ref struct {
	*elem[Episode]
	in *sheet[Episode]
}

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
	return archived[Episode]{d, journalFile, journalArchive, form[Episode]{decodeEpisode, encodeEpisode, onLines, "  ", slimEpisode}}
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
		if was := s.dirty; len(moved) > 0 { // the file is written with the next change
			s.remove(moved)
			s.dirty, s.copies = was, true
		}
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

// copy returns the episode that stands at r.
func (j *Journal) copy(r ref) (Episode, error) {
	e, err := r.in.whole(r.elem)
	e = e.clone()
	e.ID, e.rev = r.id, r.print()
	return e, err
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
	return store.Retry(func() error {
		err := look()
		if err == nil {
			err = change()
		}
		if err == nil {
			err = j.save(c)
		}
		if err == nil {
			if j.moved {
				j.index()
			}
			return nil
		}
		j.sheets.forgetChanges()
		j.byID = nil
		return err
	})
}

// save writes the sheets that changed, archives first: what moves there must
// not be nowhere in between.
func (j *Journal) save(c store.Cause) error {
	if err := j.spill(); err != nil {
		return err
	}
	sheets := j.sheets.inOrder()
	if !slices.ContainsFunc(sheets, func(s *sheet[Episode]) bool { return s.dirty }) {
		return nil
	}
	for _, s := range slices.Backward(sheets) {
		s.dirty = s.dirty || s.copies
		for _, e := range s.elems {
			if s.dirty && e.use && e.item.ID == "" {
				if err := s.thaw(e); err != nil {
					return err
				}
				e.raw, e.item.ID = withFirst(e.raw, "id", e.id), e.id
			}
		}
		if err := s.save(c); err != nil {
			return err
		}
	}
	return nil
}

// spill moves earlier months out of a file that has grown too large.
func (j *Journal) spill() error {
	main := j.sheet(journalFile)
	size, newest := 0, ""
	for _, e := range main.elems {
		size += len(e.raw)
		newest = max(newest, monthIn(e.item.Date))
	}
	if !main.dirty || size < spillAt {
		return nil
	}
	moved := map[*elem[Episode]]bool{}
	for _, e := range main.elems {
		if m := monthIn(e.item.Date); e.use && e.item.ID != "" && m != "" && m < newest {
			s := j.sheet(fmt.Sprintf(journalMonth, m))
			if _, err := s.look(); err != nil {
				return err
			}
			s.elems = append(s.elems, e)
			s.dirty, moved[e], j.moved = true, true, true
		}
	}
	main.remove(moved)
	return nil
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
		for _, s := range j.sheets.inOrder() {
			list = append(list, s.problems()...)
		}
		list = append(list, j.twice...)
		if j.reading != nil {
			list = append(list, Problem{File: journalDir, What: j.reading.Error()})
		}
		return nil
	})
	return list
}
