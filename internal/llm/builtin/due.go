package builtin

import (
	"slices"
	"strings"
	"time"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/when"
)

// daysAsked returns the days on which a message asks what is to be done, and their name: those of
// the sentence that asks, or else of another.
func (s *scene) daysAsked() (day when.Days, name string) {
	own := plain.OwnWords(s.said)
	for _, sen := range slices.Backward(lang.Split(own)) {
		if !sen.Asks && !question.AsksUnmarked(sen) && !wordings()[s.Lang].talk.Has("due", marked(sen)) {
			continue
		}
		if day, name, ok := daysIn(s, sen.Text); ok {
			return day, name
		}
	}
	if day, name, ok := daysIn(s, own); ok {
		return day, name
	}
	day = when.OneDay(s.Now)
	return when.Days{From: day.From, To: day.To.AddDate(0, 0, when.AheadDays)}, inLanguage(s, "the days to come", "これから")
}

// daysAhead are the sections of words for today beside another day, for tomorrow and for the day after.
var daysAhead = []string{"today-too", "tomorrow", "day-after"}

// daysIn returns the days to come that a text names, and how they are called; it reports false
// where it names none.
func daysIn(s *scene, text string) (days when.Days, name string, ok bool) {
	low, today := strings.ReplaceAll(strings.ToLower(lang.Spelled(text)), "day after tomorrow", "day afterwards"), when.DayOf(s.Now)
	weekEnds := today.AddDate(0, 0, (7-int(today.Weekday()))%7)
	var named []time.Time
	for ahead := range 7 {
		d := today.AddDate(0, 0, ahead)
		if when.NamesWeekday(low, d) || ahead < len(daysAhead) && lex.Has(daysAhead[ahead], low) {
			named = append(named, d)
		}
	}
	switch {
	case len(named) > 1: // "what's on tomorrow and friday"
		last := named[len(named)-1]
		return when.Days{From: named[0], To: last}, untilDay(s, named[0]) + inLanguage(s, " to ", "から") + untilDay(s, last), true
	case len(named) > 0:
		return when.OneDay(named[0]), untilDay(s, named[0]), true
	case plain.HoldsAny(low, "this week and next", "今週と来週"):
		return when.Days{From: today, To: weekEnds.AddDate(0, 0, 7)}, inLanguage(s, "this week and next", "今週と来週"), true
	case plain.HoldsAny(low, "next week", "来週"):
		return when.Days{From: weekEnds.AddDate(0, 0, 1), To: weekEnds.AddDate(0, 0, 7)}, inLanguage(s, "next week", "来週"), true
	case plain.HoldsAny(low, "weekend", "週末"):
		return when.Days{From: weekEnds.AddDate(0, 0, -min(1, when.Between(today, weekEnds))), To: weekEnds}, inLanguage(s, "the weekend", "週末"), true
	case plain.HoldsAny(low, "this week", "今週"):
		return when.Days{From: today, To: weekEnds}, inLanguage(s, "this week", "今週"), true
	case plain.HoldsAny(low, "today", "tonight", "今日", "きょう", "今夜"):
		return when.OneDay(today), untilDay(s, today), true
	}
	return when.Days{}, "", false
}

// inLanguage returns what of two is in the language of the answer.
func inLanguage(s *scene, en, ja string) string {
	if s.Lang == plain.Japanese {
		return ja
	}
	return en
}

// sayDue tells what the user means to do on the days they ask about, and what
// is overdue, each with its day.
func (s *scene) sayDue(r *reply) bool {
	day, d := s.daysAsked()
	due, open := s.Due(day)
	due = append(due, toldWithIt(s, day)...)
	r.emotion = calm
	if len(due)+len(open) == 0 {
		none := "due.none"
		if s.saidOf("due") && slices.ContainsFunc(s.lately, func(line string) bool { return strings.Contains(line, d) }) {
			none = "due.nomore"
		}
		r.say(s, strings.ReplaceAll(s.reply(none), "{d}", d))
		return true
	}
	if len(due) > 0 {
		r.say(s, strings.NewReplacer("{d}", d, "{x}", s.dated(due, day, r)).Replace(s.reply("due")))
	}
	if len(open) > 0 {
		r.say(s, strings.ReplaceAll(s.reply("due.open"), "{x}", s.dated(open, day, r)))
	}
	return true
}

// toldWithIt returns what the message that asks tells itself of a day to come: "I've the dentist at
// nine tomorrow. What have I on tomorrow?", 「明日なんだっけ　10時から説明会」. Of today it may be over.
func toldWithIt(s *scene, day when.Days) (list []answer.Memory) {
	if !day.From.Equal(day.To) || when.Between(s.Now, day.From) == 0 {
		return nil
	}
	talk, asked := wordings()[s.Lang].talk, false
	onDay := func(d when.Days) bool { return d.From.Equal(d.To) && d.Meets(day) }
	for _, sen := range lang.Split(plain.OwnWords(s.said)) {
		if sen.Asks || question.AsksUnmarked(sen) || talk.Has("due", marked(sen)) {
			asked = true
			continue
		}
		if answer.NamesOnlyDay(sen.Text) {
			continue
		}
		m := answer.Memory{Text: sen.Text, When: s.Now, Lang: s.Lang, Mine: true}
		days := answer.DaysOf(&s.Reader, m, day)
		if slices.ContainsFunc(days, onDay) || asked && sen.Japanese && len(days) == 0 && question.Clock.In(sen.Text) && !lex.Has("did-ja", sen.Text) {
			list = append(list, m)
		}
	}
	return list
}

// dated quotes what is to be done, with its day where that is not today.
func (s *scene) dated(list []answer.Memory, asked when.Days, r *reply) string {
	var parts []string
	for _, m := range list[:min(maxList, len(list))] {
		part := s.Quote(m)
		days := answer.DaysOf(&s.Reader, m, asked)
		if i := slices.IndexFunc(days, asked.Meets); i > 0 {
			days = days[i:]
		}
		if len(days) > 0 && days[0].From == days[0].To && days[0] != asked && when.Between(days[0].From, s.Now) != 0 {
			day := untilDay(s, days[0].From)
			part += map[plain.Language]string{plain.English: " (" + strings.TrimSuffix(day, ",") + ")", plain.Japanese: "（" + day + "）"}[s.Lang]
		}
		parts = append(parts, part)
		r.traces = append(r.traces, m.ID)
	}
	return strings.Join(parts, map[plain.Language]string{plain.English: " "}[s.Lang])
}

// reportsDone takes in that what the last reply gave back as to be done is done: "did that already".
func reportsDone(s *scene, r *reply) bool {
	own := plain.OwnWords(s.said)
	return answer.ReportsListed(&s.Reader, own) && !s.asksAnything() && s.says(r, "done", calm)
}
