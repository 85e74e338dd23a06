package rag

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	index "github.com/blevesearch/bleve_index_api"
)

// record returns the stored record of the document whose first chunk is n;
// nil if there is none.
func (k *keywords) record(n int32) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, fmt.Errorf("%w: read record: %v", errDamaged, p)
		}
	}()
	doc, err := k.index.Document(chunkID(n))
	if err != nil || doc == nil {
		return nil, err
	}
	return recordOf(doc), nil
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

// records calls visit with the number of every chunk, and the record of those
// that have one, in no order.
func (k *keywords) records(visit func(n int32, record []byte) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: read records: %v", errDamaged, p)
		}
	}()
	advanced, err := k.index.Advanced()
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
		return fmt.Errorf("%w: chunk %q", errDamaged, id)
	}
	doc, err := reader.Document(id)
	if err != nil {
		return err
	}
	if doc == nil {
		return fmt.Errorf("%w: chunk %q has no fields", errDamaged, id)
	}
	return visit(n, recordOf(doc))
}

// verifySegments checks the checksum every segment file of bleve carries in
// its last four bytes and bleve itself never looks at. It reads the whole
// index once, about a gigabyte a second.
func verifySegments(path string) error {
	files, err := filepath.Glob(filepath.Join(path, "store", "*.zap"))
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	for _, name := range files {
		if err := verifySegment(name); err != nil {
			return fmt.Errorf("%w: %s: %w", errDamaged, filepath.Base(name), err)
		}
	}
	return nil
}

func verifySegment(name string) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
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
