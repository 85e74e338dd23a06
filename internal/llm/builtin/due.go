package builtin

import (
	"strings"

	"yumori/internal/answer"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/when"
)

// comingDays is for how many days ahead what is to be done is told where no day is asked
// about.
const comingDays = 30

// sayDue tells what the user means to do on the days they ask about, and what
// is overdue, each with its day.
func (s *scene) sayDue(r *reply) bool {
	low, day := strings.ToLower(s.said), when.OneDay(s.Now)
	d := untilDay(s, day.From)
	switch {
	case plain.HoldsAny(low, "tomorrow", "明日", "あした"):
		day = when.Days{From: day.From.AddDate(0, 0, 1), To: day.To.AddDate(0, 0, 1)}
		d = untilDay(s, day.From)
	case plain.HoldsAny(low, "this week", "今週"):
		day.To = day.To.AddDate(0, 0, (7-int(day.To.Weekday()))%7)
		d = map[plain.Language]string{plain.English: "this week", plain.Japanese: "今週"}[s.Lang]
	case !plain.HoldsAny(low, "today", "tonight", "今日", "きょう", "今夜"):
		day.To = day.To.AddDate(0, 0, comingDays)
		d = map[plain.Language]string{plain.English: "now", plain.Japanese: "いまのところ"}[s.Lang]
	}
	due, open := s.Due(day)
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
func (s *scene) dated(list []answer.Memory, r *reply) string {
	var parts []string
	for _, m := range list[:min(maxList, len(list))] {
		part := s.Quote(m)
		if days := when.Written(s.Settled(m)); len(days) > 0 && when.Between(days[0], s.Now) != 0 {
			part += map[plain.Language]string{plain.English: " (" + strings.TrimSuffix(untilDay(s, days[0]), ",") + ")", plain.Japanese: "（" + untilDay(s, days[0]) + "）"}[s.Lang]
		}
		parts = append(parts, part)
		r.traces = append(r.traces, m.ID)
	}
	return strings.Join(parts, map[plain.Language]string{plain.English: " "}[s.Lang])
}
