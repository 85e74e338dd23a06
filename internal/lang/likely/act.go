package likely

import (
	_ "embed" // the weights
	"iter"
	"math"
	"strconv"
	"strings"
	"sync"

	"yumori/internal/lang/plain"
)

// An Act is what somebody does with a message: ask for what they told, greet, tell something.
type Act string

// The acts. What the examples of each are is written at their head: testdata/acts_en.txt.
const (
	Tells          Act = "tell"   // tells something
	Asks           Act = "ask"    // asks for what the speaker may have told before
	AsksDue        Act = "due"    // asks what is to be done
	AsksAll        Act = "about"  // asks for all that is known of somebody, or of a day
	OfYou          Act = "you"    // is of the companion itself
	OfWorld        Act = "world"  // asks for knowledge, or for a skill
	WantsAdvice    Act = "advice" // asks for judgement
	Muses          Act = "musing" // sounds like a question and asks nothing
	WantsWords     Act = "say"    // begs for a word, or for somebody to be there
	WantsKept      Act = "keep"   // asks that something be kept
	WantsForgotten Act = "forget" // asks that something be forgotten
	Greets         Act = "hello"
	Introduces     Act = "intro" // says who they are
	Leaves         Act = "bye"
	Thanks         Act = "thanks" // thanks or praises
	Complains      Act = "scold"  // says that the companion was wrong, or did not listen
	Nods           Act = "nod"    // only reacts
)

// acts are all of them, in the order of their weights.
var acts = [...]Act{Tells, Asks, AsksDue, AsksAll, OfYou, OfWorld, WantsAdvice, Muses, WantsWords, WantsKept, WantsForgotten, Greets, Introduces, Leaves, Thanks, Complains, Nods}

// The weights of the acts, one part of a text a line: pairs of an act, by its place in acts,
// and what the part weighs for it, in hundredths, then the part. They are written by `go
// test -run TestActs -learn`: softmax regression, the parts of a text divided by the square
// root of their number.
var (
	//go:embed acts_en.txt
	actsEn string
	//go:embed acts_ja.txt
	actsJa string

	englishActs  = sync.OnceValue(func() map[string][]weighing { return parseActs(actsEn) })
	japaneseActs = sync.OnceValue(func() map[string][]weighing { return parseActs(actsJa) })
)

// A weighing is what a part weighs for one act.
type weighing struct {
	act    int
	weight float64
}

// ActOf returns what somebody most likely does with a message, and how likely that is, in
// [0, 1]. Pure; it may be called by many goroutines at once. The first call reads the
// weights, some 30 ms; every other takes some 100 µs.
func ActOf(text string) (Act, float64) {
	known, parts := englishActs, actPartsEn
	if plain.LanguageOf(text, plain.English) == plain.Japanese {
		known, parts = japaneseActs, actPartsJa
	}
	chances := softmax(known(), parts(text))
	best := 0
	for i, c := range chances {
		if c > chances[best] {
			best = i
		}
	}
	return acts[best], chances[best]
}

// untoldFrom is the chance from which on a text of an act that tells nothing does not.
const untoldFrom = 0.8

// Untold reports whether a text surely tells nothing that one would keep: it asks, muses,
// greets, thanks, takes leave, or only reacts. Cost and concurrency are those of ActOf.
func Untold(text string) bool {
	switch act, sure := ActOf(text); act {
	case Tells, Introduces, WantsKept, WantsForgotten, Complains:
		return false
	default:
		return sure >= untoldFrom
	}
}

// softmax returns how likely each act is by the weights of some parts, each counted once.
func softmax(known map[string][]weighing, parts iter.Seq[string]) (chances [len(acts)]float64) {
	seen := make(map[string]bool, usual)
	for part := range parts {
		if all := known[part]; len(all) > 0 && !seen[part] {
			seen[part] = true
			for _, w := range all {
				chances[w.act] += w.weight
			}
		}
	}
	scale := 1 / math.Sqrt(float64(max(1, len(seen))))
	for i := range chances {
		chances[i] *= scale
	}
	for _, w := range known[""] {
		chances[w.act] += w.weight
	}
	sum := 0.0
	for i, c := range chances {
		chances[i] = math.Exp(c)
		sum += chances[i]
	}
	for i := range chances {
		chances[i] /= sum
	}
	return chances
}

// parseActs reads weights of acts; a line that is none is left out.
func parseActs(text string) map[string][]weighing {
	known := make(map[string][]weighing, strings.Count(text, "\n"))
	for line := range strings.Lines(text) {
		pairs, part, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok {
			continue
		}
		for pair := range strings.SplitSeq(pairs, ",") {
			act, weight, _ := strings.Cut(pair, ":")
			i, err := strconv.Atoi(act)
			n, nerr := strconv.Atoi(weight)
			if err == nil && nerr == nil && i >= 0 && i < len(acts) {
				known[part] = append(known[part], weighing{i, float64(n) / 100})
			}
		}
	}
	return known
}

// actPartsEn returns the parts of an English text by which its act is told: those of its
// words, its first and last words, its marks and how long it is.
func actPartsEn(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		words := wordsOf(text)
		n := len(words)
		for _, part := range []string{edge("first", words, 0, 1), edge("first", words, 0, 2), edge("first", words, 0, 3), edge("last", words, n-1, n), edge("last", words, n-2, n), marksOf(text), length(n)} {
			if part != "" && !yield(part) {
				return
			}
		}
		for i := range n {
			if !yield("word "+words[i]) || i > 0 && !yield("two "+words[i-1]+" "+words[i]) {
				return
			}
		}
		runs([]string{"^ " + strings.Join(words, " ") + " $"}, 3, 5)(yield)
	}
}

// actPartsJa returns the parts of a Japanese text by which its act is told.
func actPartsJa(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		pieces := piecesOf(text)
		size := 0
		for _, p := range pieces {
			size += len(p) / 3
		}
		if yield(marksOf(text)) && yield(length(size/2)) {
			runs([]string{"^" + strings.Join(pieces, "|") + "$"}, 1, 5)(yield)
		}
	}
}

// edge names the words of a text from one place to another, "" where it has not so many.
func edge(name string, words []string, from, to int) string {
	if from < 0 || to > len(words) {
		return ""
	}
	return name + " " + strings.Join(words[from:to], " ")
}

// marksOf names which marks a text has that say how it is meant.
func marksOf(text string) string {
	asks, exclaims := strings.ContainsAny(text, "?？"), strings.ContainsAny(text, "!！")
	switch {
	case asks:
		return "marks ?"
	case exclaims:
		return "marks !"
	}
	return "marks none"
}

// length names how long a text of so many words is.
func length(n int) string {
	size := 0
	for ; n > 0; n /= 2 {
		size++
	}
	return "length " + strconv.Itoa(size)
}
