package lang

// Clip returns the first n characters of a text.
func Clip(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}
