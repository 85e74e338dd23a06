package document

import (
	"strings"
	"testing"
	"time"
)

// TestUnwrapOfALongPage gives a page of nothing but divided words, as long as a
// page may be: it takes time in proportion.
func TestUnwrapOfALongPage(t *testing.T) {
	t.Parallel()
	const lines = 100_000
	page := strings.Repeat("a line of a book that ends in a divi-\n", lines)
	begin := time.Now()
	got := unwrap(page)
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("took %v", took)
	}
	if want := strings.Repeat("a line of a book that ends in a divi", lines-1); !strings.HasPrefix(got, want) {
		t.Errorf("begins with %q", got[:100])
	}
}
