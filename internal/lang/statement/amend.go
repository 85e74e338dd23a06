package statement

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/question"
	"yumori/internal/pattern"
)

// A heard telling is one that a correction may be of.
type heard struct {
	Telling
	of Subject
}

// maxAmended is how many tellings back lies what a correction names, and
// maxBareBack how many what it gives another value of the same kind for.
const (
	maxAmended  = 8
	maxBareBack = 3
)

// keepTold takes in what was told, which a later sentence may put right.
func (t *talk) keepTold(said Telling, of Subject) {
	t.told = append(t.told, heard{said, of})
	if n := len(t.told) - maxAmended; n > 0 {
		t.told = t.told[n:]
	}
}

// amended returns what was told of late as a correction has it: with the value
// that it names in place of the one it says is wrong, "not Bristol, Bath", or in
// place of the only one of its kind, "she's ten, actually". It reports false
// where that is not known to be what is meant.
func (t *talk) amended(st Statement) (heard, bool) {
	l := lang.PatternsOf(st.Sentence)
	if right, ok := t.respelt(l, st); ok {
		return right, true
	}
	if m := l.Find("succeeds", st.Plain); m != nil {
		return t.succeeded(m["was"], m["is"])
	}
	if right, ok := shifted(t, l, st); ok {
		return right, true
	}
	if right, ok := ownThing(t, l, st); ok {
		return right, true
	}
	was, is := namedWrong(l, st.Plain)
	if was == "" {
		was, is = deniedBefore(t, l, st.Plain)
	}
	if was != "" {
		t.catchUp()
		for _, h := range slices.Backward(t.told) {
			if now, ok := h.putRight(st.Plain, was, is); ok && h.isMatter(now, st, was) {
				now, _ = otherHour(l, now, st.Plain) // "the 19th, at half past three"
				return h.as(now, was, is), true
			}
		}
		return heard{}, false
	}
	if m := l.Find("counts-now", st.Plain); m != nil {
		return t.withCount(m["what"], m["n"], m["unit"])
	}
	if m := l.Find("cleft", st.Plain); m != nil && st.Corrects {
		return t.withObject(m["verb"], m["value"])
	}
	if value := bareValue(st); value != "" && st.Corrects {
		return t.withValue(l, st, value)
	}
	return t.likelyAmended(l, st)
}

// shifted returns what was told of late of something with the time to which it was moved:
// of "sparring is every tuesday", "they've shifted sparring to thursdays".
func shifted(t *talk, l *pattern.Set, st Statement) (heard, bool) {
	m := l.Find("shifts-what", st.Plain)
	if m == nil {
		return heard{}, false
	}
	t.catchUp()
	for _, h := range slices.Backward(t.told) {
		if !lang.Mentions(h.Text, m["what"]) {
			continue
		}
		was, is, ofKind := h.valueLike(l, strings.TrimSuffix(m["value"], "s"))
		if !ofKind || was == "" {
			continue
		}
		now, ok := h.bothRight(st.Plain)
		if !ok {
			now, ok = exchangedLast(h.Text, was, is)
		}
		if ok {
			return h.as(now, was, is), true
		}
	}
	return heard{}, false
}

// withCount returns what was told of late of how many there are of something, in Japanese,
// with how many there are now: 孫が三人 and 孫は四人になった.
func (t *talk) withCount(what, n, unit string) (heard, bool) {
	t.catchUp()
	for _, h := range slices.Backward(t.told) {
		_, behind, ok := strings.Cut(h.Text, what)
		if !ok {
			continue
		}
		was := lang.JapaneseSet.Find("counted-of", behind)
		if was["unit"] != unit || was["n"] == n {
			continue
		}
		if now, ok := exchanged(h.Text, was["n"]+unit, n+unit); ok {
			return h.as(now, was["n"], n), true
		}
	}
	return heard{}, false
}

// withObject returns what was told of late with another word behind its verb: of "is
// reading law at Durham", "it's medicine she's reading".
func (t *talk) withObject(verb, value string) (heard, bool) {
	t.catchUp()
	for _, h := range slices.Backward(t.told) {
		words := strings.Fields(h.Text)
		i := slices.Index(words, verb)
		if i < 0 || i+1 >= len(words) {
			continue
		}
		was := strings.Trim(words[i+1], ",.")
		if now, ok := exchanged(h.Text, verb+" "+was, verb+" "+value); ok {
			return h.as(now, was, value), true
		}
	}
	return heard{}, false
}

// succeeded returns what was told of late of one whose place another has taken: "rajesh
// left on friday, it's kavita now".
func (t *talk) succeeded(was, is string) (heard, bool) {
	t.catchUp()
	for _, h := range slices.Backward(t.told) {
		if now, ok := h.exchange(was, is); ok && (lang.Japanese(is) || lang.IsGivenName(is) || is != strings.ToLower(is)) {
			return h.as(now, was, lang.Capitalised(is)), true
		}
	}
	return heard{}, false
}

// withValue returns what was told of late with another value in place of the only one
// of its kind, or of what the telling ends with.
func (t *talk) withValue(l *pattern.Set, st Statement, value string) (heard, bool) {
	t.catchUp()
	for i := len(t.told) - 1; i >= max(0, len(t.told)-maxBareBack); i-- {
		h := t.told[i]
		if !fitsPronoun(l, st.Plain, h.of) || l.Has("denies", h.Text) && onlySpan(l, value) == "" {
			continue // what is not so has no other value, but since when
		}
		was, is, ofKind := h.valueLike(l, value)
		if !ofKind && i == len(t.told)-1 && !l.Has("of-pronoun", st.Plain) && !strings.HasPrefix(st.Plain, "The ") {
			was, is = h.lastValue(l), value
			if was == "" && l.Has("means-value", st.Text) {
				was = objectOf(l, h.Text, value)
			}
		}
		if was == "" {
			continue
		}
		if now, ok := exchangedLast(h.Text, was, is); ok {
			now, _ = otherOf(l, "an-hour", now, value) // "Wednesday at quarter past two"
			return h.as(now, was, is), true
		}
	}
	return heard{}, false
}

// respelt returns what was told of late with one word as a sentence spells it, that
// was written with a slip in it: "*Karin".
func (t *talk) respelt(l *pattern.Set, st Statement) (heard, bool) {
	m := l.Find("respells", st.Text)
	is := m["value"] + m["value2"]
	if ws := lang.LatinWords(st.Plain); is == "" && st.Corrects && len(ws) == 1 && len(ws[0]) > 3 {
		is = ws[0] // "wait no, presto" of pesto
	}
	if is == "" {
		return heard{}, false
	}
	t.catchUp()
	for _, h := range slices.Backward(t.told) {
		for _, was := range lang.LatinWords(h.Text) {
			if !strings.EqualFold(was, is) && (lang.OneSlip(strings.ToLower(was), strings.ToLower(is)) || soundAlike(was, is)) {
				now, _ := exchanged(h.Text, was, lang.Capitalised(strings.ToLower(is)))
				return h.as(now, was, lang.Capitalised(strings.ToLower(is))), true
			}
		}
	}
	return heard{}, false
}

// soundAlike reports whether two names are spelt otherwise and said much the same:
// they begin alike and have the same consonants, Catherine and Kathryn.
func soundAlike(a, b string) bool {
	x, y := consonants(a), consonants(b)
	return len(x) > 2 && x == y && !strings.EqualFold(a, b)
}

// consonants are those of an English word, each sound by one letter.
func consonants(word string) string {
	word = strings.NewReplacer("ph", "f", "ck", "k", "c", "k", "q", "k", "z", "s", "w", "v").Replace(strings.ToLower(word))
	var b strings.Builder
	last := rune(0)
	for _, r := range word {
		if !strings.ContainsRune("aeiouyh'-", r) && r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// as returns a telling with another text, which has one value in place of
// another.
func (h heard) as(text, was, is string) heard {
	h.Was, h.Text = h.Text, text
	if h.Value != "" {
		now, ok := exchanged(h.Value, was, is)
		if !ok { // "8歳" in place of "7歳", of which the value is 7
			_, _, now = topicOf(lang.Sentence{Text: text, Japanese: lang.Japanese(text)}, text)
		}
		h.Value = cmp.Or(now, h.Value)
	}
	return h
}

// namedWrong returns the value that a correction says is wrong and the one that
// is right; "" where it does not say both.
func namedWrong(l *pattern.Set, said string) (was, is string) {
	was, is, _ = notBut(l, said)
	if is == "" || lang.Is(lang.StopWord, strings.ToLower(was)) || strings.EqualFold(is, was) || l.Has("a-span", is) != l.Has("a-span", was) {
		return "", ""
	}
	return was, is
}

// deniedBefore returns the value that the sentence before says is not so, and the one of its
// kind that this one names: "it's not half past ten any more. They've moved me to quarter past
// eleven".
func deniedBefore(t *talk, l *pattern.Set, said string) (was, is string) {
	spoken := strings.Split(t.spoken, "\n")
	if len(spoken) < 3 || !l.Has("denies", spoken[len(spoken)-2]) || l.Has("denies", said) {
		return "", ""
	}
	kindWas, was := onlyValue(l, spoken[len(spoken)-2])
	kind, is := onlyValue(l, said)
	if kind != kindWas || strings.EqualFold(was, is) {
		return "", ""
	}
	return l.Cut("at-lead", was), l.Cut("at-lead", is)
}

// onlyKind takes off two values what stands beside a day or an hour that both have,
// and since when the second is so: バイト月曜 and 火曜 are 月曜 and 火曜.
func onlyKind(l *pattern.Set, was, is string) (string, string) {
	is = l.Cut("since-lead", is)
	for _, kind := range []string{"a-day", "an-hour"} {
		if a, b := l.All(kind, was), l.All(kind, is); len(a) == 1 && len(b) == 1 {
			return l.Cut("at-lead", a[0]), l.Cut("at-lead", b[0])
		}
	}
	if a, b := numberAtEnd.FindString(was), numberAtEnd.FindString(is); b == is && a != "" && a != was {
		return a, b // 和子さん74 and 75
	}
	return was, is
}

// numberAtEnd is the number, with what it counts, that a Japanese value ends with.
var numberAtEnd = pattern.New(`\d+(?:歳|才|人|匹|個|本|冊|回|枚|台|円|キロ|年生|時)?$`)

// exchange puts one value for another in what was told, where it has it as words
// of its own.
func (h heard) exchange(was, is string) (string, bool) {
	l := h.patterns()
	if day := sameKind(l, h.Text, is); strings.Contains(day, was) && l.Has("a-month", was+is) { // the month was wrong
		return exchanged(h.Text, day, ofMonth(l, is, day))
	}
	if !lang.Mentions(h.Text, was) && h.Value != was {
		return "", false
	}
	return exchanged(h.Text, was, ofMonth(l, is, was))
}

// isMatter reports whether what a correction names beside the two values, in Japanese
// before them, is in what was told: else it is of something else. Of what had just the day that
// is wrong half of it is enough, and one thing where the month is named: "Misaki rang: not 14 November
// but the 28th".
func (h heard) isMatter(now string, st Statement, was string) bool {
	said := st.Plain
	if _, after, ok := strings.Cut(said, was); ok && !st.Japanese { // "girls, not boys, I only saw their backs"
		behind, _, _ := strings.Cut(after, ",")
		said = lang.EnglishSet.Cut("told-lead", said[:len(said)-len(after)]+behind)
	}
	if st.Japanese {
		said, _, _ = strings.Cut(said, was)
		said = lang.JapaneseSet.Cut("just-now", said)
	}
	had := append(append(lang.Senses(h.Text), lang.Senses(now)...), lang.Senses(was)...)
	named := slices.DeleteFunc(lang.Senses(said), func(s lang.Sense) bool { return lang.IsWeak(s.Key) || lang.Is(lang.Putting, s.Key) })
	if l := h.patterns(); l.Has("day-number", was) {
		share := lang.Overlap(named, had)
		return len(named) == 0 || share >= 0.5 || share > 0 && l.Has("a-month", was)
	}
	return !slices.ContainsFunc(named, func(s lang.Sense) bool { return !lang.HasSense(had, s.Key) })
}

// fitsPronoun reports whether a correction that says he or she may be of
// somebody's telling.
func fitsPronoun(l *pattern.Set, said string, of Subject) bool {
	return !l.Has("of-pronoun", said) || of.Who == Someone || of.Who == Speaker || of.Who == Something
}

// valueLike returns the one value of a telling that another puts right, and what
// to put in its place: a day for a day, an hour for an hour, a number for a number
// of the same things. "" is none, or several. It reports false for a value of no
// such kind.
func (h heard) valueLike(l *pattern.Set, value string) (was, is string, ofKind bool) {
	if name := onlyName(h.Text); isNameLike(value, name) {
		return name, lang.Capitalised(value), true
	}
	for _, kind := range []string{"a-day", "an-hour"} {
		if len(l.All(kind, value)) == 1 {
			if was = sameKind(l, h.Text, value); was == "" {
				return "", "", true
			}
			if d, n := l.All("day-number", was), l.All("day-number", value); len(d) == 1 && len(n) == 1 && !l.Has("a-month", value) {
				return d[0], n[0], true // the month stays
			}
			if kind == "a-day" && len(l.All("an-hour", value)) == 1 {
				value = l.All(kind, value)[0] // "Wednesday at quarter past two"
			}
			return l.Cut("at-lead", was), l.Cut("at-lead", value), true
		}
	}
	if was := onlySpan(l, h.Text); was != "" && onlySpan(l, value) != "" {
		return was, onlySpan(l, value), true
	}
	if n := l.Find("a-count", value); n != nil {
		was, is = countLike(l, h.Text, n)
		return was, is, true
	}
	if was := sameTail(h.Text, value); was != "" {
		return was, value, true
	}
	return "", "", false
}

// isNameLike reports whether a value is a given name that may stand for another, or is written as one:
// "viola" of a cello is none.
func isNameLike(value, name string) bool {
	return lang.IsGivenName(value) && (name != "" || value != strings.ToLower(value))
}

// sameTail returns the one word of a Japanese text whose end is most like that of another,
// which tells of what sort it is: 南口 for 北口, 日赤病院 for 市民病院.
func sameTail(text, value string) string {
	most, found := 0, ""
	if strings.ContainsFunc(value, notName) || utf8.RuneCountInString(value) < 2 {
		return ""
	}
	for _, word := range strings.FieldsFunc(text, notName) {
		switch n := commonTail(word, value); {
		case utf8.RuneCountInString(word) < 2 || n < most || n == 0 || word == value:
		case n == most:
			found = ""
		default:
			most, found = n, word
		}
	}
	return found
}

// notName reports whether a rune is not of those that Japanese names are written with.
func notName(r rune) bool { return !unicode.In(r, unicode.Han, unicode.Katakana) && r != 'ー' }

// commonTail is how many of their last signs two Japanese words share.
func commonTail(a, b string) int {
	x, y, n := []rune(a), []rune(b), 0
	for n < min(len(x), len(y)) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}

// onlySpan returns the span of time in a text, if it has one.
func onlySpan(l *pattern.Set, text string) string {
	if found := l.All("a-span", text); len(found) == 1 {
		return found[0]
	}
	return ""
}

// onlyName returns the one given name in an English text; "" if it has none, or more.
func onlyName(text string) string {
	name := ""
	for _, w := range lang.LatinWords(text) {
		switch bare := strings.TrimSuffix(w, "'s"); {
		case !lang.IsGivenName(bare) || strings.EqualFold(bare, name):
		case name != "":
			return ""
		default:
			name = bare
		}
	}
	return name
}

// lastValue returns what a telling ends with, which another value of no kind puts
// right; "" for a number, a day, or nothing.
func (h heard) lastValue(l *pattern.Set) string {
	if h.About == "name" && h.of.Who == Speaker {
		return "" // which only a name puts right
	}
	old := h.Value
	if old == "" {
		m := l.Find("last-value", h.Text)
		old = m["value"] + m["value2"]
	}
	if old == "" || l.Has("last-value-not", old) || l.Has("a-count", old) || sameKind(l, old, old) != "" {
		return ""
	}
	return old
}

// objectOf returns what the verb of a telling is of, which another value puts right; "" for
// a value that tells when.
func objectOf(l *pattern.Set, text, value string) string {
	if question.HoldsTime(value) {
		return ""
	}
	m := l.Find("object-value", text)
	return m["value"] + m["value2"]
}

// countLike returns the number in a text that another puts right: of the same
// things, or else of what either does not name.
func countLike(l *pattern.Set, text string, n map[string]string) (was, is string) {
	var same, other []string
	for _, found := range l.All("a-count", text) {
		switch m := l.Find("a-count", found); {
		case m["counted"] != "" && strings.EqualFold(m["counted"], n["counted"]):
			same = append(same, m["n"])
		case m["counted"] == "" || n["counted"] == "":
			other = append(other, m["n"])
		}
	}
	if len(same) == 0 {
		same = other
	}
	switch {
	case len(same) > 1:
		return "", ""
	case len(same) == 1:
		was = same[0]
	default:
		was = l.Find("is-number", text)["n"]
	}
	if strings.EqualFold(was, n["n"]) {
		return "", ""
	}
	return was, n["n"]
}

// exchangedLast puts one value for another where a text has it last.
func exchangedLast(text, was, is string) (string, bool) {
	i := strings.LastIndex(strings.ToLower(text), strings.ToLower(was))
	if i < 0 || i+len(was) > len(text) {
		return text, false
	}
	if first, _ := utf8.DecodeRuneInString(text[i:]); unicode.IsUpper(first) && i > 0 {
		is = lang.Capitalised(is)
	}
	return text[:i] + is + text[i+len(was):], true
}
