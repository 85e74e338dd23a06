package answer

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
)

// Known returns what may stand in a list of what is known of the user: what says most
// of them first, then their people and animals, then the rest, the newest of each first.
func (rd *Reader) Known() []Memory {
	var list, rest []Memory
	seen, heavy := map[string]bool{}, rd.heavy()
	told := rd.Told()
	for i, m := range slices.Backward(told) {
		text := strings.ToLower(m.Text)
		if seen[text] || !rd.listable(&m) || gone(rd, m, told[i+1:]) || m.Topic == statement.TopicPlan && heavy[m.order] {
			continue
		}
		seen[text] = true
		switch ts := lang.Senses(m.Text); {
		case m.Topic != "":
			m.Open = false // in a list, what was said before it stands for itself
			list = append(list, m)
		case m.Open && (m.Lang == plain.English || lex.Has("lean-start-ja", m.Text)), heavy[m.order], len(ts) < 2:
		case question.IsPerson(ts) || question.IsPet(ts) || m.of == statement.Someone:
			list = append(list, m)
		default:
			rest = append(rest, m)
		}
	}
	slices.SortStableFunc(list, func(a, b Memory) int { return weightOf(a) - weightOf(b) })
	return append(list, rest...)
}

// gone reports whether a telling holds no more: a plan that is over, or what was said of
// somebody who has died since.
func gone(rd *Reader, m Memory, later []Memory) bool {
	_, lost := rd.LostSince(m)
	return lost || rd.over(m) || m.Topic == statement.TopicPlan && hasHappened(&m, later)
}

// topicOrder are the topics of what is known of the user, what says most first; others
// are told of among the persons, the user's own people before the rest.
var topicOrder = []statement.Topic{
	statement.TopicName, statement.TopicAge, statement.TopicWork, statement.TopicHome, statement.TopicOrigin, statement.TopicHealth,
	ofFamily, statement.TopicPerson, statement.TopicLife, statement.TopicTaste, statement.TopicDecision, statement.TopicPlan,
}

// ofFamily stands for what is told of the user's family and animals.
const ofFamily statement.Topic = "family"

// weightOf is the place of what a telling is about among what says most of the user.
func weightOf(m Memory) int {
	topic := m.Topic
	if m.of == statement.Someone || m.of == statement.Something || topic == "" {
		topic = statement.TopicPerson
	}
	if ts := lang.Senses(m.Text); topic == statement.TopicPerson && (question.IsPerson(ts) || question.IsPet(ts)) {
		topic = ofFamily
	}
	if i := slices.Index(topicOrder, topic); i >= 0 {
		return i
	}
	return len(topicOrder)
}

// over reports whether a telling is of a plan whose day has gone by: not of a birthday,
// a home or whatever else is told with its date and holds on.
func (rd *Reader) over(m Memory) bool {
	switch m.Topic {
	case statement.TopicName, statement.TopicTaste, statement.TopicHome, statement.TopicOrigin, statement.TopicWork, statement.TopicAge, statement.TopicLife:
		return false
	}
	settled := rd.Settled(m)
	if settled == m.Text || toldAsPast(&m) || lang.HasSense(lang.Senses(m.Text), "@birthday") {
		return false
	}
	days := when.Written(settled)
	return len(days) > 0 && !slices.ContainsFunc(days, func(d time.Time) bool { return !d.Before(when.DayOf(rd.Now)) })
}

// toldAsPast reports whether a telling is of something that has happened.
func toldAsPast(m *Memory) bool {
	return lang.ToldAsPast(m.Text) || lex.Has("did-ja", strings.TrimRight(m.Text, "。"))
}

// listable reports whether a telling is the user's own, and fit for a list.
func (rd *Reader) listable(m *Memory) bool {
	switch {
	case m.Lang != rd.Lang, m.noted, rd.isOwn(m), m.source == fromSelf, m.source == fromPast:
		return false
	case m.source == fromKept && (NameIn(m.Text) != "" || !m.Mine && m.Topic == "" && !rd.tellsOfUser(m.Text)):
		return false // what is written down of the name is said by itself, and is no word of theirs
	}
	return utf8.RuneCountInString(m.Text) <= 200 && !marks.Has("nobody-yet", m.Text)
}

// GraveLines is for how many lines what is grave stays so, and heavyLines for how many
// of them nothing is listed.
const (
	GraveLines = 12
	heavyLines = 3
)

// heavy are the tellings that are grave, or were said right after one that is:
// a list is no place for them.
func (rd *Reader) heavy() map[int]bool {
	out, left, day := map[int]bool{}, 0, time.Time{}
	for _, m := range rd.All() {
		if lang.GraveOf(m.Text) != lang.NotGrave {
			left, day = heavyLines, m.When
		}
		if left > 0 && when.Between(day, m.When) == 0 {
			out[m.order] = true
			left--
		}
	}
	return out
}
