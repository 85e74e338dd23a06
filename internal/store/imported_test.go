package store

import (
	"maps"
	"slices"
	"testing"
)

func TestImported(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write := func(name, text string, kind CauseKind) {
		t.Helper()
		if err := d.Write(name, []byte(text), Cause{Kind: kind}); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want ...string) {
		t.Helper()
		got, err := d.Imported()
		if err != nil {
			t.Fatal(err)
		}
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, want) {
			t.Errorf("imported %q, want %q", names, want)
		}
	}
	check()
	write("memory/a.md", "mine", CauseTool)
	write("memory/b.md", "theirs", CauseImport)
	check("memory/b.md") // before it is committed
	if err := d.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("memory/b.md")
	write("memory/b.md", "changed by hand", CauseUser)
	write("memory/c.md", "theirs too", CauseImport)
	if err := d.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("memory/b.md", "memory/c.md")
	check("memory/b.md", "memory/c.md")
}
