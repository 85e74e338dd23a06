package e2e

import (
	"os/exec"
	"slices"
	"testing"
	"time"
)

// hourOfPaging is how often the round of paging is gone: some forty strokes a
// round, one in a second and a half when it is an hour. With -short it is
// minutesOfPaging.
const (
	hourOfPaging    = 60
	minutesOfPaging = 8
)

// haste is how much faster than a person the benchmark is. What the toolkit
// keeps for a minute of the clock, it keeps for as much less. The program gives
// memory back by the clock all the same, a fifth as often for what is done.
const haste = "FYNE_CACHE=12s"

// mostMemory is the bar: what is resident after an hour of paging, over what is
// when the program has started on an empty home.
const mostMemory = 1.3

// BenchmarkPaging starts the program on an empty home and on one of ten years
// and pages through everything as much as a person does in an hour. The figures
// with the bar are what is resident after that, over the start of the empty
// home: "empty" of the empty home itself, "old" with ten years of data. It fails
// at mostMemory and above. "most" is the most after any round with ten years of
// data, at several times a person's pace, over the same start: no bar.
func BenchmarkPaging(b *testing.B) {
	d := newDesktop(b)
	bin, err := buildOnce()
	if err != nil {
		b.Fatal(err)
	}
	empty, old := d.liveTenYears(bin)
	for b.Loop() {
		few, much := d.paged(bin, empty), d.paged(bin, old)
		start := few[0]
		b.ReportMetric(start, "MB-start")
		b.ReportMetric(slices.Max(much)/start, "most")
		for home, list := range map[string][]float64{"empty": few, "old": much} {
			after := list[len(list)-1]
			b.ReportMetric(after/start, home)
			if after >= mostMemory*start {
				b.Errorf("%s: %.0f MB after paging, an empty start %.0f: %.2f times as much, the bar is %v", home, after, start, after/start, mostMemory)
			}
		}
	}
}

// paged pages through everything, and returns the resident memory (MB) at the
// start, after each round, and at the end, when the window has come to rest.
func (d *desktop) paged(bin, home string) []float64 {
	d.t.Helper()
	w := &window{desktop: d, home: home, log: &output{}}
	w.cmd = exec.Command(bin, "--home", home)
	w.cmd.Stderr = w.log
	d.env = append(d.env, haste)
	d.start(w.cmd)
	d.until("something in the window", func() bool { return d.screen().colours() > 30 })
	d.still(anyPart)
	pid := w.cmd.Process.Pid
	list := []float64{d.settled(pid)}
	d.t.Logf("at the start %.0f MB", list[0])
	rounds := hourOfPaging
	if testing.Short() {
		rounds = minutesOfPaging
	}
	for i := range rounds {
		w.page(i)
		list = append(list, resident(d.t, pid))
		d.t.Logf("after %d rounds %.0f MB", i+1, list[len(list)-1])
	}
	list = append(list, d.settled(pid))
	d.t.Logf("at rest %.0f MB", list[len(list)-1])
	w.close()
	return list
}

// settled is what is resident some time after the last that was done, when what
// that needed has been given back.
func (d *desktop) settled(pid int) float64 {
	d.t.Helper()
	begun := time.Now()
	d.until("the memory at rest", func() bool { return time.Since(begun) > 20*time.Second })
	return resident(d.t, pid)
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
