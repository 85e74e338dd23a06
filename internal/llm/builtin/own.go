package builtin

import (
	"strings"
	"time"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/when"
)

// sayDate says which date a day has that the message names, tomorrow or Tuesday; the day
// of the scene where it names none.
func sayDate(s *scene, r *reply) {
	key, day := "date", s.Now
	if named, ok := dayNamed(s); ok {
		key, day = "date.named", named
	}
	r.say(s, strings.ReplaceAll(s.reply(key), "{x}", dateWords(day, s.Lang)))
}

// dayNamed returns the day that the message names from today, if it names one.
func dayNamed(s *scene) (time.Time, bool) {
	if s.Lang == plain.Japanese {
		times := append(lang.Times(s.said, s.Now), lang.Times(strings.ReplaceAll(s.said, "日って", "日は"), s.Now)...)
		if len(times) == 0 || times[0].Unit != lang.Day {
			return time.Time{}, false
		}
		return times[0].From, true
	}
	said := strings.NewReplacer("tomorrows", "tomorrow", "'s", "").Replace(s.said)
	named := when.Written(when.AbsoluteEnglish(said, s.Now, func(string) bool { return false }))
	if len(named) == 0 {
		return time.Time{}, false
	}
	return named[0], true
}

// dateWords writes a day in full.
func dateWords(day time.Time, l plain.Language) string {
	if l == plain.Japanese {
		return day.Format("2006年1月2日") + "、" + when.WeekdayJapanese(day) + "曜日"
	}
	return day.Format("Monday, 2 January 2006")
}

// ownWord answers a question about the persona from its soul, if the soul
// speaks of that.
func (s *scene) ownWord(r *reply) bool {
	q, _ := s.asksFact(strings.TrimRight(s.said, " .!?。！？") + "?")
	best := s.Lookup(q, s.OfPersona()).Best
	if len(best) == 0 || best[0].Lang != s.Lang || likesElse(q, best[0]) {
		return false
	}
	text := strings.TrimRight(best[int(s.seed)%len(best)].Text, ".。")
	if s.Lang == plain.English {
		text = selfAsFirst(text)
	}
	r.say(s, plain.Stopped(plain.UpperFirst(text), s.Lang))
	r.emotion = calm
	return true
}

// selfAsFirst turns a soul written as "You are …" to the first person.
func selfAsFirst(text string) string {
	if !strings.HasPrefix(text, "You") {
		return text
	}
	return youAsI.Replace(" " + text + " ")
}

var youAsI = strings.NewReplacer(" You are ", "I am ", " You're ", "I'm ", " You've ", "I've ", " You ", "I ", " Your ", "My ", " your ", " my ", " yourself ", " myself ", " you ", " me ")

// first returns the first thing that a section tells, without the stop at its
// end.
func (s *hearing) first(section string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s.Section(section)), "\n")
	return strings.TrimRight(line, ".。 ")
}

// sayWants tells what the persona wants: its first goal, and what it wonders.
func (s *scene) sayWants(r *reply) {
	goal, wondered := s.first("goals"), s.first("feeling")
	if goal == "" && wondered == "" {
		r.say(s, s.reply("wants.nothing"))
		return
	}
	if goal != "" {
		r.say(s, strings.ReplaceAll(s.reply("wants"), "{x}", goal))
	}
	if wondered != "" {
		r.say(s, strings.ReplaceAll(s.reply("wants.wonders"), "{x}", plain.Stopped(wondered, s.Lang)))
	}
}

// sayDream tells what the last dream resolved, or what dreaming is here.
func (s *scene) sayDream(r *reply) {
	if resolved := s.first("strategy"); resolved != "" {
		r.say(s, strings.ReplaceAll(s.reply("dreamt.kept"), "{x}", resolved))
		return
	}
	r.say(s, s.reply("dreamt"))
}

// likesElse reports whether a question asks for a liking of something that a
// sentence of likings does not speak of.
func likesElse(q question.Asking, m answer.Memory) bool {
	g := lex.First("liked-thing", q.Text)
	return g != nil && !lex.Has("ask-word-ja", g[1]) && !strings.Contains(m.Text, g[1])
}
