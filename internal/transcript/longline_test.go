package transcript

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestBackOverALongLine reads a file from its end over a line of 64 MB. Not
// parallel: it looks at what the process allocates.
func TestBackOverALongLine(t *testing.T) {
	const size = 64 << 20
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(size); err != nil { // zeros, and no line break
		t.Fatal(err)
	}
	for _, w := range []struct {
		text string
		at   int64
	}{{"first\n", 0}, {"\nlast\n", size}} {
		if _, err := f.WriteAt([]byte(w.text), w.at); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for line, err := range backwardLines(f, -1) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, string(line.Data))
	}
	runtime.ReadMemStats(&after)
	if len(got) != 3 || got[0] != "last" || !strings.HasPrefix(got[1], "line of more") || got[2] != "first" {
		t.Errorf("%.100q", got)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 5*size {
		t.Errorf("%d MB to read back over a line of %d MB", used>>20, size>>20)
	}
}
