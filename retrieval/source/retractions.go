package source

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"yumori/internal/store"
	"yumori/internal/transcript"
)

// Retractions know which messages are taken back, which are derived from texts of
// others, and which of these the user trusts. A message and the record about it
// may stand in different files, so a file that does not change may hold what
// must not be found any more. They are safe for concurrent use.
type Retractions struct {
	dir *store.Dir

	mu      sync.Mutex // guards what follows
	files   map[string]*retracting
	gone    map[string]bool
	trusted map[string]bool
	marks   map[string]transcript.Marks
}

// NewRetractions returns what the log in a persona's folder says; Refresh reads
// it.
func NewRetractions(d *store.Dir) *Retractions { return &Retractions{dir: d} }

// retracting is what the records of one file say, and how far it was read.
type retracting struct {
	read   int64
	says   map[string]bool             // message → it is taken back
	trusts map[string]bool             // message → its marks are cleared
	marks  map[string]transcript.Marks // message → what its text is derived from
}

func newRetracting() *retracting {
	return &retracting{says: map[string]bool{}, trusts: map[string]bool{}, marks: map[string]transcript.Marks{}}
}

// Refresh reads what was added to the logs. The first time it reads them all,
// at the speed of the disk.
func (r *Retractions) Refresh(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.files == nil {
		r.files, r.gone, r.trusted = map[string]*retracting{}, map[string]bool{}, map[string]bool{}
		r.marks = map[string]transcript.Marks{}
	}
	names, sizes := []string{LogFile}, map[string]int64{LogFile: -1}
	entries, err := r.dir.List(LogArchive)
	if err != nil {
		return fmt.Errorf("look for retracted messages: %w", err)
	}
	for _, e := range entries {
		if !e.IsDir && strings.HasSuffix(e.Name, LogEnding) {
			name := path.Join(LogArchive, e.Name)
			names, sizes[name] = append(names, name), e.Size
		}
	}
	slices.Sort(names) // the running log before the archives, which the merge turns round
	changed := false
	for _, name := range names {
		if at := r.files[name]; at != nil && at.read == sizes[name] {
			continue
		}
		more, err := r.read(ctx, name)
		if err != nil {
			return fmt.Errorf("look for retracted messages in %s: %w", name, err)
		}
		changed = changed || more
	}
	if changed {
		r.merge(names)
	}
	return nil
}

// merge puts together what the files say, later ones last.
func (r *Retractions) merge(names []string) {
	clear(r.gone)
	clear(r.trusted)
	clear(r.marks)
	for _, name := range append(slices.Clone(names[1:]), names[0]) {
		settle(r.gone, r.files[name].says)
		settle(r.trusted, r.files[name].trusts)
		maps.Copy(r.marks, r.files[name].marks)
	}
}

// settle brings a set up to date with what later records say.
func settle(set, says map[string]bool) {
	for id, is := range says {
		if set[id] = is; !is {
			delete(set, id)
		}
	}
}

// read reads what was added to a file, all of it when it became shorter.
func (r *Retractions) read(ctx context.Context, name string) (changed bool, err error) {
	at := r.files[name]
	if at == nil {
		at = newRetracting()
		r.files[name] = at
	}
	f, err := r.dir.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == at.read {
		return false, err
	}
	if size < at.read {
		*at, changed = *newRetracting(), true
	}
	if _, err := f.Seek(at.read, io.SeekStart); err != nil {
		return changed, err
	}
	more, err := at.follow(ctx, &logLines{in: bufio.NewReaderSize(f, 256<<10)})
	return changed || more, err
}

// follow reads the lines that come, and reports whether one of them changes
// what is known.
func (r *retracting) follow(ctx context.Context, in *logLines) (changed bool, err error) {
	for {
		line, n, err := in.next()
		if errors.Is(err, io.EOF) {
			return changed, nil
		}
		if err != nil || ctx.Err() != nil {
			return changed, errors.Join(err, ctx.Err())
		}
		r.read += n
		if line == nil || bytes.HasPrefix(line, []byte(`{"kind":"message"`)) && !mayBeMarked(line) {
			continue
		}
		changed = r.take(line) || changed
	}
}

// take reads a line that may say something.
func (r *retracting) take(line []byte) bool {
	var rec struct {
		Kind string `json:"kind"`
		transcript.Message
	}
	if json.Unmarshal(line, &rec) != nil {
		return false
	}
	id := string(rec.ID)
	switch rec.Kind {
	case "message":
		marks := rec.WordMarks()
		if len(marks) == 0 {
			return false
		}
		r.marks[id] = marks
	case "retract", "unretract":
		r.says[id] = rec.Kind == "retract"
	case "trust", "distrust":
		r.trusts[id] = rec.Kind == "trust"
	default:
		return false
	}
	return true
}

// Has reports whether a message is taken back.
func (r *Retractions) Has(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.gone[id]
}

// Any reports whether some message is.
func (r *Retractions) Any() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.gone) > 0
}

// All returns the messages that are taken back, in the order of their ids.
func (r *Retractions) All() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.gone))
}

// Trusts reports whether the user cleared the marks of a message.
func (r *Retractions) Trusts(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.trusted[id]
}

// MarksOf returns what the words of a message are derived from, whether it still counts
// or not.
func (r *Retractions) MarksOf(id string) transcript.Marks {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.marks[id]
}

// mayBeMarked reports whether a line of the log may be that of a marked
// message. Within a text the marks of quotation are escaped.
func mayBeMarked(line []byte) bool {
	return bytes.Contains(line, []byte(`"foreign"`)) || bytes.Contains(line, []byte(`"tainted":true`))
}
