package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkFirstFrame starts the program with an empty log and with 100,000
// messages, in turn, and reports the median time from its start until the
// conversation is on the screen, its resident memory then, and the ratios of
// both. The bars are 1.3.
func BenchmarkFirstFrame(b *testing.B) {
	d := newDesktop(b)
	bin, err := buildOnce()
	if err != nil {
		b.Fatal(err)
	}
	homes := map[int]string{0: b.TempDir(), 100_000: b.TempDir()}
	for n, home := range homes {
		cmd := exec.Command(bin, "--home", home, "state")
		cmd.Env = d.env
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		writeLog(b, filepath.Join(home, "personas", "luna", "log.jsonl"), n)
	}
	took, memory := map[int][]float64{}, map[int][]float64{}
	for b.Loop() {
		for _, n := range []int{0, 100_000} {
			ms, mb := d.firstFrame(bin, homes[n])
			took[n], memory[n] = append(took[n], ms), append(memory[n], mb)
		}
	}
	b.ReportMetric(median(took[0]), "ms-empty")
	b.ReportMetric(median(took[100_000])/median(took[0]), "time-ratio")
	b.ReportMetric(median(memory[0]), "MB-empty")
	b.ReportMetric(median(memory[100_000])/median(memory[0]), "memory-ratio")
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}

// firstFrame starts the program, waits until it says that the conversation is
// shown, and returns how long that took (ms) and its resident memory (MB).
func (d *desktop) firstFrame(bin, home string) (ms, mb float64) {
	d.t.Helper()
	cmd := exec.Command(bin, "--home", home)
	cmd.Env = append(slices.Clone(d.env), "YUMORI_LOG=debug")
	log := &output{}
	cmd.Stderr = log
	start := time.Now()
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = cmd.Wait() }()
	defer func() { _ = cmd.Process.Signal(os.Interrupt) }()
	for !strings.Contains(log.String(), "conversation shown") {
		if time.Since(start) > patience {
			d.t.Fatalf("no first frame:\n%s", log)
		}
		time.Sleep(time.Millisecond) // a benchmark may: it measures another process
	}
	return float64(time.Since(start).Microseconds()) / 1000, resident(d.t, cmd.Process.Pid)
}

// resident returns a process's resident memory in MB.
func resident(tb testing.TB, pid int) float64 {
	tb.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				tb.Fatal(err)
			}
			return float64(kb) / 1024
		}
	}
	tb.Fatal("no VmRSS")
	return 0
}

// writeLog writes a log of n messages of this month.
func writeLog(tb testing.TB, file string, n int) {
	tb.Helper()
	if n == 0 {
		return
	}
	var out strings.Builder
	parent := ""
	now := time.Now()
	start := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
	for i := range n {
		id := fmt.Sprintf("01K%023d", i)
		role := "user"
		if i%2 == 1 {
			role = "persona"
		}
		fmt.Fprintf(&out, `{"kind":"message","id":%q,"parent":%q,"role":%q,"time":%q,"text":"Message number %d about the harbour, the ferry and 港のあかり."}`+"\n",
			id, parent, role, start.Add(time.Duration(i)*time.Second).Format(time.RFC3339), i)
		parent = id
	}
	if err := os.WriteFile(file, []byte(out.String()), 0o600); err != nil {
		tb.Fatal(err)
	}
}
