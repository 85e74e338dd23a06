package retrieval

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"yumori/internal/lang/when"
	"yumori/rag/terms"
)

// An Ask is what there is to plan with.
type Ask struct {
	Text     string    // what the user said
	Before   string    // what the user said before that, for "what about it?"
	Now      time.Time // against which "yesterday" is resolved
	User     string    // the user's name, "" if unknown
	Persona  string    // the persona's name
	Speakers []string  // everybody who ever said something
	Entities []string  // names the persona knows something about
}

// A Plan says what to look for.
type Plan struct {
	Search   string      `json:"search"`             // the words to find
	Keywords []string    `json:"keywords,omitempty"` // at most three, to be found as they stand
	Intent   Intent      `json:"intent"`
	Spans    []when.Span `json:"spans,omitempty"`    // times meant
	Speakers []string    `json:"speakers,omitempty"` // who is named as having said or done it
	Entities []string    `json:"entities,omitempty"`
	AsksWhen bool        `json:"asks_when,omitempty"`
	Skip     string      `json:"skip,omitempty"` // why nothing is looked for; "" if something is
	By       string      `json:"by"`             // "rules", or the model
}

// A Planner makes a plan. It may take its time; Node bounds it.
type Planner interface {
	Plan(ctx context.Context, a Ask) (Plan, error)
}

// Rules plans without a model, by names, dates and words of intent, in
// English and Japanese. It takes some 50 µs and never fails.
type Rules struct{}

// maxSearch is how many bytes of what the user said are looked for: a page.
const maxSearch = 4000

// Plan makes a plan from the words alone. The error is always nil.
func (Rules) Plan(_ context.Context, a Ask) (Plan, error) {
	text := strings.TrimSpace(clip(a.Text))
	p := Plan{By: "rules", Search: text, Spans: when.Find(text, a.Now), AsksWhen: when.Asked(text)}
	p.Intent = intentOf(text, p.Spans)
	p.Keywords = quoted(text)
	p.Entities = namesIn(text, a.Entities)
	p.Speakers = speakersIn(text, a)
	left := withoutGreeting(text)
	if len(terms.Of(left)) == 0 && len(when.Find(left, a.Now)) == 0 && len(p.Entities) == 0 {
		switch {
		case left == "" || a.Before == "" || len(terms.Words(left)) == 0 || strings.TrimSpace(left) != text:
			// A greeting, or a pronoun after one, which cannot mean what was
			// said before the greeting.
			p.Skip = "nothing to look for"
		default:
			p.Search = text + "\n" + clip(a.Before)
		}
	}
	return p, nil
}

// clip cuts a text to maxSearch bytes, not within a rune.
func clip(s string) string {
	if len(s) <= maxSearch {
		return s
	}
	return strings.ToValidUTF8(s[:maxSearch], "")
}

var greeting = regexp.MustCompile(`(?i)^(?:[\s\p{P}\p{S}]*(?:(?:hi|hello|hey|yo|good\s+(?:morning|afternoon|evening|night)|morning|thanks?(?:\s+you)?|thank\s+you|bye|goodbye|see\s+you|ok(?:ay)?|yes|no|sure|how\s+are\s+you(?:\s+(?:today|doing))?|what'?s\s+up)\b|おはよう(?:ございます)?|こんにちは|こんばんは|おやすみ(?:なさい)?|ただいま|おかえり(?:なさい)?|いってきます|ありがとう(?:ございます)?|元気(?:ですか)?|やあ|ねえ|うん|はい|いいえ|じゃあ?ね|またね))+[\s\p{P}\p{S}]*`)

// withoutGreeting cuts greetings and small answers off the beginning.
func withoutGreeting(text string) string {
	return strings.TrimSpace(text[len(greeting.FindString(text)):])
}

var quotes = regexp.MustCompile(`"([^"\n]{2,80})"|“([^”\n]{2,80})”|「([^」\n]{2,80})」|『([^』\n]{2,80})』`)

// nod is what somebody says who has heard, and says nothing: no memory of anything.
// Yes and no are not among it, which answer.
var nod = regexp.MustCompile(`(?i)^(?:[\s\p{P}]*(?:i see|ok(?:ay)?|got it|right|understood|noted|oh|hm+|なるほど|そうなんだ|そうですか|そうなんですね|へえ|ふうん|ふーん|分かりました|わかった|了解(?:です)?))+[\s\p{P}]*$`)

// quoted returns at most three phrases that stand in quotes.
func quoted(text string) []string {
	var out []string
	for _, m := range quotes.FindAllStringSubmatch(text, 3) {
		out = append(out, strings.Join(m[1:], ""))
	}
	return out
}

var (
	saidByUser    = regexp.MustCompile(`(?i)\b(?:(?:did|have)\s+i\s+(?:ever\s+)?(?:say|said|tell|told|mention|mentioned)|i\s+(?:said|told|mentioned))\b|(?:私|僕|俺|わたし|ぼく|おれ)(?:が|は)[^。？?]*(?:言っ|話し|教え)`)
	saidByPersona = regexp.MustCompile(`(?i)\b(?:(?:did|have)\s+you\s+(?:ever\s+)?(?:say|said|tell|told|mention|mentioned|promise|promised|suggest|suggested)|you\s+(?:said|told|mentioned|promised|suggested|recommended))\b|(?:あなた|君|きみ|お前)(?:が|は)[^。？?]*(?:言っ|話し|教え|約束|勧め)`)
)

// speakersIn returns whom a question names as the one who said or did
// something. When it names everybody it tells nobody apart.
func speakersIn(text string, a Ask) []string {
	out := namesIn(text, a.Speakers)
	if len(out) == 0 {
		user, persona := saidByUser.MatchString(text), saidByPersona.MatchString(text)
		switch {
		case user && !persona && slices.Contains(a.Speakers, a.User):
			return []string{a.User}
		case persona && !user && slices.Contains(a.Speakers, a.Persona):
			return []string{a.Persona}
		}
	}
	if len(out) == len(a.Speakers) {
		return nil
	}
	return out
}

// nickname is how much of a name has to stand in a text, and how long the name
// has to be for that.
const (
	nickname     = 3
	nicknameFrom = 5
)

// namesIn returns which of the names a text holds: any word of the name, or,
// of a long Latin name, its first three letters ("Mel" for Melanie). Names in
// scripts without spaces are found anywhere.
func namesIn(text string, names []string) []string {
	words, folded := terms.Words(text), terms.Fold(text)
	var out []string
	for _, name := range names {
		if slices.ContainsFunc(terms.Words(name), func(part string) bool { return holdsName(words, folded, part) }) {
			out = append(out, name)
		}
	}
	return out
}

func holdsName(words []string, folded, part string) bool {
	if part[0] >= 0x80 {
		return len([]rune(part)) >= 2 && strings.Contains(folded, part)
	}
	if len(part) < 2 || len(terms.Of(part)) == 0 { // an initial, or a name that is a stop word
		return false
	}
	return slices.Contains(words, part) || len(part) >= nicknameFrom && slices.Contains(words, part[:nickname])
}
