package lang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Unit is how exactly a time is told.
type Unit int

// The units.
const (
	Day Unit = iota
	Weekend
	Week
	Month
	Vague // soon, one of these days
)

// A When is a time that a sentence speaks of.
type When struct {
	Begin, End int       // where it stands in the text
	From, To   time.Time // first and last day, at their beginning; zero if vague
	Unit       Unit
}

// Ahead reports whether the time is not over on the day of now.
func (w When) Ahead(now time.Time) bool {
	return w.Unit == Vague || !w.To.Before(DayOf(now))
}

// DayOf is the day of a time, at its midnight.
func DayOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// Times returns the times that a text speaks of, which was said at said, in
// their order.
func Times(text string, said time.Time) []When {
	var list []When
	rules, hint := whensEn, hintEn
	japanese := Japanese(text)
	if japanese {
		rules, hint = whensJa, hintJa
	}
	if !hint.MatchString(text) {
		return nil
	}
	for _, r := range rules {
		for _, m := range r.re.FindAllStringSubmatchIndex(text, 8) {
			taken := slices.ContainsFunc(list, func(w When) bool { return m[0] < w.End && w.Begin < m[1] })
			if taken {
				continue
			}
			groups := make([]string, len(m)/2)
			for i := range groups {
				if m[2*i] >= 0 {
					groups[i] = strings.ToLower(text[m[2*i]:m[2*i+1]])
				}
			}
			if w, ok := r.read(groups, DayOf(said)); ok {
				w.Begin, w.End = m[0], m[1]
				if lead := beforeDay.FindString(text[m[0]:m[1]]); japanese && lead != "" && strings.Contains(text[m[0]:m[1]], "曜") {
					w.Begin += len(lead)
				}
				list = append(list, w)
			}
		}
	}
	if !japanese {
		list = bareDays(list, text, DayOf(said))
	}
	slices.SortFunc(list, func(a, b When) int { return a.Begin - b.Begin })
	return list
}

// bareDays adds days of the week that stand behind a verb without "on": "it
// goes out Monday".
func bareDays(list []When, text string, day time.Time) []When {
	for _, m := range bareDay.FindAllStringSubmatchIndex(text, 4) {
		if !slices.ContainsFunc(list, func(w When) bool { return m[2] < w.End && w.Begin < m[3] }) {
			w, _ := on(nextWeekday(day, weekdayEn(strings.ToLower(text[m[2]:m[3]]))))
			w.Begin, w.End = m[2], m[3]
			list = append(list, w)
		}
	}
	return list
}

var bareDay = rx(`(?i)\b(?:out|is|are|be|due|come|comes|coming|arrives?|arriving|there|back|starts?|starting|begins?|opens?|happens?|happening|launches|moved to|pushed to|exam|test|appointment|interview|deadline|flight|meeting|party|shift) ` + weekdaysEn + `\b`)

// What a text has that speaks of a time: the rules are tried on no other.
var (
	hintEn = rx(`(?i)day|week|month|year|tomorrow|tonight|morning|afternoon|evening|night|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|soon|future|last (?:mon|tue|wed|thu|fri|sat|sun)|\d`)
	hintJa = rx(`[日月年週曜夜朝晩後前末]|あした|あさって|あす|きょう|きのう|おととい|ゆうべ|このあと|もうすぐ|そろそろ|近いうち|近々|今度|そのうち`)
)

// Upcoming returns the first time in a text that lies ahead when it is said.
func Upcoming(text string, said time.Time) (When, bool) { return FirstAhead(Times(text, said), said) }

// FirstAhead returns the first of some times that lies ahead when it is said.
func FirstAhead(list []When, said time.Time) (When, bool) {
	for _, w := range list {
		if w.Ahead(said) && (w.Unit == Vague || !w.From.Before(DayOf(said)) || w.Unit != Day) {
			return w, true
		}
	}
	return When{}, false
}

// A whenRule reads one way of telling a time; the groups are in lower case.
type whenRule struct {
	re   *expr
	read func(g []string, day time.Time) (When, bool)
}

func on(d time.Time) (When, bool) { return When{From: d, To: d, Unit: Day}, true }

func span(from time.Time, days int, u Unit) (When, bool) {
	return When{From: from, To: from.AddDate(0, 0, days-1), Unit: u}, true
}

func monday(d time.Time) time.Time { return d.AddDate(0, 0, -(int(d.Weekday())+6)%7) }

func wholeMonth(first time.Time) (When, bool) {
	first = time.Date(first.Year(), first.Month(), 1, 0, 0, 0, 0, first.Location())
	return When{From: first, To: first.AddDate(0, 1, -1), Unit: Month}, true
}

// theDay returns the date of a month and day that is nearest ahead.
func theDay(day time.Time, month time.Month, n int) (When, bool) {
	t := time.Date(day.Year(), month, n, 0, 0, 0, 0, day.Location())
	if t.Day() != n {
		return When{}, false
	}
	if t.Before(day.AddDate(0, -3, 0)) {
		t = t.AddDate(1, 0, 0)
	}
	return on(t)
}

// nextWeekday returns the next day of the week after day.
func nextWeekday(day time.Time, w time.Weekday) time.Time {
	n := (int(w) - int(day.Weekday()) + 7) % 7
	if n == 0 {
		n = 7
	}
	return day.AddDate(0, 0, n)
}

func ago(day time.Time, n int, unit string) (When, bool) {
	switch {
	case strings.HasPrefix(unit, "day") || unit == "日":
		return on(day.AddDate(0, 0, n))
	case strings.HasPrefix(unit, "week") || strings.HasPrefix(unit, "週"):
		return span(day.AddDate(0, 0, 7*n), 1, Day)
	case strings.HasPrefix(unit, "month") || strings.HasSuffix(unit, "月"):
		return wholeMonth(time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, day.Location()).AddDate(0, n, 0))
	case strings.HasPrefix(unit, "year") || strings.HasPrefix(unit, "年"):
		return span(day.AddDate(n, 0, 0), 1, Month)
	}
	return When{}, false
}

const (
	weekdaysEn = `(monday|tuesday|wednesday|thursday|friday|saturday|sunday)`
	monthsEn   = `(january|february|march|april|may|june|july|august|september|october|november|december)`
	numberEn   = `(a couple of|a few|a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})`
)

func weekdayEn(s string) time.Weekday {
	return time.Weekday(slices.Index([]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}, s))
}

func monthEn(s string) time.Month {
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(m.String(), s) {
			return m
		}
	}
	return 0
}

func countEn(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	switch s {
	case "a couple of":
		return 2
	case "a few":
		return 3
	case "an":
		return 1
	}
	return max(1, slices.Index([]string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}, s))
}

func enTime(s string) *expr { return rx(`(?i)\b(?:` + s + `)\b`) }

var whensEn = []whenRule{
	{enTime(`(?:on |this |by )?` + weekdaysEn + `,? (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: (?:of )?` + monthsEn + `)?`), func(g []string, d time.Time) (When, bool) {
		if n, _ := strconv.Atoi(g[2]); g[3] != "" {
			return theDay(d, monthEn(g[3]), n)
		}
		return on(nextWeekday(d, weekdayEn(g[1])))
	}},
	{enTime(`(?:on |by |until |till |from )?(?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:of )?` + monthsEn), func(g []string, d time.Time) (When, bool) {
		n, _ := strconv.Atoi(g[1])
		return theDay(d, monthEn(g[2]), n)
	}},
	{enTime(`(?:on |by |until |till |from )?` + monthsEn + ` (\d{1,2})(?:st|nd|rd|th)?`), func(g []string, d time.Time) (When, bool) {
		n, _ := strconv.Atoi(g[2])
		return theDay(d, monthEn(g[1]), n)
	}},
	{enTime(`the day after tomorrow`), func(_ []string, d time.Time) (When, bool) { return on(d.AddDate(0, 0, 2)) }},
	{enTime(`(?:by |until |till )?tomorrow(?: (?:morning|afternoon|evening|night))?`), func(_ []string, d time.Time) (When, bool) { return on(d.AddDate(0, 0, 1)) }},
	{enTime(`tonight|this (?:afternoon|evening)|later today`), func(_ []string, d time.Time) (When, bool) { return on(d) }},
	{enTime(`today|this morning`), func(_ []string, d time.Time) (When, bool) { return on(d) }},
	{enTime(`yesterday|last night`), func(_ []string, d time.Time) (When, bool) { return on(d.AddDate(0, 0, -1)) }},
	{enTime(`(?:on |by )?(next|last|this|this coming) ` + weekdaysEn), func(g []string, d time.Time) (When, bool) {
		t := nextWeekday(d, weekdayEn(g[2]))
		switch {
		case g[1] == "last":
			return on(t.AddDate(0, 0, -7))
		case g[1] == "next" && monday(t).Equal(monday(d)):
			return on(t.AddDate(0, 0, 7))
		}
		return on(t)
	}},
	{enTime(`(?:later |at the end of |by the end of )?(next|last|this) (week|weekend|month|year|spring|summer|autumn|fall|winter)`), relativeEn},
	{enTime(`(?:in|within) ` + numberEn + ` (days?|weeks?|months?|years?)`), func(g []string, d time.Time) (When, bool) { return ago(d, countEn(g[1]), g[2]) }},
	{enTime(`last (?:mon|tues?|wed|thur?s?|fri|sat|sun)|the other day|few (?:days|weeks) ago`), func(_ []string, d time.Time) (When, bool) { return on(d.AddDate(0, 0, -3)) }},
	{enTime(numberEn + ` (days?|weeks?|months?|years?) ago`), func(g []string, d time.Time) (When, bool) { return ago(d, -countEn(g[1]), g[2]) }},
	{enTime(numberEn + ` (days?|weeks?|months?) from (?:now|today)`), func(g []string, d time.Time) (When, bool) { return ago(d, countEn(g[1]), g[2]) }},
	{enTime(`(?:on|by|until|till|from|for|to|come|before) ` + weekdaysEn + `(?: (?:morning|afternoon|evening|night))?`), func(g []string, d time.Time) (When, bool) { return on(nextWeekday(d, weekdayEn(g[1]))) }},
	{enTime(weekdaysEn + ` (?:morning|afternoon|evening|night)`), func(g []string, d time.Time) (When, bool) { return on(nextWeekday(d, weekdayEn(g[1]))) }},
	{enTime(`(?:on|by|for|until|till|from) the (\d{1,2})(?:st|nd|rd|th)`), func(g []string, d time.Time) (When, bool) { return dayOfMonth(d, g[1]) }},
	{enTime(`(?:in|by|until|early|late|next|this) ` + monthsEn), func(g []string, d time.Time) (When, bool) {
		t := time.Date(d.Year(), monthEn(g[1]), 1, 0, 0, 0, 0, d.Location())
		if t.AddDate(0, 1, 0).Before(d) {
			t = t.AddDate(1, 0, 0)
		}
		return wholeMonth(t)
	}},
	{enTime(`(?:at |by |until |till )?(?:the )?end of (the|this|next) (month|year)`), func(g []string, d time.Time) (When, bool) {
		if g[2] == "year" {
			return span(time.Date(d.Year()+map[bool]int{true: 1}[g[1] == "next"], 12, 28, 0, 0, 0, 0, d.Location()), 4, Week)
		}
		return on(time.Date(d.Year(), d.Month()+1+time.Month(map[bool]int{true: 1}[g[1] == "next"]), 0, 0, 0, 0, 0, d.Location()))
	}},
	{enTime(`(?:over|on|at) the weekend`), func(_ []string, d time.Time) (When, bool) { return weekendOf(d) }},
	{enTime(`soon|one of these days|in the (?:near )?future|(?:in )?the (?:coming|next few) (?:days|weeks|months)|in a few (?:days|weeks)`), func([]string, time.Time) (When, bool) { return When{Unit: Vague}, true }},
}

func relativeEn(g []string, d time.Time) (When, bool) {
	step := map[string]int{"next": 1, "last": -1}[g[1]]
	switch g[2] {
	case "week":
		return span(monday(d).AddDate(0, 0, 7*step), 7, Week)
	case "weekend":
		return weekendOf(d.AddDate(0, 0, 7*step))
	case "month":
		return wholeMonth(time.Date(d.Year(), d.Month(), 1, 0, 0, 0, 0, d.Location()).AddDate(0, step, 0))
	case "year":
		return span(time.Date(d.Year()+step, 1, 1, 0, 0, 0, 0, d.Location()), 365, Month)
	}
	first := map[string]time.Month{"spring": time.March, "summer": time.June, "autumn": time.September, "fall": time.September, "winter": time.December}[g[2]]
	t := time.Date(d.Year(), first, 1, 0, 0, 0, 0, d.Location())
	if step >= 0 && t.AddDate(0, 3, 0).Before(d) {
		t = t.AddDate(1, 0, 0)
	}
	if step < 0 && t.After(d) {
		t = t.AddDate(-1, 0, 0)
	}
	return span(t, 90, Month)
}

// weekendOf returns the Saturday and Sunday of the week of a day.
func weekendOf(d time.Time) (When, bool) { return span(monday(d).AddDate(0, 0, 5), 2, Weekend) }

func dayOfMonth(d time.Time, s string) (When, bool) {
	n, _ := strconv.Atoi(s)
	if n < 1 || n > 31 {
		return When{}, false
	}
	t := time.Date(d.Year(), d.Month(), n, 0, 0, 0, 0, d.Location())
	if n < d.Day() {
		t = time.Date(d.Year(), d.Month()+1, n, 0, 0, 0, 0, d.Location())
	}
	if t.Day() != n {
		return When{}, false
	}
	return on(t)
}

// beforeDay is what stands before a day of the week that was found with it.
var beforeDay = rx(`^[^一-龠々0-9月火水木金土日]`)

func jaTime(s string) *expr { return rx(s) }

const (
	weekdaysJa = `([月火水木金土日])曜日?`
	numberJa   = `(\d{1,2}|[一二三四五六七八九十]{1,2}|数)`
)

func weekdayJa(s string) time.Weekday {
	return time.Weekday(slices.Index([]string{"日", "月", "火", "水", "木", "金", "土"}, s))
}

func countJa(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	if s == "数" {
		return 3
	}
	n := 0
	for _, r := range s {
		if r == '十' {
			n = max(1, n) * 10
			continue
		}
		n += strings.Index("一二三四五六七八九", string(r))/3 + 1
	}
	return max(1, n)
}

var whensJa = []whenRule{
	{jaTime(`(\d{1,2})月(\d{1,2})日(?:[(]?[月火水木金土日](?:曜日?)?[)]?)?`), func(g []string, d time.Time) (When, bool) {
		m, _ := strconv.Atoi(g[1])
		n, _ := strconv.Atoi(g[2])
		if m < 1 || m > 12 {
			return When{}, false
		}
		return theDay(d, time.Month(m), n)
	}},
	{jaTime(`(再来週|来週|今週|今度|次|先週)の` + weekdaysJa), func(g []string, d time.Time) (When, bool) {
		step := map[string]int{"再来週": 2, "来週": 1, "先週": -1}[g[1]]
		if g[1] == "今度" || g[1] == "次" {
			return on(nextWeekday(d, weekdayJa(g[2])))
		}
		return on(monday(d).AddDate(0, 0, 7*step+(int(weekdayJa(g[2]))+6)%7))
	}},
	{jaTime(`明後日|あさって`), func(_ []string, d time.Time) (When, bool) { return on(d.AddDate(0, 0, 2)) }},
	{jaTime(`明日|あした|あす(?:は|の|、|に)|明朝`), func(_ []string, d time.Time) (When, bool) { return on(d.AddDate(0, 0, 1)) }},
	{jaTime(`今夜|今晩|このあと|今日|きょう|本日|今朝`), func(_ []string, d time.Time) (When, bool) { return on(d) }},
	{jaTime(`一昨日|おととい`), func(_ []string, d time.Time) (When, bool) { return on(d.AddDate(0, 0, -2)) }},
	{jaTime(`昨日|きのう|昨夜|ゆうべ`), func(_ []string, d time.Time) (When, bool) { return on(d.AddDate(0, 0, -1)) }},
	{jaTime(`(再来週|来週|今週|先週)(末)?`), func(g []string, d time.Time) (When, bool) {
		step := map[string]int{"再来週": 2, "来週": 1, "先週": -1}[g[1]]
		if g[2] != "" {
			return weekendOf(d.AddDate(0, 0, 7*step))
		}
		return span(monday(d).AddDate(0, 0, 7*step), 7, Week)
	}},
	{jaTime(`(再来月|来月|今月)(?:末|の終わり|いっぱい)|月末`), func(g []string, d time.Time) (When, bool) {
		step := map[string]int{"再来月": 2, "来月": 1}[g[1]]
		return on(time.Date(d.Year(), d.Month()+time.Month(step)+1, 0, 0, 0, 0, 0, d.Location()))
	}},
	{jaTime(`(再来月|来月|今月|先月)の(\d{1,2})日`), func(g []string, d time.Time) (When, bool) {
		step := map[string]int{"再来月": 2, "来月": 1, "先月": -1}[g[1]]
		n, _ := strconv.Atoi(g[2])
		t := time.Date(d.Year(), d.Month()+time.Month(step), n, 0, 0, 0, 0, d.Location())
		return When{From: t, To: t, Unit: Day}, n > 0 && t.Day() == n
	}},
	{jaTime(`(再来月|来月|今月|先月)`), func(g []string, d time.Time) (When, bool) {
		step := map[string]int{"再来月": 2, "来月": 1, "先月": -1}[g[1]]
		return wholeMonth(time.Date(d.Year(), d.Month(), 1, 0, 0, 0, 0, d.Location()).AddDate(0, step, 0))
	}},
	{jaTime(`(来年|今年|去年|昨年)(?:の(春|夏|秋|冬))?`), func(g []string, d time.Time) (When, bool) {
		step := map[string]int{"来年": 1, "去年": -1, "昨年": -1}[g[1]]
		return span(time.Date(d.Year()+step, 1, 1, 0, 0, 0, 0, d.Location()), 365, Month)
	}},
	{jaTime(numberJa + `(日|週間|[かヶカ]?月|年)後`), func(g []string, d time.Time) (When, bool) { return ago(d, countJa(g[1]), g[2]) }},
	{jaTime(numberJa + `(日|週間|[かヶカ]?月|年)前`), func(g []string, d time.Time) (When, bool) { return ago(d, -countJa(g[1]), g[2]) }},
	{jaTime(`(?:^|[^一-龠々])` + weekdaysJa), func(g []string, d time.Time) (When, bool) { return on(nextWeekday(d, weekdayJa(g[1]))) }},
	{jaTime(`週末`), func(_ []string, d time.Time) (When, bool) { return weekendOf(d) }},
	{jaTime(`(\d{1,2})日(?:に|の|は|が|から|まで|、)`), func(g []string, d time.Time) (When, bool) { return dayOfMonth(d, g[1]) }},
	{jaTime(`(\d{1,2})月(?:に|の|は|から|まで)`), func(g []string, d time.Time) (When, bool) {
		m, _ := strconv.Atoi(g[1])
		if m < 1 || m > 12 {
			return When{}, false
		}
		t := time.Date(d.Year(), time.Month(m), 1, 0, 0, 0, 0, d.Location())
		if t.AddDate(0, 1, 0).Before(d) {
			t = t.AddDate(1, 0, 0)
		}
		return wholeMonth(t)
	}},
	{jaTime(`年末|お正月|正月`), func(_ []string, d time.Time) (When, bool) {
		return span(time.Date(d.Year(), 12, 28, 0, 0, 0, 0, d.Location()), 7, Week)
	}},
	{jaTime(`もうすぐ|そろそろ|近いうち|近々|今度|そのうち`), func([]string, time.Time) (When, bool) { return When{Unit: Vague}, true }},
}

// Label says a time so that it is right on any other day: "on Friday, 27
// November", "11月27日（金）の". It is empty if the time is vague.
func (w When) Label(language string) string {
	if w.Unit == Vague || w.From.IsZero() {
		return ""
	}
	if language == "ja" {
		switch w.Unit {
		case Week:
			return fmt.Sprintf("%d月%d日からの週の", w.From.Month(), w.From.Day())
		case Weekend:
			return fmt.Sprintf("%d月%d日の週末の", w.From.Month(), w.From.Day())
		case Month:
			if days := w.To.Sub(w.From).Hours() / 24; days > 200 {
				return fmt.Sprintf("%d年の", w.From.Year())
			}
			return fmt.Sprintf("%d月の", w.From.Month())
		}
		return fmt.Sprintf("%d月%d日（%s）の", w.From.Month(), w.From.Day(), string([]rune("日月火水木金土")[w.From.Weekday()]))
	}
	switch w.Unit {
	case Week:
		return "in the week of " + w.From.Format("2 January")
	case Weekend:
		return "on the weekend of " + w.From.Format("2 January")
	case Month:
		switch days := w.To.Sub(w.From).Hours() / 24; {
		case days > 200:
			return "in " + w.From.Format("2006")
		case days > 40:
			return "in " + seasonEn(w.From.Month())
		}
		return "in " + w.From.Format("January")
	}
	return "on " + w.From.Format("Monday, 2 January")
}

func seasonEn(m time.Month) string {
	switch m {
	case time.March:
		return "spring"
	case time.June:
		return "summer"
	case time.September:
		return "autumn"
	}
	return "winter"
}
