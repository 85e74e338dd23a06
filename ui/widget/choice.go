package widget

// A Choice is one of a few values with the word for it.
type Choice struct{ Value, Word string }

// WordsOf are the words of choices, in their order.
func WordsOf(list []Choice) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.Word
	}
	return out
}

// WordOf is the word of a value; the first one's for a value that is none.
func WordOf(list []Choice, value string) string {
	for _, c := range list {
		if c.Value == value {
			return c.Word
		}
	}
	return list[0].Word
}

// ValueOf is the value of a word.
func ValueOf(list []Choice, word string) string {
	for _, c := range list {
		if c.Word == word {
			return c.Value
		}
	}
	return list[0].Value
}
