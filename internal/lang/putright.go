package lang

import "strings"

// What follows a quotation that holds a value it was put right to: nobody said those words
// as they stand.
const (
	putRightMark   = " (as put right)"
	putRightMarkJa = "（訂正後）"
)

// MarkPutRight marks a text that ends with a quotation, “…” or 「…」, as one that holds what
// was put right since. Another text, and one that is marked, stays as it is.
func MarkPutRight(text string) string {
	switch {
	case strings.HasSuffix(text, "”"):
		return text + putRightMark
	case strings.HasSuffix(text, "」"):
		return text + putRightMarkJa
	}
	return text
}

// CutPutRight returns a text without the mark of MarkPutRight, and whether it had it.
func CutPutRight(text string) (rest string, marked bool) {
	if rest, marked = strings.CutSuffix(text, putRightMark); marked {
		return rest, true
	}
	return strings.CutSuffix(text, putRightMarkJa)
}
