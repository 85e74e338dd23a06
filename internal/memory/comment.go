package memory

import (
	"regexp"
	"strings"
)

// What a memory in a file of Markdown is derived from stands in a comment of that
// file, and a memory that was withdrawn stands in one as a whole. The text of a
// memory neither opens a comment nor closes one: a backslash stands in the
// middle of what would.
var (
	opening        = regexp.MustCompile(`<\\*!--`)
	openingEscaped = regexp.MustCompile(`<\\+!--`)
	ending         = regexp.MustCompile(`--\\*>`)
	endingEscaped  = regexp.MustCompile(`--\\+>`)
)

// EscapeComments keeps a text from opening a comment.
func EscapeComments(s string) string {
	return opening.ReplaceAllStringFunc(s, func(m string) string { return `<\` + m[1:] })
}

// UnescapeComments takes EscapeComments back.
func UnescapeComments(s string) string {
	if !strings.Contains(s, `<\`) {
		return s
	}
	return openingEscaped.ReplaceAllStringFunc(s, func(m string) string { return "<" + m[2:] })
}

// EscapeEnds keeps a text from closing the comment that it stands in.
func EscapeEnds(s string) string {
	return ending.ReplaceAllStringFunc(s, func(m string) string { return `--\` + m[2:] })
}

// UnescapeEnds takes EscapeEnds back.
func UnescapeEnds(s string) string {
	return endingEscaped.ReplaceAllStringFunc(s, func(m string) string { return "--" + m[3:] })
}

// Listed returns the sources that a comment lists, between commas.
func Listed(s string) []string {
	var list []string
	for field := range strings.SplitSeq(s, ",") {
		if field = strings.TrimSpace(field); field != "" {
			list = append(list, field)
		}
	}
	return list
}
