package terms

// isStopWord reports whether an English word carries no meaning to search for.
// "Will" and "may" as names and months are lost with it or kept: "may" is not
// in the list, because a month is asked for more often than a permission.
func isStopWord(w string) bool {
	if len(w) > 10 {
		return false
	}
	switch w {
	case "a", "about", "above", "after", "again", "against", "all", "also", "am", "an", "and", "any", "are", "aren", "as",
		"at", "be", "because", "been", "before", "being", "below", "between", "both", "but", "by", "can", "could", "couldn",
		"d", "did", "didn", "do", "does", "doesn", "doing", "don", "down", "during", "each", "else", "ever", "few", "for",
		"from", "further", "had", "hadn", "has", "hasn", "have", "haven", "having", "he", "hello", "her", "here", "hers",
		"herself", "hey", "hi", "him", "himself", "his", "how", "i", "if", "in", "into", "is", "isn", "it", "its", "itself",
		"just", "let", "ll", "m", "me", "more", "most", "mustn", "my", "myself", "no", "nor", "not", "of", "off", "oh",
		"ok", "okay", "on", "once", "only", "or", "other", "ought", "our", "ours", "ourselves", "out", "over", "own", "re",
		"s", "same", "shan", "she", "should", "shouldn", "so", "some", "such", "t", "than", "that", "the", "their", "theirs",
		"them", "themselves", "then", "there", "these", "they", "this", "those", "through", "to", "too", "uh", "um", "under",
		"until", "up", "ve", "very", "was", "wasn", "we", "were", "weren", "what", "when", "where", "which", "while", "who",
		"whom", "whose", "why", "will", "with", "won", "would", "wouldn", "yeah", "yes", "you", "your", "yours", "yourself",
		"yourselves":
		return true
	}
	return false
}
