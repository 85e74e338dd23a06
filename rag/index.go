package rag

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"yumori/internal/store"
	"yumori/rag/segment"
	"yumori/rag/terms"
	"yumori/rag/vector"
)

// Index finds documents again. It is safe for concurrent use: searches run
// beside each other and beside a Sync, which is the only writer.
type Index struct {
	folder *folder

	writing   sync.Mutex // held by whoever changes the documents
	embedding sync.Mutex // held by whoever makes vectors

	mu      sync.RWMutex // guards what follows
	corpus  corpus
	lesson  *lesson // what the semantic space was learned from; nil if that has changed since
	studied *lesson // what is being learned; nil if nothing is, or that has changed
	closed  bool
	lost    error  // why the keyword index is not open; nil if it is
	remade  string // why it was made anew; "" once it is full again
}

// A folder is where the files of an index stand.
type folder struct {
	dir  *store.Dir
	name string
	root string // the index's folder as the system knows it
	log  *slog.Logger
}

// A corpus is the documents of an index as they are searched: one generation of
// it. Whoever has it sees to it that nobody changes what is read.
type corpus struct {
	folder  *folder
	keys    *segment.Keywords
	cols    *columns
	meaning *meaning    // nil until there is text enough
	spelt   *spelling   // instead of meaning; nil beside it
	vectors *vector.Set // nil without an embedder
	filling *vector.Set // those of a new embedder, being made; nil otherwise
	state   state
	base    base // the snapshot on disk

	generation int

	damaged atomic.Pointer[error] // what a search met; the next Sync makes the index anew
	moving  atomic.Bool           // a batch is on disk and not yet in what is searched
}

// Options are what Open may be told. The zero value is right.
type Options struct {
	Logger *slog.Logger // nil: nothing is logged
}

// indexRoot is the folder of a persona's indexes.
const indexRoot = ".index"

// manifestName holds a manifest as JSON, in the index's folder.
const manifestName = "manifest.json"

// manifest says which generation of the index is in use and by which rules it
// was made. Other rules mean another index.
type manifest struct {
	Schema     int    `json:"schema"`
	Terms      string `json:"terms"`
	Chunks     string `json:"chunks"`
	Generation int    `json:"generation"` // its keyword index is the folder "words-<n>"
}

const manifestSchema = 3

func (m manifest) current() bool {
	return m.Schema == manifestSchema && m.Terms == terms.Version && m.Chunks == chunkVersion && m.Generation > 0
}

func (m manifest) words(root string) string {
	return filepath.Join(root, fmt.Sprintf("words-%d", m.Generation))
}

// state is kept inside the keyword index, written in one batch with the
// documents it speaks of.
type state struct {
	Cursor store.Cursor     `json:"cursor"`         // of the changes that are all indexed
	Marks  map[string]int64 `json:"marks"`          // how far each growing file was read
	Units  int64            `json:"units"`          // documents there should be
	Seq    uint64           `json:"seq"`            // counts the commits
	Next   int32            `json:"next"`           // the number of the next chunk
	Base   uint64           `json:"base,omitempty"` // Seq of the snapshot there was
	Gone   []int32          `json:"gone,omitempty"` // first chunks of documents removed since
}

const stateKey = "state"

// A Place is where an index lives.
type Place struct {
	Dir  *store.Dir // the persona's folder, whose files are indexed
	Root string     // that folder's path on the system: bleve opens files by itself
	Name string     // of the index; everything is kept in the folder's .index/Name
}

// Open opens an index, and makes an empty one when there is none, when it was
// made by other rules or when it is damaged: the next Sync fills it. ErrBusy
// means that another process has the index open.
//
// Opening reads a snapshot, most of which stays where it is, and what came
// since, over a million documents a second; without a snapshot, because the
// program was killed while it made the first one, every document is read and
// analysed, some 20,000 a second.
func Open(ctx context.Context, at Place, opt Options) (*Index, error) {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	f := &folder{dir: at.Dir, name: at.Name, root: filepath.Join(at.Root, indexRoot, at.Name), log: opt.Logger}
	x := &Index{folder: f, corpus: corpus{folder: f}}
	if err := x.open(ctx); err != nil {
		return nil, fmt.Errorf("open index %q: %w", at.Name, err)
	}
	return x, nil
}

func (x *Index) open(ctx context.Context) error {
	if err := x.folder.inPlace(); err != nil {
		return err
	}
	m, err := x.folder.manifest()
	if err == nil && m.current() {
		err = x.corpus.load(ctx, m)
		if err == nil {
			x.lesson = x.folder.readLesson(x.corpus.meaning)
		}
		if err == nil || ctx.Err() != nil || sound(err) {
			return err
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		x.folder.log.Warn("index is damaged, made anew", "index", x.folder.name, "error", err)
		x.remade = err.Error()
	}
	return x.corpus.begin(m.Generation + 1)
}

// Remade returns what was found of a damaged index that Open has made anew,
// nil if it was sound or there was none.
func (x *Index) Remade() error {
	if x.remade == "" {
		return nil
	}
	return fmt.Errorf("%w: %s", segment.ErrDamaged, x.remade)
}

// manifest reads the manifest; a zero one with an error if it cannot.
func (fd *folder) manifest() (manifest, error) {
	var m manifest
	data, err := fd.dir.Read(fd.file(manifestName))
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return manifest{}, err
	}
	return m, nil
}

func (fd *folder) file(name string) string { return path.Join(indexRoot, fd.name, name) }

// load opens a generation and rebuilds the arrays from its records.
func (cp *corpus) load(ctx context.Context, m manifest) error {
	keys, err := cp.folder.guarded(m)
	if err != nil {
		return err
	}
	cp.keys, cp.generation = keys, m.Generation
	if err := cp.loadColumns(ctx, m); err != nil {
		cp.cols.close()
		cp.meaning.close()
		cp.keys, cp.cols, cp.meaning, cp.base = nil, nil, nil, base{}
		return errors.Join(err, keys.Close())
	}
	cp.folder.sweep(m)
	if cp.meaning == nil {
		cp.spelt = cp.newSpelling()
	}
	return nil
}

// loadColumns fills the arrays, from the snapshot or from the records.
func (cp *corpus) loadColumns(ctx context.Context, m manifest) error {
	st, err := readState(cp.keys)
	if err != nil {
		return err
	}
	whole, err := cp.restore(ctx, m, st)
	if err != nil {
		return err
	}
	if !whole {
		if cp.cols, err = readColumns(ctx, cp.keys, st); err != nil {
			return err
		}
		if n := cp.cols.chunkCount(); int(st.Next) < n {
			return fmt.Errorf("%w: %d chunks, and the next is to be number %d", segment.ErrDamaged, n, st.Next)
		}
		cp.cols.skipTo(st.Next)
		cp.base, cp.meaning = base{}, nil
		if space, ok := cp.folder.readSpace(); ok {
			cp.meaning = newMeaning(cp.cols, space)
		}
	}
	cp.state = st
	return nil
}

// begin makes an empty generation the current one.
func (cp *corpus) begin(generation int) error {
	m, keys, err := cp.folder.create(generation)
	if err != nil {
		return err
	}
	if err := cp.folder.adopt(m); err != nil {
		return errors.Join(err, keys.Close())
	}
	cp.folder.sweep(m)
	for _, name := range [...]string{openingName, sealName, lessonName} {
		if err := cp.folder.dir.Discard(cp.folder.file(name)); err != nil {
			return errors.Join(err, keys.Close())
		}
	}
	cp.keys, cp.cols, cp.state = keys, newColumns(), state{Marks: map[string]int64{}}
	cp.spelt, cp.generation, cp.base = &spelling{}, generation, base{}
	return nil
}

// create makes an empty generation beside the current one.
func (fd *folder) create(generation int) (manifest, *segment.Keywords, error) {
	m := manifest{Schema: manifestSchema, Terms: terms.Version, Chunks: chunkVersion, Generation: generation}
	if err := fd.inPlace(); err != nil {
		return m, nil, err
	}
	if err := fd.drop(m.words(fd.root)); err != nil {
		return m, nil, err
	}
	keys, err := segment.CreateKeywords(m.words(fd.root))
	return m, keys, err
}

// adopt writes the manifest, from which moment its generation is the index.
func (fd *folder) adopt(m manifest) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return fd.dir.Write(fd.file(manifestName), append(data, '\n'), store.Cause{Kind: store.CauseSetup, Ref: "index"})
}

// sweep removes all generations but one. What cannot be removed now is
// removed another time.
func (fd *folder) sweep(m manifest) {
	list, err := os.ReadDir(fd.root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		fd.log.Debug("old index generations stay", "index", fd.name, "error", err)
	}
	for _, e := range list {
		old := filepath.Join(fd.root, e.Name())
		if strings.HasPrefix(e.Name(), "words-") && old != m.words(fd.root) {
			_ = fd.drop(old)
		}
	}
}

// drop removes a generation's folder.
func (fd *folder) drop(folder string) error {
	return fd.dir.Discard(path.Join(indexRoot, fd.name, filepath.Base(folder)))
}

// readState reads what a keyword index says of itself.
func readState(keys *segment.Keywords) (state, error) {
	st := state{}
	data, err := keys.Value(stateKey)
	if err != nil {
		return st, fmt.Errorf("%w: %w", segment.ErrDamaged, err)
	}
	if data != nil {
		if err := json.Unmarshal(data, &st); err != nil {
			return st, fmt.Errorf("%w: %w", segment.ErrDamaged, err)
		}
	}
	if st.Marks == nil {
		st.Marks = map[string]int64{}
	}
	return st, nil
}

// readColumns reads all records of a keyword index, oldest first. An index
// that does not hold what its state says is damaged.
func readColumns(ctx context.Context, keys *segment.Keywords, st state) (*columns, error) {
	list, total, err := allRecords(keys)
	if err != nil {
		return nil, err
	}
	cols := newColumns()
	for block := range slices.Chunk(list, readBlock) {
		if err := cols.addBlock(ctx, block); err != nil {
			return nil, err
		}
	}
	if cols.live.n != total || int64(len(list)) != st.Units {
		return nil, fmt.Errorf("%w: %d documents in %d chunks, want %d in %d", segment.ErrDamaged, len(list), total, st.Units, cols.live.n)
	}
	return cols, nil
}

// readBlock is how many records are analysed at a time, on all processors.
const readBlock = 2048

// addBlock adds stored documents in order.
func (c *columns) addBlock(ctx context.Context, block []numbered) error {
	read := make([]reading, len(block))
	bad := make([]error, len(block))
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(block); i += workers {
				read[i], bad[i] = readRecord(block[i].data)
			}
		})
	}
	wg.Wait()
	ids := c.reader(0)
	for i, r := range block {
		_, twice := ids.find(read[i].doc.ID)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case bad[i] != nil:
			return fmt.Errorf("%w: %w", segment.ErrDamaged, bad[i])
		case int(r.n) < c.chunkCount():
			return fmt.Errorf("%w: chunk %d stands twice", segment.ErrDamaged, r.n)
		case twice:
			return fmt.Errorf("%w: document %q stands twice", segment.ErrDamaged, read[i].doc.ID)
		}
		c.skipTo(r.n)
		c.add(read[i])
	}
	return nil
}

type numbered struct {
	n    int32
	data []byte
}

// allRecords returns every record in order, and how many chunks there are.
func allRecords(keys *segment.Keywords) ([]numbered, int64, error) {
	var list []numbered
	total := int64(0)
	err := keys.Records(func(n int32, record []byte) error {
		total++
		if record != nil {
			list = append(list, numbered{n, record})
		}
		return nil
	})
	slices.SortFunc(list, func(a, b numbered) int { return cmp.Compare(a.n, b.n) })
	return list, total, err
}

// Close closes the index. Searches under way end first.
func (x *Index) Close() error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if x.corpus.behind() > snapshotClosing && !x.stopped() && x.lost == nil {
		if _, err := x.takeSnapshot(); err != nil {
			x.folder.log.Warn("index without a snapshot", "index", x.folder.name, "error", err)
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return nil
	}
	x.closed = true
	x.corpus.cols.close()
	x.corpus.meaning.close()
	x.corpus.vectors.Close()
	x.corpus.filling.Close()
	err := x.corpus.keys.Close()
	if err == nil && x.lost == nil {
		x.folder.sealed(x.corpus.generation)
	}
	return err
}

func (x *Index) stopped() bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.closed
}
