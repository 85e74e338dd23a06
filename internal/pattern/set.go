package pattern

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Set is the expressions and words of one language for one matter, by the
// names of their sections. Its files are read when it is first used. It is
// safe for concurrent use. The format:
//
//	# a comment
//	{kin} mother father sister        words: {kin} in an expression is any of them
//	[asks]                            the expressions below say that a sentence asks
//	^(?:what|who|where)
//	+ what should i cook              an example for the expressions since the last blank line
//	- whatever works for me           what none of the section finds
//	[written]
//	\bgonna\b => going to             Replace puts this in place of what is found
//	[past]=                           words: a line is a value and what has it,
//	go went gone                      the value itself too, but for one with a colon
//	colour: red green blue
//
// Case does not count in expressions. Their order is the order in which they
// are tried. What a section named "x-not" finds, "x" may find too.
type Set struct{ read func() *set }

type set struct {
	sections map[string][]*listed
	words    map[string]string
	values   map[string]map[string]string
	lines    map[string][][]string
	examples []example
}

// A listed expression is one line of a file.
type listed struct {
	source string // as it stands in the file
	re     *Expr
	to     string // what Replace puts in its place
}

// An example is a line that a group of expressions finds something in, or
// must not.
type example struct {
	section string
	group   []*listed
	text    string
	matches bool
}

// Load returns the set of some files, which have to be there and right: one
// that is not panics when the set is first used.
func Load(files fs.FS, names ...string) *Set { return Extend(nil, files, names...) }

// Extend is Load of files in whose expressions the words of other sets stand
// for the same: {kin}. Of a name in two of them, the later has it.
func Extend(known []*Set, files fs.FS, names ...string) *Set {
	return &Set{sync.OnceValue(func() *set {
		l := &set{sections: map[string][]*listed{}, words: map[string]string{}, values: map[string]map[string]string{}, lines: map[string][][]string{}}
		for _, k := range known {
			maps.Copy(l.words, k.read().words)
		}
		for _, name := range names {
			data, err := fs.ReadFile(files, name)
			if err != nil {
				panic(err)
			}
			l.parse(string(data))
		}
		return l
	})}
}

// Read reads the files of a set, which otherwise waits for its first use.
func (s *Set) Read() { s.read() }

// Of returns the expressions of a section, in their order.
func (s *Set) Of(section string) []*Expr {
	var list []*Expr
	for _, p := range s.read().sections[section] {
		list = append(list, p.re)
	}
	return list
}

// Words returns the words that a name stands for in expressions; nil if it
// stands for none.
func (s *Set) Words(name string) []string {
	return strings.Split(strings.TrimSuffix(strings.TrimPrefix(s.read().words["{"+name+"}"], "(?:"), ")"), "|")
}

// Values returns the words of a section of words, each with its value. The
// map is shared: nobody may change it.
func (s *Set) Values(section string) map[string]string { return s.read().values[section] }

// Lines returns the lines of a section of words, in their order. They are
// shared: nobody may change them.
func (s *Set) Lines(section string) [][]string { return s.read().lines[section] }

// Find returns what the first expression of a section that finds something in a
// text finds there, by the names of its groups, and as "" the whole; nil if
// none does.
func (s *Set) Find(section, text string) map[string]string {
	return s.FindThat(section, text, func(map[string]string) bool { return true })
}

// FindThat is Find of the first expression whose finding is accepted.
func (s *Set) FindThat(section, text string, accepts func(map[string]string) bool) map[string]string {
	var t Text
	t.Look(text)
	for _, p := range s.read().sections[section] {
		if !p.re.May(&t) {
			continue
		}
		m := p.re.compiled().FindStringSubmatch(text)
		if m == nil {
			continue
		}
		found := map[string]string{"": m[0]}
		for i, name := range p.re.SubexpNames() {
			if name != "" && m[i] != "" {
				found[name] = m[i]
			}
		}
		if accepts(found) {
			return found
		}
	}
	return nil
}

// First returns what the first expression of a section that finds something in
// a text finds there: all of it, and each of its groups; nil if none does.
func (s *Set) First(section, text string) []string {
	for _, p := range s.read().sections[section] {
		if m := p.re.FindStringSubmatch(text); m != nil {
			return m
		}
	}
	return nil
}

// Text is all that First returns, "" if it returns nothing.
func (s *Set) Text(section, text string) string {
	if m := s.First(section, text); m != nil {
		return m[0]
	}
	return ""
}

// Expr returns the expression of a section that has one; another is a mistake
// of the program.
func (s *Set) Expr(section string) *Expr {
	list := s.read().sections[section]
	if len(list) != 1 {
		panic(fmt.Sprintf("pattern: %d expressions in [%s]", len(list), section))
	}
	return list[0].re
}

// Has reports whether an expression of a section finds something in a text.
func (s *Set) Has(section, text string) bool {
	var t Text
	t.Look(text)
	return slices.ContainsFunc(s.read().sections[section], func(p *listed) bool { return p.re.Matches(&t) })
}

// All returns all that the expressions of a section find in a text.
func (s *Set) All(section, text string) (found []string) {
	for _, p := range s.read().sections[section] {
		found = append(found, p.re.FindAllString(text, -1)...)
	}
	return found
}

// Cut takes off a text what the expressions of a section find in it, but for
// what they call rest.
func (s *Set) Cut(section, text string) string {
	for _, p := range s.read().sections[section] {
		text = p.re.ReplaceAllString(text, "${rest}")
	}
	return strings.TrimSpace(text)
}

// Replace puts in place of all that the expressions of a section find what
// they have behind "=>", one expression after the other.
func (s *Set) Replace(section, text string) string {
	for _, p := range s.read().sections[section] {
		text = p.re.ReplaceAllString(text, p.to)
	}
	return text
}

func (l *set) parse(text string) {
	section := ""
	var group []*listed
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch values := l.values[section]; {
		case strings.HasPrefix(line, "#"):
		case line == "":
			group = nil
		case wordsLine.MatchString(line):
			name, words, _ := strings.Cut(line, " ")
			l.words[name] = l.expand("(?:" + strings.Join(strings.Fields(words), "|") + ")") // of those above
		case headLine.MatchString(line):
			section, group = strings.Trim(line, "[]="), nil
			if strings.HasSuffix(line, "=") {
				l.values[section] = map[string]string{}
			}
		case values != nil:
			words := strings.Fields(line)
			value, bare := strings.CutSuffix(words[0], ":")
			words[0] = value
			l.lines[section] = append(l.lines[section], words)
			if bare {
				words = words[1:]
			}
			for _, w := range words {
				values[w] = value
			}
		case strings.HasPrefix(line, "+ "), strings.HasPrefix(line, "- "):
			l.examples = append(l.examples, example{section, group, line[2:], line[0] == '+'})
		default:
			source, to, _ := strings.Cut(line, " => ")
			p := &listed{line, New("(?i)" + l.expand(source)), to}
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

// wordsLine gives words a name, headLine begins a section.
var (
	wordsLine = New(`^\{[a-z]+\} `)
	headLine  = New(`^\[[a-z][a-z0-9.-]*\]=?$`)
)

// expand puts the words for their names.
func (l *set) expand(source string) string {
	for name, words := range l.words {
		source = strings.ReplaceAll(source, name, words)
	}
	return source
}

// counters reports whether an example is one that a section must not find, or is
// of "x" and the section "x-not" does not find it.
func (s *Set) counters(e example, section string) bool {
	return e.section == section && !e.matches || e.section+"-not" == section && e.matches && !s.Has(section, e.text)
}

// maxExpression bounds an expression in characters: a longer one is several.
const maxExpression = 200

// Check returns what is wrong with a set: expressions that are too long, have
// no example or no counterexample, or do not find what their example says.
func (s *Set) Check() []error {
	l := s.read()
	var bad []error
	for section, list := range l.sections {
		counter := slices.ContainsFunc(l.examples, func(e example) bool { return s.counters(e, section) })
		for _, p := range list {
			wrong := func(what string) {
				bad = append(bad, fmt.Errorf("[%s] %.60s: %s", section, p.source, what))
			}
			if utf8.RuneCountInString(p.source) > maxExpression {
				wrong("is too long")
			}
			if _, err := Parse(l.expand(p.source)); err != nil {
				wrong(err.Error())
			}
			if !counter {
				wrong("has no counterexample in its section")
			}
			if !slices.ContainsFunc(l.examples, func(e example) bool { return e.matches && slices.Contains(e.group, p) }) {
				wrong("has no example")
			}
		}
	}
	for _, e := range l.examples {
		found := slices.ContainsFunc(e.group, func(p *listed) bool { return p.re.MatchString(e.text) })
		switch {
		case e.matches && !found:
			bad = append(bad, fmt.Errorf("[%s] does not find %q", e.section, e.text))
		case !e.matches && s.Has(e.section, e.text) && !s.Has(e.section+"-not", e.text):
			bad = append(bad, fmt.Errorf("[%s] finds %q", e.section, e.text))
		}
	}
	return bad
}
