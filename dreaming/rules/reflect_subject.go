package rules

import (
	"slices"
	"strings"

	"yumori/internal/lang"
)

// subject names what the day was about: what was returned to, what changed,
// what is open, what told most.
func (d *Digest) subject(open []Raised) string {
	var names []string
	add := func(n string) {
		if n = d.third(n); len(names) < 2 && !lexicon.Has("anyones", n) && n != "" && !hasFold(names, n) {
			names = append(names, n)
		}
	}
	for _, th := range d.themes() {
		if th.returned() {
			add(th.name)
		}
	}
	from := d.telling(open)
	for _, r := range from {
		add(d.nounOf(r, func(n string) bool { return named(n) && !lexicon.Has("anyones", n) }))
	}
	if len(names) == 0 {
		for _, r := range from {
			add(d.nounOf(r, func(n string) bool { return n != "" && !lexicon.Has("anyones", n) }))
		}
	}
	return lang.Cut(strings.Join(names, d.Pick(", ", "、")), MaxSubject)
}

// telling returns the remarks that tell most of what the day was about.
func (d *Digest) telling(open []Raised) []Remark {
	var list []Remark
	if i := slices.IndexFunc(d.Remarks, func(r Remark) bool { return r.user && r.news }); i >= 0 {
		list = append(list, d.Remarks[i])
	}
	if len(open) > 0 {
		list = append(list, open[0].from)
	}
	if r, ok := d.strongest(); ok {
		list = append(list, r)
	}
	return list
}

// nounOf returns the first name in a remark that will do; "" if none does.
func (d *Digest) nounOf(r Remark, will func(name string) bool) string {
	for _, t := range r.terms {
		if n := d.nameOf(t); lang.Noun(t) && will(n) {
			return n
		}
	}
	return ""
}

func hasFold(list []string, s string) bool {
	f := lang.Fold(s)
	for _, o := range list {
		if g := lang.Fold(o); strings.Contains(g, f) || strings.Contains(f, g) {
			return true
		}
	}
	return false
}

// unasked reports whether a remark tells of what nobody is asked about later:
// danger to oneself, violence, a child lost, guilt.
func unasked(text string) bool {
	switch lang.GraveOf(text) {
	case lang.Danger, lang.Theirs, lang.Longing, lang.Violence, lang.Harm, lang.Unborn, lang.Shame:
		return true
	}
	return false
}

// weighsOn reports whether a remark tells of a death, an illness, a parting or
// what else a day is dark by.
func weighsOn(text string) bool {
	g := lang.GraveOf(text)
	return g != lang.NotGrave && g != lang.Refused && g != lang.Alone
}
