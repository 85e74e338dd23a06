package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk fills a real small disk.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m,mode=0700"); err != nil {
		t.Skip("cannot mount: ", err)
	}
	defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
	h, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	write(t, d, profileFile, "{}")
	write(t, d, "core_memory.txt", "old")
	j := openJournal(t, d)
	n := 0
	for err == nil {
		_, err = j.Append([]byte(fmt.Sprintf(`{"n":%d,"pad":%q}`, n, strings.Repeat("x", 3000))))
		n++
	}
	wantErr(t, err, ErrFull)
	if got := lines(t, j); len(got) != n-1 {
		t.Errorf("%d lines, want %d", len(got), n-1)
	}
	wantErr(t, d.Write("core_memory.txt", []byte(strings.Repeat("new", 10_000)), byUser), ErrFull)
	wantFile(t, d, "core_memory.txt", "old")
	_, err = d.Import("attachments/a.bin", strings.NewReader(strings.Repeat("x", 1<<20)), 2<<20)
	wantErr(t, err, ErrFull)
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	h, err = Open(dir, Options{}) // it opens all the same
	if err != nil {
		t.Fatal(err)
	}
	if d, err = h.Persona("luna"); err != nil {
		t.Fatal(err)
	}
	if j = openJournal(t, d); len(lines(t, j)) != n-1 || j.Torn() != nil {
		t.Errorf("%d lines, want %d, torn %v", len(lines(t, j)), n-1, j.Torn())
	}
	if err := j.Rewrite(j.Size(), byUser); err != nil { // makes room
		t.Fatal(err)
	}
	write(t, d, "core_memory.txt", "new")
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	again := openHome(t, dir)
	_ = again.Close()
}

// TestReadOnlyDisk opens a home on a disk that takes no writes.
func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	for _, torn := range []bool{false, true} {
		t.Run(fmt.Sprintf("torn=%v", torn), func(t *testing.T) {
			dir, folder := makeHome(t, func(d *Dir) {
				write(t, d, "a.txt", "old")
				if _, err := openJournal(t, d).Append([]byte("[0]")); err != nil {
					t.Fatal(err)
				}
			})
			want := "[0]"
			if torn {
				put(t, filepath.Join(folder, "log.jsonl"), "[0]\n{half")
				must(t, os.RemoveAll(filepath.Join(folder, indexDir)))
				put(t, filepath.Join(folder, indexDir), "in the place of a folder")
			}
			if err := syscall.Mount(dir, dir, "", syscall.MS_BIND, ""); err != nil {
				t.Skip("cannot mount: ", err)
			}
			defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
			if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""); err != nil {
				t.Skip("cannot mount: ", err)
			}
			h, err := Open(dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			wantErr(t, h.readOnly, ErrReadOnly)
			_, err = Open(dir, Options{})
			wantErr(t, err, ErrInUse)
			d, err := h.Persona("luna")
			if err != nil {
				t.Fatal(err)
			}
			wantFile(t, d, "a.txt", "old")
			wantErr(t, d.Write("a.txt", []byte("new"), byUser), ErrReadOnly)
			wantErr(t, d.Remove("a.txt", byUser), ErrReadOnly)
			wantVersions(t, d, "a.txt", "old by user")
			j := openJournal(t, d)
			if got := logOf(t, j); got != want {
				t.Errorf("journal is %q, want %q", got, want)
			}
			_, err = j.Append([]byte("[1]"))
			wantErr(t, err, ErrReadOnly)
			if got := logOf(t, j); got != want {
				t.Errorf("journal is %q, want %q", got, want)
			}
			_, err = h.CreatePersona("mika")
			wantErr(t, err, ErrReadOnly)
			_, err = h.SetAside("luna")
			wantErr(t, err, ErrReadOnly)
		})
	}
}

func TestNothingButRegularFilesIsOpened(t *testing.T) {
	t.Parallel()
	d := newPersona(t, "left alone", "name cannot be used")
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, d, "inside.txt", "inside")
	for name, make := range map[string]func(file string) error{
		"pipe.txt":     func(f string) error { return syscall.Mkfifo(f, 0o600) },
		"outside.txt":  func(f string) error { return os.Symlink(secret, f) },
		"link.txt":     func(f string) error { return os.Symlink("inside.txt", f) },
		"dangling.txt": func(f string) error { return os.Symlink("nothing", f) },
		"device.txt":   func(f string) error { return syscall.Mknod(f, syscall.S_IFCHR|0o600, 1<<8|3) },
		"folder.txt":   func(f string) error { return os.Mkdir(f, 0o700) },
		"pipe.jsonl":   func(f string) error { return syscall.Mkfifo(f, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			if err := make(filepath.Join(d.path, name)); err != nil {
				t.Skip(err)
			}
			_, err := d.Read(name)
			wantErr(t, err, ErrUnreadable)
			_, err = d.ReadText(name)
			wantErr(t, err, ErrUnreadable)
			_, err = d.Version(name)
			wantErr(t, err, ErrUnreadable)
			_, err = d.Open(name)
			wantErr(t, err, ErrUnreadable)
			wantErr(t, d.Write(name, []byte("x"), byUser), ErrUnreadable)
			wantErr(t, d.Replace(name, "", []byte("x"), byUser), ErrUnreadable)
			wantErr(t, d.Remove(name, byUser), ErrUnreadable)
			_, err = d.Import(name, strings.NewReader("x"), 10)
			wantErr(t, err, ErrUnreadable)
			if strings.HasSuffix(name, journalExt) {
				_, err = d.Journal(name, nil)
				wantErr(t, err, ErrUnreadable)
			}
			if _, _, err := d.Changes(t.Context(), Cursor{}); err != nil {
				t.Error(err)
			}
			if _, err := d.Quarantine(name, "not a file"); err != nil {
				t.Fatal(err)
			}
			write(t, d, strings.Replace(name, "jsonl", "md", 1), "now it is one")
		})
	}
	if data, err := os.ReadFile(secret); err != nil || string(data) != "secret" {
		t.Errorf("the file outside is %q, %v", data, err)
	}
}

// TestLockFileThatIsAPipe: the folder's lock has to do, and nothing waits.
func TestLockFileThatIsAPipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, lockFile), 0o600); err != nil {
		t.Fatal(err)
	}
	openHome(t, dir, "left alone")
	_, err := Open(dir, Options{})
	wantErr(t, err, ErrInUse)
}
