package builtin

import "strings"

// sayOfSelf answers a question about the persona from its soul.
func (s *scene) sayOfSelf(q question, r *reply) {
	own := s.selfDescription()
	f := s.lookup(q, own)
	r.emotion = r.emotion.or(emotion{"contentment", 0.4})
	if len(f.best) == 0 || f.best[0].lang != s.lang || likesElse(q, f.best[0]) {
		r.say(s, s.line(unsureOfSelf(q.text)))
		return
	}
	n := 1
	if len(q.terms) == 1 {
		n = min(2, len(f.best))
	}
	at := int(s.seed) % len(f.best)
	for i := range n {
		text := strings.TrimRight(f.best[(at+i)%len(f.best)].text, ".。")
		if s.lang == english {
			text = selfAsFirst(text)
		}
		r.say(s, stopped(upperFirst(text), s.lang))
	}
}

// likesElse reports whether a question asks for a liking of something that a
// sentence of likings does not speak of.
func likesElse(q question, m memory) bool {
	g := likedThing.FindStringSubmatch(q.text)
	return g != nil && !askWordJa.MatchString(g[1]) && !strings.Contains(m.text, g[1])
}

var likedThing = ja(`^(?:[^、はが]{1,8}[はも]、?)??([^、はがもの]{2,10})(?:は|が|も|って)?(?:大?好き|嫌い|苦手)(?:です|なの|なん)?(?:か|ですか|？|の)?$`)

var youToI = map[string]string{"you": "I", "your": "my", "you're": "I'm", "you've": "I've", "yourself": "myself"}

// unsureOfSelf chooses the words for a question about the persona that its
// soul does not answer: what it can do, what it did, what it is.
func unsureOfSelf(text string) string {
	low := strings.ToLower(text)
	switch {
	case livedAsked.MatchString(text):
		return "lived"
	case startsWithAny(low, "can you", "could you") || potentialJa.MatchString(text):
		return "ability"
	case startsWithAny(low, "did you", "have you", "were you") || endsWithAny(text, "た", "ました", "たの", "ましたか", "たか"):
		return "day"
	}
	return "selfUnsure"
}

// livedAsked asks what the persona has lived through.
var livedAsked = re(`た(?:こと|経験)(?:は|が|って)?(?:ある|あり)|^(?:have|did) you ever\b|^have you (?:\w+ )?(?:lost|been|had|loved|seen|met|tried|felt)\b`)

var potentialJa = ja(`(?:[えけせてねべめれげ]る|でき(?:る|ます)|[えけせてねべめれげ]ます)(?:の|か|んですか|かな)?$`)
