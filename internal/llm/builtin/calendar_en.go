package builtin

import (
	"strconv"
	"strings"
	"time"

	"yumori/internal/lang"
)

// The words for days that say a date only to those who know when they were
// said: "next Friday", "last month", "two weeks ago".

var (
	weekdayEn = rx(`(?i)\b(?:(on|by|until|till|since|from|for|before|after|every|each) )?(?:(next|last|this|this coming|coming|past) )?(monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?: (morning|afternoon|evening|night))?\b`)
	periodEn  = rx(`(?i)\b(last|next|this) (month|year)\b`)
	agoEn     = rx(`(?i)\b(an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,2}) (day|week|month|year)s? ago\b`)
	inTimeEn  = rx(`(?i)\bin (an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,2}) (day|week|month|year)s?(?:' time)?\b`)
	countsEn  = map[string]string{"a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "twelve": "12"}
)

const longDate = "2 January 2006"

// datedEnglish replaces weekdays, months and years that are named from the day
// now by the date. Weeks stay as they are said.
func datedEnglish(text string, now time.Time) string {
	if !containsAny(text, "day", "DAY", "week", "month", "year") {
		return text
	}
	text = replaceMatches(text, weekdayEn, func(m []string, before, after string) string {
		if strings.EqualFold(m[1], "every") || strings.EqualFold(m[1], "each") || startsWithAny(after, "'s") {
			return m[0]
		}
		date := weekdayDate(strings.ToLower(m[2]), strings.ToLower(m[3]), now, tenseOf(before[strings.LastIndexAny(before, ",;")+1:]+" "+firstClause(after))).Format(longDate)
		if m[4] != "" {
			date = "the " + strings.ToLower(m[4]) + " of " + date
		}
		if m[1] == "" || strings.EqualFold(m[1], "on") {
			return "on " + date
		}
		return m[1] + " " + date
	})
	text = replaceMatches(text, periodEn, func(m []string, before, after string) string {
		if startsWithAny(after, "'s") {
			return m[0]
		}
		n := map[string]int{"last": -1, "next": 1}[strings.ToLower(m[1])]
		if strings.EqualFold(m[2], "year") {
			return inPeriod(before, strconv.Itoa(now.Year()+n))
		}
		return inPeriod(before, now.AddDate(0, n, 1-now.Day()).Format("January 2006"))
	})
	text = replaceMatches(text, agoEn, func(m []string, before, _ string) string {
		return distant(before, strings.ToLower(m[2]), now, -countOf(m[1]))
	})
	return replaceMatches(text, inTimeEn, func(m []string, before, after string) string {
		if tenseOf(before+" "+after) == tensePast || startsWithAny(after, " of ", " or ") {
			return m[0] // how long it took
		}
		return distant(before, strings.ToLower(m[2]), now, countOf(m[1]))
	})
}

// firstClause is a text up to the first comma.
func firstClause(text string) string {
	head, _, _ := strings.Cut(text, ",")
	return head
}

// replaceMatches replaces what re matches by what with makes of the match and
// the text around it.
func replaceMatches(text string, re *expr, with func(m []string, before, after string) string) string {
	out, last := "", 0
	for _, at := range re.FindAllStringSubmatchIndex(text, 8) {
		m := make([]string, len(at)/2)
		for i := range m {
			if at[2*i] >= 0 {
				m[i] = text[at[2*i]:at[2*i+1]]
			}
		}
		said := with(m, text[:at[0]], text[at[1]:])
		if at[0] == 0 && said != m[0] {
			said = upperFirst(said)
		}
		out += text[last:at[0]] + said
		last = at[1]
	}
	return out + text[last:]
}

// A tense says when a sentence happens.
type tense int

const (
	tensePresent tense = iota // is, or will be
	tensePast                 // was
)

// haveGot is having, whatever the form of get says.
var haveGot = re(`('ve|\bhave|\bhas|\b(?:she|he)'s) got\b`)

// tenseOf tells a report of what happened from all else.
func tenseOf(text string) tense {
	text = haveGot.ReplaceAllString(text, "$1")
	if didSomething(text) {
		return tensePast
	}
	for _, w := range words(strings.ToLower(text)) {
		if w == "was" || w == "were" || w == "had" {
			return tensePast
		}
	}
	return tensePresent
}

// weekdayDate returns the day that a weekday means when it is said on now.
// "Next Friday" is the one of next week.
func weekdayDate(which, weekday string, now time.Time, t tense) time.Time {
	ahead := (weekdayNumber(weekday) - int(now.Weekday()) + 7) % 7
	switch {
	case (which == "last" || which == "past") && ahead == 0:
		return now.AddDate(0, 0, -7)
	case which == "last" || which == "past" || which == "" && t == tensePast:
		return now.AddDate(0, 0, (ahead+6)%7-6)
	case which == "next" && ahead > 0 && ahead <= (7-int(now.Weekday()))%7:
		return now.AddDate(0, 0, ahead+7)
	case ahead == 0 && which != "this":
		return now.AddDate(0, 0, 7)
	}
	return now.AddDate(0, 0, ahead)
}

func weekdayNumber(name string) int {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.EqualFold(d.String(), name) {
			return int(d)
		}
	}
	return 0
}

func countOf(word string) int {
	if n, ok := countsEn[strings.ToLower(word)]; ok {
		word = n
	}
	n, _ := strconv.Atoi(word)
	return n
}

// distant writes the day, month or year that is n units from now.
func distant(before, unit string, now time.Time, n int) string {
	switch unit {
	case "day":
		return "on " + now.AddDate(0, 0, n).Format(longDate)
	case "week":
		return "around " + now.AddDate(0, 0, 7*n).Format(longDate)
	case "month":
		return inPeriod(before, now.AddDate(0, n, 1-now.Day()).Format("January 2006"))
	}
	return inPeriod(before, strconv.Itoa(now.Year()+n))
}

func inPeriod(before, period string) string {
	if hasPreposition(before) {
		return period
	}
	return "in " + period
}

// dayMarks returns a term for each date written in text, and one for its
// weekday, so that a question about a day finds what happens on it.
func dayMarks(text string) []lang.Sense {
	var out []lang.Sense
	mark := func(t time.Time, err error) {
		if err == nil {
			out = append(out, onDay(t), lang.Sense{Key: lang.SenseStem(strings.ToLower(t.Weekday().String())), Weight: 1})
		}
	}
	for _, m := range writtenDate.FindAllStringSubmatch(text, 4) {
		mark(time.Parse(longDate, m[2]))
	}
	for _, m := range writtenDateJa.FindAllString(text, 4) {
		mark(time.Parse("2006年1月2日", strings.TrimSuffix(m, "に")))
	}
	return out
}

// onDay is the term of a date.
func onDay(t time.Time) lang.Sense {
	return lang.Sense{Key: "@on" + t.Format(time.DateOnly), Weight: 1.5}
}

// didSomething reports whether a text tells of something that happened.
func didSomething(text string) bool {
	if lex.Has("plans", strings.ToLower(text)) {
		return false
	}
	for i, w := range words(text) {
		low := strings.ToLower(w)
		if (i == 0 || w == low) && (lang.Is(lang.Past, low) && !lang.Is(lang.NoEvent, low) || strings.HasSuffix(low, "ed") && len(low) > 3 && !lang.Is(lang.NoEvent, low)) {
			return true
		}
	}
	return false
}
