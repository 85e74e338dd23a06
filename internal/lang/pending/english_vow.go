package pending

import (
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/en"
)

// vowEn are ways of leaving something open by what was arranged: moved to
// another day, booked, agreed to, promised to somebody.
var vowEn = []openRule{
	{Event, 0.75, fold(`\b(?:moved|pushed|shifted|rescheduled|postponed|changed) ((?:my|our|the) (?:[\w'’&-]+ ){0,3}?[\w'’&-]+)(?: (?:back|forward|up|out))?(?: (?:to|till|until|for))? ?§`), fold(`\b(?:moved|changed|shifted) (?:my|our|the) (?:mind|bed|sofa|couch|desk|chairs?|car|furniture|plants?|stuff|things|clocks?|sheets|oil|tyres?|tires?|password)\b`), ahead, plainEventEn},
	{Event, 0.7, fold(`\b(?:booked|reserved) (?:(?:my|our)(?:self|selves) |us |me )?((?:the|a|an|my|our|some|two|three) (?:[\w'’&-]+ ){0,3}?[\w'’&-]+)( to [A-Z][\p{L}]+(?: [A-Z][\p{L}]+)?)?(?: for)? ?§`), nil, ahead, bookedEn},
	{Event, 0.7, fold(`\bI (?:just |also |finally |kind of |sort of |have |already )?(?:said yes to|agreed to|signed (?:myself |us )?up (?:for|to)|volunteered (?:for|to)|committed to) (.+)$`), fold(`\b(?:years? ago|back then|regret(?:ted)? it|it went|never (?:went|did)|a gym|newsletter|disagree)\b`), nothing, agreedEn},
	{Event, 0.75, fold(`\b(?:told|promised) ((?:my|our) [\w-]+|(?-i:[A-Z][\w'-]+)|him|her|them) (?:that )?(?:I'd|I would|I'll|I will|to|we'd|we'll) ([a-z]+ [^§]+?),? §`), fold(`\b(?:told|promised) [\w ]+? (?:that )?(?:I'd|I'll|I would|I will|to) (?:` + notVerb + `)\b|\btold (?:my|our)? ?[\w-]+ to\b`), ahead, promisedEn},
}

// The ways in which one goes and stays.
var (
	rideEn = fold(`^(?:the|a|an|my|our|some|two|three) (?:[\w-]+ )*?(ferry|train|flight|bus|plane|boat|coach)$`)
	stayEn = fold(`^(?:the|a|an|my|our|two|three) (?:[\w-]+ )*?(hotel|room|rooms|cabin|cottage|hostel|airbnb|campsite|bungalow|holiday flat)$`)
)

// bookedEn asks after what was booked for a day: the journey, not the ferry.
func bookedEn(g []string, o opener) (string, string) {
	what, to := strings.TrimSpace(g[1]), strings.TrimSpace(g[2])
	switch ride, stay := rideEn.FindStringSubmatch(what), stayEn.FindStringSubmatch(what); {
	case ride != nil && to != "":
		return goEn(o, "your trip "+to), ride[1] + " trip " + to
	case ride != nil && strings.EqualFold(ride[1], "flight"):
		return goEn(o, "your flight"), "flight trip"
	case ride != nil:
		return goEn(o, "your "+strings.ToLower(ride[1])+" trip"), ride[1] + " trip"
	case stay != nil:
		return goEn(o, "your stay at the "+strings.ToLower(stay[1])), stay[1]
	case strings.HasSuffix(strings.ToLower(what), " table"):
		return goEn(o, "your dinner out"), "table dinner restaurant"
	}
	np := ownedEn(what)
	if np == "" || len(lang.Terms(np)) == 0 {
		return "", ""
	}
	return goEn(o, en.Article.ReplaceAllString(np, "the ")), what
}

// agreedEn asks after what somebody let themselves in for.
func agreedEn(g []string, o opener) (string, string) {
	p := en.Phrase(withEn.ReplaceAllString(relative.ReplaceAllString(strings.TrimRight(strings.ReplaceAll(g[1], lang.Gap, ""), " ,.!"), ""), ""))
	verb, rest, _ := strings.Cut(p, " ")
	switch {
	case len(lang.Terms(p)) == 0 || leaning.MatchString(p):
		return "", ""
	case strings.HasSuffix(verb, "ing") && rest != "", owned.MatchString(p):
		return "How will " + en.Article.ReplaceAllString(p, "the ") + " go" + o.label() + "?", p
	case rest == "":
		return "", ""
	}
	return "How will it go when you " + p + o.label() + "?", p
}

// withEn is with whom, named before.
var withEn = fold(` (?:with|for) (?:him|her|them|it)$`)

// promisedEn asks after what was promised to somebody, who is named again where
// the sentence only has "her".
func promisedEn(g []string, o opener) (string, string) {
	switch who := strings.TrimSpace(g[1]); strings.ToLower(who) {
	case "him", "her", "them":
	default:
		g[2] = leaningOn.ReplaceAllString(g[2], "${1}"+who+"${2}")
	}
	return plannedEn(g[1:], o)
}

// leaningOn is somebody who was named before, as the one to whom something is
// done.
var leaningOn = fold(`^([a-z]+ )(?:him|her|them)( |$)`)
