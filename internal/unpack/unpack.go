// Package unpack looks at ZIP archives of unknown origin before anything is
// taken out of them: how many entries there are, what they are called, what
// they are and how much they claim to hold. It writes nothing.
package unpack

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Reason names why an archive is refused.
type Reason string

// The reasons of an Error.
const (
	Damaged   Reason = "damaged"   // it cannot be read, or is not what it says
	TooLarge  Reason = "too_large" // what it unpacks to
	TooMany   Reason = "too_many"  // entries
	BadName   Reason = "bad_name"  // an entry would be put elsewhere, or has a name no system takes
	Duplicate Reason = "duplicate" // two entries of one name
	Encrypted Reason = "encrypted"
	Link      Reason = "link" // an entry that is no file: a link, a device
)

// An Error tells why an archive is refused.
type Error struct {
	Reason Reason
	What   string // in plain words, for the log
}

// Error names the reason and what was met.
func (e *Error) Error() string { return fmt.Sprintf("archive refused: %s: %s", e.Reason, e.What) }

func refuse(r Reason, format string, args ...any) error {
	return &Error{Reason: r, What: fmt.Sprintf(format, args...)}
}

// Limits are the bounds of an archive.
type Limits struct {
	Entries int    // at most
	Content uint64 // bytes of all files, unpacked
	Ratio   uint64 // of unpacked to packed, for a file of over 1 MiB
}

// Open reads the list of an archive and returns the files in it, in their
// order. It refuses the whole for one entry that is bad; the error is an
// *Error. Cost: the bytes of the archive are read once, so that one with a
// million entries is refused before a list is made of them.
func Open(r io.ReaderAt, size int64, l Limits) ([]*zip.File, error) {
	n, err := marks(io.NewSectionReader(r, 0, size), l.Entries)
	if err != nil {
		return nil, refuse(Damaged, "the archive cannot be read: %v", err)
	}
	if n > l.Entries {
		return nil, refuse(TooMany, "more than %d entries", l.Entries)
	}
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are looked at below
		return nil, refuse(Damaged, "the archive cannot be read: %v", err)
	}
	files, err := check(z.File, l)
	if err != nil {
		return nil, err
	}
	return files, Apart(files)
}

// Apart returns an *Error if two files of an archive share bytes: a few bytes that
// are in it thousands of times unpack to more than any ratio tells. Cost: a small
// read for each file.
func Apart(files []*zip.File) error {
	type span struct{ from, to int64 }
	var spans []span
	for _, f := range files {
		if f.CompressedSize64 == 0 {
			continue
		}
		from, err := f.DataOffset()
		if err != nil {
			return refuse(Damaged, "%.80q: %v", f.Name, err)
		}
		spans = append(spans, span{from, from + int64(min(f.CompressedSize64, math.MaxInt64/2))}) //nolint:gosec // bounded
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return refuse(Damaged, "two files share the bytes at %d", spans[i].from)
		}
	}
	return nil
}

// marks counts the marks of entries in the directory of an archive, and stops
// beyond most.
func marks(r io.Reader, most int) (int, error) {
	mark := []byte("PK\x01\x02")
	buf := make([]byte, 0, 256<<10)
	n := 0
	for {
		k, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+k]
		if n += bytes.Count(buf, mark); n > most {
			return n, nil
		}
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		keep := min(len(buf), len(mark)-1) // of a mark that is cut in two
		if bytes.HasSuffix(buf, mark) {
			keep = 0
		}
		copy(buf, buf[len(buf)-keep:])
		buf = buf[:keep]
	}
}

// check refuses an archive with a bad entry, and returns the files in it.
func check(list []*zip.File, l Limits) ([]*zip.File, error) {
	var files []*zip.File
	seen, total := map[string]bool{}, uint64(0)
	for _, f := range list {
		name := strings.TrimSuffix(f.Name, "/")
		if why := Unusable(name); why != "" {
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
		case f.UncompressedSize64 > 1<<20 && f.UncompressedSize64/l.Ratio > f.CompressedSize64:
			return nil, refuse(TooLarge, "%.80q unpacks from %d bytes to %d", f.Name, f.CompressedSize64, f.UncompressedSize64)
		}
		seen[name] = true
		if total += min(f.UncompressedSize64, l.Content+1); total > l.Content {
			return nil, refuse(TooLarge, "its files have more than %d bytes", l.Content)
		}
		files = append(files, f)
	}
	return files, nil
}

// Content opens a file of an archive for reading. A reading fails with an
// *Error when the file is not what the archive says, or has a byte more.
func Content(f *zip.File) (io.ReadCloser, error) {
	r, err := f.Open()
	if err != nil {
		return nil, refuse(Damaged, "%.80q: %v", f.Name, err)
	}
	return &content{ReadCloser: r, name: f.Name, left: f.UncompressedSize64}, nil
}

type content struct {
	io.ReadCloser
	name string
	left uint64
}

// Read reads on, and no more than the archive says there is.
func (c *content) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if uint64(n) > c.left { //nolint:gosec // n is no less than 0
		return 0, refuse(Damaged, "%.80q has more than it says", c.name)
	}
	c.left -= uint64(n) //nolint:gosec // as above
	switch {
	case err == io.EOF && c.left > 0:
		return n, refuse(Damaged, "%.80q has less than it says", c.name)
	case err != nil && err != io.EOF:
		return n, refuse(Damaged, "%.80q: %v", c.name, err)
	}
	return n, err
}

// Unusable says what is wrong with the name of a file in an archive; "" is
// nothing. All systems count, as the archive may go on to another.
func Unusable(name string) string {
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
	case isPort && utf8.RuneCountInString(port) == 1 && strings.Contains("0123456789¹²³", port),
		slices.Contains([]string{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}, strings.TrimSpace(base)):
		return "reserved on Windows"
	}
	return ""
}
