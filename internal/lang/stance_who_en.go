package lang

import (
	"slices"
	"strings"
	"unicode"
)

// possessedEn reports whether a noun is of somebody else: "my sister's dog".
func possessedEn(tokens []aToken, speaker []string) bool {
	for _, t := range tokens {
		if owner, ok := strings.CutSuffix(t.low, "'s"); ok && !slices.ContainsFunc(speaker, func(n string) bool { return strings.EqualFold(n, owner) }) {
			return true
		}
		if t.low == "his" || t.low == "her" || t.low == "their" || t.low == "your" {
			return true
		}
	}
	return false
}

func pronounEnd(tokens []aToken) bool {
	n := 0
	for _, t := range tokens {
		if !lexiconEn().sets["skip"][t.low] {
			n++
		}
	}
	return n == 0
}

// subjectOf tells of whom a clause is whose verb these words stand before: ""
// is the speaker. ok is false if it is of a thing.
func (r reader) subjectOf(before []aToken) (who string, ok bool) {
	for i, t := range before {
		next := ""
		if i+1 < len(before) {
			next = before[i+1].low
		}
		if name, how := r.person(t, next); how != nobody {
			return name, how == somebody
		}
		if who == "" && !lexiconEn().sets["skip"][t.low] && !lexiconEn().sets["authority"][t.low] && t.raw != t.low {
			who = t.low
		}
	}
	return who, true
}

// A personhood says whether a word names somebody.
type personhood int

const (
	nobody   personhood = iota
	somebody            // the speaker, if there is no name
	aThing
)

// person tells whom a word names.
func (r reader) person(t aToken, next string) (string, personhood) {
	l := lexiconEn()
	owner, owns := strings.CutSuffix(t.low, "'s")
	own := "first"
	if r.page {
		own = "third"
	}
	switch {
	case l.sets[own][t.low]:
		return "", somebody
	case l.sets["first"][t.low] && !r.isSpeaker("i"): // on a page: whoever wrote it
		return "i", somebody
	case r.isSpeaker(owner), t.low == "the" && r.isSpeaker(next):
		return "", somebody
	case owns, l.sets["others"][t.low]:
		return owner, somebody
	case (t.low == "my" || t.low == "our") && kinEn(next):
		return "my " + next, somebody
	case t.low == "the" && next != "" && !l.sets["authority"][next]:
		return next, aThing
	}
	return "", nobody
}

// kinEn reports whether a word is what somebody is to one.
func kinEn(w string) bool {
	w = strings.TrimSuffix(w, "'s")
	return lexiconEn().sets["kin"][w] || isKin(w) || isKin(strings.TrimSuffix(w, "s"))
}

// isSpeaker reports whether a word, in lower case, names the one who speaks.
func (r reader) isSpeaker(w string) bool {
	return slices.ContainsFunc(slices.Concat(r.speaker, SomeUser), func(n string) bool {
		return strings.EqualFold(w, n) || strings.EqualFold(w, firstWordOf(n)) && !strings.EqualFold(w, "the")
	})
}

func firstWordOf(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return w
}

// objectEn reads a noun with what belongs to it.
func objectEn(tokens []aToken) object {
	var o object
	l := lexiconEn()
	mods := false
	for i, t := range tokens {
		w := Stem(Stem(strings.TrimSuffix(t.low, "'s"))) // mornings, morning
		switch {
		case t.low == "," && len(o.head) > 0:
			return o
		case t.low == "no", t.low == "without":
			o.none = true
		case i == 0 && l.sets["certain"][t.low]:
			o.one = true
		case l.sets["prepositions"][t.low]:
			mods = mods || len(o.head) > 0
		case strings.ContainsFunc(t.low, unicode.IsDigit) || l.sets["months"][t.low]:
			o.value = append(o.value, t.low)
		case t.low == "," || l.empty(t.low):
		case mods:
			o.mods = append(o.mods, w)
		default:
			o.head = append(o.head, w)
			o.one = o.one && !strings.HasSuffix(t.low, "s")
		}
	}
	return o
}

// ThirdPerson reports whether an English word is a verb as it stands behind a
// name, which a sentence that begins with it leaves out: "prefers evening
// walks".
func ThirdPerson(word string) bool {
	l := lexiconEn()
	if !strings.HasSuffix(word, "s") || word != strings.ToLower(word) {
		return false
	}
	return slices.ContainsFunc(l.frames, func(f frame) bool { return f.place == "verb" && f.words[0] == word })
}

// empty reports whether a word says nothing of an object.
func (l *lexicon) empty(w string) bool {
	return l.sets["skip"][w] || l.sets["one"][w] || l.sets["changed"][w] || isAdverb(w)
}
