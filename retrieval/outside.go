package retrieval

import (
	"time"

	"yumori/rag"
)

// Outside returns the terms, and the score by an intent, of a memory that
// nobody weighed against others, one found word by word for instance: it is as
// distant as the least relevant candidate. A nil arousal knows of no feeling.
func (i Intent) Outside(d rag.Document, now time.Time, arousal Arousal) (Terms, float64) {
	t := termsOf(d, now, arousal)
	t.Distance = 1
	return t, t.score(i)
}
