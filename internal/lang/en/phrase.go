// Package en has the parts of English phrases that the rules of package lang and
// of those below it have in common.
package en

import (
	"strings"

	"yumori/internal/pattern"
)

var youFor = map[string]string{
	"i": "you", "i'm": "you're", "i've": "you've", "i'll": "you'll", "i'd": "you'd", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
	"we": "you", "we're": "you're", "we've": "you've", "we'll": "you'll", "we'd": "you'd", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves",
	"you": "me", "your": "my", "yours": "mine", "yourself": "myself", "am": "are",
}

var wordEn = pattern.New(`[A-Za-z]+(?:'[a-z]+)?`)

// ToYou turns English words of somebody about themselves to the side of the
// one they talk with.
func ToYou(s string) string {
	before := ""
	return wordEn.ReplaceAllStringFunc(s, func(w string) string {
		low := strings.ToLower(w)
		was := before
		before = low
		switch {
		case low == "was" && (was == "i" || was == "we"):
			return "were"
		case low == "wasn't" && was == "i":
			return "weren't"
		case youFor[low] != "":
			return youFor[low]
		}
		return w
	})
}

// ClauseEnds is where what was begun does not go on.
var ClauseEnds = pattern.New(`(?i)\s*(?:[,;:()§"—–]|\.\.\.|…|(?:^|\s)-+\s|\s(?:because of|as well as|so that|in order to|hoping to|for the last|with no luck|no luck)\b|\s(?:but|because|cause|cuz|though|although|which|while|whereas|until|unless|since|hopefully|lol|haha|and|so|then|if|when|as soon as|after|before) (?:I|I'm|I've|I'll|I'd|we|we're|we'll|it|it's|that|this|that's|my|he|she|they|the|there|you|maybe|then|hopefully|now)\b|\s(?:because|but|though|although|hopefully|which|lol|haha|too|as well|now|again|though|right now|at the moment|these days|lately|soon|anyway|actually|sometime|someday|one day)$).*$`)

// Phrase returns the beginning of a part of a sentence, up to where its clause
// ends, turned to the other side; "" if it is no phrase one could repeat.
func Phrase(s string) string {
	s = strings.TrimSpace(s)
	for range 3 {
		s = strings.TrimSpace(ClauseEnds.ReplaceAllString(s, ""))
	}
	s = strings.TrimRight(s, " ,.!?-")
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 16 || vagueEnd.MatchString(s) {
		return ""
	}
	return ToYou(s)
}

// vagueEnd is how a phrase ends that lost what it was about.
var vagueEnd = pattern.New(`(?i)(?:^| )(?:a|an|the|to|of|for|with|and|or|but|my|your|our|in|on|at|from|about|so|very|really|that|this|it|them|him|her|there|here|something|stuff|things|one|some|more|much|both|all)$`)

// Thing returns a noun phrase turned to the other side: what is the speaker's,
// or newly spoken of, is "your".
func Thing(s string) string {
	s = Phrase(s)
	if m := Article.FindString(s); m != "" {
		s = "your " + s[len(m):]
	}
	if BareThing.MatchString(s) {
		return ""
	}
	return strings.TrimSpace(s)
}

// What a noun phrase begins with, and those that name nothing.
var (
	Article   = pattern.New(`(?i)^(?:a|an|some|this|these|those|that)(?: new| couple of| few| lot of| bunch of)? `)
	BareThing = pattern.New(`(?i)^(?:your )?(?:it|this|that|them|something|anything|everything|stuff|things?|one|him|her|me|you|being|what|how|where|who|the future|life)?$`)
)

// Short returns the beginning of a long noun phrase.
func Short(s string) string {
	if words := strings.Fields(s); len(words) > 6 {
		for i := 3; i < len(words); i++ {
			if joins.MatchString(words[i]) {
				return strings.Join(words[:i], " ")
			}
		}
	}
	return s
}

var joins = pattern.New(`(?i)^(?:to|and|that|who|which|with|where|because|for|so|since|on|of|after|as)$`)

// Tail returns what belongs to a noun from the words after it: "at the clinic".
func Tail(rest string) string {
	m := nounTail.FindString(rest)
	if m == "" {
		return ""
	}
	var kept []string
	for i, w := range strings.Fields(m) {
		if i > 0 && verbLike.MatchString(w) || len(kept) == 6 {
			break
		}
		kept = append(kept, w)
	}
	s := strings.Join(kept, " ")
	s = strings.TrimSpace(vagueEnd.ReplaceAllString(s, ""))
	if len(strings.Fields(s)) < 2 {
		return ""
	}
	return " " + ToYou(s)
}

var (
	nounTail = pattern.New(`^ (?:at|with|for|of|about|from|in|to) [^§,;.!?()—–]+`)
	verbLike = pattern.New(`(?i)^(?:-|is|was|are|were|will|has|had|have|and|but|so|because|that|which|who|where|when|I|I'm|we|it|coming|starts|went|goes|planned|scheduled|can't|going|this|next|today|tomorrow|then|too|got|makes|made|to)$`)
)

// NounPhrase returns a noun phrase as one would say it back; "" if it is none.
func NounPhrase(s string) string {
	s = Phrase(s)
	if BareThing.MatchString(s) {
		return ""
	}
	return s
}
