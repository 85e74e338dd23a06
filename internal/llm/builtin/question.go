package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// An askKind says what a question wants to hear.
type askKind string

// The kinds of question.
const (
	askWhat   askKind = "what"
	askWho    askKind = "who"
	askWhere  askKind = "where"
	askWhen   askKind = "when"
	askNumber askKind = "number"
	askName   askKind = "name"
	askWhy    askKind = "why"
	askYesNo  askKind = "yesno"
	askAbout  askKind = "about" // what did I tell you about …?
)

// A question is what was asked, ready to be looked up.
type question struct {
	kind  askKind
	text  string
	terms []lang.Sense
	about string    // as the user wrote it: "my sister's cats"
	user  bool      // it is about the user
	span  when.Days // of the days it asks about; zero for any
}

// replaceWord replaces whole words only.
func replaceWord(text, word, with string) string {
	if word == "" {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, word)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := i + len(word)
		whole := (i == 0 || !isLatinByte(text[i-1])) && (end == len(text) || !isLatinByte(text[end]))
		b.WriteString(text[:i])
		if whole {
			b.WriteString(with)
		} else {
			b.WriteString(word)
		}
		text = text[end:]
	}
}

const selfJa = `(?:私|わたし|わたくし|あたし|僕|ぼく|ボク|俺|おれ|オレ|自分|うち)`

var (
	kinJa = `(?:妹|弟|姉|兄|母|父|お母さん|お父さん|ママ|パパ|娘|息子|妻|夫|家内|主人|旦那|嫁|奥さん|孫|彼女|彼氏|彼|祖母|祖父|おばあちゃん|おじいちゃん|友達|友だち|親友|上司|同僚|先輩|後輩|子ども|子供|家族|両親|いとこ|おば|おじ|うちの子|上の子|下の子|真ん中の子|長男|次男|三男|長女|次女|三女|末っ子)`
)

func isDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// aboutNamed reports whether a clause is about somebody or something with a
// name: "Mika has two cats".
func aboutNamed(c, persona string) bool {
	ws := words(c)
	if len(ws) < 3 || strings.EqualFold(ws[0], persona) {
		return false
	}
	first := firstRune(ws[0])
	low := strings.ToLower(ws[0])
	if !unicode.IsUpper(first) || lang.Is(lang.StopWord, low) || lang.Is(lang.Adverb, low) || lang.Is(lang.BaseVerb, low) {
		return false
	}
	for i, w := range ws[1:min(len(ws), 4)] {
		lw := strings.ToLower(w)
		if lang.Is(lang.ThirdVerb, lw) || lang.Is(lang.Past, lw) || i < 2 && strings.HasSuffix(lw, "ed") {
			return true
		}
		if !unicode.IsUpper(firstRune(w)) && lw != "and" {
			return false
		}
	}
	return false
}

var (
	kinWord = `(?:sister|brother|mother|father|mum|mom|dad|wife|husband|partner|girlfriend|boyfriend|friend|daughter|son|boss|colleague|aunt|uncle|cousin|grandmother|grandfather|grandma|grandpa|neighbour|neighbor|teacher|manager|landlord|niece|nephew|doctor|therapist|roommate|flatmate|baby|cat|dog)`
)

func re(expr string) *expr { return rx(`(?i)` + expr) }

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// isOrigin reports whether a capitalised word after "I'm" is no name.
func isOrigin(w string) bool {
	low := strings.ToLower(w)
	return strings.HasSuffix(low, "ese") || strings.HasSuffix(low, "ish") || strings.HasSuffix(low, "ian") || strings.HasSuffix(low, "ican") ||
		low == "german" || low == "french" || low == "dutch" || low == "greek" || low == "swiss" || low == "thai" || strings.HasSuffix(low, "day")
}

// isStatement reports whether text is a clause on its own rather than the
// first half of a subject ("my sister and").
func isStatement(text string) bool {
	low := strings.ToLower(text)
	if startsWithAny(low, "if ", "when ", "because ", "although ", "since ", "while ", "after ", "before ", "unless ") {
		return false
	}
	for i, w := range words(low) {
		if i == 0 && (strings.HasPrefix(w, "i'") || w == "call") || i == 1 && w == "name's" {
			return true
		}
		if i > 0 && (lang.IsVerb(w) || lang.Is(lang.BaseVerb, w) || strings.HasSuffix(w, "'s") && i > 1) {
			return true
		}
	}
	return false
}

func ja(expr string) *expr { return rx(expr) }

// asksJapanese reports whether a sentence without a question mark asks
// something. What ends in かな without a question word only muses.
func asksJapanese(text string) bool {
	word := lex.Has("ask-word-ja", text)
	switch {
	case lex.Has("tell-ja", text), endsWithAny(text, "は何", "は誰", "はどこ", "はいつ", "は何か", "は誰か", "はどこか", "はいつか", "は何という", "を何という", "って何", "って誰", "の名前は"):
		return true
	case endsWithAny(text, "のこと覚えてる", "のこと知ってる", "と思う", "と思います") && (word || lex.Has("recall-ja", text)):
		return true
	case endsWithAny(text, "でしょ", "でしょう", "だろ", "だよね", "ですよね") && containsAny(text, "あなたは", "あなたって", "君は", "君って", "お前は"):
		return true
	case endsWithAny(text, "かな", "かなあ", "かしら"):
		return word
	case lex.Has("recall-ja", text) && word && !containsAny(text, "何でも", "なんでも"):
		return true
	case endsWithAny(text, "とか", "何か", "なんか", "どこか", "誰か", "いつか", "ばか", "はるか", "静か", "確か", "しか"):
		return false
	}
	return lex.Has("ask-end-ja", text)
}

// asksOfPersona reports whether a question is about the persona, which
// Japanese often does not name.
func (s *scene) asksOfPersona(text string) bool {
	if lex.Has("liking-ja", text) && !lex.Has("recall-ja", text) && !strings.Contains(text, "っけ") && !lex.Has("any-self", text) && !lex.Has("any-kin", text) {
		return true
	}
	addressed := containsAny(text, "あなた", "君は", "君の", "きみ") || s.persona != "" && strings.Contains(text, s.persona)
	return addressed && !lex.Has("self-role", text)
}

func (s *scene) newQuestionJapanese(text string) question {
	q := question{text: text, kind: wantedJapanese(text), user: true, span: when.Near(text, s.now)}
	if s.persona != "" {
		text = strings.ReplaceAll(strings.ReplaceAll(text, s.persona+"さん", ""), s.persona, "")
	}
	body := lex.Expr("question-tail").ReplaceAllString(text, "")
	body = lex.Expr("self-asked").ReplaceAllString(body, "")
	q.about = strings.TrimRight(strings.Trim(body, " 、は"), "のはがを")
	if m := lex.First("hiragana-topic", body); m != nil && !lex.Has("not-name-ja", m[1]) {
		q.terms = append(q.terms, lang.Sense{Key: hiraganaName + m[1], Weight: 1.5})
	}
	if lex.Has("own-age", text) {
		q.terms = append(q.terms, lang.Sense{Key: "@age", Weight: 1})
	}
	if strings.Contains(text, "明日") || strings.Contains(text, "明後日") || strings.Contains(text, "あさって") {
		q.terms = append(q.terms, dayMarks(when.AbsoluteJapanese(text, s.now))[:1]...)
	}
	for _, t := range lang.Senses(lex.Expr("ask-noise").ReplaceAllString(body, " ")) {
		if q.kind == askName && t.Key == "@name" {
			continue
		}
		q.terms = append(q.terms, t)
	}
	return softened(q)
}
