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

// Known returns what may stand in a list of what is Known of the user: facts of
// theirs first, then of their people and animals, then the rest, the newest of
// each first.
func (rd *Reader) Known() []Memory {
	var mine, kin, rest []Memory
	seen, heavy := map[string]bool{}, rd.heavy()
	for _, m := range slices.Backward(rd.Told()) {
		text := strings.ToLower(m.Text)
		if seen[text] || !rd.listable(&m) || rd.over(m) {
			continue
		}
		seen[text] = true
		switch ts := lang.Senses(m.Text); {
		case m.Topic != "":
			m.Open = false // in a list, what was said before it stands for itself
			mine = append(mine, m)
		case m.Open && (m.Lang == plain.English || lex.Has("lean-start-ja", m.Text)), heavy[m.order], len(ts) < 2:
		case lang.IsPerson(ts) || lang.IsPet(ts) || m.of == lang.Someone:
			kin = append(kin, m)
		default:
			rest = append(rest, m)
		}
	}
	return append(append(mine, kin...), rest...)
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
func toldAsPast(m *Memory) bool {
	return lang.ToldAsPast(m.Text) || lex.Has("did-ja", strings.TrimRight(m.Text, "。"))
}

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
