package facts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

// The kinds of figures, by which one may stand for another: an hour for an hour.
const (
	kindClock = "clock"
	kindDate  = "date" // of a month
	kindDay   = "day"  // by its name
	kindCount = "count"
	kindWord  = "word" // which is no number
)

// figureKinds are the sections that find figures, in the order in which they are looked for:
// what one has found is no other's, 三時間 is no time of day.
var figureKinds = []struct{ section, kind string }{
	{"count-first", kindCount}, {"clock", kindClock}, {"date", kindDate}, {"day", kindDay}, {"count-after", kindCount}, {"count", kindCount},
}

// A figure is a number, a time of day or a day in a text, however it is written.
type figure struct {
	at, end     int // where it stands
	from, to    int // where what another figure of its kind replaces stands: no unit, no "am"
	kind        string
	n           float64 // of a count; the minutes of half a day; the day of a month, 0 for a month alone
	of          string  // what is counted, the month, the day's name; "" if it is not said
	half        string  // "am", "午後"; "" if it is not said
	replacement string  // what stands between from and to
}

// figuresIn returns the figures of a text in their order.
func figuresIn(text string) []figure {
	var list []figure
	for _, sort := range figureKinds {
		for _, e := range lexicon.Of(sort.section) {
			for _, m := range e.FindAllStringSubmatchIndex(text, -1) {
				f, ok := figureOf(sort.kind, text, groupsOf(e, m))
				if ok && !slices.ContainsFunc(list, func(o figure) bool { return f.at < o.end && o.at < f.end }) {
					list = append(list, f)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b figure) int { return cmp.Compare(a.at, b.at) })
	return list
}

// groupsOf returns where the named groups of a match stand, "" being all of it.
func groupsOf(e *pattern.Expr, m []int) map[string][2]int {
	groups := map[string][2]int{"": {m[0], m[1]}}
	for i, name := range e.SubexpNames() {
		if name != "" && m[2*i] >= 0 && m[2*i+1] > m[2*i] {
			groups[name] = [2]int{m[2*i], m[2*i+1]}
		}
	}
	return groups
}

// figureOf reads what a section found in a text; false if it is no figure.
func figureOf(kind, text string, groups map[string][2]int) (figure, bool) {
	part := func(name string) string {
		span := groups[name]
		return text[span[0]:span[1]]
	}
	f := figure{at: groups[""][0], end: groups[""][1], kind: kind}
	f.from, f.to = f.at, f.end
	ok := true
	switch kind {
	case kindClock:
		f.n, ok = minutesOf(part)
		f.half = halfOf(part("lead") + part("end"))
		f.from += len(part("lead"))
		f.to -= len(part("end"))
	case kindDate:
		if d := groups["d"]; d[1] > 0 {
			f.from, f.to = d[0], d[1]
			f.n, ok = dayNumber(part("d"))
		}
		f.of = monthOf(part("mon"))
	case kindDay:
		f.of = lexicon.Values("days")[strings.ToLower(part("day"))]
		f.at, f.from = groups["day"][0], groups["day"][0]
	case kindCount:
		n := groups["n"]
		f.from, f.to = n[0], n[1]
		f.n, ok = numberOf(part("n"))
		f.of = unitOf(part("unit"), text[f.end:])
	}
	f.replacement = text[f.from:f.to]
	return f, ok && f.at < f.end
}

// halfDay is in minutes: of an hour it is often not said in which half of the day it is.
const halfDay = 12 * 60

// minutesOf is a time of day in the minutes of its half of the day.
func minutesOf(part func(string) string) (float64, bool) {
	h, ok := numberOf(part("h"))
	m, _ := numberOf(cmp.Or(part("m"), part("m2")))
	switch all := part(""); {
	case part("m") == "半" || strings.HasPrefix(strings.ToLower(all), "half ") && part("m") == "":
		m = 30
	case strings.EqualFold(part("by"), "to"):
		m = -m
	}
	minutes := int(h*60+m+halfDay) % halfDay
	return float64(minutes), ok && h <= 24
}

// halfOf returns which half of the day what stands beside an hour says; "" for none.
func halfOf(beside string) string {
	beside = strings.Trim(strings.ToLower(strings.ReplaceAll(beside, ".", "")), " の")
	switch beside {
	case "午前", "朝", "早朝", "am":
		return "am"
	case "":
		return ""
	}
	return "pm"
}

// dayNumber reads "12", "3rd", "twenty-first", 二十.
func dayNumber(s string) (float64, bool) {
	s = strings.ToLower(s)
	if n, ok := numberOf(strings.TrimRight(s, "stndrh")); ok {
		return n, true
	}
	tens, ordinal, both := strings.Cut(s, "-")
	if !both {
		tens, ordinal = "", s
	}
	n, err := strconv.Atoi(lexicon.Values("ordinals")[ordinal])
	if err != nil {
		return 0, false
	}
	more, _ := numberOf(tens)
	return float64(n) + more, true
}

// monthOf returns the number of a month, "" for none.
func monthOf(s string) string {
	if m := lexicon.Values("months")[strings.ToLower(s)]; m != "" || s == "" {
		return m
	}
	if n, ok := numberOf(s); ok {
		return strconv.Itoa(int(n))
	}
	return ""
}

// unitOf returns what is counted: what stands in a number's expression, else the word
// behind it, "" for none.
func unitOf(unit, behind string) string {
	if unit == "" && strings.HasPrefix(behind, " ") || strings.HasPrefix(behind, "-") {
		if ws := lang.LatinWords(behind[1:]); len(ws) > 0 && strings.HasPrefix(behind[1:], ws[0]) && !oneOf("no-unit", strings.ToLower(ws[0])) {
			unit, _, _ = strings.Cut(strings.ToLower(ws[0]), "-")
			unit = lang.Stem(unit)
		}
	}
	return strings.NewReplacer("才", "歳", "か月", "月", "ヶ月", "月", "カ月", "月", "ケ月", "月", "%", "％").Replace(unit)
}

// numberOf reads a number in digits or in words of either language.
func numberOf(s string) (float64, bool) {
	s = strings.ToLower(norm.NFKC.String(strings.TrimSpace(s)))
	if n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64); err == nil {
		return n, true
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '-' })
	if len(s) > 0 && !isLatin(s) {
		words = strings.Split(s, "")
	}
	total, last := 0, 0
	for _, w := range words {
		n, err := strconv.Atoi(cmp.Or(lexicon.Values("numerals")[w], w))
		times, known := strconv.Atoi(lexicon.Values("multipliers")[w])
		switch {
		case known == nil && times == 10_000:
			total, last = max(total+last, 1)*times, 0
		case known == nil:
			total, last = total+max(last, 1)*times, 0
		case w == "and":
		case err != nil:
			return 0, false
		case isLatin(s):
			last += n
		default: // 二〇: figure by figure
			last = last*10 + n
		}
	}
	return float64(total + last), len(words) > 0
}

func isLatin(s string) bool { return s != "" && s[0] < utf8.RuneSelf }

// bare reports whether a figure is a number of nothing in particular, which may be an hour,
// a day, or a number of anything.
func (f figure) bare() bool { return f.kind == kindCount && f.of == "" }

// fits reports whether one figure may stand in the place of another.
func (f figure) fits(o figure) bool {
	switch {
	case f.kind == o.kind:
		return f.kind != kindCount || f.of == o.of || f.of == "" || o.of == ""
	case f.bare() || o.bare():
		return f.kind != kindDay && o.kind != kindDay
	}
	return f.kind != kindClock && o.kind != kindClock && f.kind != kindCount && o.kind != kindCount
}

// same reports whether two figures say the same.
func (f figure) same(o figure) bool {
	agree := func(a, b string) bool { return a == b || a == "" || b == "" }
	switch {
	case f.kind == o.kind && f.kind == kindDay:
		return f.of == o.of
	case f.kind == o.kind && f.kind == kindDate && f.n == 0 && o.n == 0:
		return f.of == o.of
	case f.kind == o.kind && f.n > 0 != (o.n > 0):
		return false
	case f.kind == o.kind:
		return f.n == o.n && agree(f.of, o.of) && agree(f.half, o.half)
	case o.bare():
		return o.sameBare(f)
	}
	return f.sameBare(o)
}

// sameBare is same of a number of nothing in particular, and an hour or a day of a month.
func (f figure) sameBare(o figure) bool {
	switch {
	case !f.bare():
		return false
	case o.kind == kindClock:
		return int(f.n*60)%halfDay == int(o.n)
	}
	return o.kind == kindDate && f.n == o.n && o.n > 0
}

// put returns a text with another figure in place of one that it has: as far as the other
// says it, 15 in place of 14 in 14歳.
func (f figure) put(text string, is figure, said string) string {
	from, to, now := f.from, f.to, is.replacement
	switch {
	case f.kind == kindDate && is.kind == kindDate && is.of != "" && f.n > 0, f.kind != is.kind && !is.bare():
		from, to, now = f.at, f.end, said[is.at:is.end]
	case f.kind == kindClock && is.half != "":
		from, to, now = f.at, f.end, said[is.at:is.end]
	case f.kind == kindCount && f.of == "" && is.of != "":
		now = said[is.from:is.end]
	}
	if lang.Capitalised(text[from:]) == text[from:] && f.at == 0 {
		now = lang.Capitalised(now)
	}
	return text[:from] + now + text[to:]
}
