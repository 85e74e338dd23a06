package window

import (
	_ "embed"
	"path"
	"strconv"
	"strings"
	"sync"
)

// families is the table, in the form that it says itself.
//
//go:embed families.txt
var families string

// A family is a line of the table.
type family struct {
	pattern string
	tokens  int
}

// table reads the table, once.
var table = sync.OnceValue(func() []family {
	var list []family
	for line := range strings.Lines(families) {
		f := strings.Fields(line)
		if len(f) != 2 || strings.HasPrefix(line, "#") {
			continue
		}
		if n, err := strconv.Atoi(f[1]); err == nil {
			list = append(list, family{f[0], n})
		}
	}
	return list
})

// OfFamily returns the window that hosted models of a name's family are known to
// have, in tokens; 0 if the table has no such family. It holds for the providers
// that host a model, not for a server of one's own, which serves what it was
// started with.
func OfFamily(name string) int {
	name = strings.ToLower(strings.TrimSpace(name))
	name, _, _ = strings.Cut(name, ":") // a router's variant, "…:free"
	name = name[strings.LastIndex(name, "/")+1:]
	for _, f := range table() {
		if ok, err := path.Match(f.pattern, name); ok && err == nil {
			return f.tokens
		}
	}
	return 0
}
