package facts

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Attributed returns a sentence that somebody said of themselves as a fact
// that says whose it is: turned into the third person where that takes no more
// than another subject, else as a quotation with their name. who is the name,
// "" of a user who has told none. A sentence that is a quotation with a name
// already stays as it is.
func Attributed(sentence, who string) string {
	s := strings.TrimSpace(sentence)
	if s == "" || attributed.MatchString(s) {
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
	return speakerEn.MatchString(s) || speakerJa.MatchString(s)
}

var (
	quotationRe = re(`“[^“”]*”|"[^"]*"|「[^「」]*」`)
	speakerEn   = re(`\b(?:I|I'm|I've|I'd|I'll|[Mm]y|[Mm]yself|[Mm]ine)\b`)
	speakerJa   = re(`(?:私|僕|ぼく|俺|おれ|わたし|あたし)(?:は|の|が|も|に|を|と|には|にとって)`)
)

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
	if rest, ok := strings.CutPrefix(s, capitalised(name)); ok && namedEn.MatchString(rest) && !selfEn.MatchString(rest) {
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

var (
	// selfEn are the words of the one who speaks, and of the one who listens.
	selfEn  = re(`(?i)\b(?:I|I'm|I've|I'd|I'll|me|my|mine|myself|we|us|our|ours|ourselves|you|your|yours|yourself|let's)\b`)
	namedEn = re(`^(?:'s)? [a-z]`) // what follows a name that is the subject
	// againEn goes on with a verb of the same subject, which another subject
	// would inflect.
	againEn = re(`(?i)(?:\band|\bor|\bbut|\bthen|,) (?:(?:also|then|now|still|just|really|always|never|only|usually|often|sometimes) )*(?:am|are|have|do|don't|` + presentEn + `)\b`)
	beginEn = re(`^(I'm|I am|I was|I wasn't|I've|I have|I haven't|I don't|I do not|I'll|I) ((?:(?:just|really|also|always|never|still|finally|recently|actually|already|even|only|often|usually|sometimes|now|not) )*)(.+)$`)
	firstEn = re(`^([A-Za-z']+)(.*)$`)
	mineEn  = re(`^My ((?:[A-Za-z][\w'-]* ){1,5}?(?:is|was|isn't|wasn't|has|had|will|can|could|[a-z]+ed|died|came|went|left|got|gave|lives|works|says|wants|loves|likes|needs)\b.*)$`)
	pastEn  = re(`^(?:went|got|had|made|took|saw|met|began|bought|sold|lost|found|won|left|came|ran|wrote|taught|built|chose|gave|flew|drove|swam|broke|spent|grew|became|told|heard|felt|spoke|slept|kept|forgot|caught|brought|thought|knew|fell|stood|sang|drank|ate|wore|sent|paid|held|led|rode|rose|threw|woke|was|did|said|used to|[a-z]+[^e]ed)$`)
	modalEn = re(`^(?:can|can't|cannot|could|couldn't|will|won't|would|wouldn't|should|must|may|might|didn't|wasn't|hadn't)$`)
)

// presentEn are verbs in the present that a third person gives an ending.
const presentEn = `work|live|love|like|want|need|hope|plan|study|play|hate|prefer|enjoy|teach|run|go|use|believe|know|feel|wish|keep|take|make|drink|eat|sleep|own|speak|write|read|sing|dance|paint|swim|cook|bake|collect|grow|come|help|start|try|get|see|miss|fear|trust|drive|ride|walk|train|practise|practice|lead|manage|run|build|sell|buy|give|earn|rent|share|belong|think|call|visit|watch|wear`

var presentVerb = re(`^(?:` + presentEn + `)$`)

// turnedEn returns a sentence with another subject in place of "I", or of the
// "my" it begins with; ok is false where more would have to change.
func turnedEn(s, name string) (string, bool) {
	if strings.ContainsAny(s, `"“”?`) || againEn.MatchString(s) {
		return "", false
	}
	if m := mineEn.FindStringSubmatch(s); m != nil && !selfEn.MatchString(m[1]) {
		return name + "'s " + m[1], true
	}
	m := beginEn.FindStringSubmatch(s)
	if m == nil {
		return s, ofNamedEn(s)
	}
	if selfEn.MatchString(m[3]) {
		return "", false
	}
	verb := map[string]string{
		"I'm": "is", "I am": "is", "I was": "was", "I wasn't": "wasn't", "I've": "has", "I have": "has",
		"I haven't": "hasn't", "I don't": "doesn't", "I do not": "does not", "I'll": "will",
	}[m[1]]
	if verb != "" {
		return name + " " + verb + " " + m[2] + m[3], true
	}
	w := firstEn.FindStringSubmatch(m[3])
	switch {
	case w == nil:
		return "", false
	case modalEn.MatchString(w[1]) || pastEn.MatchString(w[1]) || strings.HasPrefix(m[3], "used to "):
		return name + " " + m[2] + m[3], true
	case presentVerb.MatchString(w[1]) && w[1] != "read":
		return name + " " + m[2] + thirdPerson(w[1]) + w[2], true
	}
	return "", false
}

// ofOthersEn begins a sentence that names whom or what it is about.
var ofOthersEn = re(`^(?:(?:The|A|An|Dr\.|Mrs?\.|Ms\.) \w[\w'. -]*?|[A-Z][\w'-]*(?: (?:and )?[A-Z][\w'-]*)*) (?:is|was|are|were|has|had|will|isn't|wasn't|can|could|lives|works|loves|likes|wants|says|said|told|died|came|went|got|left|moved|called)\b`)

// pointsEn begins a sentence that only names them by what was said before, or
// not at all.
var pointsEn = re(`^(?:It|This|That|These|Those|They|He|She|There|One|What|Such|So|Being|Having|[A-Z][a-z]+ing)\b`)

// ofNamedEn reports whether a sentence names whom or what it is about, and
// speaks of nobody who talks.
func ofNamedEn(s string) bool {
	return !selfEn.MatchString(s) && ofOthersEn.MatchString(s) && !pointsEn.MatchString(s)
}

func thirdPerson(verb string) string {
	switch {
	case regexpEs.MatchString(verb):
		return verb + "es"
	case strings.HasSuffix(verb, "y") && !strings.ContainsAny(verb[len(verb)-2:len(verb)-1], "aeou"):
		return verb[:len(verb)-1] + "ies"
	}
	return verb + "s"
}

var regexpEs = re(`(?:s|sh|ch|x|z|o)$`)

var (
	selfJa  = re(`私|僕|ぼく|俺|おれ|わたし|あたし|自分|うちの|我が家|あなた|君|きみ`)
	namedJa = re(`^(?:さん|ちゃん|くん|君)?(?:は|の|が|も|には|にとって)`)
	// theirsJa begins with what is the speaker's own, and whose it is left out.
	theirsJa = re(`^(?:お?名前|趣味|職業|誕生日|出身地?|血液型|好物|特技)は`)
	beginJa  = re(`^(?:私|僕|ぼく|俺|おれ|わたし|あたし)(は|の|が|も|には|にとって)(.+)$`)
)

// attributedJa gives a Japanese sentence that begins with its speaker their
// name. One that leaves the speaker out, as most do, is quoted.
func attributedJa(s, who string) string {
	name := who
	if name == "" {
		name = someUserJa
	}
	if m := beginJa.FindStringSubmatch(s); m != nil && !selfJa.MatchString(m[2]) && !strings.ContainsAny(s, "「」『』？?") {
		return name + m[1] + m[2]
	}
	if theirsJa.MatchString(s) && !selfJa.MatchString(s) && !strings.ContainsAny(s, "「」『』？?") {
		return name + "の" + strings.TrimPrefix(s, "お")
	}
	if rest, ok := strings.CutPrefix(s, name); ok && namedJa.MatchString(rest) && !selfJa.MatchString(rest) {
		return s
	}
	s = strings.TrimRight(s, "。 、")
	return name + "「" + strings.NewReplacer("「", "『", "」", "』").Replace(s) + "」"
}
