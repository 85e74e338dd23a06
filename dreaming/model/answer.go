package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yumori/dreaming/rules"
)

// A model's answer is one JSON object. It is read leniently in its form: code
// fences, thoughts and words round it, comments, commas too many or too few,
// quotes of other kinds, line breaks in texts, keys in the other language or
// in other letters, the same object twice. It is read strictly in what it
// says: an answer that broke off is not used, however much of it there is.

var (
	errNoObject = errors.New("no JSON object in the answer")
	errBroken   = errors.New("the answer broke off")
	errRefused  = errors.New("the model declined")
)

// maxDepth is how deep an answer may be nested: ours are three deep.
const maxDepth = 20

// members are an object by folded key.
type members map[string]any

// readObject finds the object in an answer: of several the last that has one
// of the wanted keys.
func readObject(answer string, wanted ...string) (members, error) {
	text := bareAnswer(answer)
	var found members
	broken := false
	for at := strings.IndexByte(text, '{'); at >= 0; {
		p := &lenient{s: text, i: at}
		v, err := p.value(0)
		if err != nil {
			broken = true
		} else if m, ok := v.(members); ok && m.hasAny(wanted) {
			found, broken = m, false
		}
		next := strings.IndexByte(text[max(p.i, at+1):], '{')
		if next < 0 || err != nil {
			break
		}
		at = max(p.i, at+1) + next
	}
	switch {
	case broken && found == nil || broken && strings.Count(text, "{") > strings.Count(text, "}"):
		return nil, errBroken
	case found == nil && declined.MatchString(text):
		return nil, errRefused
	case found == nil:
		return nil, errNoObject
	}
	return found, nil
}

var (
	thoughts = regexp.MustCompile(`(?s)<think(?:ing)?>.*?(?:</think(?:ing)?>|$)`)
	declined = regexp.MustCompile(`(?i)\b(?:I(?:'m| am) sorry|I can(?:'|no)t (?:help|assist|do|comply)|as an AI|I(?:'m| am) unable|I won't)\b|申し訳(?:ありません|ございません)|お手伝いできません|お答えできません|対応できません`)
)

// bareAnswer takes thoughts and fences off.
func bareAnswer(s string) string {
	s = strings.TrimPrefix(strings.ToValidUTF8(s, "�"), "\uFEFF")
	return thoughts.ReplaceAllString(s, "")
}

func (m members) hasAny(keys []string) bool {
	for _, k := range keys {
		if _, ok := m[k]; ok {
			return true
		}
	}
	return len(keys) == 0
}

// A lenient reads JSON as models write it.
type lenient struct {
	s string
	i int
}

var errSyntax = errors.New("not JSON")

// space skips spaces and comments.
func (p *lenient) space() {
	for p.i < len(p.s) {
		r, n := utf8.DecodeRuneInString(p.s[p.i:])
		switch {
		case unicode.IsSpace(r) || r == '\uFEFF':
			p.i += n
		case strings.HasPrefix(p.s[p.i:], "//") || r == '#':
			if k := strings.IndexByte(p.s[p.i:], '\n'); k >= 0 {
				p.i += k
			} else {
				p.i = len(p.s)
			}
		case strings.HasPrefix(p.s[p.i:], "/*"):
			k := strings.Index(p.s[p.i:], "*/")
			if k < 0 {
				p.i = len(p.s)
				return
			}
			p.i += k + 2
		default:
			return
		}
	}
}

func (p *lenient) peek() rune {
	r, _ := utf8.DecodeRuneInString(p.s[p.i:])
	return r
}

func (p *lenient) value(depth int) (any, error) {
	p.space()
	if p.i >= len(p.s) {
		return nil, errBroken
	}
	if depth > maxDepth {
		return nil, errSyntax
	}
	switch r := p.peek(); {
	case r == '{':
		return p.object(depth)
	case r == '[':
		return p.array(depth)
	case closing(r) != 0:
		return p.text(closing(r))
	}
	return p.word()
}

// closing returns what ends a text that begins with r; 0 if none does.
func closing(r rune) rune {
	switch r {
	case '"', '\'':
		return r
	case '“', '”', '„', '＂':
		return '”'
	case '「':
		return '」'
	}
	return 0
}

func (p *lenient) object(depth int) (any, error) {
	p.i++
	m := members{}
	for {
		p.separators()
		if p.i >= len(p.s) {
			return nil, errBroken
		}
		if p.peek() == '}' {
			p.i++
			return m, nil
		}
		key, err := p.key()
		if err != nil {
			return nil, err
		}
		p.space()
		if r, n := utf8.DecodeRuneInString(p.s[p.i:]); r == ':' || r == '：' || r == '=' {
			p.i += n
		} else if p.i >= len(p.s) {
			return nil, errBroken
		} else {
			return nil, errSyntax
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if k := foldKey(key); k != "" {
			m[k] = v
		}
	}
}

func (p *lenient) array(depth int) (any, error) {
	p.i++
	list := []any{}
	for {
		p.separators()
		if p.i >= len(p.s) {
			return nil, errBroken
		}
		if p.peek() == ']' {
			p.i++
			return list, nil
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
}

// separators skips commas, however many.
func (p *lenient) separators() {
	for {
		p.space()
		r, n := utf8.DecodeRuneInString(p.s[p.i:])
		if r != ',' && r != '，' && r != '、' || p.i >= len(p.s) {
			return
		}
		p.i += n
	}
}

func (p *lenient) key() (string, error) {
	if end := closing(p.peek()); end != 0 {
		s, err := p.text(end)
		if err != nil {
			return "", err
		}
		return s.(string), nil
	}
	start := p.i
	for p.i < len(p.s) {
		r, n := utf8.DecodeRuneInString(p.s[p.i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' && r != 'ー' {
			break
		}
		p.i += n
	}
	if p.i == start {
		return "", errSyntax
	}
	return p.s[start:p.i], nil
}

// text reads a text up to the mark that ends it. A quotation mark that nothing
// follows which could follow a text is a part of it.
func (p *lenient) text(end rune) (any, error) {
	_, n := utf8.DecodeRuneInString(p.s[p.i:])
	p.i += n
	var b strings.Builder
	for p.i < len(p.s) {
		r, n := utf8.DecodeRuneInString(p.s[p.i:])
		switch {
		case r == '\\':
			p.escape(&b)
			continue
		case r == end || end == '”' && r == '"':
			if p.endsText(p.i + n) {
				p.i += n
				return b.String(), nil
			}
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		p.i += n
	}
	return nil, errBroken
}

// endsText reports whether what stands at i may follow a text.
func (p *lenient) endsText(i int) bool {
	q := &lenient{s: p.s, i: i}
	q.space()
	if q.i >= len(q.s) {
		return true
	}
	return strings.ContainsRune(",，、:：=}]", q.peek()) || strings.Contains(q.s[i:q.i], "\n") && closing(q.peek()) != 0
}

// escape reads one escape.
func (p *lenient) escape(b *strings.Builder) {
	rest := p.s[p.i:]
	if len(rest) < 2 {
		p.i = len(p.s)
		return
	}
	switch c := rest[1]; c {
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'r', 'b', 'f':
	case 'u':
		p.unicode(b)
		return
	default:
		_, n := utf8.DecodeRuneInString(rest[1:])
		b.WriteString(rest[1 : 1+n])
		p.i += 1 + n
		return
	}
	p.i += 2
}

// unicode reads \uXXXX, two of them for one character if need be.
func (p *lenient) unicode(b *strings.Builder) {
	n := 6
	if len(p.s) >= p.i+12 && p.s[p.i+6] == '\\' && p.s[p.i+7] == 'u' {
		n = 12
	}
	for ; n >= 6; n -= 6 {
		var s string
		if p.i+n <= len(p.s) && json.Unmarshal([]byte(`"`+p.s[p.i:p.i+n]+`"`), &s) == nil {
			b.WriteString(s)
			p.i += n
			return
		}
	}
	p.i += 2
}

// word reads a number or a bare word.
func (p *lenient) word() (any, error) {
	start := p.i
	for p.i < len(p.s) && !strings.ContainsRune(",，、}]\n{[\"", p.peek()) {
		_, n := utf8.DecodeRuneInString(p.s[p.i:])
		p.i += n
	}
	w := norm.NFKC.String(strings.TrimSpace(p.s[start:p.i]))
	if i := strings.Index(w, "//"); i >= 0 {
		w = strings.TrimSpace(w[:i])
	}
	switch {
	case p.i >= len(p.s):
		return nil, errBroken
	case w == "":
		return nil, errSyntax
	}
	switch strings.ToLower(w) {
	case "null", "none", "nil", "undefined", "なし":
		return nil, nil
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	var f float64
	if _, err := fmt.Sscanf(w, "%g", &f); err == nil && f == f {
		return f, nil
	}
	return w, nil
}

// foldKey makes the key of ours out of one that a model wrote: other letters,
// the plural, the other language.
func foldKey(s string) string {
	s = strings.ToLower(norm.NFKC.String(strings.TrimSpace(s)))
	s = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
	if k, ok := keyNames[s]; ok {
		return k
	}
	return s
}

// keyNames are keys as models write them and as we read them.
var keyNames = map[string]string{
	"トピック": "topic", "話題": "topic", "主題": "topic", "テーマ": "topic", "質問": "topic", "question": "topic", "title": "topic",
	"洞察": "insight", "気づき": "insight", "インサイト": "insight", "insights": "insight",
	"戦略": "strategy", "方針": "strategy", "ストラテジー": "strategy", "strategies": "strategy",
	"夢": "dream", "夢日記": "dream", "夢の内容": "dream", "dreamtext": "dream", "logentry": "dream", "dreamlog": "dream",
	"目標": "goals", "ゴール": "goals", "goalupdates": "goals", "目標の更新": "goals",
	"疑問": "questions", "問い": "questions", "未解決の問い": "questions", "openquestions": "questions", "newquestions": "questions", "未解決の質問": "questions",
	"根拠": "evidence", "証拠": "evidence", "引用元": "evidence", "evidences": "evidence", "sources": "evidence", "source": "evidence",
	"引用": "quote", "引用文": "quote", "quotes": "quote", "quotation": "quote",
	"メッセージ": "message", "発言": "message", "messageid": "message", "msg": "message", "line": "message", "発言番号": "message",
	"種類": "type", "タイプ": "type", "型": "type", "kind": "type",
	"動作": "act", "操作": "act", "変更": "act", "action": "act", "status": "act", "update": "act",
	"番号": "id", "識別子": "id", "goalid": "id", "questionid": "id", "opinionid": "id",
	"内容": "text", "本文": "text", "文": "text", "fact": "text", "statement": "text", "content": "text",
	"期間": "term", "優先度": "priority", "重要度": "importance", "確信度": "confidence", "信頼度": "confidence",
	"メモ": "note", "備考": "note", "理由": "note", "reason": "note", "説明": "note", "description": "note", "notes": "note",
	"文脈": "context", "背景": "context", "why": "context",
	"状態": "state", "結果": "state", "resolution": "state",
	"答え": "answer", "回答": "answer", "変換": "convert", "conversion": "convert", "classification": "convert", "分類": "convert",
	"対象": "entity", "エンティティ": "entity", "人物": "entity", "name": "name", "名前": "name", "entityname": "entity",
	"entities": "entities", "関係者": "entities", "関連": "related", "関連記憶": "related", "relatedmemories": "related",
	"事実": "facts", "ファクト": "facts", "意見": "opinions", "opinion": "opinions", "候補": "candidates", "candidate": "candidates", "entitycandidates": "candidates", "エンティティ候補": "candidates",
	"立場": "stance", "賛否": "stance", "category": "category", "カテゴリ": "category", "カテゴリー": "category",
	"解決": "resolved", "resolutions": "resolved", "解決した問い": "resolved", "answers": "resolved",
	"wording": "goal", "ページ": "page",
}

// str returns a text member; "" if it is none.
func (m members) str(key string) string {
	switch v := m[key].(type) {
	case string:
		return rules.CleanLine(v)
	case float64:
		return fmt.Sprint(v)
	}
	return ""
}

// num returns a number member, also one written as a text.
func (m members) num(key string) (float64, bool) {
	switch v := m[key].(type) {
	case float64:
		return v, true
	case string:
		var f float64
		if _, err := fmt.Sscanf(norm.NFKC.String(strings.TrimSpace(v)), "%g", &f); err == nil && f == f {
			return f, true
		}
	}
	return 0, false
}

// list returns the objects of a list member; one object alone is a list.
func (m members) list(key string) []members {
	switch v := m[key].(type) {
	case members:
		return []members{v}
	case []any:
		var out []members
		for _, e := range v {
			if o, ok := e.(members); ok {
				out = append(out, o)
			}
		}
		return out
	}
	return nil
}

// strs returns the texts of a list member; one text alone is a list.
func (m members) strs(key string) []string {
	switch v := m[key].(type) {
	case string:
		if s := rules.CleanLine(v); s != "" {
			return []string{s}
		}
	case []any:
		var out []string
		for _, e := range v {
			if s, ok := e.(string); ok && rules.CleanLine(s) != "" {
				out = append(out, rules.CleanLine(s))
			}
		}
		return out
	}
	return nil
}
