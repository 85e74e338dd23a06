package pending

import (
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/en"
	"yumori/internal/pattern"
)

const (
	eventsEn = `(job interview|interview|final exams?|exams?|test results|test|midterms?|finals|presentation|speech|surgery|operation|appointment|check-?up|scan|x-ray|mri|biopsy|ultrasound|meeting|audition|recital|concert|gig|performance|match|game|race|marathon|tournament|competition|contest|wedding|funeral|ceremony|graduation|party|baby shower|reunion|first date|date|road trip|camping trip|business trip|trip|holiday|vacation|flight|hearing|conference|convention|exhibition|exhibit|art show|talent show|show|launch|grand opening|festival|retreat|workshop|dinner|birthday|anniversary|visit|hike|photo shoot|fundraiser|auction|parade|review|viewing|first day|due date|photoshoot|pageant|hackathon|screening|reading|premiere|debut|exam week|move)`
	feelsEn  = `(worried|anxious|nervous|scared|afraid|terrified|stressed|stressing|freaking out|panicking|concerned)`
	advEn    = `(?:(?:really|still|so|very|kind of|kinda|a bit|a little|pretty|super|also|just|currently|actually|already|always|finally|now|seriously|quite|all|both|hopefully|definitely|probably|thinking of|recently) )*`
	notVerb  = `(?:be|try|think|see you|see|let|tell (?:you|it|the truth)|keep|sleep|say|know|go to (?:bed|sleep|work|the (?:store|shop|gym))|go(?: (?:now|home|back|on|out|away|ahead|there|for|and|through|with)\b|$)|thank|talk(?: (?:soon|later|to you|more|about)\b|$)|ask (?:you|for|myself)|admit|share|help you|make sure|hear|give you|show you|mention|point|start by|get (?:going|back|up|it|to|out|some|through|over|better|used|there|more|enough|a (?:bit|feel|break|grip))|get$|run|do|have|do it|work|check (?:it|in|on|that|this|out|if you))`
)

// neverOpenEn is what makes a sentence no statement of how things are.
var neverOpenEn = fold(`\b(?:if I were|would have|could have|used to|in the (?:story|game|novel|movie|film|book|dream)|dreamed that|dreamt|just kidding|only kidding|jk|imagine|pretend|hypothetically|let's say|role-?play|don't worry|no worries|not worried|wasn't worried|never mind|nevermind|I wish I had)\b`)

var openEn = []openRule{
	{Promise, 0.65, fold(`\bI(?:'ll| will| promise (?:I'll|to)|'m going to| want to| have to| need to| should) (?:definitely |let you know|tell you|show you|share|explain|keep you (?:posted|updated)|fill you in|update you|send you)(.*)$`), fold(`\b(?:I'll tell you (?:what|something|this)|tell you the truth|to be honest)\b`), nothing, promiseEn},
	{Promise, 0.65, fold(`\b(?:remind me to tell you|more on that|long story|I can't (?:tell|say|talk about) (?:you |it |that )?(?:yet|now)|I(?:'d| would) rather (?:tell|talk about) (?:you |it |that )?(?:later|another time|tomorrow)|(?:tell|explain) (?:you )?(?:more |everything |about it )?later)(.*)$`), nil, nothing, promiseEn},

	{Awaited, 0.85, fold(`\b(?:I'm|I am|we're|we are|still|been|just) (?:still |just |now )?(?:waiting(?: for| on)?|expecting) (.+)$`), fold(`\bwaiting for (?:you|your|me|it to|the right|my turn|the (?:bus|train|rain|kettle))\b|\bworth waiting|expecting (?:you|too much|a lot|it)`), nothing, awaitedEn},
	{Awaited, 0.85, fold(`\b(?:haven't|have not|hasn't|never) heard (?:anything )?(?:back )?(?:yet )?(?:from|about) (.+)$`), nil, nothing, func(g []string, _ opener) (string, string) {
		if t := en.Thing(g[1]); t != "" {
			return "Have you heard back from " + t + "?", t
		}
		return "", ""
	}},
	{Awaited, 0.85, fold(`\b((?:my |our |the )?(?:[\w'-]+ ){0,2}(?:results?|verdict|decision|answer|grades?|scores?|feedback)(?: of (?:my |the |our )?[\w'-]+(?: [\w'-]+)?)?) (?:will|should|are|is|come|comes|might|would)\b`), fold(`\b(?:was|were|came|got|as a result|great results?)\b`), ahead, func(g []string, o opener) (string, string) {
		np := ownedEn(g[1])
		if rest, ok := strings.CutPrefix(np, "The "); ok {
			np = "the " + rest
		}
		return "What did " + np + " say?", g[1]
	}},
	{Awaited, 0.8, fold(`\bI(?:'ll| will| should| 'm supposed to| hope to) (?:find out|know|hear(?: back)?)(?: (?:if|whether|about|from) (.+))?`), nil, ahead, func(g []string, o opener) (string, string) {
		if p := en.Phrase(g[1]); p != "" {
			return "What have you heard about " + strings.TrimPrefix(p, "the whole ") + "?", p
		}
		return "", ""
	}},
	{Awaited, 0.8, fold(`\bI(?:'ve| have)? (?:just |finally |already )?(?:applied (?:for|to)|sent (?:in|off)|submitted|entered|handed in) (.+)$`), fold(`\b(?:used|won|took|place|got (?:in|accepted)|years ago|was (?:accepted|rejected))\b`), nothing, func(g []string, _ opener) (string, string) {
		if t := en.Thing(g[1]); t != "" {
			return "Did anything come of " + t + "?", t
		}
		return "", ""
	}},

	{Choice, 0.75, fold(`\b(?:(?:can't|can ?not|couldn't|not able to|unable to|struggling to|hard to) decide|can(?:'t|not) make (?:up )?my mind(?: up)?|in two minds(?: about)?|(?:don't|do not) know|(?:'m|am) (?:still |really )?(?:not sure|unsure|undecided|wondering|debating|torn(?: about)?)|haven't decided|not sure|undecided|deciding|have to decide|need to decide|wonder)(?: yet| on| about)? (if|whether|what|which|where|how|when|who) (?:I should |we should |to |I'll |I want to |we'll |I'm going to )(.+)$`), fold(`\b(?:what to (?:say|think|do without)|what to do(?: now| next| any ?more| with myself| about (?:him|her|them))?\W*$|how to (?:thank|explain|describe|say|put)|if you)\b`), nothing, choiceEn},
	{Choice, 0.75, fold(`\b(?:torn|(?:can't|cannot) (?:decide|choose)|deciding|choosing|choose|(?:going )?back and forth) between (.+?) (?:and|or) (.+)$`), nil, nothing, func(g []string, _ opener) (string, string) {
		a, b := en.ToYou(strings.TrimSpace(g[1])), en.ToYou(strings.TrimSpace(en.ClauseEnds.ReplaceAllString(g[2], "")))
		if a == "" || b == "" || len(strings.Fields(a+" "+b)) > 16 {
			return "", ""
		}
		return "Which will it be, " + a + " or " + b + "?", a + " " + b
	}},
	{Choice, 0.7, fold(`^(?:(?:so|but|and|hmm|well|maybe|do you think|what do you think)[, ]+)*should (?:I|we) (.+)$`), fold(`\bshould (?:I|we) (?:be|say|tell you|know|go first|start|talk|do it|do)\b|what should`), nothing, func(g []string, _ opener) (string, string) {
		if p := en.Phrase(g[1]); p != "" {
			return "Have you decided whether to " + p + "?", p
		}
		return "", ""
	}},
	{Choice, 0.65, fold(`\b(?:I|we)(?:'m|'re| am| are|'ve been) ` + advEn + `(?:thinking (?:about|of)|considering|debating|contemplating) (\w+ing .+|(?:a|an|the|my|another) .+)$`), fold(`\bthinking (?:about|of) (?:you|how|what|it|that|all|the (?:good|old|past))\b`), nothing, func(g []string, _ opener) (string, string) {
		if p := en.Phrase(g[1]); p != "" {
			return "Are you still thinking about " + p + "?", p
		}
		return "", ""
	}},

	{Trouble, 0.85, fold(`\b((?:my|our|the) (?:[\w-]+ )?(?:mom|mum|mother|dad|father|sister|brother|son|daughter|kid|baby|grandma|grandpa|grandmother|grandfather|aunt|uncle|wife|husband|partner|girlfriend|boyfriend|friend|boss|cat|dog|puppy|kitten|hamster|rabbit|parrot|bird|horse|pet)|one of (?:my|our|the) (?:[\w-]+ )?(?:sister|brother|son|daughter|kid|friend|cat|dog|kitten|hamster|rabbit|parrot|bird|horse|pet)s|[A-Z][a-z]+)(?:'s| is| has been| isn't| got| fell) (?:really |very |so |been |still |quite |pretty |a bit )*(?:sick|ill|unwell|in (?:the )?hospital|hospitali[sz]ed|not (?:well|eating|doing well)|eating|hurt|injured|limping|feeling well)\b`), fold(`\b(?:better now|recovered|fine now|I(?:'m| am) (?:sick|eating)|it is|he is|isn't (?:sick|ill|hurt)|(?:is|'s) eating)\b`), nothing, func(g []string, _ opener) (string, string) {
		one := g[1]
		if many, ok := strings.CutPrefix(strings.ToLower(one), "one of "); ok {
			one = strings.TrimSuffix(many, "s")
		}
		if who := ownedEn(one); who != "" {
			return "Is " + who + " any better?", who
		}
		return "", ""
	}},
	{Trouble, 0.7, fold(`\bI(?:'ve| have)? (?:got |been having |had )?(?:a |an |this |the |some )?((?:terrible |bad |nasty |awful |stomach |back |tooth|neck |knee |shoulder |horrible )?(?:cold|fever|flu|headache|migraine|ache|cough|rash|back pain|pain|sore throat|injury|cramps|covid))\b`), fold(`\b(?:better now|is gone|went away|used to|years ago|last year|cold (?:water|drink|brew|one|shower|coffee))\b`), nothing, func(g []string, _ opener) (string, string) {
		return "Is your " + strings.TrimSpace(g[1]) + " gone?", g[1]
	}},
	{Trouble, 0.75, fold(`\bI(?:'ve| have)? (?:just |recently |also )?(hurt|broke|broken|sprained|twisted|injured|burned|burnt|cut|pulled) my ((?:left |right )?(?:\w+ )?(?:knee|ankle|arm|leg|wrist|back|foot|hand|finger|shoulder|toe|rib|hip|neck|hamstring|elbow|thumb))\b`), nil, nothing, func(g []string, _ opener) (string, string) {
		return "How is your " + g[2] + " healing?", g[2]
	}},
	{Trouble, 0.8, fold(`\b(?:I|we)(?:'ve| have)? (?:just |also )?(?:had|got into|having|been having) (?:a|an|this|another) (?:big |huge |bad |stupid |terrible |silly |nasty |real |little )?(?:fight|argument|row|quarrel|falling[ -]out) (?:with|about|over) (.+)$`), nil, nothing, quarrelEn},
	{Trouble, 0.8, fold(`\b((?:my|our) [\w-]+(?: [\w-]+)?|[A-Z][a-z]+) (?:is|isn't|won't|hasn't|and I aren't|and I are not|and I haven't) (?:still )?(?:angry with me|mad at me|upset with me|talking to me|speaking to me|talk to me|speak to me|talking|speaking|spoken|talked|answering (?:me|my))\b`), nil, nothing, quarrelEn},
	{Trouble, 0.7, fold(`\b(?:I(?:'ve| have)? (?:just |also |somehow )?lost|I (?:still )?(?:can't|cannot|couldn't) find|I(?:'ve| have)? misplaced) (my [\w' -]+?|the [\w' -]+?)(?:$| (?:at|in|on|and|somewhere|again|yesterday|this|§)|[,§])`), fold(`\blost (?:my|the) (?:weight|way|mind|temper|job|mom|mum|mother|dad|father|grand\w+|husband|wife|friend|brother|sister|cat|dog|patience|train of thought|cool|appetite|game|match|faith|confidence|motivation|home|house)|(?:words|time to)\b`), nothing, func(g []string, _ opener) (string, string) {
		if t := en.Thing(g[1]); t != "" {
			return "Did you find " + t + "?", t
		}
		return "", ""
	}},
	{Trouble, 0.75, fold(`\bI(?:'ve| have)? (?:just |recently |also )?(?:lost my job|got (?:fired|laid off)|been (?:fired|laid off)|was (?:fired|laid off|let go))\b`), nil, nothing, func([]string, opener) (string, string) {
		return "Have you found a new job, and how are you holding up?", "job fired"
	}},
	{Trouble, 0.55, fold(`\b(my (?:[\w-]+ )?[\w-]+) (?:just |suddenly |has |is )?(?:broke|broken|broke down|broken down|stopped working|doesn't work|won't (?:start|turn on|work)|crashed|died on me|not working|leaking|is leaking)\b`), fold(`\bmy (?:heart|back|arm|leg|cat|dog|mind)\b`), nothing, func(g []string, _ opener) (string, string) {
		return "Did you get " + ownedEn(g[1]) + " fixed or replaced?", g[1]
	}},
	{Trouble, 0.55, fold(`\bI(?:'m| am|'ve been)? ` + advEn + `(?:looking|searching|hunting) for (.+)$`), fold(`\blooking forward\b|always looking|what I(?:'m| am| was) looking for`), nothing, func(g []string, _ opener) (string, string) {
		p := en.Short(en.Phrase(g[1]))
		if p == "" || en.BareThing.MatchString(p) {
			return "", ""
		}
		return "Have you found " + p + "?", p
	}},
	{Trouble, 0.65, fold(`\bI(?:'ve)? (?:can't|cannot|couldn't|haven't been able to|hardly|barely|been having trouble)(?: really)? (?:sleep|slept|sleeping)\b|\bnot sleeping (?:well|much)\b`), nil, nothing, func([]string, opener) (string, string) {
		return "Are you sleeping any better?", "sleep"
	}},

	{Event, 0.82, fold(`\b(my (?:[\w-]+ )?[\w-]+|[A-Z][a-z]+)(?: has(?: got)?|'s got|'s having| is having| needs| is getting| is going in for| goes in for) (?:her|his|their|an?|the) ((?:[\w'&-]+ ){0,2}?)` + eventsEn + `\b(.*)$`), fold(`\b(?:was|were|went|had|did|passed|failed|finished|should|might|maybe|could|would|if)\b`), ahead, func(g []string, o opener) (string, string) {
		who := ownedEn(g[1])
		if who == "" || verbIn.MatchString(g[2]) {
			return "", ""
		}
		return goEn(o, who+"'s "+g[2]+strings.ToLower(g[3])+en.Tail(g[4])), g[2] + g[3] + en.Tail(g[4])
	}},
	{Event, 0.8, fold(`\b(my (?:[\w-]+ )?[\w-]+'s|[A-Z][a-z]+'s|my|our|the|an?|his|her|their|another|this) ((?:[\w'&-]+ ){0,3}?)` + eventsEn + `\b(.*)$`), fold(`\b(?:was|were|went|had|did|passed|failed|attended|finished|won|been)\b.*§?$|\bto (?:date|test|show|review|visit|move|race)\b|\bon the show|show (?:you|me)|\bmake a move\b|\bmove (?:my|our|her|his|their|the|an?|all|some|it)\b|\b(?:should|might|maybe|let's|could|would|if)\b`), ahead, eventEn},
	{Event, 0.75, fold(`\b(?:have|got|having|is|it's|there's) ((?:[\w'&-]+ ){0,2})(finals|exams|midterms|rehearsals?|auditions|surgery|tryouts|practice)\b(.*)$`), fold(`\b(?:was|were|went|had|passed|failed|finished)\b`), ahead, func(g []string, o opener) (string, string) {
		return goEn(o, "your "+en.ToYou(g[1])+g[2]+en.Tail(g[3])), g[1] + g[2]
	}},
	{Event, 0.7, fold(`\b(my (?:[\w-]+ )?(?:deadline|thesis|dissertation|paper|essay|assignment|project|report|homework|manuscript)|the (?:[\w-]+ )?deadline)(?: is| are)? (?:due|§)`), nil, ahead, func(g []string, o opener) (string, string) {
		return o.inTime("finish " + ownedEn(g[1]) + " in time"), g[1]
	}},

	{Worry, 0.7, fold(`\bI(?:'m| am|'ve been| was| feel| get)? ` + advEn + feelsEn + ` (about|of|for|over|by|with) (.+)$`), fold(`\b(?:was|were) (?:so |really |very )?` + feelsEn + `.*\b(?:but|until|now)\b|don't be|nothing to be`), nothing, worryEn},
	{Worry, 0.7, fold(`\b()(?:worries|worrying|worry|scares|terrifies|bothers|stresses) me (?:is |that |out )?(.+)$|\bI ` + advEn + `(?:()worry about|()dread|can't stop worrying about) (.+)$`), nil, nothing, func(g []string, o opener) (string, string) {
		what := g[2] + g[5]
		return worryEn([]string{"", "worried", "about", what}, o)
	}},
	{Worry, 0.7, fold(`\b(?:I'm|I am|I'm so|I'm really) ` + advEn + feelsEn + ` (?:that )?((?:I|he|she|they|my|it|we)\b.+)$`), nil, nothing, func(g []string, _ opener) (string, string) {
		if p := en.Phrase(g[2]); p != "" {
			return "Are you still " + feeling(g[1]) + " that " + p + "?", p
		}
		return "", ""
	}},

	{Event, 0.7, fold(`\b(?:I'm|we're|I am|we are|I'll be|we'll be)(?: finally| also| actually| both| all| just| off)? (going|flying|travell?ing|driving|heading|moving|visiting|meeting(?: up)?|seeing|starting|leaving|hosting|running|presenting|performing|playing|taking|having|volunteering|attending|launching|opening|throwing|organi[sz]ing|teaching|hiking|camping|making|baking|cooking|giving|singing|reading|defending|submitting|picking|babysitting|leading|getting) (.+)$`), fold(`\bgoing to (?:bed|sleep|be|do|try|have|get|make|take|the (?:store|shop|gym|bathroom)|work|school)\b|\bgoing (?:crazy|mad|well|great|good|okay|ok|on|through|home|out|back)\b|having (?:fun|trouble|a (?:hard|good|great|tough|bad))|(?:giving|making) (?:up|it|me|sure|progress)|getting (?:better|worse|old|used|tired|there|ready|up|on|along|back|home|more|really|so|very|some)|leading to|taking (?:it|care|a break)`), ahead, gerundEn},
	{Event, 0.65, fold(`\b(?:I|we)(?:'ll| will|'m going to|'re going to| am going to| are going to|'m gonna|'re gonna| plan(?:ned)? to|'m planning (?:to|on)|'re planning to|'m supposed to|'re supposed to| intend to| get to) ` + advEn + `(\w+ .+)$`), fold(`(?:'ll| will| to|gonna) ` + advEn + notVerb + `\b`), ahead, func(g []string, o opener) (string, string) {
		p := en.Phrase(g[1])
		if p == "" || strings.HasPrefix(g[1], "to ") {
			return "", ""
		}
		if o.today() {
			return "Did you " + p + " after all?", p
		}
		return "How will it go when you " + p + o.label() + "?", p
	}},
	{Event, 0.65, fold(`\b((?:my|our) (?:[\w-]+ )?[\w-]+|[A-Z][a-z]+)(?: is|'s| are)(?: also| finally| all)? (coming|visiting|moving|arriving|getting married|having|starting|leaving|turning|flying|driving|going|graduating|retiring|taking) (.+)$`), fold(`\b(?:is|are) going to (?:be|do|have|get|make)|^(?:it|that|this|life|work|what)\b|turning out`), ahead, func(g []string, o opener) (string, string) {
		before, _, _ := strings.Cut(g[3], lang.Gap)
		p := en.Phrase(before)
		who := ownedEn(g[1])
		if who == "" || p == "" && g[3] != lang.Gap && !strings.HasPrefix(g[3], lang.Gap) {
			return "", ""
		}
		return lang.Capitalised(who) + be(who) + g[2] + " " + p + o.label() + ": how will that go?", who + " " + g[2] + " " + p
	}},
	{Event, 0.65, fold(`\b((?:my|our) [\w-]+(?: [\w-]+)?)\b[^§.]*?[, ](?:she|he|they)(?:'s|'re| is| are) (coming|visiting|moving|arriving|getting married|leaving|flying|graduating) ([^§]*)`), nil, ahead, func(g []string, o opener) (string, string) {
		who := ownedEn(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(g[1], " called"), " and"), " wrote"))
		return lang.Capitalised(who) + be(who) + g[2] + " " + en.Phrase(g[3]) + o.label() + ": how will that go?", who + " " + g[2]
	}},

	{Event, 0.7, fold(`\b(?:I'm|we're|I am|we are) (?:off|headed|flying off|heading off|on our way|on my way) to (.+)$`), fold(`\boff to (?:bed|sleep|work|a (?:good|great|bad)|the (?:shop|store))`), nothing, func(g []string, o opener) (string, string) {
		if p := en.Short(en.Phrase(g[1])); p != "" {
			return goEn(o, "your trip to "+p), p
		}
		return "", ""
	}},
	{Event, 0.6, fold(`\b(?:looking forward to|can't wait for|gearing up for|getting ready for|preparing for|prepping for) (.+)$`), fold(`forward to (?:it|that|hear|see|chat|talk|catch|your|you|more|meeting you)|\b(?:for|about) (?:you|your|it|that|this|what|her|him|them|the future|what's next)\b|\bwas\b`), nothing, func(g []string, o opener) (string, string) {
		p := en.Short(en.Thing(g[1]))
		if p == "" || !eventWord.MatchString(p) {
			return "", ""
		}
		return "How will " + p + " go" + o.label() + "?", p
	}},
	{Event, 0.65, fold(`\b((?:my|our|the|a|an) (?:[\w'-]+ ){1,3}?)(?:is|are|'s)? ?coming up\b`), nil, nothing, func(g []string, o opener) (string, string) {
		if p := en.Thing(strings.TrimSuffix(strings.TrimSpace(g[1]), " is")); p != "" {
			return "How will " + p + " go" + o.label() + "?", p
		}
		return "", ""
	}},
}

func promiseEn(g []string, o opener) (string, string) {
	m := aboutEn.FindStringSubmatch(g[len(g)-1])
	if m == nil || !strings.EqualFold(m[1], "about") {
		return "", ""
	}
	p := en.Phrase(m[2])
	if p == "" || en.BareThing.MatchString(p) {
		return "", ""
	}
	return "What did you want to tell me about " + p + "?", p
}

var aboutEn = fold(`\b(about|how|what) (.+)$`)

func awaitedEn(g []string, _ opener) (string, string) {
	p := strings.TrimSpace(en.Thing(g[1]))
	m := hearEn.FindStringSubmatch(g[1])
	switch {
	case m != nil:
		if p = en.Thing(m[2]); p != "" {
			return "Have you heard back from " + p + "?", p
		}
		return "", ""
	case p == "" || firstVerb.MatchString(p):
		return "", ""
	}
	return "Have you heard anything about " + p + "?", p
}

var (
	hearEn    = fold(`^(?:to hear |hearing |word |news |an answer |a (?:reply|response|call|decision|verdict) )(?:back )?(from|about) (.+)$`)
	firstVerb = fold(`^(?:to|until|till|so|long|forever|patiently)\b`)
)

func choiceEn(g []string, _ opener) (string, string) {
	p := en.Phrase(g[2])
	if p == "" {
		return "", ""
	}
	word := strings.ToLower(g[1])
	if word == "if" {
		word = "whether"
	}
	return "Have you decided " + word + " to " + p + "?", p
}

// quarrelOver is what a quarrel was about.
var quarrelOver = fold(` (?:about|over|because|on|last|at|this) .*$`)

func quarrelEn(g []string, _ opener) (string, string) {
	p := en.Thing(quarrelOver.ReplaceAllString(g[1], ""))
	if p == "" {
		return "", ""
	}
	return "Have you and " + p + " made up?", p
}

// ownedEn turns "my sister" and "a test" to "your …".
func ownedEn(s string) string {
	s = strings.TrimSpace(s)
	low := strings.ToLower(s)
	for _, lead := range []string{"my ", "our "} {
		if strings.HasPrefix(low, lead) {
			return "your " + en.ToYou(s[len(lead):])
		}
	}
	switch low {
	case "let's", "it's", "that's", "here's", "there's", "what's", "he's", "she's", "who's", "where's", "how's", "everyone's", "everything's", "someone's", "today's", "tomorrow's", "it", "that", "this", "he", "she", "they", "there", "what", "who", "life", "everything", "someone", "everyone", "nobody", "people", "today", "tomorrow", "yesterday", "also", "so", "and", "but", "well", "yes", "yeah", "oh", "now", "then", "hopefully", "which", "here", "how", "where", "when":
		return ""
	}
	return en.ToYou(s)
}

func eventEn(g []string, o opener) (string, string) {
	owner := strings.ToLower(g[1])
	switch owner {
	case "my", "our", "a", "an", "another", "this":
		owner = "your"
	case "his", "her", "their":
		owner = "the"
	default:
		if owner = ownedEn(g[1]); owner == "" {
			return "", ""
		}
	}
	mod := strings.TrimSpace(en.ToYou(g[2]))
	if verbIn.MatchString(mod) {
		return "", ""
	}
	np := strings.Join(strings.Fields(owner+" "+mod+" "+strings.ToLower(g[3])), " ") + en.Tail(g[4])
	return goEn(o, np), mod + " " + g[3] + en.Tail(g[4])
}

var verbIn = fold(`\b(?:is|was|are|were|have|has|had|will|to|and|I|we|that|when|go|going|for|in|at|of|on|with|got|her|his|their)\b`)

// eventWord is what can go well or badly.
var eventWord = fold(`\b` + eventsEn + `\b|^(?:your )?\w+ing\b|\b(?:season|semester|term|job|school|college|course|project|baby|christmas|thanksgiving|weekend|summer|vacation|honeymoon)\b`)

// be is the verb for one or for many.
func be(who string) string {
	if many.MatchString(who) {
		return " are "
	}
	return " is "
}

var many = fold(`\b(?:parents|grandparents|in-laws|kids|children|twins|sisters|brothers|sons|daughters|friends|cousins|boys|girls|guys|people|neighbou?rs|colleagues|students|both|all)$|\band\b`)

// goEn asks how something goes that has its day.
func goEn(o opener, np string) string {
	np = strings.Join(strings.Fields(np), " ")
	if rest, ok := strings.CutPrefix(np, "The "); ok {
		np = "the " + rest
	}
	switch {
	case o.today():
		return "How did " + np + " go on " + o.when.From.Format("2 January") + "?"
	case o.when.Unit == lang.Vague:
		return "When is " + np + ", and how will it go?"
	}
	return "How will " + np + " go" + o.label() + "?"
}

func gerundEn(g []string, o opener) (string, string) {
	p := en.Phrase(g[2])
	if p == "" {
		return "", ""
	}
	verb := strings.ToLower(g[1])
	if m := toPlace.FindStringSubmatch(p); m != nil && (verb == "going" || verb == "flying" || verb == "heading" || strings.HasPrefix(verb, "travel")) {
		return goEn(o, "your trip to "+m[1]), p
	}
	return goEn(o, verb+" "+p), verb + " " + p
}

var toPlace = pattern.New(`^to ([A-Z][\p{L}]+(?: [A-Z][\p{L}]+)?(?: with .+)?)$`)

func feeling(s string) string {
	switch s = strings.ToLower(s); s {
	case "stressing", "stressed", "freaking out", "panicking":
		return "stressed"
	}
	return s
}

func worryEn(g []string, _ opener) (string, string) {
	p := en.Phrase(g[3])
	if p == "" || en.BareThing.MatchString(p) {
		return "", ""
	}
	return "Are you still " + feeling(g[1]) + " " + strings.ToLower(g[2]) + " " + p + "?", p
}

func effortEn(g []string, _ opener) (string, string) {
	p := en.Short(en.Thing(g[len(g)-1]))
	if p == "" || len(lang.Terms(p)) == 0 {
		return "", ""
	}
	verb := ""
	if len(g) == 3 {
		switch v := strings.ToLower(g[1]); v {
		case "working on", "writing", "planning", "organizing", "organising", "building", "developing", "editing", "recording", "painting", "knitting", "renovating", "redecorating", "researching", "rehearsing":
		default:
			verb = v + " "
		}
		if verb == "" && !strings.HasPrefix(p, "your ") && !strings.HasPrefix(p, "the ") {
			verb = strings.ToLower(g[1]) + " "
		}
	}
	return "How is " + verb + p + " coming along?", p
}
