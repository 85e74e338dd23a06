package taint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"sync"
	"time"

	"yumori/internal/document"
	"yumori/internal/imports"
	"yumori/internal/llm"
	"yumori/internal/mind"
	"yumori/internal/store"
	"yumori/internal/store/jsontree"
	"yumori/retrieval/library"
)

// trustedFile has the texts that the user declared to be their own, by what
// they hold: attached, given to read or taught, they hold up no changes. A text
// that was changed is another one. It is a JSON object with a list, oldest
// first; what stands in it beside that is kept.
//
//	{"own": [{"hash": "9f86d0…", "name": "notes.txt", "time": "2026-11-22T10:00:00+09:00"}]}
const trustedFile = "trusted.json"

// An OwnText is a text that the user declared to be their own.
type OwnText struct {
	Hash string    // the store.Version of its bytes
	Name string    // as it was called then
	Time time.Time // when that was; zero if unknown
}

// TrustDocument declares a text to be the user's own: transcript.Foreign has its
// hash, and so does KnowledgeHash. Declaring it again does nothing. Marks that
// are derived from it alone do not count from now on.
func (j Trust) TrustDocument(hash, name string) error {
	if hash == "" {
		return fmt.Errorf("trust document %q: %w", name, ErrNoHash)
	}
	return j.t.judged(j.t.own.change("document trusted", func(list []OwnText) []OwnText {
		if slices.ContainsFunc(list, func(o OwnText) bool { return o.Hash == hash }) {
			return list
		}
		return append(list, OwnText{Hash: hash, Name: llm.OneLine(name), Time: j.t.opt.Now().Truncate(time.Second)})
	}))
}

// ErrNoHash says that a text cannot be trusted because nobody knows what it
// held: a mark of before hashes were kept. The message can be (ClearMark).
var ErrNoHash = errors.New("nobody knows what the text held")

// DistrustDocument takes TrustDocument back.
func (j Trust) DistrustDocument(hash string) error {
	return j.t.judged(j.t.own.change("document distrusted", func(list []OwnText) []OwnText {
		return slices.DeleteFunc(list, func(o OwnText) bool { return o.Hash == hash })
	}))
}

// TrustedDocuments returns the texts that the user declared to be their own,
// the oldest first.
func (j Trust) TrustedDocuments() []OwnText { return j.t.own.all() }

// KnowledgeHash returns the hash of a file given to read, for TrustDocument, and
// whether the user declared it to be their own. It returns fs.ErrNotExist. Cost:
// it reads the file.
func (j Trust) KnowledgeHash(name string) (hash string, own bool, err error) {
	return j.t.KnowledgeHash(name)
}

// KnowledgeHash is Trust.KnowledgeHash.
func (t *Tracker) KnowledgeHash(name string) (hash string, own bool, err error) {
	v, err := t.opt.Dir.Version(path.Join(library.Dir, name))
	if err != nil {
		return "", false, fmt.Errorf("hash knowledge %q: %w", name, err)
	}
	return string(v), t.own.has(string(v)), nil
}

// OwnKnowledge reports whether a file given to read is the user's own. It
// costs reading the file only when something is.
func (t *Tracker) OwnKnowledge(name string) bool {
	if len(t.own.all()) == 0 {
		return false
	}
	_, own, err := t.KnowledgeHash(name)
	return err == nil && own
}

// HashFile returns the hashes by which a file of this machine is known once it
// was attached or given to read: a text that is attached loses the mark of its
// encoding. It reads at most as much as may be given to read.
func HashFile(file string) ([]string, error) {
	if fi, err := os.Stat(file); err == nil && (fi.IsDir() || fi.Mode().IsRegular() && fi.Size() > document.MaxFile) {
		return hashBrought(file)
	}
	data, err := store.ReadGiven(file, document.MaxFile)
	if err != nil {
		return nil, fmt.Errorf("hash file: %w", err)
	}
	hashes := []string{string(store.VersionOf(data))}
	if rest, ok := bytes.CutPrefix(data, []byte("\xef\xbb\xbf")); ok {
		hashes = append(hashes, string(store.VersionOf(rest)))
	}
	return hashes, nil
}

// hashBrought returns the sum of a folder or a large file as it is known by when it
// is brought in.
func hashBrought(name string) ([]string, error) {
	hash, err := imports.Sum(context.Background(), name)
	if err != nil {
		return nil, fmt.Errorf("hash file: %w", err)
	}
	return []string{hash}, nil
}

// ownTexts is trustedFile. It is safe for concurrent use.
type ownTexts struct {
	mu   sync.Mutex // guards what follows
	page *store.Page[trusted]
}

// A trusted is what trustedFile holds.
type trusted struct {
	root  *jsontree.Node
	flaws []store.Flaw
	list  []OwnText
}

func newOwnTexts(d *store.Dir) *ownTexts {
	return &ownTexts{page: store.PageOf(d, trustedFile, readTrusted)}
}

// has reports whether a text is the user's own. What cannot be read is nobody's
// own.
func (o *ownTexts) has(hash string) bool {
	return hash != "" && slices.ContainsFunc(o.all(), func(t OwnText) bool { return t.Hash == hash })
}

func (o *ownTexts) all() []OwnText {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.page.Refresh() != nil {
		return nil
	}
	return slices.Clone(o.page.Made().list)
}

func readTrusted(text []byte) (o trusted) {
	o.root, o.flaws = jsontree.ParseObject(trustedFile, text)
	own := o.root.Member("own")
	if !own.Absent() && !own.IsArray() {
		o.flaws = append(o.flaws, store.Flaw{File: trustedFile, Line: own.Line(), What: "own is no list: it is not used"})
	}
	for _, n := range own.Elements() {
		t := ownTextOf(n)
		if t.Hash == "" {
			o.flaws = append(o.flaws, store.Flaw{File: trustedFile, Line: n.Line(), What: "is no text, without a hash: it is not used"})
			continue
		}
		o.list = append(o.list, t)
	}
	return o
}

// ownTextOf reads an element; one without a hash is none.
func ownTextOf(n *jsontree.Node) OwnText {
	d := jsontree.Decoder{File: trustedFile, Zone: time.UTC}
	return OwnText{d.Text(n, "hash"), d.Text(n, "name"), d.Time(n, "time")}
}

func (t OwnText) node() *jsontree.Node {
	n := jsontree.Object()
	n.Set("hash", jsontree.Of(t.Hash))
	n.Set("name", jsontree.Of(t.Name))
	n.Set("time", jsontree.Of(t.Time))
	return n
}

// problems returns what of the file cannot be used.
func (o *ownTexts) problems() []store.Problem {
	o.all()
	o.mu.Lock()
	defer o.mu.Unlock()
	return store.ProblemsOf(slices.Concat(o.page.Flaws(), o.page.Made().flaws))
}

// change writes what becomes of the list. What else stands in the file stays, and
// what cannot be used is there in a copy.
func (o *ownTexts) change(note string, change func([]OwnText) []OwnText) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.page.Change(mind.ByHand(note), func(t trusted) (data []byte, lost []store.Flaw, err error) {
		list := change(slices.Clone(t.list))
		if slices.Equal(list, t.list) {
			return nil, nil, store.ErrUnchanged
		}
		was := map[OwnText]*jsontree.Node{}
		for _, n := range t.root.Member("own").Elements() {
			was[ownTextOf(n)] = n
		}
		own := jsontree.Array()
		for _, t := range list {
			n := was[t]
			if n == nil {
				n = t.node()
			}
			own.Add(n)
		}
		t.root.Set("own", own)
		data, err = t.root.Indented()
		return data, t.flaws, err
	})
}
