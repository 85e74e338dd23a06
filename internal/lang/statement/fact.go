package statement

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

// A Topic is a sort of thing that somebody tells of themselves or theirs.
type Topic string

// The topics, what matters most first.
const (
	TopicName     Topic = "name"
	TopicHealth   Topic = "health"
	TopicDecision Topic = "decision"
	TopicTaste    Topic = "taste"
	TopicPerson   Topic = "person" // a person or animal of theirs, or one with a name
	TopicHome     Topic = "home"
	TopicOrigin   Topic = "origin"
	TopicWork     Topic = "work"
	TopicAge      Topic = "age"
	TopicLife     Topic = "life" // with whom, with what, in what way they live
	TopicPlan     Topic = "plan"
)

// topics are in the order in which a sentence is tried on them.
var topics = []Topic{
	TopicName, TopicHealth, TopicDecision, TopicTaste, TopicHome, TopicOrigin, TopicWork, TopicAge, TopicPerson, TopicLife, TopicPlan,
}

// single are the topics of which somebody has one value at a time.
var single = map[Topic]string{TopicName: "name", TopicHome: "home", TopicWork: "work", TopicAge: "age"}

// topicOf tells of what sort a sentence is, and what has which value.
func topicOf(s lang.Sentence, plain string) (topic Topic, about, value string) {
	l := lang.PatternsOf(s)
	for _, t := range topics {
		m := l.Find(string(t), plain)
		if m == nil || l.Has(string(t)+"-not", plain) {
			continue
		}
		about, value = strings.TrimSpace(m["about"]), strings.TrimSpace(m["value"])
		if t == TopicPerson && value != "" {
			about = "name"
		}
		if about == "" || single[t] != "" && about != "birthday" && about != "誕生日" {
			about = single[t]
		}
		if about == "" {
			value = ""
		}
		return t, strings.ToLower(about), value
	}
	return "", "", ""
}

// Replaces reports whether a telling puts in the past what is held: it
// contradicts it, gives it up, or has another value where there is one at a
// time. held is a fact as the bank has it; names are those by which it may call
// the one who told. It would rather miss than end what holds. It is pure.
func (t Telling) Replaces(held string, names ...string) bool {
	own := firstPerson(lang.OwnWords(held, names), append(names, lang.SomeUser...))
	if OfElse(t.Text, own) {
		return false // 父の誕生日 of 母の誕生日
	}
	if sentences := lang.Split(own); len(sentences) > 1 {
		return slices.ContainsFunc(sentences, func(s lang.Sentence) bool { return t.replaces(s.Text, names) })
	}
	return t.replaces(own, names)
}

// replaces is Replaces of one sentence in the words of who told it.
func (t Telling) replaces(own string, names []string) bool {
	if t.Was != "" && lang.Fold(lang.Plain(own)) == lang.Fold(lang.Plain(t.Was)) || t.wasOther(own) {
		return true
	}
	if of := subjectIn(own); t.Of.Who == Someone || of.Who == Someone {
		return t.replacesOf(own, of, names)
	}
	return t.replacesOwn(own, names)
}

// CallsOff reports whether a telling of one's own says that a plan that is held does not
// take place. held and names are as in Replaces. A plan may be long past, "I can't go any
// more" is of one just told: the caller sees to that. It is pure.
func (t Telling) CallsOff(held string, names ...string) bool {
	own := firstPerson(lang.OwnWords(held, names), append(names, lang.SomeUser...))
	topic, _, _ := topicOf(lang.Sentence{Text: own, Japanese: lang.Japanese(own)}, own)
	return topic == TopicPlan && (CalledOff(own, t.Text) || t.Of.Who == Speaker && FallsThrough(own, t.Text))
}

// replacesOwn is Replaces of what somebody told of themselves.
func (t Telling) replacesOwn(own string, names []string) bool {
	s := lang.Sentence{Text: own, Japanese: lang.Japanese(own)}
	topic, about, value := topicOf(s, own)
	switch {
	case t.patterns().Has("was-then", t.Text) && topic == t.Topic:
		return false // "when I was small we lived in Kaduna" is not so instead
	case t.oneValue() && topic == t.Topic && about == t.About:
		over, was := t.patterns().Has("value-over", t.Text), lang.PatternsOf(s).Has("value-over", own)
		return value != "" && (!over || !was) && (over != was) == sameValue(value, t.Value)
	case t.moves() && topic == TopicPlan && strings.Contains(lang.Fold(own), lang.Fold(t.About)), t.ends(own, topic):
		return true
	}
	return lang.Compare(own, t.Text, names...).Stance == lang.Contradicts
}

// wasOther reports whether a telling says that what is held was so of somebody
// else: "it wasn't my aunt who called".
func (t Telling) wasOther(own string) bool {
	m := t.patterns().Find("was-other", t.Text)
	if m == nil || lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(own)}).Has("was-other", own) {
		return false
	}
	own = strings.ToLower(own)
	return m["who"] != "" && lang.Mentions(own, m["who"]) && strings.Contains(own, strings.ToLower(m["did"]))
}

// Standing returns a telling of a move or of new work as it holds from then on:
// "I live in Exeter" of "I moved to Exeter last week". Of any other it returns
// false. It is pure.
func (t Telling) Standing() (string, bool) {
	l, japanese := t.patterns(), lang.Japanese(t.Text)
	if m := l.Find("standing-home", t.Text); m != nil {
		if japanese {
			return m["place"] + "に住んでいる", true
		}
		return "I live in " + properly(m["place"]), true
	}
	if m := l.Find("standing-work", t.Text); m != nil {
		if japanese {
			return m["work"] + "働いている", true
		}
		return "I work " + m["work"], true
	}
	return "", false
}

// StandingOf is Standing of what is held of the one who told it, who may be
// called by names in it. It is pure.
func StandingOf(held string, names ...string) (string, bool) {
	return Telling{Text: firstPerson(lang.OwnWords(held, names), append(slices.Clone(names), lang.SomeUser...))}.Standing()
}

// oneValue reports whether a telling has the value of what has one at a time.
func (t Telling) oneValue() bool {
	return t.Value != "" && t.Topic != "" && t.Topic != TopicPlan && t.Topic != TopicPerson && t.Topic != TopicWork
}

func sameValue(a, b string) bool {
	a, b = lang.Fold(a), lang.Fold(b)
	return strings.Contains(a, b) || strings.Contains(b, a)
}

// patterns are those of the language that a telling is in.
func (t Telling) patterns() *pattern.Set {
	return lang.PatternsOf(lang.Sentence{Japanese: lang.Japanese(t.Text)})
}

// moves reports whether a telling says that a plan was moved or called off.
func (t Telling) moves() bool {
	return t.Topic == TopicPlan && t.About != "" && t.patterns().Has("moved", t.Text)
}

// GivesUp reports whether a telling says that something is over for its speaker:
// "I quit the bakery". It is pure.
func (t Telling) GivesUp() bool {
	l := t.patterns()
	return l.Has("ends-work", t.Text) || l.Has("ends", t.Text) && !l.Has("ends-not", t.Text)
}

// Ends reports whether a telling says that what its speaker told earlier is over:
// both name it, or the telling is that their work is. It is pure.
func (t Telling) Ends(earlier Telling) bool { return t.ends(earlier.Text, earlier.Topic) }

// ends reports whether a telling says that what is held was given up: they name
// the same.
func (t Telling) ends(own string, topic Topic) bool {
	switch topic {
	case TopicWork, TopicLife, TopicHealth, TopicDecision, TopicPlan:
	default:
		return false
	}
	l := t.patterns()
	if lang.Japanese(own) != lang.Japanese(t.Text) || l.Has("ends", own) || l.Has("ends-work", own) {
		return false
	}
	if topic == TopicWork && l.Has("ends-work", t.Text) {
		return true
	}
	return t.GivesUp() && slices.ContainsFunc(lang.Shared(lang.Terms(t.Text), lang.Terms(own)), lang.Noun)
}

// firstPerson turns a text about somebody into one of their own: "Sam lives in
// York" into "I live in York".
func firstPerson(text string, names []string) string {
	for _, name := range names {
		if n := len(name); n == 0 || len(text) <= n || !strings.EqualFold(text[:n], name) {
			continue
		}
		rest := text[len(name):]
		if lang.Japanese(rest) {
			if strings.HasPrefix(rest, "は") || strings.HasPrefix(rest, "の") || strings.HasPrefix(rest, "が") {
				return "私" + rest
			}
			continue
		}
		over := ""
		if bare, ok := strings.CutPrefix(rest, " no longer "); ok {
			over, rest = "no longer ", " "+bare
		}
		verb, after, _ := strings.Cut(strings.TrimPrefix(rest, " "), " ")
		switch first, irregular := firstVerbs[verb]; {
		case strings.HasPrefix(rest, "'s "):
			return "My" + rest[len("'s"):]
		case !strings.HasPrefix(rest, " "):
			continue
		case irregular:
			return "I " + over + first + " " + after
		case strings.HasSuffix(verb, "ies"):
			return "I " + over + strings.TrimSuffix(verb, "ies") + "y " + after
		default:
			return "I " + over + strings.TrimSuffix(verb, "s") + " " + after
		}
	}
	return text
}

// firstVerbs are verbs of a third person that do not merely end in s.
var firstVerbs = map[string]string{
	"is": "am", "was": "was", "has": "have", "isn't": "am not", "doesn't": "don't", "does": "do", "goes": "go", "teaches": "teach",
	"watches": "watch", "misses": "miss", "hasn't": "haven't", "never": "never", "can't": "can't", "will": "will", "won't": "won't",
}
