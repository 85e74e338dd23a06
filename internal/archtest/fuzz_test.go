package archtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryFuzzTargetHasSeeds wants inputs for each fuzz target in its testdata, which
// are tried in every test run and with which scripts/fuzz begins.
func TestEveryFuzzTargetHasSeeds(t *testing.T) {
	t.Parallel()
	targets := 0
	for dir, names := range fuzzTargets(t) {
		for _, name := range names {
			targets++
			seeds, err := os.ReadDir(filepath.Join(dir, "testdata", "fuzz", name))
			if err != nil || len(seeds) == 0 {
				t.Errorf("%s has no seeds for %s: KEEP=4 RUNS=10s TARGETS=%s scripts/fuzz", dir, name, name)
			}
		}
	}
	if targets < 80 {
		t.Errorf("only %d targets", targets)
	}
}

// fuzzTargets returns the names of all fuzz targets by the folder that they are in.
func fuzzTargets(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir("../..", func(path string, e os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") && len(e.Name()) > 2):
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		data, err := os.ReadFile(path)
		for line := range strings.Lines(string(data)) {
			if rest, ok := strings.CutPrefix(line, "func Fuzz"); ok {
				name, _, _ := strings.Cut(rest, "(")
				found[filepath.Dir(path)] = append(found[filepath.Dir(path)], "Fuzz"+name)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
