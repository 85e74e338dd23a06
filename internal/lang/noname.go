package lang

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed noname.txt
var noNameFile string

var noNames = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(noNameFile) {
		if !strings.HasPrefix(line, "#") {
			for _, w := range strings.Fields(line) {
				set[w] = true
			}
		}
	}
	return set
})

// NoName reports whether what has a capital, or is marked as names are, names
// nobody and no thing of one's own: a month, a nationality, "Mom". Each of its
// words has to be of that sort: "Aunt Lucy" is a name.
func NoName(name string) bool {
	words := strings.Fields(strings.ToLower(Clean(name)))
	for _, w := range words {
		bare := strings.TrimSuffix(w, "'s")
		if !noNames()[w] && !noNames()[bare] && !noNames()[strings.TrimSuffix(bare, "s")] {
			return false
		}
	}
	return true
}
