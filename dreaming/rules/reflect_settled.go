package rules

import (
	"slices"
	"strings"
	"unicode"

	"yumori/internal/lang"
	"yumori/internal/lang/pending"
)

// still reports whether what a remark leaves open was open at the end of the
// day, and may be spoken of.
func (d *Digest) still(r Remark, o pending.Opening) bool {
	q := Raised{Opening: o, from: r}
	q.Terms = Without(q.Terms, d.Names)
	return !d.answeredLater(q) && !d.settled(q) && !d.unwanted(q)
}

// settled reports whether the user took, later that day, a decision that a
// question waits for.
func (d *Digest) settled(q Raised) bool { return d.settledBy(q) > 0 }

// settledBy returns the index of the remark that settles a question; 0 if none
// does.
func (d *Digest) settledBy(q Raised) int {
	if q.Kind != pending.Choice {
		return 0
	}
	return max(0, slices.IndexFunc(d.Remarks, func(r Remark) bool {
		if !r.user || r.Asks || r.supposes || r.Reports() || r.line < q.from.line || r.line == q.from.line && r.at <= q.from.at {
			return false
		}
		return decides(r) && (len(lang.Shared(q.Terms, r.terms)) > 0 || r.Japanese && sharesKanji(q.Question, r.Text))
	}))
}

// sharesKanji reports whether two Japanese texts have a sign in common, as those
// of a choice and of what was chosen have that of the verb: 止めるか, 止めることにした.
func sharesKanji(a, b string) bool {
	return strings.ContainsFunc(b, func(r rune) bool {
		return unicode.Is(unicode.Han, r) && !strings.ContainsRune("決今日明結局人一二三出来", r) && strings.ContainsRune(a, r)
	})
}

// settle marks what left a choice open that was made later: it tells no longer
// how things are.
func (d *Digest) settle() {
	for i := range d.Remarks {
		r := &d.Remarks[i]
		if k := slices.IndexFunc(r.opens, func(o pending.Opening) bool { return o.Kind == pending.Choice }); k >= 0 {
			r.by = d.settledBy(Raised{Opening: r.opens[k], from: *r})
		}
	}
}

// decides reports whether a remark says what will be done.
func decides(r Remark) bool {
	if lexicon.Has("wavers", r.Text) {
		return false
	}
	if r.Japanese {
		return lexicon.Has("decided", r.Text)
	}
	return lexicon.Has("doing-now", r.Text)
}

// A limit is what the user asked to be left alone.
type limit struct {
	from  Remark
	words string   // the clause that says it
	terms []string // what it is about
}

// limits returns what the user asked on the day to be left alone.
func (d *Digest) limits() []limit {
	var list []limit
	for _, r := range d.own() {
		if r.joke || r.Quotes || r.Reports() && !r.Japanese || !lexicon.Has("limit", r.Text) || !lexicon.Has("limit", r.full) {
			continue
		}
		l := limit{from: r, words: clauseWith(r.Text, "limit")}
		l.terms = Without(lang.Terms(clauseWith(r.full, "limit")), d.Names)
		list = append(list, l)
	}
	return list
}

// unwanted reports whether a question touches what the user asked to be left
// alone.
func (d *Digest) unwanted(q Raised) bool {
	return slices.ContainsFunc(d.left, func(l limit) bool {
		terms := append(lang.Terms(q.Question), d.about(q.from)...)
		return l.from.line != q.from.line && len(lang.Shared(l.terms, terms)) > 0 || len(lang.Shared(l.terms, lang.Terms(q.Question))) > 0
	})
}

// about returns whom a Japanese sentence is about that does not say it: whom
// the sentence before it in the same message began with.
func (d *Digest) about(r Remark) []string {
	if !r.Japanese || r.at == 0 {
		return nil
	}
	for _, o := range d.ByLine[r.line] {
		if m := lexicon.First("topic-ja", o.Text); o.at == r.at-1 && m != nil {
			return lang.Terms(m[1])
		}
	}
	return nil
}

// ofOthers reports whether a Japanese reason is one of somebody named just
// before: "弟は来ない。母と口をきいてないから".
func (d *Digest) ofOthers(r Remark) bool {
	if !r.Japanese || r.at == 0 || !strings.HasSuffix(r.Text, "から") && !strings.HasSuffix(r.Text, "ので") && !strings.HasSuffix(r.Text, "みたい") {
		return false
	}
	for _, o := range d.ByLine[r.line] {
		if o.at == r.at-1 && lexicon.Has("topic-ja", o.Text) && !lexicon.Has("self-ja", o.Text) {
			return true
		}
	}
	return false
}
