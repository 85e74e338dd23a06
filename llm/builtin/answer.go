package builtin

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A reply grows part by part.
type reply struct {
	parts   []string
	emotion emotion
	traces  []string
	asked   bool // it ends with a question; nothing more is asked
	reacted bool // it has answered to something told
}

func (r *reply) say(s *scene, text string) {
	text = strings.TrimSpace(text)
	if text == "" || len(r.parts) >= 6 {
		return
	}
	r.parts = append(r.parts, text)
	s.lately = append(s.lately, text)
}

// join puts the parts together and the tags after them.
func (s *scene) join(r *reply) string {
	sep := " "
	if s.lang == japanese {
		sep = ""
	}
	text := strings.Join(r.parts, sep)
	text = strings.NewReplacer("<", "‹", ">", "›", "\x00", "", "\x01", "").Replace(text)
	text = strings.ToValidUTF8(text, "")
	return text + "\n" + r.emotion.tag() + traceTags(r.traces)
}

// opening answers greetings, thanks and the like.
func (s *scene) opening(acts []act, r *reply) {
	seen := map[kind]bool{}
	for _, a := range acts {
		if seen[a.kind] {
			continue
		}
		seen[a.kind] = true
		switch a.kind {
		case kindGreeting:
			r.say(s, s.greeting(a.text))
			r.emotion = emotion{"joy", 0.4}
		case kindThanks:
			r.say(s, s.phrase("thanks"))
			r.emotion = emotion{"contentment", 0.5}
		case kindApology:
			r.say(s, s.phrase("sorry"))
			r.emotion = emotion{"contentment", 0.3}
		case kindPraise:
			r.say(s, s.phrase("proud"))
			r.emotion = emotion{"joy", 0.6}
		case kindBlame:
			r.say(s, s.line("blame"))
			r.emotion = emotion{"sadness", 0.4}
		case kindLaugh:
			if len(acts) == 1 {
				r.say(s, s.line("laugh"))
			}
			r.emotion = emotion{"joy", 0.4}
		case kindYes, kindNo:
			if !slices.ContainsFunc(acts, func(o act) bool { return o.kind != a.kind }) {
				r.say(s, s.line(map[bool]string{true: "yes", false: "no"}[a.kind == kindYes]))
			}
		}
	}
}

// greeting greets as the user did, or by the time of day when the soul has
// words for it and the talk has not begun.
func (s *scene) greeting(said string) string {
	switch low := strings.ToLower(said); {
	case startsWithAny(low, "good morning", "morning", "おはよ"):
		return s.phrase("morning")
	case startsWithAny(low, "good evening", "evening", "こんばん"):
		return s.phrase("evening")
	case startsWithAny(low, "good ", "こんにち"):
		return s.phrase("greeting")
	case startsWithAny(low, "はじめまして", "初めまして"):
		return s.line("meet")
	case startsWithAny(low, "ただいま"):
		return s.line("back")
	}
	part := dayPart(s.now)
	if part != "" && len(s.voice.phrases[part]) > 0 && (s.turn == 0 || s.seed%2 == 0) {
		if p := s.phrase(part); p != "" && !s.saidLately(p) {
			return p
		}
	}
	if part != "" && len(s.voice.phrases["greeting"]) == 0 {
		return s.phrase(part)
	}
	return s.phrase("greeting")
}

// told answers to what was said of the user and their world.
func (s *scene) told(acts []act, r *reply) {
	for _, a := range acts {
		if a.kind == kindFeeling {
			s.sayFeeling(a, r)
		}
	}
	for _, a := range acts {
		s.react(a, r)
	}
	s.sayNoted(acts, r)
	s.followUp(acts, r)
	s.sayHeld(acts, r)
	if has(acts, kindName) && !has(acts, kindFact) && !r.asked && s.turn < 3 {
		r.say(s, s.line("askWork"))
		r.asked = true
	}
}

// react answers to one thing told that is no feeling.
func (s *scene) react(a act, r *reply) {
	switch a.kind {
	case kindName:
		s.sayName(a, r)
	case kindFact:
		s.sayFact(a, r)
	case kindReply:
		s.sayOnce(r, s.about("reply", a))
		r.emotion = r.emotion.or(emotion{"contentment", 0.3})
	case kindRemark:
		if !r.reacted && len(r.parts) < 2 {
			s.sayOnce(r, s.remark(a))
			s.wonder(a, r)
		}
	case kindWrongName:
		r.say(s, s.line("askRight"))
		r.asked = true
	case kindForget:
		r.say(s, s.line("forget"))
	case kindTalk:
		if len(r.parts) == 0 {
			r.say(s, s.line(a.topic))
		}
	}
}

// followUp asks about what was told, a feeling before a fact.
func (s *scene) followUp(acts []act, r *reply) {
	for _, k := range []kind{kindFeeling, kindFact} {
		for _, a := range acts {
			if a.kind == k && a.category != "correction" && a.category != "remind" && !a.told {
				s.follow(a, r)
			}
		}
	}
}

// sayOnce reacts to one thing told; further ones are noted without words.
func (s *scene) sayOnce(r *reply, text string) {
	if r.reacted || text == "" {
		return
	}
	r.reacted = true
	r.say(s, text)
}

func (s *scene) sayName(a act, r *reply) {
	key := "name"
	switch {
	case s.lateUser(a.name):
		key = "nameKnown"
	case len(s.formerNames()) > 0:
		key = "nameRight"
	}
	line := strings.ReplaceAll(s.line(key), "{x}", a.name)
	if strings.Contains(strings.Join(r.parts, ""), "よろしくお願いします") {
		line = strings.ReplaceAll(line, "よろしくお願いします。", "")
	}
	r.say(s, line)
	r.emotion = emotion{"joy", 0.5}
}

// lateUser reports whether the prompt knew the name before this message.
func (s *scene) lateUser(name string) bool {
	return !s.answered() && s.knows(s.comparable("The user's name is "+name+"."))
}

func (s *scene) sayFeeling(a act, r *reply) {
	if r.reacted {
		return
	}
	r.reacted = true
	if a.mood != moodHappy || (s.seed+uint32(s.turn))%2 == 0 {
		r.say(s, s.about("mood."+string(a.mood), a))
	}
	switch a.mood {
	case moodHappy:
		if len(r.parts) == 0 {
			r.say(s, s.phrase("glad"))
		}
		r.emotion = emotion{"joy", 0.7}
	case moodBored:
		r.emotion = emotion{"contentment", 0.3}
	case moodAngry:
		r.emotion = emotion{"protective", 0.5}
	case moodAnxious:
		r.say(s, s.phrase("comfort"))
		r.emotion = emotion{"protective", 0.6}
	default:
		r.say(s, s.phrase("comfort"))
		r.emotion = emotion{"protective", 0.7}
	}
}

func (s *scene) sayFact(a act, r *reply) {
	if a.category == "remind" {
		s.sayOnce(r, s.line("remind"))
		return
	}
	key := "told." + a.category
	if a.mirror == "" || len(s.lines(key)) == 0 {
		key = "told.fact"
	}
	if a.topic == "" || a.category == "preference" && isDenied(a.text) {
		key = "told.plain"
	}
	s.sayOnce(r, s.about(key, a))
	tone := emotion{"contentment", 0.3}
	if (a.category == "plan" || a.category == "event" || a.category == "preference") && unpleasant.MatchString(a.text) {
		r.emotion = r.emotion.or(tone)
		return
	}
	if a.category == "plan" || a.category == "event" || a.category == "preference" {
		tone = emotion{"joy", 0.3}
	}
	r.emotion = r.emotion.or(tone)
}

var unpleasant = re(`\b(?:hate|dislike|can't stand|lost|broke|broken|shouted|forgot|missed|failed|allergic|hurt|fell|stopped|quit)\b|嫌い|苦手|アレルギー|なくし|忘れ|壊れ|やめ|別れ|怒鳴`)

// saysJa is a clause that says something of something.
var saysJa = ja(`(?:[はがをにもで][^、。]*|^)[^、。]*[うくすつぬむぶぐるただいん]$`)

// remark answers a statement that is not written down.
func (s *scene) remark(a act) string {
	if languageOf(a.text, s.lang) == japanese && s.lang == japanese {
		if n := utf8.RuneCountInString(a.text); n >= 5 && n <= 40 && saysJa.MatchString(plain(a.text)) {
			return s.about("remark", a)
		}
		return s.line("remark.plain")
	}
	first, _, _ := strings.Cut(a.topic, " ")
	if a.topic != "" && len(a.topic) < 60 && (articles[strings.ToLower(first)]) {
		return s.about("remark", a)
	}
	return s.line("remark.plain")
}

// lowerWords are written small within a sentence.
var lowerWords = set(`School Work Everything Everybody Everyone Today Yesterday The A An This That These Those There It He She They Last Next In On At Every Some All Both`)

var mirrorLead = re(`^(?:because|since|and|but|so|also|well) +`)

// about fills a line with what an act is about.
func (s *scene) about(key string, a act) string {
	line := s.line(key)
	mirror := mirrorLead.ReplaceAllString(strings.TrimRight(a.mirror, " ."), "")
	if a.mirror == "" {
		mirror = a.text
	}
	if first, rest, _ := strings.Cut(mirror, " "); lowerWords[first] {
		mirror = strings.ToLower(first) + " " + rest
	}
	mirror = shortened(mirror, 140)
	if s.lang == japanese && languageOf(mirror, s.lang) == japanese {
		mirror = s.voice.explained(plain(mirror))
	}
	topic := a.topic
	if named := withoutTopic(s.lines(key)); topic == "" && s.lang == english && strings.HasPrefix(key, "ask.") && strings.Contains(line, "{x}") && len(named) > 0 {
		line = s.fill(s.pick(named))
	}
	if topic == "" {
		topic = shortened(strings.TrimRight(a.text, " ."), 80)
	}
	return upperFirst(strings.NewReplacer("{X}", upperFirst(topic), "{x}", topic, "{m}", mirror, "{M}", upperFirst(mirror)).Replace(line))
}

// withoutTopic are the lines that do not name what they are about.
func withoutTopic(lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.Contains(strings.ToLower(l), "{x}") })
}

// farewell answers a goodbye, a good night with a good night where the persona
// has one.
func (s *scene) farewell(acts []act) string {
	night := slices.ContainsFunc(acts, func(a act) bool { return a.kind == kindFarewell && goodNight.MatchString(a.text) })
	if night {
		fit := slices.DeleteFunc(slices.Clone(s.voice.phrases["farewell"]), func(p string) bool {
			return languageOf(p, s.lang) != s.lang || !goodNight.MatchString(p)
		})
		if len(fit) > 0 {
			return s.fill(s.pick(fit))
		}
	}
	return s.phrase("farewell")
}

var goodNight = re(`\bgood ?night\b|\bnight,? night\b|\b(?:going|off) to (?:bed|sleep)\b|\bsleep well\b|おやすみ|お休みなさい|寝(?:る|ます)|休みます`)

// sayNoted says what became of the facts: written, known already, or only heard.
func (s *scene) sayNoted(acts []act, r *reply) {
	facts, explicit := toKeep(acts)
	if facts == 0 {
		return
	}
	_, canWrite := s.tools[toolWrite]
	switch wrote, failed, held := s.outcome(); {
	case failed:
		r.say(s, s.line("unwritten"))
		r.emotion = emotion{"anxious", 0.3}
	case held && has(acts, kindName), wrote && !held:
		s.sayKept(acts, r)
	case held: // sayHeld, after what is asked
	case !canWrite:
		if explicit || has(acts, kindName) {
			r.say(s, s.line("heard"))
		}
	case len(s.news(acts)) == 0 && (explicit || !has(acts, kindFeeling)):
		if known := s.phrase("known"); len(r.parts) == 0 || !s.saidLately(known) {
			r.say(s, known)
		}
	}
}

// sayKept says that something was written down, if it was asked for, is a name
// or was not said lately.
func (s *scene) sayKept(acts []act, r *reply) {
	if _, explicit := toKeep(acts); explicit || has(acts, kindName) || len(r.parts) == 0 || !s.notedLately() {
		r.say(s, s.phrase("noted"))
	}
}

// notedLately reports whether one of the last replies said already that
// something was written down: nobody says so each time.
func (s *scene) notedLately() bool {
	for _, p := range slices.Concat(s.voice.phrases["noted"], s.lines("noted")) {
		core := longestPart(p)
		if core != "" && slices.ContainsFunc(s.lately[:min(2, len(s.lately))], func(t string) bool { return strings.Contains(t, core) }) {
			return true
		}
	}
	return false
}

// sayHeld says last that a change waits for the user's yes.
func (s *scene) sayHeld(acts []act, r *reply) {
	facts, _ := toKeep(acts)
	if _, failed, held := s.outcome(); facts > 0 && held && !failed {
		r.say(s, s.line("held"))
	}
}

// toKeep counts the facts of acts and reports whether the user asked for one
// to be kept.
func toKeep(acts []act) (facts int, explicit bool) {
	for _, a := range acts {
		if a.kind == kindFact || a.kind == kindName || a.kind == kindFeeling {
			facts += len(a.facts)
			explicit = explicit || a.told
		}
	}
	return facts, explicit
}

// outcome says what the tools of this turn answered.
func (s *scene) outcome() (wrote, failed, held bool) {
	for _, res := range s.results {
		low := strings.ToLower(res.Text)
		switch {
		case containsAny(low, "held", "waits for", "waiting for", "awaits", "the user's yes", "approval"):
			held = true
		case containsAny(low, "error", "failed", "could not", "couldn't", "cannot", "can't", "not written", "refused", "invalid", "unknown tool", "must "):
			failed = failed || res.Name == toolWrite
		case res.Name == toolWrite:
			wrote = true
		}
	}
	return wrote, failed, held
}

// closing says goodbye, or asks for a name once.
func (s *scene) closing(acts []act, r *reply) {
	if has(acts, kindFarewell) {
		r.say(s, s.farewell(acts))
		r.emotion = r.emotion.or(emotion{"contentment", 0.4})
		return
	}
	onlyGreeting := len(acts) > 0
	for _, a := range acts {
		onlyGreeting = onlyGreeting && a.kind == kindGreeting
	}
	if !onlyGreeting {
		return
	}
	switch {
	case s.user == "" && s.turn < 4:
		r.say(s, s.line("askWho"))
	case s.turn%2 == 0 && !has2(r.parts, "?", "？"):
		r.say(s, s.line("askDay"))
	}
}
