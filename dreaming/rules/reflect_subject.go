package rules

import (
	"regexp"
	"slices"
	"strings"

	"yumori/internal/lang"
)

// subject names what the day was about: what was returned to, what changed,
// what is open, what told most.
func (d *Digest) subject(open []Raised) string {
	var names []string
	add := func(n string) {
		if n = d.third(n); len(names) < 2 && !anyones.MatchString(n) && n != "" && !hasFold(names, n) {
			names = append(names, n)
		}
	}
	for _, th := range d.themes() {
		if d.returned(th) {
			add(th.name)
		}
	}
	from := d.telling(open)
	for _, r := range from {
		add(d.nounOf(r, func(n string) bool { return named(n) && !anyones.MatchString(n) }))
	}
	if len(names) == 0 {
		for _, r := range from {
			add(d.nounOf(r, func(n string) bool { return n != "" && !anyones.MatchString(n) }))
		}
	}
	return lang.Cut(strings.Join(names, d.Pick(", ", "、")), MaxSubject)
}

// anyones are words for what every day has, which name nobody's day.
var anyones = regexp.MustCompile(`(?i)^(?:(?:the|a|an|my|your|his|her|our|this|that|some) )?(?:kids?|child|children|boy|girl|baby|guy|man|woman|people|person|school|work|job|class|office|home|house|room|day|days|night|morning|evening|week|weekend|month|year|time|times|hours?|minutes?|thing|things|stuff|way|lot|bit|life|mind|head|body|blood|sleep|bed|food|shifts?|phone|car|place|world|reason|idea|problem|news|talk|message|name)$|^(?:son|daughter|sister|brother|mother|father|wife|husband|friend)$|^(?:あの子|その子|この子|子|学校|仕事|会社|職場|家|部屋|今日|昨日|明日|朝|夜|日|週末|時間|人|こと|もの|話|気持ち|気分|生活|人生|頭|体|理由|問題|名前|先生|友達|友人)$`)

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
