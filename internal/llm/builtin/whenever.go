package builtin

import (
	"strconv"
	"strings"
	"time"
)

// Words for days that name no date even to those who know when they were
// said, but a stretch of days beside it: "last week" said on 27 June is the
// week before 27 June.

var (
	shortDayEn = rx(`(?i)\b(last|next|this|on|every) (mon|tues?|wed(?:s|nes)?|thu(?:rs?)?|fri|sat|sun)\b`)
	weekEn     = rx(`(?i)\b(?:(?:in|on|over|during) )?(?:(?:the )?(last|past|previous|this|this past|next|this coming|the other)) (weekend|week)\b`)
	fewEn      = rx(`(?i)\b(?:(a few|a couple of|a couple|several|some|few) (day|week|weekend|month|year)s|(two|three|four|five|six|\d{1,2}) (week|weekend)s) (?:ago|back)\b`)
	otherDayEn = rx(`(?i)\bthe other (day|night|week)\b`)
	seasonEn   = rx(`(?i)\b(?:in |during )?(last|this|next) (spring|summer|autumn|fall|winter|christmas|january|february|march|april|may|june|july|august|september|october|november|december)\b`)
	weekAgoEn  = rx(`(?i)\b(?:a|one) week (?:ago|back)\b`)
)

var fullDayEn = map[string]string{"mon": "Monday", "tue": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "fri": "Friday", "sat": "Saturday", "sun": "Sunday"}

// settledEnglish replaces the words in text that name a time from the day it
// was said by what they mean on any day.
func settledEnglish(text string, day time.Time) string {
	if day.IsZero() {
		return text
	}
	date := day.Format(longDate)
	text = replaceMatches(text, shortDayEn, func(m []string, _, _ string) string {
		return m[1] + " " + fullDayEn[strings.ToLower(m[2])[:3]]
	})
	text = replaceMatches(text, weekEn, func(m []string, _, after string) string {
		if startsWithAny(after, "'s") {
			return m[0]
		}
		unit := strings.ToLower(m[2])
		in := map[string]string{"week": "in", "weekend": "on"}[unit]
		switch which := strings.ToLower(m[1]); which {
		case "this", "this coming":
			if unit == "weekend" {
				return "on the weekend of " + date
			}
			return "in the week of " + date
		case "next":
			return in + " the " + unit + " after " + date
		}
		return in + " the " + unit + " before " + date
	})
	text = replaceMatches(text, weekAgoEn, func([]string, string, string) string { return "a week before " + date })
	text = replaceMatches(text, fewEn, func(m []string, _, _ string) string {
		return strings.ToLower(m[1]+m[3]) + " " + strings.ToLower(m[2]+m[4]) + "s before " + date
	})
	text = replaceMatches(text, otherDayEn, func(m []string, _, _ string) string {
		return "a few days before " + date
	})
	text = replaceMatches(text, seasonEn, func(m []string, _, _ string) string {
		return "in " + upperMonth(strings.ToLower(m[2])) + " " + strconv.Itoa(yearOf(strings.ToLower(m[1]), strings.ToLower(m[2]), day))
	})
	return absoluteEnglish(text, day)
}

func upperMonth(name string) string {
	if seasons[name] != 0 {
		return "the " + name + " of"
	}
	return upperFirst(name)
}

// seasons gives the month in which a season is at its height.
var seasons = map[string]time.Month{"spring": time.April, "summer": time.July, "autumn": time.October, "fall": time.October, "winter": time.January}

// yearOf returns the year that "last summer" or "next May" means.
func yearOf(which, name string, day time.Time) int {
	month := seasons[name]
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(m.String(), name) {
			month = m
		}
	}
	if name == "christmas" {
		month = time.December
	}
	lasts := time.Month(0)
	if seasons[name] != 0 {
		lasts = 2 // in August, "last summer" is not this one
	}
	switch year := day.Year(); {
	case which == "last" && month >= day.Month()-lasts:
		return year - 1
	case which == "next" && month <= day.Month():
		return year + 1
	default:
		return year
	}
}

// timeIn finds the first time in a settled text, with the preposition that
// leads to it.
var timeIn = rx(`(?i)(?:,\s*)?\b(?:(?:back|early|late|sometime|just) )?(?:(?:on|in|around|since|by|until|from|at|for|about) )?(?:the )?(?:(?:a few|a couple of|several|some|\w+) (?:days?|weeks?|weekends?|months?|years?) (?:before|after) |(?:week|weekend|morning|afternoon|evening|night|spring|summer|autumn|fall|winter) (?:before |after |of ))?` +
	`(?:\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}|\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:` + monthsEn + `)|(?:` + monthsEn + `) \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})?|(?:19|20)\d\d)\b(?: at (?:noon|midnight|\d{1,2}(?::\d{2})?(?: ?[ap]m)?)\b)?`)

var (
	weekJa   = rx(`(先々週|先週|今週|来週|再来週)(?:の|に)?(週末)?(に)?`)
	someJa   = rx(`(数日前|このあいだ|この間|この前|先日|こないだ)(に)?`)
	seasonJa = rx(`(おととし|一昨年|去年|昨年|今年|来年)の(春|夏|秋|冬|正月|[0-9０-９]{1,2}月)`)
	timeInJa = rx(`(?:(?:19|20)\d\d年)?\d{1,2}月\d{1,2}日(?:の(?:前の週|次の週|週末|前の週末|週|朝|夜|少し前))?(?:ごろ)?(?:の?(?:午前|午後|朝|夜|夕方)?[0-9０-９]{1,2}時(?:半|[0-9０-９]{1,2}分)?)?|(?:19|20)\d\d年(?:\d{1,2}月|の[春夏秋冬])?(?:ごろ)?|\d{1,2}月`)
)

// settledJapanese is settledEnglish for Japanese.
func settledJapanese(text string, day time.Time) string {
	if day.IsZero() {
		return text
	}
	date := day.Format(longDateJa)
	text = replaceMatches(text, seasonJa, func(m []string, _, _ string) string {
		return strconv.Itoa(day.Year()+yearsJa[m[1]]) + "年の" + m[2]
	})
	text = replaceMatches(text, weekJa, func(m []string, _, after string) string {
		if startsWithAny(after, "月曜", "火曜", "水曜", "木曜", "金曜", "土曜", "日曜") {
			return m[0]
		}
		which := map[string]string{"先々週": "の二週前", "先週": "の前の週", "今週": "の週", "来週": "の次の週", "再来週": "の二週後"}[m[1]]
		if m[2] != "" {
			which = strings.TrimSuffix(which, "の週") + map[bool]string{true: "の週末", false: "末"}[m[1] == "今週"]
		}
		return date + which + particleJa(m[3], after)
	})
	text = replaceMatches(text, someJa, func(m []string, _, after string) string {
		return date + "の少し前" + particleJa(m[2], after)
	})
	return absoluteJapanese(text, day)
}

var (
	askedDayEn   = rx(`(?i)\b(?:(\d{1,2})(?:st|nd|rd|th)?(?: of)? (` + monthsEn + `)|(` + monthsEn + `) (\d{1,2})(?:st|nd|rd|th)?)\b(?:,? (\d{4}))?`)
	askedMonthEn = rx(`(?i)\b(?:in |during |of |early |late )?(` + monthsEn + `),? (\d{4})\b|\b(?:in|during|last|of|early|late) (` + monthsEn + `)\b`)
	askedYearEn  = rx(`\b(?:in|during|of) ((?:19|20)\d\d)\b`)
	askedDayJa   = rx(`(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日`)
	askedMonthJa = rx(`(?:(\d{4})年)?(\d{1,2})月`)
)

const monthsEn = `January|February|March|April|May|June|July|August|September|October|November|December`

// askedDays finds the days that a question names by date, and takes the words
// off. Without a year it is the latest that is not after now.
func askedDays(text string, now time.Time) (span, string) {
	if m := askedDayEn.FindStringSubmatch(text); m != nil {
		if t, ok := dayNamed(m[5], m[2]+m[3], m[1]+m[4], now); ok {
			return span{t, t}, strings.Replace(text, m[0], " ", 1)
		}
	}
	if m := askedMonthEn.FindStringSubmatch(text); m != nil {
		if t, ok := dayNamed(m[2], m[1]+m[3], "1", now); ok {
			return span{t, t.AddDate(0, 1, -1)}, strings.Replace(text, m[0], " ", 1)
		}
	}
	if m := askedYearEn.FindStringSubmatch(text); m != nil {
		if t, ok := dayNamed(m[1], "January", "1", now); ok {
			return span{t, t.AddDate(1, 0, -1)}, strings.Replace(text, m[0], " ", 1)
		}
	}
	if m := askedDayJa.FindStringSubmatch(text); m != nil {
		if t, ok := dayNamed(m[1], m[2], m[3], now); ok {
			return span{t, t}, strings.Replace(text, m[0], " ", 1)
		}
	}
	if m := askedMonthJa.FindStringSubmatch(text); m != nil {
		if t, ok := dayNamed(m[1], m[2], "1", now); ok {
			return span{t, t.AddDate(0, 1, -1)}, strings.Replace(text, m[0], " ", 1)
		}
	}
	return span{}, text
}

// dayNamed returns the day of a year ("" for the latest such day before now),
// a month by name or number and a day of it.
func dayNamed(year, month, day string, now time.Time) (time.Time, bool) {
	y, _ := strconv.Atoi(year)
	d, _ := strconv.Atoi(day)
	mo, _ := strconv.Atoi(month)
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(m.String(), month) {
			mo = int(m)
		}
	}
	if mo < 1 || mo > 12 || d < 1 || d > 31 {
		return time.Time{}, false
	}
	t := time.Date(y, time.Month(mo), d, 0, 0, 0, 0, time.UTC)
	if y == 0 {
		if t = time.Date(now.Year(), time.Month(mo), d, 0, 0, 0, 0, time.UTC); t.After(dayOf(now)) {
			t = t.AddDate(-1, 0, 0)
		}
	}
	return t, true
}

// daysOff returns how many days a day lies outside the span.
func (s span) daysOff(t time.Time) int {
	d := dayOf(t)
	switch {
	case d.Before(s.from):
		return daysBetween(d, s.from)
	case d.After(s.to):
		return daysBetween(s.to, d)
	}
	return 0
}
