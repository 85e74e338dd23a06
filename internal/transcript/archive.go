package transcript

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"yumori/internal/store"
)

// Archive moves the records of past months from the front of the log to the
// archives. It stops at the first message of the month it is now, so that the
// order of the log stays what it was.
//
// A month is copied, on disk, before it is cut off; a crash between the two
// leaves records in both places, which readers take for one and the next
// Archive for copied. Messages can be read and written meanwhile, but for the
// moment of the cut. Memory depends on the number of lines in one month, at
// some 50 bytes each.
func (l *Log) Archive(ctx context.Context) error {
	l.archiving.Lock()
	defer l.archiving.Unlock()
	for {
		err := l.journal.Look() // somebody may have changed the file, and where its lines end
		if err != nil {
			return fmt.Errorf("archive: %w", err)
		}
		c, err := l.chain()
		if err != nil {
			return fmt.Errorf("archive: %w", err)
		}
		month, end, err := c.past(l.now().Format(monthFormat))
		if err != nil {
			return fmt.Errorf("archive: %w", err)
		}
		if end == 0 {
			return nil
		}
		if err := l.archive(ctx, month, end); err != nil {
			return fmt.Errorf("archive %s: %w", month, err)
		}
	}
}

// past returns the month that the log begins with, as the archive that takes
// it is called, and where it ends; an end of 0 when there is none that is over in
// the month now. What is appended from now on is not looked at.
func (c chain) past(now string) (month string, end int64, err error) {
	log, newest := c.parts[len(c.parts)-1], ""
	if n := len(c.parts); n > 1 {
		newest = c.parts[n-2].month
	}
	for line, err := range log.journal.Forward(0) {
		if err != nil && !errors.Is(err, store.ErrUnreadable) {
			return "", 0, err
		}
		if line.Offset >= log.size {
			break
		}
		r, err := decode(line.Data)
		if err != nil || r.Kind != kindMessage {
			continue // goes where its neighbours go
		}
		own := r.Time.Format(monthFormat)
		filed := max(own, newest)
		if month == "" && own < now {
			month = filed
		}
		if own >= now || filed > month {
			if month == "" {
				return "", 0, nil
			}
			return month, line.Offset, nil
		}
	}
	if month == "" {
		return "", 0, nil // nothing that has a month
	}
	return month, log.size, nil
}

// archive moves the first end bytes of the log to the archive of a month.
func (l *Log) archive(ctx context.Context, month string, end int64) error {
	name := archiveName(month)
	known, size, err := fingerprints(ctx, l.dir, name)
	if err != nil {
		return err
	}
	log, err := l.dir.Open(logFile)
	if err != nil {
		return err
	}
	defer log.Close()
	fresh := &freshLines{ctx: ctx, r: bufio.NewReaderSize(io.LimitReader(log, end), blockSize), known: known}
	if _, err := fresh.r.Peek(1); err != nil {
		return err
	}
	var old io.Reader = bytes.NewReader(nil)
	if size > 0 {
		f, err := l.dir.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		old = &ended{r: io.LimitReader(f, size)}
	}
	if _, err := l.dir.Import(name, io.MultiReader(old, fresh), size+end+1); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	l.files.Lock()
	defer l.files.Unlock()
	l.filter.forget(logFile)
	return l.journal.Rewrite(end, store.Cause{Kind: store.CauseTurn, Note: "archive " + month})
}

// A fingerprint stands for a line: enough of its SHA-256 that two lines never
// share one.
type fingerprint [16]byte

func fingerprintOf(line []byte) fingerprint {
	sum := sha256.Sum256(line)
	return fingerprint(sum[:16])
}

// fingerprints returns those of an archive's lines and its size; none and 0
// when it does not exist.
func fingerprints(ctx context.Context, d *store.Dir, name string) (map[fingerprint]struct{}, int64, error) {
	known := map[fingerprint]struct{}{}
	f, err := d.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return known, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, 0, err
	}
	for line, err := range forwardLines(f, 0) {
		if errors.Is(err, errLong) {
			continue
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, 0, err
		}
		known[fingerprintOf(line.Data)] = struct{}{}
	}
	return known, size, nil
}

// errMoved says that what is to be copied ends within a line.
var errMoved = errors.New("the log was changed while it was archived")

// A freshLines reads the lines that are not known. One too long to be a
// record passes as it is, known or not: nothing is lost by having it twice.
type freshLines struct {
	ctx   context.Context
	r     *bufio.Reader
	known map[fingerprint]struct{}
	buf   []byte // of line
	line  []byte // what is read and not yet given out
	raw   bool   // in the middle of a long line
}

// Read gives out lines, in pieces as they fit.
func (f *freshLines) Read(p []byte) (int, error) {
	for len(f.line) == 0 {
		if err := f.ctx.Err(); err != nil {
			return 0, err
		}
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, f.line)
	f.line = f.line[n:]
	return n, nil
}

func (f *freshLines) next() error {
	line := f.buf[:0]
	for {
		piece, err := f.r.ReadSlice('\n')
		line = append(line, piece...)
		whole := err == nil || errors.Is(err, io.EOF)
		if !whole && !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		if whole && len(line) == 0 {
			return io.EOF
		}
		if !whole && !f.raw && len(line) <= maxRecord {
			continue
		}
		if whole && line[len(line)-1] != '\n' {
			return errMoved
		}
		long := f.raw || !whole
		f.raw = !whole
		if !long {
			if _, ok := f.known[fingerprintOf(bytes.TrimSuffix(line, []byte{'\n'}))]; ok {
				line = line[:0]
				continue
			}
		}
		f.buf, f.line = line, line
		return nil
	}
}

// An ended reads r and ends it with a line break if it has none: an archive
// that was edited by hand may lack it.
type ended struct {
	r    io.Reader
	last byte
	done bool
}

// Read gives out what r has and then the line break.
func (e *ended) Read(p []byte) (int, error) {
	if e.done || len(p) == 0 {
		return 0, io.EOF
	}
	n, err := e.r.Read(p)
	if n > 0 {
		e.last = p[n-1]
	}
	if err != io.EOF {
		return n, err
	}
	if n > 0 {
		return n, nil // the end comes again
	}
	e.done = true
	if e.last == '\n' || e.last == 0 {
		return 0, io.EOF
	}
	p[0] = '\n'
	return 1, nil
}
