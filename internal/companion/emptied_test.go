package companion

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/internal/store"
)

// TestEmptiedFiles takes what is in each JSON file of a persona's memory and in
// some texts, as a disk that lost its power does. None is taken for one with
// nothing in it yet: doctor names it, before and after somebody wrote it anew,
// and the history brings it back. A text stays as its user may want it.
func TestEmptiedFiles(t *testing.T) {
	t.Parallel()
	home := lived(t, 40)
	if _, problems, err := useHome(home); err != nil || len(problems) > 0 {
		t.Fatalf("%v, %q", err, problems)
	}
	dir := filepath.Join(home, "personas", "luna")
	var names []string
	must(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && strings.HasPrefix(e.Name(), ".") && name != "." {
			return fs.SkipDir
		}
		text := slices.Contains([]string{"notepad.txt", "core_memory.txt", "bank/world.md", "entity_memory/Person 1.md"}, name)
		if filepath.Ext(name) == ".json" || text {
			names = append(names, name)
		}
		return nil
	}))
	was := map[string]string{}
	for _, name := range names {
		was[name] = fileText(t, dir, name)
		must(t, os.Truncate(filepath.Join(dir, name), 0))
	}
	if len(names) < 12 {
		t.Fatalf("only %q", names)
	}
	named := func(when string) {
		t.Helper()
		_, problems, err := useHome(home)
		must(t, err)
		for _, name := range names {
			if was[name] != "" && !slices.Contains(problems, name) {
				t.Errorf("%s doctor does not name %s", when, name)
			}
		}
	}
	named("at first")
	h, err := openLife(t, home)
	must(t, err)
	c := luna(t, h)
	s := c.Snapshot()
	for _, name := range names {
		offered := func(o Trouble) bool { return o.File == name && o.Backup }
		if filepath.Ext(name) == ".json" && !slices.ContainsFunc(s.Troubles, offered) {
			c.work.Wait() // it is looked for behind everything else
			if !slices.ContainsFunc(c.Snapshot().Troubles, offered) {
				t.Errorf("%s is not offered back", name)
			}
		}
		list, err := c.dir.History(name)
		must(t, err)
		i := slices.IndexFunc(list, func(p store.Past) bool { return p.Size == int64(len(was[name])) })
		if was[name] == "" || i < 0 {
			t.Errorf("%s: %d bytes, versions %v", name, len(was[name]), list)
			continue
		}
		must(t, c.dir.Restore(name, list[i].Version))
	}
	must(t, h.Close())
	h, err = openLife(t, home)
	must(t, err)
	defer h.Close()
	c = luna(t, h)
	if got := len(c.mind.Episodes.Episodes()); got != 40 {
		t.Errorf("%d episodes, want 40", got)
	}
	found, err := h.Doctor(context.Background())
	must(t, err)
	for _, d := range found {
		for _, p := range d.Problems {
			t.Errorf("doctor: %s: %s", p.Name, p.What)
		}
	}
}
