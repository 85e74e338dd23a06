package rules

import (
	"slices"
	"strings"

	"yumori/internal/lang"
)

// whoBack is how many remarks back somebody is looked for whom a pronoun means.
const whoBack = 8

// named returns a remark's sentence as it would be understood alone: the first
// "she" or "him" in it replaced by whom it means, and in Japanese somebody to
// whom a message goes. It is as it was if nobody was named, or two who may be
// meant.
func (d *Digest) named(s lang.Sentence) lang.Sentence {
	if s.Japanese {
		if lang.Sends(s.Text) {
			if name := d.lastJa(); name != "" {
				s.Text = lang.ToWhomJa(s.Text, name)
			}
		}
		return s
	}
	word, before := lang.Pronoun(s.Text)
	if word == "" || lexicon.Has("own-pronoun", s.Text) {
		return s // "her own" is whoever the sentence is about
	}
	she := word == "she" || word == "her"
	fits := func(p lang.Somebody) bool { return she && p.She || !she && p.He }
	fullName := func(n string) bool { return strings.Contains(n, " ") }
	if slices.ContainsFunc(lang.Persons(before), fits) || slices.ContainsFunc(lang.ProperNames(before), fullName) {
		return s // it means whom the sentence names: "Dai Protheroe rang and he's coming on Thursday"
	}
	if p := d.meant(fits); p != "" {
		s.Text = lang.Named(s.Text, p)
	}
	return s
}

// meant returns the one of those spoken of last who fits; "" if several may be
// meant, or none.
func (d *Digest) meant(fits func(lang.Somebody) bool) string {
	for i := len(d.Remarks) - 1; i >= max(0, len(d.Remarks)-whoBack); i-- {
		if d.Remarks[i].Japanese {
			continue
		}
		var found []string
		for _, p := range lang.Persons(d.Remarks[i].Text) {
			if fits(p) && !slices.Contains(found, p.Name) && !d.ofThoseWhoTalk(p.Name) {
				found = append(found, p.Name)
			}
		}
		if named := slices.DeleteFunc(slices.Clone(found), func(n string) bool { return strings.HasPrefix(n, "the ") }); len(named) == 1 {
			found = named // "took Bella to the vet"
		}
		switch {
		case len(found) > 1, len(found) == 0 && lexicon.Has("bare-kin", d.Remarks[i].Text):
			return "" // "the real news is mam had a stroke"
		case len(found) == 1:
			return found[0]
		}
	}
	return ""
}

// lastJa returns whom the talk named last; "" if nobody of late.
func (d *Digest) lastJa() string {
	for i := len(d.Remarks) - 1; i >= max(0, len(d.Remarks)-whoBack); i-- {
		list := lang.PersonsJa(d.Remarks[i].Text)
		list = slices.DeleteFunc(list, d.ofThoseWhoTalk)
		if n := len(list); n > 0 {
			return list[n-1]
		}
	}
	return ""
}

// lost reports whether an English question means somebody whom it does not
// name.
func lost(question string) bool {
	word, before := lang.Pronoun(question)
	return word != "" && len(lang.Persons(strings.TrimSpace(before))) == 0
}

// youJa is the user in a Japanese sentence.
func (in Material) youJa() string {
	if in.User == "" {
		return "相手"
	}
	if lexicon.Has("titled", in.User) {
		return in.User
	}
	return in.User + "さん"
}
