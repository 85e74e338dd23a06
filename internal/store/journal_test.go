package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// validJSON is what a real owner of a journal gives.
func validJSON(line []byte) error {
	if !json.Valid(line) {
		return errors.New("not JSON")
	}
	return nil
}

func openJournal(t testing.TB, d *Dir) *Journal {
	t.Helper()
	j, err := d.Journal("log.jsonl", validJSON)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// reopen returns the Dir of luna as after a restart.
func reopen(t testing.TB, dir string, expected ...string) *Dir {
	t.Helper()
	d, err := openHome(t, dir, expected...).Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// makeHome makes a home with one persona, lets fill work on it, and closes it.
func makeHome(t testing.TB, fill func(d *Dir)) (dir, persona string) {
	t.Helper()
	dir = fastDir(t)
	return dir, makeHomeAt(t, dir, fill)
}

// makeHomeAt is makeHome in a folder that is there.
func makeHomeAt(t testing.TB, dir string, fill func(d *Dir)) (persona string) {
	t.Helper()
	h, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	write(t, d, profileFile, "{}")
	fill(d)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, personasDir, "luna")
}

func lines(t testing.TB, j *Journal) []string {
	t.Helper()
	var forward, backward []string
	for l, err := range j.Forward(0) {
		if err != nil {
			t.Fatal(err)
		}
		forward = append(forward, string(l.Data))
	}
	for l, err := range j.Backward(j.Size()) {
		if err != nil {
			t.Fatal(err)
		}
		backward = append([]string{string(l.Data)}, backward...)
	}
	if strings.Join(forward, "\n") != strings.Join(backward, "\n") {
		t.Fatalf("forward and backward differ: %d and %d lines", len(forward), len(backward))
	}
	return forward
}

func TestAppend(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	j := openJournal(t, d)
	want := int64(0)
	for i := range 100 {
		line := fmt.Sprintf(`{"n":%d,"text":"%s"}`, i, strings.Repeat("夢", i*100))
		at, err := j.Append([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if at != want {
			t.Fatalf("offset is %d, want %d", at, want)
		}
		want += int64(len(line)) + 1
	}
	if got := lines(t, j); len(got) != 100 || j.Size() != want || j.Torn() != nil {
		t.Errorf("%d lines, size %d, torn %v", len(got), j.Size(), j.Torn())
	}
	if _, err := j.Append(bytes.Repeat([]byte("x"), maxLine)); err != nil {
		t.Errorf("the longest line: %v", err)
	}
	for _, bad := range []string{"", "a\nb", "\n", strings.Repeat("x", maxLine+1)} {
		if _, err := j.Append([]byte(bad)); err == nil {
			t.Errorf("%.20q was appended", bad)
		}
	}
	same, err := d.Journal("log.jsonl", nil)
	if err != nil || same != j {
		t.Error("two journals for one name")
	}
	_, err = d.Journal("log.txt", nil)
	wantErr(t, err, ErrBadName)
}

func TestJournalCutAtEveryByte(t *testing.T) {
	t.Parallel()
	const first, second, third = `{"n":1}`, `{"text":"夢守"}`, `{"n":3}`
	whole := first + "\n" + second + "\n" + third + "\n"
	for n := range len(whole) + 1 {
		dir, folder := makeHome(t, func(d *Dir) {
			j := openJournal(t, d)
			for _, l := range []string{first, second, third} {
				if _, err := j.Append([]byte(l)); err != nil {
					t.Fatal(err)
				}
			}
		})
		if err := os.Truncate(filepath.Join(folder, "log.jsonl"), int64(n)); err != nil {
			t.Fatal(err)
		}
		d := reopen(t, dir)
		j := openJournal(t, d)
		var want []string
		rest := whole[:n]
		for _, l := range []string{first, second, third} {
			if after, ok := strings.CutPrefix(rest, l); ok { // a whole record needs no "\n"
				want = append(want, l)
				rest = strings.TrimPrefix(after, "\n")
			}
		}
		if got := lines(t, j); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Fatalf("cut at %d: lines are %q, want %q", n, got, want)
		}
		if torn := j.Torn(); (torn != nil) != (rest != "") {
			t.Fatalf("cut at %d: torn is %v, want %q", n, torn, rest)
		} else if torn != nil {
			wantFile(t, d, torn.SetAside, rest)
		}
		if _, err := j.Append([]byte(`{"n":4}`)); err != nil {
			t.Fatal(err)
		}
		if got := lines(t, j); len(got) != len(want)+1 {
			t.Fatalf("cut at %d: after an append there are %q", n, got)
		}
	}
	t.Logf("trust: %d tries: every whole line was read, the rest set aside", len(whole)+1)
}

func TestJournalsOfAllKinds(t *testing.T) {
	t.Parallel()
	big := bytes.Repeat([]byte("x"), 50<<20)
	for _, c := range []struct {
		name     string
		content  []byte
		valid    func([]byte) error
		lines    int
		torn     int64 // bytes
		problems []string
	}{
		{name: "empty", content: nil},
		{name: "blank lines", content: []byte("{}\n\n \n"), lines: 1},
		{name: "crlf by hand", content: []byte("{}\r\n{}\r\n"), lines: 2},
		{name: "bad line in the middle", content: []byte("{}\nmy note\n{}\n"), lines: 3, problems: []string{"make no sense"}},
		{name: "bad last line", content: []byte("{}\nmy note\n"), lines: 1, torn: 8},
		{name: "no newline by hand", content: []byte("{}\n{}"), lines: 2},
		{name: "zeros of a power cut", content: append([]byte("{}\n"), make([]byte, 5000)...), lines: 1, torn: 5000},
		{name: "only zeros", content: make([]byte, 4096), torn: 4096},
		{name: "binary", content: []byte("\x7fELF\x02\n\x00\x01\n\xff"), lines: 2, torn: 1, problems: []string{"make no sense"}},
		{name: "50 MB without an end", content: big, torn: 50 << 20},
		{name: "50 MB after a line", content: append([]byte("{}\n"), big...), lines: 1, torn: 50 << 20},
		{name: "no validity", content: []byte("a\nb"), valid: func([]byte) error { return errors.New("no") }, lines: 1, torn: 1, problems: []string{"make no sense"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, folder := makeHome(t, func(*Dir) {})
			if err := os.WriteFile(filepath.Join(folder, "log.jsonl"), c.content, 0o600); err != nil {
				t.Fatal(err)
			}
			d := reopen(t, dir, c.problems...)
			valid := c.valid
			if valid == nil {
				valid = validJSON
			}
			j, err := d.Journal("log.jsonl", valid)
			if err != nil {
				t.Fatal(err)
			}
			got := lines(t, j)
			if len(got) != c.lines {
				t.Errorf("%d lines, want %d: %.200q", len(got), c.lines, got)
			}
			fi, err := os.Stat(filepath.Join(folder, "log.jsonl"))
			must(t, err)
			if fi.Size() != j.Size() {
				t.Errorf("the journal ends at %d, its file at %d", j.Size(), fi.Size())
			}
			torn := j.Torn()
			if (torn != nil) != (c.torn > 0) || torn != nil && torn.Bytes != c.torn {
				t.Fatalf("torn is %v, want %d bytes", torn, c.torn)
			}
			if torn != nil {
				v, err := d.Version(torn.SetAside)
				if err != nil || v != VersionOf(c.content[int64(len(c.content))-c.torn:]) {
					t.Errorf("the tail was not kept as it was: %v", err)
				}
			}
		})
	}
}

func TestLineLongerThanARecord(t *testing.T) {
	t.Parallel()
	dir, folder := makeHome(t, func(*Dir) {})
	long := strings.Repeat("x", maxLine+1)
	text := "{}\n" + long + "\n[]\n"
	if err := os.WriteFile(filepath.Join(folder, "log.jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	j := openJournal(t, reopen(t, dir, "make no sense"))
	count := func(seq func(func(Line, error) bool)) (got []string) {
		for l, err := range seq {
			if err != nil {
				wantErr(t, err, ErrUnreadable)
				got = append(got, fmt.Sprintf("bad@%d", l.Offset))
				continue
			}
			got = append(got, fmt.Sprintf("%s@%d", l.Data, l.Offset))
		}
		return got
	}
	if got := strings.Join(count(j.Forward(0)), " "); got != fmt.Sprintf("{}@0 bad@3 []@%d", len(text)-3) {
		t.Error(got)
	}
	if got := strings.Join(count(j.Backward(j.Size())), " "); got != fmt.Sprintf("[]@%d bad@3 {}@0", len(text)-3) {
		t.Error(got)
	}
}

func TestEditorWhileTheJournalIsOpen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		edit func(t *testing.T, file string)
		want string
	}{
		{"replaced", func(t *testing.T, file string) {
			if err := os.WriteFile(file+".new", []byte("[1]\n[2]\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(file+".new", file); err != nil {
				t.Fatal(err)
			}
		}, "[1] [2] [9]"},
		{"shortened in place", func(t *testing.T, file string) {
			if err := os.WriteFile(file, []byte("[1]\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "[1] [9]"},
		{"appended to, without an end", func(t *testing.T, file string) {
			f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.WriteString("[5]\n[6]"); err != nil {
				t.Fatal(err)
			}
		}, "[0] [5] [6] [9]"},
		{"removed", func(t *testing.T, file string) {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}, "[9]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newPersona(t)
			j := openJournal(t, d)
			if _, err := j.Append([]byte("[0]")); err != nil {
				t.Fatal(err)
			}
			c.edit(t, filepath.Join(d.path, "log.jsonl"))
			if _, err := j.Append([]byte("[9]")); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(lines(t, j), " "); got != c.want {
				t.Errorf("lines are %s, want %s", got, c.want)
			}
		})
	}
}

func TestRewrite(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	j := openJournal(t, d)
	var at []int64
	for i := range 5 {
		off, err := j.Append([]byte(fmt.Sprintf("[%d]", i)))
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, off)
	}
	for _, bad := range []int64{-1, 1, j.Size() + 1} {
		if err := j.Rewrite(bad, byUser); err == nil {
			t.Errorf("rewritten from %d", bad)
		}
	}
	var during []string
	for l, err := range j.Backward(j.Size()) {
		if err != nil {
			t.Fatal(err)
		}
		if len(during) == 0 {
			if err := j.Rewrite(at[3], byUser); err != nil {
				t.Fatal(err)
			}
		}
		during = append(during, string(l.Data))
	}
	if len(during) != 5 {
		t.Errorf("a reader saw only %q", during)
	}
	if _, err := j.Append([]byte("[5]")); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(lines(t, j), " "); got != "[3] [4] [5]" {
		t.Errorf("lines are %s", got)
	}
	if err := j.Rewrite(j.Size(), byUser); err != nil || j.Size() != 0 {
		t.Errorf("size is %d, %v", j.Size(), err)
	}
}

func TestBackwardIsForwardReversed(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rapid.Check(t, func(r *rapid.T) {
		sizes := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(1, 10), rapid.IntRange(blockSize-3, blockSize+3), rapid.IntRange(1, 3*blockSize)), 0, 12).Draw(r, "sizes")
		var text []byte
		for i, n := range sizes {
			text = append(append(text, bytes.Repeat([]byte{byte('a' + i)}, n)...), '\n')
		}
		if err := os.WriteFile(filepath.Join(d.path, "log.jsonl"), text, 0o600); err != nil {
			r.Fatal(err)
		}
		j := &Journal{d: d, name: "log.jsonl"}
		if err := j.open(); err != nil {
			r.Fatal(err)
		}
		defer j.close()
		i := len(sizes)
		for l, err := range j.Backward(int64(len(text))) {
			if i--; err != nil || i < 0 || len(l.Data) != sizes[i] || l.Data[0] != byte('a'+i) || !bytes.HasPrefix(text[l.Offset:], l.Data) {
				r.Fatalf("line %d at %d has %d bytes, %v", i, l.Offset, len(l.Data), err)
			}
		}
		if i != 0 {
			r.Fatalf("%d lines are missing", i)
		}
		for l, err := range j.Forward(0) {
			if err != nil || len(l.Data) != sizes[i] || !bytes.HasPrefix(text[l.Offset:], l.Data) {
				r.Fatalf("line %d at %d has %d bytes, %v", i, l.Offset, len(l.Data), err)
			}
			i++
		}
	})
	if err := os.Truncate(filepath.Join(d.path, "log.jsonl"), 0); err != nil {
		t.Fatal(err)
	}
}

// FuzzJournalTail opens whatever there is: nothing that was whole may be lost,
// and what comes after must be readable.
func FuzzJournalTail(f *testing.F) {
	for _, s := range []string{"", "\n", "{}\n", "{}\n{", "\x00\x00", "{}\n\x00\n", "[1]\n[2]\r\n\n\n", "x", "\xff\n{}"} {
		f.Add([]byte(s))
	}
	h, err := Open(f.TempDir(), Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = h.Close() })
	d, err := h.CreatePersona("luna")
	if err != nil {
		f.Fatal(err)
	}
	file := filepath.Join(d.path, "log.jsonl")
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		j := &Journal{d: d, name: "log.jsonl", valid: validJSON}
		if err := j.open(); err != nil {
			t.Fatal(err)
		}
		defer j.close()
		if _, err := j.Append([]byte(`{"new":true}`)); err != nil {
			t.Fatal(err)
		}
		now, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		kept := bytes.TrimSuffix(bytes.TrimSuffix(now, []byte(`{"new":true}`+"\n")), []byte("\n"))
		if !bytes.HasPrefix(content, kept) {
			t.Fatalf("%q became %q", content, now)
		}
		if torn := j.Torn(); torn != nil {
			tail, err := d.Read(torn.SetAside)
			if err != nil || !bytes.HasSuffix(content, tail) || !bytes.Equal(append(now[:j.Size()-int64(len(`{"new":true}`))-1:j.Size()-int64(len(`{"new":true}`))-1], tail...), content) {
				t.Fatalf("tail %q of %q is not whole: %v", tail, content, err)
			}
			_ = os.Remove(filepath.Join(d.path, torn.SetAside))
		}
		for l, err := range j.Backward(j.Size()) {
			if err != nil || string(l.Data) != `{"new":true}` {
				t.Fatalf("last line is %q, %v", l.Data, err)
			}
			break
		}
	})
}
