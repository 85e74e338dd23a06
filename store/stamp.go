package store

import (
	"time"
)

// A Stamp is what tells one state of a file from another without reading it.
// The zero Stamp is none, and like no other.
type Stamp struct{ s stamp }

// Same reports whether both are of the same state of a file.
func (s Stamp) Same(other Stamp) bool { return s.s != (stamp{}) && s == other }

// Stamp looks at a file. It returns the zero Stamp when only reading can tell:
// when there is no regular file, when it was changed so lately, or in the
// future, that it may change again and look the same, and in a shadow. Take it
// before the file is read.
func (d *Dir) Stamp(name string) Stamp {
	if d.check(name) != nil || d.over != nil {
		return Stamp{}
	}
	fi, err := d.disk.root.Lstat(name)
	if err != nil || !fi.Mode().IsRegular() {
		return Stamp{}
	}
	if age := time.Since(fi.ModTime()); age <= racy { // the disk's clock, not the pretended one
		return Stamp{}
	}
	return Stamp{stampOf(fi)}
}
