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

// TestPagesOfTheKeywordIndexGoBack counts what bleve's files keep in memory.
func TestPagesOfTheKeywordIndexGoBack(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", many(0, 3000))
	f.sync()
	f.open()
	f.search("number17")
	before := resident(t, ".zap")
	if before == 0 {
		t.Skip("it cannot be seen here what is in memory")
	}
	f.x.corpus.keys.LetGo()
	if after := resident(t, ".zap"); after >= before {
		t.Errorf("%d kB before, %d after", before, after)
	}
	if got := f.ids(Query{Text: "number17"}); len(got) < 3 || got[:3] != "d17" {
		t.Errorf("found %.40s", got)
	}
}
