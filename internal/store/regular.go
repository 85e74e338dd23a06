package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxFile is the size up to which Dir.Read reads a file, and up to which the
// history keeps it.
const MaxFile = 16 << 20

const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

// Version names the content of a file: the SHA-256 of its bytes in hexadecimal.
// "" is a file that does not exist.
type Version string

// VersionOf returns the version of a file with these bytes.
func VersionOf(data []byte) Version {
	sum := sha256.Sum256(data)
	return Version(hex.EncodeToString(sum[:]))
}

// Text is the content of a text file as a program wants it.
type Text struct {
	S       string  // valid UTF-8, without byte order mark, lines end in "\n"
	Version Version // of the bytes as they are on disk
}

// textOf folds data into a Text.
func textOf(name string, data []byte) (Text, error) {
	if !utf8.Valid(data) {
		return Text{}, &BadFileError{Name: name, Reason: NotText}
	}
	s := strings.TrimPrefix(string(data), "\ufeff")
	if strings.ContainsRune(s, 0) {
		return Text{}, &BadFileError{Name: name, Reason: NotText}
	}
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(s, "\r\n", "\n")
	}
	return Text{S: s, Version: VersionOf(data)}, nil
}

// openRegular opens a file for reading if it is a regular one. It never blocks
// and never follows a symbolic link at the end of the name: what it looked at
// must be what it opened.
func (d *disk) openRegular(name string) (*file, error) {
	return d.openRegularFlag(name, os.O_RDONLY)
}

// replaced is how often somebody else may put a new file in the place of the one
// that was looked at before it counts as one that cannot be read. A loop without
// end would never come back from a disk that gives a file another number each time.
const replaced = 100

func (d *disk) openRegularFlag(name string, flag int) (*file, error) {
	var err error
	for range replaced {
		var f *file
		if f, err = d.openOnce(name, flag); err == nil || !errors.Is(err, errReplaced) {
			return f, err
		}
	}
	return nil, &BadFileError{Name: name, Reason: NotRegular, Err: err}
}

// errReplaced is returned for a file that got the place of another between the
// look at that and the opening, as in every write here and in most editors.
var errReplaced = errors.New("another file is in its place")

// openOnce opens a regular file, or returns errReplaced.
func (d *disk) openOnce(name string, flag int) (*file, error) {
	before, err := d.lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, &BadFileError{Name: name, Reason: NotRegular}
	}
	f, err := d.ops.open(d.root, name, flag|openFlags, 0)
	if err != nil {
		return nil, classify(err)
	}
	after, err := d.ops.stat(f)
	switch {
	case err != nil:
	case !after.Mode().IsRegular():
		err = &BadFileError{Name: name, Reason: NotRegular}
	case !os.SameFile(before, after):
		err = errReplaced
	default:
		return &file{f, &d.ops}, nil
	}
	_ = f.Close()
	return nil, err
}

// readRegular reads a regular file of at most limit bytes.
func (d *disk) readRegular(name string, limit int64) ([]byte, error) {
	f, err := d.openRegular(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if fi.Size() > limit {
		return nil, &BadFileError{Name: name, Reason: TooBig}
	}
	data := make([]byte, 0, fi.Size()+1) // one more, to see the end in the same read
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, nil
		case err != nil:
			return nil, &BadFileError{Name: name, Reason: Damaged, Err: err}
		case int64(len(data)) > limit: // it grew meanwhile
			return nil, &BadFileError{Name: name, Reason: TooBig}
		case len(data) == cap(data):
			data = append(data, 0)[:len(data)]
		}
	}
}

// versionOfFile returns the version of a regular file of any size.
func (d *disk) versionOfFile(name string) (Version, error) {
	f, err := d.openRegular(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	buf := make([]byte, min(max(fi.Size(), 512)+1, 64<<10)) // most files are small and looked at often
	if _, err := io.CopyBuffer(h, readerOnly{f}, buf); err != nil {
		return "", &BadFileError{Name: name, Reason: Damaged, Err: err}
	}
	return Version(hex.EncodeToString(h.Sum(nil))), nil
}

// stamp tells, without reading a file, whether it is still the one it was.
type stamp struct {
	Size    int64  `json:"size"`
	ModTime int64  `json:"mtime"` // ns since 1970
	Inode   uint64 `json:"inode,omitempty"`
}

func stampOf(fi fs.FileInfo) stamp {
	return stamp{Size: fi.Size(), ModTime: fi.ModTime().UnixNano(), Inode: inode(fi)}
}

// wrap adds the operation and its subject to an error, once.
func wrap(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %q: %w", op, name, classify(err))
}

// A Stamp is what tells one state of a file from another without reading it.
// The zero Stamp is none, and like no other.
type Stamp struct {
	s stamp
	// Of what was written to a shadow: which, and with which of its writes.
	over  *overlay
	write time.Time
}

// Same reports whether both are of the same state of a file.
func (s Stamp) Same(other Stamp) bool { return s != (Stamp{}) && s == other }

// Stamp looks at a file. It returns the zero Stamp when only reading can tell:
// when there is no regular file, or when it was changed so lately that it may
// change again and look the same; one of the future, the clock having been set
// back, may not. Take it before the file is read.
func (d *Dir) Stamp(name string) Stamp {
	if d.scope.check(name) != nil {
		return Stamp{}
	}
	if d.over != nil {
		return d.over.stamp(name)
	}
	fi, err := d.disk.lstat(name)
	if err != nil {
		return Stamp{}
	}
	return settledStamp(fi)
}

func settledStamp(fi fs.FileInfo) Stamp {
	apart := time.Since(fi.ModTime()).Abs() // by the disk's clock, not the pretended one
	if !fi.Mode().IsRegular() || apart <= racy {
		return Stamp{}
	}
	return Stamp{s: stampOf(fi)}
}
