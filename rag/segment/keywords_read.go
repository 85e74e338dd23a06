package segment

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/util"
	index "github.com/blevesearch/bleve_index_api"
	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// Record returns the stored record of the document whose first chunk is n;
// nil if there is none.
func (k *Keywords) Record(n int32) ([]byte, error) {
	list, err := k.RecordsOf([]int32{n})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// RecordsOf returns the stored records of the documents whose first chunks are
// given, beside them; nil for one that has none. The index is opened for them once.
func (k *Keywords) RecordsOf(chunks []int32) (list [][]byte, err error) {
	defer k.look()()
	defer func() {
		if p := recover(); p != nil {
			list, err = nil, fmt.Errorf("%w: read record: %v", ErrDamaged, p)
		}
	}()
	advanced, err := k.Index.Advanced()
	if err != nil {
		return nil, fmt.Errorf("read keyword index: %w", err)
	}
	reader, err := advanced.Reader()
	if err != nil {
		return nil, fmt.Errorf("read keyword index: %w", err)
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	list = make([][]byte, len(chunks))
	for i, n := range chunks {
		doc, err := reader.Document(chunkID(n))
		if err != nil {
			return nil, fmt.Errorf("read record: %w", err)
		}
		if doc != nil {
			list[i] = recordOf(doc)
		}
	}
	return list, nil
}

func recordOf(doc index.Document) []byte {
	var out []byte
	doc.VisitFields(func(f index.Field) {
		if f.Name() == fieldRecord {
			out = append([]byte(nil), f.Value()...)
		}
	})
	return out
}

// Records calls visit with the number of every chunk, and the record of those
// that have one, in no order.
func (k *Keywords) Records(visit func(n int32, record []byte) error) (err error) {
	defer k.look()()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: read records: %v", ErrDamaged, p)
		}
	}()
	advanced, err := k.Index.Advanced()
	if err != nil {
		return err
	}
	reader, err := advanced.Reader()
	if err != nil {
		return fmt.Errorf("read keyword index: %w", err)
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	ids, err := reader.DocIDReaderAll()
	if err != nil {
		return fmt.Errorf("read keyword index: %w", err)
	}
	defer func() { err = errors.Join(err, ids.Close()) }()
	for {
		internal, err := ids.Next()
		if err != nil || internal == nil {
			return err
		}
		if err := visitRecord(reader, internal, visit); err != nil {
			return err
		}
	}
}

func visitRecord(reader index.IndexReader, internal index.IndexInternalID, visit func(int32, []byte) error) error {
	id, err := reader.ExternalID(internal)
	if err != nil {
		return err
	}
	n, ok := chunkNumber(id)
	if !ok {
		return fmt.Errorf("%w: chunk %q", ErrDamaged, id)
	}
	doc, err := reader.Document(id)
	if err != nil {
		return err
	}
	if doc == nil {
		return fmt.Errorf("%w: chunk %q has no fields", ErrDamaged, id)
	}
	return visit(n, recordOf(doc))
}

// look begins to read, until end is called; the pages of what is read go back a
// while after.
func (k *Keywords) look() (end func()) {
	k.pages.view()
	return func() { k.pages.leave(k.LetGo) }
}

// LetGo gives the pages of the index's files back. Whoever reads meanwhile
// fetches them again; a file that is replaced stays mapped until this is done.
func (k *Keywords) LetGo() {
	advanced, err := k.Index.Advanced()
	if err != nil {
		return // closed
	}
	reader, err := advanced.Reader()
	if err != nil {
		return
	}
	snapshot, ok := reader.(*scorch.IndexSnapshot)
	if !ok || snapshot == nil {
		return
	}
	defer snapshot.Close() //nolint:errcheck // it is let go of, and no more
	for _, s := range snapshot.Segments() {
		if m, ok := s.Segment().(interface{ Data() []byte }); ok {
			letGo(m.Data())
		}
	}
}

// VerifyFiles checks that what bleve will open by its path are files: whoever
// opens a pipe waits for its writer, for ever.
func VerifyFiles(folder string) error {
	return filepath.WalkDir(folder, func(name string, e fs.DirEntry, err error) error {
		switch wrong := err == nil && e.IsDir() != (name == folder || name == filepath.Join(folder, "store")); {
		case err != nil:
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		case wrong || !e.IsDir() && !e.Type().IsRegular():
			return fmt.Errorf("%w: %s is not a regular file", ErrDamaged, e.Name())
		}
		return nil
	})
}

// verifySegments checks the checksum every segment file of bleve carries in
// its last four bytes and bleve itself never looks at. It reads the whole
// index once, about a gigabyte a second. A file that the root does not name is
// what a crash left of one that was being written: bleve removes it.
func verifySegments(path string) error {
	names, err := rootSegments(filepath.Join(path, "store", "root.bolt"))
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := verifySegment(filepath.Join(path, "store", name)); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrDamaged, name, err)
		}
	}
	return nil
}

// rootSegments returns the names of the segment files that bleve's root file
// speaks of. It looks at all that bleve will look at there: a root that cannot
// be read is told here, rather than by the end of the program.
func rootSegments(file string) (names []string, err error) {
	defer recovered("read root", &err)()
	db, err := bbolt.Open(file, 0o600, &bbolt.Options{ReadOnly: true, PreLoadFreelist: true, Timeout: time.Second})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("read root: %w", ErrBusy)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: root: %w", ErrDamaged, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bbolt.Bucket) error {
			names = appendSegments(names, b)
			return nil
		})
	})
	return names, err
}

// appendSegments adds the segments that a bucket and those below it name.
func appendSegments(names []string, b *bbolt.Bucket) []string {
	c := b.Cursor()
	for key, value := c.First(); key != nil; key, value = c.Next() {
		switch {
		case value == nil:
			names = appendSegments(names, b.Bucket(key))
		case bytes.Equal(key, util.BoltPathKey) && filepath.Ext(string(value)) == SegmentExt:
			names = append(names, string(value))
		}
	}
	return names
}

// SegmentExt ends the names of bleve's segment files.
const SegmentExt = ".zap"

// recovered turns a panic into an error, and a fault too: that of a file that
// is mapped and was cut short. It is deferred with its result.
func recovered(what string, err *error) func() {
	was := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(was)
		if p := recover(); p != nil {
			*err = fmt.Errorf("%w: %s: %v", ErrDamaged, what, p)
		}
	}
}

func verifySegment(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() < 4 {
		return errors.New("cut short")
	}
	sum := crc32.NewIEEE()
	if _, err := io.CopyN(sum, f, info.Size()-4); err != nil {
		return err
	}
	var tail [4]byte
	if _, err := io.ReadFull(f, tail[:]); err != nil {
		return err
	}
	want := uint32(tail[0])<<24 | uint32(tail[1])<<16 | uint32(tail[2])<<8 | uint32(tail[3])
	if got := sum.Sum32(); got != want {
		return fmt.Errorf("checksum %08x, want %08x", got, want)
	}
	return nil
}
