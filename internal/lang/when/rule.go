package when

import (
	"embed"
	"time"

	"yumori/internal/pattern"
)

//go:embed *.txt
var files embed.FS

// named has the ways in which times are named, in both languages.
var named = pattern.Load(files, "en.txt", "ja.txt")

// A rule reads what the expressions of a section find.
type rule struct {
	section string
	span    func(m match, now time.Time) (Span, bool)
}

// rules are in the order in which they are tried. The longest match wins, so
// it only decides between equals.
var rules = []rule{
	{"iso-day", isoDay},
	{"iso-month", isoMonth},
	{"en-weekday-of", enWeekdayOf},
	{"en-date", enDate},
	{"en-nth-week", enNthWeek},
	{"en-month-only", enMonthOnly},
	{"en-season-only", enSeasonOnly},
	{"en-year-only", enYearOnly},
	{"en-day-word", enDayWord},
	{"en-recent", enRecent},
	{"en-ago", enAgo},
	{"en-which-unit", enWhichUnit},
	{"en-weekday", enWeekday},
	{"en-feast", enFeast},
	{"ja-date", jaDate},
	{"ja-season-of", jaSeasonOf},
	{"ja-year", jaYear},
	{"ja-month", jaMonth},
	{"ja-weekday-of", jaWeekdayOf},
	{"ja-week-of", jaWeekOf},
	{"ja-day-word", jaDayWord},
	{"ja-recent", jaRecent},
	{"ja-ago", jaAgo},
	{"ja-past", jaPast},
	{"ja-weekday", jaWeekday},
	{"ja-feast", jaFeast},
}

// find returns the spans of all matches of the rule in text.
func (r rule) find(text string, now time.Time) []Span {
	var out []Span
	for _, expr := range named.Of(r.section) {
		for _, loc := range expr.FindAllStringSubmatchIndex(text, -1) {
			m := match{text: text, loc: loc, expr: expr}
			s, ok := r.span(m, now)
			if !ok || !s.From.Before(s.To) || s.From.Year() < 1 || s.To.Year() > 9998 {
				continue
			}
			s.Start, s.End = loc[0], loc[1]
			s.guessed = s.Unit != Year && m.group("year") == "" && (m.group("month") != "" || m.group("m") != "") && m.group("which") == ""
			out = append(out, s)
		}
	}
	return out
}

// A match is one match of an expression, read by group name.
type match struct {
	text string
	loc  []int
	expr *pattern.Expr
}

// group returns what the named group matched, "" if it took no part.
func (m match) group(name string) string {
	i := m.expr.SubexpIndex(name)
	if i < 0 || m.loc[2*i] < 0 {
		return ""
	}
	return m.text[m.loc[2*i]:m.loc[2*i+1]]
}

// number returns the number the named group matched, in digits or words of
// either language; ok is false when it took no part or is not a number.
func (m match) number(name string) (int, bool) { return number(m.group(name)) }
