package facts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
)

// Attributed returns a sentence that somebody said of themselves as a fact
// that says whose it is: turned into the third person where that takes no more
// than another subject, else as a quotation with their name. who is the name,
// "" of a user who has told none. A sentence that is a quotation with a name
// already stays as it is.
func Attributed(sentence, who string) string {
	s := strings.TrimSpace(sentence)
	if said, _ := lang.CutPutRight(s); s == "" || attributed.MatchString(said) {
		return s
	}
	if hasJapanese(s) {
		return attributedJa(s, who)
	}
	return attributedEn(s, who)
}

// FirstPerson reports whether a sentence speaks as "I", outside of quotations.
func FirstPerson(s string) bool {
	s = quotationRe.ReplaceAllString(s, "")
	return lexicon.Has("speaker", s)
}

var quotationRe = re(`“[^“”]*”|"[^"]*"|「[^「」]*」`)

// attributed is a sentence that begins with whose it is.
var attributed = re(`^[^\s“「:：][^“「:：。.!?]{0,60}(?:: “[^“”]*”|「[^「」]*」)$`)

// Words for a user who has told no name.
const (
	someUser   = "the user"
	someUserJa = "ユーザー"
)

func attributedEn(s, who string) string {
	name := who
	if name == "" {
		name = someUser
	}
	if rest, ok := strings.CutPrefix(s, capitalised(name)); ok && lexicon.Has("goes-on", rest) && !lexicon.Has("self", rest) {
		return s
	}
	if turned, ok := turnedEn(s, name); ok {
		return capitalised(turned)
	}
	s = strings.TrimRight(s, " .,;")
	return capitalised(name) + ": “" + strings.NewReplacer("“", "'", "”", "'", `"`, "'").Replace(s) + "”"
}

func capitalised(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// turnedEn returns a sentence with another subject in place of "I", or of the
// "my" it begins with; ok is false where more would have to change.
func turnedEn(s, name string) (string, bool) {
	if strings.ContainsAny(s, `"“”?`) || lexicon.Has("again", s) {
		return "", false
	}
	if m := lexicon.First("begins-own", s); m != nil && !lexicon.Has("self", m[1]) {
		return name + "'s " + m[1], true
	}
	m := lexicon.First("begins-self", s)
	if m == nil {
		return s, ofNamedEn(s)
	}
	if lexicon.Has("self", m[3]) {
		return "", false
	}
	be := map[string]string{
		"I'm": "is", "I am": "is", "I was": "was", "I wasn't": "wasn't", "I've": "has", "I have": "has",
		"I haven't": "hasn't", "I don't": "doesn't", "I do not": "does not", "I'll": "will",
	}[m[1]]
	if be != "" {
		return name + " " + be + " " + m[2] + m[3], true
	}
	verb, rest := cutVerb(m[3])
	switch {
	case verb == "":
		return "", false
	case oneOf("unchanged", verb) || lexicon.Has("unchanged-past", verb) || strings.HasPrefix(m[3], "used to "):
		return name + " " + m[2] + m[3], true
	case slices.Contains(lexicon.Words("present"), verb) && verb != "read":
		return name + " " + m[2] + thirdPerson(verb) + rest, true
	}
	return "", false
}

// cutVerb takes the first word off a text.
func cutVerb(s string) (verb, rest string) {
	i := strings.IndexFunc(s, func(r rune) bool { return r != '\'' && (r > unicode.MaxASCII || !unicode.IsLetter(r)) })
	if i < 0 {
		return s, ""
	}
	return s[:i], s[i:]
}

// ofNamedEn reports whether a sentence names whom or what it is about, and
// speaks of nobody who talks.
func ofNamedEn(s string) bool {
	return !lexicon.Has("self", s) && lexicon.Has("of-named", s) && !lexicon.Has("points", s)
}

func thirdPerson(verb string) string {
	switch {
	case lexicon.Has("takes-es", verb):
		return verb + "es"
	case strings.HasSuffix(verb, "y") && !strings.ContainsAny(verb[len(verb)-2:len(verb)-1], "aeou"):
		return verb[:len(verb)-1] + "ies"
	}
	return verb + "s"
}

// attributedJa gives a Japanese sentence that begins with its speaker their
// name. One that leaves the speaker out, as most do, is quoted.
func attributedJa(s, who string) string {
	name := who
	if name == "" {
		name = someUserJa
	}
	if m := lexicon.First("begins-self-ja", s); m != nil && !lexicon.Has("self-ja", m[2]) && !strings.ContainsAny(s, "「」『』？?") {
		return name + m[1] + m[2]
	}
	if lexicon.Has("begins-own-ja", s) && !lexicon.Has("names-other-ja", s) && !lexicon.Has("self-ja", s) && !strings.ContainsAny(s, "「」『』？?") {
		return name + "の" + strings.TrimPrefix(s, "お")
	}
	if rest, ok := strings.CutPrefix(s, name); ok && lexicon.Has("goes-on-ja", rest) && !lexicon.Has("self-ja", rest) {
		return s
	}
	s = strings.TrimRight(s, "。 、")
	return name + "「" + strings.NewReplacer("「", "『", "」", "』").Replace(s) + "」"
}
