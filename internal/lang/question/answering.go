package question

import (
	"cmp"
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
	"yumori/internal/pattern"
)

// People are the names in some texts and who they are: "Mika" is "@sister".
type People map[string]string

// PeopleIn returns the people whom some texts name.
func PeopleIn(texts []string) People {
	people := People{}
	for _, text := range texts {
		sections := []string{"kin-name-en"}
		if lang.Japanese(text) {
			sections = []string{"kin-name-ja", "kin-called-ja"}
		}
		people.addNick(text)
		for _, section := range sections {
			for _, expr := range lang.Lexicon().Of(section) {
				people.add(text, expr)
			}
		}
	}
	return people
}

// addNick adds somebody whom a Japanese text calls by two names, each as the other.
func (p People) addNick(text string) {
	if g := lang.Lexicon().First("nickname-ja", text); g != nil {
		p[g[2]], p[g[1]] = nameSense(g[1]), nameSense(g[2])
	}
}

// nameSense is the key of the first sense that a name in a question has.
func nameSense(name string) string {
	if s := lang.Senses(name); len(s) > 0 {
		return s[0].Key
	}
	return HiraganaName + name
}

// add adds the people whom an expression finds in a text.
func (p People) add(text string, expr *pattern.Expr) {
	for _, g := range expr.FindAllStringSubmatch(text, 2) {
		kin, name := "", ""
		for i, group := range expr.SubexpNames() {
			switch strings.TrimSuffix(group, "2") {
			case "kin":
				kin += g[i]
			case "name":
				name += g[i]
			}
		}
		if s := lang.Senses(kin); len(s) == 1 && !lang.Lexicon().Has("no-kin-name", name) {
			p[name] = s[0].Key
		}
	}
}

// Meant returns the senses of q that a text does not name but means: kinds of
// things, what a diet rules out, plans. have are its own senses.
func (q Asking) Meant(text string, have []lang.Sense) []lang.Sense {
	var out []lang.Sense
	if q.Kind == AskYesNo && lang.HasSense(have, "@hate") {
		out = append(out, lang.Sense{Key: "@love", Weight: 1})
	}
	for _, key := range []string{"@plan", "@live", "@work", "@study", "@birthday"} {
		if lang.HasSense(q.Senses, key) && lang.Lexicon().Has("means-"+key[1:], text) {
			out = append(out, lang.Sense{Key: key, Weight: 1})
		}
	}
	return append(append(out, q.Forbidden(text, have)...), q.OfKind(text)...)
}

// OfKind returns the senses of q that a text answers by holding something of
// the kind that is asked for.
func (q Asking) OfKind(text string) []lang.Sense {
	var out []lang.Sense
	for _, k := range lang.Kinds().Lines("kinds")[0][1:] {
		word := lang.Kinds().Text("asks."+k, q.Text)
		if word == "" || !lang.Kinds().Has("of."+k, text) {
			continue
		}
		out = append(out, lang.Sense{Key: FromSense, Weight: 1})
		for _, s := range lang.Senses(word) {
			out = append(out, lang.Sense{Key: s.Key, Weight: 1})
		}
	}
	if g := lang.Lexicon().First("counted-ja", q.Text); g != nil && lang.Japanese(text) && q.HoldsNumber(text) { // 三段 answers 何段
		out = append(out, lang.Senses(g[1])...)
	}
	return out
}

// Forbidden returns the senses of a question about food or drink that a text
// rules out by what somebody does not take; have are its own senses.
func (q Asking) Forbidden(text string, have []lang.Sense) []lang.Sense {
	if q.Kind != AskYesNo || !lang.HasSense(q.Senses, "@eat") && !lang.HasSense(q.Senses, "@drink") && !lang.Lexicon().Has("may-have", q.Text) {
		return nil
	}
	var out []lang.Sense
	if lang.HasSense(have, "@allergy") && slices.ContainsFunc(q.Senses, func(s lang.Sense) bool { return s.Key != "@have" && lang.HasSense(have, s.Key) }) {
		out = append(out, q.Senses...) // whatever is to be done with it
	}
	for _, diet := range lang.Kinds().Lines("bars") {
		if !lang.Kinds().Has("diet."+diet[0], text) {
			continue
		}
		barred := lang.Senses(strings.Join(diet[1:], " "))
		out = append(out, slices.DeleteFunc(slices.Clone(q.Senses), func(s lang.Sense) bool { return !lang.HasSense(barred, s.Key) })...)
	}
	if len(out) == 0 {
		return nil
	}
	return append(out, lang.Sense{Key: "@eat", Weight: 1}, lang.Sense{Key: "@drink", Weight: 1}, lang.Sense{Key: "@have", Weight: 0.5})
}

// HoldsPlace reports whether a text says where something is.
func HoldsPlace(text string) bool {
	if lang.Japanese(text) {
		return lang.Lexicon().Has("where-ja", lang.Lexicon().Cut("no-place-ja", text)) || lang.Lexicon().Has("quit-ja", text)
	}
	return lang.Lexicon().Has("where-en", lang.Lexicon().Cut("in-time", when.WithoutDates(text)))
}

// HoldsTime reports whether a text names a time.
func HoldsTime(text string) bool {
	return lang.Lexicon().Has("when-any", text) || lang.Lexicon().Has("when-ja", text)
}

// HoldsNumber reports whether a text holds a number besides its dates, or one
// of what q asks for: "a cat".
func (q Asking) HoldsNumber(text string) bool {
	text = when.WithoutDates(text)
	if g := lang.Lexicon().First("counted-ja", q.Text); g != nil && lang.Japanese(text) {
		return holdsCounted(q, g[1], text)
	}
	if lang.Lexicon().Has("how-old-asked", q.Text) {
		text = lang.Lexicon().Expr("no-age-hour").ReplaceAllString(lang.Lexicon().Expr("no-age").ReplaceAllString(text, " "), " ")
	}
	if lang.Lexicon().Has("how-many-en", q.Text) {
		text = lang.Lexicon().Expr("ordinal").ReplaceAllString(text, " ")
	}
	if lang.Lexicon().Has("number-in", lang.Lexicon().Expr("time-only").ReplaceAllString(lang.Lexicon().Expr("no-number-ja").ReplaceAllString(text, " "), " ")) {
		return true
	}
	return lang.Lexicon().Has("how-many-en", q.Text) && slices.ContainsFunc(lang.Lexicon().Expr("one-of").FindAllStringSubmatch(text, 4), func(g []string) bool {
		return slices.ContainsFunc(lang.Senses(g[1]), func(s lang.Sense) bool { return lang.HasSense(q.Senses, s.Key) })
	})
}

// holdsCounted is HoldsNumber of a Japanese question of how many of a kind there are, 人, or of which.
func holdsCounted(q Asking, counter, text string) bool {
	l := lang.Lexicon()
	if strings.Contains(l.Expr("numeral-ja").ReplaceAllString(text, "\x00"), "\x00"+counter) {
		return true
	}
	switch {
	case counter == "人":
		return l.Has("people-ja", text)
	case counter == "歳":
		return l.Has("bare-age-ja", text)
	case strings.HasPrefix(counter, "年"):
		return l.Has("school-year-ja", text)
	}
	return counter == "番" && strings.Contains(q.Text, "番号") && l.Has("number-in", text) // 鍵の番号、何番
}

// Numbers returns the numbers of a text in their order, however they are
// written.
func Numbers(text string) []int {
	var list []int
	for _, w := range lang.Lexicon().Expr("figure").FindAllString(text, 8) {
		list = append(list, when.Number(w))
	}
	return list
}

// HoldsSomebody reports whether a text says who somebody is, or who was there.
func (q Asking) HoldsSomebody(text string, have []lang.Sense) bool {
	switch does := lang.Lexicon().Has("who-does", q.Text); {
	case lang.Lexicon().Has("together", q.Text) && lang.Lexicon().Has("company", text), IsPet(have) && !IsPet(q.Senses), IsPerson(have):
		return true
	case lang.Japanese(text):
		if lang.Lexicon().Has("called-ja", text) || namedWith(q, text) || lang.Lexicon().Has("who-is-ja", text) {
			return true
		}
	case does && !lang.Lexicon().Has("self-subject", text): // whoever does it stands before the verb
		return true
	}
	return lang.Lexicon().Has("kin-name-en", text) || lang.Lexicon().Has("kin-name-ja", text) || lang.Lexicon().Has("kin-called-ja", text) || lang.Lexicon().Has("is-named", text) || lang.Lexicon().Has("is-a", text)
}

// namedWith reports whether a text names somebody by a word that a question does
// not have.
func namedWith(q Asking, text string) bool {
	return slices.ContainsFunc(append(lang.ProperNames(text), lang.Lexicon().All("latin-name", text)...), func(n string) bool { return !strings.Contains(q.Text, n) })
}

// IsPet reports whether one of some senses is an animal.
func IsPet(list []lang.Sense) bool {
	return slices.ContainsFunc(list, func(s lang.Sense) bool { return s.Key == "@pet" || lang.Answers("@pet", s.Key) })
}

// IsPerson reports whether one of some senses is somebody close.
func IsPerson(list []lang.Sense) bool {
	return slices.ContainsFunc(list, func(s lang.Sense) bool {
		return s.Key == "@family" || s.Key == "@partner" || s.Key == "@friend" || s.Key != "@sibling" && lang.Answers("@family", s.Key)
	})
}

// About returns the words that a text is about; "" when it is the user, who is
// called by some names.
func About(text string, user []string) string {
	if lang.Japanese(text) {
		return aboutJa(text, user)
	}
	text = strings.TrimSpace(when.WithoutDates(text))
	if lang.Lexicon().Has("first-person", text) {
		return ""
	}
	for _, u := range append(user, "User", "You") {
		if rest, ok := strings.CutPrefix(text, u); ok && u != "" && !strings.HasPrefix(rest, "'s") {
			return ""
		}
	}
	var subject []string
	for i, w := range lang.LatinWords(text) {
		if i > 0 && lang.IsVerb(strings.ToLower(w)) || i > 4 {
			break
		}
		if !slices.Contains(user, strings.TrimSuffix(w, "'s")) {
			subject = append(subject, w)
		}
	}
	return strings.Join(subject, " ")
}

func aboutJa(text string, user []string) string {
	before, _, ok := strings.Cut(lang.Lexicon().Expr("time-topic").ReplaceAllString(text, ""), "は")
	ok = ok && !strings.HasSuffix(before, "、") // もう7歳だよ、はやい
	kin := lang.Lexicon().Text("kin-subject", text)
	switch {
	case !ok && kin == "":
		return ""
	case !ok:
		before = strings.TrimSuffix(kin, "が")
	}
	if i := strings.LastIndex(before, "、"); i >= 0 && strings.HasPrefix(before, "もう") && lang.Lexicon().Has("time-topic", before[i+len("、"):]+"は") {
		return ""
	}
	before = lang.Lexicon().Expr("self-possessive").ReplaceAllString(before, "")
	for _, u := range append(user, "ユーザー") {
		if rest, ok := strings.CutPrefix(before, u); ok && u != "" {
			before = strings.TrimPrefix(strings.TrimPrefix(rest, "さん"), "の")
		}
	}
	if lang.Lexicon().Has("only-self", before) || len(before) > 60 {
		return ""
	}
	return before
}

// Covers reports whether q speaks of all that a subject consists of, or calls it
// by its name, or by who it is among some people.
func (q Asking) Covers(subject string, people People) bool {
	senses := lang.Senses(lang.Lexicon().Replace("which-kin", subject))
	for name, concept := range people {
		if strings.Contains(subject, name) && lang.HasSense(q.Senses, concept) || lang.HasSense(q.Senses, name) && lang.HasSense(senses, concept) {
			return true
		}
	}
	named := func(s lang.Sense) bool { return s.Weight > 1 || lang.IsGivenName(s.Key) } // however small it is written
	if slices.ContainsFunc(senses, func(s lang.Sense) bool { return named(s) && lang.HasSense(q.Senses, s.Key) }) {
		return true
	}
	return q.holdsAll(senses)
}

// holdsAll reports whether q speaks of all of some senses; of kin, a name need
// not be said.
func (q Asking) holdsAll(senses []lang.Sense) bool {
	kin := false
	slices.SortStableFunc(senses, func(a, b lang.Sense) int { return cmp.Compare(a.Weight, b.Weight) })
	for _, s := range senses {
		ok := s.Key == "@name" || kin
		for _, w := range q.Senses {
			ok = ok || w.Key == s.Key || lang.Answers(w.Key, s.Key)
			kin = kin || w.Key == s.Key && s.Key[0] == '@'
		}
		if !ok && s.Weight >= 1 {
			return false
		}
	}
	return true
}

// OfDays reports whether q names nothing but days: whatever happens then
// answers it.
func (q Asking) OfDays() bool {
	return len(q.Senses) > 0 && !slices.ContainsFunc(q.Senses, func(s lang.Sense) bool {
		return !strings.HasPrefix(s.Key, "@on") && !strings.HasSuffix(s.Key, "day")
	})
}
