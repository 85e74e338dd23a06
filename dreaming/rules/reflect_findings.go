package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"yumori/episodic"
	"yumori/internal/lang"
	"yumori/internal/lang/pending"
	"yumori/motivation"
)

// A finding is what an insight is made of: one thought, in any of several
// ways to say it, and the remarks that it is derived from.
type finding struct {
	ways  []string
	from  []Remark
	links bool // it says what no single sentence of the day does
}

// FrameOf returns a thought without what it quotes and names: what one would
// recognise if it came again.
func FrameOf(thought string) string {
	s := quotedPart.ReplaceAllString(thought, "“”")
	s = strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) || unicode.IsSpace(r) || unicode.IsPunct(r) && r != '“' {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
	if r := []rune(s); len(r) > frameLength {
		s = string(r[:frameLength])
	}
	return s
}

// frameLength is how much of a thought its frame has at most: how it begins.
const frameLength = 14

var quotedPart = regexp.MustCompile(`“[^“”]*”|「[^「」]*」`)

// fresh returns the first way to say a finding that is not how one of the last
// insights said something; "" if all are.
func (w *insightWriter) fresh(f finding) string {
	for _, way := range f.ways {
		frame := FrameOf(way)
		if !slices.ContainsFunc(w.day.Insights, func(old string) bool {
			sentences := lang.Parts(old)
			for i := range sentences {
				if FrameOf(strings.Join(sentences[i:], "")) == frame {
					return true
				}
			}
			return false
		}) {
			return way
		}
	}
	return ""
}

// findings are what can be found in a day, what tells most first.
func (w *insightWriter) findings() []func() (finding, bool) {
	return []func() (finding, bool){
		w.answeredToday, w.changed, w.chosen, w.turn, w.decision, w.again, w.undecided, w.worry, w.recurring, w.ahead, w.somebody, w.peak, w.taste,
	}
}

// bestOf returns the user's weightiest remark that is meant.
func (w *insightWriter) bestOf(meant func(Remark) bool) (Remark, bool) {
	best, most := Remark{}, 0.0
	for _, r := range w.day.Remarks {
		if v := w.day.weight(r); v > most && !contains(w.from, r) && meant(r) {
			best, most = r, v
		}
	}
	return best, most > 0
}

// ways puts a quotation into several sentences, in the persona's language, each
// of which says whose it is. The day chooses which comes first.
func (w *insightWriter) ways(r Remark, en, ja []string) []string {
	list, n := en, 120
	if w.day.Japanese() {
		list, n = ja, 70
	}
	out := make([]string, len(list))
	first := w.day.chance().IntN(len(list))
	for i := range list {
		way, quote := list[(first+i)%len(list)], w.day.said(r, n)
		if name := w.day.Lines[r.line].Name; name != "" || !strings.Contains(way, "{who}") {
			quote = w.theirs(r, n)
		}
		out[i] = closed(w.fill(way, quote))
	}
	return out
}

// theirs is said with whose words it are: Ken's “…”, 健太さんの「…」.
func (w *insightWriter) theirs(r Remark, n int) string {
	name, quote := w.day.Lines[r.line].Name, w.day.said(r, n)
	switch {
	case w.day.Japanese():
		return cmp.Or(name, w.day.youJa()) + "の" + quote
	case name == "" && w.day.User == "":
		return "your " + quote
	}
	return cmp.Or(name, w.day.User) + "'s " + quote
}

// fill puts the user and a quotation into a sentence: "{who} {is} sure". A user
// without a name is spoken to, which other forms of a verb go with.
func (w *insightWriter) fill(way, quote string) string {
	who := w.day.youJa()
	if !w.day.Japanese() {
		who = w.day.you()
	}
	has, is, s := "has", "is", "s"
	if w.day.User == "" {
		has, is, s = "have", "are", ""
	}
	way = strings.NewReplacer("{who}", who, "{has}", has, "{is}", is, "{s}", s).Replace(way)
	return upperFirst(strings.ReplaceAll(way, "{quote}", quote))
}

// chosen finds a choice that was open in the course of the day and was made.
func (w *insightWriter) chosen() (finding, bool) {
	for _, r := range w.day.Remarks {
		if r.by == 0 || contains(w.from, r) {
			continue
		}
		made := w.day.Remarks[r.by]
		before, n := w.day.said(r, 100), 70
		if w.day.Japanese() {
			before, n = w.day.said(r, 60), 50
		}
		ways := []string{
			"A choice was made: from " + w.theirs(r, 100) + " to " + w.day.said(made, n) + ".",
			"{who} had to choose, " + before + ", and then it was clear: " + w.day.said(made, n) + ".",
			w.theirs(r, 100) + " was how it began; it ended with " + w.day.said(made, n) + ".",
		}
		if w.day.Japanese() {
			ways = []string{
				"迷いが一つ片づいた。" + w.theirs(r, 60) + "から、" + w.day.said(made, n) + "へ。",
				before + "と迷っていた{who}が、答えを出した。" + w.day.said(made, n) + "。",
				"はじめは" + w.theirs(r, 60) + "、おわりは" + w.day.said(made, n) + "。一つ決まった日だった。",
			}
		}
		for i := range ways {
			ways[i] = closed(w.fill(ways[i], ""))
		}
		return finding{ways, []Remark{r, made}, true}, true
	}
	return finding{}, false
}

// changed finds what the user told that will stay so.
func (w *insightWriter) changed() (finding, bool) {
	r, ok := w.bestOf(func(r Remark) bool { return r.news && len([]rune(r.Text)) <= 160 })
	return finding{w.ways(r, []string{
		"What counts of this day is one sentence: {quote}.",
		"The day was about this: {quote}.",
		"Under all that was said lies one thing: {quote}.",
	}, []string{
		"今日いちばん大きなことは{quote}。",
		"この日のまんなかにあったのは{quote}。",
		"{who}が{quote}と教えてくれた。この日のことはこれで覚えておく。",
	}), []Remark{r}, false}, ok
}

// answeredToday finds a question of before that the day answered.
func (w *insightWriter) answeredToday() (finding, bool) {
	for _, q := range w.day.Questions {
		if !q.State.Open() {
			continue
		}
		a, ok := w.day.answerTo(q)
		if !ok || a.state == motivation.StatePartial || contains(w.from, a.by[0]) {
			continue
		}
		asked := w.day.inQuotes(q.Topic, 80)
		if lang.Japanese(q.Topic) != w.day.Japanese() {
			continue
		}
		return finding{w.ways(a.by[0], []string{
			"I had been wondering: " + asked + " Now I know: {quote}.",
			asked + " was still open between us; today {who} told me: {quote}.",
			"One question is settled. I had asked myself " + asked + " and heard {quote}.",
		}, []string{
			"気になっていた" + asked + "の答えが聞けた。{quote}。",
			asked + "と思っていたら、{who}が{quote}と教えてくれた。",
			"一つ分かったことがある。" + asked + "という問いに、今日{quote}という言葉が返ってきた。",
		}), a.by[:1], true}, true
	}
	return finding{}, false
}

// decision finds a step that the user took.
func (w *insightWriter) decision() (finding, bool) {
	r, ok := w.bestOf(func(r Remark) bool {
		return !r.leans && pending.States(r.Sentence) && !lexicon.Has("embedded", r.Text) && lexicon.Has("decided", r.Text)
	})
	return finding{w.ways(r, []string{
		"{who} took a step today: {quote}.",
		"Something is decided: {quote}.",
		"From today on a thing is different for {who}: {quote}.",
	}, []string{
		"{who}は今日、一歩を踏み出した。{quote}。",
		"一つ決まったことがある。{quote}。",
		"{quote}。{who}にとって、今日から何かが変わる。",
	}), []Remark{r}, false}, ok
}

// again finds what came up on earlier days too.
func (w *insightWriter) again() (finding, bool) {
	term, days := "", []episodic.Date{}
	var r Remark
	for _, o := range w.day.own() {
		for _, t := range o.terms {
			if list := w.day.Heard[t]; len(list) > len(days) && w.day.weight(o) > 0 && !contains(w.from, o) {
				term, days, r = t, list, o
			}
		}
	}
	if len(days) < ThemeDays-1 {
		return finding{}, false
	}
	name := w.day.third(w.day.nameOf(term))
	n, since := len(days)+1, w.dayName(days[0])
	return finding{w.ways(r, []string{
		fmt.Sprintf("%s again, on the %s day since %s: {quote}.", upperFirst(name), ordinal(n), since),
		fmt.Sprintf("It keeps coming back to %s; %d days have spoken of it by now. Today: {quote}.", name, n),
		fmt.Sprintf("Since %s there is hardly a talk without %s. Now {who} say{s} {quote}.", since, name),
	}, []string{
		fmt.Sprintf("%sの話は、%sからもう%d日目になる。今日は{quote}。", name, since, n),
		fmt.Sprintf("また%sの話になった。これで%d日。{quote}。", name, n),
		fmt.Sprintf("%sのことが、{who}の中でずっと動いている。今日の言葉は{quote}。", name),
	}), []Remark{r}, true}, true
}

// dayName is a day in the persona's language.
func (w *insightWriter) dayName(day episodic.Date) string {
	t, err := time.Parse(time.DateOnly, string(day.First()))
	if err != nil {
		return string(day)
	}
	return w.day.Pick(t.Format("2 January"), t.Format("1月2日"))
}

func ordinal(n int) string {
	suffix := "th"
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		suffix = "st"
	case n%10 == 2:
		suffix = "nd"
	case n%10 == 3:
		suffix = "rd"
	}
	return fmt.Sprint(n) + suffix
}

// tellsOfWorry is the least priority of an opening that says how somebody is: a
// broken headset does not.
var tellsOfWorry = map[pending.Kind]float64{pending.Trouble: 0.65}

// opened finds the weightiest remark that leaves something of some kinds open.
func (w *insightWriter) opened(kinds ...pending.Kind) (Remark, bool) {
	best, most := Remark{}, 0.0
	for _, r := range w.day.Remarks {
		if !r.user || r.joke || r.Reports() || contains(w.from, r) || r.shallow() >= 5 {
			continue
		}
		for _, o := range r.opens {
			if slices.Contains(kinds, o.Kind) && o.Priority > most && o.Priority >= tellsOfWorry[o.Kind] && !lost(r.Text) && w.day.still(r, o) {
				best, most = r, o.Priority
			}
		}
	}
	return best, most > 0
}

// undecided finds what the user has to choose.
func (w *insightWriter) undecided() (finding, bool) {
	r, ok := w.opened(pending.Choice)
	return finding{w.ways(r, []string{
		"{who} {has} not decided yet: {quote}.",
		"There is a fork in the road: {quote}.",
		"What {who} {is} turning over: {quote}.",
	}, []string{
		"{who}はまだ決めかねている。{quote}。",
		"分かれ道の前にいるのだと思う。{quote}。",
		"{who}の頭を離れないのは、{quote}ということ。",
	}), []Remark{r}, false}, ok
}

// worry finds what troubles the user, and is not over.
func (w *insightWriter) worry() (finding, bool) {
	r, ok := w.opened(pending.Trouble, pending.Worry)
	if !ok {
		r, ok = w.bestOf(func(r Remark) bool {
			return (r.mood == lang.Anxious || r.mood == lang.Lonely) && !lexicon.Has("past-worry", r.Text)
		})
	}
	return finding{w.ways(r, []string{
		"There is a worry in the background: {quote}.",
		"Something weighs on {who}: {quote}.",
		"I should not forget that this is not easy: {quote}.",
	}, []string{
		"心配ごとが一つある。{quote}。",
		"{who}が抱えているのは、{quote}ということ。",
		"忘れないでいたい。{quote}。簡単なことではないはずだ。",
	}), []Remark{r}, false}, ok
}

// ahead finds what is to come.
func (w *insightWriter) ahead() (finding, bool) {
	r, ok := w.opened(pending.Awaited, pending.Event, pending.Wish, pending.Effort, pending.Duty)
	return finding{w.ways(r, []string{
		"{who} {is} looking ahead: {quote}.",
		"Something is coming up: {quote}.",
		"The next days have a point to look to: {quote}.",
	}, []string{
		"{who}の目は先に向いている。{quote}。",
		"これからのことが話に出た。{quote}。",
		"待っているものがある。{quote}。",
	}), []Remark{r}, false}, ok
}

// somebody finds a person or a place that the user told of.
func (w *insightWriter) somebody() (finding, bool) {
	var name string
	r, ok := w.bestOf(func(r Remark) bool {
		names := slices.DeleteFunc(lang.ProperNames(r.Raw), w.day.ofThoseWhoTalk)
		return len(names) > 0 && !r.leans && len([]rune(names[0])) > 1 && !slices.ContainsFunc(w.from, func(o Remark) bool { return lang.Mentions(o.Text, names[0]) })
	})
	if ok {
		name = slices.DeleteFunc(lang.ProperNames(r.Raw), w.day.ofThoseWhoTalk)[0]
	}
	return finding{w.ways(r, []string{
		"I know a little more of " + name + " now: {quote}.",
		"Today I heard about " + name + ": {quote}.",
		name + " belongs to this day: {quote}.",
	}, []string{
		name + "のことを、前より少し知っている。{quote}。",
		"今日は" + name + "の話を聞いた。{quote}。",
		"この一日には" + name + "がいる。{quote}。",
	}), []Remark{r}, false}, ok
}
