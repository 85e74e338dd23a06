package e2e

import (
	"os/exec"
	"slices"
	"testing"
)

// hourOfPaging is how often the round of paging is gone: some forty strokes a
// round, one in a second and a half when it is an hour.
const hourOfPaging = 60

// haste is how much faster than a person the benchmark is. What the toolkit
// keeps for a minute of the clock, it keeps for as much less.
const haste = "FYNE_CACHE=12s"

// BenchmarkPaging starts the program on an empty home and on one of ten years
// and pages through everything as much as a person does in an hour. "fresh" and
// "old" are the most resident memory on the way over that home's own at its
// start: the bar is 1.3. "old-fresh" is ten years after the hour over the empty
// start: what the recall index and the stores of ten years take, and no bar.
func BenchmarkPaging(b *testing.B) {
	d := newDesk(b)
	bin, err := buildOnce()
	if err != nil {
		b.Fatal(err)
	}
	fresh, old := d.liveTenYears(bin)
	for b.Loop() {
		few, much := d.paged(bin, fresh), d.paged(bin, old)
		b.ReportMetric(few[0], "MB-fresh")
		b.ReportMetric(slices.Max(few)/few[0], "fresh")
		b.ReportMetric(much[0], "MB-old")
		b.ReportMetric(slices.Max(much)/much[0], "old")
		b.ReportMetric(much[len(much)-1]/few[0], "old-fresh")
	}
}

// paged pages through everything, and returns the resident memory (MB) at the
// start and after each tenth of it.
func (d *desk) paged(bin, home string) []float64 {
	d.t.Helper()
	w := &window{desk: d, home: home, log: &output{}}
	w.cmd = exec.Command(bin, "--home", home)
	w.cmd.Stderr = w.log
	d.env = append(d.env, haste)
	d.start(w.cmd)
	d.until("something in the window", func() bool { return d.screen().colours() > 30 })
	d.still(anyPart)
	pid := w.cmd.Process.Pid
	list := []float64{resident(d.t, pid)}
	for i := range hourOfPaging {
		w.page(i)
		if (i+1)%(hourOfPaging/10) == 0 {
			list = append(list, resident(d.t, pid))
			d.t.Logf("after %d rounds %.0f MB", i+1, list[len(list)-1])
		}
	}
	w.close()
	return list
}

// page goes once through every page by keyboard.
func (w *window) page(round int) {
	w.t.Helper()
	w.keys("ctrl+e")
	w.press("ctrl+Prior", 6)
	w.keys("alt+Up", "Tab", "Tab", "space") // why a reply was given
	w.keys("ctrl+i", "ctrl+Next", "ctrl+Next")
	w.keys("ctrl+d", "Tab", "Tab", "Tab")
	w.press("Down", 1+round%20)
	w.keys("Return", "ctrl+Next")                   // a night
	w.keys("ctrl+m", "Tab", "Tab", "Tab", "Return") // core memory
	w.keys("ctrl+m")
	w.press("Tab", 4+round%12) // a file or a list, each time another
	w.keys("Return", "ctrl+Next", "ctrl+Next", "Tab", "Return")
	w.keys("ctrl+f")
	w.typed([]string{"harbour", "garden", "violin", "person"}[round%4])
	w.keys("Down", "Return", "Escape")
	w.keys("ctrl+k", "ctrl+comma", "ctrl+Next", "ctrl+e")
}
