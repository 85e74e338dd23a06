package pending

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/en"
	"yumori/internal/pattern"
)

// The rules for English in the order they are tried: those that know what they
// speak of, those that take any word, those of little weight.
var rulesEn = slices.Concat(openEn, plainEn, vowEn, softEn)

const (
	bodyEn  = `(?:left |right |lower |upper )?(?:back|head|knees?|shoulders?|neck|foot|feet|ankle|wrist|hips?|tooth|teeth|stomach|hands?|elbow|legs?|arms?|throat|eyes?|ears?)`
	thingEn = `(?:[\w'’&-]+ ){0,3}?[\w'’&-]+`
	beginEn = `(?:^|[,;:] |\b(?:and|but|so|because|also|oh|btw) )`
)

// plainEn are ways of leaving something open that say it of any matter: what is
// on a day, what was lost, whom one has not told.
var plainEn = []openRule{
	{Event, 0.75, fold(`\b((?:my|our|the|this|her|his|their) (?:[\w'-]+ )?deadline(?: for (?:[\w'-]+ ){0,3}?[\w'-]+)?|deadline)(?:'s| is| was| has| been| got| moved| pushed| set| up| back| forward| now| already| to| on| by)* §`), fold(`\b(?:made|missed|met) the\b`), ahead, func(g []string, o opener) (string, string) {
		np := ownedEn(g[1])
		if !strings.Contains(np, " ") {
			np = "the " + strings.ToLower(np)
		}
		return o.inTime("make " + np), g[1]
	}},
	{Event, 0.75, fold(`\b(?:wants?|needs?|expects?|asked (?:me |us )?for|demands?|(?:have|need|supposed|got) to (?:hand in|finish|submit|turn in|deliver)|must (?:hand in|finish|submit|turn in|deliver)) ((?:my|our|the|a|an|all|another|both|two|three|these|those) ` + thingEn + `)(?: done| finished| ready)?,? §`), nil, ahead, func(g []string, o opener) (string, string) {
		p := en.Thing(g[1])
		if p == "" || !o.limit() {
			return "", ""
		}
		return o.inTime("finish " + p + " in time"), p
	}},
	{Event, 0.7, fold(`\bthere(?:'s| is| are| will be|'ll be) (an?|the|another|some) ([^§,;.]{3,40}?) §`), fold(`\b(?:chance|reason|way|problem|sale|nothing|moment|lot|if|was|always)\b`), ahead, func(g []string, o opener) (string, string) {
		p := en.Phrase(g[2])
		if p == "" {
			return "", ""
		}
		return goEn(o, "the "+p), p
	}},
	{Event, 0.7, fold(`(?:want|wants|would like|'d like|asked|wanted) (?:me )?to (?:talk|meet|speak|sit down)(?: to| with)?(?: me| us)? (?:about|for) ([^§,;.]{3,50}?),? §`), nil, ahead, func(g []string, o opener) (string, string) {
		if p := en.Phrase(g[1]); p != "" {
			return goEn(o, "the talk about "+p), p
		}
		return "", ""
	}},
	{Event, 0.7, fold(`\b((?:my|our) [\w-]+(?: [\w-]+)??|[A-Z][\w'-]+)(?:[ ,]+(?:maybe|perhaps|though))?,?(?: who| she| he)? (?:turns|is turning|will be|is going to be) (?:\d{1,3}|[a-z]+(?:teen|ty)?)(?: years old)? §`), fold(`\b(?:will be|going to be) (?:home|back|here|there|gone|away|fine|free|late|busy|ready|done|over|hard|tough)\b`), ahead, func(g []string, o opener) (string, string) {
		if who := ownedEn(g[1]); who != "" {
			return goEn(o, who+"'s birthday"), who + " birthday"
		}
		return "", ""
	}},
	{Event, 0.7, fold(beginEn + `((?:(?:my|our|the|her|his|their|[A-Z][\w’]+'s) )?` + thingEn + `)(?:'s| (?:is|are|will be|starts?|begins?|opens?|takes place|goes (?:out|live|up)|comes out|launches|kicks off|(?:got|was|is|has been|were|are|have been)? ?(?:moved|pushed|pulled forward|brought forward|postponed)(?: up| back)? to|(?:is|are|was|has been) (?:set|scheduled|planned) for|(?:is|are) going to be))(?: (?:now|finally|already|actually|also|only|just))* §`), fold(`\b(?:if|unless|was|were|had|might|maybe|could|would|should|closed|cancell?ed|used to|every|weather|rain|snow|birthday was)\b`), ahead, plainEventEn},
	{Event, 0.7, fold(`(?:^|[,;] )((?:[\w-]+ )?)` + eventsEn + `,? §$`), fold(`\b(?:was|were|had|no|not|last|after|before|if|for|the|your)\b`), ahead, func(g []string, o opener) (string, string) {
		mod := strings.ToLower(strings.TrimSpace(g[1]))
		if verbIn.MatchString(mod) || lang.IsNoNoun(lang.Stem(mod)) && mod != "" {
			return "", ""
		}
		return goEn(o, "the "+mod+" "+strings.ToLower(g[2])), mod + " " + g[2]
	}},
	{Choice, 0.7, fold(`\b((?:registration|enrol+ment|sign-?ups?|applications?|the (?:offer|sale|discount|early bird)) (?:closes?|ends?|runs? out|expires?)) §`), nil, ahead, func(g []string, o opener) (string, string) {
		np, _, _ := strings.Cut(strings.TrimPrefix(strings.ToLower(g[1]), "the "), " ")
		return "Have you decided about the " + np + " (due" + o.label() + ")?", np
	}},
	{Event, 0.65, fold(`^(?:so |and |but |then |oh |also |btw )*§,? (?:I|we)(?:'ll| will)? ([a-z]+ .+)$`), fold(`§,? (?:I|we) (?:was|were|had|went|saw|got|did|came|made|took|slept|woke|ate|ran|met|bought|said|told|gave|found|left|lost|felt|thought|knew|wrote|heard|am|are|have|could|should|might|may|can|would|need|want|don't|won't|feel|think|hope|guess|just|[a-z]+ed)\b|\bwill ` + notVerb + `\b`), ahead, plannedEn},
	{Event, 0.65, fold(`\b(?:wants?|asked|needs?|expects?|told) (?:me|us) to ([a-z]+ [^§]*?),? §`), fold(`\b(?:me|us) to (?:` + notVerb + `)\b|\bif\b`), ahead, plannedEn},
	{Event, 0.65, fold(`\b((?:my|our) [\w-]+(?: (?-i:[A-Z]\w+))?|(?-i:[A-Z][a-z]+))(?: wants to| plans to| might| will|'ll| hopes to)(?: also| finally| probably| maybe)? ((?:come|visit|move|stay|leave|fly|travel|start|drive|call|return|marry|join|decide)\b[^§]*) ?§`), fold(`\b(?:if|it|that|this|what|who|which|there|life)(?: wants| plans| might| will|'ll| hopes)`), ahead, func(g []string, o opener) (string, string) {
		who, p := ownedEn(g[1]), en.Phrase(g[2])
		if who == "" || p == "" || noEvent.MatchString(who) {
			return "", ""
		}
		if o.today() {
			return "Did " + who + " " + p + "?", who + " " + p
		}
		return "Will " + who + " " + p + o.label() + "?", who + " " + p
	}},
	{Event, 0.65, fold(`\b(?:I|we) ((?:start|begin|leave|fly|travel|move|sing|present|defend|meet|perform|drive|audition|sign)\b ?[^§]*) §`), fold(`\b(?:if|when|before|after|until|every|always|usually|never|used to|will|to|can|could|should|might)\b`), ahead, plannedEn},

	{Choice, 0.75, fold(`\b(?:(?:I(?:'ve| have)?|we(?:'ve| have)?) (?:just |also |now )?(?:been |got |was |were )offered|offered (?:me|us)) ((?:the|an?|more|my old|another|this) (?:[\w'-]+ )*?(?:job|position|role|hours|place|spot|contract|promotion|deal|scholarship|internship|part|flat|apartment|room|transfer|raise|solo|lead)\b[^,.;§]*)`), fold(`\b(?:accepted|took it|said (?:yes|no)|turned (?:it|them) down|declined|on the spot|years? ago|of course)\b`), nothing, func(g []string, _ opener) (string, string) {
		p := en.Phrase(en.Article.ReplaceAllString(g[1], "the "))
		if p == "" {
			return "", ""
		}
		return "Have you decided about " + p + "?", p
	}},
	{Choice, 0.6, fold(`\b((?:my|our) [\w-]+(?: (?-i:[A-Z]\w+))?|(?-i:[A-Z][a-z]+)|they) (?:has |have |just |also )*invited (?:me|us) to ([^,;]+)$`), fold(`\b(?:accepted|said (?:yes|no)|declined|last|ago|went|was|and (?:I|we) went)\b`), nothing, func(g []string, _ opener) (string, string) {
		who, p := ownedEn(g[1]), en.Phrase(strings.ReplaceAll(g[2], lang.Gap, " "))
		if who == "" || len(lang.Terms(p)) == 0 {
			return "", ""
		}
		if strings.EqualFold(who, "they") {
			return "What have you said to the invitation to " + p + "?", "invitation " + p
		}
		return "What have you said to " + who + "'s invitation to " + p + "?", who + " invitation " + p
	}},
	{Choice, 0.7, fold(`\beither (\w+ .+?),? or (\w+ .+)$`), fold(`\beither (?:way|of|one|he|she|they|it|you|the)\b`), nothing, func(g []string, _ opener) (string, string) {
		a, b := en.Phrase(g[1]), en.Phrase(g[2])
		if a == "" || b == "" || len(lang.Terms(a+" "+b)) < 2 {
			return "", ""
		}
		return "Which will it be, " + a + " or " + b + "?", a + " " + b
	}},

	{Trouble, 0.7, fold(`\b(?:my|the) (` + bodyEn + `)(?:'s| (?:is|are|has been|have been|keeps?|still|really|needs?|just|so))* (?:[\w']+ )?(?:killing me|hurts?\b|hurting|aches?\b|aching|sore\b|painful|swollen|acting up|stiff\b|throbbing|another (?:\w+ )?weeks?|worse\b|bad again)`), fold(`\b(?:no longer|better now|stopped|used to|was|were)\b`), nothing, func(g []string, _ opener) (string, string) {
		part := strings.ToLower(g[1])
		if many := strings.HasSuffix(part, "s") || part == "feet" || part == "teeth"; many {
			return "Are your " + part + " any better?", part + " pain"
		}
		return "Is your " + part + " any better?", part + " pain"
	}},
	{Trouble, 0.8, fold(`\b((?:(?:my|our) )?(?:mum|mom|mother|dad|father|sister|brother|son|daughter|grandma|grandpa|grandmother|grandfather|aunt|uncle|wife|husband|partner|girlfriend|boyfriend|cousin|neighbou?r)|(?-i:[A-Z][a-z]+)) (?:just |also |then )*(?:fell (?:off|down|from|over)|broke (?:his|her|their) (?:\w+ )?` + bodyEn + `|had (?:a|an) (?:\w+ )?(?:fall|accident|stroke|heart attack|seizure))\b`), fold(`\b(?:years? ago|last year|when (?:I|he|she) was|recovered|fine now|price|rain|snow|night|it fell)\b`), nothing, func(g []string, _ opener) (string, string) {
		who := ownedEn(g[1])
		if who == "" {
			return "", ""
		}
		low := strings.ToLower(who)
		if she, he := lang.KinOf(low); !strings.Contains(who, " ") && she != he {
			who = "your " + low
		}
		return "How is " + who + " doing now?", who
	}},
	{Trouble, 0.75, fold(`\bI(?:'m| am) ` + advEn + `(?:angry|furious|mad|pissed(?: off)?|annoyed|upset|cross) (?:with|at) ((?:my |our )?[\w'-]+(?: (?-i:[A-Z][\w'-]+))?)`), fold(`\b(?:not|no longer|myself|you|it|this|that|them|the|everyone|everything|life|how|what|n't)\b`), nothing, quarrelEn},
	{Trouble, 0.7, fold(`\b(?:lost|misplaced|(?:can't|cannot|couldn't) find|didn't deliver|delayed) ((?:[A-Z][\w’]+'s|my|our) (?:[\w-]+ )?(?:suitcases?|luggage|bags?|wallet|keys?|phone|passport|package|parcel|ring|glasses|headphones|laptop|ticket|tickets|umbrella|card))\b`), fold(`\b(?:found|turned up|got it back|years? ago)\b`), nothing, func(g []string, _ opener) (string, string) {
		who := ownedEn(g[1])
		if who == "" {
			return "", ""
		}
		return map[bool]string{true: "Have ", false: "Has "}[manyThings(who)] + who + " turned up?", g[1]
	}},
	{Duty, 0.6, fold(`(?:^|\b(?:I|we) )(?:still )?(?:haven't|have not) (?:even )?(told|asked|called|thanked|answered|written to|replied to|talked to|spoken to|apologi[sz]ed to|paid|booked|invited) ([^§,;]+?)(?: yet| still| though)*$`), fold(`\b(?:you|anyone|anybody|anything|it|them|that|this|him|her|a single)\b`), nothing, func(g []string, _ opener) (string, string) {
		if p := en.Phrase(g[2]); len(lang.Terms(p)) > 0 {
			return "Have you " + strings.ToLower(g[1]) + " " + p + " yet?", p
		}
		return "", ""
	}},
}

// softEn are ways that leave little open: what goes on, what is to be done,
// what one would like.
var softEn = []openRule{
	{Effort, 0.5, fold(`\bI(?:'ve| have)? (?:just |recently |also |finally |already )*(?:started|begun|began|signed up for|joined|enrolled in|taken up|took up) (.+)$`), fold(`\bstarted (?:to|as|at|in|with|off|out|by|crying|when|because|feeling|thinking|caring|focusing|getting|realizing|looking|helping|seeing|talking|being|noticing|transitioning|writing down)\b|\b(?:years?|months) ago\b|\b(?:why|when|since|after|ever since|how) I (?:first )?(?:started|began|joined)\b|\bwhen I was\b`), nothing, effortEn},
	{Effort, 0.5, fold(`\b(?:I|we)(?:'m|'re| am| are|'ve been| have been) ` + advEn + `(working on|writing|learning|studying|training for|practi[sc]ing|building|preparing(?: for)?|renovating|redecorating|saving(?: up)? for|organi[sz]ing|planning|developing|rehearsing|editing|recording|researching|looking into|knitting|painting|collecting|gathering) (.+)$`), fold(`\bplanning (?:to|on)\b|organi[sz]ing something|working on (?:my health|being|supporting|becoming)|(?:writing|painting|knitting|editing|recording) (?:in|at|on|from|with|by|now|again)\b|learning (?:a lot|so much|that|how|to (?:love|accept))\b|working on (?:it|that|myself)`), nothing, effortEn},
	{Duty, 0.45, fold(`\b(?:I'm|we're|I am|we are) (?:going to|gonna) ` + advEn + `((?:ask|call|write|talk to|speak to|chat with|find|buy|build|apply|look for|sign up|sell|move|visit|try out|start|launch|organi[sz]e|invite|contact|email|book|repair|paint|plant|adopt) .+)$`), fold(`\b(?:keep|you|it|that|them)\b`), noTime, func(g []string, _ opener) (string, string) {
		if p := en.Phrase(g[1]); len(lang.Terms(p)) > 0 {
			return "Did you " + p + " in the end?", p
		}
		return "", ""
	}},
	{Duty, 0.5, fold(`(?:\bI |^(?:also |and |but |still |oh )*)` + advEn + `(?:have to|need to|must|'ve got to|gotta|should really|really should|haven't managed to|'m trying to|am trying to|keep forgetting to) (\w+ .+)$`), fold(`(?:to|must|should) ` + advEn + `(?:` + notVerb + `|stay|remember|be|stop|admit|focus|believe|find (?:a )?(?:way|time)|take (?:care|time)|remind|learn to|relax|rest|stay|think|look after|live|appreciate|figure|balance|prioriti[sz]e)\b|\bat (?:\d|six|seven|eight|nine|noon)`), nothing, func(g []string, _ opener) (string, string) {
		if p := en.Phrase(g[1]); len(lang.Terms(p)) > 1 {
			return "Did you manage to " + p + "?", p
		}
		return "", ""
	}},
	{Wish, 0.4, fold(`\b(?:I|we)(?:'d| would)? ` + advEn + `(?:want to|love to|like to|hope to|'m hoping to|am hoping to|plan to|'m planning (?:to|on)|am planning to|dream of|dream is to|wish I could|can't wait to|thinking of) (\w+ .+)$`), fold(`(?:to|of|on|could) ` + advEn + `(?:` + notVerb + `|join you|come|stay|be|make (?:a|the) (?:difference|most)|give back|support|continue|chat|catch up|meet you|share|do the same|check|hang out)\b|(?:I|we) (?:really )?(?:like|love) to\b|wanted|\b(?:differences?|impact|inspire|inspiring|positive|positively|the world|make (?:people|them|others|her|him|sure)|feel|help (?:people|others|them|out|make|anyone|someone|you)|lend a hand|sense of|together|you)\b`), nothing, func(g []string, _ opener) (string, string) {
		p := en.Phrase(g[1])
		if len(lang.Terms(p)) < 2 {
			return "", ""
		}
		return "What has become of your wish to " + p + "?", p
	}},
	{Reason, 0.4, fold(`\b(?:I|we)(?:'ve| have)? (?:just |finally |recently )?(?:decided (?:to|that I(?:'ll| will)) |made up my mind to )(\w+ .+)$`), fold(`\b(?:because|since|so that|in order|cause)\b`), nothing, func(g []string, _ opener) (string, string) {
		if p := en.Phrase(g[1]); p != "" {
			return "What made you decide to " + p + "?", p
		}
		return "", ""
	}},
	{Duty, 0.5, fold(`\bI(?:'ve| have)? (?:also |just |now )*(?:volunteered|agreed|offered|promised (?:\w+ )?) ?to ([a-z]+ .+)$`), fold(`\bto (?:` + notVerb + `)\b|\b(?:it|them|that|you)\b`), nothing, func(g []string, _ opener) (string, string) {
		if p := en.Phrase(g[1]); len(lang.Terms(p)) > 0 {
			return "Did you manage to " + p + "?", p
		}
		return "", ""
	}},
	{Effort, 0.45, fold(`\bI (?:still )?keep (stalling|failing|losing|missing|messing|waking|dropping|burning|oversleeping|mixing|falling|tripping) (.+)$`), fold(`\b(?:it|them|that)\b`), nothing, func(g []string, _ opener) (string, string) {
		if p := en.Phrase(g[2]); len(lang.Terms(p)) > 0 {
			return "Do you still keep " + strings.ToLower(g[1]) + " " + p + "?", p
		}
		return "", ""
	}},
}

// noEvent is what cannot be on a day.
var noEvent = fold(`^(?:it|that|this|he|she|they|there|what|which|i|we|you|who|everything|everyone|nothing|today|tomorrow|next|one|here|where|how|why|so|all|the (?:next|last|only|other) .*|.*\b(?:i|we|you|it|that|will|is|are|was|to|do|does|did|have|has|got|lets?|than|if|as|then|when|my back|again)\b.*)$`)

// plainEventEn asks how anything goes that has its day.
func plainEventEn(g []string, o opener) (string, string) {
	np := oneOnOne.ReplaceAllString(strings.TrimSpace(g[1]), "one-on-one")
	if noEvent.MatchString(np) || len(lang.Terms(np)) == 0 {
		return "", ""
	}
	own := ownedEn(np)
	if own == "" {
		return "", ""
	}
	if low := strings.ToLower(own); !owned.MatchString(own) {
		own = "the " + low
	}
	return goEn(o, own), np
}

// oneOnOne is a talk of two, whose words alone say nothing.
var oneOnOne = fold(`\b(?:one on one|1 on 1|1:1|one to one)\b`)

var owned = pattern.New(`^(?i:your|the|a|an|her|his|their) |^[A-Z][\w'’-]*(?:'s|’s) |^[A-Z][\w-]+ [A-Z]`)

// plannedEn asks after what somebody says they do on a day.
func plannedEn(g []string, o opener) (string, string) {
	p := en.Phrase(relative.ReplaceAllString(g[1], ""))
	if n := len(lang.Terms(p)); n == 0 || n < 2 && leaning.MatchString(p) {
		return "", ""
	}
	if o.today() {
		return "Did you " + p + " after all?", p
	}
	return "How will it go when you " + p + o.label() + "?", p
}

// relative is what is told of something in the same sentence.
var relative = fold(`,? (?:who|which|where) .*$`)

// leaning is a word for what was named before.
var leaning = fold(`\b(?:it|them|this|these|those)\b`)

// manyThings reports whether a name is of many: "your keys".
func manyThings(s string) bool { return strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "ss") }

// limit reports whether the time is the last one for something.
func (o opener) limit() bool {
	begins := strings.ToLower(o.whole[o.when.Begin:])
	for _, w := range []string{"by ", "until ", "till ", "before ", "within "} {
		if strings.HasPrefix(begins, w) {
			return true
		}
	}
	return false
}
