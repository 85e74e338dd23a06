package builtin

import (
	"slices"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/statement"
)

// graveOf tells what weighs in a text. Who mourns and would rather be where the
// dead are is in danger; said of the living, the same words are harmless. What
// only hints at danger is danger behind another hint, or behind what weighs.
// It is worked out once for each text.
func (s *hearing) graveOf(text string) lang.Grave {
	g, ok := s.graves[text]
	if !ok {
		g = s.findGrave(text)
		s.graves[text] = g
	}
	return g
}

func (s *hearing) findGrave(text string) lang.Grave {
	g := s.kindHere(text)
	switch {
	case g != lang.Theirs && g != lang.Danger && lang.DangerSigns(signLines(s, text)...):
		if mayBeDanger(signLines(s, text)) {
			return lang.Danger
		}
		return lang.Hint
	case g != lang.Theirs && lang.DangerBehindHint(text) && slices.ContainsFunc(signLines(s, text), s.hints):
		return lang.Danger
	case g == lang.Longing && s.sadFor(mournHours, lang.Death) && !livingMeant(s, text), g == lang.Hint && weighsBehind(s, text) && surelyHints(text):
		return lang.Danger
	case g == lang.Longing:
		g = lang.NotGrave
	}
	return orGoesOn(s, s.heard(g, text), text)
}

// behindDanger is the chance to need help from which on a text behind words of danger goes on with
// it: of 35 lines of danger in no example all reach it, and one everyday line of ten.
const behindDanger = 0.2

// orGoesOn is what weighs in a text that weighs so much, or a hint where it goes on in danger.
func orGoesOn(s *hearing, g lang.Grave, text string) lang.Grave {
	if g != lang.Danger && lang.GraveOf(text) == lang.NotGrave && goesOnInDanger(s, text) {
		return lang.Hint
	}
	return g
}

// goesOnInDanger reports whether a text behind words of danger, or a hint at it, tells of more of
// it: "i've left a note for my flatmates" behind "my legs are over the edge".
func goesOnInDanger(s *hearing, text string) bool {
	kind, chance := likely.NeedsHelp(text)
	if chance < behindDanger || isEveryday(text) || eases(text) || s.asksYou(text) || s.onlyAsksFact(text) {
		return false
	}
	before := signLines(s, text)
	before = before[:len(before)-1]
	return slices.ContainsFunc(before[max(0, len(before)-dangerLines):], func(line string) bool {
		switch s.kindHere(line) {
		case lang.Danger, lang.Hint:
			both, _ := likely.NeedsHelp(line + "\n" + text)
			return kind == lang.Danger || both == lang.Danger
		}
		return false
	})
}

// kindHere is kindOf of what is said now: what needs a doctor does not where it was long ago or
// one is there, and what is asked of the persona hints at nothing by what was learned alone,
// "would you have kept her at home?".
func (s *hearing) kindHere(text string) lang.Grave {
	g := kindOf(text)
	switch {
	case g == lang.Hint && lang.GraveOf(text) != lang.Hint && (s.asksYou(text) || likely.Danger(text) < likelier && (s.onlyAsksFact(text) && !threatens(text) || asksBeside(s, text) || tone.Has("hard-on-self", text))):
		return lang.NotGrave
	case g == lang.Urgent && (tone.Has("long-past", text) || slices.ContainsFunc(append(linesBefore(s, text), text), inCare)):
		return lang.Illness
	}
	return g
}

// onlyAsksFact reports whether a text asks for what may have been told.
func (s *hearing) onlyAsksFact(text string) bool {
	_, asks := s.asksFact(text)
	return asks
}

// signLines are the lines in which signs of danger are looked for: a text, behind those of the
// user's last lines that neither say there is none nor ask something of the persona.
func signLines(s *hearing, text string) []string {
	return append(slices.DeleteFunc(linesBefore(s, text), func(line string) bool { return deniesDanger(line) || s.asksYou(line) }), text)
}

// hints reports whether a line hints at danger, by its words or by what was learned.
func (s *hearing) hints(line string) bool {
	return lang.GraveOf(line) == lang.Hint || s.heard(lang.GraveOf(line), line) == lang.Hint
}

// mayBeDanger reports whether one of some lines may well be of danger, by what was learned.
func mayBeDanger(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return max(likely.Danger(line), likely.Threatens(line)) >= improbable })
}

// surelyHints reports whether a text hints at danger by its words, or surely by what was
// learned.
func surelyHints(text string) bool {
	return lang.GraveOf(text) == lang.Hint || likely.Danger(text) >= likelier
}

// heard is what weighs in a text that weighs so much by its words, its chance of danger
// counted in.
func (s *hearing) heard(g lang.Grave, text string) lang.Grave {
	if weighsNothing(g, text) {
		g = lang.NotGrave
	}
	if _, forgets := statement.Forgets(text); forgets || statement.TakesBack(text) && g == lang.NotGrave || g != lang.Danger && (isEveryday(text) || deniesDanger(text)) {
		return g
	}
	chance := likely.Danger(text)
	if !bothThreaten(text) {
		chance = min(chance, improbable)
	}
	enough := likely.DangerFrom
	if chance >= enough {
		enough = s.dangerEnough(g, text) // which reads all that was told
	}
	return byChance(g, chance, enough)
}

// dangerEnough is the chance from which on danger is heard in a text that weighs so much: more
// where it asks something, or weighs otherwise.
func (s *hearing) dangerEnough(g lang.Grave, text string) float64 {
	if _, asks := s.asksFact(text); asks || g != lang.NotGrave || s.asksYou(text) {
		return likelier
	}
	return likely.DangerFrom
}

// weighsNothing reports whether words of what weighs so are meant lightly, or for joy: "hems and zips, and
// the odd bride having a breakdown", "we both wept, for joy".
func weighsNothing(g lang.Grave, text string) bool {
	return isSofter(g) && likely.Weighs(text) < light && likely.Grieves(text) < lightKind || mayBeJoy(g) && likelyGlad(text) || (g == lang.Alone || g == lang.Shame) && isGlad(text)
}
