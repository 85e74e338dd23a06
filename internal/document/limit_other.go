//go:build !linux

package document

import (
	"os"
	"os/exec"
)

// limitProcess has nothing to do: the process watches itself, and whoever
// started it watches the time.
func limitProcess(uint64) error { return nil }

// become runs pdftotext in the place of this process.
func become(program string) int {
	cmd := exec.Command(program, pdftotextArgs(program)[1:]...) //nolint:noctx // whoever started this process ends it
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return exitFailed
	}
	return exitDone
}
