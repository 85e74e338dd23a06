package statement

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/cache"
	"yumori/internal/pattern"
)

// PutRight returns a text about a plan as what was said of it has it: with the
// other day, hour or place. It reports false where what was said changes
// nothing of it: "book the ferry for Friday", "it's on Sunday now, not Friday".
// Whether both are of one plan is for the caller to tell. It is pure.
func PutRight(text, said string) (string, bool) {
	said, can := unstopped(said)
	if !can {
		return text, false
	}
	l := lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(said)})
	corrects := l.Has("corrects", said) || l.Has("moved", said)
	was, is, denies := notBut(l, said)
	if (corrects || denies) && namesMoment(l, said) {
		if now, ok := otherMoment(l, text, said); ok { // each of the two has its own place
			return now, true
		}
	}
	if denies {
		if is != "" && was != "" && !strings.EqualFold(is, was) && l.Has("a-span", is) == l.Has("a-span", was) {
			if now, ok := exchanged(text, was, ofMonth(l, is, was)); ok {
				return now, true
			}
			if now, ok := exchangedDay(text, was, is); ok {
				return now, true
			}
		}
	}
	if !corrects {
		return text, false
	}
	return otherMoment(l, text, said)
}

// namesMoment reports whether a text has a day and an hour.
func namesMoment(l *pattern.Set, text string) bool {
	return l.Has("a-day", text) && l.Has("an-hour", text)
}

// notBut returns the value that a sentence says is not so, and the one that is so instead, ""
// where it does not say that; it reports false where it says neither.
func notBut(l *pattern.Set, said string) (was, is string, ok bool) {
	m := l.Find("not-but", said)
	if m == nil {
		was, is = notTime(l, said)
		return was, is, was != ""
	}
	was, is = strings.TrimSpace(m["was"]), strings.TrimSpace(m["is"])
	if is == "" {
		is = inPlaceOf(l, was, m["rest"])
	}
	if days := l.All("a-day", strings.Replace(said, m["was"], "", 1)); len(days) == 1 && l.Has("a-day", was) && !l.Has("a-day", is) {
		is = days[0] // 火曜10日 of 「金曜じゃなくて来週の火曜10日の10時から」
	}
	was, is = onlyKind(l, was, is)
	if l.Has("oneself", was) {
		return "", "", false // "it was Setsuko who died, not me" makes nobody of the "me" of another sentence
	}
	if w, i, decides := withinKind(l, said, was, is); decides {
		return w, i, w != "" && i != ""
	}
	if low := strings.ToLower(is); low != is && strings.HasPrefix(said, is) && (l.Has("an-hour", low) || l.Has("a-number", low)) {
		is = l.Cut("at-lead", low) // "At four, not three" of "at three"
	}
	return was, is, true
}

// notTime returns the day or the hour that a sentence says is not so, and the other one of the kind
// that it names, of several the next, whatever stands between them: "it's not half past ten on
// Thursday, the home rang and they want her there at two". Both are "" where it does not say that.
func notTime(l *pattern.Set, said string) (was, is string) {
	said = l.Replace("weekday-behind", said)
	for _, kind := range []string{"an-hour", "a-day"} {
		all := withoutParts(l.All(kind, said))
		if len(all) < 2 || strings.EqualFold(all[0], all[1]) {
			continue
		}
		for i, value := range all {
			before, after, _ := strings.Cut(said, value)
			if (l.Has("denies-next", before) || l.Has("denied-here", after)) && !l.Has("denies-none", after) && (len(all) == 2 || i+1 < len(all)) {
				return l.Cut("at-lead", value), l.Cut("at-lead", all[(i+1)%len(all)])
			}
		}
	}
	return "", ""
}

// deniesTime reports whether a sentence says that one day or hour is not so, and names the other.
func deniesTime(l *pattern.Set, said string) bool {
	was, _ := notTime(l, said)
	return was != ""
}

// otherHour is otherOf for the hour that a correction names beside the days that it has: one of
// hours has put the hour right.
func otherHour(l *pattern.Set, text, said string) (string, bool) {
	if was, is, _ := notBut(l, said); l.Has("an-hour", was) || l.Has("an-hour", is) {
		return text, false
	}
	return otherOf(l, "an-hour", text, said)
}

// hasHourOf reports whether a text has an hour that a correction names.
func hasHourOf(l *pattern.Set, text, said string) bool {
	is := l.All("an-hour", said)
	return slices.ContainsFunc(l.All("an-hour", text), func(hour string) bool {
		return slices.ContainsFunc(is, func(o string) bool {
			return strings.EqualFold(l.Cut("at-lead", hour), strings.TrimRight(l.Cut("at-lead", o), ",;"))
		})
	})
}

// unstopped is a sentence without its full stop, and without why it puts something right: "not
// half past ten, for I have just looked at the letter". It reports false for one that puts nothing
// right, whatever is held: it has no value that is not so, no day and no hour.
func unstopped(said string) (string, bool) {
	r := latestRightings.Of(said, func() righting {
		text := lang.EnglishSet.Cut("reason-tail", strings.TrimRight(said, ".。!！ "))
		l := lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(text)})
		_, _, denies := notBut(l, text)
		return righting{text, denies || l.Has("said-then", text) || len(l.All("a-day", text))+len(l.All("an-hour", text)) > 0}
	})
	return r.text, r.can
}

// A righting is a sentence as it is read for what it puts right, and whether it can put anything right.
type righting struct {
	text string
	can  bool
}

// latestRightings are those of the sentences looked at last, by what was said.
var latestRightings cache.Cache[righting]

// Rights returns what is held as a telling has it that is known to correct
// something: "Mum's birthday is 12 May" and "it's the 14th, mum's birthday" are
// "Mum's birthday is 14th May". It reports false where the telling changes
// nothing of it, or names another thing. It is pure.
func (t Telling) Rights(held string) (string, bool) {
	said, can := unstopped(t.Text)
	if !can {
		return held, false
	}
	t.Text = said
	l := lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(t.Text)})
	if m := l.Find("said-then", t.Text); m != nil { // "I said we did 240, it was 204": what was said is not so
		h := heard{Telling: Telling{Text: held}}
		was, is, _ := h.valueLike(l, m["value"])
		now, ok := exchangedLast(held, was, is)
		if was == "" || !ok || !sharesMatter(held, now, t.Text) {
			return held, false
		}
		return now, true
	}
	now, ok := PutRight(held, t.Text)
	if !ok {
		now, ok = otherMoment(l, held, t.Text)
	} else if more, also := otherHour(l, now, t.Text); also && !hasHourOf(l, now, t.Text) {
		now = more // "not the 18th at two but the 19th at half past three"
	}
	if !ok || sameDays(held, now) || !sharesMatter(held, now, t.Text) && !deniesDayOf(l, held, t.Text) && !deniesHourOf(l, held, t.Text) && !deniesSaid(l, held, t.Text) {
		return held, false
	}
	return now, true
}

// deniesDayOf reports whether a correction denies the day of a month that is held, and speaks of
// one thing that is: two things are hardly on a day.
func deniesDayOf(l *pattern.Set, held, said string) bool {
	was, _, ok := notBut(l, said)
	if !ok || !l.Has("a-month", was) || !l.Has("day-number", was) || !strings.Contains(strings.ToLower(held), strings.ToLower(was)) {
		return false
	}
	return slices.ContainsFunc(lang.Senses(strings.ReplaceAll(said, was, "")), func(s lang.Sense) bool {
		return !lang.IsWeak(s.Key) && !lang.Is(lang.Putting, s.Key) && s.Key != "月" && !l.Has("a-day", s.Key) && !strings.ContainsAny(s.Key, "0123456789") && lang.HasSense(lang.Senses(held), s.Key)
	})
}

// deniesHourOf reports whether a correction denies the hour that is held of the day that it names,
// and names nothing else: "half past 4, not 4, on Wednesday" of "Wednesday at 4".
func deniesHourOf(l *pattern.Set, held, said string) bool {
	was, _, ok := notBut(l, said)
	days := l.All("a-day", said)
	return ok && !l.Has("a-day", was) && len(days) == 1 && strings.Contains(strings.ToLower(held), strings.ToLower(days[0])) && len(namedIn(l, said, nil)) == 0
}

// deniesSaid reports whether a correction that says much beside denies a time that is held: an hour to the
// minute, "half past ten", for two things are hardly at that, or what it says was told of one thing that
// both speak of, 息子の式、十八日て言いましたけど. One that says hardly more names what it is of, "the lecture
// is at four, not half past ten".
func deniesSaid(l *pattern.Set, held, said string) bool {
	was, is := notTime(l, said)
	if is == "" || l.Has("not-but", said) || !strings.Contains(strings.ToLower(held), strings.ToLower(was)) {
		return false
	}
	if l.Has("to-the-minute", was) {
		return true
	}
	named := namedIn(l, strings.Replace(strings.Replace(said, was, "", 1), is, "", 1), nil)
	return l.Has("said-was", said) && lang.Overlap(named, lang.Senses(strings.Replace(held, was, "", 1))) > 0
}

// sameDays reports whether two texts are the same but for how their days are written: "21 March",
// "21st March".
func sameDays(a, b string) bool {
	return strings.EqualFold(ordinal.ReplaceAllString(a, "$1"), ordinal.ReplaceAllString(b, "$1"))
}

// onlyRewrites reports whether what is put right is a day by the same number: "21 March", "the 21st".
func onlyRewrites(was, is string) bool {
	digits := func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}
	return len(ordinal.FindAllString(was, -1)) != len(ordinal.FindAllString(is, -1)) && strings.Map(digits, was) == strings.Map(digits, is)
}

var ordinal = pattern.New(`\b(\d+)(?:st|nd|rd|th)\b`)

// sharesMatter reports whether nearly all that a correction names, days, numbers
// and the new value aside, is in what is held: a birthday's dinner is another thing.
func sharesMatter(held, now, said string) bool {
	l, had := lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(said)}), lang.Senses(held)
	said = l.Cut("matter-aside", clausesOf(said, append(lang.Senses(now), had...)))
	fresh := slices.DeleteFunc(lang.Senses(now), func(s lang.Sense) bool { return lang.HasSense(had, s.Key) })
	named := namedIn(l, said, fresh)
	return len(named) > 0 && lang.Overlap(named, had) > 0.74 // three quarters, rounded
}

// namedIn returns what a correction names, but for days, hours, numbers and some senses.
func namedIn(l *pattern.Set, said string, but []lang.Sense) []lang.Sense {
	return slices.DeleteFunc(lang.Senses(said), func(s lang.Sense) bool {
		return lang.IsWeak(s.Key) || lang.Is(lang.Putting, s.Key) || strings.ContainsAny(s.Key, "0123456789") || l.Has("a-day", s.Key) || l.Has("a-week", s.Key) || l.Has("of-an-hour", s.Key) || lang.HasSense(but, s.Key)
	})
}

// clausesOf returns the clauses of a sentence that speak of some senses, all of it where
// none does: of "I got it wrong, callum does chemistry, not physics" the second.
func clausesOf(said string, senses []lang.Sense) string {
	var of []string
	for _, clause := range strings.Split(said, ", ") {
		if lang.Overlap(lang.Senses(clause), senses) > 0 {
			of = append(of, clause)
		}
	}
	if len(of) == 0 {
		return said
	}
	return strings.Join(of, ", ")
}

// OtherMoment returns a text about a plan with the one day or hour that was said of it,
// where it has one of the kind: 水曜に行く and 金曜にする are 金曜に行く. It is pure.
func OtherMoment(text, said string) (string, bool) {
	return otherMoment(lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(said)}), text, said)
}

// otherMoment puts the one day and the one hour that were said for those a text has: the hour of the day
// before is not that of the new one.
func otherMoment(l *pattern.Set, text, said string) (string, bool) {
	now, day := otherOf(l, "a-day", text, said)
	if !day && onOtherDay(l, text, said) {
		return text, false // the hour alone would be of the wrong day
	}
	now, hour := otherOf(l, "an-hour", now, said)
	return now, day || hour
}

// onOtherDay reports whether a correction and a text name days, and none that both do.
func onOtherDay(l *pattern.Set, text, said string) bool {
	had, is := l.All("a-day", strings.ToLower(text)), l.All("a-day", strings.ToLower(said))
	return len(had) > 0 && len(is) > 0 && !slices.ContainsFunc(is, func(day string) bool {
		return slices.ContainsFunc(had, func(o string) bool { return strings.Contains(o, day) || strings.Contains(day, o) })
	})
}

// otherOf puts the one day, or the one hour, that was said for the one a text has.
func otherOf(l *pattern.Set, kind, text, said string) (string, bool) {
	is := withoutParts(l.All(kind, said))
	if len(is) == 2 { // "I fly on the 15th, the ticket on the 14th was too dear"
		had := strings.ToLower(sameKind(l, text, is[0]))
		is = slices.DeleteFunc(is, func(day string) bool { return strings.Contains(had, strings.ToLower(day)) })
	}
	if len(is) != 1 {
		return text, false
	}
	was := sameKind(l, text, is[0])
	if was == "" || strings.EqualFold(was, is[0]) {
		return text, false
	}
	return exchanged(text, was, led(l, text, was, ofMonth(l, is[0], was)))
}

// led gives an hour or a day that takes the place of another in a text the word before it that the
// other has there: "at half nine" for "at two", "nine" for the "half past ten" of "at half past ten".
func led(l *pattern.Set, text, was, is string) string {
	bare := l.Cut("at-lead", is)
	before, _, _ := strings.Cut(strings.ToLower(text), strings.ToLower(was))
	switch wasBare := l.Cut("at-lead", was); {
	case bare != is && l.Has("ends-in-lead", before):
		return bare
	case bare == is && strings.HasSuffix(was, wasBare):
		return strings.TrimSuffix(was, wasBare) + is
	}
	return is
}

// withoutParts leaves out of some days or hours those that are a part of another, the month of a day,
// and the comma behind one.
func withoutParts(list []string) []string {
	for i, of := range list {
		list[i] = strings.TrimRight(of, ",;")
	}
	return slices.DeleteFunc(slices.Clone(list), func(part string) bool {
		return slices.ContainsFunc(list, func(whole string) bool { return len(whole) > len(part) && strings.Contains(whole, part) })
	})
}

// inPlaceOf returns what of the rest of a sentence takes the place of a value: a
// day of a day, a name of a name.
func inPlaceOf(l *pattern.Set, was, rest string) string {
	for _, kind := range []string{"a-day", "an-hour"} {
		if len(l.All(kind, was)) == 0 {
			continue
		}
		is := l.All(kind, rest)
		if ordinal.MatchString(was) {
			is = ordinal.FindAllString(rest, -1) // "the 28th of March, not the 21st"
		}
		if len(is) == 1 {
			return is[0]
		}
		return ""
	}
	if l.Has("a-number", was) {
		if is := l.All("a-number", rest); len(is) == 1 {
			return is[0]
		}
		return ""
	}
	if is := besideSame(was, rest); is != "" {
		return is
	}
	if ws := strings.Fields(rest); len(ws) > 0 && len(ws) <= 2 && (lang.Capitalised(was) != was || lang.Capitalised(rest) == rest) && !l.Has("bare-value-not", rest) {
		return rest
	}
	names := slices.DeleteFunc(lang.ProperNames(rest), func(n string) bool { return len(l.All("a-day", n)) > 0 })
	if len(names) == 1 && lang.Capitalised(was) == was {
		return names[0]
	}
	return besideNot(was, rest)
}

// besideNot returns the word just before "not" in a clause with a verb, "callum does
// chemistry" of physics; "" where that is no noun.
func besideNot(was, rest string) string {
	ws := strings.Fields(rest)
	if len(ws) < 3 || strings.Contains(was, " ") || lang.Japanese(rest) {
		return ""
	}
	last := strings.ToLower(strings.Trim(ws[len(ws)-1], ".,!"))
	if lang.Is(lang.StopWord, last) || lang.IsVerb(last) || lang.IsWeak(last) || strings.HasSuffix(last, "ly") || utf8.RuneCountInString(last) < 3 {
		return ""
	}
	return last
}

// besideSame returns the two words at the end of the rest of a sentence, if the two of a
// value have one of them in its place: "dr pillai" of "dr patel".
func besideSame(was, rest string) string {
	a, b := strings.Fields(was), strings.Fields(rest)
	if len(a) != 2 || len(b) < 2 {
		return ""
	}
	b = b[len(b)-2:]
	if strings.EqualFold(a[0], b[0]) == strings.EqualFold(a[1], b[1]) {
		return ""
	}
	return strings.Join(b, " ")
}

// ofMonth adds the month of another day to one that names none: "the 14th" in
// place of "12 November".
func ofMonth(l *pattern.Set, day, other string) string {
	if strings.ContainsAny(day, " 月") || !strings.ContainsAny(day, "0123456789一二三四五六七八九十") {
		return day
	}
	if i := strings.Index(other, "月"); i >= 0 {
		return other[:i+len("月")] + day
	}
	for _, w := range strings.Fields(other) {
		if !strings.ContainsAny(w, "0123456789") && l.Has("a-month", w) {
			if strings.Contains(other, " of ") {
				return day + " of " + w
			}
			return day + " " + w
		}
	}
	return day
}

// exchangedDay is exchanged of days of a month by their number, where a text has the one without
// its ending: "the 13th, not the 12th" of "march 12".
func exchangedDay(text, was, is string) (string, bool) {
	from, to := ordinal.FindStringSubmatch(was), ordinal.FindStringSubmatch(is)
	if from == nil || to == nil {
		return text, false
	}
	for _, m := range dayOfMonth.FindAllStringSubmatchIndex(text, -1) {
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 && text[m[i]:m[i+1]] == from[1] {
				return text[:m[i]] + to[1] + text[m[i+1]:], true
			}
		}
	}
	return text, false
}

var dayOfMonth = pattern.New(`(?i)\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})\b|\b(\d{1,2}) (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)`)

// exchanged puts one value for another, where a text has it.
func exchanged(text, was, is string) (string, bool) {
	i := strings.Index(strings.ToLower(text), strings.ToLower(was))
	if i < 0 || i+len(was) > len(text) {
		return text, false
	}
	if first, _ := utf8.DecodeRuneInString(text[i:]); unicode.IsUpper(first) {
		is = lang.Capitalised(is)
	}
	head := text[:i]
	if strings.Contains(strings.ReplaceAll(is, "月曜", ""), "月") {
		head = lang.JapaneseSet.Cut("month-tail", head) // "来月の十八日", "四月二十五日"
	}
	if lang.EnglishSet.Has("ends-in-article", text[:i]) { // "the oven", not "the the dentist"
		is = lang.EnglishSet.Cut("article-lead", is)
	}
	if before, in := strings.CutSuffix(head, "in "); in && strings.HasPrefix(is, "the end of ") {
		head = before + "at " // "at the end of January" in place of "in the middle of February"
	}
	rest := text[i+len(was):]
	if ordinal.MatchString(is) && !ordinal.MatchString(was) && lang.EnglishSet.Has("day-number-lead", rest) {
		rest = lang.EnglishSet.Cut("day-number-lead", rest) // "Saturday the 7th" in place of Sunday of "Sunday the 8th"
	}
	for at := range is { // 小麦アレルギー in place of 卵 leaves one アレルギー
		if at > 0 && len(is)-at > len("ー") && strings.HasPrefix(rest, is[at:]) {
			is = is[:at]
			break
		}
	}
	return head + is + rest, true
}

// CallsOff reports whether a sentence says that something does not take place:
// "the trip is cancelled", 旅行は中止になった, "she can't come at all now". It is pure.
func CallsOff(said string) bool {
	l := lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(said)})
	return l.Has("called-off", said) || l.Has("falls-through", said)
}

// CalledOff reports whether a sentence names what does not take place, and that is
// in a plan as it was told: "the trip is cancelled" of "We go on a trip in May".
func CalledOff(plan, said string) bool {
	name := lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(said)}).Find("called-off", said)["off"]
	off := lang.Senses(name)
	if len(off) == 0 { // in hiragana
		return utf8.RuneCountInString(name) > 2 && strings.Contains(plan, name)
	}
	return lang.Overlap(off, lang.Senses(plan)) == 1
}

// FallsThrough reports whether a sentence says that who has a plan does after all not do
// it, by the verb of the plan: "we can't go any more" of "We're going to the gig on the
// 12th". Whether somebody else is meant than whose plan it is, the caller has to know
// where both name one. It is pure.
func FallsThrough(plan, said string) bool {
	l := lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(said)})
	m := l.Find("falls-through", said)
	if m == nil || !lang.Japanese(said) && (m["self"] != "") != l.Has("i-or-we", plan) {
		return false
	}
	both := func(section string) bool { return l.Has(section, m["verb"]) && l.Has(section, plan) }
	return lang.Overlap(lang.Senses(m["verb"]), lang.Senses(plan)) == 1 || lang.Mentions(plan, m["verb"]) || both("comes") || both("goes")
}
