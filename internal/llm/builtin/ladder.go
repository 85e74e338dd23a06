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
	"yumori/internal/lang/when"
)

// A rung answers a message of one sort, or reports that it is another.
type rung func(s *scene, r *reply) bool

// ladder decides what a message is answered as: the first rung that takes it.
// What weighs comes first, always; what the rules are not sure of, last.
func ladder() []rung {
	return []rung{
		(*scene).wordless, (*scene).misheard, (*scene).weighs, (*scene).corrected, reportsDone, (*scene).asked, (*scene).commanded,
		standsUp,
		(*scene).staysWith, (*scene).feels, (*scene).tellsName, (*scene).smallTalk, (*scene).states,
	}
}

// answer makes the whole reply, tags included.
func (s *scene) answer() string {
	r := &reply{emotion: emotion{"neutral", 0.2}}
	for _, takes := range ladder() {
		if takes(s, r) {
			break
		}
	}
	if len(r.parts) == 0 {
		r.say(s, s.reply("unclear"))
	}
	if failed, _ := s.outcome(); failed {
		if line := s.reply("kept.not"); !slices.Contains(r.parts, line) {
			r.say(s, line)
		}
	}
	return s.join(r)
}

// says says a line of the rules: to whom something happened, or who told of another to
// whom it did.
func (s *scene) says(r *reply, key string, e emotion) bool {
	if other := key + ".other"; len(s.replies(other)) > 0 && tellsOfAnother(&s.hearing) {
		key = other
	}
	r.say(s, s.reply(key))
	r.emotion = e
	return true
}

// tellsOfAnother reports whether the message tells of somebody who is not the user, and of nothing
// that they did to the user: "my boss gave me a raise".
func tellsOfAnother(s *hearing) bool {
	return !tone.Has("befalls-self", plain.OwnWords(s.said)) && slices.ContainsFunc(s.statements(), func(st statement.Statement) bool {
		first, _, _ := strings.Cut(st.Plain, " ")
		return st.Subject.Who == statement.Someone || !st.Japanese && question.IsPerson(lang.Senses(strings.TrimSuffix(first, "'s"))) // "mum's ill"
	})
}

var (
	caring   = emotion{"protective", 0.7}
	rejoices = emotion{"joy", 0.7}
	calm     = emotion{"contentment", 0.3}
)

func (s *scene) wordless(r *reply) bool {
	return s.empty && s.says(r, "wordless", calm)
}

// kind tells what the message is as a whole.
func (s *hearing) kind() string { return s.whole }

// feels answers how the user says they feel, news, and what is light.
func (s *scene) feels(r *reply) bool {
	sort, key, ok := strings.Cut(s.kind(), ".")
	if sort == "feeling" && isGladAfterAll(s, key) {
		return s.says(r, gladKey(s), calm)
	}
	if !ok || sort != "news" && s.talkKind() != "" && feelingIn(plain.OwnWords(s.said), s.Lang) == "" || notMeant(s, sort, key) {
		return false
	}
	if sort == "news" && key != "work" && key != "exam" && s.sadLately() {
		return s.says(r, "news.sad", calm) // glad, and quiet
	}
	return s.says(r, key, map[string]emotion{"news": rejoices, "light": calm, "feeling": {"protective", 0.5}}[sort])
}

// isGladAfterAll reports whether a message that sounds like a feeling is glad, by all else that
// was learned: "it fits!! I cried in front of the mirror", 私も謝って、仲直りできたよ.
func isGladAfterAll(s *scene, key string) bool {
	own := plain.OwnWords(s.said)
	of := meantAs(own)
	return key != "feeling.ill" && of[likely.GoodNews] >= gladAfterAll && of[likely.Hard] < hardLittle && likely.Weighs(own) < likely.WeighsFrom && !isNoJoy(own) && !onlyAsked(s) && !tone.Has("setback", s.said) && !weepsForNoJoy(own)
}

// weepsForNoJoy reports whether a text tells of tears, and what was learned does not say that they
// are of joy: "sat on the bucket and cried".
func weepsForNoJoy(text string) bool {
	return tone.Has("tears", text) && likely.Glad(text) < likely.GladFrom && !tone.Has("joyful", text)
}

// gladKey is the reply to what is glad: quiet where something weighed of late.
func gladKey(s *scene) string {
	if s.sadLately() {
		return "news.sad"
	}
	return "merry"
}

// From which chance on a message is glad that sounds like a feeling, and how little hard it is.
const (
	gladAfterAll = 0.75
	hardLittle   = 0.15
)

// What news that is none of joy weighs at least, how glad it is at most, and how hard its end is.
const (
	endsHardFrom = 0.85
	weighsSome   = 0.45
	gladLittle   = 0.1
)

// isNoJoy reports whether a text with words of good news is none: "I came home without him",
// "mum has cancer, but she's home".
func isNoJoy(text string) bool {
	return tone.Has("no-joy", text) || awaits(text) || weighsMore(text, weighsSome) || endsHard(text)
}

// endsHard reports whether the last of several sentences is hard by itself, and all together are not
// likely to gladden: "held my hand all the way down. He never came back up".
func endsHard(text string) bool {
	list := lang.Split(text)
	return len(list) > 1 && likely.FollowUpOf(list[len(list)-1].Text)[likely.Hard] >= endsHardFrom && likely.Glad(text) < likely.GladFrom
}

// weighsMore reports whether a text is likely to weigh by so much, and hardly gladdens.
func weighsMore(text string, enough float64) bool {
	return likely.Weighs(text) >= enough && likely.Glad(text) < gladLittle
}

// notMeant reports whether a message that sounds like news, a feeling or something light is
// none: it is not so yet, it is another's, or it goes on with good news.
func notMeant(s *scene, sort, key string) bool {
	own := plain.OwnWords(s.said)
	switch {
	case introducesFirst(s), sort == "feeling" && hardlyFeels(s), pressesStill(s, own):
		return true
	case sort == "news" && isNoJoy(own), sort == "light" && weighsMore(own, likely.WeighsFrom):
		return true
	case sort != "feeling" && (soundsHard(s, own) || tone.Has("only-wished", s.said) || onlyAsked(s)):
		return true
	}
	ofOther := key == "child" && tone.Has("child-of-other", s.said) && !tone.Has("merry", s.said) // who tells it may long for one
	return ofOther || sort == "feeling" && isGlad(own) || goesOnGlad(s, sort)
}

// pressesStill reports whether a line that was said just before a text needs a doctor, or tells of
// another's danger, and the text does not tell that it came to nothing: "it's fine, he says it was
// only a twinge".
func pressesStill(s *scene, own string) bool {
	g, ago := s.under()
	return (g == lang.Urgent && ago <= nearLines || theirsNow(s)) && !cameToNothing(own)
}

// goesOnGlad reports whether a message that sounds light or like a feeling goes on with good news.
func goesOnGlad(s *scene, sort string) bool {
	return (sort == "light" || sort == "feeling" && merryOrWeeps(s.said, s.Lang)) && s.gladLately()
}

// introducesFirst reports whether a message says who the user is, and no word in it tells news or
// a feeling: the first of a talk may go on with what hardly weighs.
func introducesFirst(s *scene) bool {
	own := plain.OwnWords(s.said)
	introduces := s.is(likely.Introduces, actCounts) || s.turn == 0 && likely.Weighs(own) < weighsLittle
	feels := slices.ContainsFunc(lang.Split(own), func(x lang.Sentence) bool { return lang.MoodOf(x).Bad() })
	return s.newName != "" && introduces && !feels && !strings.Contains(wordings()[s.Lang].acts.Kind(own), ".")
}

// hardlyFeels reports whether what sounds like a feeling behind something grave is none.
func hardlyFeels(s *scene) bool {
	g, _ := s.under()
	return g != lang.NotGrave && s.wantsNoCondolence()
}

// soundsHard reports whether what only seems glad by what was learned may be meant as hard.
func soundsHard(s *scene, own string) bool {
	return s.mayBeHard() && !strings.Contains(wordings()[s.Lang].acts.Kind(own), ".")
}

// onlyAsked reports whether all that the message says is asked or supposed: "is it a boy or a
// girl", "if I won the lottery I'd live by the sea".
func onlyAsked(s *scene) bool {
	list := s.statements()
	return len(list) > 0 && !slices.ContainsFunc(list, func(st statement.Statement) bool {
		return st.Mode != statement.Question && st.Mode != statement.Supposed
	})
}

// merryOrWeeps reports whether a text behind good news may be of joy, though its words are
// sad by themselves.
func merryOrWeeps(text string, l plain.Language) bool {
	return tone.Has("merry", text) || wordings()[l].acts.Has("weeps", plain.OwnWords(text))
}

// gladLately reports whether one of the user's last two lines told good news,
// and nothing since what one would grieve for.
func (s *hearing) gladLately() bool {
	if wordings()[s.Lang].acts.Has("looks-back", s.said) || s.sadLately() {
		return false
	}
	for _, kind := range lastKinds(s) {
		switch {
		case strings.HasPrefix(kind, "news."):
			return true
		case strings.HasPrefix(kind, "feeling."):
			return false
		}
	}
	return false
}

// lowLately reports whether one of the user's last two lines told of a feeling that
// wants somebody near: what follows is not for filing.
func lowLately(s *scene) bool {
	return slices.ContainsFunc(lastKinds(&s.hearing), func(kind string) bool {
		return strings.HasPrefix(kind, "feeling.") && kind != "feeling.tired"
	})
}

// lastKinds tells what the user's last two lines were as a whole, the newest first, so
// far as they were said within the hour.
func lastKinds(s *hearing) (kinds []string) {
	for _, t := range slices.Backward(s.Past) {
		if !t.User {
			continue
		}
		if len(kinds) == 2 || !t.When.IsZero() && s.Now.Sub(t.When) > time.Hour {
			break
		}
		kind := wholeKind(plain.OwnWords(t.Text), s.Lang)
		if !strings.HasPrefix(kind, "feeling.") && (tone.Has("only-wished", t.Text) || isNoJoy(plain.OwnWords(t.Text))) {
			kind = ""
		}
		if kind == "" && isGlad(plain.OwnWords(t.Text)) {
			kind = "news.merry"
		}
		kinds = append(kinds, kind)
	}
	return kinds
}

// states answers all else that says something.
func (s *scene) states(r *reply) bool {
	switch {
	case s.pasted:
		return s.says(r, "pasted", calm)
	case s.long:
		return s.says(r, "long", calm)
	case thanked(s) != "":
		sayThanked(s, "thanks", r)
		return true
	case s.gladLately() && staysGlad(s):
		return s.says(r, "rejoice.stay", rejoices)
	case isMerry(s):
		return s.says(r, "merry", rejoices)
	case laughs(s):
		return s.says(r, "amused", calm)
	case tellsGlad(s):
		return s.says(r, "merry", rejoices)
	case wantsNear(s):
		return s.says(r, nearness(s), caring)
	case s.is(likely.Muses, actCounts):
		return s.says(r, "musing", calm)
	case s.isPlain(), s.is(likely.WantsKept, actCounts):
		return s.says(r, "noted", calm)
	}
	return s.says(r, "statement", calm)
}

// isMerry reports whether a message cries out for joy, where nothing of late weighs.
func isMerry(s *scene) bool {
	return strings.ContainsAny(s.said, "!！") && tone.Has("merry", s.said) && !tone.Has("gloom", s.said) && !tone.Has("setback", s.said) && !s.sadLately()
}

// laughs reports whether the message ends in laughter, and nothing weighed just before.
func laughs(s *scene) bool {
	return !weighedBefore(s) && likely.Amends(plain.OwnWords(s.said)) < amendsToo && slices.ContainsFunc(s.statements(), func(st statement.Statement) bool { return st.Laughs })
}

// amendsToo is the chance to put something right from which on a laugh is not all of a line.
const amendsToo = 0.6

// staysGlad reports whether a message that follows good news may be of it: it is no plain
// fact, puts nothing right, and tells of no setback.
func staysGlad(s *scene) bool {
	return (!s.isPlain() || strings.ContainsAny(s.said, "!！")) && (likely.Weighs(plain.OwnWords(s.said)) < likely.WeighsFrom || merryOrWeeps(s.said, s.Lang)) && !tone.Has("setback", s.said) && !tone.Has("missed", s.said) && !onlyAsked(s) &&
		!s.mayBeHard() && !statement.CallsOff(s.said) && !slices.ContainsFunc(s.statements(), corrects) && !awaits(s.said) && !surelyPlain(s.said)
}

// surelyPlain reports whether a text surely is neither glad nor hard for who tells it.
func surelyPlain(text string) bool {
	mood, sure := likely.MoodOf(plain.OwnWords(text))
	return mood == likely.NoMood && sure >= plainSurely
}

const plainSurely = 0.7

// tellsGlad reports whether a message tells good news, and nothing of late weighs.
func tellsGlad(s *scene) bool {
	return isGlad(plain.OwnWords(s.said)) && !s.mayBeHard() && !tone.Has("setback", s.said) && !s.sadLately() && !onlyAsked(s) && !weepsBehind(s)
}

// weepsBehind reports whether a message tells of tears behind what weighs: they are none of
// joy.
func weepsBehind(s *scene) bool { return tone.Has("tears", s.said) && weighedBefore(s) }

// weighedBefore reports whether what the user said last, or lately, weighs: a laugh behind
// it is not shared.
func weighedBefore(s *scene) bool {
	if s.sadLately() {
		return true
	}
	for _, t := range slices.Backward(s.Past) {
		if t.User {
			said := plain.OwnWords(t.Text)
			return likely.Weighs(said) >= likely.WeighsFrom && likely.Glad(said) < likely.GladFrom
		}
	}
	return false
}

// isPlain reports whether the message says something to keep that needs no more
// than a nod: a day, a time, what somebody is or has. Where something may weigh,
// it is not.
func (s *hearing) isPlain() bool {
	acts := wordings()[s.Lang].acts
	if g, _ := s.under(); g != lang.NotGrave || s.sadLately() && s.grieves() || acts.Has("tender", s.said) || acts.Has("grieves", s.said) || tone.Has("setback", s.said) {
		return false
	}
	return slices.ContainsFunc(s.statements(), func(st statement.Statement) bool {
		if st.Mode != statement.Asserted {
			return false
		}
		of := slices.ContainsFunc(st.Tells, func(t statement.Telling) bool { return t.Topic != "" && t.Topic != statement.TopicHealth })
		return of || len(when.Find(st.Text, s.Now)) > 0
	})
}

// quietLines are the replies between two in which the rules ask something.
const quietLines = 3

// notYet reports whether a question is of a day that is still to come, or of
// what was put right since.
func (s *hearing) notYet(question string) bool {
	if day, _ := when.OnCalendar(question, s.Now.AddDate(0, 6, 0)); day.From.After(when.DayOf(s.Now)) {
		return true
	}
	return slices.ContainsFunc(s.All(), func(m answer.Memory) bool {
		return m.Ended && lang.Overlap(lang.Senses(m.Text), lang.Senses(question)) >= 0.4
	})
}

// wonders returns the question that the persona would most like answered, where
// it may be asked, when the user has nothing to say: nothing weighs, the last replies asked nothing, and it was
// not asked before in this talk.
func (s *scene) wonders() string {
	question := marks.Text("asked-first", s.first("feeling"))
	if question == "" || plain.LanguageOf(question, s.Lang) != s.Lang || s.sadLately() || s.notYet(question) {
		return ""
	}
	replies := 0
	for _, t := range slices.Backward(s.Past) {
		if t.User {
			continue
		}
		if strings.Contains(t.Text, question) || replies < quietLines && strings.ContainsAny(t.Text, "?？") {
			return ""
		}
		replies++
	}
	if replies < quietLines {
		return ""
	}
	return question
}

// tellsName answers an introduction.
func (s *scene) tellsName(r *reply) bool {
	if s.newName == "" {
		return false
	}
	key := "name"
	switch {
	case s.former == s.newName:
		key = "name.known"
	case s.former != "":
		key = "name.right"
	}
	r.say(s, strings.ReplaceAll(s.reply(key), "{x}", strings.TrimSuffix(s.newName, "さん")))
	r.emotion = emotion{"joy", 0.5}
	if failed, _ := s.outcome(); failed {
		s.sayKept(r)
	}
	return true
}
