// Package lang tells, by rules and in English and Japanese, what one
// sentence of a talk says: whose words it is in, what it is about, what time
// it speaks of, how its speaker feels, what it leaves open, and whether it says
// how something came out. It knows no memory and no files; everything in it is
// a function of texts and, for days, of when they were said.
package lang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A Sentence is one sentence of a message.
type Sentence struct {
	Raw      string // as it stands in the message, with its marks
	Text     string // for rules: one width, straight quotes, no marks at the end
	Asks     bool
	Exclaims bool
	Japanese bool
	Quotes   bool // it has words of others in it
}

// Bounds of what is read of one message.
const (
	maxOwn       = 8_000 // bytes of somebody's own words: more was pasted
	maxLine      = 4_000 // bytes
	maxSentences = 120
)

// Sentences splits what somebody says in a message, without what they only
// paste or quote: code, quoted lines, tags and what is between them, tables,
// forwarded mail, pictures, acted scenes. It takes any text.
func Sentences(text string) []Sentence {
	var list []Sentence
	var p pasted
	read := 0
	for line := range strings.Lines(text) {
		if read > maxOwn || len(list) >= maxSentences || forwarded.MatchString(strings.TrimSpace(line)) {
			break
		}
		if len(line) > maxLine || p.holds(line) {
			continue
		}
		read += len(line)
		list = append(list, split(line)...)
	}
	return list
}

var (
	forwarded = rx(`(?i)^(?:-{2,}\s*(?:original|forwarded) message|begin forwarded message|-{5,}\s*元のメッセージ)`)
	fence     = rx("^ {0,3}(`{3,}|~{3,})")
	openTag   = rx(`^<([A-Za-z][A-Za-z0-9_-]*)(?:\s[^<>]*)?>`)
	leadMark  = rx(`^\s*(?:[-*+•・]\s+|\d+[.)]\s+)`)
	aside     = rx("`[^`\n]*`|\\*[^*\n]+\\*|＊[^＊\n]+＊|!?\\[(?:image|画像)[:：][^\\]]*\\]|!\\[[^\\]]*\\]\\([^)]*\\)|<[^<>\n]{1,200}>|https?://\\S+")
)

// pasted is what the lines read so far have opened.
type pasted struct{ code, tag string }

// holds reports whether a line is not in the speaker's own words.
func (p *pasted) holds(line string) bool {
	t := strings.TrimSpace(line)
	m := fence.FindStringSubmatch(line)
	switch {
	case p.tag != "":
		if strings.Contains(strings.ToLower(t), "</"+p.tag) {
			p.tag = ""
		}
		return true
	case m != nil && p.code == "":
		p.code = m[1]
		return true
	case m != nil && strings.HasPrefix(m[1], p.code):
		p.code = ""
		return true
	}
	if m := openTag.FindStringSubmatch(t); p.code == "" && m != nil {
		if name := strings.ToLower(m[1]); !strings.Contains(strings.ToLower(t), "</"+name) && !strings.HasSuffix(t, "/>") {
			p.tag = name
		}
		return true
	}
	r, _ := utf8.DecodeRuneInString(t)
	return p.code != "" || t != "" && strings.ContainsRune(">＞|<#", r)
}

// Split returns the sentences of a text, those that were pasted too.
func Split(text string) []Sentence {
	var list []Sentence
	for line := range strings.Lines(text) {
		if len(list) < maxSentences {
			list = append(list, split(line)...)
		}
	}
	return list[:min(len(list), maxSentences)]
}

// split returns the sentences of one line, and those that a semicolon ends.
func split(line string) []Sentence {
	var list []Sentence
	line = leadMark.ReplaceAllString(strings.TrimRight(line, "\r\n"), "")
	for _, at := range spans(line, quotedIn(line), ";；") {
		raw, marks := strings.TrimSpace(line[at.Begin:at.End]), line[at.Marks:at.End]
		if m := questions.Find("doubts-behind", raw); m != nil {
			list = appendClauses(list, m["told"])
			raw = m["doubt"]
		}
		told, asked, asks := asksBehind(raw)
		if asks {
			list = appendClauses(list, told)
			raw = asked
		}
		if clauses := runOn(raw); len(clauses) > 1 {
			raw = clauses[len(clauses)-1]
			list = appendClauses(list, clauses[:len(clauses)-1]...)
		}
		s := sentence(raw, marks)
		s.Asks = s.Asks || asks
		if last := len(list) - 1; last >= 0 && list[last].Asks && strings.HasPrefix(s.Text, "って") {
			list[last].Asks = false // それ頼む？って笑っちゃった
		}
		if s.Text != "" {
			list = append(list, s)
		}
	}
	return list
}

// asksBehind returns what is told before a comma and asked behind it, of an English sentence that
// does both: "you never said last night, what have I got on tomorrow".
func asksBehind(raw string) (told, asked string, ok bool) {
	if !strings.Contains(raw, ", ") {
		return "", "", false
	}
	m := questions.Find("asks-behind", raw)
	if m == nil || questions.Has("asks-of-others", m["told"]) || questions.Has("relative", raw) || strings.ContainsAny(m["told"], "\"“”") {
		return "", "", false
	}
	return m["told"], m["asks"], true
}

// appendClauses appends clauses of a sentence, and of one that runs on its own, to a list.
func appendClauses(list []Sentence, clauses ...string) []Sentence {
	for _, clause := range clauses {
		for _, part := range runOn(clause) {
			list = append(list, sentence(part, ""))
		}
	}
	return list
}

// longSentence is from how many words on an English sentence may run on, and shortClause
// how many each of its clauses has at least.
const (
	longSentence = 18
	shortClause  = 4
)

// runOn returns the clauses of an English sentence that strings several together, each of
// which could stand alone: "he's at the Royal on Thursday, and I've swapped my shift, so I
// can drive him". What is supposed, asked or handed on from others stays whole.
func runOn(raw string) []string {
	if len(strings.Fields(raw)) < longSentence || Japanese(raw) || strings.ContainsAny(raw, "\"“”") || questions.Has("holds-together", raw) {
		return []string{raw}
	}
	var list []string
	begin := 0
	for _, at := range questions.Expr("runs-on").FindAllStringSubmatchIndex(raw, -1) {
		before, behind := raw[begin:at[0]], raw[at[2]:]
		if len(strings.Fields(before)) >= shortClause && len(strings.Fields(behind)) >= shortClause && !questions.Has("leads-on", before+" | "+behind) {
			list, begin = append(list, before), at[2]
		}
	}
	return append(list, raw[begin:])
}

// sentence makes what rules read of a sentence as it stands, and of the marks
// at its end.
func sentence(raw, marks string) Sentence {
	s := Sentence{Raw: raw, Asks: strings.ContainsAny(marks, "?？"), Exclaims: strings.ContainsAny(marks, "!！")}
	s.Text = strings.TrimSpace(withoutEnd(Clean(raw)))
	if !strings.ContainsFunc(s.Text, IsWord) {
		s.Text = ""
		return s
	}
	if s.Japanese = Japanese(s.Text); !s.Japanese {
		s.Text = apostrophes(s.Text)
	}
	s.Quotes = quotesOthers(s.Text)
	if s.Japanese && asksJa.MatchString(s.Text) {
		s.Asks = true
	}
	return s
}

// withoutEnd takes the marks off the end of a text, and what only draws a
// Japanese word out: the ー of だよねー, not that of コーヒー.
func withoutEnd(text string) string {
	for {
		text = strings.TrimRight(text, ".!?。…;~- ,、")
		word, drawn := strings.CutSuffix(text, "ー")
		if last, _ := utf8.DecodeLastRuneInString(word); !drawn || unicode.Is(unicode.Katakana, last) {
			return text
		}
		text = word
	}
}

// asksJa is how a Japanese question ends that has no mark.
var asksJa = rx(`(?:です|ます|ました|でした|でしょう|だろう|ません)か[ねな]?$|(?:の|ん)?かしら$|(?:なの|[^たがはも]た|る)かい$`)

// Clean makes a text easy to read by rules: one width, straight quotes, no
// control characters, no pictures, no code, single spaces.
func Clean(s string) string {
	s = norm.NFKC.String(aside.ReplaceAllString(strings.ToValidUTF8(unjoined.Replace(s), " "), " "))
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '’' || r == '‘' || r == '`':
			return '\''
		case r == '“' || r == '”':
			return '"'
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || isPicture(r) || unicode.Is(unicode.Sk, r) && r != '^':
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// IsWord reports whether a rune belongs to a word.
func IsWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// isPicture reports whether a character is an emoji, or joins or varies one. ♀ and ♂ say
// something by themselves; what joins them to an emoji is taken off with them, see unjoined.
func isPicture(r rune) bool {
	return unicode.Is(unicode.So, r) && r != '♀' && r != '♂' || r == '\ufe0f' || r == '\u200d' || r == '\u20e3' || unicode.Is(unicode.Sk, r) && r >= 0x1F000
}

// unjoined takes the ♀ or ♂ that is part of an emoji off it.
var unjoined = strings.NewReplacer("\u200d♀", "", "\u200d♂", "")

// Japanese reports whether a text has Japanese letters.
func Japanese(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han)
	})
}

var (
	doubleQuoted = rx(`"([^"]*)"`)
	cornerQuoted = rx(`[「『]([^「」『』]*)[」』](と|って|なんて)?`)
	saysJa       = rx(`(?:と|って)言う(?:けど|けれど|し|から|んだ|の|よ)?$|(?:と|って)(?:言わ|言っ|いわ|いっ|聞い|きい|書い|話し)|らしい|とのこと`)
	saysEn       = rx(`(?i)\b(?:he|she|they|people|somebody|someone|everyone|mom|mum|dad|doctors?|news|article|[A-Z][a-z]+) (?:says?|said|told me|tells me|claims?|thinks?|wrote) `)
)

// quotesOthers reports whether a sentence has words of others in quotation
// marks: those round a name or a title do not count.
func quotesOthers(s string) bool {
	if strings.Count(s, `"`)%2 == 1 || strings.Count(s, "「") != strings.Count(s, "」") {
		return true
	}
	for _, m := range doubleQuoted.FindAllStringSubmatch(s, -1) {
		if !TitleLike(m[1]) {
			return true
		}
	}
	for _, m := range cornerQuoted.FindAllStringSubmatch(s, -1) {
		if m[2] != "" && !calledJa.MatchString(s) || utf8.RuneCountInString(m[1]) > 14 || strings.ContainsAny(m[1], "。!?、") {
			return true
		}
	}
	return false
}

var calledJa = rx(`[」』](?:と|って)(?:いう|いいます|言います|申します|呼んで)`)

// Reports reports whether a sentence hands on what others said.
func (s Sentence) Reports() bool {
	return s.Quotes || s.Japanese && saysJa.MatchString(s.Text) || !s.Japanese && othersSay(s.Text)
}

// othersSay reports whether English hands on what others say; "she won't say"
// hands on nothing.
func othersSay(text string) bool {
	return slices.ContainsFunc(saysEn.FindAllString(text, -1), func(m string) bool { return !silentEn.MatchString(m) })
}

var silentEn = en(`^(?:won'?t|don'?t|didn'?t|can'?t|cannot|wouldn'?t|not|never|to|just|would|could|should|must|let's|t) `)

// Seems reports whether a sentence only says what seems to be so, and does not
// hand on words: "大山先生が厳しいらしい".
func (s Sentence) Seems() bool {
	return s.Japanese && !s.Quotes && !saysJa.MatchString(strings.ReplaceAll(s.Text, "らしい", ""))
}

// TitleLike reports whether quoted English is a name or a title.
func TitleLike(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 6 {
		return false
	}
	for i, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsUpper(r) && !unicode.IsDigit(r) && (i == 0 || len(w) > 3) {
			return len(words) == 1
		}
	}
	return words[0] != "I"
}
