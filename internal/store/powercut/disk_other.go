//go:build !linux

package powercut

import (
	"os"
	"testing"
	"time"
)

// A Disk is where a process writes that a test kills at any moment: a temporary
// folder. On Linux it can be a file system that loses its power.
type Disk struct {
	t    testing.TB
	root string
}

// New makes a disk for one test.
func New(t testing.TB) *Disk { return &Disk{t, t.TempDir()} }

// Dir makes a folder on the disk.
func (d *Disk) Dir() string {
	dir, err := os.MkdirTemp(d.root, "")
	if err != nil {
		d.t.Fatal(err)
	}
	return dir
}

// Settle waits until all that stands on the disk will outlast a crash.
func (*Disk) Settle() {}

// KillAfter ends a process that writes to the disk, after a while. What it returns
// has to be called when the process has ended.
func (*Disk) KillAfter(wait time.Duration, p *os.Process) (ended func()) {
	timer := time.AfterFunc(wait, func() { _ = p.Kill() })
	return func() { timer.Stop() }
}

// Dead reports whether the power is off: never here.
func (*Disk) Dead() bool { return false }

// Powered reports whether the disk has a power that is cut: never here.
func (*Disk) Powered() bool { return false }
