package facts

import "strings"

// namesJapanese returns the names of a sentence that are marked as such.
func namesJapanese(s string) []string {
	found := honored(s)
	for _, e := range lexicon.Of("name") {
		for _, m := range e.FindAllStringSubmatch(s, -1) {
			found = append(found, m[1])
		}
	}
	var names []string
	for _, n := range found {
		n = strings.Trim(n, "「」 ー")
		if n != "" && !oneOf("where-names-stand", n) { // "お母さん" and the like are no names
			names = append(names, eachNamed(n)...)
		}
	}
	return uniqueNames(names)
}
