package statement

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/cache"
	"yumori/internal/lang/when"
	"yumori/internal/pattern"
)

// withinKind keeps two values of a correction to one kind: no day takes the place of an hour,
// 「木曜の二時ではなくて、金曜の三時」, and a number that of one which counts the same,
// 「72歳ではなくて、先週誕生日が来て73歳になった」. It reports false where they are neither.
func withinKind(l *pattern.Set, said, was, is string) (string, string, bool) {
	hour := l.Has("an-hour", was)
	if hour && l.Has("a-day", is) && !l.Has("a-day", was) && !l.Has("an-hour", is) {
		was, is = notTime(l, said)
		return was, is, true
	}
	n := numberAtEnd.FindString(was)
	if hour || n == "" || unitOf(n) == "" {
		return was, is, false
	}
	if other := numberAtEnd.FindString(is); unitOf(other) == unitOf(n) {
		return n, other, true
	}
	return n, otherNumber(said, n), true
}

// unitOf is what a number counts.
func unitOf(number string) string { return strings.TrimLeft(number, "0123456789") }

// otherNumber returns the one other number of what a Japanese number counts that a sentence has; ""
// where it has none, or several.
func otherNumber(said, number string) string {
	list := slices.DeleteFunc(numberInside.FindAllString(said, -1), func(o string) bool { return o == number || unitOf(o) != unitOf(number) })
	if len(list) != 1 {
		return ""
	}
	return list[0]
}

// DeniesOtherDay reports whether a sentence says that a day of a month is not so, and a text has
// only others, "not the 12th, the 19th" of a funeral on the 4th, or says so of a month of which the
// text has neither that nor a day. It is pure.
func DeniesOtherDay(said, held string) bool {
	d := latestDenials.Of(said, func() denial { return denialOf(lang.Written(said)) })
	if d.month == "" && len(d.days) == 0 {
		return false
	}
	held = lang.Written(held)
	had := daysOfMonth(lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(held)}), held)
	if d.month != "" && len(had) == 0 {
		return !strings.Contains(strings.ToLower(held), d.month)
	}
	return len(d.days) > 0 && len(had) > 0 && !slices.ContainsFunc(had, func(day int) bool { return slices.Contains(d.days, day) })
}

// A denial is which days of a month, or which month, a sentence says that something is not on.
type denial struct {
	days  []int
	month string
}

// latestDenials are those of the sentences looked at last: each is compared with all that was told.
var latestDenials cache.Cache[denial]

func denialOf(said string) denial {
	l := lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(said)})
	was, _, _ := notBut(l, said)
	return denial{daysOfMonth(l, was), strings.ToLower(l.Text("a-month", was))}
}

// daysOfMonth returns the days of months that a text names, by their number.
func daysOfMonth(l *pattern.Set, text string) (list []int) {
	for _, day := range l.All("day-number", text) {
		list = append(list, when.Number(strings.TrimRight(day, "stndrh日")))
	}
	return list
}

// putRight is what was told as a correction has it, which says that one value is another: the day
// and the hour, where it names both.
func (h heard) putRight(said, was, is string) (string, bool) {
	if now, ok := h.bothRight(said); ok {
		return now, true
	}
	return h.exchange(was, is)
}

// bothRight is what was told with the day and the hour of a correction that names both, as it does.
func (h heard) bothRight(said string) (string, bool) {
	l := h.patterns()
	if !namesMoment(l, said) || !namesMoment(l, h.Text) {
		return "", false
	}
	return otherMoment(l, h.Text, said)
}

// numberInside is such a number anywhere.
var numberInside = pattern.New(`\d+(?:歳|才|人|匹|個|本|冊|回|枚|台|円|キロ|年生|時)`)
