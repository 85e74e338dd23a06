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

// isTopic reports whether what follows "do you remember" is no sentence but
// only names something: "my sister".
func isTopic(text string) bool { return !auxStart.MatchString(text) && !isStatement(text) }

// asksBare reports whether a sentence without a question mark asks something.
func asksBare(text string) bool {
	return whStart.MatchString(text) && whAsks(text) || auxStart.MatchString(text) && aboutMe.MatchString(text) || asksYou.MatchString(text)
}

// asksYou asks the persona, with or without a mark.
var asksYou = re(`^(?:do|are|can|would|have|did|will) you \p{L}+`)

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

var nameQuestion = rx(`^(?:what(?:'s| is| was| are)|do you know|who).*\bnames?\b|^what(?:'s| is| are| was| do i call| did i call| have i called)\b.*\b(?:called|call|named)\b|^what do i call`)
