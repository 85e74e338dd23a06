package store

import (
	"context"
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
		if err := packNow(t.Context(), d, packing{least: 10, beside: time.Hour}); err != nil {
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
	name := filepath.Join(d.path, filepath.FromSlash(packs[0].name))
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
