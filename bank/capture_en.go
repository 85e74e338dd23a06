package bank

import (
	"strings"
)

// en compiles an expression for which case does not count, but for [A-Z].
func en(s string) pattern {
	return re(`(?i)` + strings.ReplaceAll(s, "[A-Z]", "(?-i:[A-Z])"))
}

const (
	kinEn = `(?:sister|brother|mother|father|mum|mom|dad|wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|best friend|friend|daughter|son|kids?|child|children|twins?|boss|manager|colleague|coworker|aunt|uncle|cousin|niece|nephew|grandmother|grandfather|grandma|grandpa|neighbou?r|teacher|roommate|flatmate|baby|parents|cats?|dogs?|puppy|kitten|rabbit|hamster|parrot|horse)`
	petEn = `(?:cats?|dogs?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|birds?|horses?|goldfish|snakes?|turtles?|guinea pigs?)`
	jobEn = `(?:teacher|nurse|engineer|developer|programmer|designer|student|doctor|lawyer|writer|author|artist|musician|pianist|guitarist|singer|actor|actress|chef|cook|baker|farmer|gardener|driver|pilot|sailor|soldier|police officer|firefighter|librarian|scientist|researcher|professor|physicist|chemist|biologist|mathematician|historian|translator|interpreter|journalist|editor|photographer|architect|accountant|carpenter|plumber|electrician|mechanic|waiter|waitress|barista|bartender|cashier|clerk|secretary|manager|consultant|analyst|freelancer|therapist|psychologist|dentist|vet|pharmacist|paramedic|social worker|civil servant|hairdresser|tailor|potter|dancer|illustrator|animator|vegetarian|vegan|pescatarian|diabetic|asthmatic|buddhist|christian|muslim|jew|hindu|atheist|only child|twin|widow|widower|single (?:mother|father|mum|mom|dad|parent)|retiree|grandmother|grandfather|night owl|morning person)`
	advEn = `(?:(?:really|absolutely|also|still|always|just|do|simply|truly|especially|actually|usually|generally|personally|totally|so|very much|much|kind of|mostly|rather|never|currently|now|recently|finally|both|all)\s+)*`
	iAm   = `\bI(?:'m| am) `
	whenE = `(?:tomorrow|tonight|next (?:week|month|year|spring|summer|autumn|fall|winter|\w+day)|this (?:week|weekend|month|\w+day|spring|summer|autumn|fall|winter)|on (?:\w+day|the \d+|\w+ \d+)|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d+ (?:days|weeks|months)|two weeks|a week|a month)|at \d)`
)

// englishRules are tried in order.
var englishRules = []rule{
	{Plain, mattersName, en(`\b(?:my (?:full |first |last |real |nick)?name(?:'s| is) (?:not )?\p{L}|(?:please |just |you can |everyone |everybody |people |friends )*calls? me [A-Z]|I(?:'m| am) called [A-Z]|I go by [A-Z])`), en(`call me (?:when|if|later|back|tomorrow|at|on|tonight|a |an |the |crazy)`)},
	{Plain, mattersHealth, en(`\bI(?:'m| am) ` + advEn + `(?:\w+ )?(?:allergic to|intolerant|pregnant|colou?r-?blind|deaf|diabetic|asthmatic)\b|\bI have (?:an? )?(?:\w+ )?(?:allerg(?:y|ies)|diabetes|asthma|epilepsy|migraines|adhd|autism|celiac|coeliac|depression|arthritis|anxiety disorder|high blood pressure|heart (?:condition|disease))\b|\bI was diagnosed with \w|\bI take (?:medication|insulin)\b`), nil},
	{Decision, mattersDecided, en(`\b(?:I|we)(?:'ve| have)? (?:just |finally |already )*(?:decided (?:to|that|on|not|against)|made up (?:my|our) minds?|chose(?:n)? (?:to|not)|settled on|opted (?:for|to))\b|\b(?:I'm|we're|I am|we are) (?:quitting|resigning|retiring|moving to|getting married|getting divorced|changing jobs|giving up)\b|\bfrom now on,? I(?:'ll| will)\b|\bI(?:'ve| have) (?:quit|given up|stopped) \w`), nil},
	{Entity, mattersPerson, en(`\b(?:my|our) (?:\w+ )?` + kinEn + `(?:'s name is| is called| is named|, who is called) [A-Z]|\b(?:my|our) (?:\w+ )?` + kinEn + `'?s? names are [A-Z]|\b(?:have|has|got|adopted) an? (?:\w+ )?` + kinEn + ` (?:called|named) [A-Z]`), nil},
	{Entity, mattersPerson, re(`^[A-Z]\p{L}+(?: [A-Z]\p{L}+)? (?:is|was) (?:my|our) (?:\w+ ){0,2}\w+|\b(?:[Mm]y|[Oo]ur) (?:\w+ )?` + kinEn + `,? [A-Z]\p{L}+,? (?:is|was|has|had|lives?|works?|loves?|likes?|hates?|studies|moved|got|plays|started|teaches|just|turned|wants|died|passed|speaks|lost)\b|^[A-Z]\p{L}+ (?:works (?:at|as|for|in)|lives (?:in|with|near)|was born in|moved to|teaches|studies) \w+`), en(`^(?:it|this|that|there|here|what|he|she|they|which|who|everyone|everybody|nobody|someone|today|tomorrow|yesterday|life|work|nothing|everything) `)},
	{Preference, mattersTaste, en(`\bmy (?:all-time |absolute |second )?favou?rite [\w -]{2,40}? (?:is|are|was|has always been) \w|\bI(?:'m| am) (?:a )?(?:\w+ )?(?:fan of|fond of|keen on|into) \w|\bI(?:'ve| have) always (?:loved|liked|hated|preferred|enjoyed) \w|\bI (?:don't|do not|can't|cannot|never) (?:eat|drink) \w|\bI(?:'m| am) not (?:a fan of|fond of|keen on|into) \w`), tastelessEn},
	{Preference, mattersTaste, en(`\bI ` + advEn + `(?:don't |do not |didn't |can't |cannot )?` + advEn + `(?:love|like|enjoy|prefer|hate|dislike|adore|detest|despise|loathe|stand|bear) (?:\w|")`), tastelessEn},
	{Plain, mattersLife, en(`\bI ` + advEn + `(?:live|lived|work|worked|study|studied|teach|taught|grew up|graduated|was born|was raised|come|moved|volunteer) (?:in|at|for|as|from|with|near|to|on|alone|abroad|there since|together|part-time|full-time|remotely|by|back|out|\w+ at|[A-Z\p{L}]+ (?:at|in))\b|\bI(?:'m| am) (?:originally )?from [A-Z]|\bI(?:'ve| have) (?:been )?(?:living|lived|working|worked|studying|studied|learning|playing|teaching|practi[sc]ing|married) \w|\bI(?:'m| am) (?:studying|learning|majoring in|writing a (?:book|novel|thesis)|training (?:for|as)) \w|\bI study \w|\bI speak (?:\w+ )*(?:[A-Z]\w+)`), nil},
	{Plain, mattersLife, en(iAm + advEn + `(?:an? |the )(?:[\w-]+ ){0,3}?` + jobEn + `\b|` + iAm + `(?:\d{1,3}|\w+ty(?:-\w+)?)(?: years old|$|,| now| this year| and)|\bI (?:just |recently )?turned \d+|\bmy birthday is\b|\bI was born (?:on|in)\b|` + iAm + `(?:married|single|divorced|engaged|widowed|retired|unemployed|self-employed|left-handed|vegetarian|vegan)\b|\bI (?:just |recently )*(?:got|have been|am getting) (?:married|engaged|divorced|promoted|fired|laid off)\b`), en(`\bof a |\blike a `)},
	{Plain, mattersLife, en(`\b(?:I|we)(?:'ve got| have got| have| own| keep| adopted| just got| raised?) (?:an? |one |two |three |four |five |six |\d+ |no |twin )(?:\w+ ){0,2}?(?:` + petEn + `|` + kinEn + `|siblings?)\b|\bI(?:'ve been)? play(?:ing)? (?:the )?(?:piano|guitar|violin|drums|flute|cello|chess|tennis|football|soccer|basketball|baseball|badminton|golf|shogi|go|bass|trumpet|saxophone)\b|\bI run (?:a|an|my own|the) (?:\w+ )?(?:shop|caf[eé]|company|business|bakery|restaurant|farm|blog)|\bI (?:started|began|got|found|lost) (?:a new job|my job|a job|working|learning|studying|my own)\b`), en(`\bplay go(?:ing|es)\b`)},
	{Plain, mattersPerson, en(`\b(?:my|our) (?:\w+ )?` + kinEn + `(?:'s)? (?:is (?:an? |in |at |from |\d)|are from|has |have |had |lives?|works?|loves?|likes|hates|studies|moved|got |plays|started|teaches|died|passed away|was born|speaks|turned|suffers|just (?:got|had|turned|moved|started))`), en(`\bis (?:an? )?(?:bit|little|lot|mess|pain|great|good|nice|idiot|jerk|angel)|\bhas (?:no idea|gone|left|been (?:so|very|really))|lives? (?:it|up)\b|works? (?:hard|well|out|now|fine)`)},
	{Plain, mattersLife, en(`\bmy (?:job|hobby|hobbies|major|hometown|native language|mother tongue|religion|nationality|blood type|zodiac sign|star sign|email|address|phone number|company|school|university|workplace|pronouns|wedding anniversary|anniversary)(?: is| are| was)\b \w`), en(`\bis (?:killing|driving|so|very|really|boring|hard|stressful|great|fun|ok|fine|safe|terrible|the (?:worst|best))\b`)},
	{Other, mattersPlan, en(`\b(?:I|we)(?:'ve got| have|'ve) (?:an? |my |our |the )(?:\w+ ){0,2}?(?:interview|exam|appointment|meeting|test|date|deadline|flight|surgery|operation|recital|concert|wedding|presentation|trip|reservation|performance|competition|race|marathon)\b.*\b` + whenE + `|\bmy (?:\w+ ){0,2}?(?:interview|exam|appointment|deadline|flight|surgery|operation|recital|concert|wedding|presentation|trip|graduation|birthday party|due date|thesis defen[cs]e)(?: is| starts| begins| will be) .*(?:` + whenE + `|\d)|\b(?:I'm|we're|I am|we are) (?:flying|travel+ing|going|driving|heading|leaving|moving|visiting|starting) (?:to |for |on |in )?[A-Z\p{L}].*\b` + whenE), en(`\bgoing to (?:bed|sleep|work|school|the (?:shop|store|gym)|be|do|try|have|get|go|eat|make)\b|\bgoing (?:out|home|crazy|mad|back)\b`)},
}

var (
	jokeEn = en(`\b(?:just kidding|only kidding|i'm kidding|i am kidding|just joking|i'm joking|only joking|jk|j/k|just testing)\b|(?:^|\s)/s(?:\s|$)|\bnot really,? (?:lol|haha)`)

	// tastelessEn is what makes a taste one of the moment, or none.
	tastelessEn = en(`\b(?:love|like|enjoy|prefer|hate|dislike|adore|stand|bear|into|of|on) (?:it|that|this|these|those|them|him|her|you|your|how|what|where|who|why|being here|talking|to (?:hear|know|see|think|ask|say|talk|thank|point|add|be honest|admit|apologi[sz]e|break|bother|complain|disappoint|interrupt|go|try|order|book|buy)|the (?:idea|sound|look|way|thought|new|last|first|other|one)|our (?:chats?|talks?|conversations?)|an? (?:idiot|fool|baby|child|king|queen|dream|nightmare|charm|million))\b|\b(?:like|love|hate)(?:$|,| so much| a lot$)|\bI (?:don't )?(?:feel|look|sound|seem|act|looked|felt) like\b|\bI like (?:to )?(?:think|pretend)\b`)

	// unsureEn is what makes a sentence no statement of the user's own.
	unsureEn   = en(`\b(?:if|unless|would|could|should|might|may be|maybe|perhaps|possibly|probably|suppose|supposing|imagine|pretend|pretending|wish|hypothetically|let's say|what if|as if|i guess|i think|i believe|i wonder|i doubt|not sure|i hope|i dreamed|i dreamt|in my dream|in the (?:story|game|novel|movie|film|book)|my character|role-?play|for example|e\.g|according to|apparently|supposedly|allegedly|i heard|i've heard|i read|they say|people say|he said|she said|they said|said that|told me|says|tells me|asked me|claims|the (?:article|author|quote|lyrics?|song) )\b|^(?:in|as) (?:the|a) (?:story|game|novel|joke)|\blol\b|\bhaha|\blmao\b|\brofl\b|;\)`)
	toYouEn    = en(`\b(?:you|your|yours|yourself|u)\b`)
	askEn      = en(`^(?:(?:so|and|but|well|hey|ok|okay|oh),? )*(?:what|who|whom|whose|when|where|why|how|which|is|are|am|was|were|do|does|did|can|could|will|would|shall|should|may|might|have you|has|had|isn't|aren't|don't|doesn't|didn't|won't|wouldn't|couldn't|any)\b`)
	orderEn    = en(`^(?:(?:please|now|then|ok|okay|hey|just|and|so),? )*(?:tell|write|give|show|make|help|explain|say|repeat|list|find|search|translate|summari[sz]e|describe|imagine|pretend|act|let's|let us|let me|stop|don't|do not|be|go|come|look|listen|read|play|sing|draw|create|add|remove|delete|change|use|try|think|answer|ask|guess|check|fix|open|close|send|thank|thanks|sorry|forget|ignore|assume|consider|wait|continue|rewrite|edit|call)\b`)
	rememberEn = en(`^(?:(?:please|also|and|oh|hey|ok|okay|so),? )*(?:(?:can|could|would|will) you )?(?:please )?(?:remember(?: this)?(?: that|:|,)? |don't forget(?: that|:|,)? |do not forget(?: that|:|,)? |never forget(?: that|:|,)? |keep in mind(?: that|:|,)? |make a note(?: that|:|,)? |note that |for the record,? |bear in mind(?: that|:|,)? )`)
	leadEn     = en(`^(?:(?:also|and|but|so|actually|well|oh|hmm|um|anyway|anyways|honestly|frankly|basically|hey|hi|hello|yes|yeah|yep|ok|okay|right|by the way|btw|fyi|to be honest|tbh|you know|in fact|no|nope|haha|plus|because)[,:.!]? +)+`)
	nearEn     = en(`\b(?:today|right now|at the moment|tonight|this morning|just now|yesterday)\b`)
)

// captureEnglish reads an English sentence that does not end in a question
// mark.
func captureEnglish(s string) (Captured, bool) {
	asked := rememberEn.MatchString(s)
	s = rememberEn.ReplaceAllString(s, "")
	s = strings.TrimSpace(leadEn.ReplaceAllString(s, ""))
	if len(strings.Fields(s)) < 3 && !asked {
		return Captured{}, false
	}
	i := matchesAny(s, englishRules)
	name := i >= 0 && englishRules[i].matters == mattersName
	if notMeantEn(s) || !name && (orderEn.MatchString(s) || toYouEn.MatchString(s) && !asked) {
		return Captured{}, false
	}
	if i < 0 {
		keep := asked && len(strings.Fields(s)) > 2 && !taskEn.MatchString(s)
		return Captured{Other, mattersAsked, s, namesEnglish(s)}, keep
	}
	r := englishRules[i]
	c := Captured{r.category, r.matters, s, namesEnglish(s)}
	if asked {
		c.Importance = max(c.Importance, mattersAsked)
	}
	return c, asked || c.Category != Preference || !nearEn.MatchString(s)
}

// notMeantEn reports whether a sentence asks or supposes.
func notMeantEn(s string) bool { return unsureEn.MatchString(s) || askEn.MatchString(s) }

// taskEn begins what is to be done rather than known: "remember to call me".
var taskEn = en(`^(?:to|me|about|when|how|what|the time|our)\b`)

var (
	properEn  = re(`[A-Z][\p{L}\p{N}'’&-]*(?: (?:of |de |van |von |the )?[A-Z][\p{L}\p{N}'&-]*)*`)
	mentionEn = re(`^(?:I|I'm|I've|I'd|I'll|My|We|We're|We've|Our|The|A|An|It|It's|He|She|They|This|That|There|Mr|Mrs|Ms|Dr|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Today|Tomorrow|Yesterday|From|In|On|At|When|Since|After|Before|Both|All|People|Everyone|Please|Never|Also|English|OK)$`)
)

// namesEnglish returns the proper names of a sentence.
func namesEnglish(s string) []string {
	var names []string
	for _, at := range properEn.FindAllStringIndex(s, -1) {
		if at[0] > 0 {
			if before := s[at[0]-1]; before != ' ' && before != '"' && before != '(' && before != '@' {
				continue
			}
		}
		n := strings.TrimSuffix(strings.TrimRight(s[at[0]:at[1]], "'-&"), "'s")
		for {
			first, rest, more := strings.Cut(n, " ")
			if !mentionEn.MatchString(first) {
				break
			}
			if n = rest; !more {
				break
			}
		}
		if n != "" && !strings.Contains(n, "I'") {
			names = append(names, n)
		}
	}
	return uniqueNames(names)
}
