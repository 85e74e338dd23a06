package e2e

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
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
	home          float64 // on disk, MB
}

// soakDay is how many turns there are between two dreams.
const soakDay = 25

// TestSoakInTheWindow talks for long in the window, by keyboard, with a dream now and
// then and a look at each page. What the process takes up is flat: from the middle to
// the end its memory grows by a tenth at most, the home grows no faster than before, and
// there are no more goroutines than after the first day.
func TestSoakInTheWindow(t *testing.T) {
	if *soakTurns == 0 {
		t.Skip("it takes long: -soakwindow says how many turns")
	}
	d, home := newDesktop(t), t.TempDir()
	w := d.open(home, "--persona", "luna")
	w.slug = "luna"
	w.soaks(soakDay)
	atFirst := w.goroutines()
	w = d.open(home, "--persona", "luna")
	w.slug = "luna"
	uses := w.soaks(*soakTurns)
	atLast := w.goroutines()
	half, end := uses[len(uses)/2], uses[len(uses)-1]
	t.Logf("trust: %d tries: %d dreams; memory %.0f, %.0f and %.0f MB at the first dream, in the middle and at the end, %d, %d and %d open files, %d, %d and %d threads, %.1f, %.1f and %.1f MB on disk; %d goroutines after the first day, %d at the end",
		*soakTurns, len(uses), uses[0].memory, half.memory, end.memory, uses[0].files, half.files, end.files, uses[0].thread, half.thread, end.thread,
		uses[0].home, half.home, end.home, atFirst, atLast)
	if len(uses) >= 4 && (end.memory > 1.1*half.memory || end.files > half.files+10) {
		t.Errorf("the middle takes %+v, the end %+v", half, end)
	}
	if atLast > atFirst+10 {
		t.Errorf("%d goroutines after the first day, %d at the end", atFirst, atLast)
	}
	before, after := float64(len(uses)/2), float64(len(uses)-1-len(uses)/2)
	if len(uses) >= 4 && (end.home-half.home)/after > 1.5*(half.home-uses[0].home)/before+0.5 {
		t.Errorf("the home grew from %.1f to %.1f MB until the middle, and to %.1f until the end", uses[0].home, half.home, end.home)
	}
	w = d.open(home, "--persona", "luna") // it was ended without a word
	w.quit()
}

// soaks types so many turns, and returns what the process took up at each dream.
func (w *window) soaks(turns int) (uses []taken) {
	w.t.Helper()
	for n := range turns {
		was := w.lines()
		w.do("xdotool", "type", "--delay", "4", fmt.Sprintf("I saw heron %d by the river, and I was glad.", n))
		w.keys("Return")
		w.until("a reply", func() bool { return w.lines() >= was+2 })
		if (n+1)%soakDay != 0 && n != turns-1 {
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
	return uses
}

// goroutineOf begins what the runtime tells of a goroutine.
var goroutineOf = regexp.MustCompile(`(?m)^goroutine \d+ .*\[`)

// goroutines ends the program by the signal at which Go tells of all its goroutines, and
// counts them.
func (w *window) goroutines() int {
	w.t.Helper()
	if err := w.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		w.t.Fatal(err)
	}
	_ = w.cmd.Wait() // it ends as after a panic
	w.complaints()
	n := len(goroutineOf.FindAllString(w.log.String(), -1))
	if n == 0 {
		w.t.Fatalf("it told of no goroutine:\n%s", w.log)
	}
	return n
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
	return taken{resident(w.t, pid), len(files), len(threads), w.size()}
}

// size is what the home takes on disk, in MB.
func (w *window) size() float64 {
	w.t.Helper()
	sum := int64(0)
	err := filepath.WalkDir(w.home, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // it is gone by now
		}
		if fi, err := e.Info(); err == nil && !e.IsDir() {
			sum += fi.Size()
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return float64(sum) / (1 << 20)
}
