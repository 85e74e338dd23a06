package builtin

import (
	"fmt"
	"strings"
	"time"
)

// A span is a stretch of days; from is its first, to its last. The zero span
// is no span.
type span struct{ from, to time.Time }

func (s span) empty() bool { return s.from.IsZero() }

func (s span) has(t time.Time) bool {
	d := dayOf(t)
	return !d.Before(s.from) && !d.After(s.to)
}

func dayOf(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// dayWords are the days that a sentence may name from where it was said.
var dayWords = rx(`(?i)\b(the day after tomorrow|the day before yesterday|tomorrow|yesterday|today|tonight|this|last)(?: (morning|afternoon|evening|night))?\b`)

// absoluteEnglish replaces "tomorrow" and its like by the date, so that the
// sentence stays true when it is read on another day.
func absoluteEnglish(text string, now time.Time) string {
	text = datedEnglish(text, now)
	out, last := "", 0
	for _, m := range dayWords.FindAllStringSubmatchIndex(text, 8) {
		day := strings.ToLower(text[m[2]:m[3]])
		part := ""
		if m[4] >= 0 {
			part = strings.ToLower(text[m[4]:m[5]])
		}
		date, ok := namedDay(day, part, now)
		if !ok || strings.HasPrefix(text[m[1]:], "'s") {
			continue
		}
		words := date.Format("2 January 2006")
		switch {
		case part != "" || day == "tonight":
			if day == "tonight" {
				part = "night"
			}
			words = "on the " + part + " of " + words
		case !hasPreposition(text[:m[0]]) && !followedByIs(text[m[1]:]):
			words = "on " + words
		}
		if m[0] == 0 {
			words = upperFirst(words)
		}
		out += text[last:m[0]] + words
		last = m[1]
	}
	return out + text[last:]
}

func namedDay(day, part string, now time.Time) (time.Time, bool) {
	switch day {
	case "today", "tonight":
		return now, true
	case "this":
		return now, part != ""
	case "last":
		return now.AddDate(0, 0, -1), part == "night"
	case "yesterday":
		return now.AddDate(0, 0, -1), true
	case "tomorrow":
		return now.AddDate(0, 0, 1), true
	case "the day after tomorrow":
		return now.AddDate(0, 0, 2), true
	case "the day before yesterday":
		return now.AddDate(0, 0, -2), true
	}
	return time.Time{}, false
}

func hasPreposition(before string) bool {
	ws := strings.Fields(strings.ToLower(before))
	if len(ws) == 0 {
		return false
	}
	switch ws[len(ws)-1] {
	case "by", "until", "till", "for", "since", "from", "on", "is", "was", "before", "after":
		return true
	}
	return false
}

func followedByIs(after string) bool {
	after = strings.ToLower(after)
	return strings.HasPrefix(after, " is ") || strings.HasPrefix(after, " was ") || strings.HasPrefix(after, " will ")
}

var (
	writtenDate   = rx(`(?i)\b(on )?(\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4})\b`)
	writtenDateJa = rx(`(\d{4})年(\d{1,2})月(\d{1,2})日に?`)
)

// daysBetween counts the midnights from a to b.
func daysBetween(a, b time.Time) int { return int(dayOf(b).Sub(dayOf(a)).Hours() / 24) }

func dayEnglish(t, now time.Time) string {
	switch daysBetween(now, t) {
	case 0:
		return "today"
	case 1:
		return "tomorrow"
	case -1:
		return "yesterday"
	}
	if n := daysBetween(now, t); -7 < n && n < 14 {
		return t.Format("Monday, 2 January")
	}
	if t.Year() == now.Year() {
		return t.Format("2 January")
	}
	return t.Format(longDate)
}

func dayJapanese(t, now time.Time) string {
	switch daysBetween(now, t) {
	case 0:
		return "今日"
	case 1:
		return "明日"
	case -1:
		return "昨日"
	case -2:
		return "おととい"
	}
	if n := daysBetween(now, t); -7 < n && n < 14 {
		return t.Format("1月2日") + "（" + weekdaysJa[t.Weekday()] + "）"
	}
	if t.Year() == now.Year() {
		return t.Format("1月2日")
	}
	return t.Format(longDateJa)
}

var dayWordsJa = []struct {
	word string
	days int
}{
	{"一昨日", -2}, {"おととい", -2}, {"明後日", 2}, {"あさって", 2},
	{"昨日", -1}, {"きのう", -1}, {"昨夜", -1}, {"ゆうべ", -1}, {"明日", 1}, {"あした", 1}, {"今日", 0}, {"きょう", 0}, {"今夜", 0}, {"今晩", 0}, {"今朝", 0},
}

// absoluteJapanese replaces 明日 and its like by the date.
func absoluteJapanese(text string, now time.Time) string {
	text = datedJapanese(text, now)
	for _, d := range dayWordsJa {
		i := strings.Index(text, d.word)
		if i < 0 || d.word == "今日" && (strings.HasPrefix(text[i:], "今日子") || strings.HasPrefix(text[i:], "今日この")) {
			continue
		}
		date := now.AddDate(0, 0, d.days).Format("2006年1月2日")
		switch d.word {
		case "昨夜", "ゆうべ", "今夜", "今晩":
			date += "の夜"
		case "今朝":
			date += "の朝"
		}
		rest := text[i+len(d.word):]
		if rest != "" && !isDigit(rest) && !startsWithAny(rest, "に", "は", "の", "、", "が", "も", "から", "まで", "だ", "で", "と", "へ", "なん") {
			date += "に"
		}
		text = text[:i] + date + rest
	}
	return text
}

func startsWithAny(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

func endsWithAny(s string, suffixes ...string) bool {
	for _, p := range suffixes {
		if strings.HasSuffix(s, p) {
			return true
		}
	}
	return false
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// spanIn finds the day or the stretch of days that a question names.
func spanIn(text string, now time.Time) span {
	low := strings.ToLower(text)
	day := func(n int) span { d := dayOf(now.AddDate(0, 0, n)); return span{d, d} }
	last := func(n int) span { return span{dayOf(now.AddDate(0, 0, -n)), dayOf(now)} }
	switch {
	case containsAny(low, "day before yesterday", "two days ago", "一昨日", "おととい"):
		return day(-2)
	case containsAny(low, "yesterday", "last night", "昨日", "きのう", "ゆうべ", "昨夜"):
		return day(-1)
	case containsAny(low, "today", "今日", "きょう", "今朝"):
		return day(0)
	case containsAny(low, "last week", "this week", "先週", "今週"):
		return last(14)
	case containsAny(low, "last month", "this month", "先月", "今月"):
		return last(62)
	}
	for _, layout := range []string{"2006-01-02", "2 January 2006", "2006年1月2日"} {
		if t, ok := findDate(text, layout); ok {
			return span{t, t}
		}
	}
	return span{}
}

var isoDate = rx(`\d{4}-\d{2}-\d{2}`)

func findDate(text, layout string) (time.Time, bool) {
	var found string
	switch layout {
	case "2006-01-02":
		found = isoDate.FindString(text)
	case "2 January 2006":
		if m := writtenDate.FindStringSubmatch(text); m != nil {
			found = m[2]
		}
	default:
		found = strings.TrimSuffix(writtenDateJa.FindString(text), "に")
	}
	t, err := time.Parse(layout, found)
	return t, err == nil
}

// dayPart returns the key of the time of day: "morning", "", "evening" or "night".
func dayPart(t time.Time) string {
	switch h := t.Hour(); {
	case h >= 5 && h < 11:
		return "morning"
	case h >= 17 && h < 22:
		return "evening"
	case h >= 22 || h < 5:
		return "night"
	}
	return ""
}

// clock writes the time of day.
func clock(t time.Time, l language) string {
	if l == japanese {
		return fmt.Sprintf("%d時%d分", t.Hour(), t.Minute())
	}
	return t.Format("15:04")
}
