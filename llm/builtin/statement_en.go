package builtin

import (
	"regexp"
	"strings"
	"unicode"
)

// statements understands a sentence that asks nothing.
func (s *scene) statements(text string) []act {
	var acts []act
	for _, c := range clauses(text) {
		c = withSubject(strings.Trim(c, " ,"))
		if c == "" {
			continue
		}
		acts = append(acts, s.statement(c))
		if nameBeforeWork(c) != "" {
			acts = append(acts, s.statement("I'm "+c[strings.Index(c, ", ")+2:]))
		}
	}
	return acts
}

// withSubject puts the "I" before what was told without: "Had soup for lunch".
func withSubject(c string) string {
	if !dropped.MatchString(c) || len(words(c)) < 3 || noSubject.MatchString(c) {
		return c
	}
	return "I " + strings.ToLower(c[:1]) + c[1:]
}

var (
	dropped   = re(`^(?:(?:just|already|also|only) )?(?:got|had|went|saw|ate|bought|met|finished|started|moved|lost|found|took|gave|spent|stayed|ran|watched|played|slept|woke|forgot|missed|broke|made|cooked|baked|walked|worked|visited|cleaned|passed|failed) (?:\p{L}|\d)`)
	noSubject = re(`^(?:got (?:it|you|me)|made (?:me|my)|went (?:well|fine|ok|okay|badly|great|wrong)|found (?:it|you)|lost in|started (?:well|off)|worked (?:well|fine|out|like))\b|\b(?:you|your)\b`)
)

func (s *scene) statement(c string) act {
	name := nameIn(c)
	if name == "" {
		name = s.nameGiven(c)
	}
	if name != "" && !s.isPersona(name) {
		s.newName = name
		return act{kind: kindName, text: c, name: name, facts: []fact{{"The user's name is " + name + ".", "fact"}}}
	}
	if s.deniesName(c) {
		return act{kind: kindNo, text: c}
	}
	a := act{kind: kindRemark, text: c, mirror: secondFromFirst(c), topic: topicEnglish(c), category: categoryEnglish(c)}
	a.mood = moodEnglish(c)
	own := aboutUser(c)
	switch {
	case a.mood != moodNone && (own || len(words(c)) <= 4):
		a.kind = kindFeeling
		if own {
			a.facts = s.feltFact(c)
		}
	case newsEnglish(c) != moodNone:
		s.ofAnother(c, &a)
		a.kind = kindFeeling
	case own && deniesMood(c):
		// "I'm not tired": nothing to comfort and nothing to keep
	case s.isReply(c):
		a.kind = kindReply
	case own:
		if !hedged(c) {
			a.kind = kindFact
			a.facts = s.factEnglish(c, a.category)
		}
	default:
		s.ofAnother(c, &a)
	}
	return a
}

// feltFact returns what is worth keeping of a feeling: news, and what it is
// about.
func (s *scene) feltFact(c string) []fact {
	if len(words(c)) < 5 && onlyPointing.MatchString(c) {
		return nil // nobody would know later whom it means
	}
	switch news := newsEnglish(c) != moodNone || sadNews.MatchString(c) || joyNews.MatchString(c); {
	case news && len(words(c)) > 2:
		return s.factEnglish(c, "event")
	case len(words(c)) > 5:
		return s.factEnglish(c, "feeling")
	}
	return nil
}

var onlyPointing = re(`\b(?:them|him|her|it|that|this)$`)

// deniesName reports whether a clause says what the user is not called.
func (s *scene) deniesName(c string) bool {
	m := notName.FindStringSubmatch(c)
	return m != nil && strings.EqualFold(m[1], s.user)
}

// ofAnother makes a fact of a clause about somebody with a name, or with
// "she", "he" or "it".
func (s *scene) ofAnother(c string, a *act) {
	if aboutNamed(c, s.persona) {
		a.kind, a.category = kindFact, "entity"
		a.facts = s.factEnglish(c, a.category)
		return
	}
	if named, ok := s.resolvePronoun(c); ok {
		a.kind, a.category, a.mirror = kindFact, "entity", secondFromFirst(named)
		a.facts = s.factEnglish(named, a.category)
	}
}

// deniesMood reports whether a clause says how somebody does not feel.
func deniesMood(c string) bool {
	return !phobia.MatchString(c) && feelRe.MatchString(c) && namesMood(c)
}

// namesMood reports whether a clause holds a word of mood.
func namesMood(c string) bool {
	for _, w := range words(strings.ToLower(c)) {
		if moodsEnglish[w] != moodNone {
			return true
		}
	}
	return false
}

// factEnglish writes a clause of the user down in the third person.
func (s *scene) factEnglish(clause, category string) []fact {
	clause = laughEnd.ReplaceAllString(clause, "")
	clause = ageOnly.ReplaceAllString(factLead.ReplaceAllString(clause, ""), "$1 years old")
	text := thirdFromFirst(absoluteEnglish(clause, s.now), s.subjectName())
	if len(text) > 400 {
		return nil
	}
	return []fact{{text, category}}
}

var laughEnd = re(`[ ,]+(?:(?:ha){2,}h?|lol|lmao|hehe+|though|btw|by the way|(?:and |so )?(?:please )?(?:remember|don't forget|note)(?: that| this| it)?(?: please)?)$`)

var ageOnly = re(`^((?:i'm|i am) \d{1,3})$`)

var notName = re(`^(?:i'm|i am|my name is|my name's) not (\p{L}+)$`)

var factLead = re(`^(?:also|and|but|so|actually|well|oh|because|by the way|btw|apparently),? +`)

var (
	ownStart = re(`^(?:(?:yesterday|today|tonight|tomorrow|lately|recently|currently|now|right now|also|once|sometimes|usually|at (?:work|home|school)|this \w+|last \w+|next \w+|every \w+|in \w+|on \w+|since \w+|after \w+|before \w+|\w+ (?:days|weeks|months|years) ago|when i was [^,]*|and|but|so|because|actually|these days|for \w+ years|as a \w+),? )*(?:i|i'm|i've|i'll|i'd|my|we|we're|we've|our|the (?:kids|children|baby|twins|dog|cat|wife|husband|boss|neighbours?|deadline|exam|interview|operation|wedding|funeral|appointment))\b`)
	hedgeRe  = re(`^(?:i (?:don't |do not |really |just |would |also |can |can't |could )*(?:think|guess|suppose|hope so|wonder|mean|see|understand|agree|know|disagree|doubt|told you|said|asked|believe|bet|imagine|hear you|feel like|don't remember|mentioned)\b|i'll (?:try|see|be back|think about it|do that|let you know)|i'm (?:just|only) (?:saying|kidding|joking|testing)|i'm (?:here|back|home)$|i(?:'m| am) (?:not )?(?:sure|kidding|joking)|i (?:love|hate|like) (?:that|this|it)$|my (?:god|goodness|word))`)
)

// aboutUser reports whether a clause states something of the user.
func aboutUser(c string) bool {
	return ownStart.MatchString(c) && len(words(c)) > 2 || isIdentity(c) || christened.MatchString(c)
}

// christened is what tells the name of a thing of theirs.
var christened = re(`^(?:the|our|his|her|their) (?:\p{L}+ ){1,3}?(?:is|was|are) (?:called|named) "?\p{L}`)

// identity is what one is in a word or two.
var identity = re(`^(?:i'm|i am) (?:an? )?(?:\d{1,3}|vegetarian|vegan|pescatarian|single|married|engaged|divorced|widowed|pregnant|retired|unemployed|self-employed|diabetic|dyslexic|left-handed|colou?r-?blind|gay|lesbian|bi|trans|queer|autistic|deaf|blind|muslim|jewish|christian|catholic|buddhist|hindu|atheist|adopted|freelance|\p{L}+(?:ese|ish|ian|ican)|german|french|dutch|greek|swiss|thai)$`)

// isIdentity reports whether a clause of few words says what the user is.
func isIdentity(c string) bool { return identity.MatchString(c) }

// hedged reports whether a clause in the first person tells nothing that
// would still matter tomorrow.
func hedged(c string) bool { return hedgeRe.MatchString(c) }

var namedVerb = set(`is was has had lives loves likes hates works wants plays studies comes came went got said thinks means made makes moved died
	will can does did knows needs hopes starts started bought eats drinks speaks teaches writes runs owns keeps turned married called gave takes took goes`)

// aboutNamed reports whether a clause is about somebody or something with a
// name: "Mika has two cats".
func aboutNamed(c, persona string) bool {
	ws := words(c)
	if len(ws) < 3 || strings.EqualFold(ws[0], persona) {
		return false
	}
	first := firstRune(ws[0])
	low := strings.ToLower(ws[0])
	if !unicode.IsUpper(first) || englishStops[low] || adverbs[low] || verbs[low] || moodsEnglish[low] != "" {
		return false
	}
	for i, w := range ws[1:min(len(ws), 4)] {
		lw := strings.ToLower(w)
		if namedVerb[lw] || pastForms[lw] || i < 2 && strings.HasSuffix(lw, "ed") {
			return true
		}
		if !unicode.IsUpper(firstRune(w)) && lw != "and" {
			return false
		}
	}
	return false
}

var (
	kinWord  = `(?:sister|brother|mother|father|mum|mom|dad|wife|husband|partner|girlfriend|boyfriend|friend|daughter|son|boss|colleague|aunt|uncle|cousin|grandmother|grandfather|grandma|grandpa|neighbour|neighbor|teacher|roommate|flatmate|baby|cat|dog)`
	personRe = rx(`\b(?:[Mm]y ` + kinWord + `(?: is called| is named|'s name is| is|,)? ([A-Z]\p{L}+)|(?:an?|our) (?:\p{L}+ )?` + kinWord + `(?:,| called| named) ([A-Z]\p{L}+)|([A-Z]\p{L}+) is my ` + kinWord + `|[Mm]y (` + kinWord + `)\b)`)
	thingRe  = rx(`\b(?:called|named) "?([\p{L}\p{N}_+#-]+)"?`)
	pronoun  = rx(`^(She|He|It|she|he|it)('s)?\b`)
)

var (
	// nobodysIt is an "it" that stands for nothing: weather and time.
	nobodysIt = re(`^it(?:'s| is| was|'ll be| will be)? (?:just |still |already |finally |really |so |very |too |getting |been |almost |nearly |about )*(?:rain|snow|hail|thunder|storm|drizzl|pour|freez|hot|cold|warm|cool|chilly|sunny|cloudy|windy|foggy|dark|light|late|early|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|night|noon|midnight|my turn|time|\d)`)
	theirName = re(`^(?:his|her|its) name(?:'s| is) (.+)$`)
	kinOnly   = rx(`\b` + kinWord + `\b`)
)

// resolvePronoun replaces a leading "she", "he" or "it" by who or what the
// user named last. Without one it reports false: nothing is guessed.
func (s *scene) resolvePronoun(c string) (string, bool) {
	if m := theirName.FindStringSubmatch(c); m != nil {
		before, _, _ := strings.Cut(s.reading, c)
		for _, text := range append([]string{before}, s.lastTexts()...) {
			if all := kinOnly.FindAllString(text, -1); len(all) > 0 {
				return "my " + all[len(all)-1] + " is called " + m[1], true
			}
		}
		return "", false
	}
	m := pronoun.FindStringSubmatch(c)
	if m == nil || nobodysIt.MatchString(c) || len(words(c)) < 3 && m[2] == "" || !aboutNamed("Xena"+c[len(m[1]):], s.persona) && m[2] == "" {
		return "", false
	}
	lastNamed := lastPerson
	if strings.EqualFold(m[1], "it") {
		lastNamed = lastThing
	}
	who := ""
	before, _, _ := strings.Cut(s.reading, c)
	for _, text := range append([]string{before}, s.lastTexts()...) {
		if who = lastNamed(text); who != "" {
			break
		}
	}
	if who == "" {
		return "", false
	}
	be := ""
	if m[2] != "" {
		be = " is"
	}
	return who + be + c[len(m[0]):], true
}

// lastTexts returns the user's last messages before the one being read,
// newest first: as far back as a pronoun reaches.
func (s *scene) lastTexts() []string {
	var out []string
	for i := s.at - 1; i >= 0 && len(out) < 3; i-- {
		if s.past[i].user {
			out = append(out, s.past[i].text)
		}
	}
	return out
}

// lastThing returns the thing that text names last.
func lastThing(text string) string {
	if all := thingRe.FindAllStringSubmatch(text, -1); len(all) > 0 {
		return all[len(all)-1][1]
	}
	return ""
}

// lastPerson returns the person that text names last.
func lastPerson(text string) string {
	all := personRe.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		if first, _, _ := strings.Cut(text, " "); aboutNamed(text, "") {
			return first
		}
		return ""
	}
	m := all[len(all)-1]
	switch {
	case m[1] != "" && isOrigin(m[1]):
		return "my " + kinOnly.FindString(m[0])
	case m[1] != "":
		return m[1]
	case m[2] != "":
		return m[2]
	case m[3] != "":
		return m[3]
	}
	return "my " + m[4]
}

var correctRe = rx(`(?i)^(?:(?:no|sorry),? )?(?:it's|its|it is|it was|that's|that is|he's|she's|they're|he is|she is|they are|i said|i meant|i mean|the name is|his name is|her name is|my name is|the \p{L}+ (?:is|was))? ?(?:called |named |in |on |at )?(["“]?[\p{L}\p{N}][\p{L}\p{N} _+#'.-]{0,40}?["”]?),? (?:and )?not (?:called |named |in |on |at )?(["“]?[\p{L}\p{N}][\p{L}\p{N} _+#'.-]{0,40}?["”]?)$`)

// meantRe is a slip that is put right: I said Munich but I meant Augsburg.
var meantRe = re(`^i (?:said|wrote|told you) ([^,]{1,40}?),? (?:but|and) (?:i )?(?:meant|mean|it's|it is)(?: to say)? (.{1,40})$`)

// correction understands "it's called taiga, not tundra": the newest thing
// told that holds the wrong word is told again with the right one. before is
// what the sentence began with: a "no" makes a correction of more.
func (s *scene) correction(text string, before []act) (act, bool) {
	if g := meantRe.FindStringSubmatch(text); g != nil {
		text = "I meant " + g[2] + ", not " + g[1]
	}
	m := correctRe.FindStringSubmatch(text)
	if m == nil || !has(before, kindNo) && !pronounStart(text) {
		return act{}, false
	}
	right, wrong := strings.Trim(m[1], `"“”`), strings.Trim(m[2], `"“”`)
	name := ""
	if i := lastLink.FindStringIndex(right); i != nil {
		name, right = properName.FindString(right[:i[1]]), right[i[1]:]
	}
	if len(strings.Fields(right)) > 5 {
		return act{}, false
	}
	if strings.Contains(strings.ToLower(text), "my name") || wrong == s.user {
		return act{kind: kindName, text: text, name: right, facts: []fact{{"The user's name is " + right + ", not " + wrong + ".", "fact"}}}, true
	}
	if weekdayOnly.MatchString(right) && weekdayOnly.MatchString(wrong) {
		if f, ok := s.otherDay(english, weekdayNumber(lastWord(wrong)), weekdayNumber(lastWord(right))); ok {
			return correctionAct(text, right, wrong, f), true
		}
	}
	if old := s.newestWith(wrong, name); old != "" {
		fixed := strings.TrimRight(replaceFold(old, wrong, right), ".")
		return correctionAct(text, right, wrong, fixed+" (not "+wrong+")."), true
	}
	if subject := ownSubject.FindString(text); subject != "" {
		said, _, _ := strings.Cut(text, " not ")
		said = "my" + strings.TrimRight(said[len(strings.Fields(subject)[0]):], " ,")
		return correctionAct(text, right, wrong, strings.TrimSuffix(s.factEnglish(said, "fact")[0].text, ".")+" (not "+wrong+")."), true
	}
	return act{}, false
}

// correctionAct is the act of a correction that is kept as text.
func correctionAct(said, right, wrong, text string) act {
	return act{
		kind: kindFact, text: said, told: true, category: "correction", topic: right, mirror: right + ", not " + wrong,
		facts: []fact{{text, "fact"}},
	}
}

var (
	properName  = rx(`^[A-Z]\p{L}+\b`)
	lastLink    = re(`^.*\b(?:is|are|was|were|it's|he's|she's|they're)(?: (?:called|named|on|at|in|from))? |^.*\b(?:called|named) `)
	weekdayOnly = re(`^(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day$`)
	ownSubject  = re(`^(?:my|the) (?:\p{L}+ ){1,3}(?:is|was)(?: called| named)? `)
)

func pronounStart(text string) bool {
	return startsWithAny(strings.ToLower(text), "it's", "it is", "its ", "that's", "i said", "i meant", "i mean", "no ", "no,", "the ", "he's", "she's", "her name", "his name", "my name")
}

// replaceFold replaces whole words, whatever their case.
func replaceFold(text, old, with string) string {
	r, err := regexp.Compile(`(?i)\b` + regexp.QuoteMeta(old) + `\b`)
	if err != nil { // unreachable: the expression is quoted
		return text
	}
	return r.ReplaceAllLiteralString(text, with)
}

// categoryEnglish files a statement.
func categoryEnglish(c string) string {
	low := strings.ToLower(c)
	switch {
	case regexpPreference.MatchString(low):
		return "preference"
	case regexpDecision.MatchString(low):
		return "decision"
	case regexpPlan.MatchString(low):
		return "plan"
	}
	for i, w := range words(c) {
		if lw := strings.ToLower(w); (i == 0 || w == lw) && isEvent(lw) {
			return "event"
		}
	}
	return "fact"
}

var notEvents = set(`had was were called named interested married need feed indeed`)

// isEvent reports whether a lower-case word is a verb of something that
// happened.
func isEvent(w string) bool {
	return !notEvents[w] && !baseInED[w] && (pastForms[w] || strings.HasSuffix(w, "ed") && len(w) > 4)
}

var (
	regexpPreference = re(`\b(?:love|like|enjoy|prefer|hate|dislike|adore|can't stand|favou?rite|fond of|fan of|afraid of|scared of|allergic|don't eat|don't drink|never eat|keen on)\b`)
	regexpDecision   = re(`\b(?:decided|decide to|have chosen|chose to|made up my mind|settled on)\b`)
	regexpPlan       = re(`\b(?:going to|will|i'll|plan(?:s|ning)? to|wants? to|would like|i'd like|hope to|hoping to|tomorrow|next (?:week|month|year|\w+day)|intend|ha(?:ve|s) an? (?:\w+ )?(?:interview|exam|deadline|flight|party|concert|wedding|operation|appointment|meeting|test|date)|looking forward)\b`)
)

// isReply reports whether a clause is a few words that answer the persona's
// own question.
func (s *scene) isReply(c string) bool {
	if len(s.lately) == 0 || isIdentity(c) || len(words(c)) > 8 || len(words(c)) > 2 && languageOf(c, s.lang) == english && isStatement(c) || ownStart.MatchString(c) && len(words(c)) > 3 {
		return false
	}
	return strings.HasSuffix(strings.TrimSpace(s.lately[0]), "?") || strings.HasSuffix(s.lately[0], "？") || endsWithAny(stopped(s.lately[0], japanese), "か。")
}
