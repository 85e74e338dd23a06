package companion

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
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
	must(t, filepath.Walk(c.home.Path(), func(_ string, info os.FileInfo, err error) error {
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
	h, err := openHome(t.Context(), Options{Home: t.TempDir(), Now: tick.now, Builtin: builtin.New(builtin.Options{Now: tick.now}), Samples: samples()})
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
		_, err := c.Dreams.Dream(t.Context(), dreaming.Request{})
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
	judgeGrowth(t, uses)
	begin, half, end := uses[0], uses[days/2], uses[days-1]
	stays := staying(uses)
	t.Logf("trust: %d tries: in each half of %d nights at most %d and %d goroutines, %d and %d open files; memory %.1f, %.1f and %.1f MB in the first, middle and last nights, the home %.1f, %.1f and %.1f MB",
		*soakTurns, days, early.routines, late.routines, early.open+early.segments, late.open+late.segments, mb(stays[0]), mb(stays[1]), mb(stays[2]), mb(begin.files), mb(half.files), mb(end.files))
}

// judgeGrowth fails if what stays grew more than with the turns.
func judgeGrowth(t errorer, uses []use) {
	t.Helper()
	const chance = 1 << 20 // what caches and the packing of files differ by
	stays := staying(uses)
	if first, second := stays[1]-stays[0], stays[2]-stays[1]; second > 2*max(0, first)+chance {
		t.Errorf("memory grew by %d bytes in the second half, by %d in the first", second, first)
	}
	begin, half, end := uses[0].files, uses[len(uses)/2].files, uses[len(uses)-1].files
	if first, second := half-begin, end-half; second > 2*first+chance {
		t.Errorf("the files grew by %d bytes in the second half, by %d in the first", second, first)
	}
}

// An errorer is as much of a test as judging needs.
type errorer interface {
	Helper()
	Errorf(format string, args ...any)
}

// staying is the memory that is there in every night of the first, the second and the
// last third. What the store packs into its history while a night is looked at takes
// ten megabytes for a moment; where the disk is fast, that was the first night of all,
// from which on memory seemed to shrink.
func staying(uses []use) (least [3]int) {
	for i := range least {
		least[i] = slices.MinFunc(uses[i*len(uses)/3:(i+1)*len(uses)/3], func(a, b use) int { return a.heap - b.heap }).heap
	}
	return least
}

// complaints is an errorer that counts.
type complaints int

func (*complaints) Helper()                 {}
func (c *complaints) Errorf(string, ...any) { *c++ }

func TestGrowthIsJudged(t *testing.T) {
	const mega = 1 << 20
	steady := func(n int) use { return use{heap: (9*10 + n) * mega / 10, files: n * mega / 10} }
	for _, tt := range []struct {
		name string
		of   func(n int) use // in the night n
		want complaints
	}{
		{"with the turns", steady, 0},
		{"as a fast machine's, whose first night packs", func(n int) use {
			u := steady(n)
			if n == 0 {
				u.heap += 9 * mega
			}
			return u
		}, 0},
		{"in the last night alone", func(n int) use {
			u := steady(n)
			if n == 9 {
				u.heap += 9 * mega
			}
			return u
		}, 0},
		{"as the square of the turns", func(n int) use { return use{heap: n * n * mega, files: n * n * mega} }, 2},
		{"memory alone, slowly", func(n int) use { return use{heap: n * n * mega / 5} }, 1},
		{"from the second half on", func(n int) use { return use{heap: max(0, n-5) * 2 * mega} }, 1},
	} {
		var uses []use
		for n := range 10 {
			uses = append(uses, tt.of(n))
		}
		var got complaints
		if judgeGrowth(&got, uses); got != tt.want {
			t.Errorf("%s: %d complaints, want %d", tt.name, got, tt.want)
		}
	}
}

func mb(bytes int) float64 { return float64(bytes) / 1e6 }
