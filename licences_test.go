package main

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"yumori/docs"
)

// TestLicencesAreListed: docs/licences.md names every module of the program,
// and none that left it.
func TestLicencesAreListed(t *testing.T) {
	t.Parallel()
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) == 0 {
		t.Fatal("the test does not know its modules")
	}
	rows, err := docs.Table("licences.md", "What the program is made of")
	if err != nil {
		t.Fatal(err)
	}
	within := func(library, module string) bool { return library == module || strings.HasPrefix(library, module+"/") }
	for _, m := range info.Deps {
		if !slices.ContainsFunc(rows, func(row []string) bool { return within(row[0], m.Path) }) {
			t.Errorf("%s has no licence; run make licences", m.Path)
		}
	}
	for _, row := range rows {
		if !slices.ContainsFunc(info.Deps, func(m *debug.Module) bool { return within(row[0], m.Path) }) {
			t.Errorf("%s is no part of the program", row[0])
		}
	}
}
