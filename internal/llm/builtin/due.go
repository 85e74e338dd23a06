package builtin

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// dueOn returns what the user told that falls on some days and is not done.
func (s *scene) dueOn(day when.Days) []memory {
	all := s.told()
	var due []memory
	for i, m := range all {
		m.terms = lang.Days(s.settledText(m)) // not those of what it leans on, or puts right
		if namesDay(day, &m) && !m.noted && !s.isDone(m, all[i+1:]) {
			due = append(due, m)
		}
	}
	return due
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

// sayDue tells what the user means to do on the day they ask about.
func (s *scene) sayDue(r *reply) bool {
	day := when.OneDay(s.now)
	if containsAny(strings.ToLower(s.said), "tomorrow", "明日", "あした") {
		day = when.Days{From: day.From.AddDate(0, 0, 1), To: day.To.AddDate(0, 0, 1)}
	}
	week := containsAny(strings.ToLower(s.said), "this week", "今週")
	if week {
		day.To = day.To.AddDate(0, 0, (7-int(day.To.Weekday()))%7)
	}
	due := s.distinct(s.dueOn(day))
	d := strings.TrimSuffix(when.NameEnglish(day.To, s.now), ",")
	if s.lang == japanese {
		d = when.NameJapanese(day.To, s.now)
	}
	if week {
		d = map[language]string{english: "this week", japanese: "今週"}[s.lang]
	}
	r.emotion = calm
	if len(due) == 0 {
		r.say(s, strings.ReplaceAll(s.reply("due.none"), "{d}", d))
		return true
	}
	var parts []string
	for _, m := range due[:min(maxList, len(due))] {
		m.open = false // what was said before it may be of another day
		parts = append(parts, s.quoted(m))
		r.traces = append(r.traces, m.id)
	}
	r.say(s, strings.NewReplacer("{d}", d, "{x}", strings.Join(parts, map[language]string{english: " "}[s.lang])).Replace(s.reply("due")))
	return true
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
