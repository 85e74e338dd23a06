package builtin

import (
	"slices"
	"strings"

	"yumori/internal/lang"
)

// settle finds what was put right later. What puts it right answers for it.
func (s *scene) settle() {
	all := s.memories
	for i := range all {
		later := &all[i]
		if !later.corrects && later.value == "" {
			continue
		}
		for j := i - 1; j >= max(0, i-maxSettled); j-- {
			earlier := &all[j]
			if earlier.ended || earlier.noted || earlier.lang != later.lang || !s.replaces(earlier, later) {
				continue
			}
			earlier.ended, later.was = true, earlier
			later.terms = append(later.terms, earlier.termsAt()...)
		}
		if later.was == nil && later.first == nil {
			s.mayPutRight(i)
		}
	}
}

// maxSettled is how many tellings back something is put right.
const maxSettled = 300

// replaces reports whether a later telling puts an earlier one in the past.
func (s *scene) replaces(earlier, later *memory) bool {
	names := []string{s.subjectName(), s.user}
	if later.value != "" && later.about == earlier.about && later.topic == earlier.topic && later.subject == earlier.subject && !strings.EqualFold(later.value, earlier.value) && (later.corrects || later.topic != lang.TopicTaste) {
		return true
	}
	if !later.corrects {
		return false
	}
	shares := slices.ContainsFunc(later.terms, func(t term) bool {
		return t.weight >= 1 && !weak(t.key) && t.key[0] != '@' && hasTerm(earlier.termsAt(), t.key)
	})
	return shares || lang.Compare(earlier.text, later.text, names...).Stance == lang.Contradicts
}

// changedTo moves what was told before to another time or place.
var changedTo = re(`\b(?:moved|changed|pushed|shifted|brought|put|rescheduled|postponed|switched)(?: (?:it|that|this|them))?(?: back| forward)? (?:to|until)\b|(?:に|へ)(?:変わっ|変わり|なりまし|変更|ずれ|延び|延期|移っ)`)

// What puts right what was said just before without naming it.
var (
	chosenEn  = re(`\b(?:gone|going|went|go|settled|decided|landed) (?:with|for|on) .{2,40}\b(?:now|instead|in the end|after all)\b|\bcalling (?:him|her|it|them) [^,.;]{2,30}(?:now|instead)\b|\b(?:it|that|he|she|they)(?:'s|'re| is| are) (?:going to be |called )?[^,.;]{2,30} (?:now|instead)$`)
	quitJa    = ja(`もう[^。]{0,10}(?:辞め|やめ|別れ|引っ越し|退職し|卒業し)(?:て|た)[^。]{0,6}(?:今|いま)は|(?:ではなく|じゃなく)て?、?[^。]{1,20}(?:にした|になった)`)
	wrongLead = ja(`^(?:(?:あ|いや|ううん)、?)?(?:違った|ちがった|間違えた|間違い|まちがえた|間違ってた)(?:わ|よ|ね)?[、。!！ ]+`)
	// kinIs says in the fewest words who somebody is, behind a correction.
	kinIs = re(`^(?:and |my |our )*(?:` + kinWord + `)(?:'s| is) [\p{L}'-]+\.?$|^[^、。は]{1,8}は[^、。は]{1,8}。?$`)
)

// putsRight reports whether a sentence by itself says that something is not
// so any more as it was said before.
func putsRight(text string) bool {
	return changedTo.MatchString(text) || chosenEn.MatchString(text) || quitJa.MatchString(text) || wrongLead.MatchString(text)
}

// What a correction says that does not name what it puts right: a new choice,
// a new time.
var rechosen = re(`\b(?:gone|going|went|go|settled|decided|landed) (?:with|for|on)\b|\bcall(?:ed|ing)?\b|\b(?:chose|picked|renamed|named|now|instead)\b|^(?:it|that|they|he|she)(?:'s|'re| is| are| was)\b|に(?:した|しました|する|します|しよう|決め|変え|なった|なりま)|(?:だった|でした|です|だよ|なんだ|なの)$`)

// maxApart is how many tellings lie between one and what may put it right.
const maxApart = 3

// mayPutRight finds what the correction at i may put right where nothing it
// says tells: what was said just before. It is not known that it does, so both
// are told, in their order.
func (s *scene) mayPutRight(i int) {
	later := &s.memories[i]
	if !later.corrects || later.noted || !changedTo.MatchString(later.text) && !rechosen.MatchString(later.text) {
		return
	}
	timed := hasMoment(later.text)
	for j := i - 1; j >= max(0, i-maxApart); j-- {
		earlier := &s.memories[j]
		if !earlier.mine || earlier.ended || earlier.lang != later.lang || daysBetween(earlier.when, later.when) != 0 || timed && !hasMoment(earlier.text) {
			continue
		}
		earlier.then, later.first = later, earlier
		later.terms = append(later.terms, earlier.termsAt()...)
		return
	}
}

// hasMoment reports whether a text names a time.
func hasMoment(text string) bool { return whenAny.MatchString(text) || whenJa.MatchString(text) }

// bothOf returns what was said first and then of one thing, where it is not
// known that the one puts the other right.
func bothOf(m memory) (first, then memory, ok bool) {
	switch {
	case m.then != nil:
		return m, *m.then, true
	case m.first != nil:
		return *m.first, m, true
	case m.was != nil && m.open:
		return *m.was, m, true
	}
	return m, m, false
}

// sayBoth tells both, in their order.
func (s *scene) sayBoth(m memory, r *reply) bool {
	first, then, ok := bothOf(m)
	if !ok {
		return false
	}
	first.open, then.open = false, false
	r.say(s, strings.NewReplacer("{d}", s.onDay(then.when), "{x}", s.quoted(first), "{y}", s.quoted(then)).Replace(s.reply("found.both")))
	r.traces = append(r.traces, first.id, then.id)
	r.emotion = calm
	return true
}
