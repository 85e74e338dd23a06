package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yumori/internal/document"
	"yumori/internal/store"
	"yumori/retrieval/background"
)

// Dir holds what the user gave the persona to read: txt, md and pdf,
// as they were given. It is searched on demand only.
const Dir = "knowledge"

// Reasons beside those of package document why something given to read is not
// taken, or not read.
const (
	Twice   document.Reason = "twice"   // it is there already, as another file
	Changed document.Reason = "changed" // it was written to while it was copied
	Stopped document.Reason = "stopped" // the user stopped the reading
	Failed  document.Reason = "failed"  // of a kind nobody foresaw: Err says it
)

// ErrNotTaken says that something given to read was not taken. The error is a
// *Problem.
var ErrNotTaken = errors.New("not taken as knowledge")

// A Problem tells why a file given to read was not taken, or cannot
// be read.
type Problem struct {
	Name   string
	Reason document.Reason
	Other  string // Twice: the file that is the same
	Cure   bool   // pdftotext, which is not installed, might read it
	Err    error  // what was found; may be nil
}

// Error names the file and the reason.
func (p *Problem) Error() string {
	text := fmt.Sprintf("%v: %q: %s", ErrNotTaken, p.Name, p.Reason)
	if p.Err != nil {
		text += ": " + p.Err.Error()
	}
	return text
}

// Unwrap returns ErrNotTaken and what was found.
func (p *Problem) Unwrap() []error {
	if p.Err != nil {
		return []error{ErrNotTaken, p.Err}
	}
	return []error{ErrNotTaken}
}

// State says how far something given to read has come.
type State string

// The states.
const (
	Waiting State = "waiting" // its turn has not come
	Reading State = "reading"
	Indexed State = "indexed" // it can be searched
	Unread  State = "failed"  // Problem says why
)

// A File is one file that was given to read.
type File struct {
	Name     string // below the folder, such as "manual.pdf"
	Size     int64
	Added    time.Time
	State    State
	Done     int    // pages read, while it is being read
	Pages    int    // of a PDF; 0 when it has none or nobody knows yet
	Chunks   int    // passages it is searched by
	Unread   int    // pages whose text is not language
	Cut      bool   // only its beginning is searched
	Encoding string // of a text
	By       string // who read the PDF: "pdf" or "pdftotext"
	Problem  *Problem
}

// Base is everything given to read, by name. It is a value.
type Base struct{ Files []File }

// Busy reports whether something is still to be read.
func (k Base) Busy() bool {
	return slices.ContainsFunc(k.Files, func(f File) bool {
		return f.State == Waiting || f.State == Reading
	})
}

// Files returns what was given to read, and sees to it that it is read.
func (l *Library) Files() (Base, error) {
	k, err := l.List()
	if err != nil {
		return k, fmt.Errorf("list knowledge: %w", err)
	}
	if k.Busy() {
		l.Request(background.Changes)
	}
	return k, nil
}

// AddFile is Add of a file of this machine. One that is written to while it is
// copied is not taken.
func (l *Library) AddFile(ctx context.Context, file string) (File, error) {
	name := filepath.Base(file)
	if _, ok := document.KindOf(name); !ok { // before it is opened: it may be a folder, or a pipe
		return File{}, &Problem{Name: name, Reason: document.BadKind}
	}
	before, err := os.Stat(file)
	if err != nil {
		return File{}, fmt.Errorf("add knowledge: %w", err)
	}
	if !before.Mode().IsRegular() {
		return File{}, &Problem{Name: name, Reason: document.BadKind}
	}
	f, err := os.Open(file)
	if err != nil {
		return File{}, fmt.Errorf("add knowledge: %w", err)
	}
	defer f.Close()
	return l.Add(ctx, name, &steady{f: f, before: before})
}

// steady reads a file to its end and then fails if it changed meanwhile.
type steady struct {
	f      *os.File
	before os.FileInfo
	read   int64
}

// errChanged is what steady fails with.
var errChanged = errors.New("changed while it was read")

// Read reads from the file.
func (s *steady) Read(p []byte) (int, error) {
	n, err := s.f.Read(p)
	s.read += int64(n)
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	now, serr := s.f.Stat()
	if serr != nil {
		return n, serr
	}
	if s.read != s.before.Size() || now.Size() != s.before.Size() || !now.ModTime().Equal(s.before.ModTime()) {
		return n, errChanged
	}
	return n, io.EOF
}

// Remove deletes a file given to read, ending its reading. The history does
// not keep it: it is a copy of what the user has.
func (l *Library) Remove(name string) error {
	entries, err := l.entries()
	if err == nil && !slices.ContainsFunc(entries, func(e store.Entry) bool { return e.Name == name }) {
		err = fs.ErrNotExist // whatever else it may name
	}
	if err != nil {
		return fmt.Errorf("remove knowledge %q: %w", name, err)
	}
	l.Stop(name)
	if err := l.opt.Dir.Remove(path.Join(Dir, name), store.Cause{Kind: store.CauseUser, Note: "knowledge"}); err != nil {
		return fmt.Errorf("remove knowledge: %w", err)
	}
	l.publish()
	l.Request(background.Changes)
	return nil
}

// Reread has a file read again that could not be read before.
func (l *Library) Reread(name string) {
	l.forget(name)
	l.publish()
	l.Request(background.Changes)
}

// Add keeps what r holds, under a name made of the one given, and has it read
// in the background. It returns once the file is on disk; a *Problem says why it
// was not taken. The end of ctx ends the copying and leaves nothing.
//
// It copies and then looks whether it is there already: only then is known
// what it is.
func (l *Library) Add(ctx context.Context, name string, r io.Reader) (File, error) {
	l.adding.Lock()
	defer l.adding.Unlock()
	none := File{}
	short := path.Base(strings.ReplaceAll(name, `\`, "/"))
	if _, ok := document.KindOf(short); !ok {
		return none, &Problem{Name: short, Reason: document.BadKind}
	}
	entries, err := l.entries()
	if err != nil {
		return none, fmt.Errorf("add knowledge: %w", err)
	}
	kept := l.freeName(short, entries)
	file := path.Join(Dir, kept)
	l.shelve(kept)
	defer l.unshelve(kept)
	in := &interruptible{ctx: ctx, r: r}
	version, err := l.opt.Dir.Import(file, in, document.MaxFile)
	switch {
	case ctx.Err() != nil:
		return none, ctx.Err()
	case errors.Is(err, errChanged):
		return none, &Problem{Name: short, Reason: Changed}
	case isTooBig(err):
		return none, &Problem{Name: short, Reason: document.TooBig}
	case err != nil:
		return none, fmt.Errorf("add knowledge: %w", err)
	}
	if p := l.refusal(short, copied{version, in.size}, entries); p != nil {
		if err := l.opt.Dir.Remove(file, store.Cause{Kind: store.CauseUser, Note: "knowledge"}); err != nil {
			return none, errors.Join(p, fmt.Errorf("add knowledge: %w", err))
		}
		return none, p
	}
	l.unshelve(kept)
	l.forget(kept)
	l.publish()
	l.Request(background.Changes)
	k, err := l.List()
	if at := slices.IndexFunc(k.Files, func(f File) bool { return f.Name == kept }); err == nil && at >= 0 {
		return k.Files[at], nil
	}
	return File{Name: kept, State: Waiting}, err
}

func isTooBig(err error) bool {
	var bad *store.BadFileError
	return errors.As(err, &bad) && bad.Reason == store.TooBig
}

// interruptible is a reader that ends with a context.
type interruptible struct {
	ctx  context.Context
	r    io.Reader
	size int64 // of what was read
}

// copied is what was copied.
type copied struct {
	version store.Version
	size    int64
}

// Read fails once the context has ended.
func (i *interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := i.r.Read(p)
	i.size += int64(n)
	return n, err
}

// refusal says why a copied file is not kept, nil if it is: it is empty, or
// there is another with the same content.
func (l *Library) refusal(name string, c copied, entries []store.Entry) *Problem {
	if c.size == 0 {
		return &Problem{Name: name, Reason: document.Empty}
	}
	for _, e := range entries {
		if e.Size != c.size {
			continue
		}
		if is, err := l.opt.Dir.Version(path.Join(Dir, e.Name)); err == nil && is == c.version {
			return &Problem{Name: name, Reason: Twice, Other: e.Name}
		}
	}
	return nil
}

// freeName makes a name that every system can hold and no file has, as near to
// the one given as can be.
func (l *Library) freeName(name string, taken []store.Entry) string {
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	ext = strings.ToLower(ext)
	stem = clean(stem)
	if _, err := l.opt.Dir.Version(path.Join(Dir, stem+ext)); errors.Is(err, store.ErrBadName) {
		stem = "document-" + store.Slug(stem)
	}
	for n := 1; ; n++ {
		try := stem + ext
		if n > 1 {
			try = fmt.Sprintf("%s (%d)%s", stem, n, ext)
		}
		if !slices.ContainsFunc(taken, func(e store.Entry) bool { return folded(e.Name) == folded(try) }) {
			return try
		}
	}
}

// longestStem is how many bytes of a name are kept.
const longestStem = 150

// clean takes out of a name what no system, or not every one, allows.
func clean(stem string) string {
	stem = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`<>:"|?*\/`, r), r == utf8.RuneError:
			return '-'
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
			return -1
		}
		return r
	}, norm.NFC.String(stem))
	if len(stem) > longestStem {
		stem = strings.ToValidUTF8(stem[:longestStem], "")
	}
	return cmp.Or(strings.Trim(stem, ". ~"), "document")
}

// folded is a name as file systems compare that know no upper case.
func folded(name string) string { return strings.ToLower(norm.NFC.String(name)) }
