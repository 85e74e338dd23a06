package rag

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

// resident is how many kilobytes of mapped files, whose names end so, are in
// memory; 0 where that cannot be seen.
func resident(t *testing.T, ending string) int {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return 0
	}
	defer f.Close()
	total, counts := 0, false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var kb int
		if n, _ := fmt.Sscanf(lines.Text(), "Rss: %d kB", &kb); n == 1 && counts {
			total += kb
		}
		if word, _, _ := strings.Cut(lines.Text(), " "); strings.Contains(word, "-") {
			counts = strings.HasSuffix(lines.Text(), ending)
		}
	}
	return total
}
