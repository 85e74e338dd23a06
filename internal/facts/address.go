package facts

import (
	"strings"
)

// Addressed returns a sentence about the user, as Attributed makes it and as
// core memory has it, turned to the user: "Ben hates loud music" is "You hate
// loud music". who is the user's name, "" of one who has told none. A sentence
// about others stays as it is.
func Addressed(sentence, who string) string {
	s := strings.TrimSpace(sentence)
	if hasJapanese(s) {
		return addressedJa(s, who)
	}
	name := who
	if m := lexicon.First("called", s); m != nil {
		return "Your name is " + m[1]
	}
	for _, n := range []string{name, capitalised(someUser)} {
		rest, ok := strings.CutPrefix(s, n)
		if n == "" || !ok {
			continue
		}
		if said, ok := strings.CutPrefix(rest, ": "); ok && strings.HasPrefix(said, "“") {
			return said
		}
		if own, ok := strings.CutPrefix(rest, "'s "); ok {
			return "Your " + own
		}
		if m := lexicon.First("of-third", rest); m != nil {
			return "You " + m[1] + secondPerson(m[2]) + m[3]
		}
	}
	return s
}

// secondPerson undoes thirdPerson, and says the other verbs that change.
func secondPerson(verb string) string {
	if v := map[string]string{
		"is": "are", "isn't": "aren't", "was": "were", "wasn't": "weren't", "has": "have", "hasn't": "haven't", "does": "do", "doesn't": "don't",
	}[verb]; v != "" {
		return v
	}
	switch {
	case !strings.HasSuffix(verb, "s") || lexicon.Has("not-third", verb):
		return verb
	case strings.HasSuffix(verb, "ies") && len(verb) > 4:
		return strings.TrimSuffix(verb, "ies") + "y"
	case lexicon.Has("took-es", verb):
		return strings.TrimSuffix(verb, "es")
	}
	return strings.TrimSuffix(verb, "s")
}

// addressedJa does not say "you", which Japanese leaves out or says by name.
func addressedJa(s, who string) string {
	if m := lexicon.First("called", s); m != nil {
		return "お名前は" + m[1] + "さん"
	}
	for _, n := range []string{who, someUserJa} {
		rest, ok := strings.CutPrefix(s, n)
		switch {
		case n == "" || !ok:
		case strings.HasPrefix(rest, "「"):
			return rest
		case lexicon.Has("goes-on-ja", rest) && n == someUserJa:
			return "あなた" + rest
		case lexicon.Has("goes-on-ja", rest) && !strings.HasPrefix(rest, "さん") && !strings.HasPrefix(rest, "ちゃん") && !strings.HasPrefix(rest, "くん"):
			return n + "さん" + rest
		}
	}
	return s
}
