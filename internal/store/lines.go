package store

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"slices"
)

// Backward returns the lines before the offset end, newest first. It reads
// blocks from the end and holds no more than a line and a block. Blank lines are
// left out. A line longer than 4 MiB comes as its offset with an ErrUnreadable,
// and the lines before it follow; after any other error nothing follows. It
// reads the journal as it was at the first step, whatever is appended or dropped
// meanwhile.
func (j *Journal) Backward(end int64) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		f, whole, err := j.openWhole()
		if err != nil {
			yield(Line{}, wrap("read journal", j.name, err))
			return
		}
		defer f.Close()
		for at, l := range scanBack(f, min(end, whole)) {
			if l.err != nil {
				yield(Line{}, wrap("read journal", j.name, l.err))
				return
			}
			if !j.give(at, l.data, yield) {
				return
			}
		}
	}
}

// Forward returns the lines from the offset start on, oldest first; otherwise
// as Backward.
func (j *Journal) Forward(start int64) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		f, whole, err := j.openWhole()
		if err != nil {
			yield(Line{}, wrap("read journal", j.name, err))
			return
		}
		defer f.Close()
		r := bufio.NewReaderSize(io.NewSectionReader(f, start, max(0, whole-start)), blockSize)
		for at := start; ; {
			line, n, err := readLine(r)
			if err != nil && !errors.Is(err, io.EOF) { // what was read of the line is none
				yield(Line{}, wrap("read journal", j.name, &BadFileError{Name: j.name, Reason: Damaged, Err: err}))
				return
			}
			if n > 0 && !j.give(at, line, yield) || err != nil {
				return
			}
			at += n
		}
	}
}

// openWhole opens the file of the journal's name and says how much of it is whole. When
// an editor has put another file there it is all of it, until the next Append looks.
func (j *Journal) openWhole() (*file, int64, error) {
	f, err := j.d.disk.openRegular(j.name)
	if err != nil {
		return nil, 0, err
	}
	fi, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.f != nil {
		if mine, err := j.f.Stat(); err == nil && os.SameFile(fi, mine) {
			return f, min(j.size, fi.Size()), nil
		}
	}
	return f, fi.Size(), nil
}

// give yields one line as it was read: nil is one that was too long.
func (j *Journal) give(at int64, line []byte, yield func(Line, error) bool) bool {
	if line == nil {
		return yield(Line{Offset: at}, wrap("read journal", j.name, &BadFileError{Name: j.name, Reason: TooLong}))
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	if len(bytes.TrimSpace(line)) == 0 {
		return true
	}
	return yield(Line{Offset: at, Data: line}, nil)
}

// readLine returns the next line with its "\n", and the number of bytes it took;
// a line longer than maxLine is nil.
func readLine(r *bufio.Reader) (line []byte, n int64, err error) {
	line = []byte{}
	for {
		part, err := r.ReadSlice('\n')
		n += int64(len(part))
		if n > maxLine+1 {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, n, err
		}
	}
}

// backLine is a line with its "\n", if it has one; nil data is a line that was
// too long.
type backLine struct {
	data []byte
	err  error
}

// scanBack yields the lines before end, last first, with their offsets.
func scanBack(r io.ReaderAt, end int64) iter.Seq2[int64, backLine] {
	return func(yield func(int64, backLine) bool) {
		var (
			block   = make([]byte, blockSize)
			later   []byte // the end of the line being put together
			length  int64  // of that, also when it is too long to be kept
			lineEnd = func(line []byte) backLine {
				if length > maxLine+1 {
					return backLine{}
				}
				return backLine{data: append(slices.Clone(line), later...)}
			}
		)
		for pos := end; pos > 0; {
			size := min(int64(blockSize), pos)
			pos -= size
			b := block[:size]
			if _, err := r.ReadAt(b, pos); err != nil {
				yield(pos, backLine{err: err})
				return
			}
			for {
				from := b
				if length == 0 && len(b) > 0 { // the "\n" that ends the line is its own
					from = b[:len(b)-1]
				}
				i := bytes.LastIndexByte(from, '\n')
				part := b[i+1:]
				length += int64(len(part))
				if i < 0 {
					if length <= maxLine+1 {
						later = append(slices.Clone(part), later...)
					} else {
						later = nil
					}
					break
				}
				if !yield(pos+int64(i)+1, lineEnd(part)) {
					return
				}
				later, length = nil, 0
				b = b[:i+1]
			}
		}
		if length > 0 {
			yield(0, lineEnd(nil))
		}
	}
}
