package builtin

import (
	"strings"
)

// unwraps are ways to lead to a question; they are taken off its front.
var unwraps = re(`^(?:(?:so|and|but|then|well|ok|okay|hey|please|now|also|quick question|by the way|just curious)[, ]+|(?:(?:can|could|would|will) you (?:please )?)?(?:tell|remind) me (?:again )?|do you (?:still |even |happen to |by any chance )?(?:remember|recall|know) |(?:did|have) i (?:ever |already )?(?:tell|told|mention|mentioned)(?: (?:to )?you)? |i (?:wonder|forgot|forget|can't remember|cannot remember|don't remember|have forgotten) |any idea |you know |guess |remember )(?:if |whether |that |again )?`)

var (
	whStart  = re(`^(?:what|who|whom|whose|where|when|which|why|how)(?:'s|'re|'d|'ll)?\b`)
	auxStart = re(`^(?:am|is|are|was|were|do|does|did|don't|doesn't|didn't|have|has|haven't|hasn't|can|could|will|would|should|isn't|aren't|wasn't) (?:i|my|we|our|you|your|he|she|it|they|the|a|an|there|this|that|[A-Z]\w+|\w+)\b`)
	lovely   = re(`^what an? `)
	aboutYou = re(`\b(?:you|your|yours|yourself)\b`)
	aboutMe  = re(`\b(?:i|my|me|mine|we|our|us|i'm|i've)\b`)
)

// personaRules are the questions that are about the persona or the moment
// rather than about what was told.
var personaRules = []rule{
	{kindAskNature, re(`\b(?:are|r) you (?:really |actually |just |secretly )?(?:an? |even )?(?:ai|a\.i\.?|robot|bot|chat ?bot|human|real|person|alive|machine|program|computer|chatgpt|gpt|claude|gemini|llm|language model|conscious|sentient|fake|real person|human being)\b|^what are you(?: exactly| really| anyway)?$|^how do you work|^(?:what|which) (?:model|ai|llm) (?:are you|do you)|^do you have (?:feelings|a body|a soul|emotions|consciousness)|^are you there|^(?:but )?you(?:'re| are) (?:really |actually |just |secretly )?an? (?:human|person|robot|bot|machine|program|computer|ai)\b|^who (?:made|built|created|wrote|programmed) you|^do you (?:ever |even |really )?(?:eat|sleep|drink|breathe|age|think|feel)(?: at all| anything| ever| too)?$`)},
	{kindAskIntro, re(`^(?:tell me )?(?:something )?about (?:you|yourself)$|^introduce yourself|^what are you like|^what do you (?:usually |normally )?do(?: here| for a living| all (?:day|night)| at night)?$|^what(?:'s| is) your (?:job|work)\b`)},
	{kindAskName, re(`^(?:what(?:'s| is) your name|who are you|who am i talking to|what (?:should|can|do|shall) i call you|do you have a name|your name$)`)},
	{kindAskDay, re(`^(?:what (?:did|have|were) you (?:do|done|been|doing)|how was your (?:day|night|week|weekend)|did you (?:sleep|dream|miss|have)|have you (?:been|slept|eaten)|what are you doing)`)},
	{kindAskSelf, re(`^(?:how are you|how(?:'s| is) it going|how do you feel|how have you been|how are things|what's up|are you (?:ok|okay|all right|alright|well|tired|happy|sad|bored|lonely|busy))`)},
	{kindAskMemory, re(`^(?:(?:do|will|can|would) you (?:ever |always )?(?:forget|remember (?:everything|things|what i)|keep|save|store)|where do you (?:keep|store|save)|who (?:can|else) (?:see|read|know)|is (?:this|it|that|our (?:talk|chat|conversation)) private|(?:are you going to|will you|would you|do you|please don't|don't) (?:ever )?tell (?:anyone|anybody|my|them|him|her|people|others)|will you remember|you (?:remember|never forget|will remember))`)},
	{kindAskAbility, re(`^(?:what can you do|what are you able|what can i (?:do|ask|say)|how can you help|can you help|help$|what do you do$|what are you for|what's the point of you)`)},
	{kindAskDream, re(`^(?:do|did|will|can|have) you (?:ever |really |also )?dream(?:s|t|ed|ing)?\b|^what (?:do|did|have|are) you dream|^(?:what|how) was your (?:last )?dream|^any (?:good )?dreams\b|^tell me (?:about )?your (?:last )?dreams?$`)},
	{kindAskWants, re(`^(?:what do you (?:want|wish for|hope for|long for|dream of)(?: most| to do| from life)?$|what are your (?:goals|wishes|plans|hopes)|do you (?:want|wish for) anything|do you have (?:a |any )?(?:goals?|wish(?:es)?|plans?)\b|what(?:'s| is) on your mind|what (?:are you|do you) (?:wondering|wonder)(?: about)?|what are you (?:curious about|looking forward to))`)},
	{kindAskOpinion, re(`^(?:what do you (?:think|reckon|say|make of)|(?:what|which|any|do|can|could)\b.* (?:recommend|suggest)(?:ed|ions?|ations?)?\b|(?:a |an |the )?[a-z]+ or (?:a |an |the )?[a-z]+$|(?:do|don't) you (?:really |honestly )?(?:agree|believe|think|reckon|feel|suppose|guess)\b|what (?:should|would|shall) (?:i|you|we) \w+|should (?:i|we)\b|shall (?:i|we)\b|would you (?:advise|recommend|suggest|rather|\w+ .+ or \w+)|is it (?:a good idea|wise|worth it|right)(?: to| if| for|$)|(?:any|have you|do you have) (?:any )?(?:advice|thoughts|ideas?)\b|what's your (?:opinion|advice|view)|which (?:would|do) you)`)},
	{kindAskTime, re(`^(?:what time is it|what's the time|what is the time|do you have the time|the time)`)},
	{kindAskDate, re(`^(?:what(?:'s| is)? (?:the )?(?:day|date|month|year)(?: of the week)?(?: is (?:it|today))?(?: today)?$|what(?:'s| is) (?:today's date|today)|what (?:day|date|month|year) is|which day is)`)},
	{kindAskAll, re(`^(?:(?:what|everything|anything)(?: (?:do|did|have|can))? ?you (?:know|remember|recall|learn|learned|learnt|noted|written)(?: down)?(?: so far)?(?: about me)?(?: so far)?$|what have i told you(?: so far)?$|what did i tell you(?: so far)?$|(?:everything|anything|something|all)? ?(?:you know |you remember )?about (?:me|myself)$|me$|who i am$|who am i$|do you know me|what you (?:know|remember)(?: about me)?$)`)},
}

// dilemma is a choice that is put to the persona without asking.
var dilemma = re(`^i (?:just |still |really )?(?:can't|cannot|can not|couldn't|don't know how to) (?:decide|choose|make up my mind)\b|^i(?:'m| am) (?:so |really )?torn\b`)

// questionEnglish understands a question, or reports false.
func (s *scene) questionEnglish(sen sentence) (act, bool) {
	text := sen.text
	if lovely.MatchString(text) && !sen.asks {
		return act{}, false
	}
	if a, ok := fixedQuestion(sen); ok {
		return a, true
	}
	rest, wrapped := unwrap(text)
	bare := wrapped && !whStart.MatchString(rest)
	switch {
	case !sen.asks && !wrapped && !asksBare(rest):
		return act{}, false
	case cannotRe.MatchString(rest) && !aboutMe.MatchString(trimWish(rest)), cannotAsk.MatchString(rest):
		return act{kind: kindCannot, text: rest}, true
	case bare && !sen.asks && strings.HasPrefix(strings.ToLower(text), "remember"):
		return act{}, false
	}
	otherwise := askYesNo
	if bare && isTopic(rest) {
		otherwise = askAbout
	}
	return act{kind: askedOf(rest), text: text, ask: s.newQuestion(rest, otherwise)}, true
}

// fixedQuestion understands what is asked in the same words by everybody,
// with and without what leads to it.
func fixedQuestion(sen sentence) (act, bool) {
	if a, ok := personaQuestion(sen); ok {
		return a, true
	}
	if dilemma.MatchString(sen.text) {
		return act{kind: kindAskOpinion, text: sen.text}, true
	}
	if makeRe.MatchString(sen.text) || cannotAsk.MatchString(sen.text) && len(words(sen.text)) <= 4 {
		return act{kind: kindCannot, text: sen.text}, true
	}
	rest, wrapped := unwrap(sen.text)
	if !wrapped {
		return act{}, false
	}
	return personaQuestion(sentence{text: rest, asks: true})
}

// isTopic reports whether what follows "do you remember" is no sentence but
// only names something: "my sister".
func isTopic(text string) bool { return !auxStart.MatchString(text) && !isStatement(text) }

// askedFor is what a question about somebody else says to the persona.
var askedFor = re(`^(?:what|who|how much|how well|anything|everything|what else)?(?: else)? ?(?:do|can|did|have|would) you (?:\w+ ){0,1}?(?:know|remember|recall|tell me|say)\b`)

// askedOf tells a question about the persona alone from the others.
func askedOf(text string) kind {
	if aboutYou.MatchString(askedFor.ReplaceAllString(text, "")) && !aboutMe.MatchString(text) {
		return kindAskPersona
	}
	return kindAsk
}

// asksBare reports whether a sentence without a question mark asks something.
func asksBare(text string) bool {
	return whStart.MatchString(text) && whAsks(text) || auxStart.MatchString(text) && aboutMe.MatchString(text) || asksYou.MatchString(text)
}

// asksYou asks the persona, with or without a mark.
var asksYou = re(`^(?:do|are|can|would|have|did|will) you \p{L}+`)

var makeRe = re(`^(?:please |can you |could you |will you |would you )*(?:make|create|give|tell|read|sing) (?:me |us )?(?:an?|some|another) (?:\w+ )?(?:joke|story|poem|riddle|song|recipe|fairy tale|bedtime story)|^do you know (?:any|some|an?) (?:\w+ )?(?:joke|stor(?:y|ie)|song|poem|riddle|recipe)s?\b`)

// whAsks reports whether a sentence without a question mark that begins with
// "what", "when" … is a question all the same.
func whAsks(text string) bool {
	ws := words(strings.ToLower(text))
	if len(ws) < 2 || strings.Contains(text, ",") {
		return false
	}
	if strings.Contains(ws[0], "'s") || ws[0] == "who" && (isPast(ws[1]) || namedVerb[ws[1]]) {
		return true
	}
	for _, w := range ws[1:min(len(ws), 4)] {
		if auxiliary(w) || modals[w] {
			return ws[0] != "when" && ws[0] != "how" || ws[1] == w || ws[0] == "how"
		}
	}
	return false
}

var modals = set(`did can will should would could`)

var wishLead = re(`^(?:please |can you |could you |would you |will you |help me (?:to )?)*`)

func trimWish(text string) string { return wishLead.ReplaceAllString(text, "") }

func personaQuestion(sen sentence) (act, bool) {
	for _, r := range personaRules {
		if r.re.MatchString(sen.text) && (sen.asks || r.kind != kindAskOpinion) {
			return act{kind: r.kind, text: sen.text}, true
		}
	}
	return act{}, false
}

// unwrap takes "do you remember", "can you tell me" and the like off.
func unwrap(text string) (string, bool) {
	wrapped := false
	for range 4 {
		m := unwraps.FindString(text)
		if m == "" || m == text || startsWithAny(strings.ToLower(m), "i ", "guess") && !whStart.MatchString(text[len(m):]) && !endsWithAny(m, "if ", "whether ") {
			break
		}
		text = text[len(m):]
		low := strings.ToLower(strings.TrimRight(m, " ,"))
		if !startsWithAny(low, "so", "and", "but", "then", "well", "ok", "hey", "please", "now", "also", "quick", "by the way", "just") {
			wrapped = true
		}
	}
	return strings.TrimSpace(text), wrapped
}

var aboutRe = re(`^(?:what (?:did|have|had) (?:i|we) (?:say|said|tell|told|mention|mentioned|talk|talked|speak|spoken|discuss|discussed|chat)(?: to)?(?: you)?(?: about)?|what do you (?:know|remember|recall) about|what about|anything about|something about|everything about|about|tell me about|and) +(.+)$`)

// newQuestion reads what kind of answer a question wants: otherwise, when its
// first words do not tell.
func (s *scene) newQuestion(text string, otherwise askKind) question {
	q := question{text: text, kind: askYesNo, user: aboutMe.MatchString(text), span: spanIn(text, s.now)}
	text = strings.Replace(forLiving.ReplaceAllString(text, "work"), " use to ", " used to ", 1)
	low := strings.ToLower(text)
	body := text
	if m := aboutRe.FindStringSubmatch(text); m != nil {
		q.kind, body = askAbout, m[1]
	} else {
		q.kind = wantedEnglish(low, otherwise)
	}
	if tomorrowEn.MatchString(text) {
		for _, t := range dayMarks(absoluteEnglish(text, s.now)) {
			q.terms = append(q.terms, t)
			break
		}
	}
	if fromEn.MatchString(text) {
		q.terms = append(q.terms, term{origin, 1})
	}
	if howOld.MatchString(text) {
		q.terms = append(q.terms, term{"@age", 1})
	}
	q.about = strings.TrimSuffix(secondFromFirst(body), "?")
	if (q.user && q.kind != askYesNo || q.kind == askAbout) && strings.Contains(low, "my name") && len(termsOf(strings.ReplaceAll(low, "my name", ""))) == 0 {
		q.kind = askName
		return q
	}
	if m := classVerb.FindStringSubmatch(body); m != nil {
		body = strings.Replace(body, m[1], "", 1) // the verb tells it
	}
	for _, t := range termsOf(dayWords.ReplaceAllString(body, "")) {
		if !asked(q.kind, t.key) {
			q.terms = append(q.terms, t)
		}
	}
	return softened(q)
}

var (
	forLiving  = re(`\bdo for (?:a living|work)\b`)
	classVerb  = re(`^(?:what|which) (\w+) (?:do|does|did) .*\b(?:support|drive|follow|teach|study|ride)\b`)
	howOld     = re(`^how old am i\b`)
	tomorrowEn = re(`\btomorrow\b`)
	fromEn     = re(`^where\b.*\bfrom$`)
)

// asked reports whether a term is what a kind of question asks for, so that
// it need not be in what answers.
func asked(k askKind, key string) bool {
	switch k {
	case askNumber:
		return key == "long" || key == "often" || key == "@age"
	case askName:
		return key == "@name"
	case askWhen:
		return key == stem("time") || key == "day" || key == stem("date") || key == stem("year") || key == stem("month") || key == stem("week") || key == stem("since")
	}
	return false
}

// wantedEnglish tells the kind of answer from the first words of a question.
func wantedEnglish(low string, otherwise askKind) askKind {
	switch {
	case nameQuestion.MatchString(low):
		return askName
	case startsWithAny(low, "who"):
		return askWho
	case startsWithAny(low, "where"), startsWithAny(low, "what town", "what city", "which city"):
		return askWhere
	case startsWithAny(low, "when", "what time", "what day", "what date", "how long ago", "since when"), whichTime.MatchString(low):
		return askWhen
	case startsWithAny(low, "how many", "how much", "how old", "how long", "how often"):
		return askNumber
	case startsWithAny(low, "why"):
		return askWhy
	case startsWithAny(low, "what", "which", "how"):
		return askWhat
	}
	return otherwise
}

// whichTime asks for a time by what kind of time it is.
var whichTime = re(`^(?:in |since |on |around |by |during )?(?:what|which) (?:year|month|week|weekend|day|date|season)\b(?: of [^?]*)? (?:did|does|do|was|were|is|are|will|has|have)\b`)

var nameQuestion = rx(`^(?:what(?:'s| is| was| are)|do you know|who).*\bnames?\b|^what (?:is|are|was|do i call|did i call|have i called)\b.*\b(?:called|call|named)\b|^what do i call`)

var moodsEnglish = moodTable(map[mood]string{
	moodSad:     `sad down depressed heartbroken miserable unhappy crying cried cry grieving upset hopeless devastated blue gloomy hurt disappointed`,
	moodLonely:  `lonely alone isolated homesick`,
	moodTired:   `tired exhausted sleepy drained worn-out burnt-out knackered weary shattered`,
	moodAnxious: `anxious nervous worried worry scared afraid stressed overwhelmed panicking terrified frightened uneasy tense`,
	moodAngry:   `angry furious annoyed frustrated mad irritated livid fuming`,
	moodHappy:   `happy glad excited thrilled proud delighted great wonderful fantastic relieved grateful overjoyed ecstatic brilliant cheerful`,
	moodBored:   `bored`,
	moodIll:     `sick ill unwell feverish dizzy`,
})

func moodTable(lists map[mood]string) map[string]mood {
	m := map[string]mood{}
	for md, text := range lists {
		for _, w := range strings.Fields(text) {
			m[w] = md
		}
	}
	return m
}

var (
	feelRe  = re(`\b(?:i'm|i am|i feel|feeling|felt|i've been|i have been|i was|makes me|made me|i get|i got|i'm feeling|it's been)\b`)
	sadNews = re(`\b(?:died|passed away|has cancer|broke up|left me|lost my job|got fired|was fired|laid off|i failed|didn't get|was rejected|divorc\w+|funeral|had an? (?:huge |big |bad |terrible )?(?:fight|row|argument|quarrel)|is in (?:the )?hospital|hospitali[sz]ed|is dying|miss (?:him|her|them|my)|bad day|awful day|terrible day|horrible day|rough day|hard day)\b`)
	phobia  = re(`\b(?:afraid|scared|terrified|frightened) of (?:the |my )?\p{L}+s?$`)
	joyNews = re(`\b(?:i (?:got (?:the|a|into|promoted|engaged|accepted)|passed|won|finished|did it|made it|graduated)|we (?:won|got married)|it worked|good news|great day|best day|lovely day|wonderful day|is born|was born today|said yes)\b`)
	bodyIll = re(`\b(?:have|having|got|caught) (?:a |an |the )?(?:fever|cold|flu|headache|migraine|stomach ?ache|sore throat)\b|\bslept (?:so |very |really )?(?:badly|poorly|terribly)|\bcan't sleep|couldn't sleep|didn't sleep|insomnia\b`)
)

// moodEnglish tells how the user says they feel.
func moodEnglish(c string) mood {
	switch {
	case phobia.MatchString(c):
		return moodNone
	case newsEnglish(c) != moodNone:
		return newsEnglish(c)
	case sadNews.MatchString(c):
		return moodSad
	case bodyIll.MatchString(c):
		return moodIll
	}
	if feelRe.MatchString(c) || len(words(c)) <= 3 {
		if m, found := moodOfWords(c); found {
			return m
		}
	}
	if joyNews.MatchString(c) && !isDenied(c) {
		return moodHappy
	}
	return moodNone
}

// moodOfWords returns the mood of the first word that names one, in a clause
// that says how somebody feels.
func moodOfWords(c string) (mood, bool) {
	denied := false
	for _, w := range words(strings.ToLower(c)) {
		if w == "not" || w == "isn't" || w == "never" || w == "don't" || w == "wasn't" {
			denied = true
		}
		m, ok := moodsEnglish[w]
		if !ok {
			continue
		}
		switch {
		case denied && m == moodHappy:
			return moodSad, true
		case denied:
			return moodNone, true
		}
		return m, true
	}
	return moodNone, false
}

var topicEnds = set(`right at in on with because when that and but for since which who yesterday today tomorrow last next this if so while now ago from by as
	after before during until than to too again anymore lately recently`)

// topicEnglish returns the few words a statement is about, from the
// persona's side: "I bought a new guitar yesterday" → "a new guitar".
func topicEnglish(c string) string {
	ts := tokens(secondFromFirst(c))
	i := 0
	for i < len(ts) && !topicVerb(ts[i].word) {
		i++
	}
	i++
	be := i > 0 && i <= len(ts) && isBe(ts[i-1].word)
	i = topicStart(ts, i)
	if be && i < len(ts) && !articles[strings.ToLower(ts[i].word)] {
		return ""
	}
	out := chunk(ts[min(i, len(ts)):])
	if len(out) == 0 || !beginsTopic(strings.ToLower(out[0]), len(out)) {
		return ""
	}
	return strings.Join(out, " ")
}

// beginsTopic reports whether n words of which low is the first name a thing.
func beginsTopic(low string, n int) bool {
	if n == 1 {
		return !englishStops[low] && !adverbs[low] && !loose[low] && !strings.HasSuffix(low, "ly")
	}
	return !englishStops[low] || articles[low]
}

// topicStart returns where, from i on, the words begin that say what it is
// about: the goal of a way, what somebody began or stopped doing, or what
// follows the verbs.
func topicStart(ts []token, i int) int {
	for j := i; j < min(len(ts), i+6) && i < len(ts) && ts[i].word == "from"; j++ {
		if ts[j].word == "to" {
			return j + 1
		}
	}
	for i < len(ts) && skipToTopic(ts[i].word) {
		if i > 0 && strings.HasSuffix(ts[i].word, "ing") && beforeGerund[strings.ToLower(ts[i-1].word)] {
			break
		}
		i++
	}
	return i
}

var (
	beforeGerund = set(`quit stopped stop started start began love like hate enjoy loved liked hated enjoyed gave up finished keep`)
	units        = set(`day days week weeks month months year years hour hours minutes`)
)

// chunk returns the words that belong together at the start of ts.
func chunk(ts []token) []string {
	var out []string
	for i := 0; i < len(ts) && len(out) < 6; i++ {
		low := strings.ToLower(ts[i].word)
		if topicEnds[low] && len(out) > 0 || ts[i].before != "" || len(out) > 0 && i+1 < len(ts) && units[strings.ToLower(ts[i+1].word)] {
			break
		}
		out = append(out, ts[i].word+map[bool]string{true: "'"}[ts[i].after == "'"])
		if ts[i].after != "" && ts[i].after != "'" {
			break
		}
	}
	return out
}

var loose = set(`though well badly too either anyway instead more less better worse fine okay away back home there here`)

var articles = set(`a an the my your his her our their two three four five six seven eight nine ten some another new no`)

func isBe(w string) bool {
	switch low := strings.ToLower(w); low {
	case "am", "is", "are", "was", "were", "be", "been", "isn't", "aren't", "wasn't", "look", "looks", "feel", "feels", "seem", "seems":
		return true
	default:
		return strings.HasSuffix(low, "'re") || strings.HasSuffix(low, "'m") || low == "it's" || low == "that's" || low == "she's" || low == "he's"
	}
}

func topicVerb(w string) bool {
	low := strings.ToLower(w)
	return auxiliary(low) || verbs[low] || pastForms[low] || unchanged[low] || strings.HasSuffix(low, "ed") && len(low) > 3 ||
		strings.HasSuffix(low, "'re") || strings.HasSuffix(low, "'ve") || strings.HasSuffix(low, "'ll") || verbs[plainVerb(low)]
}

func skipToTopic(w string) bool {
	low := strings.ToLower(w)
	return adverbs[low] || topicEnds[low] || topicVerb(w) || low == "been" || low == "going" || low == "not" || low == "of" || low == "about" || low == "up" || low == "out" || strings.HasSuffix(low, "ing") && len(low) > 5
}
