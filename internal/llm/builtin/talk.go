package builtin

import (
	"cmp"
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/when"
)

// talkKind tells what small talk the message is, all of it.
func (s *hearing) talkKind() string {
	talk := wordings()[s.Lang].talk
	own := withoutName(s, plain.OwnWords(s.said))
	whole := talk.Kind(own)
	if whole != "" && whole != "cannot" && !isCourtesy(whole) { // 「明日って何があるんだっけ　まとめて」 asks first
		return whole
	}
	list := lang.Split(own)
	for _, kind := range []string{"due", "about"} { // "how's the form? what have I on tomorrow?" wants that
		if slices.ContainsFunc(list, func(sen lang.Sentence) bool { return isOrHas(talk, kind, marked(sen)) }) {
			return kind
		}
	}
	if whole == "cannot" && asksElse(talk, list) { // "bring a spade. what became of the leeks?"
		whole = ""
	}
	return kindOfParts(talk, list, whole)
}

// kindOfParts tells what small talk the sentences of a message are that is of a kind as a whole, or
// "" of none: what is asked of the persona in one of them, or else what all are. Who says good night
// behind whatever they tell is wished one.
func kindOfParts(talk *lang.Table, list []lang.Sentence, whole string) string {
	found, last, told := "", "", false
	for _, sen := range list {
		last = talk.Kind(marked(sen))
		switch {
		case last == "cannot" && asksElse(talk, list):
		case asksPersona(last):
			return last
		case last == "":
			told = true
		case found == "" || found == "greet" || found == "nod":
			found = last
		}
	}
	switch {
	case told && whole == "" && saysGoodbye(last):
		return last
	case told:
		return whole
	}
	return cmp.Or(whole, found)
}

// saysGoodbye reports whether small talk of a kind ends a talk.
func saysGoodbye(kind string) bool { return kind == "night" || kind == "bye" }

// asksElse reports whether one of some sentences asks something that is no small talk.
func asksElse(talk *lang.Table, list []lang.Sentence) bool {
	return slices.ContainsFunc(list, func(sen lang.Sentence) bool { return sen.Asks && talk.Kind(marked(sen)) == "" })
}

// isOrHas reports whether a sentence is small talk of a kind, or is a courtesy that has some in it,
// 「明日やること教えて、それ聞いて寝る」.
func isOrHas(talk *lang.Table, kind, text string) bool {
	k := talk.Kind(text)
	return k == kind || isCourtesy(k) && talk.Has(kind, text)
}

// isCourtesy reports whether small talk of a kind may stand around what is asked: "hey it's me
// again. wasn't there something I was supposed to do today?".
func isCourtesy(kind string) bool {
	switch kind {
	case "greet", "thanks", "praise", "night", "bye", "nod", "laugh":
		return true
	}
	return false
}

// withoutName takes the persona's name off a text that calls it by that.
func withoutName(s *hearing, text string) string {
	for _, name := range []string{s.Persona + "さん", s.Persona + "ちゃん", s.Persona} {
		cut := strings.TrimRight(text, " .!?！？。~〜…")
		if s.Persona == "" || len(cut) <= len(name) || !strings.EqualFold(cut[len(cut)-len(name):], name) {
			continue
		}
		return strings.TrimRight(cut[:len(cut)-len(name)], " ,、") + text[len(cut):]
	}
	return text
}

// asksPersona reports whether small talk of a kind asks the persona for something.
func asksPersona(kind string) bool {
	switch kind {
	case "you", "identity", "myname", "intro", "ability", "memory", "yourday", "dreamt", "wants", "fond.you", "riddle", "opinion", "time", "date", "weather", "cannot", "feels", "nice", "recommend", "company", "blame.knows", "outlook", "reassure", "worth", "effort", "doubts", "self", "advice":
		return true
	}
	return false
}

// sayPersona answers what is asked of the persona in everybody's words.
func (s *scene) sayPersona(k string, r *reply) bool {
	grave, _ := s.under()
	hurt := grave != lang.NotGrave
	r.emotion = calm
	switch k {
	case "time":
		r.say(s, strings.ReplaceAll(s.reply(k), "{x}", clock(s.Now, s.Lang)))
	case "date":
		sayDate(s, r)
	case "wants":
		s.sayWants(r)
	case "dreamt":
		s.sayDream(r)
	case "cannot", "opinion", "recommend", "advice":
		sayUnable(s, k, r)
	case "you", "feels", "nice", "self":
		if hurt {
			k = map[string]string{"you": "stay.you", "feels": "stay.you", "self": "stay.you", "nice": "stay"}[k]
		} else if k == "self" && s.ownWord(r) {
			return true
		}
		r.say(s, s.reply(k))
	default:
		r.say(s, s.reply(k))
	}
	return true
}

// sayUnable answers what is asked of the persona that its rules cannot do.
func sayUnable(s *scene, k string, r *reply) {
	grave, _ := s.under()
	switch {
	case grave != lang.NotGrave && k == "cannot":
		s.says(r, k, calm)
	case grave != lang.NotGrave || (k == "opinion" || k == "advice") && weighedBefore(s):
		s.says(r, "opinion.sad", caring)
	case k == "opinion" && s.ownWord(r):
	default:
		if r.say(s, s.reply(k)); k == "cannot" || k == "recommend" {
			s.offerModel(r)
		}
	}
}

// modelDays is for how many days the rules do not say again what a model
// could do.
const modelDays = 7

// offerModel says what a model could do, once in some days.
func (s *scene) offerModel(r *reply) {
	for _, t := range s.Past {
		old := !t.When.IsZero() && when.Between(t.When, s.Now) >= modelDays
		if !t.User && !old && slices.ContainsFunc(s.replies("model"), func(l string) bool { return strings.Contains(t.Text, l) }) {
			return
		}
	}
	r.say(s, s.reply("model"))
}

// smallTalk answers what only keeps a talk going.
func (s *scene) smallTalk(r *reply) bool {
	k := cmp.Or(s.talkKind(), s.actKind(actCounts))
	if k == "" && s.turn == 0 && greetsFirst(s) {
		k = "greet"
	}
	switch {
	case k == "", k == "about", k == "due":
		return false
	case asksPersona(k):
		return s.sayPersona(k, r)
	}
	r.emotion = calm
	switch k {
	case "greet":
		r.say(s, s.greeting(s.said))
		r.emotion = emotion{"joy", 0.4}
		s.asksName(r)
		return true
	case "thanks", "praise":
		sayThanked(s, k, r)
	case "sorry":
		r.say(s, s.phrase(k))
	case "bye", "night":
		r.say(s, farewell(s, k))
	case "nod":
		question := s.wonders()
		if question == "" {
			return s.says(r, k, calm)
		}
		r.say(s, strings.ReplaceAll(s.reply("wonder"), "{x}", question))
	default:
		r.say(s, s.reply(k))
		if k == "back" || k == "new" {
			s.asksName(r)
		}
	}
	return true
}

// sayThanked answers thanks and praise, in words of its own where something weighs.
func sayThanked(s *scene, k string, r *reply) {
	switch {
	case s.sadLately():
		s.says(r, "stay.thanks", caring)
	case k == "praise":
		r.say(s, s.phrase("proud"))
	default:
		r.say(s, s.phrase(k))
	}
}

// thanked is "thanks" for a message that ends in thanks, whatever it told before; else "".
func thanked(s *scene) string {
	list := lang.Split(plain.OwnWords(s.said))
	if len(list) < 2 {
		return ""
	}
	last := list[len(list)-1]
	if act, sure := likely.ActOf(last.Text); smallTalkOf(last.Text) == "thanks" || act == likely.Thanks && sure >= actAgainst {
		return "thanks"
	}
	return ""
}

// greetsFirst reports whether a message begins with a greeting and goes on.
func greetsFirst(s *scene) bool {
	list := lang.Split(plain.OwnWords(s.said))
	return len(list) > 1 && wordings()[s.Lang].talk.Kind(list[0].Text) == "greet"
}

// asksName asks at the beginning what to call the user, if that is not known.
func (s *scene) asksName(r *reply) {
	if s.User == "" && s.turn == 0 && !s.saidOf("hello.name") {
		r.say(s, s.reply("hello.name"))
	}
}

// farewell says goodbye, a good night where the persona has words for it; to somebody who
// mourns in words of its own.
func farewell(s *scene, kind string) string {
	if s.sadLately() || s.sadFor(mournHours, lang.Death) {
		return s.reply(kind)
	}
	var fit []string
	for _, p := range s.voice.phrases["farewell"] {
		if plain.LanguageOf(p, s.Lang) == s.Lang && (kind == "night") == marks.Has("good-night", p) {
			fit = append(fit, p)
		}
	}
	if len(fit) == 0 {
		return s.reply(kind)
	}
	return s.fill(s.least(fit))
}

// stayKinds are what small talk behind something grave is answered with; "" is as
// at any time.
var stayKinds = map[string]string{
	"thanks": "stay.thanks", "bye": "stay.bye", "night": "stay.bye", "you": "stay.you",
	"greet": "", "quiet": "", "listen": "", "blame": "", "nvm": "near", "nod": "stay.nod", "yes": "stay.nod", "no": "stay.nod",
}

// stayKey is the reply to small talk of a kind behind something grave; it reports false for
// any other.
func stayKey(s *scene, kind string) (string, bool) {
	key, ok := stayKinds[kind]
	if key == "stay.bye" && tone.Has("goes-out", s.said) {
		key = "stay.go"
	}
	return key, ok
}
