package builtin

import (
	"slices"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// A rung answers a message of one sort, or reports that it is another.
type rung func(s *scene, r *reply) bool

// ladder decides what a message is answered as: the first rung that takes it.
// What weighs comes first, always; what the rules are not sure of, last.
func ladder() []rung {
	return []rung{
		(*scene).wordless, (*scene).weighs, (*scene).corrected, (*scene).asked, (*scene).commanded,
		(*scene).staysWith, (*scene).feels, (*scene).tellsName, (*scene).smallTalk, (*scene).states,
	}
}

// answer makes the whole reply, tags included.
func (s *scene) answer() string {
	r := &reply{emotion: emotion{"neutral", 0.2}}
	for _, takes := range ladder() {
		if takes(s, r) {
			break
		}
	}
	if len(r.parts) == 0 {
		r.say(s, s.reply("unclear"))
	}
	if failed, _ := s.outcome(); failed {
		if line := s.reply("kept.not"); !slices.Contains(r.parts, line) {
			r.say(s, line)
		}
	}
	return s.join(r)
}

// says says a line of the rules.
func (s *scene) says(r *reply, key string, e emotion) bool {
	r.say(s, s.reply(key))
	r.emotion = e
	return true
}

var (
	caring   = emotion{"protective", 0.7}
	rejoices = emotion{"joy", 0.7}
	calm     = emotion{"contentment", 0.3}
)

func (s *scene) wordless(r *reply) bool {
	return s.empty && s.says(r, "wordless", calm)
}

// weighs answers what is grave.
func (s *scene) weighs(r *reply) bool {
	own := ownWords(s.said)
	g := lang.GraveOf(own)
	if g == lang.NotGrave || s.newsFor(g, own) || s.onlyAsks(g, own) {
		return false
	}
	before, _ := s.under()
	switch {
	case before == lang.Danger, g == lang.Danger && s.saidOf("danger"):
		return s.says(r, "danger.again", emotion{"protective", 0.9})
	case g == lang.Danger:
		return s.says(r, "danger", emotion{"protective", 0.9})
	case before == lang.Violence && (g == lang.Shame || g == lang.Violence):
		return s.says(r, "violence.stay", caring)
	case before == g, before == lang.Violence && g == lang.Harm:
		return s.says(r, "stay", caring)
	}
	return s.says(r, string(g), caring)
}

// newsFor reports whether a text that speaks of something grave tells that it
// came out well.
func (s *scene) newsFor(g lang.Grave, text string) bool {
	acts := wordings()[s.lang].acts
	switch g {
	case lang.Alone:
		return s.gladLately() && acts.Has("weeps", text) // for joy
	case lang.Illness, lang.Relapse, lang.Pet:
		return acts.Has("news.health", text)
	case lang.Refused:
		return acts.Has("news.exam", text) || acts.Has("news.home", text) || acts.Has("news.work", text)
	}
	return false
}

// onlyAsks reports whether a text asks for what was told of something grave,
// and there is an answer, or is about the persona, or about somebody else whose
// words are remembered.
func (s *scene) onlyAsks(g lang.Grave, text string) bool {
	if g == lang.Danger || len(lang.Split(text)) != 1 {
		return false
	}
	if q, asks := s.asksFact(text); asks && s.asksOfSpeaker(text) && !asksOfUser(q) {
		return true
	}
	if g == lang.Violence {
		return false
	}
	switch s.talkKind() {
	case "feels", "blame.knows":
		return true // it is about the persona
	case "identity", "blame":
		return !saysOfSelf(text)
	}
	q, ok := s.asksFact(text)
	return ok && len(s.lookup(q, s.told()).best) > 0
}

// saysOfSelf reports whether the user speaks of themselves or theirs.
func saysOfSelf(text string) bool {
	return lex.Has("any-self", text) || lex.Has("kin-subject", text) || slices.ContainsFunc(words(strings.ToLower(text)), func(w string) bool { return lang.Is(lang.Talked, w) })
}

// saidOf reports whether the persona has said, of late, what a key says first.
func (s *scene) saidOf(key string) bool {
	for i := len(s.past) - 1; i >= 0 && i > len(s.past)-24; i-- {
		if t := s.past[i]; !t.user && slices.ContainsFunc(s.replies(key), func(l string) bool { return strings.Contains(t.text, longestPart(l)) }) {
			return true
		}
	}
	return false
}

// What is grave stays so for some lines, and some hours.
const (
	graveLines = 12
	graveHours = 12 * time.Hour
)

// dangerLines is for how many lines behind words of danger nothing else counts.
const dangerLines = 3

// under returns what weighs on the talk since one of the user's last lines,
// and how many lines ago it was said, unless they have turned to something
// else.
func (s *scene) under() (lang.Grave, int) {
	n := 0
	for i := len(s.past) - 1; i >= 0 && n < graveLines; i-- {
		t := s.past[i]
		if !t.user {
			continue
		}
		if n++; !t.when.IsZero() && s.now.Sub(t.when) > graveHours {
			break
		}
		text := ownWords(t.text)
		if g := lang.GraveOf(text); g != lang.NotGrave && wordings()[languageOf(text, s.lang)].talk.Kind(text) != "feels" {
			return g, n
		}
		if s.turns(text) {
			break
		}
	}
	return lang.NotGrave, n
}

// turns reports whether a line leaves what weighed: good news, a greeting, a
// question about something else.
func (s *scene) turns(text string) bool {
	w := wordings()[languageOf(text, s.lang)]
	kind := w.talk.Kind(text)
	switch kind {
	case "company", "feels", "blame.knows", "nice", "opinion":
		return false // it stays with what weighed
	}
	return strings.HasPrefix(w.acts.Kind(text), "news.") || kind == "greet" || asksPersona(kind)
}

// staysWith answers what follows something grave.
func (s *scene) staysWith(r *reply) bool {
	g, ago := s.under()
	if g == lang.NotGrave || strings.HasPrefix(s.kind(), "news.") {
		return false
	}
	k := s.talkKind()
	switch {
	case g != lang.Danger || ago > dangerLines:
	case k == "thanks" || k == "bye" || k == "night":
		return s.says(r, "danger.bye", caring)
	case k == "":
		return s.says(r, "danger.again", caring)
	}
	switch k {
	case "thanks", "bye", "you":
		return s.says(r, "stay."+k, caring)
	case "night":
		return s.says(r, "stay.bye", caring)
	case "greet", "quiet", "listen", "blame":
		return false
	case "nod", "yes", "no":
		return s.says(r, "stay.nod", caring)
	}
	switch {
	case !s.grieves():
		return s.says(r, "near", caring)
	case g == lang.Violence:
		return s.says(r, "violence.stay", caring)
	}
	return s.says(r, "stay", caring)
}

// grieves reports whether the message goes on with what weighs: it speaks of
// somebody as he or she, of loss, of how the user feels. Whatever else is said
// in those hours is met warmly, without condolence.
func (s *scene) grieves() bool {
	return strings.HasPrefix(s.kind(), "feeling.") || wordings()[s.lang].acts.Has("grieves", ownWords(s.said))
}

// kind tells what the message is as a whole.
func (s *scene) kind() string { return wordings()[s.lang].acts.Kind(ownWords(s.said)) }

// talkKind tells what small talk the message is, all of it.
func (s *scene) talkKind() string {
	talk := wordings()[s.lang].talk
	own := ownWords(s.said)
	if k := talk.Kind(own); k != "" {
		return k
	}
	found := ""
	for _, sen := range lang.Split(own) {
		k := talk.Kind(sen.Text + map[bool]string{true: "?"}[sen.Asks])
		switch {
		case asksPersona(k):
			return k
		case k == "":
			return ""
		case found == "" || found == "greet":
			found = k
		}
	}
	return found
}

// personaAsked are the kinds of small talk that ask the persona for something.
func asksPersona(kind string) bool {
	switch kind {
	case "you", "identity", "myname", "intro", "ability", "memory", "yourday", "dreamt", "wants", "fond", "opinion", "time", "date", "cannot", "feels", "nice", "recommend", "company", "blame.knows", "reassure":
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
		r.say(s, strings.ReplaceAll(s.reply(k), "{x}", clock(s.now, s.lang)))
	case "date":
		r.say(s, strings.ReplaceAll(s.reply(k), "{x}", dateWords(s)))
	case "wants":
		s.sayWants(r)
	case "dreamt":
		s.sayDream(r)
	case "cannot", "opinion", "recommend":
		if hurt {
			return false
		}
		if k == "opinion" && s.ownWord(r) {
			return true
		}
		if r.say(s, s.reply(k)); k != "opinion" {
			s.offerModel(r)
		}
	case "you", "feels", "nice":
		if hurt {
			k = map[string]string{"you": "stay.you", "feels": "stay.you", "nice": "stay"}[k]
		}
		r.say(s, s.reply(k))
	default:
		r.say(s, s.reply(k))
	}
	return true
}

// modelDays is for how many days the rules do not say again what a model
// could do.
const modelDays = 7

// offerModel says what a model could do, once in some days.
func (s *scene) offerModel(r *reply) {
	for _, t := range s.past {
		old := !t.when.IsZero() && when.Between(t.when, s.now) >= modelDays
		if !t.user && !old && slices.ContainsFunc(s.replies("model"), func(l string) bool { return strings.Contains(t.text, l) }) {
			return
		}
	}
	r.say(s, s.reply("model"))
}

// feels answers how the user says they feel, news, and what is light.
func (s *scene) feels(r *reply) bool {
	sort, key, ok := strings.Cut(s.kind(), ".")
	if !ok || sort != "news" && s.talkKind() != "" || sort == "light" && s.gladLately() {
		return false
	}
	return s.says(r, key, map[string]emotion{"news": rejoices, "light": calm, "feeling": {"protective", 0.5}}[sort])
}

// gladLately reports whether one of the user's last two lines told good news,
// and nothing since what one would grieve for.
func (s *scene) gladLately() bool {
	n, acts := 0, wordings()[s.lang].acts
	if acts.Has("looks-back", s.said) {
		return false
	}
	for i := len(s.past) - 1; i >= 0 && n < 2; i-- {
		t := s.past[i]
		if !t.user {
			continue
		}
		if n++; !t.when.IsZero() && s.now.Sub(t.when) > time.Hour {
			return false
		}
		switch kind := acts.Kind(ownWords(t.text)); {
		case strings.HasPrefix(kind, "news."):
			return true
		case strings.HasPrefix(kind, "feeling."):
			return false
		}
	}
	return false
}

// smallTalk answers what only keeps a talk going.
func (s *scene) smallTalk(r *reply) bool {
	k := s.talkKind()
	switch k {
	case "":
		return false
	case "greet":
		r.say(s, s.greeting(s.said))
		r.emotion = emotion{"joy", 0.4}
		if s.user == "" && s.turn == 0 && !s.saidOf("hello.name") {
			r.say(s, s.reply("hello.name"))
		}
		return true
	case "thanks", "sorry":
		r.say(s, s.phrase(k))
	case "praise":
		r.say(s, s.phrase("proud"))
	case "bye", "night":
		r.say(s, s.farewell(k))
	case "nod":
		question := s.wonders()
		if question == "" {
			return s.says(r, k, calm)
		}
		r.say(s, strings.ReplaceAll(s.reply("wonder"), "{x}", question))
	default:
		r.say(s, s.reply(k))
	}
	r.emotion = calm
	return true
}

// farewell says goodbye, a good night where the persona has words for it.
func (s *scene) farewell(kind string) string {
	var fit []string
	for _, p := range s.voice.phrases["farewell"] {
		if languageOf(p, s.lang) == s.lang && (kind == "night") == marks.Has("good-night", p) {
			fit = append(fit, p)
		}
	}
	if len(fit) == 0 {
		return s.reply(kind)
	}
	return s.fill(s.least(fit))
}

// states answers all else that says something.
func (s *scene) states(r *reply) bool {
	switch {
	case s.pasted:
		return s.says(r, "pasted", calm)
	case s.long:
		return s.says(r, "long", calm)
	case s.gladLately():
		return s.says(r, "rejoice.stay", rejoices)
	case slices.ContainsFunc(s.statements(), func(st lang.Statement) bool { return st.Laughs }):
		return s.says(r, "amused", calm)
	}
	return s.says(r, "statement", calm)
}

// quietLines are the replies between two in which the rules ask something.
const quietLines = 3

// sadHours is how long after a grave line the persona asks nothing.
const sadHours = 72 * time.Hour

// sadLately reports whether something grave was said of late.
func (s *scene) sadLately() bool {
	return slices.ContainsFunc(s.past, func(t turn) bool {
		return t.user && (t.when.IsZero() || s.now.Sub(t.when) < sadHours) && lang.GraveOf(ownWords(t.text)) != lang.NotGrave
	})
}

// notYet reports whether a question is of a day that is still to come, or of
// what was put right since.
func (s *scene) notYet(question string) bool {
	if day, _ := when.OnCalendar(question, s.now.AddDate(0, 6, 0)); day.From.After(when.DayOf(s.now)) {
		return true
	}
	return slices.ContainsFunc(s.recollect(), func(m memory) bool { return m.ended && lang.Overlap(lang.Senses(m.text), lang.Senses(question)) >= 0.4 })
}

// wonders returns the question that the persona would most like answered, where
// it may be asked, when the user has nothing to say: nothing weighs, the last replies asked nothing, and it was
// not asked before in this talk.
func (s *scene) wonders() string {
	question := marks.Text("asked-first", s.first("feeling"))
	if question == "" || languageOf(question, s.lang) != s.lang || s.sadLately() || s.notYet(question) {
		return ""
	}
	replies := 0
	for _, t := range slices.Backward(s.past) {
		if t.user {
			continue
		}
		if strings.Contains(t.text, question) || replies < quietLines && strings.ContainsAny(t.text, "?？") {
			return ""
		}
		replies++
	}
	if replies < quietLines {
		return ""
	}
	return question
}

// commanded does what the user wants done with what they told.
func (s *scene) commanded(r *reply) bool {
	withheld := func(st lang.Statement) bool { return st.Mode == lang.Withheld }
	kept := func(st lang.Statement) bool { return st.Keep && st.Mode == lang.Asserted }
	switch k := s.talkKind(); {
	case slices.ContainsFunc(s.statements(), withheld), s.kind() == "withhold":
		return s.says(r, "withheld", calm)
	case lex.Has("remind-me", s.said):
		return s.says(r, "remind", calm)
	case k == "forget" || k == "remind":
		return s.says(r, k, calm)
	case k == "quiet" || k == "nvm" || k == "joke":
		return s.says(r, k, calm)
	case slices.ContainsFunc(s.statements(), kept) && s.newName == "":
		return s.sayKept(r)
	}
	return false
}

// sayKept says what became of what was to be written down.
func (s *scene) sayKept(r *reply) bool {
	_, canWrite := s.tools[toolWrite]
	switch failed, held := s.outcome(); {
	case failed:
		return s.says(r, "kept.not", emotion{"anxious", 0.3})
	case held:
		return s.says(r, "kept.held", calm)
	case !canWrite:
		return s.says(r, "kept.heard", calm)
	}
	return s.says(r, "kept", calm)
}

// tellsName answers an introduction.
func (s *scene) tellsName(r *reply) bool {
	if s.newName == "" {
		return false
	}
	key := "name"
	switch {
	case s.former == s.newName:
		key = "name.known"
	case s.former != "":
		key = "name.right"
	}
	r.say(s, strings.ReplaceAll(s.reply(key), "{x}", strings.TrimSuffix(s.newName, "さん")))
	r.emotion = emotion{"joy", 0.5}
	if failed, _ := s.outcome(); failed {
		s.sayKept(r)
	}
	return true
}
