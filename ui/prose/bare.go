package prose

import (
	"regexp"
	"strings"
)

// begun is emphasis that a text breaks off in.
var begun = regexp.MustCompile(`(^|[\s(（「“])\*{1,3}([^\s*][^*]*)$`)

// Bare is what Markdown says, in one line without its marks, for where a text is
// only hinted at. Its time grows with the text: it is for short ones.
func Bare(markdown string) string {
	var parts []string
	for _, b := range Parse(clean(markdown)) {
		var line strings.Builder
		if b.Marker != "" {
			line.WriteString(b.Marker + " ")
		}
		for _, s := range b.Spans {
			line.WriteString(s.Text)
		}
		for _, row := range b.Rows {
			for _, cell := range row {
				for _, s := range cell.Spans {
					line.WriteString(s.Text + " ")
				}
			}
		}
		parts = append(parts, line.String())
	}
	return Mended(strings.Join(strings.Fields(strings.Join(parts, " ")), " "))
}

// Mended is Markdown that was cut, without the mark of emphasis it breaks off in.
func Mended(markdown string) string { return begun.ReplaceAllString(markdown, "$1$2") }
