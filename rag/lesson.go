package rag

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"

	"yumori/internal/store"
	"yumori/rag/segment"
)

// lessonName holds a lesson as JSON, in the index's folder. It is removed
// before one of the documents it speaks of changes.
const lessonName = "lesson.json"

// A lesson says which documents the semantic space was learned from: the first
// ones by time, those without one behind them. Which they are follows from the
// documents alone, so that an index made anew answers as the old one did.
type lesson struct {
	Docs int    `json:"docs"` // how many
	When int64  `json:"when"` // of the last of them
	ID   string `json:"id"`
	Mark uint64 `json:"mark"` // of the space; 0: there was too little to learn from
}

// A lesson begins with so many documents, and the next one has so many more,
// or such a share if that is more.
const (
	lessonLeast = 40
	lessonShare = 3
)

// lessonOf returns how many of n documents a space is learned from.
func lessonOf(n int) int {
	size := 0
	for next := lessonLeast; next <= n; next += max(lessonLeast, next/lessonShare) {
		size = next
	}
	return size
}

// holds reports whether a document is among those learned from, or would be.
func (l *lesson) holds(when int64, id string) bool {
	return l != nil && cmp.Or(cmp.Compare(late(when), late(l.When)), cmp.Compare(id, l.ID)) <= 0
}

// late is when a document was said; what is undated comes last.
func late(when int64) int64 {
	if when == noTime {
		return math.MaxInt64
	}
	return when
}

// Relearn learns the semantic space again when enough is new since, or when
// what it was learned from has changed; see Learn for the cost. Otherwise it
// costs nothing.
func (x *Index) Relearn(ctx context.Context) error {
	l := x.study()
	if l == nil {
		return nil
	}
	defer l.frozen.close()
	return l.learn(ctx)
}

// study returns what is to be learned, nil when that is known.
func (x *Index) study() *lecture {
	x.writing.Lock() // what is read here stays, and searches go on
	defer x.writing.Unlock()
	x.mu.RLock()
	size := 0
	if x.closed || x.lost != nil {
		x.mu.RUnlock()
		return nil
	}
	size = lessonOf(x.corpus.cols.docs)
	if x.lesson != nil && x.lesson.Docs == size || size == 0 && x.corpus.meaning == nil {
		x.mu.RUnlock()
		return nil
	}
	order, next := x.corpus.cols.first(size)
	frozen := x.corpus.cols.frozen()
	x.mu.RUnlock()
	frozen.isolate(order)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.studied = next
	return &lecture{x, frozen, order, next}
}

// first returns the first documents by time.
func (c *columns) first(size int) ([]int32, *lesson) {
	if size == 0 {
		return nil, &lesson{}
	}
	read, list := c.reader(segment.WideWindow), c.living()
	when := make([]int64, c.unitCount())
	for _, n := range list {
		when[n] = late(read.when(n))
	}
	slices.SortFunc(list, func(a, b int32) int {
		if by := cmp.Compare(when[a], when[b]); by != 0 {
			return by
		}
		return cmp.Compare(read.id(a), read.id(b))
	})
	last := list[size-1]
	return list[:size], &lesson{Docs: size, When: read.when(last), ID: read.id(last)}
}

// living returns the units that were not removed.
func (c *columns) living() []int32 {
	list := make([]int32, 0, c.unitCount())
	for n := range int32(c.unitCount()) {
		if !c.dead(n) {
			list = append(list, n)
		}
	}
	return list
}

// isolate cuts what documents of frozen columns have beside them that is not
// among them.
func (c *columns) isolate(order []int32) {
	read, in := c.reader(segment.WideWindow), newSet(c.unitCount())
	for _, n := range order {
		in.add(n)
	}
	outside := func(n int32) bool { return n >= 0 && !in.has(n) }
	for _, n := range order {
		u := read.unit(n)
		if outside(u.prev) {
			read.edit(n).prev = -1
		}
		if outside(u.next) {
			read.edit(n).next = -1
		}
	}
}

// learned notes what the space was learned from, unless that has changed
// meanwhile. The caller holds writing.
func (l *lecture) learned() error {
	x := l.x
	x.mu.Lock()
	current := l.lesson != nil && x.studied == l.lesson
	if x.lesson, x.studied = nil, nil; current {
		x.lesson = l.lesson
	}
	x.mu.Unlock()
	if !current {
		return x.folder.dir.Discard(x.folder.file(lessonName))
	}
	data, err := json.Marshal(l.lesson)
	if err != nil {
		return err
	}
	return x.folder.dir.Write(x.folder.file(lessonName), append(data, '\n'), store.Cause{Kind: store.CauseSetup, Ref: "index"})
}

// readLesson returns what a space was learned from, nil if that is not known.
func (fd *folder) readLesson(m *meaning) *lesson {
	data, err := fd.dir.Read(fd.file(lessonName))
	if err != nil {
		return nil
	}
	var l lesson
	if json.Unmarshal(data, &l) != nil {
		return nil
	}
	mark := uint64(0)
	if m != nil {
		mark = m.space.Mark()
	}
	if mark != l.Mark {
		return nil
	}
	return &l
}

// unlearn forgets what the space was learned from when a batch changes it.
func (w *writer) unlearn() error {
	x := w.x
	x.mu.Lock()
	had := x.lesson != nil
	for _, l := range [...]**lesson{&x.lesson, &x.studied} {
		if w.changes(*l) {
			*l = nil
		}
	}
	lost := had && x.lesson == nil
	x.mu.Unlock()
	if !lost {
		return nil
	}
	return x.folder.dir.Discard(x.folder.file(lessonName))
}

// changes reports whether a batch changes one of the documents learned from.
func (w *writer) changes(l *lesson) bool {
	return slices.ContainsFunc(w.gone, func(n int32) bool { return l.holds(w.read.when(n), w.read.id(n)) }) ||
		slices.ContainsFunc(w.added, func(a reading) bool { return l.holds(seconds(a.doc.Time), a.doc.ID) })
}
