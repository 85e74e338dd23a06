package lang

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed stance_en.txt
var stanceEnglish string

//go:embed stance_ja.txt
var stanceJapanese string

// SomeUser is what an opinion calls one who has told no name.
var SomeUser = []string{"the user", "user", "ユーザー"}

// A lexicon is the words of one language by which stances are told.
type lexicon struct {
	lists  map[string][]string
	sets   map[string]map[string]bool
	frames []frame
}

// A frame is a phrase that says something of an object.
type frame struct {
	words []string // of the phrase; in Japanese one
	rel   relation
	no    bool
	place string // where its object stands: see the lists
}

// shared are the words of both languages that objects are compared by.
type shared struct {
	apart  [][]string          // words of which only one can be so
	kinds  map[string][]string // what is a kind of something
	state  map[string][]string // what somebody has who is in a state no more
	places map[string]bool     // of which one may be in another
}

var (
	lexiconEn   = sync.OnceValue(func() *lexicon { return lexiconOf(stanceEnglish) })
	lexiconJa   = sync.OnceValue(func() *lexicon { return lexiconOf(stanceJapanese) })
	stanceWords = sync.OnceValue(func() *shared {
		w := &shared{kinds: map[string][]string{}, state: map[string][]string{}, places: map[string]bool{}}
		for _, l := range []*lexicon{lexiconEn(), lexiconJa()} {
			for _, line := range l.lists["apart"] {
				w.apart = append(w.apart, stems(strings.Fields(line)))
			}
			for _, p := range stems(l.lists["places"]) {
				w.places[p] = true
			}
			for name, table := range map[string]map[string][]string{"kinds": w.kinds, "states": w.state} {
				for _, line := range l.lists[name] {
					head, rest, _ := strings.Cut(line, ":")
					table[Stem(Stem(strings.TrimSpace(head)))] = stems(strings.Fields(rest))
				}
			}
		}
		return w
	})
)

func stems(words []string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = Stem(Stem(w))
	}
	return list
}

// byLine are the lists of which a line is one entry, and byWord those of which
// each word is one; of the others entries stand between commas.
var (
	byLine = []string{"apart", "kinds", "states"}
	byWord = []string{"skip", "places", "jobs", "months", "kin"}
)

// lexiconOf reads the words of a language; see stance_en.txt for the form.
func lexiconOf(text string) *lexicon {
	l := &lexicon{lists: map[string][]string{}, sets: map[string]map[string]bool{}}
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			name = strings.Trim(line, "[]")
		case slices.Contains(byLine, name):
			l.lists[name] = append(l.lists[name], line)
		case slices.Contains(byWord, name):
			l.lists[name] = append(l.lists[name], strings.Fields(line)...)
		default:
			for entry := range strings.SplitSeq(line, ",") {
				l.lists[name] = append(l.lists[name], formsOf(strings.TrimSpace(entry))...)
			}
		}
	}
	for name, list := range l.lists {
		l.sets[name] = map[string]bool{}
		for _, w := range list {
			l.sets[name][w] = true
		}
		if f := strings.Fields(name); len(f) == 3 {
			for _, w := range list {
				l.frames = append(l.frames, frame{strings.Fields(w), relation(f[0]), f[1] == "-", f[2]})
			}
		}
	}
	slices.SortFunc(l.frames, func(a, b frame) int { // the longest first
		if n := len(b.words) - len(a.words); n != 0 {
			return n
		}
		if n := len(strings.Join(b.words, " ")) - len(strings.Join(a.words, " ")); n != 0 {
			return n
		}
		return strings.Compare(strings.Join(a.words, " ")+a.place, strings.Join(b.words, " ")+b.place)
	})
	return l
}

// formsOf returns an entry with the regular forms of its verb, if it is marked
// as one.
func formsOf(entry string) []string {
	verb, ok := strings.CutPrefix(entry, "~")
	if !ok {
		return []string{entry}
	}
	root := strings.TrimSuffix(verb, "e")
	list := []string{verb, verb + "s", root + "ed", root + "ing"}
	if strings.HasSuffix(verb, "s") || strings.HasSuffix(verb, "sh") {
		list[1] = verb + "es"
	}
	if last := verb[len(verb)-1]; strings.HasSuffix(verb, "er") || last == 'p' || last == 't' && verb != "regret" {
		list = append(list, verb+string(last)+"ed", verb+string(last)+"ing") // preferred, dropping
	}
	if verb == "regret" {
		list = append(list, "regretted", "regretting")
	}
	return list
}

// has reports whether one of the phrases of a list stands in a text whose words
// are between single spaces, with one before and behind.
func (l *lexicon) has(list, spaced string) bool {
	return slices.ContainsFunc(l.lists[list], func(w string) bool { return strings.Contains(spaced, " "+w+" ") })
}
