package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A rule maps what a sentence matches to what it does.
type rule struct {
	kind kind
	re   *expr
}

func re(expr string) *expr { return rx(`(?i)` + expr) }

// leads are what people say before what they want to say. The whole match is
// taken off; what follows is read on its own.
var leads = []rule{
	{kindGreeting, re(`^(?:hi|hello|hey|hiya|howdy|greetings|yo|heya|sup|good (?:morning|evening|afternoon|day)|morning|evening)(?: there| again| everyone| dear)?(?:\s*$|[ ,.]+)`)},
	{kindThanks, re(`^(?:(?:many |no,? )?thanks|thank you|thank u|thx|cheers|ta)(?: (?:so much|very much|a lot|again|a million|you))?(?:(?: for| to)\b[^,]*)?(?:,? (?:that|this|it)(?:'s| is| was)? (?:really |very |so )?(?:helps?|helped|helpful|kind|nice|good to know)(?: a lot| me| of you)?)?(?:\s*$|,\s*|\s+)`)},
	{kindApology, re(`^(?:i'm |i am )?(?:so |very |really )?sorry(?:(?: for| about| that| i)\b[^,]*)?(?:\s*$|,\s*(?:but\s+)?)|^(?:my apologies|i apologi[sz]e)[^,]*(?:\s*$|,\s*)`)},
	{kindLaugh, re(`^(?:(?:ha){2,}h?|lol|hehe+|rofl|:-?\)|lmao)(?:\s*$|[ ,]+)`)},
	{kindNo, re(`^(?:you're|you are|you got that|that's|that is|you have that|i was) (?:wrong|mistaken|not (?:right|true|correct)|incorrect)(?: about [^,]*)?,\s+`)},
	{kindYes, re(`^(?:yes|yeah|yep|yup|sure|of course|right|you're right|you are right|that's right|exactly|indeed|correct|absolutely|i do|i am|it is)(?: please| i (?:do|am|did|have)| it (?:is|was))?(?:\s*$|,\s*)`)},
	{kindNo, re(`^(?:no,? wait|wait,? no|no|nope|nah|not really|not yet|never)(?: i (?:don't|do not|didn't|haven't|am not)|,? thank you|,? thanks)?(?:\s*$|,\s*)`)},
	{kindOther, re(`^(?:well|oh|ah|um|so|ok|okay|anyway|actually|by the way|btw|hmm+|you know|look|listen|honestly|to be honest|whatever|please note that|fyi)(?:\s*$|[ ,]+)`)},
}

var (
	crisisRe   = re(`\b(?:kill(?:ing)? myself|end(?:ing)? my (?:own )?life|suicid\w*|want to die|wish i (?:was|were) dead|don't want to (?:live|be alive)|hurt(?:ing)? myself|self[- ]harm)\b`)
	farewellRe = re(`^(?:good ?bye|bye(?: bye|-bye)?|good ?night|night night|see (?:you|ya)|talk (?:to you )?(?:later|soon|tomorrow)|take care|ttyl|farewell|until (?:tomorrow|next time)|i(?:'m| am) (?:off|going to bed|going to sleep|heading (?:off|out|to bed))|i(?:'ve| have)? (?:got to|gotta|have to|must|should|need to) (?:go|leave|sleep|run)|gotta go|off to bed|have a (?:good|nice|great))\b`)
	praiseRe   = re(`\b(?:i (?:really |do |so )?(?:love|like|adore|appreciate|missed|miss) (?:you|talking (?:to|with) you|your (?:voice|lamp|company))|(?:you're|you are|that's|that was|that is|how) (?:so |very |really |such |a |an |the |quite )*(?:great|good|nice|kind|sweet|lovely|clever|smart|wonderful|amazing|best|helpful|cute|funny|brilliant|thoughtful|beautiful)\b|well done|good (?:job|girl|work|answer)|proud of you|nicely (?:put|said))`)
	blameRe    = re(`^(?:that's|that is|this is) not (?:what i (?:asked|said|meant)|an answer)|\byou (?:didn't|did not) (?:answer|listen|understand)|\byou misunderstood|\b(?:(?:you're|you are|that's|that is|this is) (?:so |very |really |such |a |an |not )*(?:stupid|useless|bad|boring|dumb|wrong|annoying|an? idiot|idiot|terrible|awful|silly|creepy|rubbish|not true|incorrect|helpful|true)\b|i hate you|shut up|go away|you (?:don't|never) (?:listen|understand|know anything))`)
	rememberRe = re(`^(?:and |also |oh |now )?(?:please |can you |could you |i want you to |i'd like you to |would you )*(?:remember|don't forget|do not forget|never forget|note|make a note|take a note|keep in mind|write down|write this down|jot down|memori[sz]e)(?: this| down| please)?[:,]?(?: that)?[:,]? +(.+)$`)
	remindRe   = re(`^(?:please |can you |could you |would you )*(?:remind me|remember|don't let me forget|don't forget)(?: to| that i (?:have|need|must) to)? to (.+)$|^(?:please |can you |could you )*remind me to (.+)$`)
	forgetRe   = re(`^(?:please |can you |could you |just )*(?:forget|delete|erase|remove)\b`)
	cannotRe   = re(`^(?:please |can you |could you |would you |will you |i want you to |i'd like you to |help me (?:to )?|let's |kindly )*(?:(?:write|compose|draw|paint|translate|code|program|calculate|compute|solve|summari[sz]e|search|google|look up|sing|generate|draft|proofread|book|order|fix|debug|rewrite|improve|convert|design|open|play|list|describe|define|explain|recommend|suggest|send|email|set (?:a|an) (?:timer|alarm))\b|(?:make|create|give|tell|read|show) (?:me |us )?(?:a |an |some |the )?(?:joke|story|poem|list|picture|image|recipe|song|plan|news|summary|code|riddle|fairy tale|website|essay))`)
	cannotAsk  = re(`^(?:please )?say something (?:funny|clever|smart|nice)$|^\d[\d\s.]*[+*/x×÷-][\d\s+*/x×÷().=-]*$|\b(?:weather|forecast|temperature outside|news|stock price|exchange rate)\b|^(?:how (?:do|can|should|would) (?:i|you|we|one) (?:say|make|cook|write|fix|get|build|learn|install|use|solve)|how to)\b|^what(?:'s| is) [\d(][\d\s+*/x×÷^().-]*$|^(?:what does .* mean|how do you spell)`)
)

// understandEnglish takes one English sentence apart.
func (s *scene) understandEnglish(sen sentence) []act {
	acts, rest := s.takeLeads(sen.text)
	if rest == "" {
		return acts
	}
	add := func(k kind) []act { return append(acts, act{kind: k, text: rest}) }
	switch {
	case crisisRe.MatchString(rest):
		return add(kindCrisis)
	case farewellRe.MatchString(rest) && len(words(rest)) <= 9:
		return add(kindFarewell)
	}
	if key := talkKey(rest, talkEnglish); key != "" {
		return append(acts, act{kind: kindTalk, text: rest, topic: key})
	}
	if a, ok := s.wish(rest); ok {
		return append(acts, a)
	}
	if a, ok := s.correction(rest, acts); ok {
		return append(acts, a)
	}
	if a, ok := s.questionEnglish(sentence{text: rest, asks: sen.asks}); ok {
		return append(acts, a)
	}
	switch {
	case cannotRe.MatchString(rest):
		return add(kindCannot)
	case blameRe.MatchString(rest):
		return add(kindBlame)
	case praiseRe.MatchString(rest):
		return add(kindPraise)
	}
	return append(acts, s.statements(laughEnd.ReplaceAllString(rest, ""))...)
}

// takeLeads takes greetings and the like off the front of a sentence.
func (s *scene) takeLeads(rest string) ([]act, string) {
	var acts []act
	rest = strings.TrimSpace(rest)
	for range 6 {
		took := false
		if name := leadingName(rest, s.persona); name > 0 {
			rest, took = strings.TrimLeft(rest[name:], " ,.:"), true
		}
		for _, l := range leads {
			m := l.re.FindString(rest)
			if m == "" || l.kind == kindOther && len(words(rest)) < 2 {
				continue
			}
			if l.kind != kindOther {
				acts = append(acts, act{kind: l.kind, text: rest})
			}
			rest, took = strings.TrimSpace(rest[len(m):]), true
			break
		}
		if !took {
			break
		}
	}
	if n := len(rest) - len(s.persona); n > 0 && strings.EqualFold(rest[n:], s.persona) && strings.HasSuffix(strings.TrimRight(rest[:n], " "), ",") {
		rest = strings.TrimRight(rest[:n], " ,")
	}
	return acts, rest
}

// leadingName returns the length of name when text addresses it.
func leadingName(text, name string) int {
	if name == "" || len(text) < len(name) || !strings.EqualFold(text[:len(name)], name) {
		return 0
	}
	if len(text) == len(name) || text[len(name)] == ',' || text[len(name)] == '.' {
		return len(name)
	}
	return 0
}

// wish understands what the user wants kept, done or dropped.
func (s *scene) wish(text string) (act, bool) {
	if m := remindRe.FindStringSubmatch(text); m != nil {
		what := m[1] + m[2]
		kept := fact{stopped(s.subjectName()+" wants to be reminded to "+absoluteEnglish(swapAll(what, they), s.now), english), "plan"}
		return act{kind: kindFact, text: text, facts: []fact{kept}, told: true, mirror: secondFromFirst(what), category: "remind"}, true
	}
	if m := rememberRe.FindStringSubmatch(text); m != nil && !strings.HasPrefix(strings.ToLower(m[1]), "when ") && !strings.HasPrefix(strings.ToLower(m[1]), "me") && !strings.HasSuffix(text, "?") {
		acts := s.statements(m[1])
		if len(acts) > 0 && acts[0].kind == kindName {
			return acts[0], true
		}
		a := act{kind: kindFact, text: m[1], told: true, mirror: secondFromFirst(m[1]), category: categoryEnglish(m[1])}
		for _, in := range acts {
			if len(in.facts) == 0 {
				in.facts = s.factEnglish(in.text, a.category)
			}
			a.facts = append(a.facts, in.facts...)
		}
		return a, len(a.facts) > 0
	}
	if forgetRe.MatchString(text) && !strings.Contains(strings.ToLower(text), "i forget") {
		return act{kind: kindForget, text: text}, true
	}
	return act{}, false
}

func swapAll(text string, table map[string]string) string {
	ts := tokens(text)
	for i := range ts {
		ts[i].word = swap(ts[i].word, table)
	}
	return joinTokens(ts)
}

var (
	nameRe  = re(`\b(?:my name'?s? (?:is )?spel(?:led|t)|my name is|my name's|my name was|i am called|i'm called|people call me|(?:please |just |you can |so )*call me|i go by)\s+(?:just )?(.+)$`)
	iAmName = rx(`^(?:I'm|I am|This is|It's|It is|i'm|i am)\s+([A-Z][\p{L}'-]+(?: [A-Z][\p{L}'-]+)?)(?: here)?$`)
)

// nameAndWork is a name written small, which what one is follows.
var nameAndWork = rx(`^(?:i'm|i am|I'm|I am) (\p{Ll}{2,12}), (?:an?|\d{2}) `)

func nameBeforeWork(clause string) string {
	m := nameAndWork.FindStringSubmatch(clause)
	if m == nil || englishStops[m[1]] || moodsEnglish[m[1]] != moodNone || verbs[m[1]] || adverbs[m[1]] || endsWithAny(m[1], "ing", "ed") {
		return ""
	}
	return upperFirst(m[1])
}

// nameIn returns the name with which the user introduces themselves.
func nameIn(clause string) string {
	if name := nameBeforeWork(clause); name != "" {
		return name
	}
	if m := iAmName.FindStringSubmatch(clause); m != nil && !isOrigin(m[1]) {
		return m[1]
	}
	m := nameRe.FindStringSubmatch(clause)
	if m == nil {
		return ""
	}
	var name []string
	for i, w := range strings.Fields(m[1]) {
		clean := strings.Trim(w, `.,;:!?"“”'()`)
		first := firstRune(clean)
		if clean == "" || i > 0 && !unicode.IsUpper(first) || i > 3 || englishStops[strings.ToLower(clean)] || strings.HasPrefix(w, "(") {
			break
		}
		name = append(name, clean)
		if clean != strings.Trim(w, `"“”'`) {
			break
		}
	}
	joined := strings.Join(name, " ")
	if len(joined) > 60 || strings.ContainsAny(joined, "<>{}@/\\") {
		return ""
	}
	return upperFirst(joined)
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// isOrigin reports whether a capitalised word after "I'm" is no name.
func isOrigin(w string) bool {
	low := strings.ToLower(w)
	return strings.HasSuffix(low, "ese") || strings.HasSuffix(low, "ish") || strings.HasSuffix(low, "ian") || strings.HasSuffix(low, "ican") ||
		low == "german" || low == "french" || low == "dutch" || low == "greek" || low == "swiss" || low == "thai" || strings.HasSuffix(low, "day")
}

// clauses splits a sentence where a new statement about the user begins.
func clauses(text string) []string {
	var out []string
	low := strings.ToLower(text)
	start := 0
	for _, at := range clauseBorder.FindAllStringSubmatchIndex(low, 12) {
		left := strings.TrimSpace(text[start:at[0]])
		if !isStatement(left) {
			continue
		}
		out = append(out, left)
		start = at[2]
	}
	return append(out, strings.TrimSpace(text[start:]))
}

var clauseBorder = rx(`(?:,? (?:and|but|so)|,|;| -|:) (i|i'm|i've|i'll|i'd|my|we|we're|call me|you can call me)\b`)

// isStatement reports whether text is a clause on its own rather than the
// first half of a subject ("my sister and").
func isStatement(text string) bool {
	low := strings.ToLower(text)
	if startsWithAny(low, "if ", "when ", "because ", "although ", "since ", "while ", "after ", "before ", "unless ") {
		return false
	}
	for i, w := range words(low) {
		if i == 0 && (strings.HasPrefix(w, "i'") || w == "call") || i == 1 && w == "name's" {
			return true
		}
		if i > 0 && (isVerb(w) || verbs[w] || strings.HasSuffix(w, "'s") && i > 1) {
			return true
		}
	}
	return false
}
