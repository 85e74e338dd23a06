package segment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"
	index "github.com/blevesearch/bleve_index_api"
)

// The fields of a document in bleve. Every chunk is one, named by its number
// in eight hexadecimal digits.
const (
	fieldTerms  = "t" // the chunk's terms, indexed, not stored
	fieldRecord = "r" // a document's record as JSON, stored with its first chunk, not indexed
)

// ErrDamaged says that the keyword index cannot be used and has to be made
// anew; it wraps what was found.
var ErrDamaged = errors.New("damaged index")

// ErrBusy is returned by Open when another process holds the index.
var ErrBusy = errors.New("index in use by another process")

// Keywords is the keyword index: bleve over terms that this package has
// analysed itself.
type Keywords struct {
	Index bleve.Index
	pages pages // of its files, which bleve maps

	once   sync.Once // of close
	closed error     // what closing came to
}

// slim is a mapping that maps nothing: documents come with their fields made.
func slim() *mapping.IndexMappingImpl {
	m := bleve.NewIndexMapping()
	m.ScoringModel = index.BM25Scoring
	m.IndexDynamic, m.StoreDynamic, m.DocValuesDynamic = false, false, false
	return m
}

// CreateKeywords makes an empty index in a folder that is not there yet.
func CreateKeywords(path string) (*Keywords, error) {
	x, err := bleve.NewUsing(path, slim(), scorch.Name, scorch.Name, nil)
	if err != nil {
		return nil, fmt.Errorf("create keyword index: %w", err)
	}
	if err := syncIndex(path); err != nil {
		return nil, errors.Join(fmt.Errorf("create keyword index: %w", err), x.Close())
	}
	return &Keywords{Index: x}, nil
}

// syncIndex waits until what bleve writes without waiting is on disk: its own
// description, and the folders. Without them a power cut soon after costs the index.
func syncIndex(path string) error {
	if runtime.GOOS == "windows" {
		return nil // nothing that is open for reading, and no folder, can be synchronised there
	}
	for _, name := range []string{"index_meta.json", "store", ".", ".."} {
		f, err := os.Open(filepath.Join(path, name))
		if err != nil {
			return err
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// OpenKeywords opens what CreateKeywords made. The error wraps ErrDamaged
// when it cannot be read, ErrBusy when another process has it.
func OpenKeywords(path string) (k *Keywords, err error) {
	if err := VerifyFiles(path); err != nil {
		return nil, err
	}
	if err := verifySegments(path); err != nil {
		return nil, err
	}
	defer recovered("open", &err)()
	x, err := bleve.OpenUsing(path, map[string]any{"bolt_timeout": "1s"})
	switch {
	case err == nil:
		return &Keywords{Index: x}, nil
	case strings.Contains(err.Error(), "timeout"):
		return nil, fmt.Errorf("open keyword index: %w", ErrBusy)
	}
	return nil, fmt.Errorf("%w: open: %w", ErrDamaged, err)
}

// Close closes it. What is asked of it from then on is an error; a second close
// does nothing.
func (k *Keywords) Close() error {
	k.once.Do(func() {
		defer recovered("close", &k.closed)()
		k.closed = k.Index.Close()
	})
	return k.closed
}

// A Change is a batch of writes that take effect together.
type Change struct {
	k     *Keywords
	Batch *bleve.Batch
	Size  int
}

// Begin begins a change, which takes effect with its Commit.
func (k *Keywords) Begin() *Change { return &Change{k: k, Batch: k.Index.NewBatch()} }

// Put adds a chunk with its terms, and its document's record if it is the
// first.
func (c *Change) Put(n int32, terms []string, record []byte) error {
	doc := document.NewDocument(chunkID(n))
	if len(terms) > 0 {
		doc.AddField(document.NewTextFieldCustom(fieldTerms, nil, []byte(strings.Join(terms, "\n")), index.IndexField, splitter{}))
	}
	if record != nil {
		doc.AddField(document.NewTextFieldCustom(fieldRecord, nil, record, index.StoreField, nil))
	}
	c.Size++
	return c.Batch.IndexAdvanced(doc)
}

// Remove takes a chunk out.
func (c *Change) Remove(n int32) {
	c.Size++
	c.Batch.Delete(chunkID(n))
}

// Set keeps a value beside the chunks.
func (c *Change) Set(key string, value []byte) { c.Batch.SetInternal([]byte(key), value) }

// Commit writes the batch. When it returns nil all of it is on disk. After an
// error bleve holds what the disk does not, with segments it has closed already:
// the next batch would end in a panic, and until then it tries again without a
// pause. The index has to be closed and opened anew, which tells what is there.
func (c *Change) Commit() (err error) {
	defer recovered("write", &err)()
	if err := c.k.Index.Batch(c.Batch); err != nil {
		return fmt.Errorf("write keyword index: %w", err)
	}
	c.Batch, c.Size = c.k.Index.NewBatch(), 0
	return nil
}

// Count is how many chunks there are.
func (k *Keywords) Count() (uint64, error) { return k.Index.DocCount() }

// Value returns what Set kept under a key, nil for nothing.
func (k *Keywords) Value(key string) ([]byte, error) { return k.Index.GetInternal([]byte(key)) }

func chunkID(n int32) string { return fmt.Sprintf("%08x", uint32(n)) }

func chunkNumber(id string) (int32, bool) {
	n, err := strconv.ParseUint(id, 16, 31)
	return int32(n), err == nil && len(id) == 8
}

// Search returns the limit best chunks that hold any of the words, by BM25.
// Panics of the library over damaged files come back as ErrDamaged.
func (k *Keywords) Search(ctx context.Context, words []string, limit int) (chunks []int32, err error) {
	if len(words) == 0 {
		return nil, nil
	}
	defer k.look()()
	defer recovered("search", &err)()
	each := make([]query.Query, len(words))
	for i, w := range words {
		q := bleve.NewTermQuery(w)
		q.SetField(fieldTerms)
		each[i] = q
	}
	req := bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(each...), limit, 0, false)
	res, err := k.Index.SearchInContext(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("search keyword index: %w", err)
	}
	for _, h := range res.Hits {
		if n, ok := chunkNumber(h.ID); ok {
			chunks = append(chunks, n)
		}
	}
	return chunks, nil
}

// splitter is the analyzer of text that is one term a line.
type splitter struct{}

// Analyze splits at line breaks. It is bleve's interface.
func (splitter) Analyze(text []byte) analysis.TokenStream {
	var out analysis.TokenStream
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end] != '\n' {
			end++
		}
		out = append(out, &analysis.Token{Start: start, End: end, Term: text[start:end], Position: len(out) + 1})
		start = end + 1
	}
	return out
}
