package e2e

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// soakTurns is how many turns are typed in the window; a dream comes after each 25 of
// them. The figure of a release is 10,000, about five hours:
// go test ./internal/e2e -run SoakInTheWindow -soakwindow 10000 -timeout 24h.
var soakTurns = flag.Int("soakwindow", 0, "how many turns are typed in the window; 0: none")

// What a soaking window takes up.
type taken struct {
	memory        float64 // resident, MB
	files, thread int     // descriptors, threads
}

// TestSoakInTheWindow talks for long in the window, by keyboard, with a dream now and
// then and a look at each page. What the process takes up is flat: from the middle to
// the end its memory grows by a tenth at most.
func TestSoakInTheWindow(t *testing.T) {
	if *soakTurns == 0 {
		t.Skip("it takes long: -soakwindow says how many turns")
	}
	w := newDesktop(t).open(t.TempDir(), "--persona", "luna")
	w.slug = "luna"
	const days = 25 // turns between two dreams
	var uses []taken
	for n := range *soakTurns {
		was := w.lines()
		w.do("xdotool", "type", "--delay", "4", fmt.Sprintf("I saw heron %d by the river, and I was glad.", n))
		w.keys("Return")
		w.until("a reply", func() bool { return w.lines() >= was+2 })
		if (n+1)%days != 0 && n != *soakTurns-1 {
			continue
		}
		dreams := w.dreams()
		for _, page := range []string{"ctrl+i", "ctrl+m", "ctrl+d"} {
			w.keys(page)
			w.still(anyPart)
		}
		w.keys("Tab", "space") // dream now
		w.until("a dream", func() bool { return w.dreams() > dreams })
		w.keys("ctrl+e")
		w.still(anyPart)
		uses = append(uses, w.takes())
	}
	half, end := uses[len(uses)/2], uses[len(uses)-1]
	t.Logf("trust: %d tries: %d dreams; memory %.0f, %.0f and %.0f MB at the first dream, in the middle and at the end, %d, %d and %d open files, %d, %d and %d threads",
		*soakTurns, len(uses), uses[0].memory, half.memory, end.memory, uses[0].files, half.files, end.files, uses[0].thread, half.thread, end.thread)
	if len(uses) >= 4 && (end.memory > 1.1*half.memory || end.files > half.files+10) {
		t.Errorf("the middle takes %+v, the end %+v", half, end)
	}
	w.quit()
}

// lines is how many lines the log has.
func (w *window) lines() int {
	data, err := os.ReadFile(filepath.Join(w.home, "personas", w.slug, "log.jsonl"))
	if err != nil {
		return 0
	}
	return bytes.Count(data, []byte("\n"))
}

// dreams is how many dreams have come to their end.
func (w *window) dreams() int {
	list, err := filepath.Glob(filepath.Join(w.home, "personas", w.slug, "dreams", "*.json"))
	if err != nil {
		w.t.Fatal(err)
	}
	n := 0
	for _, name := range list {
		var done night
		data, err := os.ReadFile(name)
		if err == nil && json.Unmarshal(data, &done) == nil && done.State != "running" {
			n++
		}
	}
	return n
}

func (w *window) takes() taken {
	w.t.Helper()
	pid := w.cmd.Process.Pid
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		w.t.Fatal(err)
	}
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		w.t.Fatal(err)
	}
	return taken{resident(w.t, pid), len(files), len(threads)}
}
