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
func (d *Digest) fresh(f finding) string {
	for _, way := range f.ways {
		frame := FrameOf(way)
		if !slices.ContainsFunc(d.Insights, func(old string) bool {
			sentences := SentencesOf(old)
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

// findings are what can be found in a day, what tells most first. Each is
// given what the thoughts before it are derived from.
func (d *Digest) findings() []func([]Remark) (finding, bool) {
	return []func([]Remark) (finding, bool){
		d.answeredToday, d.changed, d.chosen, d.turn, d.decision, d.again, d.undecided, d.worry, d.recurring, d.ahead, d.somebody, d.peak, d.taste,
	}
}

// bestOf returns the user's weightiest remark that is meant.
func (d *Digest) bestOf(not []Remark, meant func(Remark) bool) (Remark, bool) {
	best, most := Remark{}, 0.0
	for _, r := range d.Remarks {
		if v := d.weight(r); v > most && !contains(not, r) && meant(r) {
			best, most = r, v
		}
	}
	return best, most > 0
}

// ways puts a quotation into several sentences, in the persona's language, each
// of which says whose it is. The day chooses which comes first.
func (d *Digest) ways(r Remark, en, ja []string) []string {
	list, n := en, 120
	if d.Japanese() {
		list, n = ja, 70
	}
	out := make([]string, len(list))
	first := d.chance().IntN(len(list))
	for i := range list {
		way, quote := list[(first+i)%len(list)], d.said(r, n)
		if name := d.Lines[r.line].Name; name != "" || !strings.Contains(way, "{who}") {
			quote = d.theirs(r, n)
		}
		out[i] = closed(d.fill(way, quote))
	}
	return out
}

// theirs is said with whose words it are: Ken's “…”, 健太さんの「…」.
func (d *Digest) theirs(r Remark, n int) string {
	name, quote := d.Lines[r.line].Name, d.said(r, n)
	switch {
	case d.Japanese():
		return cmp.Or(name, d.youJa()) + "の" + quote
	case name == "" && d.User == "":
		return "your " + quote
	}
	return cmp.Or(name, d.User) + "'s " + quote
}

// fill puts the user and a quotation into a sentence: "{who} {is} sure". A user
// without a name is spoken to, which other forms of a verb go with.
func (d *Digest) fill(way, quote string) string {
	who := d.youJa()
	if !d.Japanese() {
		who = d.you()
	}
	has, is, s := "has", "is", "s"
	if d.User == "" {
		has, is, s = "have", "are", ""
	}
	way = strings.NewReplacer("{who}", who, "{has}", has, "{is}", is, "{s}", s).Replace(way)
	return upperFirst(strings.ReplaceAll(way, "{quote}", quote))
}

// chosen finds a choice that was open in the course of the day and was made.
func (d *Digest) chosen(not []Remark) (finding, bool) {
	for _, r := range d.Remarks {
		if r.by == 0 || contains(not, r) {
			continue
		}
		made := d.Remarks[r.by]
		before, n := d.said(r, 100), 70
		if d.Japanese() {
			before, n = d.said(r, 60), 50
		}
		ways := []string{
			"A choice was made: from " + d.theirs(r, 100) + " to " + d.said(made, n) + ".",
			"{who} had to choose, " + before + ", and then it was clear: " + d.said(made, n) + ".",
			d.theirs(r, 100) + " was how it began; it ended with " + d.said(made, n) + ".",
		}
		if d.Japanese() {
			ways = []string{
				"迷いが一つ片づいた。" + d.theirs(r, 60) + "から、" + d.said(made, n) + "へ。",
				before + "と迷っていた{who}が、答えを出した。" + d.said(made, n) + "。",
				"はじめは" + d.theirs(r, 60) + "、おわりは" + d.said(made, n) + "。一つ決まった日だった。",
			}
		}
		for i := range ways {
			ways[i] = closed(d.fill(ways[i], ""))
		}
		return finding{ways, []Remark{r, made}, true}, true
	}
	return finding{}, false
}

// changed finds what the user told that will stay so.
func (d *Digest) changed(not []Remark) (finding, bool) {
	r, ok := d.bestOf(not, func(r Remark) bool { return r.news && len([]rune(r.Text)) <= 160 })
	return finding{d.ways(r, []string{
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
func (d *Digest) answeredToday(not []Remark) (finding, bool) {
	for _, q := range d.Questions {
		if !q.State.Open() {
			continue
		}
		a, ok := d.answer(matter{q.Topic, d.matter(q), pending.AnswerTo(q.Topic)}, func(r Remark) bool { return d.after(r, q) })
		if !ok || a.state == motivation.StatePartial || contains(not, a.by[0]) {
			continue
		}
		asked := d.inQuotes(q.Topic, 80)
		if lang.Japanese(q.Topic) != d.Japanese() {
			continue
		}
		return finding{d.ways(a.by[0], []string{
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
func (d *Digest) decision(not []Remark) (finding, bool) {
	r, ok := d.bestOf(not, func(r Remark) bool {
		return !r.leans && pending.States(r.Sentence) && !lexicon.Has("embedded", r.Text) && lexicon.Has("decided", r.Text)
	})
	return finding{d.ways(r, []string{
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
func (d *Digest) again(not []Remark) (finding, bool) {
	term, days := "", []episodic.Date{}
	var r Remark
	for _, o := range d.own() {
		for _, t := range o.terms {
			if list := d.Heard[t]; len(list) > len(days) && d.weight(o) > 0 && !contains(not, o) {
				term, days, r = t, list, o
			}
		}
	}
	if len(days) < ThemeDays-1 {
		return finding{}, false
	}
	name := d.third(d.nameOf(term))
	n, since := len(days)+1, d.dayName(days[0])
	return finding{d.ways(r, []string{
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
func (d *Digest) dayName(day episodic.Date) string {
	t, err := time.Parse(time.DateOnly, string(day.First()))
	if err != nil {
		return string(day)
	}
	return d.Pick(t.Format("2 January"), t.Format("1月2日"))
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
func (d *Digest) opened(not []Remark, kinds ...pending.Kind) (Remark, bool) {
	best, most := Remark{}, 0.0
	for _, r := range d.Remarks {
		if !r.user || r.joke || r.Reports() || contains(not, r) || r.shallow() >= 5 {
			continue
		}
		for _, o := range r.opens {
			if slices.Contains(kinds, o.Kind) && o.Priority > most && o.Priority >= tellsOfWorry[o.Kind] && !lost(r.Text) && d.still(r, o) {
				best, most = r, o.Priority
			}
		}
	}
	return best, most > 0
}

// undecided finds what the user has to choose.
func (d *Digest) undecided(not []Remark) (finding, bool) {
	r, ok := d.opened(not, pending.Choice)
	return finding{d.ways(r, []string{
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
func (d *Digest) worry(not []Remark) (finding, bool) {
	r, ok := d.opened(not, pending.Trouble, pending.Worry)
	if !ok {
		r, ok = d.bestOf(not, func(r Remark) bool {
			return (r.mood == lang.Anxious || r.mood == lang.Lonely) && !lexicon.Has("past-worry", r.Text)
		})
	}
	return finding{d.ways(r, []string{
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
func (d *Digest) ahead(not []Remark) (finding, bool) {
	r, ok := d.opened(not, pending.Awaited, pending.Event, pending.Wish, pending.Effort, pending.Duty)
	return finding{d.ways(r, []string{
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
func (d *Digest) somebody(not []Remark) (finding, bool) {
	var name string
	r, ok := d.bestOf(not, func(r Remark) bool {
		names := slices.DeleteFunc(lang.ProperNames(r.Raw), d.ofThoseWhoTalk)
		return len(names) > 0 && !r.leans && len([]rune(names[0])) > 1 && !slices.ContainsFunc(not, func(o Remark) bool { return lang.Mentions(o.Text, names[0]) })
	})
	if ok {
		name = slices.DeleteFunc(lang.ProperNames(r.Raw), d.ofThoseWhoTalk)[0]
	}
	return finding{d.ways(r, []string{
		"I know a little more of " + name + " now: {quote}.",
		"Today I heard about " + name + ": {quote}.",
		name + " belongs to this day: {quote}.",
	}, []string{
		name + "のことを、前より少し知っている。{quote}。",
		"今日は" + name + "の話を聞いた。{quote}。",
		"この一日には" + name + "がいる。{quote}。",
	}), []Remark{r}, false}, ok
}
