package builtin

import (
	"strings"
)

func isLatinByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '\x01'
}

// wantedJapanese tells what kind of answer a question wants.
func wantedJapanese(text string) askKind {
	switch {
	case containsAny(text, "名前", "なんて呼", "何て呼", "なんという", "何という"):
		return askName
	case containsAny(text, "誰", "だれ", "どなた"):
		return askWho
	case containsAny(text, "どこ", "どちら"):
		return askWhere
	case containsAny(text, "いつ", "何時", "何日", "何曜", "何月", "何年"):
		return askWhen
	case lex.Has("count-ja", text):
		return askNumber
	case containsAny(text, "なぜ", "どうして", "なんで", "何で"):
		return askWhy
	case containsAny(text, "について", "のこと", "どんな話"):
		return askAbout
	case lex.Has("ask-word-ja", text), strings.HasSuffix(text, "は"):
		return askWhat
	case containsAny(text, "覚えて", "知って", "おぼえて"):
		return askAbout
	}
	return askYesNo
}
