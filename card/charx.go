package card

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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
	if why := badName(name); why != "" {
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

// badName says what is wrong with the name of a file in an archive; "" is
// nothing. All systems count, as the archive may go on to another.
func badName(name string) string {
	switch {
	case !utf8.ValidString(name):
		return "not UTF-8"
	case name == "" || len(name) > 1024 || path.Clean(name) != name || strings.HasPrefix(name, "/"):
		return "not a plain path"
	case strings.ContainsAny(name, `\:*?"<>|`) || strings.ContainsFunc(name, unicode.IsControl):
		return "character not allowed"
	}
	for element := range strings.SplitSeq(name, "/") {
		if why := badElement(element); why != "" {
			return why
		}
	}
	return ""
}

// badElement says what is wrong with one element of a name.
func badElement(element string) string {
	base, _, _ := strings.Cut(strings.ToUpper(element), ".")
	port, isPort := strings.CutPrefix(base, "COM")
	if !isPort {
		port, isPort = strings.CutPrefix(base, "LPT")
	}
	switch {
	case element == "..":
		return "outside"
	case len(element) > 255 || strings.HasSuffix(element, ".") || strings.HasSuffix(element, " "):
		return "no system takes it"
	case isPort && len(port) == 1 && port[0] >= '0' && port[0] <= '9',
		slices.Contains([]string{"CON", "PRN", "AUX", "NUL"}, strings.TrimSpace(base)):
		return "reserved on Windows"
	}
	return ""
}

// readCharX reads an archive. All names are looked at before anything is
// unpacked.
func readCharX(data []byte) (*Card, error) {
	// A reader of archives makes something of each entry before it says how many
	// there are, so the marks of entries are counted first.
	if n := bytes.Count(data, []byte("PK\x01\x02")); n > MaxEntries {
		return nil, refuse(TooMany, "%d files, at most %d", n, MaxEntries)
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are looked at below
		return nil, refuse(Damaged, "the archive cannot be read: %v", err)
	}
	files, err := checkEntries(r.File)
	if err != nil {
		return nil, err
	}
	b := newBundle()
	for _, f := range files {
		content, err := unpack(f)
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

// checkEntries refuses an archive with an entry that is none of a card's, and
// returns the files in it.
func checkEntries(list []*zip.File) ([]*zip.File, error) {
	var files []*zip.File
	seen, total := map[string]bool{}, uint64(0)
	for _, f := range list {
		name := strings.TrimSuffix(f.Name, "/")
		if why := badName(name); why != "" {
			return nil, refuse(BadName, "a file %.80q: %s", f.Name, why)
		}
		switch mode := f.Mode(); {
		case seen[name]:
			return nil, refuse(Duplicate, "two files %.80q", f.Name)
		case mode.IsDir():
			seen[name] = true
			continue
		case !mode.IsRegular():
			return nil, refuse(Link, "%.80q is no file: %v", f.Name, mode)
		case f.Flags&1 != 0:
			return nil, refuse(Encrypted, "%.80q is encrypted", f.Name)
		case f.UncompressedSize64 > 1<<20 && f.UncompressedSize64/maxRatio > f.CompressedSize64:
			return nil, refuse(TooLarge, "%.80q unpacks from %d bytes to %d", f.Name, f.CompressedSize64, f.UncompressedSize64)
		}
		seen[name] = true
		if total += min(f.UncompressedSize64, maxContent+1); total > maxContent {
			return nil, refuse(TooLarge, "its files have more than %d bytes", maxContent)
		}
		files = append(files, f)
	}
	return files, nil
}

// unpack reads a file of an archive, no more than the archive says it has.
func unpack(f *zip.File) ([]byte, error) {
	most := f.UncompressedSize64
	if f.Name == cardFile && most > MaxText {
		return nil, refuse(TooLarge, "%s has %d bytes, at most %d", cardFile, most, MaxText)
	}
	r, err := f.Open()
	if err != nil {
		return nil, refuse(Damaged, "%.80q: %v", f.Name, err)
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, int64(most)+1)) //nolint:gosec // at most maxContent
	if err != nil || uint64(len(data)) != most {
		return nil, refuse(Damaged, "%.80q: %v", f.Name, err)
	}
	return data, nil
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
