package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ledgerOf returns the bytes and the name of the one ledger of a Dir.
func ledgerOf(t testing.TB, d *Dir) (name string, raw []byte) {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(d.path, filepath.FromSlash(pendingDir), "*"))
	if err != nil || len(list) != 1 {
		t.Fatal("ledgers:", list, err)
	}
	raw, err = os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	return list[0], raw
}

// said writes what a ledger says, a line for each pending.
func said(list []*kept) string {
	var s []string
	for _, k := range list {
		s = append(s, fmt.Sprintf("%s %d written=%v gone=%v", k.Name, k.Size, k.written, k.gone))
	}
	return strings.Join(s, "; ")
}

func TestLedger(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	settle(t, d)
	rest(d)
	write(t, d, "a.txt", "one\n{\"id\":1}\n")
	write(t, d, "b.txt", "")
	if err := d.Remove("b.txt", byUser); err != nil {
		t.Fatal(err)
	}
	never, err := d.hist.announce(d.hist.head("a.txt", []byte("never"), byUser), []byte("never"))
	if err != nil {
		t.Fatal(err)
	}
	d.hist.undo(never)
	_, raw := ledgerOf(t, d)
	list, whole, err := scanLedger(raw)
	const want = "a.txt 13 written=true gone=false; b.txt 0 written=true gone=false; b.txt 0 written=true gone=false; a.txt 5 written=false gone=true"
	if got := said(list); got != want || whole != int64(len(raw)) || err != nil {
		t.Fatalf("%s, %d of %d, %v\n%s", got, whole, len(raw), err, raw)
	}
	for n := range raw { // cut anywhere it is the beginning of that
		part, whole, err := scanLedger(raw[:n])
		if whole == int64(n) && err != nil || whole != int64(n) && !errors.Is(err, errTorn) || len(part) > len(list) {
			t.Fatalf("cut at %d: %s, %d, %v", n, said(part), whole, err)
		}
		for i, k := range part {
			if k.pendingHead != list[i].pendingHead || k.at != list[i].at || k.written && !list[i].written {
				t.Fatalf("cut at %d: %+v", n, k)
			}
		}
	}
	bad := slices.Clone(raw)
	bad[slices.Index(bad, '\n')+2] ^= 1 // in the bytes of the first
	if list, whole, err := scanLedger(bad); len(list) != 0 || whole != 0 || err == nil || errors.Is(err, errTorn) {
		t.Errorf("a damaged ledger: %s, %d, %v", said(list), whole, err)
	}
	settle(t, d)
	if _, raw := ledgerOf(t, d); len(raw) != 0 {
		t.Errorf("what was committed is still there: %q", raw)
	}
	wantVersions(t, d, "a.txt", "one\n{\"id\":1}\n by user")
}

// TestLedgerOfAKill opens a home as kills leave it, at every byte of its ledger.
func TestLedgerOfAKill(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	settle(t, d)
	rest(d)
	write(t, d, "a.txt", "one")
	write(t, d, "a.txt", "two")
	name, raw := ledgerOf(t, d)
	dir := filepath.Dir(filepath.Dir(d.path)) // the home
	name, err := filepath.Rel(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n <= len(raw); n += 7 {
		to := filepath.Join(fastDir(t), "home")
		copyTree(t, dir, to)
		if err := os.WriteFile(filepath.Join(to, name), raw[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		d := reopen(t, to)
		settle(t, d)
		past := versions(t, d, "a.txt")
		if len(past) == 0 || !strings.HasPrefix(past[0], "two by") || len(past) > 2 || len(past) == 2 && past[1] != "one by user" {
			t.Errorf("cut at %d: %q", n, past)
		}
	}
}

// TestLedgerTakenAway takes the whole history away while the program runs.
func TestLedgerTakenAway(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	write(t, d, "a.txt", "one")
	if err := os.RemoveAll(filepath.Join(d.path, historyDir)); err != nil {
		t.Fatal(err)
	}
	write(t, d, "a.txt", "two")
	settle(t, d)
	wantVersions(t, d, "a.txt", "two by user")
}

// TestLedgersOfEarlierVersions finds what waits in a file of its own.
func TestLedgersOfEarlierVersions(t *testing.T) {
	t.Parallel()
	dir, folder := makeHome(t, func(d *Dir) { write(t, d, "a.txt", "two") })
	for i, text := range []string{"one", "two", "never"} {
		name := fmt.Sprintf("%020d", i+1)
		if text != "one" {
			name += newExt
		}
		head := fmt.Sprintf(`{"schema":1,"name":"b.txt","time":"2026-11-21T10:00:00Z","kind":"user","version":%q,"size":%d}`, VersionOf([]byte(text)), len(text))
		put(t, filepath.Join(folder, filepath.FromSlash(pendingDir), name), head+"\n"+text)
	}
	put(t, filepath.Join(folder, "b.txt"), "two")
	d := reopen(t, dir)
	settle(t, d)
	wantVersions(t, d, "b.txt", "two by user", "one by user")
	if list, _ := filepath.Glob(filepath.Join(folder, filepath.FromSlash(pendingDir), "0000*")); len(list) != 0 {
		t.Errorf("left: %q", list)
	}
}

func FuzzLedger(f *testing.F) {
	f.Add([]byte(`{"id":"00000000000000000001","schema":1,"name":"a.txt","version":"` + VersionOf([]byte("x")) + `","size":1}` + "\nx\n" + `{"id":"00000000000000000001","mark":"gone"}` + "\n"))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		list, whole, err := scanLedger(raw)
		if whole < 0 || whole > int64(len(raw)) || err == nil && whole != int64(len(raw)) {
			t.Fatalf("%d of %d, %v", whole, len(raw), err)
		}
		for _, k := range list {
			if checkName(k.Name) != nil || k.at < 0 || k.at+k.length > whole {
				t.Fatalf("accepted %+v", k)
			}
		}
	})
}
