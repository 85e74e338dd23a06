package builtin

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// dueDays is for how many days what is to be done, and was not, is told.
const dueDays = 14

// due returns what the user told that falls on some days and is not done, and
// what is still open of what was to be done before today or, where several days
// are asked about, on none.
func (s *scene) due(day when.Days) (due, open []memory) {
	all := s.told()
	for i, m := range all {
		days := when.Written(s.settledText(m)) // not those of what it leans on, or puts right
		falls := slices.ContainsFunc(days, day.Has)
		if m.noted || !falls && !lex.Has("to-do", m.text) || s.isDone(m, all[i+1:]) {
			continue
		}
		m.open = false // what was said before it may be of another day
		switch today := when.DayOf(s.now); {
		case falls:
			due = append(due, m)
		case when.Between(m.when, s.now) > dueDays, !day.Has(today):
		case len(days) == 0 && day.To.After(day.From), len(days) > 0 && days[len(days)-1].Before(today):
			open = append(open, m)
		}
	}
	return s.distinct(due), s.distinct(open)
}

// isDone reports whether a plan is a report itself, or was reported as done
// later.
func (s *scene) isDone(m memory, later []memory) bool {
	m.terms = nil // all its words
	if m.source == fromHistory && when.Between(m.when, s.now) == 0 && isDoneText(m.text) {
		return true
	}
	if slices.ContainsFunc(later, func(o memory) bool { return isDoneText(o.text) && lang.Overlap(lang.Senses(o.text), m.termsAt()) > 0 }) {
		return true
	}
	return slices.ContainsFunc(s.past, func(t turn) bool {
		return t.user && t.when.After(m.when) && isDoneText(t.text) && (lang.Overlap(lang.Senses(t.text), lang.Senses(m.text)) > 0 || sharesVerb(t.text, m.text))
	})
}

// sayDue tells what the user means to do on the days they ask about, and what
// is overdue, each with its day.
func (s *scene) sayDue(r *reply) bool {
	low, day := strings.ToLower(s.said), when.OneDay(s.now)
	d := s.untilDay(day.From)
	switch {
	case containsAny(low, "tomorrow", "明日", "あした"):
		day = when.Days{From: day.From.AddDate(0, 0, 1), To: day.To.AddDate(0, 0, 1)}
		d = s.untilDay(day.From)
	case containsAny(low, "this week", "今週"):
		day.To = day.To.AddDate(0, 0, (7-int(day.To.Weekday()))%7)
		d = map[language]string{english: "this week", japanese: "今週"}[s.lang]
	case !containsAny(low, "today", "tonight", "今日", "きょう", "今夜"):
		day.To = day.To.AddDate(0, 0, 7)
		d = map[language]string{english: "now", japanese: "いまのところ"}[s.lang]
	}
	due, open := s.due(day)
	r.emotion = calm
	if len(due)+len(open) == 0 {
		r.say(s, strings.ReplaceAll(s.reply("due.none"), "{d}", d))
		return true
	}
	if len(due) > 0 {
		r.say(s, strings.NewReplacer("{d}", d, "{x}", s.dated(due, r)).Replace(s.reply("due")))
	}
	if len(open) > 0 {
		r.say(s, strings.ReplaceAll(s.reply("due.open"), "{x}", s.dated(open, r)))
	}
	return true
}

// dated quotes what is to be done, with its day where that is not today.
func (s *scene) dated(list []memory, r *reply) string {
	var parts []string
	for _, m := range list[:min(maxList, len(list))] {
		part := s.quoted(m)
		if days := when.Written(s.settledText(m)); len(days) > 0 && when.Between(days[0], s.now) != 0 {
			part += map[language]string{english: " (" + strings.TrimSuffix(s.untilDay(days[0]), ",") + ")", japanese: "（" + s.untilDay(days[0]) + "）"}[s.lang]
		}
		parts = append(parts, part)
		r.traces = append(r.traces, m.id)
	}
	return strings.Join(parts, map[language]string{english: " "}[s.lang])
}

// sharesVerb reports whether what was done is what was to be done, by its
// verb: "called them" of "call the dentist".
func sharesVerb(done, plan string) bool {
	plans := words(strings.ToLower(plan))
	for _, w := range words(strings.ToLower(done)) {
		if lex.Has("done-text", w) && slices.ContainsFunc(plans, func(p string) bool { return len(p) > 2 && lang.SenseStem(p) == lang.SenseStem(w) }) {
			return true
		}
	}
	return false
}

// isDoneText reports whether a text says that something is done.
func isDoneText(text string) bool { return lex.Has("done-text", text) }
