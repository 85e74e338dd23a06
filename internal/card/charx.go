package card

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"yumori/internal/unpack"
)

// cardFile is the card in a CharX.
const cardFile = "card.json"

// A bundle is the files that come with a card, in their order. Its methods take
// nil for an empty one.
type bundle struct {
	content map[string][]byte
	order   []string
	size    int
}

func newBundle() *bundle { return &bundle{content: map[string][]byte{}} }

func (b *bundle) names() []string {
	if b == nil {
		return nil
	}
	return b.order
}

func (b *bundle) file(name string) ([]byte, bool) {
	if b == nil {
		return nil, false
	}
	data, ok := b.content[name]
	return data, ok
}

// add takes in a file. Names are compared as they are: what is put on a disk
// gets a name of ours.
func (b *bundle) add(name string, data []byte) error {
	if _, ok := b.content[name]; ok {
		return refuse(Duplicate, "two files %q", name)
	}
	if b.size += len(data); b.size > maxContent {
		return refuse(TooLarge, "its files have more than %d bytes", maxContent)
	}
	b.content[name] = data
	b.order = append(b.order, name)
	return nil
}

// takeChunk takes in a file that is in a chunk of a picture.
func (b *bundle) takeChunk(name string, c chunk) error {
	if why := unpack.Unusable(name); why != "" {
		return refuse(BadName, "a file %.80q: %s", name, why)
	}
	if c.kind != "tEXt" || len(b.order) >= MaxEntries {
		return refuse(Damaged, "a file in a chunk %q", c.kind)
	}
	_, rest, _ := bytes.Cut(c.data, []byte{0})
	data, err := unpacked(rest)
	if err != nil {
		return err
	}
	return b.add(name, data)
}

// readCharX reads an archive. All names are looked at before anything is
// unpacked.
func readCharX(data []byte) (*Card, error) {
	files, err := unpack.Open(bytes.NewReader(data), int64(len(data)), unpack.Limits{Entries: MaxEntries, Content: maxContent, Ratio: maxRatio})
	if err != nil {
		return nil, ofCard(err)
	}
	b := newBundle()
	for _, f := range files {
		content, err := taken(f)
		if err != nil {
			return nil, err
		}
		if err := b.add(f.Name, content); err != nil {
			return nil, err
		}
	}
	text, ok := b.file(cardFile)
	if !ok {
		return nil, refuse(NotCard, "an archive without %s", cardFile)
	}
	c, err := parse(text)
	if err != nil {
		return nil, err
	}
	delete(b.content, cardFile)
	b.order = slices.DeleteFunc(b.order, func(n string) bool { return n == cardFile })
	c.Kind, c.files = CharX, b
	return c, nil
}

// ofCard is the error of an archive as one of a card: the reasons are called the
// same.
func ofCard(err error) error {
	var bad *unpack.Error
	if errors.As(err, &bad) {
		return refuse(Reason(bad.Reason), "%s", bad.What)
	}
	return err
}

// taken reads a file of an archive.
func taken(f *zip.File) ([]byte, error) {
	if f.Name == cardFile && f.UncompressedSize64 > MaxText {
		return nil, refuse(TooLarge, "%s has %d bytes, at most %d", cardFile, f.UncompressedSize64, MaxText)
	}
	r, err := unpack.Content(f)
	if err != nil {
		return nil, ofCard(err)
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	return data, ofCard(err)
}

// writeCharX makes an archive of a card and its files. Nothing of the machine
// or the time goes in: the same card is the same bytes.
func writeCharX(text []byte, files *bundle) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	put := func(name string, method uint16, data []byte) error {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err == nil {
			_, err = f.Write(data)
		}
		if err != nil {
			return fmt.Errorf("pack %s: %w", name, err)
		}
		return nil
	}
	if err := put(cardFile, zip.Deflate, text); err != nil {
		return nil, err
	}
	for _, name := range files.names() {
		data, _ := files.file(name)
		if err := put(name, zip.Store, data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack card: %w", err)
	}
	return b.Bytes(), nil
}
