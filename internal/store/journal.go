package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"sync"
)

const (
	// journalExt ends the names of journals: UTF-8 text, one record a line,
	// only ever added to. What a record is their owner knows.
	journalExt = ".jsonl"

	// tailInfix is between the name of a journal and the time at which a torn
	// tail was cut off from it: log.jsonl.tail-20261121-100000.
	tailInfix = ".tail-"

	maxLine   = 4 << 20  // bytes; a longer line is not a record
	blockSize = 64 << 10 // bytes read at a time
)

// Torn says what was cut off from a journal's end when it was opened.
type Torn struct {
	SetAside string // the file that has it now
	Bytes    int64
}

// Line is one line of a journal.
type Line struct {
	Offset int64  // of its first byte
	Data   []byte // without the "\n"; the receiver's to keep
}

// Journal is an append-only file of lines. It is safe for concurrent use. An
// editor may change the file at any time: the next Append notices.
type Journal struct {
	d     *Dir
	name  string
	valid func(line []byte) error

	appending sync.Mutex // one at a time; taken before mu

	mu   sync.Mutex // held while the file is written; guards what follows
	f    *file
	size int64 // of what is whole
	left bool  // a failed append left something behind size
	bad  error // why nothing can be appended: the disk takes no writes, or the torn tail behind size could not be set aside
	torn *Torn
}

// Journal opens the journal name, whose name ends in ".jsonl", and makes it if
// it is not there. Every call for a name returns the same Journal, with the
// valid of the first.
//
// A last line without "\n", or one that valid refuses, is what a crash in the
// middle of an append leaves: it is copied to a file of its own and cut off, and
// Torn tells. A last line that valid accepts and that only lacks its "\n" is an
// edit by hand; it is completed. A valid of nil accepts no line without its end.
// Lines further up are never touched. Cost: one read of the tail, whatever the
// size of the journal.
func (d *Dir) Journal(name string, valid func(line []byte) error) (*Journal, error) {
	if err := d.scope.check(name); err != nil {
		return nil, err
	}
	if path.Ext(name) != journalExt {
		return nil, badName(name, "not a journal")
	}
	if d.over != nil {
		return nil, wrap("open journal", name, errShadow)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, wrap("open journal", name, fs.ErrClosed)
	}
	if j, ok := d.journals[name]; ok {
		return j, nil
	}
	j := &Journal{d: d, name: name, valid: valid}
	if err := j.open(); err != nil {
		return nil, wrap("open journal", name, err)
	}
	d.journals[name] = j
	return j, nil
}

// open opens the file and mends its tail. On a disk that takes no writes what
// is whole can be read all the same.
func (j *Journal) open() error {
	var noWrites error
	f, err := j.d.disk.openRegularFlag(j.name, os.O_RDWR|os.O_APPEND)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f, err = j.create()
	case errors.Is(err, ErrReadOnly):
		noWrites = err
		f, err = j.d.disk.openRegular(j.name)
	}
	if err != nil {
		return err
	}
	fi, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return err
	}
	j.f, j.size, j.left, j.bad = f, fi.Size(), false, noWrites
	if err := classify(j.mendTail()); err != nil {
		if errors.Is(err, ErrReadOnly) || errors.Is(err, ErrFull) {
			j.bad = err // the next Append tries again
			return nil
		}
		_ = f.Close()
		return err
	}
	return nil
}

func (j *Journal) create() (*file, error) {
	disk := j.d.disk
	if err := disk.mkdirAll(path.Dir(j.name)); err != nil {
		return nil, err
	}
	f, err := disk.ops.open(disk.root, j.name, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return nil, err
	}
	if err := disk.ops.syncDir(disk.root, path.Dir(j.name)); err != nil {
		_ = f.Close()
		return nil, err
	}
	return &file{f, &disk.ops}, nil
}

// mendTail looks at the last line and cuts off what is not whole. It sets
// j.size to the end of what is.
func (j *Journal) mendTail() error {
	end := j.size
	if end == 0 {
		return nil
	}
	start, line, err := lastLine(j.f, end)
	if err != nil {
		return err
	}
	whole := len(line) > 0 && line[len(line)-1] == '\n'
	record := bytes.TrimSuffix(line, []byte("\n"))
	switch {
	case line == nil: // longer than any record
	case whole && len(bytes.TrimSpace(record)) == 0: // a blank line is an edit by hand
		return nil
	case j.valid == nil && whole:
		return nil
	case j.valid != nil && j.valid(slices.Clone(record)) == nil:
		if whole {
			return nil
		}
		return j.complete(end)
	}
	j.size = start
	return j.cutTail(end)
}

// complete adds the "\n" to the last line.
func (j *Journal) complete(end int64) error {
	ops := &j.d.disk.ops
	if _, err := ops.write(j.f.File, []byte("\n")); err != nil {
		return err
	}
	j.size = end + 1
	return ops.syncData(j.f.File)
}

// cutTail sets aside what is between j.size and end, and cuts it off.
func (j *Journal) cutTail(end int64) error {
	disk := j.d.disk
	aside, err := disk.freeName(j.name + tailInfix + j.d.now().Format(timeInName))
	var n int64
	if err == nil {
		n, err = disk.replace(aside, io.NewSectionReader(j.f, j.size, end-j.size))
	}
	if err != nil {
		return fmt.Errorf("set the torn tail aside: %w", err)
	}
	if err := disk.ops.truncate(j.f.File, j.size); err != nil {
		return err
	}
	if err := disk.ops.sync(j.f.File); err != nil {
		return err
	}
	j.torn = &Torn{SetAside: aside, Bytes: n}
	j.d.log.Warn("store: torn tail of a journal set aside", "dir", j.d.path, "journal", j.name, "tail", aside, "bytes", n)
	return nil
}

// lastLine returns the last line before end, which is behind a byte, with its "\n", if
// it has one, and its offset. A line longer than maxLine is nil.
func lastLine(r io.ReaderAt, end int64) (start int64, line []byte, err error) {
	for at, l := range scanBack(r, end) {
		start, line, err = at, l.data, l.err
		break
	}
	return start, line, err
}

// Torn says what was cut off when the journal was opened, or nil.
func (j *Journal) Torn() *Torn {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.torn == nil {
		return nil
	}
	t := *j.torn
	return &t
}

// Size returns the offset behind the last line.
func (j *Journal) Size() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.size
}

// Append adds a line, which must be non-empty, without "\n" and at most 4 MiB,
// and returns its offset. When it returns nil the line is on disk; otherwise
// nothing of it is in the journal. Cost: one write and one synchronisation.
func (j *Journal) Append(line []byte) (int64, error) {
	if len(line) == 0 || len(line) > maxLine || bytes.IndexByte(line, '\n') >= 0 {
		return 0, wrap("append to", j.name, fmt.Errorf("%d bytes are not one line of a journal", len(line)))
	}
	j.appending.Lock()
	defer j.appending.Unlock()
	j.mu.Lock()
	defer j.mu.Unlock()
	at, err := j.append(append(slices.Clone(line), '\n'))
	return at, wrap("append to", j.name, err)
}

// AppendAll adds many lines at once, each ended by "\n", none blank and none
// longer than 4 MiB, which is the caller's to see to. They are on disk when it
// returns; on an error none is. Cost: one sync for all.
func (j *Journal) AppendAll(lines []byte) error {
	if len(lines) == 0 || lines[len(lines)-1] != '\n' {
		return wrap("append to", j.name, fmt.Errorf("%d bytes are not lines of a journal", len(lines)))
	}
	j.appending.Lock()
	defer j.appending.Unlock()
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err := j.append(lines)
	return wrap("append to", j.name, err)
}

// AppendFrom adds what r holds, lines as AppendAll takes them, of any number. They
// are on disk when it returns; on an error, and on one of r, none is.
// It may be read meanwhile, as it was.
func (j *Journal) AppendFrom(r io.Reader) error {
	j.appending.Lock()
	defer j.appending.Unlock()
	return wrap("append to", j.name, j.appendFrom(r))
}

func (j *Journal) appendFrom(r io.Reader) error {
	j.mu.Lock()
	err := j.ready()
	f := j.f
	j.left = j.left || err == nil // until all is there
	j.mu.Unlock()
	if err != nil {
		return err
	}
	ops := &j.d.disk.ops
	write := func(p []byte) (int, error) { return ops.write(f.File, p) }
	n, err := io.CopyBuffer(writerFunc(write), readerOnly{r}, make([]byte, 1<<20))
	if err == nil {
		err = ops.syncData(f.File)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil {
		return errors.Join(err, j.takeBack())
	}
	j.size, j.left = j.size+n, false
	return nil
}

func (j *Journal) append(line []byte) (int64, error) {
	if err := j.ready(); err != nil {
		return 0, err
	}
	ops := &j.d.disk.ops
	n, err := ops.write(j.f.File, line)
	if err == nil && n < len(line) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = ops.syncData(j.f.File)
	}
	if err != nil {
		j.left = true
		return 0, errors.Join(err, j.takeBack())
	}
	at := j.size
	j.size += int64(n)
	return at, nil
}

// takeBack cuts off what a failed append left.
func (j *Journal) takeBack() error {
	ops := &j.d.disk.ops
	if err := ops.truncate(j.f.File, j.size); err != nil {
		return err
	}
	if err := ops.sync(j.f.File); err != nil {
		return err
	}
	j.left = false
	return nil
}

// ready makes sure that j.f is the file of that name and ends at j.size.
func (j *Journal) ready() error {
	if j.f == nil {
		return fs.ErrClosed
	}
	if j.bad != nil {
		return j.reopen()
	}
	fi, err := j.f.Stat()
	if err != nil {
		return err
	}
	now, err := j.d.disk.lstat(j.name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	switch {
	case err == nil && os.SameFile(fi, now) && fi.Size() == j.size:
		return nil
	case err == nil && os.SameFile(fi, now) && j.left && fi.Size() > j.size:
		return j.takeBack()
	}
	return j.reopen() // an editor was here
}

// renew takes up what is in the place of the file now.
func (j *Journal) renew() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.f == nil {
		return nil // it is closed
	}
	return j.reopen()
}

// Look notices, as Append does, what somebody else made of the file: Size is that of
// what is there then.
func (j *Journal) Look() error {
	j.appending.Lock()
	defer j.appending.Unlock()
	j.mu.Lock()
	defer j.mu.Unlock()
	return wrap("look at", j.name, j.ready())
}

func (j *Journal) reopen() error {
	f, size, left, bad := j.f, j.size, j.left, j.bad
	if err := j.open(); err != nil {
		j.f, j.size, j.left, j.bad = f, size, left, bad // so that the next look comes here again
		return err
	}
	_ = f.Close()
	return j.bad
}

// Rewrite drops everything before the offset keepFrom, which must be the start
// of a line or the end, in one step: the caller has copied it elsewhere. The
// offsets of the lines that stay become smaller by keepFrom. A journal is not
// kept in the history; c goes to the program's log.
func (j *Journal) Rewrite(keepFrom int64, c Cause) error {
	j.appending.Lock()
	defer j.appending.Unlock()
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.ready(); err != nil {
		return wrap("rewrite", j.name, err)
	}
	if err := j.lineStart(keepFrom); err != nil {
		return wrap("rewrite", j.name, err)
	}
	if _, err := j.d.disk.replace(j.name, io.NewSectionReader(j.f, keepFrom, j.size-keepFrom)); err != nil {
		return wrap("rewrite", j.name, err)
	}
	j.d.log.Info("store: journal rewritten", "dir", j.d.path, "journal", j.name, "dropped", keepFrom, "cause", c.Kind, "ref", c.Ref)
	return wrap("rewrite", j.name, j.reopen())
}

// lineStart returns an error unless a line starts, or the journal ends, at off.
func (j *Journal) lineStart(off int64) error {
	if off < 0 || off > j.size {
		return fmt.Errorf("offset %d is outside of the journal", off)
	}
	if off == 0 {
		return nil
	}
	var b [1]byte
	if _, err := j.f.ReadAt(b[:], off-1); err != nil {
		return err
	}
	if b[0] != '\n' {
		return fmt.Errorf("offset %d is inside of a line", off)
	}
	return nil
}

func (j *Journal) close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	err := j.f.Close()
	j.f = nil
	return err
}
