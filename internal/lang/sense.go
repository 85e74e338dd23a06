package lang

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang/cache"
	"yumori/internal/lang/forms"
	"yumori/internal/pattern"
)

// A Sense is a word that carries meaning, in the form it is compared by.
type Sense struct {
	Key    string  // a stem, a run of Japanese characters, or "@concept"
	Weight float64 // how much it tells: a name more than a verb
}

// meanings are the words of both languages by what they mean: en/sense.txt,
// ja/sense.txt.
var meanings = pattern.Load(patternFiles, "en/sense.txt", "ja/sense.txt")

// A WordSort is a section of words in en/sense.txt.
type WordSort string

// The sorts of words that Is tells.
const (
	StopWord  WordSort = "stops"
	Past      WordSort = "past" // a form of the past that does not end in "ed"
	BaseVerb  WordSort = "verb"
	Adverb    WordSort = "adverb"
	Unchanged WordSort = "unchanged" // a verb that keeps its form with any subject
	ThirdVerb WordSort = "third"     // a verb of which a name may be the subject
	Auxiliary WordSort = "auxiliary"
	ModalVerb WordSort = "modal"
	Talked    WordSort = "speaker" // who speaks, or is spoken of
	Filler    WordSort = "filler"  // a stem that asks and does not tell
	Putting   WordSort = "putting" // a stem of a correction that says only that it is one
	baseInED  WordSort = "base-ed"
	namedStop WordSort = "named"    // says nothing, unless it is a name
	NoEvent   WordSort = "no-event" // a form of the past that tells of nothing that happened

	nounOrState WordSort = "state" // behind it, a form of the past tells how something is: "my left eye", "I am told"
)

// Is reports whether an English word in lower case, or a stem, is of a sort.
func Is(sort WordSort, word string) bool { return meanings.Values(string(sort))[word] != "" }

// IsPast reports whether a lower-case verb keeps its form after a name.
func IsPast(low string) bool {
	return Is(Unchanged, low) || Is(Past, low) || strings.HasSuffix(low, "ed") && !Is(baseInED, low)
}

// IsVerb reports whether a lower-case word is likely a verb.
func IsVerb(low string) bool {
	return Is(Auxiliary, low) || Is(ThirdVerb, low) || Is(Past, low) || Is(Unchanged, low) || Is(BaseVerb, baseOf(low)) || strings.HasSuffix(low, "ed")
}

// ToldAsPast reports whether an English clause tells of something that has
// happened.
func ToldAsPast(clause string) bool {
	clause = tellings.Replace("have-got", clause)
	happened, before := !tellings.Has("plans", clause), ""
	for i, w := range LatinWords(clause) {
		low, behind := strings.ToLower(w), before
		before = low
		if low == "was" || low == "were" || low == "had" {
			return true
		}
		past := Is(Past, low) || strings.HasSuffix(low, "ed") && len(low) > 3
		if happened && (i == 0 || w == low) && past && !Is(NoEvent, low) && !Is(nounOrState, behind) {
			return true
		}
	}
	return false
}

// DoesVerb reports whether a lower-case word is a base form, or one with the "s"
// of the third person.
func DoesVerb(low string) bool { return Is(BaseVerb, baseOf(low)) }

// baseOf takes the third person's "s" off a lower-case verb.
func baseOf(low string) string {
	n := len(low)
	switch {
	case low == "has":
		return "have"
	case low == "does":
		return "do"
	case n < 3 || !strings.HasSuffix(low, "s") || strings.HasSuffix(low, "ss") || strings.HasSuffix(low, "us"):
		return low
	case n > 4 && strings.HasSuffix(low, "ies"):
		return low[:n-3] + "y"
	case anySuffix(low, "ches", "shes", "sses", "xes", "zzes"), n > 4 && strings.HasSuffix(low, "oes"):
		return low[:n-2]
	}
	return low[:n-1]
}

func anySuffix(s string, ends ...string) bool {
	return slices.ContainsFunc(ends, func(e string) bool { return strings.HasSuffix(s, e) })
}

// SenseStem takes the endings off a lower-case English word, and makes one of
// its irregular forms.
func SenseStem(w string) string {
	return Stem(forms.Verb(strings.TrimSuffix(strings.Trim(w, "'-"), "'s")))
}

// A concept is what several words mean.
type concepts struct {
	english  map[string]string // by stem
	japanese [][]string        // concept and word, in their order
	weights  map[string]float64
}

var conceptsRead = sync.OnceValue(func() concepts {
	c := concepts{english: map[string]string{}, weights: map[string]float64{}}
	for _, line := range meanings.Lines("concepts") {
		for _, w := range line[1:] {
			c.english[SenseStem(w)] = line[0]
		}
	}
	for _, line := range meanings.Lines("concepts-ja") {
		for _, w := range line[1:] {
			c.japanese = append(c.japanese, []string{line[0], w})
		}
	}
	for _, line := range meanings.Lines("weight") {
		n, _ := strconv.ParseFloat(line[0], 64)
		for _, w := range line[1:] {
			c.weights[w] = n
		}
	}
	return c
})

// Concept returns what the words with a stem mean, "" for none of those known.
func Concept(stem string) string { return conceptsRead().english[stem] }

// weighed returns the sense of a concept.
func weighed(concept string) Sense {
	if w, ok := conceptsRead().weights[concept]; ok {
		return Sense{concept, w}
	}
	return Sense{concept, 1}
}

// Senses returns what the words of a text mean, each once. It reads both
// languages, so that a name told in one is found in the other.
func Senses(text string) []Sense {
	return slices.Clone(latestSenses.Of(text, func() []Sense { return sensesOf(text) }))
}

// latestSenses are those of the texts looked at last.
var latestSenses cache.Cache[[]Sense]

// sensesOf is Senses of a text that is not remembered.
func sensesOf(text string) []Sense {
	var out []Sense
	add := func(s Sense) {
		if !HasSense(out, s.Key) {
			out = append(out, s)
		}
	}
	for i, w := range LatinWords(meanings.Replace("idioms", text)) {
		if low := strings.ToLower(w); i > 0 && w != low && Is(namedStop, low) {
			add(Sense{low, 1.5}) // "my twins are Will and Grace"
		}
		addWord(w, add)
	}
	if Japanese(text) || strings.ContainsFunc(text, isKanaOrHan) {
		addRuns(text, add)
	}
	return out
}

// Words returns the runs of letters, their marks and numbers in a text: of one that is
// written without spaces, what stands between its marks.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !IsWord(r) && !unicode.IsMark(r) })
}

// LatinWords returns the runs of letters and digits in text that are not
// Japanese.
func LatinWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return isKanaOrHan(r) || r == '々' || !IsWord(r) && !unicode.IsMark(r) && !strings.ContainsRune("'+#-", r)
	})
}

// addWord adds the sense of one English word.
func addWord(w string, add func(Sense)) {
	lower := strings.ToLower(w)
	stem := SenseStem(lower)
	if Is(StopWord, lower) || stem == "" {
		return
	}
	c := Concept(stem)
	if c == "" {
		c = kinMisspelt(lower)
	}
	r, _ := utf8.DecodeRuneInString(w)
	switch {
	case c != "":
		add(weighed(c))
	case unicode.IsUpper(r) || unicode.IsNumber(r):
		add(Sense{stem, 1.5})
	default:
		add(Sense{stem, 1})
	}
}

// kinMisspelt returns the concept of a word for kin with one slip in it.
func kinMisspelt(w string) string {
	for _, line := range meanings.Lines("kin-slips") {
		for _, kin := range line[1:] {
			if len(w) >= 5 && w[0] == kin[0] && OneSlip(w, kin) {
				return line[0]
			}
		}
	}
	return ""
}

// addRuns adds the senses of the Japanese runs in text: concepts, runs of
// katakana, and kanji by themselves and in pairs. Hiragana alone tells little.
func addRuns(text string, add func(Sense)) {
	text = strings.ReplaceAll(text, "大丈夫", " ") // it holds nobody's husband
	for _, c := range conceptsRead().japanese {
		if strings.Contains(text, c[1]) {
			add(meant(c[0], c[1]))
			text = strings.ReplaceAll(text, c[1], " ")
		}
	}
	for _, r := range runsOf(text) {
		n := utf8.RuneCountInString(r.text)
		switch {
		case r.class == kanji && n == 1 && !particleNext(r.next):
			add(Sense{r.text, 0.4}) // the root of a verb
		case meanings.Values("stops-ja")[r.text] != "":
		case r.class == katakana && n > 1:
			add(Sense{r.text, 1.5})
		case r.class == kanji:
			addKanjiPairs([]rune(r.text), add)
		}
	}
}

// meant returns the sense of a Japanese word of a concept, or of one that has none of
// what its parts mean: 銀行 goes nowhere.
func meant(concept, word string) Sense {
	if concept == "-" {
		return Sense{word, 1.2}
	}
	return weighed(concept)
}

// addKanjiPairs adds a run of kanji: whole, or its pairs where it is long.
func addKanjiPairs(run []rune, add func(Sense)) {
	if n := len(run); n < 3 {
		add(Sense{string(run), [...]float64{1, 1.2}[n-1]})
		return
	}
	for i := range run[1:] {
		add(Sense{string(run[i : i+2]), 0.8})
	}
}

// particleNext reports whether what follows a noun follows.
func particleNext(next string) bool {
	r, _ := utf8.DecodeRuneInString(next)
	return next == "" || strings.ContainsRune("はがをのにでとも、。 ？", r)
}

// Overlap returns how much of the weight of want is in have, in [0, 1].
func Overlap(want, have []Sense) float64 {
	total, hit := 0.0, 0.0
	for _, w := range want {
		total += w.Weight
		if slices.ContainsFunc(have, func(h Sense) bool { return w.Key == h.Key || Answers(w.Key, h.Key) }) {
			hit += w.Weight
		}
	}
	if total == 0 {
		return 0
	}
	return hit / total
}

// Answers reports whether the more special concept b answers for a.
func Answers(a, b string) bool {
	if a == "" || a[0] != '@' {
		return false
	}
	for _, line := range meanings.Lines("related") {
		if line[0] == a {
			return slices.Contains(line[1:], b)
		}
	}
	return false
}

// IsWeak reports whether a sense by itself says little about what a sentence is
// about: a verb that goes with anything.
func IsWeak(key string) bool { return meanings.Values("weak")[key] != "" }

// HasSense reports whether a key is among some senses.
func HasSense(list []Sense, key string) bool {
	return slices.ContainsFunc(list, func(s Sense) bool { return s.Key == key })
}
