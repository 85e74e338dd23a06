package builtin

import (
	"strings"

	"yumori/internal/lang"
)

// bareLine returns a line without its marks: of a list, of a file, of the
// bank.
func bareLine(line string) string {
	line = marks.Expr("tag-text").ReplaceAllString(line, "")
	line = marks.Expr("list-mark").ReplaceAllString(line, "")
	line = marks.Expr("item-head").ReplaceAllString(line, "")
	line = marks.Expr("entity-marks").ReplaceAllString(line, "")
	if len(line) > maxRead {
		line = trimHalfRune(line[:maxRead])
	}
	return line
}

// saysNothing reports whether a sentence of a section is of that kind.
func saysNothing(sen lang.Sentence, like memory) bool {
	return like.source == fromKept && marks.Has("nobody-yet", sen.Text)
}

// quotedOfUser returns what a kept fact quotes of the user, ユーザー「…」 or
// Alex: “…”; "" where it quotes somebody else, or nobody.
func (s *scene) quotedOfUser(line string) string {
	m := marks.First("quoted-fact", strings.TrimSpace(line))
	if m == nil || s.isUser(m[1]) == "" && !strings.EqualFold(m[1], unnamed) && m[1] != "ユーザー" {
		return ""
	}
	return m[2] + m[3]
}
