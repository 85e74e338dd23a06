package source

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/internal/memory"
	"yumori/internal/transcript"
	"yumori/rag"
)

// The files of the conversation.
const (
	LogFile    = "log.jsonl"
	LogArchive = "log_archives"
	LogEnding  = ".jsonl"
	// maxLogLine is the most bytes of a record.
	maxLogLine = 4 << 20
)

// A Log makes documents of conversations: the messages of the branches
// shown that nobody took back, roles user and persona alone. The running log
// is read on from where it was read to as long as it only grows. It is safe for
// concurrent use.
type Log struct {
	folder    *Folder
	reads     func(name string) bool
	docType   rag.Type
	retracted *Retractions

	mu      sync.Mutex // guards what follows
	reached map[string]reached
}

// Running makes documents of the running log.
func (f *Folder) Running(r *Retractions) *Log {
	return &Log{folder: f, reads: func(name string) bool { return name == LogFile }, docType: rag.TypeMessage, retracted: r}
}

// Archives makes documents of the archives of the log.
func (f *Folder) Archives(r *Retractions) *Log {
	return &Log{folder: f, reads: matches(`^` + LogArchive + `/[^/]+\.jsonl$`), docType: rag.TypeArchive, retracted: r}
}

// reached is how far a file was read.
type reached struct {
	offset int64  // behind the last whole line
	sum    uint32 // of everything before it
	line   int    // lines before it
	last   string // the newest message
}

// mark is reached as the index keeps it: 40 bits of offset, and 23 of the sum,
// so that a file changed before the mark is noticed.
func (r reached) mark() int64 { return int64(r.sum&0x7f_ffff)<<40 | r.offset }

// A Record is what is read of a record of the log; see transcript for the format.
type Record struct {
	Kind   string    `json:"kind"`
	ID     string    `json:"id"`
	Parent string    `json:"parent"`
	Role   string    `json:"role"`
	Time   time.Time `json:"time"`
	Text   string    `json:"text"`
	// Foreign is the texts of others that the message is derived from.
	Foreign transcript.Marks `json:"foreign"`
	line    int
}

// brought reports whether it was brought in from another program.
func (r Record) brought() bool { return BroughtIn(r.Foreign) }

// BroughtIn reports whether these are the marks of what was brought in from
// another program.
func BroughtIn(marks transcript.Marks) bool {
	return slices.ContainsFunc(marks, func(f transcript.Foreign) bool { return f.Kind == transcript.ForeignImported && f.From == "" })
}

// Reads reports whether documents are made of a file.
func (s *Log) Reads(name string) bool { return s.reads(name) }

// Documents is rag.Source.
func (s *Log) Documents(ctx context.Context, name string, mark int64) (rag.Batch, error) {
	if !s.reads(name) {
		return rag.Batch{}, nil
	}
	if err := s.retracted.Refresh(ctx); err != nil {
		return rag.Batch{}, err
	}
	f, err := s.folder.Dir.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return rag.Batch{}, nil
	}
	if err != nil {
		return rag.Batch{}, fmt.Errorf("index %s: %w", name, err)
	}
	defer f.Close()
	batch, err := s.batch(ctx, name, mark, f)
	if err != nil {
		return rag.Batch{}, fmt.Errorf("index %s: %w", name, err)
	}
	return batch, nil
}

// batch reads on from the mark, or everything.
func (s *Log) batch(ctx context.Context, name string, mark int64, f io.ReadSeeker) (rag.Batch, error) {
	s.mu.Lock()
	at, known := s.reached[name]
	s.mu.Unlock()
	if known && mark != 0 && at.mark() == mark && holds(f, at) {
		list, next, err := readLog(ctx, f, at)
		if err != nil {
			return rag.Batch{}, err
		}
		if grewOn(list, at.last) {
			s.keep(name, next)
			return rag.Batch{Documents: s.documents(name, list), Mark: next.mark(), Grown: rag.Further}, nil
		}
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return rag.Batch{}, err
	}
	list, next, err := readLog(ctx, f, reached{})
	if err != nil {
		return rag.Batch{}, err
	}
	s.keep(name, next)
	return rag.Batch{Documents: s.documents(name, Shown(list)), Mark: next.mark()}, nil
}

func (s *Log) keep(name string, at reached) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reached == nil {
		s.reached = map[string]reached{}
	}
	s.reached[name] = at
}

// holds reports whether the file still begins with what was read, and leaves
// it where that ends.
func holds(f io.Reader, at reached) bool {
	sum := crc32.NewIEEE()
	n, err := io.Copy(sum, io.LimitReader(f, at.offset))
	return err == nil && n == at.offset && sum.Sum32() == at.sum
}

// Records reads the records of a log.
func Records(ctx context.Context, f io.Reader) ([]Record, error) {
	list, _, err := readLog(ctx, f, reached{})
	return list, err
}

// readLog reads the records from where f stands, which is at. A last line
// without its end is not read; lines that are no records are stepped over.
func readLog(ctx context.Context, f io.Reader, at reached) ([]Record, reached, error) {
	in := logLines{in: bufio.NewReaderSize(f, 256<<10), sum: at.sum}
	var list []Record
	for {
		line, n, err := in.next()
		switch {
		case errors.Is(err, io.EOF):
			return list, at, nil
		case err != nil:
			return nil, at, err
		case ctx.Err() != nil:
			return nil, at, ctx.Err()
		}
		at.offset += n
		at.sum = in.sum
		at.line++
		var r Record
		if line == nil || json.Unmarshal(line, &r) != nil || r.ID == "" {
			continue
		}
		if r.Kind == "message" {
			at.last = r.ID
		}
		r.line = at.line
		list = append(list, r)
	}
}

// logLines reads the lines of a log. One that is longer than any record passes
// by in pieces: a user or another program may have put anything there.
type logLines struct {
	in   *bufio.Reader
	sum  uint32 // of all that was read
	long []byte // a line put together, used again
}

// next returns the next line with its end and how many bytes it took; nil for
// one of more than maxLogLine, and io.EOF when there is no whole one. The line
// is good until the next call.
func (l *logLines) next() (line []byte, n int64, err error) {
	l.long = l.long[:0]
	for {
		piece, err := l.in.ReadSlice('\n')
		n += int64(len(piece))
		l.sum = crc32.Update(l.sum, crc32.IEEETable, piece)
		more := errors.Is(err, bufio.ErrBufferFull)
		switch {
		case err != nil && !more:
			return nil, n, err
		case n > maxLogLine:
			piece = nil
		case more || len(l.long) > 0:
			l.long = append(l.long, piece...)
			piece = l.long
		}
		if !more {
			return piece, n, nil
		}
	}
}

// grewOn reports whether records only carry the conversation on from its last
// message: nothing was taken back, and no other branch was turned to.
func grewOn(list []Record, last string) bool {
	for _, r := range list {
		switch r.Kind {
		case "message":
			if r.Parent != last {
				return false
			}
			last = r.ID
		case "head", "retract", "unretract":
			return false
		}
	}
	return true
}

// Shown returns the messages that are on the branches shown: where two
// answer the same, the one that was turned to last. Conversations that begin
// anew stand beside each other.
func Shown(list []Record) []Record {
	parent, chosen := map[string]string{}, map[string]string{}
	for _, r := range list {
		switch r.Kind {
		case "message":
			parent[r.ID], chosen[r.Parent] = r.Parent, r.ID
		case "head":
			for id, steps := r.ID, 0; id != "" && steps <= len(parent); id, steps = parent[id], steps+1 {
				if p, ok := parent[id]; ok {
					chosen[p] = id
				}
			}
		}
	}
	off := map[string]bool{}
	return slices.DeleteFunc(list, func(r Record) bool {
		if r.Kind != "message" {
			return true
		}
		if r.Parent != "" && (off[r.Parent] || chosen[r.Parent] != r.ID) {
			off[r.ID] = true
		}
		return off[r.ID]
	})
}

// documents makes documents of messages. Of an archive those that are taken back
// are among them, out of every question's sight: it does not change when they
// are given back, or taken, so it would not be read again.
func (s *Log) documents(name string, list []Record) []rag.Document {
	names := s.folder.Names()
	var docs []rag.Document
	for _, r := range list {
		d := rag.Document{
			ID: r.ID, Type: s.docType, Source: memory.Place{File: name, Line: r.line}, Session: r.Time.Format(time.DateOnly), Time: r.Time, Text: r.Text,
		}
		switch r.Role {
		case "user":
			d.Kind, d.Speaker, d.ByUser = memory.Told, names.User, true
		case "persona":
			d.Kind, d.Speaker = memory.Lived, names.Persona
		default:
			continue
		}
		if r.brought() {
			d.Kind = memory.Imported
		}
		if r.Kind != "message" || strings.TrimSpace(r.Text) == "" || s.docType != rag.TypeArchive && s.retracted.Has(r.ID) {
			continue
		}
		d.Entities = s.folder.EntitiesIn(r.Text)
		docs = append(docs, d)
	}
	return docs
}
