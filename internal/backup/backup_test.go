package backup

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// home makes a home with a persona, a history and things that are not copied.
func home(t *testing.T, dir string) *store.Home {
	t.Helper()
	h, err := store.Open(dir, store.Options{})
	must(t, err)
	t.Cleanup(func() { _ = h.Close() })
	d, err := h.CreatePersona("luna")
	must(t, err)
	why := store.Cause{Kind: store.CauseUser}
	j, err := d.Journal("log.jsonl", nil)
	must(t, err)
	_, err = j.Append([]byte(`{"text":"The harbour was grey."}`))
	must(t, err)
	must(t, d.Write("SOUL.md", []byte("first"), why))
	must(t, d.Write("SOUL.md", []byte("second"), why))
	must(t, d.Write("knowledge/ひなた.md", bytes.Repeat([]byte("text "), 50_000), why))
	must(t, d.Write("persona.json", []byte("{}"), why))
	must(t, d.Write(".index/derived.bin", []byte("derived"), why))
	must(t, d.Sync(t.Context()))
	must(t, h.Dir().Write("settings.json", []byte(`{"a":1}`), why))
	must(t, os.WriteFile(filepath.Join(dir, "keys.json"), []byte("secret"), 0o600))
	return h
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func folder(t *testing.T, dir string) *store.Folder {
	t.Helper()
	f, err := store.OpenFolder(dir)
	must(t, err)
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// A file that is moved away while a copy is made is in the copy under its new
// name, and what the history is only just writing is not waited for.
func TestMovedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	h, to := home(t, dir), folder(t, t.TempDir())
	persona := filepath.Join(dir, "personas", "luna")
	must(t, os.WriteFile(filepath.Join(persona, ".history/repo.git/objects/pack/tmp_obj_AB"), []byte("half"), 0o600))
	moved := false
	c, err := Make(t.Context(), h, to, Options{Now: noon, Progress: func(int64, int64) {
		if !moved {
			must(t, os.Rename(filepath.Join(persona, "log.jsonl"), filepath.Join(persona, "log_2026.jsonl")))
			moved = true
		}
	}})
	must(t, err)
	z, err := zip.OpenReader(filepath.Join(to.Path(), c.Name))
	must(t, err)
	defer z.Close()
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	all := strings.Join(names, "\n")
	if !moved || !strings.Contains(all, "log_2026.jsonl") || strings.Contains(all, "tmp_obj") {
		t.Errorf("the copy holds:\n%s", all)
	}
}

// filesOf returns all files below a folder but what is derived.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && e.Name() == ".index" {
			return cmpSkip(err)
		}
		if !e.IsDir() {
			data, err := os.ReadFile(path)
			must(t, err)
			out[strings.TrimPrefix(path, dir)] = string(data)
		}
		return nil
	}))
	return out
}

func cmpSkip(err error) error {
	if err != nil {
		return err
	}
	return fs.SkipDir
}

// TestRoundTrip copies a home and brings it back, with and without a
// passphrase: into an empty home, and over what is there.
func TestRoundTrip(t *testing.T) {
	for name, passphrase := range map[string]string{"plain": "", "encrypted": "夢守 and a long one"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			h, to := home(t, dir), folder(t, filepath.Join(t.TempDir(), "copies"))
			c, err := Make(t.Context(), h, to, Options{Passphrase: passphrase, Now: noon})
			must(t, err)
			want := filesOf(t, filepath.Join(dir, "personas"))
			if passphrase != "" {
				wrongPassphrases(t, to, c.Name)
			}
			fresh := t.TempDir()
			other, err := store.Open(fresh, store.Options{})
			must(t, err)
			defer other.Close()
			for i := range 2 {
				got, err := Restore(t.Context(), other, to, Request{Name: c.Name, Passphrase: passphrase})
				must(t, err)
				if !slices.Equal(got.Personas, []string{"luna"}) || got.Settings != (i == 0) || len(got.Aside) != i || got.Files != len(want) {
					t.Errorf("%d: %+v", i, got)
				}
				if have := filesOf(t, filepath.Join(fresh, "personas")); !maps.Equal(have, want) {
					t.Errorf("%d: not the same:\n%q\n%q", i, slices.Sorted(maps.Keys(have)), slices.Sorted(maps.Keys(want)))
				}
			}
			d, err := other.Persona("luna")
			must(t, err)
			if past, err := d.History("SOUL.md"); err != nil || len(past) != 2 {
				t.Errorf("history: %v, %v", past, err)
			}
			if problems := d.Check(t.Context()); len(problems) != 0 {
				t.Error(problems)
			}
			if _, err := os.Stat(filepath.Join(fresh, "keys.json")); err == nil {
				t.Error("the keys came along")
			}
		})
	}
}

func wrongPassphrases(t *testing.T, to *store.Folder, name string) {
	t.Helper()
	h, err := store.Open(t.TempDir(), store.Options{})
	must(t, err)
	defer h.Close()
	for _, wrong := range []string{"", "another"} {
		if _, err := Restore(t.Context(), h, to, Request{Name: name, Passphrase: wrong}); !errors.Is(err, ErrPassphrase) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// TestUnchanged makes no second copy of what has not changed.
func TestUnchanged(t *testing.T) {
	h, to := home(t, t.TempDir()), folder(t, t.TempDir())
	first, err := Make(t.Context(), h, to, Options{Now: noon})
	must(t, err)
	second, err := Make(t.Context(), h, to, Options{Now: noon.Add(time.Hour)})
	if must(t, err); !second.Same || second.Name != first.Name {
		t.Errorf("%+v", second)
	}
	d, err := h.Persona("luna")
	must(t, err)
	must(t, d.Write("SOUL.md", []byte("third"), store.Cause{Kind: store.CauseUser}))
	third, err := Make(t.Context(), h, to, Options{Now: noon.Add(2 * time.Hour)})
	if must(t, err); third.Same || !slices.Equal(third.Removed, []string{first.Name}) {
		t.Errorf("%+v", third)
	}
	must(t, to.Remove(third.Name))
	if again, err := Make(t.Context(), h, to, Options{Now: noon.Add(3 * time.Hour)}); err != nil || again.Same {
		t.Errorf("%+v, %v: the copy was gone", again, err)
	}
}

// TestFormsArePrunedApart: an encrypted copy does not take the place of one
// that needs no passphrase, nor the other way round.
func TestFormsArePrunedApart(t *testing.T) {
	h, to := home(t, t.TempDir()), folder(t, t.TempDir())
	d, err := h.Persona("luna")
	must(t, err)
	var made []string
	for i, passphrase := range []string{"", "open sesame", "", "open sesame"} {
		must(t, d.Write("SOUL.md", fmt.Appendf(nil, "version %d", i), store.Cause{Kind: store.CauseUser}))
		c, err := Make(t.Context(), h, to, Options{Passphrase: passphrase, Work: 1, Now: noon.Add(time.Duration(i) * time.Minute)})
		must(t, err)
		var want []string
		if i >= 2 {
			want = made[i-2 : i-1]
		}
		if !slices.Equal(c.Removed, want) {
			t.Errorf("copy %d removed %q, want %q", i, c.Removed, want)
		}
		made = append(made, c.Name)
	}
}

func TestUnknownPersona(t *testing.T) {
	h, to := home(t, t.TempDir()), folder(t, t.TempDir())
	c, err := Make(t.Context(), h, to, Options{Now: noon})
	must(t, err)
	if _, err := Restore(t.Context(), h, to, Request{Name: c.Name, Persona: "nobody"}); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}

// TestDamaged cuts and changes copies: none is brought back, and nothing
// changes.
func TestDamaged(t *testing.T) {
	dir, copies := t.TempDir(), t.TempDir()
	h, to := home(t, dir), folder(t, copies)
	c, err := Make(t.Context(), h, to, Options{Now: noon})
	must(t, err)
	data, err := os.ReadFile(filepath.Join(copies, c.Name))
	must(t, err)
	before := filesOf(t, filepath.Join(dir, "personas"))
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		bad := slices.Clone(data)
		if i%2 == 0 {
			bad = bad[:rnd.IntN(len(bad))]
		} else {
			bad[rnd.IntN(len(bad))] ^= byte(1 + rnd.IntN(255))
		}
		must(t, os.WriteFile(filepath.Join(copies, "bad.zip"), bad, 0o600))
		_, err := Restore(t.Context(), h, to, Request{Name: "bad.zip"})
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("%d: %v", i, err)
		}
		if err == nil && i%2 == 0 {
			t.Errorf("%d: half a copy was brought back", i)
		}
	}
	if !maps.Equal(filesOf(t, filepath.Join(dir, "personas", "luna")), trimmed(before, "/luna")) {
		t.Error("the persona is another")
	}
}

func trimmed(files map[string]string, prefix string) map[string]string {
	out := map[string]string{}
	for name, text := range files {
		out[strings.TrimPrefix(name, prefix)] = text
	}
	return out
}

// TestHostile refuses archives that would do harm.
func TestHostile(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for name, files := range map[string][]file{
		"slip":           {{name: "personas/luna/../../x", text: "x"}},
		"absolute":       {{name: "/x", text: "x"}, {name: "personas//x", text: "x"}},
		"hidden":         {{name: "personas/luna/.lock", text: "x"}},
		"twice":          {{name: "personas/luna/a", text: "x"}, {name: "personas/luna/a", text: "y"}},
		"link":           {{name: "personas/luna/a", text: "/etc/passwd", mode: fs.ModeSymlink | 0o777}},
		"slug":           {{name: "personas/../a", text: "x"}},
		"bomb":           {{name: "personas/luna/a", text: long, lie: 10}},
		"another sum":    {{name: "personas/luna/a", text: "x", sum: "00"}},
		"more than said": {{name: "personas/luna/a", text: "x"}, {name: "personas/luna/b", text: "x", unsaid: true}},
	} {
		t.Run(name, func(t *testing.T) {
			dir, copies := t.TempDir(), t.TempDir()
			h, to := home(t, dir), folder(t, copies)
			before := filesOf(t, dir)
			must(t, os.WriteFile(filepath.Join(copies, "x.zip"), packed(t, files), 0o600))
			if got, err := Restore(t.Context(), h, to, Request{Name: "x.zip"}); err == nil {
				t.Errorf("it was brought back: %+v", got)
			}
			if !maps.Equal(filesOf(t, dir), before) {
				t.Error("the home is another")
			}
		})
	}
}

// TestSharedBytes refuses a copy with one file's bytes under two names, although all
// sums are right.
func TestSharedBytes(t *testing.T) {
	copies := t.TempDir()
	h, to := home(t, t.TempDir()), folder(t, copies)
	data := packed(t, []file{{name: "personas/luna/a", text: "same"}, {name: "personas/luna/b", text: "same"}})
	dir := bytes.Index(data, []byte("PK\x01\x02"))
	second := dir + 1 + bytes.Index(data[dir+1:], []byte("PK\x01\x02"))
	copy(data[second+42:second+46], data[dir+42:dir+46]) // where its bytes begin
	must(t, os.WriteFile(filepath.Join(copies, "x.zip"), data, 0o600))
	if _, err := Restore(t.Context(), h, to, Request{Name: "x.zip"}); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "share") {
		t.Error(err)
	}
}

// A file is an entry of an archive that somebody made.
type file struct {
	name, text, sum string
	mode            fs.FileMode
	lie             int64 // the size that the manifest says
	unsaid          bool
}

func packed(t *testing.T, files []file) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	m := manifest{Format: formatNow, Made: noon}
	for _, f := range files {
		head := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		if f.mode != 0 {
			head.SetMode(f.mode)
		}
		w, err := z.CreateHeader(head)
		must(t, err)
		_, err = io.WriteString(w, f.text)
		must(t, err)
		sum := sha256.Sum256([]byte(f.text))
		e := entry{Name: f.name, Size: int64(len(f.text)), SHA256: hex.EncodeToString(sum[:])}
		if f.sum != "" {
			e.SHA256 = f.sum
		}
		if f.lie != 0 {
			e.Size = f.lie
		}
		if !f.unsaid {
			m.Files = append(m.Files, e)
		}
	}
	data, err := json.Marshal(m)
	must(t, err)
	w, err := z.Create(manifestName)
	must(t, err)
	_, err = w.Write(data)
	must(t, errors.Join(err, z.Close()))
	return buf.Bytes()
}

// TestExpired keeps days, weeks and months.
func TestExpired(t *testing.T) {
	var made []time.Time
	for day := range 500 {
		made = append(made, noon.AddDate(0, 0, -day), noon.AddDate(0, 0, -day).Add(-time.Hour))
	}
	gone := Expired(made)
	var kept []string
	for _, at := range made {
		if !slices.Contains(gone, at) {
			kept = append(kept, at.Format("0102-15"))
		}
	}
	want := "[1122-12 1121-12 1120-12 1119-12 1118-12 1117-12 1116-12 1115-12 1108-12 1101-12 1031-12 1025-12 0930-12 0831-12 0731-12 0630-12 0531-12 0430-12 0331-12 0228-12 0131-12 1231-12]"
	if fmt.Sprint(kept) != want {
		t.Errorf("kept\n%v, want\n%s", kept, want)
	}
	if len(Expired([]time.Time{noon})) != 0 || len(Expired(nil)) != 0 {
		t.Error("the newest is always needed")
	}
}

func FuzzOpened(f *testing.F) {
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Add([]byte(ageMagic + "v1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := opened(bytes.NewReader(data), int64(len(data)), "x"); err == nil {
			_ = c.verify(t.Context())
		} else if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrPassphrase) {
			t.Error(err)
		}
	})
}
