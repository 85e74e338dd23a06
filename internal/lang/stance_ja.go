package lang

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// assertedJa reports whether a Japanese sentence says that something is so.
func assertedJa(s Sentence) bool {
	l := lexiconJa()
	if jokeMark.MatchString(s.Raw) || l.inJa("irony", s.Text) || hedgedJa(s.Text) {
		return false
	}
	if s.Quotes {
		return false
	}
	return !l.inJa("says", s.Text) && !saysJa.MatchString(s.Text) || l.inJa("authority", s.Text)
}

// inJa reports whether a text has an entry of a list in it.
func (l *lexicon) inJa(list, text string) bool {
	return slices.ContainsFunc(l.lists[list], func(w string) bool { return strings.Contains(text, w) })
}

// hedgedJa reports whether a Japanese sentence only supposes.
func hedgedJa(text string) bool {
	return supposeJa.MatchString(text) || hedgeEndJa.MatchString(text)
}

// hedgeEndJa is how a sentence ends that asserts nothing.
var hedgeEndJa = rx(`(?:かも|かもね|かな|かなあ?|だろうね?|でしょう|はず(?:だ|です)?|らしい|みたい|っぽい|たい(?:な|です)?|つもり(?:だ|です)?|予定(?:だ|です)?|と思って(?:い)?る|迷って(?:い)?る)$|たら|もし|れば|なら(?:、|$)|ようかと`)

// clausesJa cuts a sentence where another statement may begin.
func clausesJa(text string) []string {
	return strings.FieldsFunc(splitJa.ReplaceAllString(text, "$1\x00"), func(r rune) bool { return r == 0 })
}

var splitJa = rx(`(けど、?|けれど、?|だが、|が、|のに、?|から、|ので、?|し、|て、|で、|たが|。)`)

// readJa reads a Japanese sentence.
func (r reader) readJa(text string, topic object) []claim {
	l := lexiconJa()
	changed, fixes := l.inJa("changed", text), l.inJa("corrects", text)
	var claims []claim
	who := ""
	for _, clause := range clausesJa(text) {
		if w, ok := r.subjectJa(clause); ok {
			who = w
		}
		c, ok := r.clauseJa(clause, topic)
		if !ok {
			continue
		}
		c.who = who
		c.ended, c.fixes = c.ended || changed, c.fixes || fixes
		if len(c.thing.head) > 0 {
			topic = c.thing
		}
		claims = append(claims, c)
	}
	return claims
}

// subjectJa tells of whom a clause is, if it says so.
func (r reader) subjectJa(clause string) (string, bool) {
	for _, m := range topicMarkJa.FindAllStringSubmatch(clause, -1) {
		name := m[1]
		for _, n := range slices.Concat(r.speaker, SomeUser, lexiconJa().lists["self"]) {
			if n != "" && strings.HasPrefix(name, n) {
				return "", true
			}
		}
		if r.page && (name == "彼" || name == "彼女") {
			return "", true
		}
		for _, o := range lexiconJa().lists["others"] {
			if name == o || strings.HasSuffix(name, o) && utf8.RuneCountInString(o) > 1 {
				return o, true
			}
		}
		if strings.HasSuffix(name, "さん") || strings.HasSuffix(name, "ちゃん") || strings.HasSuffix(name, "くん") {
			return name, true
		}
	}
	return "", false
}

// topicMarkJa is somebody or something with the particle of a topic or subject.
var topicMarkJa = rx(`([\p{Han}\p{Katakana}ーA-Za-z]{1,12}(?:さん|ちゃん|くん)?|お母さん|お父さん|おばあちゃん|おじいちゃん|友だち|いとこ|みんな|ぼく|おれ|わたし|あたし|うち)(?:は|が|も|には|って)`)

// clauseJa reads one clause.
func (r reader) clauseJa(clause string, topic object) (claim, bool) {
	best, at := frame{}, -1
	for _, f := range lexiconJa().frames { // the longest first; of those the last in the clause
		if i := strings.LastIndex(clause, f.words[0]); i >= 0 && (at < 0 || i > at+len(best.words[0])) {
			best, at = f, i
		}
	}
	if at < 0 {
		return r.plainJa(clause, topic)
	}
	c := claim{rel: best.rel, no: best.no}
	if turnedJa(clause[at+len(best.words[0]):]) {
		c.no = !c.no
	}
	c.ended = lexiconJa().inJa("ends", clause)
	c.thing, c.less = objectsJa(r.unnamed(clause[:at]))
	if from, to, ok := strings.Cut(clause[:at], "から"); ok && c.rel == lives {
		if c.thing = objectJa(to); len(c.thing.head) == 0 {
			c.thing, c.no = objectJa(r.unnamed(from)), !c.no
		}
	}
	if len(c.thing.head) == 0 {
		c.thing = objectJa(clause[at+len(best.words[0]):])
	}
	if c.loose = len(c.thing.head) == 0; c.loose {
		c.thing, c.ended = topic, c.ended || c.rel == works || c.rel == partner
	}
	return c, true
}

// unnamed returns a part of a clause without the one who speaks, and without
// what goes before another topic.
func (r reader) unnamed(clause string) string {
	for _, n := range slices.Concat(r.speaker, SomeUser) {
		if n != "" {
			clause = strings.ReplaceAll(clause, n, "")
		}
	}
	if i := strings.LastIndex(clause, "、"); i >= 0 && strings.ContainsFunc(clause[i:], IsWord) {
		if after := clause[i+len("、"):]; len(contentJa(after)) > 0 {
			return after
		}
	}
	return clause
}

// turnedJa reports whether the end of a predicate turns it round; twice is not
// at all.
func turnedJa(rest string) bool {
	n := 0
	for _, m := range turnEndJa.FindAllString(rest, -1) {
		if m != "" {
			n++
		}
	}
	return n%2 == 1
}

var turnEndJa = rx(`(?:じゃ|では|で|く)(?:は|も)?(?:な(?:い|か|く|さ)|ありません)|^い?(?:な(?:い|か|く)|ません)|(?:て|で)い?な(?:い|か|く)|わけ(?:じゃ|では)な|[はが](?:間違い|誤診|勘違い)|ことはな|ません|なくな`)

// objectsJa reads what goes before a predicate: its object, and what it is set
// above with より.
func objectsJa(before string) (thing, less object) {
	if a, b, ok := strings.Cut(before, "より"); ok {
		return objectJa(strings.TrimPrefix(strings.TrimPrefix(b, "も"), "、")), objectJa(a)
	}
	return objectJa(before), object{}
}

// objectJa reads the noun in a part of a clause: the last one, with what の puts
// before it.
func objectJa(text string) object {
	var o object
	skip := lexiconJa().sets["skip"]
	list := contentJa(text)
	for _, t := range list {
		if !skip[t] {
			o.head = append(o.head, t)
		}
	}
	o.value = numbersJa.FindAllString(text, -1)
	return o
}

var numbersJa = rx(`\d+|[一二三四五六七八九十]+(?:月|日|時|歳|年)`)

// contentJa returns the nouns of a text, with those of time.
func contentJa(text string) []string {
	list := Terms(text)
	for _, group := range stanceWords().apart {
		for _, w := range group {
			if Japanese(w) && strings.Contains(text, w) && !slices.Contains(list, w) {
				list = append([]string{w}, list...)
			}
		}
	}
	for _, w := range smallNounsJa.FindAllString(text, -1) {
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	for _, m := range loneKanji.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(list, m[1]) {
			list = append(list, m[1])
		}
	}
	return list
}

var (
	smallNounsJa = rx(`たまご|えび|かに|そば|うどん|ごはん|お酒|りんご|いちご|たばこ|くるみ|さんま|ねこ|いぬ`)
	loneKanji    = rx(`(?:^|[\p{Hiragana}、,])(\p{Han})(?:は|が|を|も|って|の|に|なんて|アレ|で)`)
)

// plainJa reads a clause without a phrase of the lexicon.
func (r reader) plainJa(clause string, topic object) (claim, bool) {
	c := claim{rel: does, thing: objectJa(r.unnamed(clause))}
	if lexiconJa().inJa("one", clause) && !r.held {
		return c, false
	}
	c.no = lexiconJa().inJa("ends", clause)
	c.ended = c.no
	if !c.no && turnedJa(clause) || verbNotJa.MatchString(clause) {
		c.no = true
	}
	if len(c.thing.head) == 0 {
		c.thing, c.loose = topic, true
		return c, c.no && c.ended
	}
	return c, true
}

// verbNotJa is a verb that is denied.
var verbNotJa = rx(`[わかがさたなばまらべめえけせてれ](?:ない|なかった|ません)`)

// topicJa returns what a question of a noun alone is about.
func topicJa(text string) (object, bool) {
	o := objectJa(text)
	return o, len(o.head) > 0 && utf8.RuneCountInString(text) <= 12 && !asksJa.MatchString(text)
}
