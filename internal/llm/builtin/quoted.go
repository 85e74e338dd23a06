package builtin

import "strings"

// bareLine returns a line without its marks: of a list, of a file, of the
// bank.
func bareLine(line string) string {
	line = tagText.ReplaceAllString(line, "")
	line = listMark.ReplaceAllString(line, "")
	line = itemHead.ReplaceAllString(line, "")
	line = entityMarks.ReplaceAllString(line, "")
	if len(line) > maxRead {
		line = trimHalfRune(line[:maxRead])
	}
	return line
}

// nobodyYet is what core memory says until the user is known. It tells nothing.
var nobodyYet = re(`\b(?:do not|don't) know yet who|\bfind out what they would like to be called|まだ(?:うかがって|聞いて|知って)い?ない|なんとお呼びすれば`)

// saysNothing reports whether a sentence of a section is of that kind.
func saysNothing(sen sentence, like memory) bool {
	return like.source == fromKept && nobodyYet.MatchString(sen.text)
}

// exchangeLine is an episode of one exchange, which quotes the persona too.
var exchangeLine = rx(`」と言われ、私は「|\bI heard “[^”]*” and said “`)

// quotedOfUser returns what a kept fact quotes of the user, ユーザー「…」 or
// Alex: “…”; "" where it quotes somebody else, or nobody.
func (s *scene) quotedOfUser(line string) string {
	m := quotedFact.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil || s.isUser(m[1]) == "" && !strings.EqualFold(m[1], unnamed) && m[1] != "ユーザー" {
		return ""
	}
	return m[2] + m[3]
}

// entityMarks are the names that a fact of the bank is filed under.
var entityMarks = rx(`^(?:@\S+ )*@\S+: `)

var quotedFact = rx(`^([^\s“「:：][^“「:：。.!?]{0,60})(?:: “([^“”]*)”|「([^「」]*)」)$`)
