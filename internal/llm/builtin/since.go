package builtin

import (
	"strconv"
	"strings"
	"time"
)

// How long something had been so when it was told says since when it is so:
// "I've been playing for three years", said in May 2023, means since 2020.

const countEn = `an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|\d{1,2}`

var (
	lastedEn = rx(`(?i)\b(?:(?:for|in|over|about|around|nearly|almost|just under|just over|already) )+(?:the (?:past|last) )?(` + countEn + `) (day|week|month|year)s?\b|\b(` + countEn + `) (day|week|month|year)s? (?:now|already|running|straight)\b|\bit(?:'s| has) been (?:about |almost |nearly )?(` + countEn + `) (day|week|month|year)s?\b`)
	lastsEn  = re(`\b(?:been|have|has|'ve|'s|had|was|were|now|already|since|after)\b`)
	lastedJa = rx(`(\d{1,2}|[一二三四五六七八九十]{1,3})(年|か月|ヶ月|カ月|週間|日)(?:間|前から|も|目)`)
	wasJa    = ja(`(?:ていました|でいました|ていた|でいた|続けました)[。！]?$`)

	// sinceEn asks since when, or how long, something has been so; beginsEn
	// when it began.
	sinceEn  = re(`^(?:(?:for )?how long (?:has|have|had|did|was|were|is|are|am)\b|since when\b)`)
	beginsEn = re(`^(?:when|(?:in |since |around )?(?:what|which) (?:year|month|week|date|day)) (?:did|has|have)\b.*\b(?:start|begin|began|take up|get into|join|get|adopt|resume|move|meet|become)\b`)
	sinceJa  = ja(`いつから|いつごろから|どのくらい|どれくらい|どれぐらい|何年(?:間|くらい|前)|いつ始め|いつはじめ`)
)

var longUnits = map[string]string{"年": "year", "か月": "month", "ヶ月": "month", "カ月": "month", "週間": "week", "日": "day"}

// asksSince reports whether a question asks for when something that goes on
// began.
func asksSince(text string) bool {
	return sinceEn.MatchString(text) || beginsEn.MatchString(text) || sinceJa.MatchString(text)
}

// lasted returns how long a claim says that something has gone on: a number
// of units, 0 when it does not say.
func (c *claim) lasted() (n int, unit string) {
	if c.lang == japanese {
		if m := lastedJa.FindStringSubmatch(c.text); m != nil && !wasJa.MatchString(c.text) {
			return numberJa(m[1]), longUnits[m[2]]
		}
		return 0, ""
	}
	m := lastedEn.FindStringSubmatch(c.text)
	if m == nil || !lastsEn.MatchString(c.text) || c.ahead() {
		return 0, ""
	}
	return countOf(m[1] + m[3] + m[5]), strings.ToLower(m[2] + m[4] + m[6])
}

// since returns since when something is so, by how long a claim says that it
// has been; "" when it does not say.
func (c *claim) since() string {
	n, unit := c.lasted()
	if n == 0 || c.of.day.IsZero() {
		return ""
	}
	day := c.of.day
	switch unit {
	case "day":
		day = day.AddDate(0, 0, -n)
	case "week":
		day = day.AddDate(0, 0, -7*n)
	case "month":
		day = day.AddDate(0, -n, 1-day.Day())
	default:
		day = day.AddDate(-n, 0, 0)
	}
	if c.lang == japanese {
		return day.Format(map[string]string{"year": "2006年", "month": "2006年1月"}[unit]+map[bool]string{true: longDateJa}[unit == "day" || unit == "week"]) + "ごろから"
	}
	switch unit {
	case "year":
		return "Since about " + strconv.Itoa(day.Year())
	case "month":
		return "Since about " + day.Format("January 2006")
	}
	return "Since about " + day.Format(longDate)
}

// numberJa reads a number of one or two digits in either script.
func numberJa(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	n := 0
	for _, r := range s {
		if r == '十' {
			n = max(n, 1) * 10
			continue
		}
		n += strings.IndexRune("一二三四五六七八九", r)/len("一") + 1
	}
	return n
}

// weekdayBefore puts the weekday before a date that stands alone: people
// remember those.
func weekdayBefore(moment string) string {
	m := onDate.FindStringSubmatch(moment)
	if m == nil {
		return moment
	}
	t, err := time.Parse(longDate, m[2])
	if err != nil {
		return moment
	}
	return m[1] + t.Format("Monday") + ", " + m[2]
}

var onDate = rx(`^((?:On|By|Since|Until) )(\d{1,2} [A-Z][a-z]+ \d{4})$`)
