package companion

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/internal/store"
)

func TestDoctorTellsOfADamagedIndex(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := remembering(t, dir, september, nil)
	c := tellAll(t, h)
	if got, _ := c.Memories.Check(t.Context(), indexCheckWait); len(got) != 0 {
		t.Fatalf("a healthy index: %+v", got)
	}
	h.Close()
	root := filepath.Join(dir, "personas", "luna", ".index", "log")
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".zap") {
			err = os.Truncate(name, 10)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	h = remembering(t, dir, september, nil)
	defer h.Close()
	c = theOne(t, h, "luna")
	found, err := h.Doctor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	told := false
	for _, d := range found {
		told = told || slices.ContainsFunc(d.Problems, func(p store.Problem) bool { return p.Name == ".index/log" && p.Fixable })
	}
	if !told {
		t.Errorf("doctor does not tell: %+v", found)
	}
	states(t, c)
	if got, _ := c.Memories.Check(t.Context(), indexCheckWait); len(got) != 0 {
		t.Errorf("after a pass: %+v", got)
	}
	if r := recalled(t, c, "What is the canine called?"); len(r.Memories) == 0 || !strings.Contains(r.Memories[0].Content, "Rex") {
		t.Errorf("%+v", r)
	}
}
