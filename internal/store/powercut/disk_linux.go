package powercut

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// powerEnv names a file system, ext4 or xfs: then each Disk is one of its own, and
// KillAfter cuts its power. It needs root, loop devices and mkfs.
const powerEnv = "YUMORI_POWERCUT"

// A Disk is where a process writes that a test kills at any moment: a plain temporary
// folder or, with YUMORI_POWERCUT, a file system in an image that loses its power at
// that moment. What was not synchronised is lost then, as a crash alone never shows.
type Disk struct {
	t     testing.TB
	kind  string // "": a plain folder
	root  string
	image string
	cuts  int
	off   bool
	late  atomic.Bool
}

// imageSize is that of an image, which takes up what is written alone.
const imageSize = 1 << 30

// New makes a disk for one test, which it skips where none can be made.
func New(t testing.TB) *Disk {
	t.Helper()
	d := &Disk{t: t, kind: os.Getenv(powerEnv), root: t.TempDir()}
	if d.kind == "" {
		return d
	}
	d.image = filepath.Join(t.TempDir(), "disk.img")
	if err := os.WriteFile(d.image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(d.image, imageSize); err != nil {
		t.Fatal(err)
	}
	args := []string{"-q", d.image}
	if d.kind == "ext4" {
		args = []string{"-q", "-F", "-E", "lazy_itable_init=0", d.image}
	}
	if out, err := exec.Command("mkfs."+d.kind, args...).CombinedOutput(); err != nil { //nolint:gosec,noctx // named by who tests
		t.Skipf("trust: not here: mkfs.%s: %v %s", d.kind, err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", d.root).Run() }) //nolint:noctx // at the end
	if out, err := d.mount(); err != nil {
		t.Skipf("trust: not here: mount: %v %s", err, out)
	}
	return d
}

// mount mounts the image. An ext4 is mounted without the help it gives to programs
// that rename what they have not synchronised, and writes its log back soon or late.
func (d *Disk) mount() ([]byte, error) {
	options := "loop"
	if d.kind == "ext4" {
		options += ",noauto_da_alloc,commit=" + []string{"1", "5", "300"}[rand.IntN(3)]
	}
	return exec.Command("mount", "-t", d.kind, "-o", options, d.image, d.root).CombinedOutput() //nolint:gosec,noctx // as above
}

// Dir makes a folder on the disk.
func (d *Disk) Dir() string {
	d.t.Helper()
	dir, err := os.MkdirTemp(d.root, "")
	if err != nil {
		d.t.Fatal(err)
	}
	d.Settle()
	return dir
}

// Settle waits until all that stands on the disk will outlast a crash: what a test laid
// there with calls of its own.
func (d *Disk) Settle() {
	if d.kind == "" {
		return
	}
	d.t.Helper()
	f, err := os.Open(d.root)
	if err == nil {
		err = errors.Join(unix.Syncfs(int(f.Fd())), f.Close())
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// KillAfter ends a process that writes to the disk, after a while and at once; where
// the disk has a power of its own, by that. What it returns has to be called when the
// process has ended: a disk without power has it again then, and what is read is what
// a machine finds that starts again.
func (d *Disk) KillAfter(wait time.Duration, p *os.Process) (ended func()) {
	killed := make(chan struct{})
	timer := time.AfterFunc(wait, func() {
		defer close(killed)
		if d.kind != "" {
			d.off = true
			if err := d.cut(p); err != nil {
				d.t.Errorf("cut the power: %v", err)
			}
		}
		_ = p.Kill()
	})
	return func() {
		d.t.Helper()
		if !timer.Stop() {
			<-killed
		}
		d.mend()
	}
}

// cut has the file system write nothing any more, not even its log: the ioctl that
// both know as "going down", of the kind without a flush. Every other time the process
// stands still meanwhile, between two calls, and all that it has said holds. Else it
// goes on: then a call to synchronise that is under way may return without an error
// although the log of it is not there, which no program can know, and what is said
// from then on is of no weight.
func (d *Disk) cut(p *os.Process) error {
	const goingDown, withoutLog = 0x8004587d, 2
	f, err := os.Open(d.root)
	if err != nil {
		return err
	}
	defer f.Close()
	if d.cuts++; d.cuts%2 == 0 {
		if err := unix.Kill(p.Pid, unix.SIGSTOP); err == nil {
			var info unix.Siginfo
			_ = unix.Waitid(unix.P_PID, p.Pid, &info, unix.WSTOPPED|unix.WNOWAIT|unix.WEXITED, nil) // until all its threads do
		}
	} else {
		d.late.Store(true)
	}
	return unix.IoctlSetPointerInt(int(f.Fd()), goingDown, withoutLog)
}

// Dead reports whether the power went off under a process that went on: what it says
// from then on is of no weight.
func (d *Disk) Dead() bool { return d.late.Load() }

// mend gives the disk its power back.
func (d *Disk) mend() {
	d.t.Helper()
	if !d.off {
		return
	}
	d.off = false
	d.late.Store(false)
	var out []byte
	err := errors.New("not tried")
	for wait := time.Millisecond; err != nil && wait < 5*time.Second; wait *= 2 { // the kernel may still hold a file of who was killed
		if out, err = exec.Command("umount", d.root).CombinedOutput(); err != nil { //nolint:gosec,noctx // as above
			time.Sleep(wait)
		}
	}
	if err == nil {
		out, err = d.mount()
	}
	if err != nil {
		d.t.Fatalf("start again: %v %s", err, out)
	}
}

// Powered reports whether the disk has a power that is cut.
func (d *Disk) Powered() bool { return d.kind != "" }
