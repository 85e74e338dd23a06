package lang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Noun reports whether a term may name something: no verb or adjective that is
// common in talk.
func Noun(term string) bool {
	if term == "" || notNouns[term] {
		return false
	}
	r, _ := utf8.DecodeRuneInString(term)
	return Japanese(term) || unicode.IsLetter(r) && strings.ContainsFunc(term, unicode.IsLetter)
}

// IsNoNoun reports whether a word looks like the name of a thing and is none.
func IsNoNoun(word string) bool { return notNouns[word] }

var notNouns = WordSet(`眠れ positive negative together healthier healthy pic pics moment moments experience experiences journey journeys memory memories joy healthy life lives happiness strength courage score scored cheer cheers dreaming visit eat ate buy bought live lived play played watch watched read wrote write written teach taught learn learned study studied move moved meet met call called send sent
leave left finish finished lose lost find found win won run ran sit sat stand stood walk walked drive drove ride rode cook cooked cry cried laugh laughed smile sleep slept wake woke wait waited
help helped share shared miss missed stay stayed enjoy enjoyed hate hated prefer worry worried nervous scared afraid tired busy excited proud sad angry lonely sick crazy beautiful favorite favourite
important different similar real special huge tiny full open free main certain sure quick slow early late high low strong weak hot cold warm deep true wrong right ready alone born die died pass passed
bring brought keep kept carry wear wore show showed change changed choose chose decide decided believe remember forget forgot hear heard listen speak spoke talk answer agree build built break broke broken
spend spent save saved pay paid cost sell sold turn turned join joined support supported create created inspire inspired inspiring remind reminded realize realized notice noticed explore explored
expect expected appreciate relax relaxing relaxed calm peaceful stressful tough rough challenging amazing incredible fantastic wonderful lovely perfect interesting exciting fascinating awful terrible horrible weird strange funny rewarding
stupid silly apply applied cancel cancelled canceled swollen bake baked crowded red blue green yellow black white brown orange purple grey gray pink golden plant plants planted visited climb climbed carry borrow lend lent owe sell rent hire hired fire fired offer offered accept accepted reject rejected
text texted email emailed print printed draw drew drawn knit sew fly flew swim swam jump dance danced sing sang follow add fix fit hit cut pull push pick drop hold held throw catch caught grow grew rest hurt heal reach continue improve develop focus manage handle deal push check hang pretty honest quiet loud wet dry dark bright small large short tall young fresh clean dirty`)

// Leans reports whether a sentence leans on what was said before it: it begins
// with "it" or "that", or is a mere reply.
func Leans(s Sentence) bool {
	if s.Japanese {
		return vagueJa.MatchString(s.Text)
	}
	return vagueEn.MatchString(s.Text) && !SinceEn.MatchString(s.Text)
}

// SinceEn is "it" that leans on nothing: "it's a year since".
var SinceEn = rx(`(?i)^it(?:'s| is| has|'ll be| will be)(?: been)?(?: \w+){0,3} (?:years?|months?|weeks?|days?)\b.* (?:since|ago)\b`)

var (
	vagueEn = rx(`(?i)^(?:(?:yeah|yes|yep|no|nope|oh|ah|well|so|and|but|wow|haha|thanks|thank you|sure|ok|okay|right|exactly|totally|definitely|absolutely|true|same|also|anyway)\b[,.! ]*)*(?:it|it's|it'll|that|that's|this|this is|these|those|they|they're|he|she|he's|she's|them|there's nothing|what|which|sounds|same|me too|you|your|you're|thanks|thank)\b`)
	vagueJa = rx(`^(?:(?:うん|はい|いや|ええ|まあ|でも|だから|ううん)、?)*(?:そう|それ|これ|あれ|そこ|ここ|その(?:[^場日時後]|$)|この(?:[^前間]|$)|あの(?:[^日時頃]|$)|ありがと|なるほど|確かに|たしかに)`)
)

// NameOf returns how a text names a term: with what belongs to it, such as
// "the job interview" or "妹の結婚式"; "" if the text does not have it.
func NameOf(text, term string) string {
	if Japanese(term) {
		return nameJa(text, term)
	}
	words := strings.Fields(Clean(text))
	for i, w := range words {
		bare := strings.TrimSuffix(strings.Trim(w, `.,;:!?"'()`), "'s")
		if Stem(strings.ToLower(bare)) != term {
			continue
		}
		if name := nameEn(words[:i], bare); name != bare && w == bare && i+1 < len(words) && headNoun.MatchString(words[i+1]) {
			return name + " " + strings.TrimRight(words[i+1], `.,;:!?"'()`) // "my theory test"
		} else {
			return name
		}
	}
	if i := strings.Index(strings.ToLower(text), term); i >= 0 && Japanese(text) && i+len(term) <= len(text) {
		return text[i : i+len(term)] // "QA", between Japanese words
	}
	return ""
}

// headNoun is a noun that others stand before: "the theory test".
var headNoun = rx(`(?i)^(?:tests?|exams?|interviews?|part(?:y|ies)|shifts?|rooms?|stations?|lines?|class(?:es)?|courses?|concerts?|appointments?|proposals?|chapters?|office|trips?|projects?|licen[cs]e|races?|kits?|theory|school|shop|store|association|notebook|bill|results?)[.,;:!?]*$`)

// breaksName are words between which and a noun there is no name of it.
var breaksName = WordSet(`or and of for to in on at with from about than is are was were that which who if but into over by as`)

// nameEn puts before a noun what names it.
func nameEn(before []string, noun string) string {
	if r, _ := utf8.DecodeRuneInString(noun); unicode.IsUpper(r) && len(before) > 0 {
		last := before[len(before)-1]
		if l, _ := utf8.DecodeRuneInString(last); unicode.IsUpper(l) && last != "I" && len(before) > 1 && !strings.ContainsAny(last, ".,!?'") {
			return last + " " + noun
		}
		return noun
	}
	n := len(before)
	for back := 1; back <= 3 && back <= n; back++ {
		w := strings.ToLower(before[n-back])
		if strings.ContainsAny(w, ".,;:!?") {
			break
		}
		if breaksName[w] {
			break
		}
		switch w {
		case "the", "a", "an", "this", "that", "these", "those", "some":
			return "the " + strings.Join(append(slices.Clone(before[n-back+1:]), noun), " ")
		case "my", "our":
			return "my " + strings.Join(append(slices.Clone(before[n-back+1:]), noun), " ")
		}
	}
	return noun
}

func nameJa(text, term string) string {
	i := strings.Index(Clean(text), term)
	if i < 0 {
		return ""
	}
	if m := ownerJa.FindString(Clean(text)[:i]); m != "" && !selfJa.MatchString(m) && len(Terms(m)) > 0 {
		return m + term
	}
	return term
}

var ownerJa = rx(`[\p{Han}\p{Katakana}ーA-Za-z]{1,8}(?:さん|ちゃん|くん)?の$`)
