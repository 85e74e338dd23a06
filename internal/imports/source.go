package imports

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"yumori/internal/store"
	"yumori/internal/unpack"
)

// Options are the choices of a reading; the zero value is right.
type Options struct {
	Kind  Kind   // what the source is; "" is as it looks
	User  string // what a log calls the user; "" is a guess
	Other string // and the other one
}

// A Source is a file or a folder of this machine that is to be imported.
type Source struct {
	Kind Kind
	Name string // without its folder
	// Hash is the SHA-256 of the file, in hexadecimal; of a folder that of the
	// names and sums of its files.
	Hash    string
	ModTime time.Time // of a file, or of the newest in a folder
	Left    Leftovers // what is left out whatever is done

	given *store.Given
	parts []store.Part // of a folder
	docs  []doc        // of a log

	attached map[string]string // files that go with messages, and where they go
}

// A doc is a file, or one in an archive, that holds talk.
type doc struct {
	name string
	open func() (io.ReadCloser, error)
}

// Open opens a source and finds out what it is. Close it. The error for one that
// cannot be used is an *Error or an *unpack.Error. Cost: a file is read once for
// its sum.
func Open(ctx context.Context, name string, opt Options) (*Source, error) {
	g, err := store.OpenGiven(name)
	if err != nil {
		return nil, err
	}
	s := &Source{given: g, Name: path.Base(strings.ReplaceAll(name, `\`, "/"))}
	if g.IsFolder() {
		err = s.folder(ctx)
	} else {
		err = s.file(ctx)
	}
	if err == nil && opt.Kind != "" {
		s.Kind, err = opt.Kind, s.fits(opt.Kind)
	}
	if err == nil && s.Kind == "" {
		reason := Unknown
		if g.IsFolder() {
			reason = Folder
		}
		err = refuse(reason, "%s is nothing that is known", s.Name)
	}
	if err != nil {
		return nil, errors.Join(err, g.Close())
	}
	return s, nil
}

// Sum returns the Hash of a file or a folder, whatever it is.
func Sum(ctx context.Context, name string) (string, error) {
	g, err := store.OpenGiven(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = g.Close() }()
	s := &Source{given: g}
	if g.IsFolder() {
		err := s.folder(ctx)
		return s.Hash, err
	}
	p, _ := g.File()
	return s.sum(ctx, p.Name)
}

// Close frees the source.
func (s *Source) Close() error { return s.given.Close() }

// IsFolder reports whether it is one.
func (s *Source) IsFolder() bool { return s.given.IsFolder() }

// fits returns an error if a source cannot be of a kind.
func (s *Source) fits(k Kind) error {
	folder := k == Nexus || k == Workspace || k == Tavern
	if folder != s.IsFolder() {
		return refuse(Unknown, "%s cannot be read as %s", s.Name, k)
	}
	if !k.MakesPersona() && len(s.docs) == 0 {
		return refuse(Unknown, "nothing in %s can be read as %s", s.Name, k)
	}
	return nil
}

// file finds out what a file is, by what it begins with.
func (s *Source) file(ctx context.Context) error {
	p, _ := s.given.File()
	f, err := s.given.Open(p.Name)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, &stopped{ctx, f}); err != nil {
		return err
	}
	s.Name, s.Hash, s.ModTime = p.Name, hex.EncodeToString(sum.Sum(nil)), p.ModTime
	head := make([]byte, 64<<10)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	head = head[:n]
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06")) {
		return s.archive(p.Size)
	}
	s.docs = []doc{{p.Name, func() (io.ReadCloser, error) { return s.given.Open(p.Name) }}}
	s.Kind = kindOf(p.Name, head)
	return nil
}

// archive looks into a ZIP.
func (s *Source) archive(size int64) error {
	f, err := s.given.Open(s.Name)
	if err != nil {
		return err
	}
	files, err := unpack.Open(f, size, unpack.Limits{Entries: maxEntries, Content: maxContent, Ratio: maxRatio})
	if err != nil {
		return errors.Join(err, f.Close())
	}
	names := map[string]bool{}
	for _, z := range files {
		names[z.Name] = true
		base := strings.ToLower(path.Base(z.Name))
		switch {
		case strings.HasPrefix(base, "conversations") && strings.HasSuffix(base, ".json"), strings.HasSuffix(base, ".jsonl"):
			s.docs = append(s.docs, doc{z.Name, func() (io.ReadCloser, error) { return unpack.Content(z) }})
		case base != "manifest.json" && base != "card.json":
			s.Left.Add(path.Ext(base), WhyNoPlace)
		}
	}
	slices.SortFunc(s.docs, func(a, b doc) int { return cmp.Compare(a.name, b.name) })
	switch {
	case names["manifest.json"] && hasPersona(files):
		s.Kind = Persona
	case names["card.json"]:
		s.Kind = Card
	case len(s.docs) > 0:
		s.Kind, err = s.kindIn(s.docs[0])
	}
	if s.Kind == Persona || s.Kind == Card {
		s.Left, s.docs = Leftovers{}, nil
	}
	return err
}

func hasPersona(files []*zip.File) bool {
	return slices.ContainsFunc(files, func(f *zip.File) bool {
		return strings.HasPrefix(f.Name, "personas/") && strings.HasSuffix(f.Name, "/persona.json")
	})
}

func (s *Source) kindIn(d doc) (Kind, error) {
	r, err := d.open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	return kindOf(d.name, head[:n]), nil
}

// kindOf tells what a file is by its beginning; "" is nothing that is known.
func kindOf(name string, head []byte) Kind {
	text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG")):
		return Card
	case len(text) == 0:
		return Text
	case text[0] == '[' || text[0] == '{':
		kind := kindOfJSON(text)
		if kind == "" && !json.Valid(text) && !strings.HasSuffix(strings.ToLower(name), ".json") {
			return Text
		}
		return kind
	case bytes.IndexByte(head, 0) >= 0:
		return ""
	}
	return Text
}

// kindOfJSON is kindOf for JSON.
func kindOfJSON(text []byte) Kind {
	for _, k := range []struct {
		kind  Kind
		words []string
	}{
		{ChatGPT, []string{`"mapping"`, `"current_node"`}},
		{Claude, []string{`"chat_messages"`}},
		{Card, []string{`"spec":`, `"spec" :`, `"first_mes"`, `"entries"`, `"char_name"`}},
		{Chat, nil},
	} {
		if k.kind == Card && isTavern(text) {
			continue // a chat of a card
		}
		if k.kind == Chat && isChat(text) || slices.ContainsFunc(k.words, func(w string) bool { return bytes.Contains(text, []byte(w)) }) {
			return k.kind
		}
	}
	return ""
}

// stopped reads on until a context ends.
type stopped struct {
	ctx context.Context
	r   io.Reader
}

// Read is io.Reader.
func (s *stopped) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// Read hands on what a log says. It returns what was left out.
func (s *Source) Read(ctx context.Context, opt Options, sink Sink) (*Leftovers, error) {
	left := &Leftovers{}
	for _, l := range s.Left.List() {
		left.AddN(l.What, l.Why, l.N)
	}
	out := &reading{sink: sink, left: left, opt: opt, files: s.attached}
	for _, d := range s.docs {
		if err := s.readDoc(ctx, d, out); err != nil {
			return left, fmt.Errorf("read %s: %w", d.name, err)
		}
	}
	return left, nil
}

func (s *Source) readDoc(ctx context.Context, d doc, out *reading) error {
	read := map[Kind]func(context.Context, io.Reader, *reading) error{
		ChatGPT: readChatGPT, Claude: readClaude, Chat: readChat, Nexus: readNexusLog,
	}[s.Kind]
	if s.Kind == Text {
		return readText(ctx, d, out)
	}
	if read == nil {
		return refuse(Unknown, "%s holds no talk", d.name)
	}
	r, err := d.open()
	if err != nil {
		return err
	}
	defer r.Close()
	return read(ctx, &stopped{ctx, r}, out)
}
