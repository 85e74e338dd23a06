package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"
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
	terms []term
	about string // as the user wrote it: "my sister's cats"
	user  bool   // it is about the user
	span  span   // of the days it asks about; zero for any
}

var adverbs = set(`really also always never often usually sometimes just still only absolutely totally currently now already recently
	mostly actually finally probably truly rarely hardly even both all quite simply secretly generally mainly normally sort kind of`)

func auxiliary(w string) bool {
	switch strings.ToLower(w) {
	case "am", "is", "are", "was", "were", "do", "does", "don't", "doesn't", "have", "has", "haven't", "hasn't", "wasn't", "weren't", "isn't", "aren't":
		return true
	}
	return false
}

var unchanged = set(`can can't cannot could couldn't will won't would wouldn't should shouldn't may might must mustn't was wasn't had hadn't did didn't
	used read put cut hit let set cost hurt quit shut spread ought is has does`)

// isPast reports whether a lower-case verb keeps its form after a name.
func isPast(low string) bool {
	return unchanged[low] || pastForms[low] || strings.HasSuffix(low, "ed") && !baseInED[low]
}

// plainVerb undoes third, for "you".
func plainVerb(w string) string {
	low := strings.ToLower(w)
	if f, ok := plainForms[low]; ok {
		return f
	}
	n := len(w)
	switch {
	case n < 3 || !strings.HasSuffix(low, "s") || strings.HasSuffix(low, "ss") || strings.HasSuffix(low, "us"):
		return w
	case n > 4 && strings.HasSuffix(low, "ies"):
		return w[:n-3] + "y"
	case strings.HasSuffix(low, "ches"), strings.HasSuffix(low, "shes"), strings.HasSuffix(low, "sses"), strings.HasSuffix(low, "xes"), strings.HasSuffix(low, "zzes"), n > 4 && strings.HasSuffix(low, "oes"):
		return w[:n-2]
	}
	return w[:n-1]
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

func hasTerm(ts []term, key string) bool {
	for _, t := range ts {
		if t.key == key {
			return true
		}
	}
	return false
}

func isDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

var namedVerb = set(`is was has had lives loves likes hates works wants plays studies comes came went got said thinks means made makes moved died
	will can does did knows needs hopes starts started bought eats drinks speaks teaches writes runs owns keeps turned married called gave takes took goes`)

// aboutNamed reports whether a clause is about somebody or something with a
// name: "Mika has two cats".
func aboutNamed(c, persona string) bool {
	ws := words(c)
	if len(ws) < 3 || strings.EqualFold(ws[0], persona) {
		return false
	}
	first := firstRune(ws[0])
	low := strings.ToLower(ws[0])
	if !unicode.IsUpper(first) || englishStops[low] || adverbs[low] || verbs[low] {
		return false
	}
	for i, w := range ws[1:min(len(ws), 4)] {
		lw := strings.ToLower(w)
		if namedVerb[lw] || pastForms[lw] || i < 2 && strings.HasSuffix(lw, "ed") {
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
		if i > 0 && (isVerb(w) || verbs[w] || strings.HasSuffix(w, "'s") && i > 1) {
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
	q := question{text: text, kind: wantedJapanese(text), user: true, span: spanIn(text, s.now)}
	if s.persona != "" {
		text = strings.ReplaceAll(strings.ReplaceAll(text, s.persona+"さん", ""), s.persona, "")
	}
	body := lex.Expr("question-tail").ReplaceAllString(text, "")
	body = lex.Expr("self-asked").ReplaceAllString(body, "")
	q.about = strings.TrimRight(strings.Trim(body, " 、は"), "のはがを")
	if m := lex.First("hiragana-topic", body); m != nil && !lex.Has("not-name-ja", m[1]) {
		q.terms = append(q.terms, term{hiraganaName + m[1], 1.5})
	}
	if lex.Has("own-age", text) {
		q.terms = append(q.terms, term{"@age", 1})
	}
	if strings.Contains(text, "明日") || strings.Contains(text, "明後日") || strings.Contains(text, "あさって") {
		q.terms = append(q.terms, dayMarks(absoluteJapanese(text, s.now))[:1]...)
	}
	for _, t := range termsOf(lex.Expr("ask-noise").ReplaceAllString(body, " ")) {
		if q.kind == askName && t.key == "@name" {
			continue
		}
		q.terms = append(q.terms, t)
	}
	return softened(q)
}
