package prompt

import (
	"unicode/utf8"

	"yumori/dreaming/record"
	"yumori/internal/lang"
	"yumori/internal/llm"
)

// LayerDreamt tells the persona whom and what a dream proposes to remember;
// it decides with its tools.
const LayerDreamt = "dreamt"

// dreamtShown is how many characters of candidates go into one prompt. What
// does not fit is told in the next.
const dreamtShown = 4_000

// A dreamtLine is a candidate in the prompt.
type dreamtLine struct{ Name, Note string }

// dreamtLines returns the candidates for a prompt, as many as fit, and where
// each stands.
func dreamtLines(list []record.Candidacy) (lines []dreamtLine, places []string) {
	room := dreamtShown
	for _, k := range list {
		n := utf8.RuneCountInString(k.Name) + utf8.RuneCountInString(k.Note)
		if room -= n; room < 0 && len(lines) > 0 {
			break
		}
		lines = append(lines, dreamtLine{llm.OneLine(k.Name), lang.Clip(llm.OneLine(k.Note), dreamtShown)})
		places = append(places, k.Dream+"#"+k.Item)
	}
	return lines, places
}
