package facts

import "strings"

// namesEnglish returns the proper names of a sentence.
func namesEnglish(s string) []string {
	var names []string
	for _, at := range lexicon.Expr("proper").FindAllStringIndex(s, -1) {
		if at[0] > 0 {
			if before := s[at[0]-1]; before != ' ' && before != '"' && before != '(' && before != '@' {
				continue
			}
		}
		n := strings.TrimSuffix(strings.TrimRight(s[at[0]:at[1]], "'-&"), "'s")
		for {
			first, rest, more := strings.Cut(n, " ")
			if !oneOf("no-name", first) {
				break
			}
			if n = rest; !more {
				break
			}
		}
		if n != "" && !strings.Contains(n, "I'") {
			names = append(names, n)
		}
	}
	return uniqueNames(names)
}
