package store

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// A flow is a reader that gives lines, each after it looked at something.
type flow struct {
	left []string
	each func()
	end  error
}

func (f *flow) Read(p []byte) (int, error) {
	if len(f.left) == 0 {
		return 0, f.end
	}
	f.each()
	n := copy(p, f.left[0]+"\n")
	f.left = f.left[1:]
	return n, nil
}

// TestAppendFrom adds many lines as one: while they come the journal reads as
// before, others wait with theirs, and of lines that break off none stays.
func TestAppendFrom(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	j := openJournal(t, d)
	if _, err := j.Append([]byte("{}")); err != nil {
		t.Fatal(err)
	}
	var many []string
	for i := range 50 {
		many = append(many, fmt.Sprintf(`{"n":%d,"pad":%q}`, i, strings.Repeat("x", 900)))
	}
	before := func() {
		if got := lines(t, j); len(got) != 1 {
			t.Errorf("%d lines are seen meanwhile", len(got))
		}
	}
	bad := errors.New("no")
	if err := j.AppendFrom(&flow{slices.Clone(many), before, bad}); !errors.Is(err, bad) {
		t.Errorf("%v", err)
	}
	before()
	waited := make(chan error, 1)
	begun := false
	other := func() {
		if before(); !begun {
			begun = true
			go func() { _, err := j.Append([]byte(`"another"`)); waited <- err }()
		}
	}
	if err := j.AppendFrom(&flow{slices.Clone(many), other, io.EOF}); err != nil {
		t.Fatal(err)
	}
	if err := <-waited; err != nil {
		t.Error(err)
	}
	if got := lines(t, j); len(got) != 52 || got[1] != many[0] || got[50] != many[49] || got[51] != `"another"` {
		t.Errorf("%d lines, the last is %s", len(got), got[len(got)-1])
	}
}

// TestImportAll: files that belong together take their places together.
func TestImportAll(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "knowledge/a.txt", "old")
	bad := errors.New("no")
	for _, want := range []error{bad, ErrBadName, nil} {
		err := d.ImportAll(func(put Put) error {
			if err := put("knowledge/a.txt", strings.NewReader("new")); err != nil {
				return err
			}
			if errors.Is(want, ErrBadName) {
				return put("../x", strings.NewReader("new"))
			}
			return errors.Join(want, put("knowledge/b.txt", strings.NewReader("new")))
		})
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		text, files := "old", 1
		if want == nil {
			text, files = "new", 2
		}
		wantFile(t, d, "knowledge/a.txt", text)
		if list, err := d.List("knowledge"); err != nil || len(list) != files {
			t.Errorf("%v, %v", list, err)
		}
	}
}
