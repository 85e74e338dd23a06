package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
)

// ReadGiven reads a file anywhere on this machine that the user named, if it is a
// regular one of at most limit bytes; else it returns ErrUnreadable. It never
// waits for a pipe or a device. A link that the user names is followed.
func ReadGiven(name string, limit int64) ([]byte, error) {
	before, err := os.Stat(name)
	if err != nil {
		return nil, wrap("read", name, err)
	}
	if !before.Mode().IsRegular() {
		return nil, wrap("read", name, &BadFileError{Name: name, Reason: NotRegular})
	}
	f, err := os.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, wrap("read", name, err)
	}
	defer f.Close()
	now, err := f.Stat()
	if err != nil || !os.SameFile(before, now) {
		return nil, wrap("read", name, &BadFileError{Name: name, Reason: NotRegular, Err: err})
	}
	if now.Size() > limit {
		return nil, wrap("read", name, &BadFileError{Name: name, Reason: TooBig})
	}
	var b bytes.Buffer
	b.Grow(int(now.Size()) + bytes.MinRead) // once: it may be large
	_, err = b.ReadFrom(&bounded{r: f, left: limit, name: name})
	return b.Bytes(), wrap("read", name, err)
}

// WriteGiven writes a file to a place that the user named, in one step: it is
// there whole or not at all. It replaces a regular file, and nothing else.
func WriteGiven(name string, data []byte) error {
	fi, err := os.Stat(name)
	if err == nil && !fi.Mode().IsRegular() {
		return wrap("write", name, &BadFileError{Name: name, Reason: NotRegular})
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".yumori-*")
	if err != nil {
		return wrap("write", name, err)
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return wrap("write", name, err)
}
