//go:build unix

package archtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// trustPage is a page before a run: notes around a table of four rows.
const trustPage = `# Trust

A note above.

<!-- make trust -->
| test | bar of a release | tries | our figure | bar | time |
|---|---|---:|---|---|---:|
| Many | 10 | 10 | all of ten | met | 9 s, 2026-11-23 |
| Few | 10 | 2 | two of ten | held, with fewer tries | 1 s, 2026-11-23 |
| Worse | 10 | 10 | as it was | met | 1 s, 2026-11-23 |
| Gone | 10 | 10 | of no row | met | 1 s, 2026-11-23 |
<!-- end of make trust -->

A note below.
`

// TestTrustRenewsItsTableAlone has scripts/trust run over a page, with a go that
// answers five tries to all tests but one. What is written around the table stays, a
// row with more tries stays, and one that failed now does not.
func TestTrustRenewsItsTableAlone(t *testing.T) {
	t.Parallel()
	at := t.TempDir()
	file := func(name, text string) string {
		t.Helper()
		path := filepath.Join(at, name)
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	page := file("page.md", trustPage)
	list := file("rows", "# rows\nMany | 10 | ./a | TestA | -n 10\nFew | 10 | ./a | TestA |\nWorse | 10 | ./a | TestBroken |\nNew | 5 | ./a | TestA |\n")
	fake := file("go", "#!/bin/sh\ncase \"$*\" in *TestBroken*) exit 1 ;; *-run*) echo 'x_test.go:1: trust: 5 tries: it held' ;; *) echo go0 ;; esac\n")
	run := func(env ...string) (string, error) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "sh", "../../scripts/trust")
		cmd.Env = append(append(os.Environ(), "ROWS=", "TRIES=", "PAGE="+page, "LIST="+list, "GO="+fake), env...)
		out, err := cmd.CombinedOutput()
		t.Logf("%s", out)
		data, rerr := os.ReadFile(page)
		if rerr != nil {
			t.Fatal(rerr)
		}
		return string(data), err
	}
	got, err := run("ROWS=Few")
	if err != nil || !strings.Contains(got, "| Few | 10 | 5 | it held |") || !strings.Contains(got, "| Worse | 10 | 10 | as it was |") {
		t.Errorf("one row: %v, the page is\n%s", err, got)
	}
	got, err = run()
	if err == nil {
		t.Error("a test failed, the script did not")
	}
	before, _, _ := strings.Cut(trustPage, "| test |")
	_, after, _ := strings.Cut(trustPage, "<!-- end")
	if !strings.HasPrefix(got, before+"| test | bar of a release |") || !strings.HasSuffix(got, "<!-- end"+after) {
		t.Errorf("what stood around the table is not as it was:\n%s", got)
	}
	last := -1
	for _, want := range []string{
		"| Many | 10 | 10 | all of ten | met | 9 s, 2026-11-23 |", "| Few | 10 | 5 | it held | held, with fewer tries |",
		"| Worse | 10 | - |  | BROKEN |", "| New | 5 | 5 | it held | met |",
	} {
		next := strings.Index(got, want)
		if next <= last {
			t.Errorf("no row %q in its place; the page is\n%s", want, got)
		}
		last = next
	}
	if strings.Contains(got, "Gone") || strings.Count(got, "\n| ") != 5 {
		t.Errorf("rows that are none:\n%s", got)
	}
	if err := os.WriteFile(page, []byte("no marks"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := run("ROWS=Few"); err == nil || got != "no marks" {
		t.Errorf("a page without marks: %v, %q", err, got)
	}
}
