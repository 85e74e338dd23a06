package rules

import (
	"regexp"
	"slices"
	"strings"

	"yumori/goals"
	"yumori/internal/lang"
	"yumori/internal/lang/statement"
)

// An aim is what a goal is about, without what only frames it.
type aim struct {
	nouns []string // words of its matter
	verb  string   // stem of what is to be done; "" if it names none
	whom  string   // whose aim it is, folded, where it is neither the user's nor the persona's: "Help Mika …"
}

var (
	framedEn = regexp.MustCompile(`^(?:Help|Remind|Support|Encourage) ([\w' -]{1,40}?)(?: with this| of this| with| to| in)?:? `)
	framedJa = regexp.MustCompile(`「([^」]+)」`)
)

// aimOf reads a goal.
func (gf *goalFinder) aimOf(g goals.Goal) aim {
	text := g.Goal
	var a aim
	if m := framedEn.FindStringSubmatch(text); m != nil {
		text = strings.TrimPrefix(text, m[0])
		if f := lang.Fold(m[1]); f != lang.Fold(gf.day.User) && f != "you" && f != "them" && !strings.Contains(f, "user") {
			a.whom = f
		}
	} else if m := framedJa.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	a.nouns = Without(lang.Terms(text), gf.day.Names)
	if lang.Japanese(text) {
		if m := lexicon.First("verb-ja", strings.TrimRight(text, "。 ")); m != nil {
			a.verb = m[1] + m[2]
		}
	} else {
		for lexicon.Has("filler", text) {
			text = lexicon.Replace("filler", text)
		}
		if first, _, _ := strings.Cut(text, " "); first != "" && !lexicon.Has("article", first) {
			a.verb = lang.VerbStem(strings.Trim(first, ".,:;"))
		}
	}
	a.nouns = slices.DeleteFunc(a.nouns, func(t string) bool { return t == a.verb || lang.VerbStem(t) == a.verb })
	return a
}

// comesUp reports whether a remark is of an aim: it shares its matter and what
// is to be done about it, and is of the one whose aim it is. What leans on the
// sentence or the question before it is read with that.
func (gf *goalFinder) comesUp(i int, a aim) bool {
	r := gf.day.Remarks[i]
	if !a.heldBy(r) {
		return false
	}
	if a.meets(r.terms, r.Text) {
		return true
	}
	if i == 0 || len(r.terms) > 2 && !r.leans {
		return false
	}
	before := gf.day.Remarks[i-1]
	if before.line != r.line && (before.user || !before.Asks) {
		return false
	}
	return a.meets(slices.Concat(before.terms, r.terms), before.Text+" "+r.Text)
}

// meets reports whether words are of an aim: as many of its words as tell it
// from others, what is to be done among them.
func (a aim) meets(terms []string, text string) bool {
	acts := a.verb == "" || lexicon.Has("done", text)
	shared := len(lang.Shared(a.nouns, terms))
	of := len(a.nouns)
	if a.verb != "" {
		of++
		if a.named(text) {
			acts = true
			shared++
		}
	}
	return acts && shared > 0 && shared >= min(2, len(a.nouns)) && 5*shared >= 2*of && len(lang.Shared(a.nouns, terms)) >= min(1, len(a.nouns))
}

// named reports whether a text has the verb of an aim.
func (a aim) named(text string) bool {
	if lang.Japanese(a.verb) {
		return strings.Contains(text, a.verb)
	}
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || strings.ContainsRune(".,:;!?()", r) }), func(w string) bool {
		return lang.VerbStem(w) == a.verb
	})
}

// heldBy reports whether a remark is of the one whose aim it is, or of the
// thing: not of somebody else.
func (a aim) heldBy(r Remark) bool {
	list := statement.Statements(r.Raw)
	if len(list) == 0 {
		return true
	}
	switch s := list[0].Subject; s.Who {
	case statement.Someone:
		return a.whom != "" && strings.Contains(lang.Fold(s.Name), a.whom)
	case statement.Speaker:
		return a.whom == ""
	}
	return true
}
