package lang

import (
	_ "embed" // the tables
	"strings"
)

// A Grave is something that weighs, told by the one it weighs on.
type Grave string

// What may weigh, in the order in which a text that says several is taken.
const (
	NotGrave Grave = ""
	Theirs   Grave = "theirs"   // somebody else, to themselves
	Danger   Grave = "danger"   // the speaker to themselves
	Urgent   Grave = "urgent"   // a body that needs a doctor this minute, anybody's
	Unborn   Grave = "unborn"   // a pregnancy lost, a child that does not come
	Pet      Grave = "pet"      // an animal's death
	Harm     Grave = "harm"     // done by the speaker to others
	Violence Grave = "violence" // done, threatened or feared
	Death    Grave = "death"    // of somebody, or near
	Illness  Grave = "illness"  // grave, of body or mind
	Parting  Grave = "parting"  // betrayed, left, estranged
	Ruin     Grave = "ruin"     // work, home or money lost
	Relapse  Grave = "relapse"  // into what one had left
	Refused  Grave = "refused"  // an exam, a visa, a claim
	Shame    Grave = "shame"    // blame of oneself, what is hidden
	Alone    Grave = "alone"    // nobody there, nothing left
	Longing  Grave = "longing"  // to be where somebody is: danger in mourning, harmless else
	Hint     Grave = "hint"     // of danger: harmless by itself, perhaps
)

var (
	//go:embed grave_en.txt
	graveEn string
	//go:embed grave_ja.txt
	graveJa string

	graveEnglish  = NewTable(graveEn)
	graveJapanese = NewTable(graveJa)
)

// WithoutAdverbs returns a Japanese text without what says when and how much, which
// may stand between any two parts of a sentence: 妻を先月亡くした is 妻を亡くした.
func WithoutAdverbs(text string) string { return Lexicon().Cut("floats-ja", text) }

// GraveOf tells what weighs in a text of the speaker's own, in either
// language or both; NotGrave for what does not. It rather takes something for
// grave that is not than the other way round: what follows is to be gentle, or
// to keep it. Pure; some 0.1 ms for a usual message.
func GraveOf(text string) Grave {
	if strings.ContainsFunc(text, isKanaOrHan) {
		text = writtenJa.Replace("self-or-home", writtenJa.Replace("self-words", text))
		for _, said := range []string{text, WithoutAdverbs(text)} {
			if g := Grave(graveJapanese.Kind(said)); g != NotGrave {
				return g
			}
		}
	}
	return Grave(graveEnglish.Kind(text))
}
