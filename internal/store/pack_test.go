package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// packAll puts all loose objects into a pack, and removes those that were in one before.
func packAll(d *Dir) error { return packNow(context.Background(), d, packing{least: 1}) }

func packNow(ctx context.Context, d *Dir, when packing) error {
	h := d.hist
	h.git.Lock()
	defer h.git.Unlock()
	h.packing, h.packed = when, time.Time{}
	return classify(h.pack(ctx))
}

// objectFiles counts the loose objects and the packs of a history.
func objectFiles(t testing.TB, d *Dir) (loose, packs int) {
	t.Helper()
	r := openRepo(d.disk, d.path)
	list, err := r.loose()
	if err != nil {
		t.Fatal(err)
	}
	in, err := r.packs()
	if err != nil {
		t.Fatal(err)
	}
	return len(list), len(in)
}

// manyVersions writes a text that grows by a line with each version, and returns them
// all, newest first, as [versions] has them.
func manyVersions(t testing.TB, d *Dir, n int) (want []string) {
	t.Helper()
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "%d: what was said of the tomatoes on the balcony\n", i)
		write(t, d, "memory/grows.md", text.String())
		settle(t, d)
		want = append(want, text.String()+" by user")
	}
	slices.Reverse(want)
	return want
}

func TestPack(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	want := manyVersions(t, d, 20)
	before, _ := objectFiles(t, d)

	if err := packNow(t.Context(), d, packing{least: before + 1}); err != nil {
		t.Fatal(err)
	}
	if n, packs := objectFiles(t, d); n != before || packs != 0 {
		t.Errorf("too few for a pack: %d objects of %d, %d packs", n, before, packs)
	}
	for range 2 { // who copies the home has a list of them
		if err := packNow(t.Context(), d, packing{least: 10, keep: time.Hour}); err != nil {
			t.Fatal(err)
		}
		if n, packs := objectFiles(t, d); n != before || packs != 1 {
			t.Errorf("just packed: %d objects of %d, %d packs, want all and 1", n, before, packs)
		}
	}
	stray := filepath.Join(d.path, filepath.FromSlash(packDir), "pack-"+strings.Repeat("0", 40)+indexExt)
	if err := os.WriteFile(stray, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := packNow(t.Context(), d, packing{least: 10}); err != nil {
		t.Fatal(err)
	}
	if n, packs := objectFiles(t, d); n != 0 || packs != 1 {
		t.Errorf("packed long ago: %d objects, %d packs, want 0 and 1", n, packs)
	}
	write(t, d, "memory/grows.md", "begun anew")
	settle(t, d)
	want = append([]string{"begun anew by user"}, want...)
	if got := versions(t, d, "memory/grows.md"); !slices.Equal(got, want) {
		t.Errorf("%d versions are not the %d that were written", len(got), len(want))
	}
	if found := d.Check(t.Context()); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	if git, err := exec.LookPath("git"); err == nil {
		repo := filepath.Join(d.path, filepath.FromSlash(repoDir))
		if out, err := exec.CommandContext(t.Context(), git, "--git-dir="+repo, "fsck", "--strict", "--no-dangling").CombinedOutput(); err != nil {
			t.Errorf("git: %v\n%s", err, out)
		}
	}
}

// TestDamagedPack keeps what is loose where the pack that should have it cannot be read.
func TestDamagedPack(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	want := manyVersions(t, d, 5)
	if err := packAll(d); err != nil {
		t.Fatal(err)
	}
	packs, err := openRepo(d.disk, d.path).packs()
	if err != nil || len(packs) != 1 {
		t.Fatalf("%d packs, %v", len(packs), err)
	}
	name := filepath.Join(d.path, filepath.FromSlash(packs[0].base+packExt))
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := objectFiles(t, d)
	for at := 12; at < len(whole)-20; at += 7 { // between its head and its sum
		broken := slices.Clone(whole)
		broken[at] ^= 0x55
		if err := os.WriteFile(name, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := packAll(d); err == nil {
			t.Errorf("byte %d is another, and nothing was noticed", at)
		}
		if n, _ := objectFiles(t, d); n != before {
			t.Fatalf("byte %d is another, and %d of %d loose objects are left", at, n, before)
		}
	}
	if err := os.WriteFile(name, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	wantVersions(t, d, "memory/grows.md", want...)
}

// TestLostPackIndex makes the index of a pack anew that somebody has lost or damaged: the
// history goes on with all that was in it.
func TestLostPackIndex(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(index string) error{
		"lost":    os.Remove,
		"emptied": func(index string) error { return os.Truncate(index, 0) },
		"cut":     func(index string) error { return os.Truncate(index, 1000) },
		"garbled": func(index string) error {
			data, err := os.ReadFile(index)
			if err != nil {
				return err
			}
			data[len(data)/2] ^= 0xff
			return os.WriteFile(index, data, 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newPersona(t)
			rest(d)
			want := manyVersions(t, d, 5)
			if err := errors.Join(packAll(d), packAll(d)); err != nil {
				t.Fatal(err)
			}
			packs, err := openRepo(d.disk, d.path).packs()
			if err != nil || len(packs) != 1 {
				t.Fatalf("%d packs, %v", len(packs), err)
			}
			if err := harm(filepath.Join(d.path, filepath.FromSlash(packs[0].base+indexExt))); err != nil {
				t.Fatal(err)
			}
			write(t, d, "memory/grows.md", "begun anew")
			settle(t, d)
			wantVersions(t, d, "memory/grows.md", append([]string{"begun anew by user"}, want...)...)
			if aside, _ := filepath.Glob(filepath.Join(d.path, historyDir, "*"+damagedInfix+"*")); len(aside) > 0 {
				t.Errorf("set aside: %v", aside)
			}
		})
	}
}

// TestGarbledPack goes on where a byte of the only pack is another: the file is as it was
// written last, and the history takes it, after what it can still read or anew.
func TestGarbledPack(t *testing.T) {
	t.Parallel()
	from := newPersona(t)
	rest(from)
	manyVersions(t, from, 5)
	if err := errors.Join(packAll(from), packAll(from)); err != nil {
		t.Fatal(err)
	}
	packs, err := openRepo(from.disk, from.path).packs()
	if err != nil || len(packs) != 1 {
		t.Fatalf("%d packs, %v", len(packs), err)
	}
	whole, err := os.ReadFile(filepath.Join(from.path, filepath.FromSlash(packs[0].base+packExt)))
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(whole); at += max(1, len(whole)/40) {
		d := newPersona(t, "history") // where a version is lost, Check says so
		rest(d)
		copyTree(t, filepath.Join(from.path, historyDir), filepath.Join(d.path, historyDir))
		broken := slices.Clone(whole)
		broken[at] ^= 0x55
		if err := os.WriteFile(filepath.Join(d.path, filepath.FromSlash(packs[0].base+packExt)), broken, 0o600); err != nil {
			t.Fatal(err)
		}
		write(t, d, "memory/grows.md", "begun anew")
		if err := d.Sync(t.Context()); err != nil {
			t.Fatalf("byte %d: %v", at, err)
		}
		list, err := d.History("memory/grows.md")
		if len(list) == 0 || list[0].Version != VersionOf([]byte("begun anew")) {
			t.Fatalf("byte %d: the history has %d versions, %v", at, len(list), err)
		}
	}
}
