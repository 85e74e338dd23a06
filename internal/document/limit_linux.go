package document

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// maxCPU is how many seconds of work the reading process may do.
const maxCPU = 120

// limitProcess bounds what this process and what it becomes may use: memory
// beyond what it has now, work, and no files to write.
func limitProcess(memory uint64) error {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	pages, err := strconv.ParseUint(string(bytes.Fields(statm)[0]), 10, 64)
	if err != nil {
		return err
	}
	// Address space is reserved generously, beyond what is used.
	space := pages*uint64(os.Getpagesize()) + 2*memory + 512<<20
	for _, l := range []struct {
		name string
		what int
		most uint64
	}{{"address space", syscall.RLIMIT_AS, space}, {"work", syscall.RLIMIT_CPU, maxCPU}, {"core", syscall.RLIMIT_CORE, 0}} {
		if err := syscall.Setrlimit(l.what, &syscall.Rlimit{Cur: l.most, Max: l.most}); err != nil {
			return fmt.Errorf("%s: %w", l.name, err)
		}
	}
	return nil
}

// become turns this process into pdftotext, which keeps its limits.
func become(program string) int {
	err := syscall.Exec(program, pdftotextArgs(program), []string{"LC_ALL=C.UTF-8"})
	fmt.Fprintln(os.Stderr, "start pdftotext:", err)
	return exitFailed
}
