package store

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unsynced is how many sequences of writes are cut, at each of three chances. The
// figure of a release is 1,000: go test ./internal/store -run Unsynced -unsynced 1000.
var unsynced = flag.Int("unsynced", 25, "how many sequences of writes lose what was not synchronised, by chance")

// A node is a file as a disk knows it: what is sure to be on it, and the writes that
// are not yet.
type node struct {
	sure []byte
	late []func([]byte) []byte
}

func (n *node) settle() {
	for _, w := range n.late {
		n.sure = w(n.sure)
	}
	n.late = nil
}

// A move is a change of a folder that is not on disk yet: name gets node, or nothing.
type move struct {
	name string
	node *node // nil: the name is free
}

// A chancy disk notes what is written to a folder, and what of it is sure.
type chancy struct {
	sure  map[string]*node // by name: what is sure to be there
	now   map[string]*node // what the system shows
	moves []move           // between the two, oldest first
	open  map[*os.File]*node
	calls int
	marks []cutting // what could be found after each call

	written map[string][]string // by name, all that each file was to hold, in order; "" removed
}

// A cutting is what is on disk after so many calls.
type cutting struct {
	sure  map[string]*node
	moves []move
	acked acked
}

// acked is what the store has said is there.
type acked struct {
	lines int
	files map[string]int // by name; which of what was written to each, see chancy.written
}

// snapshot notes what a power cut now would leave to chance.
func (c *chancy) snapshot(a acked) {
	c.calls++
	clones := map[*node]*node{}
	clone := func(n *node) *node {
		if n == nil {
			return nil
		}
		if clones[n] == nil {
			clones[n] = &node{slices.Clone(n.sure), slices.Clone(n.late)}
		}
		return clones[n]
	}
	m := cutting{sure: map[string]*node{}, acked: acked{a.lines, maps.Clone(a.files)}}
	for name, n := range c.sure {
		m.sure[name] = clone(n)
	}
	for _, mv := range c.moves {
		m.moves = append(m.moves, move{mv.name, clone(mv.node)})
	}
	c.marks = append(c.marks, m)
}

// watch has the calls of a Dir noted; done is called after each.
func (c *chancy) watch(o *ops, done func()) {
	sys := systemOps()
	*o = sys
	o.open = func(r *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error) {
		f, err := sys.open(r, name, flag, perm)
		if err != nil || !changes(flag) {
			return f, err
		}
		name = path.Clean(name)
		n := c.now[name]
		if n == nil && flag&os.O_CREATE != 0 {
			n = &node{}
			c.now[name] = n
			c.moves = append(c.moves, move{name, n})
		}
		if n != nil && flag&os.O_TRUNC != 0 {
			n.late = append(n.late, func([]byte) []byte { return nil })
		}
		c.open[f] = n
		done()
		return f, nil
	}
	o.write = func(f *os.File, p []byte) (int, error) {
		at, _ := f.Seek(0, 1)
		if fi, err := f.Stat(); err == nil && at == 0 {
			at = fi.Size() // for appending; what is created is empty
		}
		n, err := sys.write(f, p)
		if nd := c.open[f]; nd != nil && n > 0 {
			data := slices.Clone(p[:n])
			nd.late = append(nd.late, func(b []byte) []byte {
				if need := int(at) + len(data); len(b) < need {
					b = append(slices.Clone(b), make([]byte, need-len(b))...) // what was never written is zeros
				}
				return append(append(slices.Clone(b[:at]), data...), b[int(at)+len(data):]...)
			})
		}
		done()
		return n, err
	}
	c.watchSyncs(o, sys, done)
}

func (c *chancy) watchSyncs(o *ops, sys ops, done func()) {
	settled := func(call func(*os.File) error) func(*os.File) error {
		return func(f *os.File) error {
			err := call(f)
			if n := c.open[f]; n != nil && err == nil {
				n.settle()
			}
			done()
			return err
		}
	}
	o.sync, o.syncData = settled(sys.sync), settled(sys.syncData)
	o.truncate = func(f *os.File, size int64) error {
		err := sys.truncate(f, size)
		if n := c.open[f]; n != nil && err == nil {
			n.late = append(n.late, func(b []byte) []byte { return slices.Clone(b[:min(int(size), len(b))]) })
		}
		done()
		return err
	}
	o.rename = func(r *os.Root, from, to string) error {
		err := sys.rename(r, from, to)
		if err == nil {
			from, to = path.Clean(from), path.Clean(to)
			for name, n := range maps.Clone(c.now) { // a folder with all in it
				if rest, ok := strings.CutPrefix(name, from); ok && (rest == "" || rest[0] == '/') {
					delete(c.now, name)
					c.now[to+rest] = n
					c.moves = append(c.moves, move{to + rest, n}, move{name, nil})
				}
			}
		}
		done()
		return err
	}
	o.remove = func(r *os.Root, name string) error {
		err := sys.remove(r, name)
		if err == nil {
			delete(c.now, path.Clean(name))
			c.moves = append(c.moves, move{path.Clean(name), nil})
		}
		done()
		return err
	}
	o.syncDir = func(r *os.Root, name string) error {
		err := sys.syncDir(r, name)
		c.settleDir(path.Clean(name))
		done()
		return err
	}
}

// settleDir makes sure what a folder has.
func (c *chancy) settleDir(dir string) {
	var rest []move
	for _, m := range c.moves {
		if path.Dir(m.name) != dir {
			rest = append(rest, m)
			continue
		}
		if m.node == nil {
			delete(c.sure, m.name)
		} else {
			c.sure[m.name] = m.node
		}
	}
	c.moves = rest
}

// leave writes what a cut leaves of a folder: what was sure, the changes of folders
// as far as chance takes them, in their order, and each late write by chance.
func (m cutting) leave(t *testing.T, dir string, chance float64, random *rand.Rand) {
	t.Helper()
	there := maps.Clone(m.sure)
	for _, mv := range m.moves {
		if random.Float64() >= chance {
			break
		}
		if mv.node == nil {
			delete(there, mv.name)
		} else {
			there[mv.name] = mv.node
		}
	}
	for name, n := range there {
		data := slices.Clone(n.sure)
		for _, w := range n.late {
			if random.Float64() < chance {
				data = w(data)
			}
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must(t, os.WriteFile(file, data, 0o600))
	}
}

// TestUnsyncedWritesLostByChance writes at random, cuts after any call, and leaves of
// what was not synchronised what chance leaves: nothing, half of it, nearly all. What
// was acknowledged is there, no file is a mix, and the home opens and works.
func TestUnsyncedWritesLostByChance(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	from, tries := template(t), 0
	for range *unsynced {
		home := filepath.Join(fastDir(t), "home")
		copyTree(t, from, home)
		c, rest := writeChancy(t, home, random)
		for _, chance := range []float64{0, .5, .95} {
			m := c.marks[random.IntN(len(c.marks))]
			cut := filepath.Join(fastDir(t), "home")
			copyTree(t, rest, cut)
			m.leave(t, filepath.Join(cut, "personas", "luna"), chance, random)
			verifyChancy(t, cut, m.acked, c.written)
			tries++
			if t.Failed() {
				t.Fatalf("after %d calls of %d, chance %.2f", slices.IndexFunc(c.marks, func(o cutting) bool { return &o == &m }), len(c.marks), chance)
			}
		}
	}
	t.Logf("trust: %d tries: %d sequences at three chances; what was acknowledged was there, nothing mixed", tries, *unsynced)
}

// writeChancy writes a while in a home and returns what its disk was, and a copy of
// the home without the persona's folder.
func writeChancy(t *testing.T, home string, random *rand.Rand) (*chancy, string) {
	t.Helper()
	h, err := Open(home, Options{})
	must(t, err)
	d, err := h.Persona("luna")
	must(t, err)
	d.hist.mu.Lock()
	d.hist.timer.Stop() // a commit comes when this says so
	d.hist.mu.Unlock()
	c := &chancy{sure: map[string]*node{}, now: map[string]*node{}, open: map[*os.File]*node{}, written: map[string][]string{"a.txt": {"old"}}}
	folder := filepath.Join(home, "personas", "luna")
	must(t, filepath.WalkDir(folder, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			data, rerr := os.ReadFile(name)
			rel, _ := filepath.Rel(folder, name)
			n := &node{sure: data}
			c.sure[filepath.ToSlash(rel)], c.now[filepath.ToSlash(rel)] = n, n
			err = rerr
		}
		return err
	}))
	j := openJournal(t, d)
	said := acked{2, map[string]int{"a.txt": 0}}
	holds := func(name, text string) { c.written[name] = append(c.written[name], text) }
	c.watch(&d.disk.ops, func() { c.snapshot(said) })
	c.open[j.f.File] = c.now["log.jsonl"]
	for i := range 8 + random.IntN(20) {
		name, text := fmt.Sprintf("f%d.txt", random.IntN(3)), strings.Repeat(fmt.Sprint(i), 1+random.IntN(50))
		switch random.IntN(6) {
		case 0, 1:
			_, err = j.Append(fmt.Appendf(nil, "[%d]", said.lines))
			said.lines++
		case 2, 3:
			holds(name, text)
			err = d.Write(name, []byte(text), byUser)
			said.files[name] = len(c.written[name]) - 1
		case 4:
			holds(name, "")
			if err = d.Remove(name, byUser); errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
			said.files[name] = len(c.written[name]) - 1
		case 5:
			err = d.Sync(t.Context())
		}
		must(t, err)
		c.snapshot(said)
	}
	d.disk.ops = systemOps()
	must(t, h.Close())
	rest := filepath.Join(fastDir(t), "rest")
	copyTree(t, home, rest)
	must(t, os.RemoveAll(filepath.Join(rest, "personas", "luna")))
	return c, rest
}

// verifyChancy holds a home after a cut to what was acknowledged.
func verifyChancy(t *testing.T, home string, want acked, written map[string][]string) {
	t.Helper()
	h, err := Open(home, Options{})
	must(t, err)
	defer h.Close()
	d, err := h.Persona("luna")
	must(t, err)
	j := openJournal(t, d)
	list := lines(t, j)
	if len(list) < want.lines {
		t.Errorf("%d lines were acknowledged, there are %q", want.lines, list)
	}
	for i, l := range list {
		if l != fmt.Sprintf("[%d]", i) || !json.Valid([]byte(l)) {
			t.Errorf("line %d is %q", i, l)
		}
	}
	if _, err := j.Append(fmt.Appendf(nil, "[%d]", len(list))); err != nil {
		t.Error(err)
	}
	for name, at := range want.files {
		data, err := d.Read(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Contains(written[name][at:], string(data)) { // it may be what was being written next
			t.Errorf("%s is %.60q, %.60q was acknowledged", name, data, written[name][at])
		}
	}
	must(t, d.Write("a.txt", []byte("after"), byUser))
	must(t, d.Sync(t.Context()))
	wantFile(t, d, "a.txt", "after")
}
