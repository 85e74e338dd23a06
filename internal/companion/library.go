package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/internal/document"
	"yumori/internal/store"
	"yumori/rag"
)

// catalogueFile is what the reading of each file given to read came to, as
// JSON: a catalogue. It is derived: deleted, all is read again.
const catalogueFile = ".index/knowledge-files.json"

const catalogueSchema = 1

// A catalogue is what is known of the files in knowledgeDir.
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

// A library keeps what the user gave the persona to read: it reads the files,
// one at a time, in passes of its own so that no turn waits for them, and
// keeps their index up to date. It is safe for concurrent use.
type library struct {
	c       *Companion
	reader  document.Reader
	ctx     context.Context // until close
	cancel  context.CancelFunc
	working sync.WaitGroup
	adding  sync.Mutex // held while a file is copied

	mu      sync.Mutex // guards what follows
	books   *catalogue // nil until it is read
	now     progress   // of the file being read
	halt    context.CancelFunc
	coming  map[string]bool // being copied: not read yet
	next    *pass
	running bool
	closed  bool
	told    time.Time // when progress was published
}

// progress is how far the reading of a file has come.
type progress struct {
	name     string // "" when none is being read
	page, of int
	stopped  bool
}

func newLibrary(c *Companion) *library {
	l := &library{c: c, coming: map[string]bool{}}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

// request asks for a pass that begins after now.
func (l *library) request(what extent) *pass {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.next == nil {
		l.next = &pass{done: make(chan struct{})}
	}
	l.next.rebuild = max(l.next.rebuild, what)
	p := l.next
	switch {
	case l.closed:
		l.next, p.err = nil, ErrClosed
		close(p.done)
	case !l.running:
		l.running = true
		l.working.Go(l.work)
	}
	return p
}

// work makes passes until none is asked for.
func (l *library) work() {
	for {
		l.mu.Lock()
		p := l.next
		l.next = nil
		if p == nil {
			l.running = false
			l.mu.Unlock()
			return
		}
		l.mu.Unlock()
		p.err = guarded(func() error { return l.make(p.rebuild) })
		if p.err != nil && l.ctx.Err() == nil {
			l.c.logger.Warn("read knowledge", "error", p.err)
		}
		l.publish()
		close(p.done)
	}
}

// make brings the index of the knowledge up to date.
func (l *library) make(what extent) error {
	x, err := l.index()
	if x == nil || err != nil {
		return err
	}
	bring := x.index.Sync
	if what == everything {
		bring = x.index.Rebuild
	}
	report, err := bring(l.ctx, l)
	l.c.recall.account(x, report)
	if err == nil {
		err = l.again(x)
	}
	if report.Added > 0 {
		l.c.recall.request(nothing) // which makes vectors of what is new, and learns from it
	}
	return errors.Join(err, l.tidy())
}

// index returns the index of the knowledge, nil while there is none.
func (l *library) index() (*indexed, error) {
	if x := l.c.recall.named(indexKnowledge); x != nil {
		return x, nil
	}
	entries, err := l.entries()
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	if err := l.c.recall.request(nothing).wait(l.ctx); err != nil {
		return nil, err
	}
	return l.c.recall.named(indexKnowledge), nil
}

// again reads the files of which nothing is known: the program was ended, the
// catalogue is gone, or somebody asked for it.
func (l *library) again(x *indexed) error {
	entries, err := l.entries()
	if err != nil {
		return err
	}
	for _, e := range entries {
		r, ok := l.book(e.Name)
		if ok && r.of(e) && (!r.Without || !l.reader.HasPdftotext()) || l.isComing(e.Name) {
			continue
		}
		report, err := x.index.Renew(l.ctx, l, path.Join(knowledgeDir, e.Name))
		if err != nil {
			return err
		}
		for name, err := range report.Failed {
			l.c.logger.Warn("knowledge was not read", "file", name, "error", err)
		}
		l.c.recall.account(x, report)
		l.publish()
	}
	return nil
}

// Documents is rag.Source: the passages of a file given to read. One that
// cannot be read holds none, and the catalogue says why.
func (l *library) Documents(ctx context.Context, file string, _ int64) (rag.Batch, error) {
	name, ok := strings.CutPrefix(file, knowledgeDir+"/")
	if !ok {
		return rag.Batch{}, nil
	}
	kind, ok := document.KindOf(name)
	if !ok || l.isComing(name) {
		return rag.Batch{}, nil
	}
	in, err := l.c.dir.Open(file)
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
func (l *library) fail(r *reading, err error) bool {
	var p *document.Problem
	switch {
	case errors.As(err, &p):
		r.Reason, r.Without = p.Reason, p.Reason.Curable() && !l.reader.HasPdftotext()
	case errors.Is(err, errStopped):
		r.Reason = KnowledgeStopped
	default:
		return false
	}
	r.Why = err.Error()
	return true
}

// errStopped is what ends a reading that the user stopped.
var errStopped = errors.New("stopped by the user")

// read takes the text out of a file, and tells how it goes.
func (l *library) read(ctx context.Context, name string, kind document.Kind, f *os.File) (document.Text, error) {
	reading, halt := context.WithCancel(ctx)
	defer halt()
	l.mu.Lock()
	l.now, l.halt = progress{name: name}, halt
	l.mu.Unlock()
	l.publish()
	text, err := l.reader.Read(reading, kind, f, l.turned)
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
func (l *library) turned(p document.Progress) {
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

// stop ends the reading of a file.
func (l *library) stop(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now.name == name && l.halt != nil {
		l.now.stopped = true
		l.halt()
	}
}

// entries are the files given to read, by name. Folders in the folder count.
func (l *library) entries() ([]store.Entry, error) {
	var list []store.Entry
	folders := []string{""}
	for i := 0; i < len(folders) && i < maxFolders; i++ {
		found, err := l.c.dir.List(path.Join(knowledgeDir, folders[i]))
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

// maxFolders bounds how many folders are looked into.
const maxFolders = 200

// list returns the files as they stand.
func (l *library) list() (KnowledgeBase, error) {
	entries, err := l.entries()
	if err != nil {
		return KnowledgeBase{}, err
	}
	k := KnowledgeBase{Files: []KnowledgeFile{}}
	l.mu.Lock()
	now := l.now
	l.mu.Unlock()
	for _, e := range entries {
		if l.isComing(e.Name) {
			continue
		}
		f := KnowledgeFile{Name: e.Name, Size: e.Size, Added: e.ModTime, State: KnowledgeWaiting}
		r, known := l.book(e.Name)
		switch {
		case e.Name == now.name:
			f.State, f.Done, f.Pages = KnowledgeReading, now.page, now.of
		case known && r.of(e):
			r.show(&f)
		}
		k.Files = append(k.Files, f)
	}
	return k, nil
}

// show fills in what the reading came to.
func (r reading) show(f *KnowledgeFile) {
	f.State, f.Pages, f.Chunks, f.Unread, f.Cut, f.Encoding, f.By = KnowledgeIndexed, r.Pages, r.Chunks, r.Unread, r.Cut, r.Encoding, r.By
	if r.Reason != "" {
		f.State = KnowledgeUnread
		f.Problem = &KnowledgeProblem{Name: f.Name, Reason: r.Reason, Cure: r.Without, Err: errors.New(r.Why)}
	}
}

// publish tells how everything stands.
func (l *library) publish() {
	k, err := l.list()
	if err != nil {
		l.c.logger.Warn("list knowledge", "error", err)
		return
	}
	l.c.publish(TopicKnowledge, k)
}

// shelve says that a file is being copied; it is not to be read yet.
func (l *library) shelve(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.coming[name] = true
}

func (l *library) unshelve(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.coming, name)
}

func (l *library) isComing(name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.coming[name]
}

// open reads the catalogue. l.mu is held.
func (l *library) open() *catalogue {
	if l.books != nil {
		return l.books
	}
	books := &catalogue{}
	data, err := l.c.dir.Read(catalogueFile)
	if err == nil {
		err = json.Unmarshal(data, books)
	}
	if err != nil || books.Schema != catalogueSchema || books.Files == nil {
		books = &catalogue{Schema: catalogueSchema, Files: map[string]reading{}}
	}
	l.books = books
	return books
}

func (l *library) book(name string) (reading, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r, ok := l.open().Files[name]
	return r, ok
}

// keep writes down what a reading came to. It is on disk before the passages
// are: a program that is ended between the two reads the file again.
func (l *library) keep(name string, r reading) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open().Files[name] = r
	return l.save()
}

// forget has a file read again.
func (l *library) forget(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.open().Files[name]; !ok {
		return
	}
	delete(l.books.Files, name)
	if err := l.save(); err != nil {
		l.c.logger.Warn("forget the reading of knowledge", "error", err)
	}
}

// tidy takes out of the catalogue what is gone.
func (l *library) tidy() error {
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
func (l *library) save() error {
	data, err := json.MarshalIndent(l.books, "", "\t")
	if err != nil {
		return fmt.Errorf("encode catalogue: %w", err)
	}
	return l.c.dir.Write(catalogueFile, append(data, '\n'), store.Cause{Kind: store.CauseSetup, Ref: "knowledge"})
}

// close ends what is being read.
func (l *library) close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.cancel()
	l.working.Wait()
}
