package builtin

import (
	"slices"
	"strconv"
	"strings"
)

// inOwnWords leaves out what is told in another language where the answer's
// own has the same: told on the same day, or with the same numbers.
func (s *scene) inOwnWords(ms []memory) []memory {
	return slices.DeleteFunc(slices.Clone(ms), func(m memory) bool {
		return m.lang != s.lang && slices.ContainsFunc(ms, func(own memory) bool {
			figures := figuresIn(m.text)
			return own.lang == s.lang && (own.when.Equal(m.when) || figures != "" && figures == figuresIn(own.text))
		})
	})
}

// figuresIn returns the numbers of a text, in the order they stand, however
// they are written.
func figuresIn(text string) string {
	var b strings.Builder
	for _, w := range figure.FindAllString(text, 8) {
		n := countOf(w)
		if n == 0 {
			n = numberJa(w)
		}
		b.WriteString(strconv.Itoa(n) + " ")
	}
	return b.String()
}

var figure = re(`\d{1,9}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b|[一二三四五六七八九十]{1,3}`)

// holdsNumber reports whether a memory holds a number besides its dates, or
// one of what is asked for: "a cat".
func holdsNumber(q question, m *memory) bool {
	text := writtenDateJa.ReplaceAllString(writtenDate.ReplaceAllString(m.text, " "), " ")
	if g := countedJa.FindStringSubmatch(q.text); g != nil && m.lang == japanese {
		return strings.Contains(numeralJa.ReplaceAllString(text, "\x00"), "\x00"+g[1]) || g[1] == "人" && containsAny(text, "ひとり", "ふたり")
	}
	text = timeOnly.ReplaceAllString(noNumberJa.ReplaceAllString(text, " "), " ")
	if numberIn.MatchString(text) {
		return true
	}
	if !howManyEn.MatchString(q.text) {
		return false
	}
	for _, g := range oneOf.FindAllStringSubmatch(text, 4) {
		if slices.ContainsFunc(termsOf(g[1]), func(t term) bool { return hasTerm(q.terms, t.key) }) {
			return true
		}
	}
	return false
}

var (
	howManyEn = re(`\bhow many\b`)
	countedJa = rx(`何(人|匹|個|本|冊|枚|台|羽|頭|杯|回|歳|才|円|年|か月|ヶ月|週間|日|時間|階|軒|着|足|曲|点)`)
	numeralJa = rx(`[0-9０-９一二三四五六七八九十百千]+`)
	// timeOnly is a year or a month, which answers no "how many".
	timeOnly = rx(`\b(?:19|20)\d\d\b|(?:(?:19|20)\d\d年)?\d{1,2}月|(?:19|20)\d\d年`)
	// noNumberJa are words with a numeral that count nothing.
	noNumberJa = rx(`一日中|一番|一緒|一度も|一応|一般|一部|一方|一生|唯一|万一`)
)

var oneOf = re(`\b(?:an?|an only|the only) ((?:\w+ ){0,2}\w+)`)
