package when

import (
	"strings"
	"time"
)

// jaStep is how many years, months or weeks a word is from now.
func jaStep(which string) int {
	switch which {
	case "一昨年", "おととし", "先々月", "先々週":
		return -2
	case "去年", "昨年", "先月", "先週":
		return -1
	case "来年", "来月", "来週":
		return 1
	case "再来年", "再来月", "再来週":
		return 2
	}
	return 0
}

// jaYearNumber returns the year a match names: by number, era or word.
func jaYearNumber(m match, now time.Time) (int, bool) {
	if w := m.group("which"); w != "" {
		return now.Year() + jaStep(w), true
	}
	y, ok := m.number("year")
	switch m.group("era") {
	case "令和":
		y += 2018
	case "平成":
		y += 1988
	case "昭和":
		y += 1925
	}
	return y, ok
}

func jaDate(m match, now time.Time) (Span, bool) {
	y, known := jaYearNumber(m, now)
	mo, hasMonth := m.number("m")
	if !hasMonth {
		return jaPartOf(m).of(year(y, now.Location())), known && y > 0
	}
	if mo < 1 || mo > 12 {
		return Span{}, false
	}
	d, hasDay := m.number("day")
	if !known {
		y = yearOf(time.Month(mo), d, now)
	}
	if hasDay {
		return date(y, time.Month(mo), d, now.Location())
	}
	return jaPartOf(m).of(month(y, time.Month(mo), now.Location())), true
}

func jaPartOf(m match) part {
	switch m.group("part") {
	case "":
		return whole
	case "中旬", "半ば", "なかば":
		return middle
	case "下旬", "末", "終わり", "おわり":
		return late
	}
	return early
}

func jaSeasonOf(m match, now time.Time) (Span, bool) {
	q := map[string]quarter{"春": spring, "夏": summer, "秋": autumn, "冬": winter}[m.group("season")]
	if y, ok := jaYearNumber(m, now); ok {
		return jaPartOf(m).of(season(y, q, now.Location())), true
	}
	return jaPartOf(m).of(lastSeason(q, now, 0)), true
}

func jaYear(m match, now time.Time) (Span, bool) {
	return jaPartOf(m).of(year(now.Year()+jaStep(m.group("which")), now.Location())), true
}

func jaMonth(m match, now time.Time) (Span, bool) {
	mo := now.Month() + time.Month(jaStep(m.group("which")))
	s := month(now.Year(), mo, now.Location())
	if d, ok := m.number("day"); ok {
		return date(s.From.Year(), s.From.Month(), d, now.Location())
	}
	return jaPartOf(m).of(s), true
}

func jaWeekdayOf(m match, now time.Time) (Span, bool) {
	w := week(now, jaStep(m.group("which")))
	return day(w.From.AddDate(0, 0, jaWeekdayNamed(m))), true
}

func jaWeekday(m match, now time.Time) (Span, bool) {
	return lastWeekday(jaWeekdayNamed(m), now), true
}

func jaWeekdayNamed(m match) int {
	return strings.Index("月火水木金土日", m.group("weekday")) / len("月")
}

func jaWeekOf(m match, now time.Time) (Span, bool) {
	which := m.group("which")
	w := week(now, jaStep(which))
	if m.group("end") != "" {
		w.From = w.From.AddDate(0, 0, 5)
		if which == "" && w.From.After(now) { // 週末 alone: the last one
			w.From, w.To = w.From.AddDate(0, 0, -7), w.To.AddDate(0, 0, -7)
		}
	}
	return w, true
}

func jaDayWord(m match, now time.Time) (Span, bool) {
	days := 0
	switch m.group("word") {
	case "一昨日", "おととい":
		days = -2
	case "昨日", "きのう", "昨夜", "昨晩", "ゆうべ":
		days = -1
	case "明日", "あした":
		days = 1
	case "明後日", "あさって":
		days = 2
	}
	return day(now.AddDate(0, 0, days)), true
}

func jaRecent(m match, now time.Time) (Span, bool) {
	switch m.group("recent") {
	case "最近", "近頃", "このごろ", "このところ":
		return lastDays(now, 30), true
	}
	return lastDays(now, 14), true
}

func jaAgo(m match, now time.Time) (Span, bool) {
	n, ok := jaCount(m)
	return ago(now, n, unitNamed(m.group("unit"))), ok
}

func jaPast(m match, now time.Time) (Span, bool) {
	n, ok := jaCount(m)
	s, valid := stretch(now, -n, unitNamed(m.group("unit")))
	return s, ok && valid
}

func jaCount(m match) (int, bool) {
	if m.group("n") == "数" {
		return 3, true
	}
	return m.number("n")
}

func jaFeast(m match, now time.Time) (Span, bool) {
	y, _ := jaYearNumber(m, now)
	when := [3]int{12, 24, 2}
	switch f := m.group("feast"); {
	case strings.HasSuffix(f, "正月"):
		when = [3]int{1, 1, 7}
	case f == "元旦":
		when = [3]int{1, 1, 1}
	case f == "お盆":
		when = [3]int{8, 13, 4}
	case f == "大晦日":
		when = [3]int{12, 31, 1}
	case f == "年末年始":
		when = [3]int{12, 28, 8}
	case f == "年末":
		when = [3]int{12, 24, 8}
	case f == "ゴールデンウィーク":
		when = [3]int{4, 29, 8}
	case f == "バレンタイン":
		when = [3]int{2, 14, 1}
	case f == "ハロウィン":
		when = [3]int{10, 31, 1}
	}
	return feast(y, now, when), true
}
