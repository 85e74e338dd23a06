package store

import (
	"io/fs"
	"time"
)

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
	if d.check(name) != nil {
		return Stamp{}
	}
	if d.over != nil {
		return d.over.stamp(name)
	}
	fi, err := d.disk.root.Lstat(name)
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
