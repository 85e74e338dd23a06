package retrieval

import (
	"regexp"

	"yumori/internal/lang/when"
)

// Intent is what a question is after. It weighs nearness, feeling and time.
type Intent string

// The intents.
const (
	Emotional  Intent = "emotional"
	Factual    Intent = "factual"
	Technical  Intent = "technical"
	Temporal   Intent = "temporal"
	Relational Intent = "relational"
)

// IntentNamed returns the intent of that name; ok is false for any other
// word.
func IntentNamed(name string) (intent Intent, ok bool) {
	switch i := Intent(name); i {
	case Emotional, Factual, Technical, Temporal, Relational:
		return i, true
	}
	return "", false
}

// weights are those of the terms distance, 1 − arousal, and age.
type weights struct{ alpha, beta, gamma float64 }

func (i Intent) weights() weights {
	switch i {
	case Emotional:
		return weights{.3, .6, .1}
	case Technical:
		return weights{.3, .1, .6}
	case Temporal:
		return weights{.2, .2, .6}
	case Relational:
		return weights{.4, .4, .2}
	}
	return weights{.5, .2, .3}
}

var (
	emotionalWords  = regexp.MustCompile(`(?i)\b(?:feel(?:s|ing|ings)?|felt|happy|happiest|sad|saddest|cry|cried|afraid|scared|lonely|proud|angry|upset|hurt|joy|love[ds]?|hate[ds]?|miss(?:ed)? (?:you|him|her|them)|worried|anxious|stressed|excited)\b|気持ち|嬉し|うれし|悲し|かなし|寂し|さびし|さみし|辛[いか]|つら[いか]|怖[いか]|こわ[いか]|怒っ|泣い|不安|幸せ|楽しかった|好きだ`)
	technicalWords  = regexp.MustCompile(`(?i)\b(?:code|bug|error|crash|install(?:ed)?|config(?:ure|uration)?|compile[dr]?|server|database|api|script|function|command|version|python|golang|javascript|linux|windows|password|settings?)\b|エラー|バグ|設定|インストール|プログラム|コード|コマンド|サーバー|データベース|バージョン|パソコン`)
	relationalWords = regexp.MustCompile(`(?i)\b(?:friends?|family|mother|mom|mum|father|dad|parents?|sister|brother|wife|husband|girlfriend|boyfriend|partner|son|daughter|kids?|children|relationship|each other|between us|get along|married|wedding|divorced?)\b|友達|友人|家族|母|父|両親|姉|妹|兄|弟|妻|夫|彼女|彼氏|恋人|息子|娘|子供|子ども|関係|仲良|仲が|結婚|二人`)
)

// intentOf reads the intent off the words of a question. Times come first,
// because they are meant as such; feelings next, because they colour the rest.
func intentOf(text string, spans []when.Span) Intent {
	switch {
	case len(spans) > 0 || when.Asked(text):
		return Temporal
	case emotionalWords.MatchString(text):
		return Emotional
	case relationalWords.MatchString(text):
		return Relational
	case technicalWords.MatchString(text):
		return Technical
	}
	return Factual
}
