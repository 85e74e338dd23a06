package timespan

import (
	"strings"
	"time"
)

// The pieces of English patterns. They are matched without regard to case,
// but "may", "march" and the like count as months only where they must be.
const (
	enMonth  = `(?P<month>january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\b\.?`
	enDay    = `(?P<day>\d{1,2})(?:st|nd|rd|th)?\b`
	enYear   = `(?:,?\s+(?P<year>(?:19|20)\d{2})\b)?`
	enNumber = `(?P<n>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a\s+few|few|several|some|a\s+couple\s+of|a\s+couple|couple\s+of|an|a)`
	enUnit   = `(?P<unit>day|week|fortnight|weekend|month|year)s?\b`
	enPart   = `(?P<part>early|mid|middle\s+of|late|end\s+of|beginning\s+of|start\s+of)[\s-]+(?:the\s+)?`
	enWhich  = `(?P<which>last|past|previous|this|next|coming)\s+`
	enSeason = `(?P<season>spring|summer|autumn|fall|winter)\b`
	enWeek   = `(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b`
)

// What the rules need, so that most of a text is looked at by none of them.
var (
	enDigits  = []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}
	enMonths  = []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}
	enSeasons = []string{"spring", "summer", "autumn", "fall", "winter"}
	enUnits   = []string{"day", "week", "fortnight", "month", "year"}
)

// englishRules name times in English. The longest match wins, so order only
// decides between equals.
var englishRules = []rule{
	{english(`(?P<year>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<day>\d{1,2})\b`), isoDay, enDigits},
	{english(`(?P<year>(?:19|20)\d{2})[-/](?P<m>0[1-9]|1[0-2])\b`), isoMonth, enDigits},
	{english(enDay + `(?:\s+of)?\s+` + enMonth + enYear), enDate, enDigits},
	{english(enMonth + `\s+` + enDay + enYear), enDate, enDigits},
	{english(`(?P<nth>first|second|third|fourth|fifth|last|final|1st|2nd|3rd|4th)\s+week(?P<end>end)?\s+(?:of|in)\s+` + enMonth + enYear), enNthWeek, []string{"week"}},
	{english(enPart + enMonth + enYear), enMonthOnly, enMonths},
	{english(enMonth + enYear), enMonthOnly, enMonths},
	{english(enWhich + `(?P<bare>)` + enMonth), enMonthOnly, enMonths},
	{english(`(?:` + enPart + `)?(?:` + enWhich + `)?` + enSeason + `(?:\s+(?:of\s+)?(?P<year>(?:19|20)\d{2})\b)?`), enSeasonOnly, enSeasons},
	{english(`(?:the\s+)?(?:year\s+)?(?P<year>(?:19|20)\d{2})\b`), enYearOnly, enDigits},
	{english(`the\s+(?P<far>day)\s+before\s+yesterday|(?P<word>yesterday|today|tonight|tomorrow|last\s+night|this\s+(?:morning|afternoon|evening))\b`), enDayWord, []string{"day", "tomorrow", "night", "this"}},
	{english(`(?P<recent>the\s+other\s+day|recently|lately)\b`), enRecent, []string{"other", "recent", "late"}},
	{english(enNumber + `\s+` + enUnit + `\s+(?:ago|back|earlier)\b`), enAgo, []string{"ago", "back", "earlier"}},
	{english(enWhich + `(?:(?P<n>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|few|couple\s+of)\s+)?` + enUnit), enWhichUnit, enUnits},
	{english(`(?:(?P<which>last|past|previous|this|next|coming)\s+)?` + enWeek), enWeekday, []string{"day"}},
	{english(`(?:last\s+)?(?P<feast>christmas(?:\s+eve|\s+day)?|new\s+year'?s?(?:\s+(?:eve|day))|halloween|valentine'?s(?:\s+day)?)` + enYear), enFeast, []string{"christmas", "new", "halloween", "valentine"}},
}

func english(pattern string) expr { return rx(`(?i)\b(?:` + pattern + `)`) }

func isoDay(m match, now time.Time) (Span, bool) {
	y, _ := m.number("year")
	mo, _ := m.number("m")
	d, _ := m.number("day")
	return date(y, time.Month(mo), d, now.Location())
}

func isoMonth(m match, now time.Time) (Span, bool) {
	y, _ := m.number("year")
	mo, _ := m.number("m")
	return month(y, time.Month(mo), now.Location()), true
}

func enDate(m match, now time.Time) (Span, bool) {
	mo := monthNamed(m.group("month"))
	d, _ := m.number("day")
	y, ok := m.number("year")
	if !ok {
		y = yearOf(mo, d, now)
	}
	return date(y, mo, d, now.Location())
}

func enNthWeek(m match, now time.Time) (Span, bool) {
	mo := monthNamed(m.group("month"))
	y, ok := m.number("year")
	if !ok {
		y = yearOf(mo, 1, now)
	}
	nth, _ := ordinal(m.group("nth"))
	all := month(y, mo, now.Location())
	s := Span{From: all.From.AddDate(0, 0, 7*(nth-1)), Unit: Week}
	if nth < 0 {
		s.From = all.To.AddDate(0, 0, -7)
	}
	s.To = s.From.AddDate(0, 0, 7)
	return s, true
}

// enMonthOnly takes a month's name. Names that are common words count only
// with a year, a part, or a word before them that asks for a month.
func enMonthOnly(m match, now time.Time) (Span, bool) {
	name := m.group("month")
	mo := monthNamed(name)
	y, ok := m.number("year")
	if !ok {
		y = yearOf(mo, 1, now)
	}
	switch which := strings.ToLower(m.group("which")); {
	case which == "next" || which == "coming":
		y = yearOf(mo, 1, now) + 1
	case which == "" && !ok && m.group("part") == "" && !soundsLikeMonth(m.text[:m.loc[0]], name):
		return Span{}, false
	case (which == "last" || which == "previous" || which == "past") && mo == now.Month():
		y--
	}
	return enPartOf(m).of(month(y, mo, now.Location())), true
}

// soundsLikeMonth reports whether a name after before means a month: long
// unmistakable names always, "May", "March", "Mar" and other short ones when a
// preposition stands before them.
func soundsLikeMonth(before, name string) bool {
	switch strings.ToLower(name) {
	case "may", "march", "mar", "jan", "sep", "dec", "jun", "jul", "apr", "aug", "oct", "nov", "feb", "sept":
		return monthBefore().MatchString(tail(before))
	}
	return true
}

var monthBefore = rx(`(?i)\b(?:in|of|since|until|till|by|during|around|before|after|from|to|between|through|every|each|about)\s+$`)

func enPartOf(m match) part {
	switch p := strings.ToLower(m.group("part")); {
	case p == "":
		return whole
	case strings.HasPrefix(p, "early"), strings.HasPrefix(p, "begin"), strings.HasPrefix(p, "start"):
		return early
	case strings.HasPrefix(p, "mid"):
		return middle
	}
	return late
}

// enSeasonOnly takes a season. "Fall" and "spring" are verbs too, so alone
// they need "the", a preposition or another sign.
func enSeasonOnly(m match, now time.Time) (Span, bool) {
	var q quarter
	switch strings.ToLower(m.group("season")) {
	case "spring":
		q = spring
	case "summer":
		q = summer
	case "winter":
		q = winter
	default:
		q = autumn
	}
	which := strings.ToLower(m.group("which"))
	if y, ok := m.number("year"); ok {
		return enPartOf(m).of(season(y, q, now.Location())), true
	}
	if which == "" && m.group("part") == "" && !seasonBefore().MatchString(tail(m.text[:m.loc[0]])) {
		return Span{}, false
	}
	s := lastSeason(q, now, 0)
	switch {
	case which == "next" || which == "coming":
		s = lastSeason(q, now, 1)
	case (which == "last" || which == "previous") && s.Contains(now):
		s = lastSeason(q, now, -1)
	}
	return enPartOf(m).of(s), true
}

var seasonBefore = rx(`(?i)\b(?:in|of|since|until|by|during|around|before|after)\s+(?:the\s+)?$`)

func enYearOnly(m match, now time.Time) (Span, bool) {
	y, ok := m.number("year")
	return year(y, now.Location()), ok
}

func monthNamed(name string) time.Month {
	const names = "janfebmaraprmayjunjulaugsepoctnovdec"
	return time.Month(strings.Index(names, strings.ToLower(name[:3]))/3 + 1)
}
