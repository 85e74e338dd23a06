package answer

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
)

// ordered puts what answers a question into the order in which it does.
func ordered(q question.Asking, best []Memory) []Memory {
	if q.Kind == question.AskWho && lex.Has("who-is", q.Text) {
		slices.SortStableFunc(best, func(a, b Memory) int { return whoRank(b) - whoRank(a) })
	}
	if lex.Has("does-asked", q.Text) {
		slices.SortStableFunc(best, func(a, b Memory) int { return jobRank(b) - jobRank(a) })
		if q.Kind == question.AskWhat && lang.HasSense(q.Senses, "@work") { // a day at work is no work
			best = slices.DeleteFunc(best, func(m Memory) bool { return jobRank(m) == 0 && !strings.Contains(m.Text, "仕事") })
		}
	}
	if lang.HasSense(q.Senses, "@work") && q.Kind != question.AskWhen { // "is a paramedic" before "is on nights this week"
		slices.SortStableFunc(best, func(a, b Memory) int { return jobRank(b) - jobRank(a) })
	}
	if lex.Has("asks-now", q.Text) { // what is so now is what was told last of it
		slices.SortStableFunc(best, func(a, b Memory) int { return nowRank(b) - nowRank(a) })
	}
	if q.Kind == question.AskAbout {
		slices.SortStableFunc(best, func(a, b Memory) int { return ofRank(q, b) - ofRank(q, a) })
	}
	return best
}

// lastTimed returns what the user spoke of last today that has a time, for a question
// that asks for no more than that: "when is it?".
func lastTimed(rd *Reader, q question.Asking) []Memory {
	if !lex.Has("it-asked", q.Text) || q.Kind != question.AskWhen {
		return nil
	}
	for _, m := range slices.Backward(rd.Told()) {
		if m.Mine && when.Between(m.When, rd.Now) == 0 && !sensitive(m.Text) && rd.Moment(q, m) != "" {
			return []Memory{m}
		}
	}
	return nil
}

// giveName leaves of a telling that names in passing the one asked about, うちの文鳥の
// ぴーすけは元気だ, the name: the rest may be true no more.
func (m *Memory) giveName(q question.Asking) {
	if m.Lang != plain.Japanese || lex.Has("naming", m.Text) || lex.Has("kin-called-ja", m.Text) || lex.Has("nickname-ja", m.Text) {
		return
	}
	for _, e := range lex.Of("kin-name-ja") {
		g := e.FindStringSubmatch(m.Text)
		if g == nil || lex.Has("no-kin-name-ja", g[e.SubexpIndex("name")]) || lang.Overlap(lang.Senses(g[e.SubexpIndex("kin")]), q.Senses) == 0 {
			continue
		}
		m.Text, m.Open, m.Was, m.Then = g[e.SubexpIndex("name")], false, nil, nil
		return
	}
}

// whoRank is 1 for what tells who somebody is, else 0.
func whoRank(m Memory) int {
	if lex.Has("kin-name-en", m.Text) || lex.Has("kin-name-ja", m.Text) || lex.Has("is-a", m.Text) || lex.Has("who-is-ja", m.Text) {
		return 1
	}
	return 0
}

// jobRank is 1 for what tells what somebody does for a living, else 0.
func jobRank(m Memory) int {
	if m.Topic == statement.TopicWork || lex.Has("job-text", m.Text) {
		return 1
	}
	return 0
}

// nowRank is 1 for what tells that something is so now, else 0.
func nowRank(m Memory) int {
	if m.Corrects && lex.Has("says-now", m.Text) {
		return 1
	}
	return 0
}

// ofRank is 1 for what is told of somebody a question is about, 0 for what only names
// them.
func ofRank(q question.Asking, m Memory) int {
	if lang.Overlap(lang.Senses(m.subject), q.Senses) > 0 {
		return 1
	}
	return 0
}
