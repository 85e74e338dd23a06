package rag

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"yumori/internal/store"
	"yumori/rag/segment"
	"yumori/rag/vector"
)

// ErrClosed is returned by what is asked of a closed index.
var ErrClosed = errors.New("index is closed")

// A Batch is what a Source makes of one file.
type Batch struct {
	Documents []Document // in the order they stand in the file; ids are unique in the index
	Mark      int64      // where reading may go on when the file has grown; 0 if it never does
	Grown     Growth
}

// Growth says what the documents of a Batch are.
type Growth int

// The meanings of a Batch.
const (
	Whole   Growth = iota // all documents of the file
	Further               // those after the mark the source was given
)

// A Source makes documents of files. It is called for every file that is new
// or changed, with the mark of the last Batch of that file, 0 at first; it
// may give Further documents only for a mark that is not 0. A file that holds
// nothing for this index gives an empty Batch. An error leaves what is
// indexed of the file as it is, and the file is asked for again next time.
type Source interface {
	Documents(ctx context.Context, name string, mark int64) (Batch, error)
}

// A Report says what a Sync did.
type Report struct {
	Files          int // looked at
	Added, Removed int // documents
	Failed         map[string]error
	Rebuilt        bool // the index was damaged and has been made anew
}

// batchChunks is how many chunks are committed together.
const batchChunks = 1000

// Sync brings the index up to date with the files of its folder, through
// store.Changes. It may be interrupted anywhere: what was committed is kept,
// the rest comes next time, and nothing is there twice. Searches go on
// meanwhile and see each batch whole.
func (x *Index) Sync(ctx context.Context, src Source) (Report, error) {
	x.writing.Lock()
	defer x.writing.Unlock()
	r := Report{Failed: map[string]error{}}
	if err := x.mend(ctx, &r); err != nil {
		return r, fmt.Errorf("sync index %q: %w", x.folder.name, err)
	}
	if err := x.settle(ctx, x.update(ctx, src, &r)); err != nil {
		return r, fmt.Errorf("sync index %q: %w", x.folder.name, err)
	}
	if len(r.Failed) == 0 {
		x.mu.Lock()
		x.remade = "" // nothing is missing from what was made anew
		x.mu.Unlock()
	}
	if x.corpus.behind() > snapshotDue || x.corpus.placedAnew() {
		x.snapshot()
	}
	return r, nil
}

// placedAnew reports whether the documents of the snapshot had to be placed when
// it was opened, which takes seconds and memory. The caller holds writing.
func (cp *corpus) placedAnew() bool {
	return cp.base.seq != 0 && cp.meaning != nil && cp.meaning.mapped == nil
}

// update indexes what changed since the cursor. The caller holds writing.
func (x *Index) update(ctx context.Context, src Source, r *Report) error {
	changes, next, err := x.folder.dir.Changes(ctx, x.corpus.state.Cursor)
	if err != nil {
		return err
	}
	w := newWriter(x, r)
	if next.Epoch != x.corpus.state.Cursor.Epoch {
		w.removeUnlisted(changes)
	}
	for _, c := range changes {
		if err := w.file(ctx, src, c); err != nil {
			return err
		}
	}
	w.start()
	if len(r.Failed) == 0 {
		w.dirty = w.dirty || next != w.next.Cursor
		w.next.Cursor = next
	}
	return w.commit()
}

func newWriter(x *Index, r *Report) *writer {
	return &writer{x: x, read: x.corpus.cols.reader(segment.NearWindow), change: x.corpus.keys.Begin(), report: r, chunks: int32(x.corpus.cols.chunkCount())}
}

// A writer gathers changes and commits them: first to the disk, then to the
// arrays that searches read.
type writer struct {
	x      *Index
	read   *reader
	change *segment.Change
	report *Report
	chunks int32 // the next chunk's number
	added  []reading
	gone   []int32 // units
	ids    map[string]bool
	next   state
	dirty  bool
}

// file brings one changed file up to date.
func (w *writer) file(ctx context.Context, src Source, c store.Change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.start()
	if c.Removed {
		w.removeAll(w.units(c.Name))
		w.forget(c.Name)
		return w.flush()
	}
	w.report.Files++
	mark := w.next.Marks[c.Name]
	batch, err := src.Documents(ctx, c.Name, mark)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.report.Failed[c.Name] = err
		return nil
	}
	if batch.Grown == Further && mark == 0 {
		return fmt.Errorf("file %q: further documents without a mark", c.Name)
	}
	if slices.ContainsFunc(batch.Documents, func(d Document) bool { return len(d.Text) > maxText }) {
		w.report.Failed[c.Name] = ErrTooLong
		return nil
	}
	if err := w.documents(c.Name, batch); err != nil {
		return err
	}
	if batch.Mark != mark {
		w.mark(c.Name, batch.Mark)
	}
	return w.flush()
}

// maxText bounds the text of a document: what is longer is for its source to
// divide, or each hit would cost the reading of all of it.
const maxText = 4 << 20

// ErrTooLong is in Report.Failed for a file that holds a document of more than
// four megabytes.
var ErrTooLong = errors.New("a text is too long to be indexed in one piece")

// documents makes the index hold what the batch says of the file. What
// already stands at the beginning of a whole file stays; the rest is added
// again, so that neighbours stay in order.
func (w *writer) documents(name string, batch Batch) error {
	var old []int32
	if batch.Grown == Whole {
		old = w.units(name)
	}
	same := true
	for i, d := range batch.Documents {
		record, hash, err := seal(name, d)
		if err != nil {
			return err
		}
		if same && i < len(old) && w.read.name(old[i]).hash == hash {
			continue
		}
		if same {
			same = false
			w.removeAll(old[min(i, len(old)):])
		}
		if err := w.add(record); err != nil {
			return err
		}
	}
	if same {
		w.removeAll(old[min(len(batch.Documents), len(old)):])
	}
	return nil
}

// add stages one document. One with the same id elsewhere is replaced.
func (w *writer) add(record []byte) error {
	a, err := readRecord(record)
	if err != nil {
		return err
	}
	if w.ids[a.doc.ID] { // twice in one batch: the later one waits for the earlier
		if err := w.commit(); err != nil {
			return err
		}
		w.start()
	}
	if n, ok := w.read.find(a.doc.ID); ok && !slices.Contains(w.gone, n) {
		if w.read.name(n).hash == a.hash {
			return nil // an interrupted sync had come this far
		}
		w.removeAll([]int32{n})
	}
	for i, list := range a.terms {
		var r []byte
		if i == 0 {
			r = record
		}
		if err := w.change.Put(w.chunks, list, r); err != nil {
			return err
		}
		w.chunks++
	}
	w.ids[a.doc.ID] = true
	w.added = append(w.added, a)
	w.dirty = true
	w.report.Added++
	if w.change.Size >= batchChunks {
		if err := w.commit(); err != nil {
			return err
		}
		w.start()
	}
	return nil
}

// units returns the living units of a file.
func (w *writer) units(name string) []int32 {
	return slices.DeleteFunc(w.read.unitsOf(name), func(n int32) bool {
		return w.x.corpus.cols.dead(n) || slices.Contains(w.gone, n)
	})
}

func (w *writer) removeAll(units []int32) {
	for _, n := range units {
		u := w.read.unit(n)
		for k := u.chunk; k < u.chunk+u.chunks; k++ {
			w.change.Remove(k)
		}
		w.gone = append(w.gone, n)
		w.dirty = true
		w.report.Removed++
	}
}

// removeUnlisted removes the documents of all files that are no longer there,
// when changes is everything there is.
func (w *writer) removeUnlisted(changes []store.Change) {
	w.start()
	listed := map[string]bool{}
	for _, c := range changes {
		listed[c.Name] = !c.Removed
	}
	for _, f := range w.x.corpus.cols.files {
		if !listed[f.name] {
			w.removeAll(w.units(f.name))
			w.forget(f.name)
		}
	}
}

func (w *writer) mark(name string, at int64) {
	w.start()
	if at == 0 {
		delete(w.next.Marks, name)
	} else {
		w.next.Marks[name] = at
	}
	w.dirty = true
}

func (w *writer) forget(name string) {
	if _, ok := w.next.Marks[name]; ok {
		w.mark(name, 0)
	}
}

// start makes the state that the next commit will write, if it is not there.
func (w *writer) start() {
	if w.next.Marks == nil {
		w.next = w.x.corpus.state
		w.next.Marks = maps.Clone(w.x.corpus.state.Marks)
		w.ids = map[string]bool{}
	}
}

// flush commits when enough has gathered.
func (w *writer) flush() error {
	if w.change.Size < batchChunks {
		return nil
	}
	return w.commit()
}

// commit writes what was gathered.
func (w *writer) commit() error {
	x := w.x
	w.start()
	if !w.dirty {
		return nil
	}
	base := x.corpus.base
	for _, n := range w.gone {
		base.gone = append(slices.Clip(base.gone), w.read.unit(n).chunk)
	}
	w.next.Seq, w.next.Next, w.next.Base, w.next.Gone = x.corpus.state.Seq+1, w.chunks, base.seq, base.gone
	if base.seq == 0 {
		w.next.Gone, base.gone = nil, nil
	}
	w.next.Units = int64(x.corpus.cols.docs + len(w.added) - len(w.gone))
	data, err := json.Marshal(w.next)
	if err == nil {
		err = w.sound()
	}
	if err == nil {
		err = w.unlearn()
	}
	if err != nil {
		return err
	}
	w.change.Set(stateKey, data)
	w.x.corpus.moving.Store(true)
	defer w.x.corpus.moving.Store(false)
	if err := w.change.Commit(); err != nil {
		x.lose(err)
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.corpus.meaning.many(len(w.gone) + len(w.added))()
	for _, n := range w.gone {
		w.x.corpus.removeUnit(n)
	}
	for _, a := range w.added {
		w.x.corpus.addUnit(a)
	}
	w.x.corpus.cols.settle()
	w.x.corpus.state, w.x.corpus.base = w.next, base
	w.added, w.gone, w.dirty, w.next = nil, nil, false, state{}
	return nil
}

// sound reports what could not be read of the snapshot: what was made of it is
// not written.
func (w *writer) sound() error {
	w.x.mu.RLock()
	defer w.x.mu.RUnlock()
	err := w.x.corpus.unread()
	if err != nil {
		w.x.corpus.report(err)
	}
	return err
}

func (cp *corpus) addUnit(a reading) {
	n := cp.cols.add(a)
	if cp.meaning != nil {
		cp.meaning.add(cp.cols, n)
	}
	if cp.spelt != nil {
		if cp.spelt.add(a.doc.Text); n >= spellingMost {
			cp.spelt = nil
		}
	}
	read := cp.cols.reader(0)
	u := read.unit(n)
	for _, v := range [...]*vector.Set{cp.vectors, cp.filling} {
		for k := u.chunk; v != nil && k < u.chunk+u.chunks; k++ {
			v.Reuse(k, read.chunk(k).key)
		}
	}
}

func (cp *corpus) removeUnit(n int32) {
	u := cp.cols.reader(0).unit(n)
	if cp.meaning != nil {
		cp.meaning.shift(cp.meaning.placing(cp.cols), n, -1)
	}
	for _, v := range [...]*vector.Set{cp.vectors, cp.filling} {
		for k := u.chunk; v != nil && k < u.chunk+u.chunks; k++ {
			v.Remove(k)
		}
	}
	cp.cols.remove(n)
	if cp.meaning == nil {
		return
	}
	read := cp.meaning.placing(cp.cols)
	for _, m := range [...]int32{u.prev, u.next} {
		if m >= 0 {
			cp.meaning.place(read, m)
		}
	}
}
