package pending

import "yumori/internal/pattern"

// comings are the ways in which the rules ask about what is to come, and how the
// same is asked when its day is over.
var comings = []struct {
	re    *pattern.Expr
	after string
}{
	{fold(`^How will it go when you (.+)\?$`), "You wanted to $1: how did it go?"},
	{fold(`^How will (.+) go( (?:on|in) [^?]+)\?$`), "How did $1 go$2?"},
	{fold(`^(.+) is (.+): how will that go\?$`), "$1 was $2: how did that go?"},
	{fold(`^(.+) are (.+): how will that go\?$`), "$1 were $2: how did that go?"},
	{fold(`^Will (.+ \(due [^)]+\))\?$`), "Did $1?"},
	{fold(`^Will (.+ (?:on|in) [^?]+)\?$`), "Did $1?"},
	{pattern.New(`^(.+)、うまくいくかな？$`), "$1、どうだった？"},
	{pattern.New(`^(.+)、無事に済むかな？$`), "$1、無事に済んだ？"},
	{pattern.New(`^(.+)、大丈夫かな？$`), "$1、大丈夫だった？"},
	{pattern.New(`^(.+)、いい時間になるかな？$`), "$1、いい時間になった？"},
	{pattern.New(`^(.+)、間に合いそう？$`), "$1、間に合った？"},
}

// Afterwards returns how a question that Open made is asked when the day of
// what it is about is over; "" if no other way.
func Afterwards(question string) string {
	for _, a := range comings {
		if a.re.MatchString(question) {
			return a.re.ReplaceAllString(question, a.after)
		}
	}
	return ""
}

// inTime asks whether something will be done by its day, or was if that is the
// day it was said.
func (o opener) inTime(what string) string {
	if o.today() {
		return "Did you " + what + " (due" + o.label() + ")?"
	}
	return "Will you " + what + " (due" + o.label() + ")?"
}
