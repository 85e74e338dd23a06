// Package library keeps what the user gave a persona to read: it takes files
// in, reads them in the background, and finds passages in them. Nothing of it
// comes to mind by itself.
package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/internal/document"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/rag"
	"yumori/retrieval/background"
)

// catalogueFile is what the reading of each file given to read came to, as
// JSON: a catalogue. It is derived: deleted, all is read again.
const catalogueFile = ".index/knowledge-files.json"

const catalogueSchema = 1

// A catalogue is what is known of the files in Dir.
type catalogue struct {
	Schema int                `json:"schema"`
	Files  map[string]reading `json:"files"` // by name below the folder
}

// A reading is what the reading of a file came to.
type reading struct {
	Size     int64           `json:"size"`
	ModTime  int64           `json:"mtime"` // ns since 1970
	Pages    int             `json:"pages,omitempty"`
	Chunks   int             `json:"chunks,omitempty"`
	Unread   int             `json:"unread,omitempty"`
	Cut      bool            `json:"cut,omitempty"`
	Encoding string          `json:"encoding,omitempty"`
	By       string          `json:"by,omitempty"`
	Reason   document.Reason `json:"reason,omitempty"`  // why it could not be read
	Why      string          `json:"why,omitempty"`     // the same in full
	Without  bool            `json:"without,omitempty"` // pdftotext was not there
}

// of reports whether it is the reading of a file as it is now.
func (r reading) of(e store.Entry) bool {
	return r.Size == e.Size && r.ModTime == e.ModTime.UnixNano()
}

// Indexes are what the library needs of the indexes of a persona.
type Indexes interface {
	// Knowledge is the index of what was given to read, nil while it is not open.
	Knowledge() *rag.Index
	// Open asks for a pass over the other indexes, which opens that of the
	// knowledge, learns from what is new and makes vectors of it.
	Open() *background.Pass
	// Account notes what was done to the index of the knowledge.
	Account(rag.Report)
	// Embedder makes the vectors of questions; nil without one.
	Embedder() llm.Embedder
}

// Options are the surroundings of a Library.
type Options struct {
	Dir     *store.Dir // of the persona
	Indexes Indexes
	Logger  *slog.Logger
	Publish func(Base) // is told how everything stands, whenever that changes

	ReadyTime time.Duration // how long a search waits for what is being read; 0: 1.5 s
	EmbedTime time.Duration // and for the vector of its question; 0: 3 s
}

// A Library keeps what the user gave the persona to read: it reads the files,
// one at a time, in passes of its own so that no turn waits for them, and
// keeps their index up to date. It is safe for concurrent use.
type Library struct {
	// Reader takes the text out of files. It is set before the first of them.
	Reader document.Reader

	opt     Options
	ctx     context.Context // until close
	cancel  context.CancelFunc
	passes  background.Passes
	working sync.WaitGroup
	adding  sync.Mutex // held while a file is copied

	mu     sync.Mutex // guards what follows
	books  *catalogue // nil until it is read
	now    progress   // of the file being read
	halt   context.CancelFunc
	coming map[string]bool // being copied: not read yet
	told   time.Time       // when progress was published
}

// progress is how far the reading of a file has come.
type progress struct {
	name     string // "" when none is being read
	page, of int
	stopped  bool
}

// New returns the library of a persona. It reads nothing before it is asked.
func New(opt Options) *Library {
	l := &Library{opt: opt, coming: map[string]bool{}}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.passes = background.Passes{Work: l.make, After: l.made, Working: &l.working}
	return l
}

// Request asks for a pass over the files that begins after now.
func (l *Library) Request(what background.Extent) *background.Pass { return l.passes.Request(what) }

// made tells how things stand after a pass.
func (l *Library) made(err error) {
	if err != nil && l.ctx.Err() == nil {
		l.opt.Logger.Warn("read knowledge", "error", err)
	}
	l.publish()
}

// make brings the index of the knowledge up to date.
func (l *Library) make(what background.Extent) error {
	x, err := l.index()
	if x == nil || err != nil {
		return err
	}
	bring := x.Sync
	if what == background.Everything {
		bring = x.Rebuild
	}
	report, err := bring(l.ctx, l)
	l.opt.Indexes.Account(report)
	if err == nil {
		err = l.again(x)
	}
	if report.Added > 0 {
		l.opt.Indexes.Open() // which makes vectors of what is new, and learns from it
	}
	return errors.Join(err, l.tidy())
}

// index returns the index of the knowledge, nil while there is none.
func (l *Library) index() (*rag.Index, error) {
	if x := l.opt.Indexes.Knowledge(); x != nil {
		return x, nil
	}
	entries, err := l.entries()
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	if err := l.opt.Indexes.Open().Wait(l.ctx); err != nil {
		return nil, err
	}
	return l.opt.Indexes.Knowledge(), nil
}

// again reads the files of which nothing is known: the program was ended, the
// catalogue is gone, or somebody asked for it.
func (l *Library) again(x *rag.Index) error {
	entries, err := l.entries()
	if err != nil {
		return err
	}
	for _, e := range entries {
		r, ok := l.book(e.Name)
		if ok && r.of(e) && (!r.Without || !l.Reader.HasPdftotext()) || l.isComing(e.Name) {
			continue
		}
		report, err := x.Renew(l.ctx, l, path.Join(Dir, e.Name))
		if err != nil {
			return err
		}
		for name, err := range report.Failed {
			l.opt.Logger.Warn("knowledge was not read", "file", name, "error", err)
		}
		l.opt.Indexes.Account(report)
		l.publish()
	}
	return nil
}

// Documents is rag.Source: the passages of a file given to read. One that
// cannot be read holds none, and the catalogue says why.
func (l *Library) Documents(ctx context.Context, file string, _ int64) (rag.Batch, error) {
	name, ok := strings.CutPrefix(file, Dir+"/")
	if !ok {
		return rag.Batch{}, nil
	}
	kind, ok := document.KindOf(name)
	if !ok || l.isComing(name) {
		return rag.Batch{}, nil
	}
	in, err := l.opt.Dir.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return rag.Batch{}, nil
	}
	if err != nil {
		return rag.Batch{}, err
	}
	defer in.Close()
	f, ok := in.(*os.File)
	if !ok {
		return rag.Batch{}, errors.New("not a file of the system") // unreachable: store opens regular files
	}
	info, err := f.Stat()
	if err != nil {
		return rag.Batch{}, err
	}
	r := reading{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
	text, err := l.read(ctx, name, kind, f)
	if err != nil && ctx.Err() != nil {
		return rag.Batch{}, ctx.Err()
	}
	var docs []rag.Document
	if err == nil {
		docs = passagesOf(file, kind, text)
		r.fill(text, docs)
	} else if !l.fail(&r, err) {
		return rag.Batch{}, err
	}
	return rag.Batch{Documents: docs}, l.keep(name, r)
}

// fill notes what a file holds.
func (r *reading) fill(text document.Text, docs []rag.Document) {
	r.Pages, r.Unread, r.Cut, r.Encoding, r.By = text.Count, text.Unread, text.Cut, text.Encoding, text.By
	for _, d := range docs {
		r.Chunks += rag.Chunks(d)
	}
}

// fail notes why a file cannot be read; false says that it might be another
// time.
func (l *Library) fail(r *reading, err error) bool {
	var p *document.Problem
	switch {
	case errors.As(err, &p):
		r.Reason, r.Without = p.Reason, p.Reason.Curable() && !l.Reader.HasPdftotext()
	case errors.Is(err, errStopped):
		r.Reason = Stopped
	default:
		return false
	}
	r.Why = err.Error()
	return true
}

// errStopped is what ends a reading that the user stopped.
var errStopped = errors.New("stopped by the user")

// read takes the text out of a file, and tells how it goes.
func (l *Library) read(ctx context.Context, name string, kind document.Kind, f *os.File) (document.Text, error) {
	reading, halt := context.WithCancel(ctx)
	defer halt()
	l.mu.Lock()
	l.now, l.halt = progress{name: name}, halt
	l.mu.Unlock()
	l.publish()
	text, err := l.Reader.Read(reading, kind, f, l.turned)
	l.mu.Lock()
	stopped := l.now.stopped
	l.now, l.halt = progress{}, nil
	l.mu.Unlock()
	if stopped && ctx.Err() == nil {
		return text, errStopped
	}
	return text, err
}

// progressPause is how often progress is told.
const progressPause = 100 * time.Millisecond

// turned notes that a page was read.
func (l *Library) turned(p document.Progress) {
	l.mu.Lock()
	l.now.page, l.now.of = p.Page, p.Of
	now := time.Now()
	tell := now.Sub(l.told) >= progressPause
	if tell {
		l.told = now
	}
	l.mu.Unlock()
	if tell {
		l.publish()
	}
}

// Stop ends the reading of a file. It stays, unread, until Reread.
func (l *Library) Stop(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now.name == name && l.halt != nil {
		l.now.stopped = true
		l.halt()
	}
}

// entries are the files given to read, by name. Folders in the folder count.
func (l *Library) entries() ([]store.Entry, error) {
	var list []store.Entry
	folders := []string{""}
	for i := 0; i < len(folders) && i < maxFolders; i++ {
		found, err := l.opt.Dir.List(path.Join(Dir, folders[i]))
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			e.Name = path.Join(folders[i], e.Name)
			if e.IsDir {
				folders = append(folders, e.Name)
			} else if _, ok := document.KindOf(e.Name); ok {
				list = append(list, e)
			}
		}
	}
	slices.SortFunc(list, func(a, b store.Entry) int { return naturally(folded(a.Name), folded(b.Name)) })
	return list, nil
}

// HasFiles reports whether there is something to read.
func (l *Library) HasFiles() bool {
	entries, err := l.entries()
	return err == nil && len(entries) > 0
}

// maxFolders bounds how many folders are looked into.
const maxFolders = 200

// List returns the files as they stand.
func (l *Library) List() (Base, error) {
	entries, err := l.entries()
	if err != nil {
		return Base{}, err
	}
	k := Base{Files: []File{}}
	l.mu.Lock()
	now := l.now
	l.mu.Unlock()
	for _, e := range entries {
		if l.isComing(e.Name) {
			continue
		}
		f := File{Name: e.Name, Size: e.Size, Added: e.ModTime, State: Waiting}
		r, known := l.book(e.Name)
		switch {
		case e.Name == now.name:
			f.State, f.Done, f.Pages = Reading, now.page, now.of
		case known && r.of(e):
			r.show(&f)
		}
		k.Files = append(k.Files, f)
	}
	return k, nil
}

// show fills in what the reading came to.
func (r reading) show(f *File) {
	f.State, f.Pages, f.Chunks, f.Unread, f.Cut, f.Encoding, f.By = Indexed, r.Pages, r.Chunks, r.Unread, r.Cut, r.Encoding, r.By
	if r.Reason != "" {
		f.State = Unread
		f.Problem = &Problem{Name: f.Name, Reason: r.Reason, Cure: r.Without, Err: errors.New(r.Why)}
	}
}

// publish tells how everything stands.
func (l *Library) publish() {
	k, err := l.List()
	if err != nil {
		l.opt.Logger.Warn("list knowledge", "error", err)
		return
	}
	l.opt.Publish(k)
}

// shelve says that a file is being copied; it is not to be read yet.
func (l *Library) shelve(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.coming[name] = true
}

func (l *Library) unshelve(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.coming, name)
}

func (l *Library) isComing(name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.coming[name]
}

// open reads the catalogue. l.mu is held.
func (l *Library) open() *catalogue {
	if l.books != nil {
		return l.books
	}
	books := &catalogue{}
	data, err := l.opt.Dir.Read(catalogueFile)
	if err == nil {
		err = json.Unmarshal(data, books)
	}
	if err != nil || books.Schema != catalogueSchema || books.Files == nil {
		books = &catalogue{Schema: catalogueSchema, Files: map[string]reading{}}
	}
	l.books = books
	return books
}

func (l *Library) book(name string) (reading, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r, ok := l.open().Files[name]
	return r, ok
}

// keep writes down what a reading came to. It is on disk before the passages
// are: a program that is ended between the two reads the file again.
func (l *Library) keep(name string, r reading) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open().Files[name] = r
	return l.save()
}

// forget has a file read again.
func (l *Library) forget(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.open().Files[name]; !ok {
		return
	}
	delete(l.books.Files, name)
	if err := l.save(); err != nil {
		l.opt.Logger.Warn("forget the reading of knowledge", "error", err)
	}
}

// tidy takes out of the catalogue what is gone.
func (l *Library) tidy() error {
	entries, err := l.entries()
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	gone := false
	for name := range l.open().Files {
		if !slices.ContainsFunc(entries, func(e store.Entry) bool { return e.Name == name }) {
			delete(l.books.Files, name)
			gone = true
		}
	}
	if !gone {
		return nil
	}
	return l.save()
}

// save writes the catalogue. l.mu is held.
func (l *Library) save() error {
	data, err := json.MarshalIndent(l.books, "", "\t")
	if err != nil {
		return fmt.Errorf("encode catalogue: %w", err)
	}
	return l.opt.Dir.Write(catalogueFile, append(data, '\n'), store.Cause{Kind: store.CauseSetup, Ref: "knowledge"})
}

// Close ends what is being read.
func (l *Library) Close() {
	l.passes.Close()
	l.cancel()
	l.working.Wait()
}
