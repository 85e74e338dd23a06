package likely

import (
	_ "embed" // the weights

	"yumori/internal/lang/cache"
	"yumori/internal/lang/softmax"
)

// An Act is what somebody does with a message: ask for what they told, greet, tell something.
type Act string

// The acts. Their examples are testdata/acts_en.txt and acts_ja.txt.
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

// acts tells them apart; the order of the classes is that of their weights.
var acts = sorting{
	classes: []string{
		string(Tells), string(Asks), string(AsksDue), string(AsksAll), string(OfYou), string(OfWorld), string(WantsAdvice), string(Muses), string(WantsWords), string(WantsKept),
		string(WantsForgotten), string(Greets), string(Introduces), string(Leaves), string(Thanks), string(Complains), string(Nods),
	},
	meaning:  byWords,
	english:  softmax.Table(actsEn),
	japanese: softmax.Table(actsJa),
	latest:   &cache.Cache[[]float64]{},
}

var (
	//go:embed acts_en.bin
	actsEn string
	//go:embed acts_ja.bin
	actsJa string
)

// ActOf returns what somebody most likely does with a message, and how likely that is, in
// [0, 1]. Pure; it may be called by many goroutines at once. It takes
// some 80 µs.
func ActOf(text string) (Act, float64) {
	act, chance := acts.of(text)
	return Act(act), chance
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
