package companion

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"yumori/internal/exchange"
	"yumori/internal/llm/builtin"
)

// exportOfAYear writes a year of talk as ChatGPT exports it, of some megabytes.
func exportOfAYear(b *testing.B, megabytes int) (file string, messages int) {
	b.Helper()
	file = filepath.Join(b.TempDir(), "conversations.json")
	f, err := os.Create(file)
	must(b, err)
	w := bufio.NewWriter(f)
	words := strings.Repeat("The heron stood by the river and waited for the rain to end. ", 15)
	size := 0
	for n := 0; size < megabytes*1e6; n++ {
		var texts []string
		for i := range 20 {
			texts = append(texts, fmt.Sprintf("%d.%d %s", n, i, words))
		}
		sep := ","
		if n == 0 {
			sep = "["
		}
		k, err := w.WriteString(sep + gptThread(fmt.Sprint("t", n), lastMay+n*6_000, "", texts...))
		must(b, err)
		size += k
		messages += len(texts)
	}
	_, err = w.WriteString("]")
	must(b, err)
	must(b, w.Flush())
	must(b, f.Close())
	return file, messages
}

// peakMemory is the most memory that the process had since resetPeak, in megabytes;
// 0 where the system does not tell.
func peakMemory() float64 {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(data), "VmHWM:")
	var kb float64
	_, _ = fmt.Sscan(rest, &kb)
	return kb / 1000
}

func resetPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // Linux has it start anew
}

// BenchmarkImport brings in 100 MB of ChatGPT's export (bars: 10,000 messages a
// second, 300 MB of memory), after one that was cancelled halfway.
func BenchmarkImport(b *testing.B) {
	file, messages := exportOfAYear(b, 100)
	for b.Loop() {
		b.StopTimer()
		h, err := OpenHome(b.Context(), Options{Home: b.TempDir(), Builtin: builtin.New(builtin.Options{}), Samples: samples()})
		must(b, err)
		ctx, cancel := context.WithCancel(b.Context())
		_, err = h.Import(ctx, exchange.ImportRequest{Path: file, Progress: func(n int) {
			if n > messages/2 {
				cancel()
			}
		}})
		if cancel(); ReasonOf(err) != ReasonStopped {
			b.Fatal("cancelled: ", err)
		}
		runtime.GC()
		resetPeak()
		b.StartTimer()
		report, err := h.Import(b.Context(), exchange.ImportRequest{Path: file})
		must(b, err)
		b.StopTimer()
		if report.Imported.Messages != messages {
			b.Fatalf("%d messages came in, of %d", report.Imported.Messages, messages)
		}
		b.ReportMetric(peakMemory(), "peak-MB")
		must(b, h.Close())
		b.StartTimer()
	}
	b.ReportMetric(float64(messages)*float64(b.N)/b.Elapsed().Seconds(), "messages/s")
}

// BenchmarkBackup copies a home of ten years (bar: 10 s), and looks whether it has
// to be copied again (bar: 1 s).
func BenchmarkBackup(b *testing.B) {
	home := lived(b, lifeDays)
	h, err := openLife(b, home)
	must(b, err)
	defer h.Close()
	for b.Loop() {
		to := b.TempDir()
		_, _, err := h.Backups.Backup(b.Context(), BackupRequest{To: to})
		must(b, err)
		b.StopTimer()
		start := time.Now()
		again, _, err := h.Backups.Backup(b.Context(), BackupRequest{To: to})
		must(b, err)
		if !again.Same {
			b.Fatal("nothing has changed, and it was copied again")
		}
		b.ReportMetric(time.Since(start).Seconds()*1000, "unchanged-ms")
		b.ReportMetric(float64(again.Size)/1e6, "MB")
		b.StartTimer()
	}
}
