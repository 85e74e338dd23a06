package uitest

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

var update = flag.Bool("update", false, "renew the golden files")

// typeNames are no part of a picture: a widget may move to another package.
var typeNames = regexp.MustCompile(` type="[^"]*"`)

// Render compares what a thing draws with testdata/<name>.xml.
func Render(t *testing.T, name string, o fyne.CanvasObject, size fyne.Size) {
	t.Helper()
	w := test.NewTempWindow(t, o)
	w.SetPadded(false)
	w.Resize(size)
	Compare(t, name, w.Canvas())
}

// Compare compares what a canvas draws with testdata/<name>.xml, or renews that with -update.
func Compare(t *testing.T, name string, c fyne.Canvas) {
	t.Helper()
	got := typeNames.ReplaceAllString(test.RenderToMarkup(c), "")
	file := filepath.Join("testdata", name+".xml")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s differs from line %d on; look at the change and run with -update\ngot\n%s", file, i+1, strings.Join(g[max(0, i-3):min(len(g), i+4)], "\n"))
		}
	}
}
