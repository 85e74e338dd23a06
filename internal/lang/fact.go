package lang

import "strings"

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
	TopicWork     Topic = "work"
	TopicAge      Topic = "age"
	TopicLife     Topic = "life" // with whom, with what, in what way they live
	TopicPlan     Topic = "plan"
)

// topics are in the order in which a sentence is tried on them.
var topics = []Topic{
	TopicName, TopicHealth, TopicDecision, TopicTaste, TopicPerson, TopicHome, TopicWork, TopicAge, TopicLife, TopicPlan,
}

// single are the topics of which somebody has one value at a time.
var single = map[Topic]string{TopicName: "name", TopicHome: "home", TopicWork: "work", TopicAge: "age"}

// topicOf tells of what sort a sentence is, and what has which value.
func topicOf(s Sentence, plain string) (topic Topic, about, value string) {
	l := patternsOf(s)
	for _, t := range topics {
		m := l.find(string(t), plain)
		if m == nil || l.has(string(t)+"-not", plain) {
			continue
		}
		about, value = strings.TrimSpace(m["about"]), strings.TrimSpace(m["value"])
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
