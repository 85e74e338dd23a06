package builtin

import (
	"slices"
	"strings"
	"time"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
)

// weighs answers what is grave.
func (s *scene) weighs(r *reply) bool {
	own := plain.OwnWords(s.said)
	g := s.graveOf(own)
	before, ago := s.under()
	if key := easedKey(s, before, g, own); key != "" {
		return s.says(r, key, caring)
	}
	switch {
	case g == lang.NotGrave, s.newsFor(g, own), s.onlyAsks(g, own), before != lang.NotGrave && !presses(g) && isMetOtherwise(s, own), mentionsDeath(s, g, own), surelyAmends(s, own), announcesRight(g, own), lang.GraveOf(own) != lang.Danger && slices.ContainsFunc(s.statements(), isJoke):
		return false
	case g == lang.Violence && tone.Has("befalls-other", own):
		return s.says(r, "violence.theirs", caring)
	}
	return s.weighsBeside(g, before, ago, r)
}

// easedKey is the reply to a text which weighs so much that says that what pressed, before it or
// by its words, does not; "" for any other.
func easedKey(s *scene, before, g lang.Grave, own string) string {
	if key := helpedKey(s, before, g, own); key != "" {
		return key
	}
	switch {
	case before != lang.Danger && isDenied(g, own):
		return "danger.denied"
	case before == lang.Danger && deniesDanger(own):
		return "danger.eased"
	case before == lang.Danger && g == lang.NotGrave && hasCompany(own):
		return "danger.beside"
	case g == lang.Urgent || g == lang.Danger:
	case before == lang.Urgent && cameToNothing(own), tone.Has("denies-emergency", own) && slices.ContainsFunc([]string{"urgent.stay", "urgent.maybe"}, s.saidOf):
		return "urgent.eased"
	}
	return ""
}

// cameToNothing reports whether a text tells that what was taken for an emergency is none, and leaves
// nothing of that open: a false alarm, or the word of who looked.
func cameToNothing(text string) bool {
	return tone.Has("no-emergency", text) && !tone.Has("not-well", text)
}

// helpedKey is the reply to a text behind what weighs so that tells that help is called, or that
// another is found, or that asks where one can turn, or what to do to hurt nobody again; "" for any
// other.
func helpedKey(s *scene, before, g lang.Grave, own string) string {
	theirs := slices.ContainsFunc([]string{"theirs", "theirs.stay"}, s.saidOf)
	_, ago := s.under()
	switch {
	case before == lang.NotGrave || g == lang.Danger || ago > dangerLines:
	case tone.Has("where-to-turn", strings.TrimSpace(own)):
		return "turn-to"
	case theirs && isFound(own):
		return "theirs.safe"
	case (theirs || presses(before)) && isCalled(own):
		return "help.called"
	case slices.ContainsFunc([]string{"harm", "harm.stay"}, s.saidOf) && tone.Has("afraid-again", own):
		return "harm.stay"
	}
	return ""
}

// isCalled reports whether a text tells that help is called.
func isCalled(text string) bool {
	return tone.Has("help-called", text) && !tone.Has("help-called-not", text)
}

// urgentKey is the reply to what cannot wait: to what no words tell, that it may not.
func urgentKey(text string) string {
	if lang.GraveOf(text) != lang.Urgent {
		return "urgent.maybe"
	}
	return string(lang.Urgent)
}

// isFound reports whether a text tells that somebody is found, or that others are with them, and
// nothing that weighs.
func isFound(text string) bool {
	return tone.Has("found-safe", text) && !tone.Has("not-well", text) && !tone.Has("found-not", text) && lang.GraveOf(text) == lang.NotGrave
}

// fearsNow reports whether a text tells of a fear, and of a death long ago as what it comes from:
// 「もし癌だったらと思うと眠れない。去年祖母が癌で亡くなったので」.
func fearsNow(text string) bool { return tone.Has("fears", text) && tone.Has("died-long-ago", text) }

// isMetOtherwise reports whether what has words of what weighs, behind what does, is meant
// lightly or puts something right.
func isMetOtherwise(s *scene, own string) bool {
	return s.wantsNoCondolence() || laughsAt(own) || surelyAmends(s, own)
}

// laughsAt reports whether a text tells that somebody laughed, and not at whom.
func laughsAt(text string) bool { return tone.Has("laughed", text) && !tone.Has("laughed-at", text) }

// presses reports whether what weighs so is answered whatever was said before it.
func presses(g lang.Grave) bool {
	switch g {
	case lang.Danger, lang.Hint, lang.Urgent, lang.Relapse, lang.Harm, lang.Violence:
		return true
	}
	return false
}

// hasCompany reports whether a text says that somebody is with the one who tells it, and
// nothing that may be otherwise: "she's asleep", "goodbye".
func hasCompany(text string) bool {
	return tone.Has("somebody-there", text) && !tone.Has("not-there", text) && !tone.Has("no-danger-not", text) && likely.Danger(text) < mentioned
}

// isDenied reports whether a text that weighs so much speaks of danger to oneself only to
// say that there is none, or none any more.
func isDenied(g lang.Grave, text string) bool {
	switch g {
	case lang.Danger, lang.Hint:
		return deniesDanger(text) || isLongOver(text) || g == lang.Hint && eases(text)
	case lang.NotGrave:
		return deniesDanger(text) && likely.Danger(text) >= mentioned
	}
	return false
}

// deniesDanger reports whether a text that speaks of danger to oneself says that it is not
// so, "not suicidal, just tired", and says nothing else that may be danger: "not suicidal.
// I have the pills in my hand".
func deniesDanger(text string) bool {
	rest := tone.Cut("no-danger", text)
	if rest == strings.TrimSpace(text) || tone.Has("no-danger-not", text) {
		return false
	}
	switch lang.GraveOf(rest) {
	case lang.Danger, lang.Hint, lang.Urgent, lang.Relapse, lang.Harm:
		return false
	}
	return !bothThreaten(rest) && likely.Danger(tone.Cut("reassures", rest)) < likelier
}

// isLongOver reports whether a text says of what it speaks that it was long ago, and is
// over.
func isLongOver(text string) bool {
	return tone.Has("long-over", text) && !tone.Has("no-danger-not", text)
}

// weighsBeside answers a line that weighs so, behind another so many lines ago.
func (s *scene) weighsBeside(g, before lang.Grave, ago int, r *reply) bool {
	switch {
	case before == lang.Danger && (ago <= dangerLines || g == lang.Danger), g == lang.Danger && s.saidOf("danger"):
		return s.says(r, "danger.again", emotion{"protective", 0.9})
	case g == lang.Danger, g == lang.Hint && before == lang.Hint:
		return s.says(r, "danger", emotion{"protective", 0.9})
	case g == lang.Urgent && before != lang.Urgent:
		return s.says(r, urgentKey(plain.OwnWords(s.said)), caring)
	case before == lang.Urgent && ago <= dangerLines:
		return s.says(r, "urgent.stay", caring)
	case before == lang.Violence && (g == lang.Shame || g == lang.Violence):
		return s.says(r, "violence.stay", caring)
	}
	return condoles(s, g, before, r)
}

// condoles answers what weighs, and what is asked beside it: 「つらい。明日って私、何があるんだっけ」.
func condoles(s *scene, g, before lang.Grave, r *reply) bool {
	key := string(g)
	switch {
	case before != lang.NotGrave && !presses(g) && tone.Has("own-fault", plain.OwnWords(s.said)):
		key = inNoFault(before)
	case before == lang.Theirs && theirsNow(s):
		key = "theirs.stay"
	case before == lang.Harm && g == lang.Harm:
		key = "harm.stay"
	case goesOn(before, g):
		key = "stay"
	case g == lang.Death && fearsNow(plain.OwnWords(s.said)):
		key = string(lang.Illness)
	}
	s.says(r, key, caring)
	if !presses(g) && askingSentence(plain.OwnWords(s.said)) >= 0 && s.asked(r) {
		r.emotion = caring
	}
	return true
}

// inCare reports whether a text says that somebody is with those who can help.
func inCare(text string) bool { return tone.Has("in-care", text) }

// isJoke reports whether a statement is taken back as a joke.
func isJoke(st statement.Statement) bool { return st.Mode == statement.Joke }

// goesOn reports whether what weighs in a line may well be of what the lines before it
// told, "i could have saved him", and wants no words of its own there.
func goesOn(before, g lang.Grave) bool {
	return before == g || before == lang.Violence && g == lang.Harm || before != lang.NotGrave && (g == lang.Shame || g == lang.Alone)
}

// From which chances down a text does not weigh on who says it, though it has words of what may: of
// 427 lines in no example that have, 24 that do not lie below both, and one that does.
const (
	light     = 0.08 // to weigh
	lightKind = 0.3  // to be of a kind that does
)

// isSofter reports whether what weighs so is often spoken of lightly.
func isSofter(g lang.Grave) bool {
	switch g {
	case lang.Illness, lang.Parting, lang.Ruin, lang.Refused, lang.Shame, lang.Alone, lang.Violence:
		return true
	}
	return false
}

// mayBeJoy reports whether what has words of what weighs so is at times told of joy: tears, a
// debt that is paid off, a secret for somebody's birthday. An illness and blows are not.
func mayBeJoy(g lang.Grave) bool {
	return g == lang.Alone || g == lang.Shame || g == lang.Ruin || g == lang.Refused
}

// isGlad reports whether a text is likely to tell good news, and not what weighs.
func isGlad(text string) bool {
	return !tone.Has("no-joy", text) && !awaits(text) && (tone.Has("joyful", text) || likelyGlad(text))
}

// awaits reports whether a text tells of a test of what may be grave, and not that it came out
// well.
func awaits(text string) bool { return tone.Has("tested", text) && !tone.Has("tested-well", text) }

// likelyGlad is isGlad by what was learned alone: a word for joy may stand beside anything.
// Who is more likely tired or ill than glad is so: "first proper monday done and my brain is soup".
func likelyGlad(text string) bool {
	if mood, sure := likely.MoodOf(text); (mood == likely.Tired || mood == likely.Ailing) && sure >= moodCounts && !strings.ContainsAny(text, "!！") {
		return false
	}
	return likely.Glad(text) >= likely.GladFrom && likely.Weighs(text) < likely.WeighsFrom
}

// isEveryday reports whether a text says what people say every day, "I'm not going to be
// there on Friday", or is nothing but a good night or a goodbye, and names nothing beside
// it that may be danger.
func isEveryday(text string) bool {
	if fearsOnly(text) {
		return true
	}
	kind := smallTalkOf(text)
	return (kind == "night" || kind == "bye" || tone.Has("everyday", text)) && !tone.Has("everyday-not", text)
}

// What the chance of danger has to be, in [0, 1], to be heard as a hint where something is
// asked, or something else weighs; and up to which words of danger are no more than a
// hint: "a razor blade is stuck in my new razor".
const (
	likelier   = 0.8
	mentioned  = 0.3 // from which on a denial is one of danger: "i wouldn't die for it" is none
	improbable = 0.1
)

// byChance tells what weighs in a text that weighs so much by its words, and speaks of
// danger by such a chance, of which so much is enough.
func byChance(g lang.Grave, chance, enough float64) lang.Grave {
	switch {
	case g == lang.Danger && chance < improbable, g != lang.Danger && g != lang.Theirs && chance >= enough:
		return lang.Hint
	}
	return g
}

// livingMeant reports whether somebody is named to whom a text would go, 美香のところへ,
// of whom no line that tells of a death speaks.
func livingMeant(s *hearing, text string) bool {
	who := tone.First("to-whom", text)
	if who == nil {
		return false
	}
	dead := func(said string) bool {
		return lang.GraveOf(said) == lang.Death && strings.Contains(said, who[1])
	}
	return !slices.ContainsFunc(s.Past, func(t answer.Turn) bool { return t.User && dead(t.Text) }) &&
		!slices.ContainsFunc(s.All(), func(m answer.Memory) bool { return dead(m.Text) })
}

// linesBefore returns the user's last lines in this talk, but for a text that is one of
// them, oldest first.
func linesBefore(s *hearing, text string) []string {
	var out []string
	for _, t := range slices.Backward(s.Past) {
		own := plain.OwnWords(t.Text)
		if !t.User || own == text {
			continue
		}
		if len(out) == hintLines || !t.When.IsZero() && s.Now.Sub(t.When) > graveHours {
			break
		}
		out = append(out, own)
	}
	slices.Reverse(out)
	return out
}

// weighsBehind reports whether one of the user's last lines, but for a text that
// is one of them, said something grave.
func weighsBehind(s *hearing, text string) bool {
	return slices.ContainsFunc(linesBefore(s, text), func(line string) bool {
		g := lang.GraveOf(line)
		return g != lang.NotGrave && g != lang.Longing && g != lang.Pet && g != lang.Urgent
	})
}

// hintLines is for how many lines behind something grave a hint is danger.
const hintLines = 5

// newsFor reports whether a text that speaks of something grave tells that it
// came out well.
func (s *hearing) newsFor(g lang.Grave, text string) bool {
	acts := wordings()[s.Lang].acts
	switch g {
	case lang.Alone:
		return (s.gladLately() || merryLately(s)) && acts.Has("weeps", text) || laughsAt(text) // for joy
	case lang.Illness, lang.Relapse, lang.Pet:
		return cameWell(text) || g == lang.Pet && laughsAt(text)
	case lang.Refused:
		return acts.Has("news.exam", text) || acts.Has("news.work", text) || cameWell(text)
	}
	return false
}

// merryLately reports whether the user's line before was of joy, and none of the last few
// weighed: "crying in the queue, the lady gave me a tissue" behind "i got the cover!!!".
func merryLately(s *hearing) bool {
	lines := linesBefore(s, plain.OwnWords(s.said))
	return len(lines) > 0 && tone.Has("merry", lines[len(lines)-1]) && !s.sadLately()
}

// onlyAsks reports whether a text asks for what was told of something grave,
// and there is an answer, or is about the persona, or about somebody else whose
// words are remembered.
func (s *hearing) onlyAsks(g lang.Grave, text string) bool {
	whole := text
	text, alone := s.onlyQuestion(text)
	if g == lang.Danger || !alone {
		return false
	}
	q, ok := s.asksFact(whole)
	switch {
	case ok && s.NamesSpeaker(text) && !answer.AsksOfUser(q):
		return true
	case g == lang.Violence:
		return false
	case ok && asksLightly(g, q, text, whole):
		return true
	}
	switch s.talkKind() {
	case "feels", "blame.knows":
		return true // it is about the persona
	case "identity", "blame":
		return !saysOfSelf(text)
	}
	return ok && (tone.Has("recalls", text) || len(s.Lookup(q, s.Told()).Best) > 0 || s.mayKnow(q))
}

// mayKnow reports whether the message likely asks for what was told, and a line may tell it.
func (s *hearing) mayKnow(q question.Asking) bool {
	if !asksForTold[s.act] || s.sure < actUnsure {
		return false
	}
	ranked := answer.Rank(&s.Reader, q)
	return len(ranked) > 0 && ranked[0].Chance >= nearFrom && (ranked[0].Fits || q.Kind == question.AskWhen)
}

// onlyQuestion returns the one sentence of a text that asks; it reports false where there is
// none, or where another one weighs.
func (s *hearing) onlyQuestion(text string) (string, bool) {
	list := lang.Split(text)
	if len(list) == 1 {
		return text, true
	}
	i := askingSentence(text)
	if i < 0 {
		return text, false
	}
	for j, sen := range list {
		if j != i && !sen.Asks && !question.AsksUnmarked(sen) && s.graveOf(sen.Text) != lang.NotGrave {
			return text, false
		}
	}
	return marked(list[i]), true
}

// asksLightly reports whether a question of a whole message need not be met with care: it only
// wants to know, or weighs so by what was learned alone beside other sentences, "scratch the Tuesday
// one. Where was it they're doing it again?".
func asksLightly(g lang.Grave, q question.Asking, text, whole string) bool {
	if text != whole && (!presses(g) || g == lang.Relapse) && lang.GraveOf(text) == lang.NotGrave {
		return true
	}
	return asksHappened(q, text) || asksPlainly(g, q)
}

// asksPlainly reports whether a question that has words of what weighs so only wants to
// know: who, where or how somebody is called, "who is taking me to the hospital", or of
// work and money whether it is so.
func asksPlainly(g lang.Grave, q question.Asking) bool {
	switch q.Kind {
	case question.AskName:
		return true // "what was the name of my late husband?"
	case question.AskWho, question.AskWhere:
		return g == lang.Illness || g == lang.Ruin
	case question.AskAbout:
		return isSofter(g) && g != lang.Violence // "what did I say about the move?"
	case question.AskYesNo:
		return g == lang.Ruin && !tone.Has("what-comes", q.Text)
	}
	return false
}

// asksHappened reports whether a question is whether something befell somebody else, as
// was told or was not: "did my sister get hurt?".
func asksHappened(q question.Asking, text string) bool {
	return q.Kind == question.AskYesNo && question.IsPerson(q.Senses) && !saysOfSelf(text) && tone.Has("happened-asked", text)
}

// saysOfSelf reports whether the user speaks of themselves or theirs.
func saysOfSelf(text string) bool {
	return lex.Has("any-self", text) || lex.Has("kin-subject", text) || slices.ContainsFunc(plain.Words(strings.ToLower(text)), func(w string) bool { return lang.Is(lang.Talked, w) })
}

// saidOf reports whether the persona has said, of late, what a key says first.
func (s *speaking) saidOf(key string) bool {
	for i := len(s.Past) - 1; i >= 0 && i > len(s.Past)-24; i-- {
		if t := s.Past[i]; !t.User && slices.ContainsFunc(s.replies(key), func(l string) bool { return strings.Contains(t.Text, longestPart(l)) }) {
			return true
		}
	}
	return false
}

// What is grave stays so for some lines, and some hours.
const graveHours = 12 * time.Hour

// dangerLines is for how many lines behind words of danger nothing else counts.
const dangerLines = 3

// under returns what weighs on the talk since one of the user's last lines,
// and how many lines ago it was said, unless they have turned to something
// else.
func (s *hearing) under() (lang.Grave, int) {
	n := 0
	for i := len(s.Past) - 1; i >= 0 && n < answer.GraveLines; i-- {
		t := s.Past[i]
		if !t.User {
			continue
		}
		if n++; !t.When.IsZero() && s.Now.Sub(t.When) > graveHours {
			break
		}
		text := plain.OwnWords(t.Text)
		if deniesDanger(text) || cameToNothing(text) {
			break
		}
		if g := s.graveOf(text); g != lang.NotGrave && !s.newsFor(g, text) && wordings()[plain.LanguageOf(text, s.Lang)].talk.Kind(text) != "feels" {
			return g, n
		}
		if s.turns(text) {
			break
		}
	}
	return lang.NotGrave, n
}
