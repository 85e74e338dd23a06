package companion

import (
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/dreaming/record"
	"yumori/internal/lang"
	"yumori/internal/llm"
)

// layerDreamt tells the persona whom and what a dream proposes to remember;
// it decides with its tools.
const layerDreamt = "dreamt"

// dreamtShown is how many characters of candidates go into one prompt. What
// does not fit is told in the next.
const dreamtShown = 4_000

// A dreamtLine is a candidate in the prompt.
type dreamtLine struct{ Name, Note string }

// untold returns the candidates that the persona was not told of, oldest
// first.
func (c *Companion) untold() []record.Candidacy {
	return slices.DeleteFunc(c.candidates(), func(k record.Candidacy) bool { return k.Told != "" })
}

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

// toldDreams notes that the persona was told of the candidates that were in
// the prompt of a reply. Built-in rules cannot decide on them: they were told
// nothing.
func (c *Companion) toldDreams(r reply) {
	if r.speaker.Rules {
		return
	}
	byDream := map[string][]string{}
	for _, l := range r.prompt.plan.Sections {
		if l.Name != layerDreamt {
			continue
		}
		for _, place := range l.Files {
			if id, item, ok := strings.Cut(place, "#"); ok {
				byDream[id] = append(byDream[id], item)
			}
		}
	}
	if len(byDream) == 0 {
		return
	}
	d, err := record.Open(c.dir)
	if err != nil {
		c.logger.Error("note what was told", "error", err)
		return
	}
	for id, items := range byDream {
		if err := d.Told(id, items, string(r.kept.ID)); err != nil {
			c.logger.Error("note what was told", "dream", id, "error", err)
		}
	}
	c.dreams.forget()
}
