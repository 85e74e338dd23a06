package statement

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

// subjectIn tells of whom a statement tells that is held, read by itself.
func subjectIn(own string) Subject {
	return latestSubjects.Of(own, func() Subject {
		for _, s := range lang.Sentences(own) {
			t := talk{}
			return t.read(s).Subject
		}
		return Subject{}
	})
}

// OfAnother reports whether what is held is of somebody else than the one it is
// told by, who may be called by names in it: "Ken's cousin Ada lives in Cork".
// It is pure.
func OfAnother(held string, names ...string) bool {
	return subjectIn(firstPerson(lang.OwnWords(held, names), append(slices.Clone(names), lang.SomeUser...))).Who == Someone
}

// replacesOf is Replaces where the telling, what is held, or both are of
// somebody else than who tells: they put each other in the past if they are of
// the same one, and then as what one tells of oneself does.
func (t Telling) replacesOf(own string, of Subject, names []string) bool {
	if t.Of.Who == Speaker || of.Who == Speaker || t.Of.Who == of.Who && !sameOne(t.Of.Name, of.Name) {
		return false
	}
	if t.Of.Who != of.Who {
		return lang.Compare(own, t.Text, names...).Stance == lang.Contradicts
	}
	said := Telling{Text: firstPerson(t.Text, []string{t.Of.Name})}
	held := firstPerson(own, []string{of.Name})
	if said.Text == t.Text || held == own {
		return lang.Compare(own, t.Text, names...).Stance == lang.Contradicts
	}
	said.Topic, said.About, said.Value = topicOf(lang.Sentence{Text: said.Text, Japanese: lang.Japanese(said.Text)}, said.Text)
	return said.replacesOwn(held, names)
}

// sameOne reports whether two names mean the same person: "Brigid" and "my
// cousin Brigid", みゆき and 友達のみゆき.
func sameOne(a, b string) bool {
	x, y := nameWords(a), nameWords(b)
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	return !slices.ContainsFunc(x, func(w string) bool { return !slices.Contains(y, w) })
}

// nameWords are what somebody is called, word by word, without the honorific.
func nameWords(name string) []string {
	name = strings.ToLower(name)
	if lang.Japanese(name) {
		words := strings.Split(name, "の")
		for i, w := range words {
			words[i] = honorific.ReplaceAllString(w, "")
		}
		return words
	}
	return slices.DeleteFunc(strings.Fields(name), func(w string) bool { return w == "my" || w == "our" || w == "the" })
}

var honorific = pattern.New(`(?:さん|ちゃん|くん|君)$`)
