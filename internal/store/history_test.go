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
	"testing/synctest"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

func settle(t testing.TB, d *Dir) {
	t.Helper()
	if err := d.Sync(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// rest has the history commit nothing by itself, also not what is planned
// already: on a slow machine its time comes in the middle of a test.
func rest(d *Dir) {
	h := d.hist
	h.mu.Lock()
	h.delay = time.Hour
	if h.timer != nil {
		h.timer.Stop()
		h.timer = nil
	}
	h.mu.Unlock()
	h.runs.Wait()
}

// versions returns the history of a file as texts, newest first.
func versions(t testing.TB, d *Dir, name string) []string {
	t.Helper()
	list, err := d.History(name)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, p := range list {
		if p.Version == "" {
			texts = append(texts, "removed by "+string(p.Cause.Kind))
			continue
		}
		data, err := d.Past(name, p.Version)
		if err != nil {
			t.Fatal(err)
		}
		if int64(len(data)) != p.Size {
			t.Errorf("size is %d, want %d", p.Size, len(data))
		}
		texts = append(texts, string(data)+" by "+string(p.Cause.Kind))
	}
	return texts
}

func wantVersions(t testing.TB, d *Dir, name string, want ...string) {
	t.Helper()
	if got := versions(t, d, name); !slices.Equal(got, want) {
		t.Fatalf("history of %s is %q, want %q", name, got, want)
	}
}

func TestHistoryBeforeAndAfterTheCommit(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"pending", "committed", "mixed"} {
		t.Run(when, func(t *testing.T) {
			d := newPersona(t)
			step := func(i int) {
				if when == "committed" || when == "mixed" && i%2 == 0 {
					settle(t, d)
				}
			}
			kinds := []CauseKind{CauseSetup, CauseTool, CauseDream, CauseTool}
			for i, k := range kinds {
				if err := d.Write("memory/a.md", []byte(fmt.Sprint(i)), Cause{Kind: k, Ref: "r" + fmt.Sprint(i), Note: "a \"note\"\nin two lines"}); err != nil {
					t.Fatal(err)
				}
				write(t, d, "b.txt", fmt.Sprint("b", i))
				step(i)
			}
			if err := d.Remove("memory/a.md", Cause{Kind: CauseUser}); err != nil {
				t.Fatal(err)
			}
			step(len(kinds))
			wantVersions(t, d, "memory/a.md", "removed by user", "3 by tool", "2 by dream", "1 by tool", "0 by setup")
			list, _ := d.History("memory/a.md")
			if c := list[2].Cause; c.Ref != "r2" || c.Note != "a \"note\"\nin two lines" {
				t.Errorf("cause is %+v", c)
			}
			if since := time.Since(list[1].Time); since < 0 || since > time.Minute {
				t.Errorf("time is %v", list[1].Time)
			}
			if err := d.Restore("memory/a.md", VersionOf([]byte("1"))); err != nil {
				t.Fatal(err)
			}
			wantFile(t, d, "memory/a.md", "1")
			wantVersions(t, d, "memory/a.md", "1 by restore", "removed by user", "3 by tool", "2 by dream", "1 by tool", "0 by setup")
			_, err := d.Past("memory/a.md", VersionOf([]byte("never")))
			wantErr(t, err, os.ErrNotExist)
			_, err = d.Past("memory/a.md", "")
			wantErr(t, err, os.ErrNotExist)
		})
	}
}

func TestHistorySurvivesAKillAtEveryMoment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir)
	d, err := h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	rest(d)
	write(t, d, profileFile, "{}")
	for i := range 5 {
		write(t, d, "core_memory.txt", fmt.Sprint("v", i))
	}
	// The copy is what a crash leaves: nothing was committed.
	killed := filepath.Join(t.TempDir(), "copy")
	copyTree(t, dir, killed)
	again := reopen(t, killed)
	want := []string{"v4 by user", "v3 by user", "v2 by user", "v1 by user", "v0 by user"}
	wantVersions(t, again, "core_memory.txt", want...)
	settle(t, again)
	wantVersions(t, again, "core_memory.txt", want...)
}

func TestAnnouncedButNotWritten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		written bool
		want    []string
	}{
		{"killed before the rename", false, []string{"old by user"}},
		{"killed after the rename", true, []string{"new by tool", "old by user"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, folder := makeHome(t, func(d *Dir) {
				write(t, d, "core_memory.txt", "old")
				settle(t, d)
				if _, err := d.hist.announce(d.hist.head("core_memory.txt", []byte("new"), Cause{Kind: CauseTool}), []byte("new")); err != nil {
					t.Fatal(err)
				}
			})
			if c.written {
				if err := os.WriteFile(filepath.Join(folder, "core_memory.txt"), []byte("new"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			wantVersions(t, reopen(t, dir), "core_memory.txt", c.want...)
		})
	}
}

func TestCommittedTwiceIsOnce(t *testing.T) {
	t.Parallel()
	var keep map[string][]byte
	dir, folder := makeHome(t, func(d *Dir) {
		rest(d)
		write(t, d, "a.txt", "1")
		if err := d.Write("b.txt", []byte("1"), byUser); err != nil {
			t.Fatal(err)
		}
		keep = map[string][]byte{}
		for _, p := range d.hist.waiting {
			data, err := os.ReadFile(filepath.Join(d.path, p.in.name))
			if err != nil {
				t.Fatal(err)
			}
			keep[p.in.name] = data
		}
		settle(t, d)
	})
	for file, data := range keep { // the crash came before they were removed
		if err := os.WriteFile(filepath.Join(folder, file), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := reopen(t, dir)
	settle(t, d)
	wantVersions(t, d, "a.txt", "1 by user")
	wantVersions(t, d, "b.txt", "1 by user")
}

func TestEditsFromOutside(t *testing.T) {
	t.Parallel()
	dir, folder := makeHome(t, func(d *Dir) {
		write(t, d, "core_memory.txt", "ours")
		write(t, d, "notepad.txt", "ours")
		write(t, d, "memory/gone.md", "ours")
	})
	if err := os.WriteFile(filepath.Join(folder, "core_memory.txt"), []byte("by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "new.md"), []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, "memory/gone.md")); err != nil {
		t.Fatal(err)
	}
	d := reopen(t, dir)
	write(t, d, "core_memory.txt", "ours again") // at once: nobody has looked yet
	settle(t, d)
	wantVersions(t, d, "core_memory.txt", "ours again by user", "by hand by outside", "ours by user")
	wantVersions(t, d, "new.md", "new by outside")
	wantVersions(t, d, "memory/gone.md", "removed by outside", "ours by user")
	wantVersions(t, d, "notepad.txt", "ours by user")

	edit(t, d, "notepad.txt", "by hand, while open")
	wantVersions(t, d, "notepad.txt", "by hand, while open by outside", "ours by user")
	edit(t, d, "notepad.txt", "by hand again")
	if err := d.Remove("notepad.txt", byUser); err != nil {
		t.Fatal(err)
	}
	wantVersions(t, d, "notepad.txt", "removed by user", "by hand again by outside", "by hand, while open by outside", "ours by user")
}

func TestManifestDeletedMeansNoNewVersions(t *testing.T) {
	t.Parallel()
	dir, folder := makeHome(t, func(d *Dir) {
		write(t, d, "a.txt", "1")
		write(t, d, "b.txt", "1")
	})
	if err := os.RemoveAll(filepath.Join(folder, ".index")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, "b.txt")); err != nil {
		t.Fatal(err)
	}
	d := reopen(t, dir)
	settle(t, d)
	wantVersions(t, d, "a.txt", "1 by user")
	wantVersions(t, d, "b.txt", "removed by outside", "1 by user")
}

func TestOneCommitForOneCause(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	settle(t, d)
	before := commits(t, d)
	for _, name := range []string{"a.txt", "b.txt", "c/d.txt"} {
		if err := d.Write(name, []byte("1"), Cause{Kind: CauseDream, Ref: "2026-11-21-1"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Write("a.txt", []byte("2"), Cause{Kind: CauseDream, Ref: "2026-11-21-1"}); err != nil {
		t.Fatal(err)
	}
	settle(t, d)
	if got := commits(t, d) - before; got != 2 { // the second version of a.txt needs its own
		t.Errorf("%d commits", got)
	}
	wantVersions(t, d, "a.txt", "2 by dream", "1 by dream")
}

func commits(t testing.TB, d *Dir) (n int) {
	t.Helper()
	d.hist.git.Lock()
	defer d.hist.git.Unlock()
	err := d.hist.try(func(r *repo) error {
		for _, err := range r.records() {
			if err != nil {
				return err
			}
			n++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestNotInTheHistory(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	for _, name := range []string{"attachments/a.txt", "knowledge/b.md", "expressions/joy.svg", "log_archives/2026-01.jsonl", "log.jsonl", ".index/x.bin"} {
		if err := d.Write(name, []byte("{}\n"), byUser); err != nil {
			t.Fatal(err)
		}
		settle(t, d)
		wantVersions(t, d, name)
	}
}

func TestDamagedHistoryIsSetAside(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, repo string)
	}{
		{"branch is garbage", func(t *testing.T, repo string) { put(t, filepath.Join(repo, repoRef), "\x00\x00") }},
		{"branch leads nowhere", func(t *testing.T, repo string) {
			put(t, filepath.Join(repo, repoRef), strings.Repeat("1", 40)+"\n")
		}},
		{"objects are empty", func(t *testing.T, repo string) {
			objects(t, repo, func(file string) { put(t, file, "") })
		}},
		{"objects are zeros", func(t *testing.T, repo string) {
			objects(t, repo, func(file string) { put(t, file, strings.Repeat("\x00", 100)) })
		}},
		{"objects are gone", func(t *testing.T, repo string) {
			objects(t, repo, func(file string) {
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
			})
		}},
		{"repository is a file", func(t *testing.T, repo string) {
			if err := os.RemoveAll(repo); err != nil {
				t.Fatal(err)
			}
			put(t, repo, "x")
		}},
		{"history is a file", func(t *testing.T, repo string) {
			if err := os.RemoveAll(filepath.Dir(repo)); err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Dir(repo), "x")
		}},
		{"history was deleted", func(t *testing.T, repo string) {
			if err := os.RemoveAll(filepath.Dir(repo)); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, folder := makeHome(t, func(d *Dir) {
				write(t, d, "a.txt", "1")
				settle(t, d)
			})
			c.damage(t, filepath.Join(folder, filepath.FromSlash(repoDir)))
			d := reopen(t, dir)
			write(t, d, "a.txt", "2") // never stops the program
			wantFile(t, d, "a.txt", "2")
			settle(t, d)
			write(t, d, "a.txt", "3")
			settle(t, d)
			got := versions(t, d, "a.txt")
			if len(got) < 2 || got[0] != "3 by user" || got[1] != "2 by user" {
				t.Errorf("history is %q", got)
			}
		})
	}
}

func put(t testing.TB, file, text string) {
	t.Helper()
	if err := os.Chmod(file, 0o600); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func objects(t testing.TB, repo string, f func(file string)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(repo, "objects", "??", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no objects", err)
	}
	for _, file := range files {
		f(file)
	}
}

func TestDamagedPending(t *testing.T) {
	t.Parallel()
	head := `{"schema":1,"name":"a.txt","time":"2026-11-21T10:00:00Z","kind":"user","version":"` + string(VersionOf([]byte("data"))) + `","size":4}` + "\n"
	for n := range len(head) + 4 {
		if _, _, err := decodePending([]byte((head + "data")[:n])); err == nil {
			t.Errorf("a pending cut at %d was accepted", n)
		}
	}
	if p, data, err := decodePending([]byte(head + "data")); err != nil || string(data) != "data" || p.Name != "a.txt" {
		t.Errorf("%+v, %q, %v", p, data, err)
	}
	for _, bad := range []string{"", "\n", "{}\n", "null\n", strings.Replace(head, "a.txt", "../a.txt", 1) + "data", strings.Replace(head, `"schema":1`, `"schema":2`, 1) + "data"} {
		if _, _, err := decodePending([]byte(bad)); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	dir, folder := makeHome(t, func(d *Dir) { write(t, d, "a.txt", "data") })
	put(t, filepath.Join(folder, pendingDir, "00000000000000000001"), head+"dat")
	put(t, filepath.Join(folder, pendingDir, "00000000000000000002.new"), head+"dat")
	put(t, filepath.Join(folder, pendingDir, "readme"), "not ours")
	d := reopen(t, dir, "damaged")
	settle(t, d)
	wantVersions(t, d, "a.txt", "data by user")
}

func FuzzPending(f *testing.F) {
	f.Add([]byte(`{"schema":1,"name":"a.txt","version":"` + VersionOf([]byte("x")) + `","size":1}` + "\nx"))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		head, data, err := decodePending(raw)
		if err != nil {
			return
		}
		if checkName(head.Name) != nil || head.Size != int64(len(data)) || head.Version != "" && head.Version != VersionOf(data) {
			t.Fatalf("accepted %q", raw)
		}
	})
}

func FuzzMessage(f *testing.F) {
	f.Add("turn", "r", "n", "a.txt", int64(3))
	f.Add("user", "", "two\nlines: \"quoted\"", "memory/夢.md", int64(0))
	f.Fuzz(func(t *testing.T, kind, ref, note, name string, size int64) {
		if checkName(name) != nil || kind == "" || strings.ContainsAny(kind, "\n\r ") || size < 0 {
			return
		}
		p := pendingHead{Name: name, Kind: CauseKind(kind), Ref: ref, Note: note, Size: size, Version: VersionOf(nil), Time: time.Unix(1e9, 5).UTC()}
		rec := parseMessage(message([]addition{{pending: pending{pendingHead: p, id: "00000000000000000001"}}}))
		if got := rec.files[name]; got != p.past() || len(rec.pending) != 1 {
			t.Fatalf("%+v became %+v", p, rec)
		}
	})
}

func TestAnyGitCanReadTheHistory(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git here")
	}
	d := newPersona(t)
	write(t, d, "memory/夢.md", "1")
	write(t, d, "memory/夢.md", "2")
	settle(t, d)
	repo := "--git-dir=" + filepath.Join(d.path, filepath.FromSlash(repoDir))
	for _, args := range [][]string{{repo, "fsck", "--strict", "--no-dangling"}, {repo, "log", "--stat"}, {repo, "show", "main:memory/夢.md"}} {
		out, err := exec.CommandContext(t.Context(), git, args...).CombinedOutput()
		if err != nil {
			t.Errorf("git %v: %v\n%s", args[1:], err, out)
		}
		if args[1] == "show" && string(out) != "2" {
			t.Errorf("git shows %q", out)
		}
	}
}

func copyTree(t testing.TB, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	err := filepath.Walk(to, func(p string, fi os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(p, fi.Mode().Perm()&0o700)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDamagedObjectIsWrittenAgain(t *testing.T) {
	t.Parallel()
	dir, folder := makeHome(t, func(d *Dir) {
		write(t, d, "a.txt", "one")
		settle(t, d)
		write(t, d, "a.txt", "two")
	})
	d := reopen(t, dir)
	blob := ""
	objects(t, filepath.Join(folder, filepath.FromSlash(repoDir)), func(file string) {
		if strings.Contains(file, "43/") || blob == "" { // "one" is 43dd47e…
			blob = file
		}
	})
	put(t, blob, "")
	write(t, d, "a.txt", "one")
	settle(t, d)
	data, err := d.Past("a.txt", VersionOf([]byte("one")))
	if err != nil || string(data) != "one" {
		t.Errorf("the version is %q, %v", data, err)
	}
}

// TestTheRepositoryRests has nobody ask for the past for a while.
func TestTheRepositoryRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newPersona(t)
		rest(d)
		open := func() bool {
			d.hist.git.Lock()
			defer d.hist.git.Unlock()
			return d.hist.repo != nil
		}
		for _, text := range []string{"one", "two"} {
			must(t, d.Write("a.md", []byte(text), byUser))
			settle(t, d)
			time.Sleep(repoRest - time.Second)
			versions(t, d, "a.md") // used once more
			time.Sleep(2 * time.Second)
			if !open() {
				t.Error("the repository is closed soon after it was used")
			}
			time.Sleep(repoRest)
			if open() {
				t.Error("the repository is open still")
			}
		}
		wantVersions(t, d, "a.md", "two by user", "one by user")
	})
}

// TestACommitInThePlaceOfItsParent has the newest commit stand under the name of the
// one before it, which is then its own parent, and the same with trees. What is
// asked of the history must end, and what is written afterwards is kept.
func TestACommitInThePlaceOfItsParent(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"commit", "tree"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			d := newPersona(t, "history")
			for _, text := range []string{"one", "two", "three"} {
				write(t, d, "x/a.txt", text)
				must(t, d.Sync(t.Context()))
			}
			var newest, under plumbing.Hash
			must(t, d.hist.use(func(r *repo) error {
				c, err := r.commitOf(must1(r.head()))
				if newest, under = c.Hash, c.ParentHashes[0]; kind == "tree" {
					newest = c.TreeHash
					tree, terr := r.treeOf(newest)
					under, err = tree.Entries[slices.IndexFunc(tree.Entries, func(e object.TreeEntry) bool { return e.Name == "x" })].Hash, errors.Join(err, terr)
				}
				return err
			}))
			file := func(h plumbing.Hash) string {
				return filepath.Join(d.path, filepath.FromSlash(repoDir), "objects", h.String()[:2], h.String()[2:])
			}
			data, err := os.ReadFile(file(newest))
			must(t, err)
			must(t, os.Remove(file(under)))
			must(t, os.WriteFile(file(under), data, 0o600))
			rest(d)
			d.hist.git.Lock()
			d.hist.repo = nil // as after a restart: nothing is in memory
			d.hist.git.Unlock()
			if past, err := d.History("x/a.txt"); kind == "commit" && err == nil {
				t.Errorf("the history has %d versions", len(past))
			}
			write(t, d, "x/a.txt", "four")
			must(t, d.Sync(t.Context()))
			if past, err := d.History("x/a.txt"); len(past) == 0 || past[0].Version != VersionOf([]byte("four")) {
				t.Errorf("afterwards %+v, %v", past, err)
			}
		})
	}
}

// must1 is for what cannot fail in a test.
func must1[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestACommitWritesNothingThatNobodyReads has files of the same folders change in one
// commit, again and again: every object of the repository belongs to a commit.
func TestACommitWritesNothingThatNobodyReads(t *testing.T) {
	d := newPersona(t)
	rest(d)
	for n := range 5 {
		for _, name := range []string{"a.md", "memory/b.json", "memory/c.json", "memory/deep/d.json", "notes/e.md"} {
			if err := d.Write(name, fmt.Appendf(nil, "%s %d", name, n), Cause{Kind: CauseTurn, Ref: fmt.Sprint(n)}); err != nil {
				t.Fatal(err)
			}
		}
		settle(t, d)
	}
	if err := d.Remove("memory/deep/d.json", Cause{Kind: CauseUser}); err != nil {
		t.Fatal(err)
	}
	settle(t, d)
	r := d.hist.repo
	reached := map[plumbing.Hash]bool{}
	var walk func(plumbing.Hash)
	walk = func(tree plumbing.Hash) {
		reached[tree] = true
		in, err := r.treeOf(tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range in.Entries {
			if reached[e.Hash] = true; e.Mode == filemode.Dir {
				walk(e.Hash)
			}
		}
	}
	head, err := r.head()
	for ; err == nil && !head.IsZero(); head = parentOf(t, r, head) {
		reached[head] = true
		c, err := r.commitOf(head)
		if err != nil {
			t.Fatal(err)
		}
		walk(c.TreeHash)
	}
	stored := 0
	err = r.store.ForEachObjectHash(func(h plumbing.Hash) error {
		if stored++; !reached[h] {
			t.Errorf("object %s belongs to no commit", h)
		}
		return nil
	})
	if err != nil || stored == 0 || stored != len(reached) {
		t.Errorf("%d objects of which commits reach %d, %v", stored, len(reached), err)
	}
}

// parentOf returns the commit before one; the zero hash if it is the first.
func parentOf(t *testing.T, r *repo, hash plumbing.Hash) plumbing.Hash {
	t.Helper()
	c, err := r.commitOf(hash)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.ParentHashes) == 0 {
		return plumbing.ZeroHash
	}
	return c.ParentHashes[0]
}
