package bank

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/origin"
)

// An Utterance is what the user said in one message.
type Utterance struct {
	Text      string
	Time      time.Time
	MessageID string
	Speaker   string   // what the user is called; "" unknown
	Language  string   // "en", "ja"; "" is told from each sentence
	Known     []string // texts that are known already
}

// A Captured is something in an utterance that is worth keeping.
type Captured struct {
	Category   Category
	Importance float64 // in [0, 1]
	Text       string  // one sentence, as it was said, without what leads it in
	Entities   []string
}

// Bounds of capture.
const (
	maxOwn      = 4_000 // bytes of the user's own words that are read: more was pasted
	maxSentence = 300   // characters; longer ones were hardly said
	minSentence = 4     // characters
	maxCaptured = 8     // of one utterance
)

// How much the kinds of things matter, in [0, 1]. No study stands behind these:
// they put a name before a taste and a taste before a plan.
const (
	mattersName    = 0.95
	mattersHealth  = 0.9
	mattersAsked   = 0.9 // "remember that …"
	mattersDecided = 0.8
	mattersLife    = 0.75 // where, with whom, from what one lives
	mattersPerson  = 0.7
	mattersTaste   = 0.6
	mattersPlan    = 0.5
)

// Capture finds, by rules, what in an utterance is worth keeping: what the user
// says of themselves and theirs, in English and Japanese. What is asked,
// supposed, joked, asked for or quoted is left out, and so is what Known has
// already. It would rather miss something than keep what was not meant. It is
// pure; its cost is bounded, however long the text.
func Capture(u Utterance) []Captured {
	var list []Captured
	own := ownWords(u.Text)
	if joking(own) {
		return nil
	}
	for _, s := range sentences(own) {
		c, ok := captured(s, u.Language)
		if !ok || known(c.Text, u.Known) || slices.ContainsFunc(list, func(o Captured) bool { return sameNews(o.Text, c.Text) }) {
			continue
		}
		if list = append(list, c); len(list) == maxCaptured {
			break
		}
	}
	return list
}

// captured reads one sentence.
func captured(s sentence, language string) (Captured, bool) {
	if n := utf8.RuneCountInString(s.text); s.asks || n < minSentence || n > maxSentence {
		return Captured{}, false
	}
	japanese := hasJapanese(s.text)
	if !japanese && language == "ja" && !startsLatin(s.text) {
		return Captured{}, false
	}
	if japanese {
		return captureJapanese(s.text)
	}
	if name := introduced(s.text); name != "" {
		return Captured{Plain, mattersName, s.text, []string{name}}, true
	}
	return captureEnglish(s.text)
}

// Fact returns what was captured as a fact to Retain, which says whose it is.
func (c Captured) Fact(u Utterance) Fact {
	f := Fact{
		Type: World, Kind: origin.Told, Category: c.Category, Importance: c.Importance, Confidence: 1,
		Text: Attributed(c.Text, u.Speaker), Entities: slices.Clone(c.Entities), Time: u.Time,
	}
	if u.MessageID != "" {
		f.Sources = []string{u.MessageID}
	}
	return f
}

// News returns those of the captured that the bank has not, as told or in other
// words. With an error it returns all that it cannot tell of.
func (b *Bank) News(list []Captured) ([]Captured, error) {
	if len(list) == 0 {
		return nil, nil
	}
	news := list
	err := b.ask(func() error {
		var failed error
		news = slices.DeleteFunc(slices.Clone(list), func(c Captured) bool {
			had, err := b.has(c)
			failed = cmp.Or(failed, err)
			return had
		})
		return failed
	})
	if err != nil {
		return news, fmt.Errorf("look for what was captured: %w", err)
	}
	return news, nil
}

// has reports whether a fact says what was captured.
func (b *Bank) has(c Captured) (bool, error) {
	tokens := tokensOf(c.Text)
	sieve := sieveOf(tokens)
	for _, s := range b.sift {
		if !sieve.passes(s.pairs) || !s.visible() {
			continue
		}
		e, err := b.whole(s.entry)
		if err != nil {
			return false, err
		}
		if covers(e.words(), tokens, c.Text) {
			return true, nil
		}
	}
	return false, nil
}

// ownWords returns text without what it only quotes or pastes: blocks of code,
// quoted lines, tables, tags and what is between them, forwarded mail, acted
// scenes. At most maxOwn bytes of it.
func ownWords(text string) string {
	var b strings.Builder
	var q quoting
	for line := range strings.Lines(text) {
		if b.Len() > maxOwn || forwarded.MatchString(strings.TrimSpace(line)) {
			break
		}
		if len(line) > maxOwn || q.holds(line) {
			b.WriteByte('\n')
			continue
		}
		b.WriteString(cleanLine(line))
	}
	return b.String()
}

// quoting is what the lines read so far have opened.
type quoting struct {
	code string // the fence of a block of code; "" outside
	tag  string // the name of a tag; "" outside
}

// holds reports whether a line is not in the user's own words.
func (q *quoting) holds(line string) bool {
	t := strings.TrimSpace(line)
	m := fenceRe.FindStringSubmatch(line)
	switch {
	case q.tag != "":
		if strings.Contains(strings.ToLower(t), "</"+q.tag) {
			q.tag = ""
		}
		return true
	case m != nil && q.code == "":
		q.code = m[1]
		return true
	case m != nil && strings.HasPrefix(m[1], q.code):
		q.code = ""
		return true
	}
	if m := openTag.FindStringSubmatch(t); q.code == "" && m != nil {
		if name := strings.ToLower(m[1]); !strings.Contains(strings.ToLower(t), "</"+name) {
			q.tag = name
		}
		return true
	}
	return q.code != "" || t != "" && strings.ContainsRune(">＞|<#", firstRune(t))
}

var (
	forwarded  = re(`(?i)^(?:-{2,}\s*(?:original|forwarded) message|begin forwarded message|-{5,}\s*元のメッセージ)`)
	openTag    = re(`^<([A-Za-z][A-Za-z0-9_-]*)(?:\s[^<>]*)?>`)
	inlineCode = re("`[^`\n]*`")
	acted      = re(`\*[^*\n]+\*|＊[^＊\n]+＊`)
	bulletLead = re(`^\s*(?:[-*+•・]|\d+[.)])\s+`)
)

// cleanLine makes a line of the user's easy to read by rules.
func cleanLine(line string) string {
	line = strings.Map(func(r rune) rune {
		switch {
		case r == '’' || r == '‘':
			return '\''
		case r == '“' || r == '”' || r == '＂':
			return '"'
		case r == '\t' || r == '\u3000' || r == '\u00a0' || r == '\r':
			return ' '
		case r == '\n':
			return r
		case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, line)
	line = bulletLead.ReplaceAllString(line, "")
	if strings.Count(line, "**")%2 == 0 {
		line = strings.ReplaceAll(line, "**", "")
	}
	return acted.ReplaceAllString(inlineCode.ReplaceAllString(line, " "), " ")
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// A sentence is one sentence of a text without what ends it.
type sentence struct {
	text string
	asks bool
}

// sentences splits text at ends of sentences and lines. A sentence that quotes
// somebody is left out, and so is one whose quotation does not end.
func sentences(text string) []sentence {
	var list []sentence
	start, depth, quoted := 0, 0, false
	cut := func(end, next int) {
		s, ok := unquoted(strings.TrimSpace(text[start:end]))
		if ok && strings.IndexFunc(s, unicode.IsLetter) >= 0 {
			list = append(list, sentence{s, strings.ContainsAny(text[end:next], "?？")})
		}
		start = next
	}
	for i, r := range text {
		if i < start {
			continue
		}
		switch r {
		case '「', '『':
			depth++
		case '」', '』':
			depth = max(0, depth-1)
		case '"':
			quoted = !quoted
		case '\n':
			depth, quoted = 0, false
		}
		if depth == 0 && !quoted && endsSentence(text, i, r) {
			cut(i, endOfMarks(text, i))
		}
	}
	cut(len(text), len(text))
	return list
}

// endsSentence reports whether the character r at text[i] ends a sentence.
func endsSentence(text string, i int, r rune) bool {
	switch r {
	case '。', '！', '？', '\n', '!', '?', ';', '；':
		return true
	case '.', '…':
		rest := text[i+utf8.RuneLen(r):]
		if rest != "" && !strings.ContainsRune(" \n.…", firstRune(rest)) {
			return false
		}
		word := text[strings.LastIndexAny(text[:i], " \n(")+1 : i]
		return !abbreviation.MatchString(word)
	}
	return false
}

var abbreviation = re(`(?i)^(?:mr|mrs|ms|dr|st|e\.g|i\.e|vs|a\.m|p\.m|prof|approx|[A-HJ-Z])$`)

// endOfMarks returns where the marks and spaces that end a sentence at i end.
func endOfMarks(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !strings.ContainsRune("。！？!?.;；…\n )）", r) {
			break
		}
		i += n
	}
	return i
}

var (
	doubleQuote = re(`"([^"]*)"`)
	cornerQuote = re(`[「『]([^「」『』]*)[」』](と|って|なんて)?`)
)

// unquoted returns a sentence if none of it was said by others: quotation marks
// round a name or a title are let go.
func unquoted(s string) (string, bool) {
	if strings.Count(s, `"`)%2 == 1 || strings.Count(s, "「") != strings.Count(s, "」") || strings.Count(s, "『") != strings.Count(s, "』") {
		return "", false
	}
	for _, m := range doubleQuote.FindAllStringSubmatch(s, -1) {
		if !titleLike(m[1]) {
			return "", false
		}
	}
	for _, m := range cornerQuote.FindAllStringSubmatch(s, -1) {
		if m[2] != "" && !calledJa.MatchString(s) || utf8.RuneCountInString(m[1]) > 14 || strings.ContainsAny(m[1], "。！？、") {
			return "", false
		}
	}
	return s, true
}

var calledJa = re(`[」』](?:と|って)(?:いう|いいます|言います|申します|呼んで)`)

// titleLike reports whether quoted English is a name or a title: few words,
// each but small ones with a capital.
func titleLike(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 5 {
		return false
	}
	for i, w := range words {
		if r := firstRune(w); !unicode.IsUpper(r) && !unicode.IsDigit(r) && (i == 0 || len(w) > 3) {
			return len(words) == 1
		}
	}
	return words[0] != "I"
}

// hasJapanese reports whether text is Japanese: kana decide.
func hasJapanese(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Hiragana, unicode.Katakana) || unicode.Is(unicode.Han, r)
	})
}

func startsLatin(s string) bool { return unicode.Is(unicode.Latin, firstRune(s)) }

// joking reports whether an utterance takes itself back.
func joking(s string) bool { return jokeEn.MatchString(s) || jokeJa.MatchString(s) }

// matchesAny returns the first of the expressions that is in s, or -1.
func matchesAny(s string, list []rule) int {
	return slices.IndexFunc(list, func(r rule) bool { return r.re.MatchString(s) && (r.not == nil || !r.not.MatchString(s)) })
}

// A rule is a way of saying something that is worth keeping.
type rule struct {
	category Category
	matters  float64
	re       pattern
	not      pattern // what must not be there too; may be nil
}
