package builtin

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
)

// From which chance on an act that was learned counts where no words surely tell what a
// message is, and from which on it speaks against those that seem to.
const (
	actCounts  = 0.5
	actAgainst = 0.8
	actSurely  = 0.9
)

// actKinds are the kinds of small talk that acts are.
var actKinds = map[likely.Act]string{
	likely.AsksDue: "due", likely.AsksAll: "about", likely.OfYou: "self", likely.OfWorld: "cannot", likely.WantsAdvice: "advice", likely.WantsWords: "company",
	likely.Greets: "greet", likely.Leaves: "bye", likely.Thanks: "thanks", likely.Complains: "blame", likely.Nods: "nod", likely.Introduces: "new",
	likely.WantsForgotten: "forget",
}

// introducesWithin is within how many messages somebody says who they are.
const introducesWithin = 4

// is reports whether the message is an act, with so much of a chance at least.
func (s *hearing) is(act likely.Act, least float64) bool { return s.act == act && s.sure >= least }

// asksForTold are the acts with which one asks for what one told.
var asksForTold = map[likely.Act]bool{likely.Asks: true, likely.AsksDue: true, likely.AsksAll: true}

// actOf tells what a message most likely is, and how likely that is: what it is as a whole, or
// what one of its sentences asks, whatever else they say: "the nurse says wait. remind me what
// time the scan is".
func actOf(own string) (likely.Act, float64) {
	act, sure := likely.ActOf(own)
	if asksForTold[act] && sure >= actCounts {
		return act, sure
	}
	if i := askingSentence(own); i >= 0 {
		return likely.ActOf(marked(lang.Split(own)[i]))
	}
	if head, aside := question.WithoutAside(own); aside {
		if asks, so := likely.ActOf(head + "?"); asksForTold[asks] && so >= actCounts {
			return asks, so
		}
	}
	return act, sure
}

// askingSentence returns which of several sentences surely asks for what was told, the last
// of them; -1 for none.
func askingSentence(own string) int {
	list := lang.Split(own)
	if len(list) < 2 {
		return -1
	}
	for i, sen := range slices.Backward(list) {
		least := asksWithout
		switch {
		case question.AsksUnmarked(sen):
			least = actUnsure
		case sen.Asks || tone.Has("word-that-asks", sen.Text):
			least = actCounts
		}
		if act, sure := likely.ActOf(marked(sen)); asksForTold[act] && sure >= least || sen.Asks && tone.Has("asks-back", sen.Text) {
			return i
		}
	}
	return -1
}

// asksWithout is the chance from which on one of several sentences asks, that has no mark.
const asksWithout = 0.85

// marked is a sentence with its question mark.
func marked(sen lang.Sentence) string { return sen.Text + map[bool]string{true: "?"}[sen.Asks] }

// actKind tells what small talk a message is that no words tell, by what was learned, with so
// much of a chance at least; "" for none.
func (s *hearing) actKind(least float64) string {
	own := plain.OwnWords(s.said)
	switch {
	case s.sure < least, s.act == likely.AsksAll && !tone.Has("all-of-me", own):
		return ""
	case s.act == likely.Thanks && tellsBeside(own):
		return ""
	case s.act == likely.Introduces && (s.turn >= introducesWithin || s.newName == "" && namesSomebody(own)): // 「おばぁは90で名前はカマド」
		return ""
	case (s.act == likely.AsksAll || s.act == likely.OfYou) && namesSomebody(withoutName(s, own)), s.act == likely.OfYou && lex.Has("any-self", own):
		return ""
	}
	return actKinds[s.act]
}

// tellsBeside reports whether one of several sentences is more than thanks, a greeting or a
// nod: "thank you. I can't sleep for thinking of monday".
func tellsBeside(text string) bool {
	list := lang.Split(text)
	return len(list) > 1 && slices.ContainsFunc(list, func(sen lang.Sentence) bool {
		switch act, _ := likely.ActOf(sen.Text); act {
		case likely.Thanks, likely.Greets, likely.Leaves, likely.Nods, likely.OfYou:
			return false
		}
		return smallTalkOf(sen.Text) == ""
	})
}

// isHardOnSelf reports whether who says the message is hard on themselves.
func isHardOnSelf(s *scene) bool { return tone.Has("hard-on-self", plain.OwnWords(s.said)) }

// standsUp answers who is hard on themselves.
func standsUp(s *scene, r *reply) bool { return isHardOnSelf(s) && s.says(r, "hard", caring) }

// tellsNothing reports whether the message is, by what was learned, one with which nobody puts
// anything right.
func tellsNothing(s *hearing) bool {
	switch s.act {
	case likely.Tells, likely.Complains, likely.WantsKept, likely.Introduces, likely.Nods:
		return false
	}
	return s.sure >= actCounts
}

// namesSomebody reports whether a text speaks of somebody who is not the user, or of an animal.
func namesSomebody(text string) bool {
	senses := lang.Senses(text)
	return question.IsPerson(senses) || question.IsPet(senses) || len(lang.ProperNames(text)) > 0
}

// asksUnmarked reports whether a sentence, one of so many of the message, asks for what was
// told, by what was learned, without words that surely tell so.
func (s *hearing) asksUnmarked(sen lang.Sentence, of int) bool {
	act, sure := likely.ActOf(sen.Text)
	if of == 1 {
		act, sure = s.act, s.sure+asksWithout-actCounts // little is sure of what is short
	}
	least := actAgainst
	switch {
	case sen.Japanese, tone.Has("word-that-asks", sen.Text):
		least = asksWithout
	case tone.Has("declares", sen.Text):
		return false
	}
	return (act == likely.Asks || act == likely.AsksAll) && sure >= least
}

// From which chance on a kind of what weighs that was learned counts where no words tell it.
const (
	kindCounts = 0.45
	kindSurely = 0.7
)

// threatens reports whether danger is in a text that no word tells. Of 182 lines in no example that
// are danger or hint at it without such a word it hears 127; of 6,503 lines of ordinary talk, among
// them what is low and what says little, 53 are taken for such.
func threatens(text string) bool {
	return likely.Threatens(text) >= threatensFrom && likely.Gladdens(text) < threatensGlad && bothThreaten(text) && !isEveryday(text)
}

// bothThreaten reports whether danger is likely by both that was learned of it: of what one of them
// hears alone, more is false than true.
func bothThreaten(text string) bool {
	return likely.Danger(text)+likely.Threatens(text) >= bothTogether
}

// From which chance on what is glad hints at no danger.
const threatensGlad = 0.3

// From which chances on danger is hinted at, by one that was learned of it, and by both.
const (
	threatensFrom = 0.5
	bothTogether  = 1
)

// kindFrom is the chance from which on a kind of what weighs counts, more than 1 for what does
// not by that: danger is heard by its own, and who tells what they hid need not be ashamed.
func kindFrom(kind lang.Grave) float64 {
	switch kind {
	case lang.Danger, lang.Hint, lang.Shame:
		return 2
	case lang.Alone:
		return kindSurely
	}
	return kindCounts
}

// kindOf tells what weighs in a text by its words, and else by what was learned; danger is no
// more than hinted at so. Words that are often said lightly weigh nothing where all that was
// learned is against it.
func kindOf(text string) lang.Grave {
	g := lang.GraveOf(text)
	if saidLightly(g, text) {
		return lang.NotGrave
	}
	if g = orNeedsHelp(g, text); g != lang.NotGrave {
		return g
	}
	if threatens(text) {
		return lang.Hint
	}
	if kind, sure := likely.GraveOf(text); sure >= kindFrom(kind) && likely.FollowUpOf(text)[likely.Hard] >= hardEnough(kind, text) && !likelyGlad(text) && !isNews(text) && smallTalkOf(text) == "" && !statement.Hushes(text) && !tone.Has(soundOf[kind], text) {
		return kind
	}
	return lang.NotGrave
}

// soundOf are the sections of words that say of one who may weigh so that they are well.
var soundOf = map[lang.Grave]string{lang.Urgent: "body-sound", lang.Pet: "pet-at-rest"}

// hardAtAll is how likely a text is meant as hard at least that weighs by what was learned of its
// kind alone: of lines in no example that are heard so, it leaves out 21 of 250 that weigh and 17 of
// 35 that do not.
const hardAtAll = 0.15

// hardEnough is how likely a text is meant as hard at least that weighs by its kind: whoever leaves
// somebody leaves things lightly as well, "new guy dumped a whole pan of sauce".
func hardEnough(kind lang.Grave, text string) float64 {
	if kind == lang.Parting && lang.Lexicon().Has("throws-down", text) {
		return 1
	}
	return hardAtAll
}

// isNews reports whether a text likely tells good news: "pregnant!! nine weeks", "found my
// tortoise", whatever else begins so.
func isNews(text string) bool {
	return !isNoJoy(text) && (strings.HasPrefix(wholeKind(text, plain.LanguageOf(text, plain.English)), "news.") || likely.Gladdens(text) >= gladSome)
}

// gladSome is the chance to be glad from which on a text is not taken for one that weighs, which
// no word tells.
const gladSome = 0.5

// orNeedsHelp is what weighs in a text that weighs so by its words, or who needs help at once by what
// was learned, where no words tell that: danger is no more than hinted at so.
func orNeedsHelp(g lang.Grave, text string) lang.Grave {
	if presses(g) && g != lang.Relapse || g == lang.Theirs || g == lang.Longing {
		return g
	}
	kind, chance := likely.NeedsHelp(text)
	switch {
	case chance < likely.HelpFrom || likely.Gladdens(text) >= max(threatensGlad, chance) || chance < likelier && isNews(text) || isEveryday(text):
		return g
	case kind == lang.Urgent && isCaredFor(text), kind == lang.Danger && blamesItself(text):
		return g
	case kind != lang.Danger:
		return kind
	case hintsAtNone(text):
		return g
	}
	return lang.Hint
}

// isCaredFor reports whether a text says that somebody is well, or with those who can help.
func isCaredFor(text string) bool { return tone.Has("body-sound", text) || inCare(text) }

// blamesItself reports whether a text only blames who says it for what befell another, "I should have
// stayed with him": of 959 lines of danger none is so.
func blamesItself(text string) bool { return !bothThreaten(text) && tone.Has("own-fault", text) }

// hintsAtNone reports whether a text hints at no danger to who says it, whatever help it seems to ask
// for: all else that was learned of danger says so, or it tells of another alone.
func hintsAtNone(text string) bool {
	return likely.Danger(text)+likely.Threatens(text) < noDanger || tone.Has("of-them", text) && !lang.Lexicon().Has("about-me", text)
}

// noDanger is the sum of both chances of danger below which none is hinted at: of 122 lines in no
// example that are danger and are heard, one lies below.
const noDanger = 0.2

// saidLightly reports whether words of what weighs so weigh nothing by all that was learned:
// "i can't breathe in these jeans". Of who is alone or down, words tell least; of violence they
// are believed. Of 155 lines in no example whose words weigh otherwise so, three of the nine
// harmless ones are said lightly, and none of the others. What is surely not meant as hard may
// grieve a little more: "he failed that same test four times, blamed a sheep on each occasion".
func saidLightly(g lang.Grave, text string) bool {
	grieves, weighs := likely.Grieves(text), likely.Weighs(text)
	switch {
	case g == lang.Alone:
		return grieves < 0.35 && weighs < 0.3
	case !isSofter(g) && g != lang.Relapse || g == lang.Violence:
		return false
	}
	return g != lang.Relapse && grieves < 0.16 && weighs < 0.25 || grieves < 0.4 && weighs < 0.2 && likely.FollowUpOf(text)[likely.Hard] < hardAtAll
}
