package lang

import (
	"embed"
	"strings"
	"sync"

	"yumori/internal/pattern"
)

//go:embed en/*.txt ja/*.txt
var patternFiles embed.FS

// The format of a file of patterns, one per language and matter:
//
//	# a comment
//	{kin} mother father sister        words: {kin} in a pattern is any of them
//	[asks]                            the patterns below say that a sentence asks
//	^(?:what|who|where)
//	+ what should i cook              matches one of the patterns since the last blank line
//	- whatever works for me           matches none of them
//
// Patterns are regular expressions for which case does not count, tried in
// order. Examples are read by the tests alone.
type patternSet struct {
	sections map[string][]*listed
	words    map[string]string
	examples []example
}

// A listed pattern is one expression of a file.
type listed struct {
	source string // as it stands in the file
	re     *expr
}

// An example is a line that a group of patterns matches, or must not match.
type example struct {
	section string
	group   []*listed
	text    string
	matches bool
}

// find returns the first pattern of a section that a text matches, and its
// submatches by name; nil if there is none.
func (l *patternSet) find(section, text string) map[string]string {
	folded := pattern.Fold(text)
	for _, p := range l.sections[section] {
		if !p.re.May(folded) {
			continue
		}
		m := p.re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		found := map[string]string{"": m[0]}
		for i, name := range p.re.SubexpNames() {
			if name != "" && m[i] != "" {
				found[name] = m[i]
			}
		}
		return found
	}
	return nil
}

// all returns what the patterns of a section find in a text.
func (l *patternSet) all(section, text string) (found []string) {
	for _, p := range l.sections[section] {
		found = append(found, p.re.FindAllString(text, -1)...)
	}
	return found
}

// has reports whether a text matches a pattern of a section.
func (l *patternSet) has(section, text string) bool {
	folded := pattern.Fold(text)
	for _, p := range l.sections[section] {
		if p.re.May(folded) && p.re.MatchString(text) {
			return true
		}
	}
	return false
}

// cut takes off a text what the patterns of a section match in it, but for what
// they call rest.
func (l *patternSet) cut(section, text string) string {
	for _, p := range l.sections[section] {
		text = p.re.ReplaceAllString(text, "${rest}")
	}
	return strings.TrimSpace(text)
}

// wordsLine gives words a name.
var wordsLine = rx(`^\{[a-z]+\} `)

// english and japanese are the patterns of a language, read when they are first used.
var (
	english  = sync.OnceValue(func() *patternSet { return readPatterns("en/statement.txt", "en/fact.txt") })
	japanese = sync.OnceValue(func() *patternSet { return readPatterns("ja/statement.txt", "ja/fact.txt") })
)

func patternsOf(s Sentence) *patternSet {
	if s.Japanese {
		return japanese()
	}
	return english()
}

// readPatterns reads embedded files, which have to be right.
func readPatterns(names ...string) *patternSet {
	l := &patternSet{sections: map[string][]*listed{}, words: map[string]string{}}
	for _, name := range names {
		data, err := patternFiles.ReadFile(name)
		if err != nil {
			panic(err)
		}
		l.read(string(data))
	}
	return l
}

func (l *patternSet) read(text string) {
	section := ""
	var group []*listed
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "#"):
		case line == "":
			group = nil
		case wordsLine.MatchString(line):
			name, words, _ := strings.Cut(line, " ")
			l.words[name] = "(?:" + strings.Join(strings.Fields(words), "|") + ")"
		case line[0] == '[' && strings.HasSuffix(line, "]") && !strings.ContainsAny(line[1:len(line)-1], "[^"):
			section, group = line[1:len(line)-1], nil
		case strings.HasPrefix(line, "+ "), strings.HasPrefix(line, "- "):
			l.examples = append(l.examples, example{section, group, line[2:], line[0] == '+'})
		default:
			p := &listed{line, rx("(?i)" + l.expand(line))}
			group = append(group, p)
			l.sections[section] = append(l.sections[section], p)
			for i := range l.examples { // of a group that goes on after its examples
				if len(l.examples[i].group) > 0 && l.examples[i].group[0] == group[0] {
					l.examples[i].group = group
				}
			}
		}
	}
}

// expand puts the words for their names.
func (l *patternSet) expand(source string) string {
	for name, words := range l.words {
		source = strings.ReplaceAll(source, name, words)
	}
	return source
}
