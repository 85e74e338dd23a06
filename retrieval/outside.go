package retrieval

import "time"

// Outside returns the terms, and the score by an intent, of a memory that
// nobody weighed against others, one found word by word for instance: it is as
// distant as the least relevant candidate, and no feeling is known of it.
func Outside(i Intent, when, now time.Time) (Terms, float64) {
	t := Terms{Distance: 1, Arousal: unknown, Decay: decay(when, now)}
	return t, t.score(i)
}
