package builtin

import (
	"slices"
	"strings"

	"yumori/internal/lang"
)

// corrected acknowledges what the user puts right: that, and nothing else.
func (s *scene) corrected(r *reply) bool {
	own := ownWords(s.said)
	puts := func(st lang.Statement) bool {
		return (st.Corrects || putsRight(st.Text)) && !st.Asks && st.Mode != lang.Question && st.Mode != lang.Withheld
	}
	if s.newName != "" || s.talkKind() == "sorry" || !slices.ContainsFunc(s.statements(), puts) {
		return false
	}
	before := len(s.recollect())
	s.addUtterance(own, memory{source: fromHistory, when: s.now}, s.before...)
	for i := range s.memories {
		s.memories[i].order = i
	}
	s.settle()
	for _, m := range s.memories[before:] {
		if m.was == nil || m.was.order >= before {
			continue // a message does not put itself right
		}
		r.emotion = calm
		x := fewWords(rightValue(m))
		if x == "" {
			r.say(s, s.reply("fixed"))
			return true
		}
		r.say(s, strings.NewReplacer("{X}", upperFirst(x), "{x}", x).Replace(s.reply("fixed.to")))
		return true
	}
	return putsRightLead.MatchString(own) && len(s.memories) > before && s.says(r, "fixed", calm)
}

// putsRightLead says by itself that what follows is right and what was said is
// not.
var putsRightLead = re(`^(?:(?:oh|wait|sorry|no)[, ]+)*(?:actually|correction|i meant)\b|^(?:(?:あ|いや)、?)?(?:違う|違った|訂正|間違えた)`)

// What a correction says is right: the new value, the new day, or what is not
// so any more.
var (
	rightNot    = re(`\b(not [^,.;]{3,40})`)
	rightTo     = re(`(?:moved|changed|pushed|shifted|brought forward|rescheduled|postponed|switched)(?: (?:it|that|this|them))?(?: back| forward)? (?:to|until) ([^,.;]{2,40})`)
	rightToJa   = ja(`([^、。はがをに]{1,10})(?:に|へ)(?:変わ|なりまし|変更|ずれ|延び|延期|移っ)`)
	rightChosen = re(`\b(?:gone|going|went|go|settled|decided|landed) (?:with|for|on) ([\p{L}' -]{2,24}?)(?: now| instead| in the end| after all)*$`)
	rightOnly   = re(`^(?:no|nope|sorry|wait|oops|actually|i meant?|i said)?[,. ]*(?:i meant? |it's |it is |make that )?([^,.;]{2,40}?),? not [^,.;]{2,30}\.?$`)
	rightInJa   = ja(`(?:じゃ|では)なくて?、?([^、。]{1,12}?)(?:だよ|です|だ|なの|でした|だった|ね|よ|。)*$`)
	rightAgain  = re(`^(?:actually|sorry|well|no|wait|oh)[, ]+`)
)

// fewWords returns what names a value by itself, without the clause that it
// stands in; "" where that is all there is.
func fewWords(x string) string {
	if strings.ContainsFunc(x, isJapanese) {
		if clauseEnd.MatchString(x) {
			return ""
		}
		return x
	}
	x = untilValue.ReplaceAllString(x, "")
	if ws := words(x); len(ws) > 4 || slices.ContainsFunc(ws, func(w string) bool { return isVerb(strings.ToLower(w)) || speaker[strings.ToLower(w)] }) {
		return ""
	}
	return x
}

var (
	untilValue = re(`^.*(?:\b(?:is|are|was|were)(?: called| named)?|'s (?:called|named)) `)
	clauseEnd  = ja(`[るたいくうすつぬむぐぶて]$|[はがを]`)
	speaker    = set("i my me we our us i'm he she they his her their")
)

// rightValue returns the few words in which a correction says what is right,
// "" where they are not to be told from the rest.
func rightValue(m memory) string {
	for _, e := range []*expr{rightOnly, rightTo, rightChosen, rightToJa, rightInJa} {
		if g := e.FindStringSubmatch(m.text); g != nil {
			return strings.TrimSpace(rightAgain.ReplaceAllString(g[1], ""))
		}
	}
	if m.value != "" {
		return m.value
	}
	if g := rightNot.FindStringSubmatch(m.text); g != nil && m.lang == english {
		return strings.TrimSpace(g[1])
	}
	return ""
}
