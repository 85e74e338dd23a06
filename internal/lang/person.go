package lang

import (
	"slices"
	"strings"
)

// A Somebody is one who was spoken of, as one would name them.
type Somebody struct {
	Name string // "my sister", "Theo"
	She  bool   // may be meant by "she"
	He   bool   // may be meant by "he"
}

var (
	kinOfEn = rx(`\b(?i:my|our|your) (?:(?:older|little|younger|big|best|new|oldest|youngest|twin|old|late|ex) )?([a-z]+)(?: (?:([A-Z][\p{L}]+)|([a-z]{2,12}) (?:is|was|has|had|isn't|wasn't|hasn't|might)\b))?`)
	someEn  = rx(`(?i)\b(?:the|a|one|some|another|this|that) (client|guy|man|woman|conductor|vet|doctor|nurse|boss|teacher|kid|girl|boy|lady|customer|waiter|waitress|driver|neighbou?r|librarian|lawyer|therapist|director|manager|referee|coach|landlord|landlady|dentist|surgeon|supplier|plumber|guide|owner|cashier|stranger|patient|student|recruiter|officer|priest|baker|barber|actor|singer|author|hero)\b`)
	bareKin = rx(`\b(Mum|Mom|Mommy|Mummy|Grandma|Granny|Nana|Dad|Daddy|Grandpa|Granddad)\b`)
	titleEn = rx(`(?i)\b(mr|mrs|ms|miss|dr)\.? ([a-z][\p{L}'’-]+)`)
	placeOf = rx(`(?i)(?:\b(?:in|at|near|from|through|via|around|visit(?:ing|ed)?|(?:go|going|went|fly|flying|flew|travel\w*|trip|move|moving|moved|drive|driving|train|bus|way|back|off|flight) to)|[’']s) $`)
	sheKin  = WordSet(`mother mum mom sister wife daughter aunt niece grandma grandmother granny girlfriend fiancée stepmother stepmom landlady godmother granddaughter stepdaughter goddaughter nan nana gran mam auntie mummy`)
	heKin   = WordSet(`father dad brother husband son uncle nephew grandpa grandfather granddad boyfriend fiancé stepfather stepdad grandson stepson godson grandad daddy`)
	anyKin  = WordSet(`friend boss neighbour neighbor flatmate roommate colleague coworker advisor adviser supervisor teacher tutor professor landlord doctor therapist dentist cousin partner kid baby child manager coach trainer ex client customer student mentor cat dog puppy kitten rabbit spaniel labrador poodle terrier collie beagle dachshund greyhound whippet pony horse hamster physio`)
)

// KinOf reports which of "she" and "he" may mean one who is called by a word of
// kin or trade; neither, for another word.
func KinOf(word string) (she, he bool) {
	return sheKin[word] || anyKin[word], heKin[word] || anyKin[word]
}

func isKin(word string) bool {
	she, he := KinOf(word)
	return she || he
}

// A naming is where a text names somebody.
type naming struct {
	at int
	Somebody
}

// namings are those found so far.
type namings []naming

func (l namings) taken(at int) bool {
	return slices.ContainsFunc(l, func(n naming) bool { return at >= n.at && at < n.at+len(n.Name) })
}

// Persons returns whom an English text names that a later "he" or "she" may
// mean, in order.
func Persons(text string) []Somebody {
	list := kinIn(text)
	for _, m := range bareKin.FindAllStringIndex(text, -1) {
		if !list.taken(m[0]) {
			name := text[m[0]:m[1]]
			she := !strings.HasSuffix(strings.ToLower(name), "pa") && !strings.HasSuffix(name, "ad") && name != "Daddy"
			list = append(list, naming{m[0], Somebody{name, she, !she}})
		}
	}
	for _, m := range someEn.FindAllStringSubmatchIndex(text, -1) {
		list = append(list, naming{m[0], Somebody{"the " + strings.ToLower(text[m[2]:m[3]]), true, true}})
	}
	for _, m := range titleEn.FindAllStringSubmatchIndex(text, -1) {
		if t := strings.ToLower(text[m[2]:m[3]]); !list.taken(m[4]) {
			name := strings.Replace(Capitalised(t)+". "+Capitalised(text[m[4]:m[5]]), "Miss.", "Miss", 1)
			list = append(list, naming{m[0], Somebody{name, t != "mr", t == "mr" || t == "dr"}})
		}
	}
	list = withNames(list, text)
	slices.SortStableFunc(list, func(a, b naming) int { return a.at - b.at })
	out := make([]Somebody, 0, len(list))
	for _, f := range list {
		out = append(out, f.Somebody)
	}
	return out
}

// kinIn returns those whom a text names by what they are to the speaker.
func kinIn(text string) namings {
	var list namings
	for _, m := range kinOfEn.FindAllStringSubmatchIndex(text, -1) {
		kin := strings.ToLower(text[m[2]:m[3]])
		she, he, either := sheKin[kin], heKin[kin], anyKin[kin]
		if !she && !he && !either {
			continue
		}
		name := "my " + strings.TrimSpace(text[m[0]+strings.IndexByte(text[m[0]:], ' '):m[3]])
		if m[4] >= 0 && !commonCap[strings.ToLower(text[m[4]:m[5]])] {
			name = text[m[4]:m[5]]
		}
		if m[6] >= 0 && !commonCap[text[m[6]:m[7]]] && !EnglishSet.Has("no-kin-name", text[m[6]:m[7]]) { // "our spaniel pip is deaf"
			name = Capitalised(text[m[6]:m[7]])
		}
		list = append(list, naming{m[0], Somebody{name, she || either, he || either}})
	}
	return list
}

// withNames adds those named by a name that is no place's.
func withNames(list namings, text string) namings {
	for _, n := range ProperNames(text) {
		at := strings.Index(text, n)
		if at < 0 || strings.Contains(n, " ") || list.taken(at) || placeOf.MatchString(text[:at]) || slices.ContainsFunc(list, func(f naming) bool { return strings.HasSuffix(f.Name, n) }) {
			continue
		}
		list = append(list, naming{at, Somebody{n, true, true}})
	}
	return list
}

var pronounEn = rx(`(?i)\b(she|he|her|him|his)\b('s|'ll|'d)?`)

// Pronoun returns the first word of an English text that stands for somebody,
// and what stands before it; "" if there is none.
func Pronoun(text string) (word, before string) {
	m := pronounEn.FindStringSubmatchIndex(text)
	if m == nil {
		return "", text
	}
	return strings.ToLower(text[m[2]:m[3]]), text[:m[0]]
}

// Named puts a name where the first pronoun of an English text stands.
func Named(text, name string) string {
	m := pronounEn.FindStringSubmatchIndex(text)
	if m == nil {
		return text
	}
	word, rest := strings.ToLower(text[m[2]:m[3]]), text[m[3]:]
	if word == "his" || word == "her" && !afterHer.MatchString(rest) {
		name += "'s"
	}
	return text[:m[0]] + name + rest
}

// afterHer is what follows "her" that is no possessive: "write her a letter".
var afterHer = rx(`(?i)^(?:$|[,.;:!?§)]| (?:a|an|the|my|our|some|any|that|this|to|about|for|yet|if|when|how|what|whether|why|where|and|but|or|with|on|in|at|by|from|so|again|soon|later|tomorrow|today|tonight|now|too|back|up|out|off|over|once|every|because|before|after|yesterday|there|here|it)\b)`)

// PersonsJa returns whom a Japanese text names, in order.
func PersonsJa(text string) []string {
	list := nameJaOf.FindAllString(text, -1)
	for i, n := range list {
		list[i] = withoutTime(n)
	}
	return list
}

var nameJaOf = rx(`[\p{Han}\p{Katakana}ー]{1,8}(?:さん|ちゃん|くん|先生|先輩)|お母さん|お父さん|母|父|妻|夫|娘|息子|姉|妹|兄|弟|姪|甥|孫|上司|部長|店長`)

// ToWhomJa puts somebody's name before what is sent or said to them, where the
// text does not say to whom; the text as it was if it says so, or sends nothing.
func ToWhomJa(text, name string) string {
	m := sendsJa.FindStringIndex(text)
	if m == nil || toWhom.MatchString(text[:m[0]]) {
		return text
	}
	return text[:m[0]] + name + "に" + text[m[0]:]
}

// Sends reports whether a Japanese text sends something.
func Sends(text string) bool { return sendsJa.MatchString(text) }

var (
	sendsJa = rx(`(?:短い|長い|お礼の|お詫びの)?(?:メッセージ|メール|LINE|ライン|手紙|連絡|電話)(?:を|も)?(?:送る|する|書く|入れる|してみる|送ってみる|しよう|送ろう)(?:ね|よ|わ|つもり|予定|か|かな|と思う)*$`)
	toWhom  = rx(`[\p{Han}\p{Katakana}ーんち](?:に|へ|から|と)`)
)
