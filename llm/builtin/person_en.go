package builtin

import "strings"

// The three persons of an English sentence: what the user says of themselves
// ("I have two cats"), what is written down ("Alex has two cats"), and what
// the persona says to the user ("you have two cats").

// unnamed stands for the user in what is written down before the name is known.
const unnamed = "The user"

var adverbs = set(`really also always never often usually sometimes just still only absolutely totally currently now already recently
	mostly actually finally probably truly rarely hardly even both all quite simply secretly generally mainly normally sort kind of`)

var baseInED = set(`need feed breed speed bleed exceed succeed proceed embed`)

// A token is a word with the punctuation around it.
type token struct{ before, word, after string }

func tokens(text string) []token {
	fields := strings.Fields(text)
	out := make([]token, 0, len(fields))
	core := func(r rune) bool { return isWordRune(r) || r == '+' || r == '#' || r == '\x01' }
	for _, f := range fields {
		word := strings.TrimLeftFunc(f, func(r rune) bool { return !core(r) })
		before := f[:len(f)-len(word)]
		word = strings.TrimRightFunc(word, func(r rune) bool { return !core(r) })
		out = append(out, token{before, word, f[len(before)+len(word):]})
	}
	return out
}

func joinTokens(ts []token) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.before + t.word + t.after)
	}
	return b.String()
}

var toYou = map[string]string{
	"i": "you", "i'm": "you're", "i've": "you've", "i'll": "you'll", "i'd": "you'd", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
	"we": "you", "we're": "you're", "we've": "you've", "we'll": "you'll", "we'd": "you'd", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves",
	"your": "my", "yours": "mine", "yourself": "myself", "you're": "I'm", "you've": "I've", "you'll": "I'll",
}

// secondFromFirst turns a sentence of the user to the persona's side.
func secondFromFirst(text string) string {
	ts := tokens(text)
	prev, quoted := "", false
	for i := range ts {
		low := strings.ToLower(ts[i].word)
		if strings.Contains(ts[i].before, `"`) || strings.Contains(ts[i].before, "“") {
			quoted = true
		}
		if !quoted {
			ts[i].word = youFor(ts[i].word, prev)
		}
		if strings.Contains(ts[i].after, `"`) || strings.Contains(ts[i].after, "”") {
			quoted = false
		}
		prev = low
	}
	return joinTokens(ts)
}

// youFor turns one word; prev is the word before it, "" at the beginning.
func youFor(word, prev string) string {
	low := strings.ToLower(word)
	switch {
	case low == "you" && (prev == "" || connectors[prev]):
		return "I"
	case low == "you":
		return "me"
	case toYou[low] != "":
		return toYou[low]
	case low == "am":
		return "are"
	case low == "was" && prev == "i":
		return "were"
	case low == "wasn't" && prev == "i":
		return "weren't"
	case low == "are" && prev == "you":
		return "am"
	}
	return word
}

var connectors = set(`and but that which because when if while since though although so as than or where what who how`)

// thirdFromFirst turns a clause in which the user speaks of themselves into a
// sentence about name. Where the clause cannot be turned without doubt about
// who is meant, it is quoted.
func thirdFromFirst(clause, name string) string {
	ts := tokens(clause)
	subject := subjectAt(ts)
	if doubtful(ts, subject) || strings.ContainsAny(clause, `"“`) {
		return name + ` said: "` + stopped(upperFirst(clause), english) + `"`
	}
	used := false
	for i := 0; i < len(ts); i++ {
		low := strings.ToLower(ts[i].word)
		switch {
		case i == subject:
			used = true
			ts[i].word = name + contraction(strings.TrimPrefix(low, "i"), ts[i+1:])
			if low == "i" {
				agree(ts[i+1:], third)
			}
		case subject >= 0 && used:
			ts[i].word = theyFor(ts[i].word, ts[i-1].word)
		case low == "my":
			ts[i].word = possessive(within(name, i))
		case low == "me":
			ts[i].word = within(name, i)
		case low == "mine":
			ts[i].word = possessive(name)
		case low == "i":
			ts[i].word = within(name, i)
			if i == 0 || !strings.EqualFold(ts[i-1].word, "and") { // two do as they did
				agree(ts[i+1:], third)
			}
		case strings.HasPrefix(low, "i'"):
			ts[i].word = name + contraction(strings.TrimPrefix(low, "i"), ts[i+1:])
		}
	}
	return stopped(upperFirst(joinTokens(ts)), english)
}

// within returns name as it stands at the i-th word of a sentence.
func within(name string, i int) string {
	if i > 0 && name == unnamed {
		return strings.ToLower(name)
	}
	return name
}

var they = map[string]string{
	"i": "they", "i'm": "they're", "i've": "they've", "i'll": "they'll", "i'd": "they'd",
	"me": "them", "my": "their", "mine": "theirs", "myself": "themselves",
}

// theyFor turns one word that follows the subject.
func theyFor(word, prev string) string {
	switch low := strings.ToLower(word); {
	case low == "am":
		return "are"
	case low == "was" && prev == "they":
		return "were"
	}
	return swap(word, they)
}

func swap(word string, table map[string]string) string {
	if w, ok := table[strings.ToLower(word)]; ok {
		return w
	}
	return word
}

func possessive(name string) string { return name + "'s" }

// subjectAt returns the index of the "I" that the clause is about, -1 if it
// has another subject.
func subjectAt(ts []token) int {
	for i, t := range ts {
		low := strings.ToLower(t.word)
		if low == "i" || strings.HasPrefix(low, "i'") {
			return i
		}
		if low == "my" || i > 5 {
			return -1
		}
	}
	return -1
}

// doubtful reports whether turning the words to the third person would lose
// who is meant; subject is where the clause says "I".
func doubtful(ts []token, subject int) bool {
	for _, t := range ts {
		switch low := strings.ToLower(t.word); low {
		case "we", "us", "our", "ours", "we're", "we've", "we'll", "we'd", "ourselves", "you", "your", "you're":
			return true
		case "they", "them", "their", "theirs", "they're", "themselves":
			if subject >= 0 {
				return true
			}
		}
	}
	return false
}

// contraction returns what "'m", "'ve", "'ll" or "'d" becomes after a name.
func contraction(tail string, rest []token) string {
	switch tail {
	case "'m":
		return " is"
	case "'ve":
		return " has"
	case "'ll":
		return " will"
	case "'d":
		if len(rest) > 0 && (strings.HasSuffix(rest[0].word, "ed") || strings.ToLower(rest[0].word) == "better" || rest[0].word == "been") {
			return " had"
		}
		return " would"
	}
	return ""
}

// agree conjugates the verb that follows a subject, and those joined to it.
func agree(ts []token, form func(string) string) {
	i := 0
	for i < len(ts) && adverbs[strings.ToLower(ts[i].word)] {
		i++
	}
	if i == len(ts) || ts[i].word == "" {
		return
	}
	was := ts[i].word
	ts[i].word = form(was)
	if ts[i].word == was || len(was) < 3 || auxiliary(was) || auxiliary(ts[i].word) {
		return
	}
	agreeJoined(ts[i+1:], form)
}

// agreeJoined conjugates the verbs that "and" joins to the first.
func agreeJoined(ts []token, form func(string) string) {
	for j := 0; j+1 < len(ts); j++ {
		if low := strings.ToLower(ts[j].word); low != "and" && low != "or" && low != "but" {
			continue
		}
		next := &ts[j+1]
		if verbs[next.word] || verbs[plainVerb(next.word)] && next.word != plainVerb(next.word) {
			next.word = form(next.word)
		}
	}
}

func auxiliary(w string) bool {
	switch strings.ToLower(w) {
	case "am", "is", "are", "was", "were", "do", "does", "don't", "doesn't", "have", "has", "haven't", "hasn't", "wasn't", "weren't", "isn't", "aren't":
		return true
	}
	return false
}

var thirdForms = map[string]string{
	"am": "is", "are": "is", "have": "has", "do": "does", "don't": "doesn't", "haven't": "hasn't", "were": "was", "go": "goes", "ain't": "isn't",
}

var unchanged = set(`can can't cannot could couldn't will won't would wouldn't should shouldn't may might must mustn't was wasn't had hadn't did didn't
	used read put cut hit let set cost hurt quit shut spread ought is has does`)

// third returns the form of a verb after a name: "work" → "works". Past
// tenses stay.
func third(w string) string {
	low := strings.ToLower(w)
	if f, ok := thirdForms[low]; ok {
		return f
	}
	if low == "read" || low == "put" || low == "let" || low == "hurt" {
		return low + "s"
	}
	switch {
	case isPast(low), strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss"):
		return w
	case len(low) > 1 && strings.HasSuffix(low, "y") && !strings.ContainsRune("aeiou", rune(low[len(low)-2])):
		return w[:len(w)-1] + "ies"
	case endsWithAny(low, "s", "x", "z", "ch", "sh", "o"):
		return w + "es"
	}
	return w + "s"
}

// isPast reports whether a lower-case verb keeps its form after a name.
func isPast(low string) bool {
	return unchanged[low] || pastForms[low] || strings.HasSuffix(low, "ed") && !baseInED[low]
}

var plainForms = map[string]string{
	"is": "are", "has": "have", "does": "do", "was": "were", "isn't": "aren't", "hasn't": "haven't", "doesn't": "don't", "wasn't": "weren't", "goes": "go",
}

// plainVerb undoes third, for "you".
func plainVerb(w string) string {
	low := strings.ToLower(w)
	if f, ok := plainForms[low]; ok {
		return f
	}
	n := len(w)
	switch {
	case n < 3 || !strings.HasSuffix(low, "s") || strings.HasSuffix(low, "ss") || strings.HasSuffix(low, "us"):
		return w
	case n > 4 && strings.HasSuffix(low, "ies"):
		return w[:n-3] + "y"
	case strings.HasSuffix(low, "ches"), strings.HasSuffix(low, "shes"), strings.HasSuffix(low, "sses"), strings.HasSuffix(low, "xes"), strings.HasSuffix(low, "zzes"), n > 4 && strings.HasSuffix(low, "oes"):
		return w[:n-2]
	}
	return w[:n-1]
}

// mark stands for the user's name while a sentence is turned.
const mark = "U\x01"

var theyToYou = map[string]string{
	"they": "you", "they're": "you're", "they've": "you've", "they'll": "you'll", "they'd": "you'd",
	"them": "you", "their": "your", "theirs": "yours", "themselves": "yourself",
}

// secondFromThird turns a sentence about the user to the persona's side. It
// reports false when the sentence does not name the user.
func secondFromThird(text, name string) (string, bool) {
	if _, quote, ok := strings.Cut(text, ` said: "`); ok && (name != "" && strings.HasPrefix(text, name) || strings.HasPrefix(text, unnamed)) {
		return secondFromFirst(strings.TrimSuffix(strings.TrimSpace(quote), `"`)), true
	}
	marked := text
	for _, n := range []string{name, unnamed, "the user", "User"} {
		marked = replaceWord(marked, n, mark)
	}
	if marked == text {
		return text, false
	}
	ts := tokens(marked)
	subject := false
	for i := range ts {
		w := ts[i].word
		switch {
		case w == mark+"'s":
			ts[i].word = "your"
			subject = subject || false
		case w == mark && isSubject(ts, i):
			ts[i].word = "you"
			agree(ts[i+1:], plainVerb)
			subject = true
		case w == mark:
			ts[i].word = "you"
		case subject:
			ts[i].word = swap(w, theyToYou)
		}
	}
	return joinTokens(ts), true
}

// isSubject reports whether the word at i begins a clause.
func isSubject(ts []token, i int) bool {
	if i == 0 {
		return true
	}
	prev := ts[i-1]
	low := strings.ToLower(prev.word)
	return strings.ContainsAny(prev.after, ",:;") || connectors[low] || prev.word == "" ||
		low != "" && low[0] >= '0' && low[0] <= '9' || strings.HasSuffix(low, "day") || adverbs[low]
}

// replaceWord replaces whole words only.
func replaceWord(text, word, with string) string {
	if word == "" {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, word)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := i + len(word)
		whole := (i == 0 || !isLatinByte(text[i-1])) && (end == len(text) || !isLatinByte(text[end]))
		b.WriteString(text[:i])
		if whole {
			b.WriteString(with)
		} else {
			b.WriteString(word)
		}
		text = text[end:]
	}
}

func isLatinByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '\x01'
}
