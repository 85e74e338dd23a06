package companion

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/internal/llm/builtin"
)

var soakTurns = flag.Int("soak", 20, "how many turns are talked in one life of the process, with a dream after each 20 of them, and ten dreams at least")

// A use is what the process and a home take up once nothing works in the background.
type use struct {
	heap, files    int // in bytes
	routines, open int
	segments       int // files of the word index that are open: they come and go as they are merged
}

func used(t *testing.T, c *Companion) use {
	t.Helper()
	c.work.Wait()
	runtime.GC()
	runtime.GC() // the second frees what finalizers held
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	open, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	u := use{heap: int(m.HeapAlloc), routines: runtime.NumGoroutine()}
	for _, f := range open {
		if name, _ := os.Readlink("/proc/self/fd/" + f.Name()); filepath.Ext(name) == ".zap" { // one is that of the reading itself
			u.segments++
		} else {
			u.open++
		}
	}
	must(t, filepath.Walk(c.house.Path(), func(_ string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			u.files += int(info.Size())
		}
		return err
	}))
	return u
}

// TestSoak talks for long, with a dream each night. Nothing that is opened or
// started for a turn stays, and what is remembered grows with the turns: what
// grew with their square would grow three times as fast in the second half.
func TestSoak(t *testing.T) { // not beside others: it counts what the process holds
	tick := &clock{at: dayStart()}
	h, err := openHouse(t.Context(), Options{Home: t.TempDir(), Now: tick.now, Builtin: builtin.New(builtin.Options{Now: tick.now}), Samples: samples()})
	must(t, err)
	defer func() { must(t, h.Close()) }()
	c := luna(t, h)
	talk := dayTalk("en")
	days := max(10, *soakTurns/20)
	var uses []use
	for day := range days {
		for n := day * *soakTurns / days; n < (day+1)**soakTurns/days; n++ {
			tick.set(tick.now().Add(8 * time.Minute))
			_, err := c.Say(t.Context(), Utterance{Text: fmt.Sprintf("%s (%d)", talk[n*7%len(talk)].user, n)})
			must(t, err)
		}
		tick.set(dayStart().AddDate(0, 0, day+1).Add(-5 * time.Hour))
		_, err := c.Dream(t.Context(), dreaming.Request{})
		must(t, err)
		uses = append(uses, used(t, c))
		tick.set(dayStart().AddDate(0, 0, day+1))
	}
	early, late := uses[0], uses[days/2] // the most of each half
	for i, u := range uses {
		most := &early
		if i >= days/2 {
			most = &late
		}
		most.routines, most.open = max(most.routines, u.routines), max(most.open, u.open)
		most.segments = max(most.segments, u.segments)
	}
	if late.routines > early.routines+3 || late.open > early.open+3 || late.segments > early.segments+20 {
		t.Errorf("the second half holds %+v, the first %+v", late, early)
	}
	begin, half, end := uses[0], uses[days/2], uses[days-1]
	const chance = 1 << 20 // what caches and the packing of files differ by
	if first, second := half.heap-begin.heap, end.heap-half.heap; second > 2*first+chance {
		t.Errorf("memory grew by %d bytes in the second half, by %d in the first", second, first)
	}
	if first, second := half.files-begin.files, end.files-half.files; second > 2*first+chance {
		t.Errorf("the files grew by %d bytes in the second half, by %d in the first", second, first)
	}
	t.Logf("trust: %d tries: in each half of %d nights at most %d and %d goroutines, %d and %d open files; memory %.1f, %.1f and %.1f MB in the first, middle and last night, the home %.1f, %.1f and %.1f MB",
		*soakTurns, days, early.routines, late.routines, early.open+early.segments, late.open+late.segments, mb(begin.heap), mb(half.heap), mb(end.heap), mb(begin.files), mb(half.files), mb(end.files))
}

func mb(bytes int) float64 { return float64(bytes) / 1e6 }
