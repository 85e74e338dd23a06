package builtin

import (
	"cmp"
	"slices"
	"strings"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
)

// corrected acknowledges what the user puts right: that, and nothing else.
func (s *scene) corrected(r *reply) bool {
	own := plain.OwnWords(s.said)
	if onlyGrieves(own) {
		return false
	}
	if !mayCorrect(s, own) {
		return surelyAmends(s, own) && s.says(r, "fixed", calm)
	}
	list, tells := s.Rights(own)
	for _, m := range list {
		if !m.Read.Was.Ended && !m.Read.Open && !lex.Has("puts-right-lead", own) || !m.Read.SaysSo() {
			continue // it may be news
		}
		r.emotion = calm
		x := fewWords(cmp.Or(newWords(*m.Read.Was, m.Read), rightValue(m.Put), rightValue(answer.Memory{Text: own, Lang: s.Lang})))
		if x == "" || !lang.Mentions(own, x) { // a stem, "com", is no word of theirs
			r.say(s, s.reply("fixed"))
			return true
		}
		r.say(s, strings.NewReplacer("{X}", plain.UpperFirst(x), "{x}", x).Replace(s.reply("fixed.to")))
		return true
	}
	return (lex.Has("puts-right-lead", own) && tells > 0 || surelyAmends(s, own)) && s.says(r, "fixed", calm)
}

// onlyGrieves reports whether a text is surely hard, and denies no time or number: "no, it is not
// good. I sat in the kitchen at four in the morning".
func onlyGrieves(own string) bool {
	return likely.FollowUpOf(own)[likely.Hard] >= grievesHard && likely.Weighs(own) >= grievesWeighs && !holdsValue(lex.Find("not-that", own)["was"]+lex.Find("not-that-ja", own)["was"])
}

// From which chances on, to be meant as hard and to weigh, a text does.
const (
	grievesHard   = 0.9
	grievesWeighs = 0.6
)

// From which chances to put something right on a message with a time or a number does, though it is
// not known what: by itself, and where it says what is not so.
const (
	amendsSurely = 0.9
	amendsDenied = 0.6
	amendsSome   = 0.4
)

// surelyAmends reports whether a message behind another surely puts a time or a number right, and
// does nothing else: "i told you wrong last night, it's quarter past four".
func surelyAmends(s *scene, own string) bool {
	_, forgets := statement.Forgets(own)
	least := amendsSurely
	if lex.Has("not-that", own) || lex.Has("not-that-ja", own) || tone.Has("denies-lead", own) {
		least = amendsDenied
	}
	if forgets || s.turn == 0 || s.newName != "" || deniesUnknown(s, own) || !holdsValue(own) || theirsNow(s) {
		return false
	}
	return likely.Amends(own) >= least && (least == amendsDenied || tone.Has("moves-time", own) && !awaits(own)) && !s.asksAnything() && s.weighsNoMore(own)
}

// announcesRight reports whether a message that has words for what may weigh says of itself that it
// puts a time or a number right, 「昨日の話で訂正があります。外来は木曜ではなくて金曜でした」, or that an
// appointment has another, and tells of no death.
func announcesRight(g lang.Grave, own string) bool {
	announces := lex.Has("puts-right-lead", own) || lex.Has("appointment-moved", own)
	return !presses(g) && announces && !tone.Has("dies", own) && holdsValue(own) && likely.Amends(own) >= amendsSome
}

// holdsValue reports whether a text holds a time or a number.
func holdsValue(text string) bool {
	return question.HoldsTime(text) || question.Numbers(text) != nil || lang.JapaneseSet.Has("an-hour", text)
}

// deniesUnknown reports whether a Japanese message says of a thing, and of no time or number, that it
// is not so, of which nothing was told: インフルじゃなくてただの風邪だって.
func deniesUnknown(s *scene, own string) bool {
	was := lex.Find("not-that-ja", own)["was"]
	if was == "" || holdsValue(was) {
		return false
	}
	return !slices.ContainsFunc(s.Past, func(t answer.Turn) bool { return t.User && strings.Contains(t.Text, was) }) &&
		!slices.ContainsFunc(s.All(), func(m answer.Memory) bool { return strings.Contains(m.Text, was) })
}

// weighsNoMore reports whether a text weighs nothing, or just what the talk did before it, or
// surely puts something right and is hardly meant as hard: "the surgery moved us to ten past four".
func (s *hearing) weighsNoMore(text string) bool {
	g := s.graveOf(text)
	before, _ := s.under()
	return g == lang.NotGrave || !presses(g) && (g == before ||
		likely.Amends(text) >= amendsSurely && likely.FollowUpOf(text)[likely.Hard] < hardBelow && tone.Has("moves-time", text) ||
		likely.Amends(text) >= amendsDenied && isSofter(g) && (likely.Weighs(text) < weighsLittle || likely.FollowUpOf(text)[likely.Hard] < hardBelow))
}

// weighsLittle is what a message that surely puts something right weighs at most that wants no
// condolence, though it names an illness: "the surgery's on Wednesday, not Tuesday".
const weighsLittle = 0.35

// mentionsDeath reports whether a message puts something right, or surely is not meant as hard, and
// only names a time by somebody's death: "it's twelve years, i started the spring after mam died",
// "the best day I have had since the funeral".
func mentionsDeath(s *scene, g lang.Grave, own string) bool {
	return g == lang.Death && tone.Has("died-then", own) && !tone.Has("years-since", strings.TrimRight(own, ".!… ")) && (likely.Amends(own) >= amendsSome || likely.FollowUpOf(own)[likely.Hard] < hardBelow || tone.Has("joyful", own) || slices.ContainsFunc(s.statements(), corrects))
}

// asksAnything reports whether a sentence of the message asks something.
func (s *hearing) asksAnything() bool {
	return slices.ContainsFunc(s.statements(), func(st statement.Statement) bool { return st.Asks || st.Mode == statement.Question })
}

// mayCorrect reports whether the message may put something right, and does nothing else:
// beside what weighs only where it says so, "I'll never taste that again" does not.
func mayCorrect(s *scene, own string) bool {
	_, forgets := statement.Forgets(own)
	if kind := s.talkKind(); forgets || s.newName != "" || kind != "" && !isCourtesy(kind) || tellsNothing(&s.hearing) || !slices.ContainsFunc(s.statements(), corrects) {
		return false
	}
	g, _ := s.under()
	return lex.Has("puts-right-lead", own) || likely.Amends(own) >= amendsHardly && (g == lang.NotGrave || !s.grieves() || s.graveOf(own) == lang.NotGrave && holdsValue(own) && likely.Amends(own) >= amendsSome)
}

// amendsHardly is the chance to put something right below which a message without a word for it
// does not: "so he carries the kettle now".
const amendsHardly = 0.2

// newWords returns what an English telling that was read anew has in place of the
// words of the one it puts right; "" if it was not.
func newWords(was, m answer.Memory) string {
	a, b := strings.Fields(strings.Trim(was.Text, ".")), strings.Fields(strings.Trim(m.Text, "."))
	if m.Lang == plain.Japanese || len(a) != len(b) {
		return ""
	}
	var list []string
	for i, w := range b {
		if w != a[i] {
			list = append(list, strings.Trim(w, ",;"))
		}
	}
	if len(list) > 2 {
		return ""
	}
	said := strings.Join(list, " ")
	if lead := tone.Text("part-of-hour", strings.TrimSuffix(m.Text[:max(0, strings.LastIndex(m.Text, said))], " ")); lead != "" {
		return lead + " " + said // "half past eleven" in place of "half past ten"
	}
	return said
}

// corrects reports whether a statement puts something right.
func corrects(st statement.Statement) bool {
	return (st.Corrects || answer.PutsRight(st.Text)) && !st.Asks && st.Mode != statement.Question && st.Mode != statement.Withheld
}

// fewWords returns what names a value by itself, without the clause that it
// stands in; "" where that is all there is.
func fewWords(x string) string {
	if strings.ContainsFunc(x, plain.IsJapanese) {
		x = lex.Expr("around-value-ja").ReplaceAllString(x, "")
		if lex.Has("clause-end", x) {
			return ""
		}
		return x
	}
	x = lex.Expr("until-value").ReplaceAllString(x, "")
	if strings.HasPrefix(strings.ToLower(x), "not ") {
		return ""
	}
	if ws := plain.Words(x); len(ws) > 4 || len(ws) == 1 && lang.Is(lang.StopWord, strings.ToLower(x)) || slices.ContainsFunc(ws, func(w string) bool {
		return lang.IsVerb(strings.ToLower(w)) || lang.Is(lang.Talked, strings.ToLower(w))
	}) {
		return ""
	}
	return x
}

// rightValue returns the few words in which a correction says what is right,
// "" where they are not to be told from the rest.
func rightValue(m answer.Memory) string {
	for _, e := range []*expr{lex.Expr("right-only"), lex.Expr("right-to"), lex.Expr("right-chosen"), lex.Expr("right-to-ja"), lex.Expr("right-in-ja")} {
		if g := e.FindStringSubmatch(m.Text); g != nil {
			return strings.TrimSpace(lex.Expr("right-again").ReplaceAllString(g[1], ""))
		}
	}
	if m.Value != "" {
		return m.Value
	}
	if g := lex.First("right-not", m.Text); g != nil && m.Lang == plain.English {
		return strings.TrimSpace(g[1])
	}
	return ""
}
