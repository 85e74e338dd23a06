package lang

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed verbs_en.txt
var verbsFile string

var verbForms = sync.OnceValue(func() map[string]string {
	forms := map[string]string{}
	for line := range strings.Lines(verbsFile) {
		if f := strings.Fields(line); len(f) > 0 && f[0] != "#" {
			for _, w := range f {
				forms[w] = Stem(f[0])
			}
		}
	}
	return forms
})

// VerbStem returns what the forms of an English verb come out as: "wrote" and
// "writing" the same.
func VerbStem(w string) string {
	w = strings.ToLower(w)
	if s, ok := verbForms()[w]; ok {
		return s
	}
	return Stem(w)
}
