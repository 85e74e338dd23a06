package rules

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/question"
)

// whom returns whom a text is of, its owners and its subject, as one compares
// them: what they are to the user, or their names. Who is not named is the user,
// or nobody.
func whom(text string) []string {
	var keys []string
	add := func(name string) {
		key := strings.ToLower(name)
		for _, s := range lang.Senses(name) {
			if key = s.Key; question.IsPerson([]lang.Sense{s}) {
				break
			}
		}
		if key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, s := range lang.Senses(text) {
		if question.IsPerson([]lang.Sense{s}) {
			keys = append(keys, s.Key)
		}
	}
	if lang.Japanese(text) {
		for _, name := range lang.PersonsJa(text) {
			add(lexicon.Replace("honorific", name))
		}
		return keys
	}
	for _, p := range lang.Persons(text) {
		add(p.Name)
	}
	for _, g := range lexicon.Expr("owner").FindAllStringSubmatch(text, 4) {
		if !lang.Is(lang.StopWord, strings.ToLower(g[1])) {
			add(g[1])
		}
	}
	for _, of := range []string{"asked-subject", "first-subject"} {
		if g := lexicon.First(of, text); g != nil && namesSomebody(g[1]) {
			add(g[1])
		}
	}
	return keys
}

// namesSomebody reports whether a word with a capital is a name, as far as one
// can tell.
func namesSomebody(word string) bool {
	low := strings.ToLower(word)
	ss := lang.Senses(word)
	return len(ss) == 1 && ss[0].Key[0] != '@' && !lang.IsVerb(low) && !lang.DoesVerb(low) && !lang.Is(lang.StopWord, low) && !lang.Is(lang.Adverb, low)
}

// sameSubject reports whether a remark may be of the one whom a matter is about:
// what Nora's interview came to tells nothing of the user's.
func (m matter) sameSubject(r Remark) bool {
	asked, clause := whom(m.topic), m.clauseIn(r.Text)
	if len(lang.Shared(asked, keysOf(r.Text))) > 0 {
		return true
	}
	told, self := Without(whom(clause), keysOf(m.topic)), saysSelf(clause)
	switch {
	case len(asked) > 0:
		return len(told) == 0 && !self
	case len(told) == 0 || self:
		return true
	}
	return !r.Japanese && !lexicon.Has("you", m.topic) && (!owned(clause) || lexicon.Has("of-nobody", m.topic)) // somebody may have done it
}

// keysOf returns all that a text names, as whom does.
func keysOf(text string) []string {
	keys := whom(text)
	for _, s := range lang.Senses(text) {
		keys = append(keys, s.Key)
	}
	return keys
}

// clauseIn returns the clause of a text that speaks of a matter; all of it where
// none does by itself.
func (m matter) clauseIn(text string) string {
	for _, clause := range lexicon.Expr("clause-end").Split(text, -1) {
		if len(lang.Shared(m.terms, lang.Terms(clause))) > 0 {
			return strings.TrimSpace(clause)
		}
	}
	return text
}

// saysSelf reports whether a clause speaks of the user, and not only of somebody
// of theirs.
func saysSelf(text string) bool {
	if lang.Japanese(text) {
		return lexicon.Has("own-self-ja", text)
	}
	return slices.ContainsFunc(lexicon.Expr("own-self").FindAllStringSubmatch(text, 4), func(g []string) bool {
		return g[1] == "" || !lexicon.Has("kin-of", g[1]) && len(lang.Persons("my "+g[1])) == 0
	})
}

// owned reports whether an English text is of something of somebody's.
func owned(text string) bool { return lexicon.Has("owner", text) || lexicon.Has("owned-by", text) }
