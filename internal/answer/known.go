package answer

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
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
		if seen[text] || !rd.listable(&m) || rd.over(m) || m.Topic == lang.TopicPlan && (heavy[m.order] || hasHappened(&m, told[i+1:])) {
			continue
		}
		if _, lost := rd.LostSince(m); lost {
			continue // what was said of somebody alive
		}
		seen[text] = true
		switch ts := lang.Senses(m.Text); {
		case m.Topic != "":
			m.Open = false // in a list, what was said before it stands for itself
			list = append(list, m)
		case m.Open && (m.Lang == plain.English || lex.Has("lean-start-ja", m.Text)), heavy[m.order], len(ts) < 2:
		case lang.IsPerson(ts) || lang.IsPet(ts) || m.of == lang.Someone:
			list = append(list, m)
		default:
			rest = append(rest, m)
		}
	}
	slices.SortStableFunc(list, func(a, b Memory) int { return weightOf(a) - weightOf(b) })
	return append(list, rest...)
}

// topicOrder are the topics of what is known of the user, what says most first; others
// are told of among the persons, the user's own people before the rest.
var topicOrder = []lang.Topic{
	lang.TopicName, lang.TopicAge, lang.TopicWork, lang.TopicHome, lang.TopicOrigin, lang.TopicHealth,
	ofFamily, lang.TopicPerson, lang.TopicLife, lang.TopicTaste, lang.TopicDecision, lang.TopicPlan,
}

// ofFamily stands for what is told of the user's family and animals.
const ofFamily lang.Topic = "family"

// weightOf is the place of what a telling is about among what says most of the user.
func weightOf(m Memory) int {
	topic := m.Topic
	if m.of == lang.Someone || m.of == lang.Something || topic == "" {
		topic = lang.TopicPerson
	}
	if ts := lang.Senses(m.Text); topic == lang.TopicPerson && (lang.IsPerson(ts) || lang.IsPet(ts)) {
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
	case lang.TopicName, lang.TopicTaste, lang.TopicHome, lang.TopicOrigin, lang.TopicWork, lang.TopicAge, lang.TopicLife:
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
func toldAsPast(m *Memory) bool { return lang.ToldAsPast(m.Text) || lex.Has("did-ja", m.Text) }

// listable reports whether a telling is the user's own, and fit for a list.
func (rd *Reader) listable(m *Memory) bool {
	switch {
	case m.Lang != rd.Lang, m.noted, rd.isOwn(m), m.source == fromSelf, m.source == fromPast:
		return false
	case m.source == fromKept && !m.Mine && m.Topic == "" && !rd.tellsOfUser(m.Text):
		return false
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
