package rules

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/memory"
)

// chance returns the choices that a day makes: the same day, the same ones.
func (in Material) chance() *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(string(in.Date) + "\x00" + in.Persona))
	return rand.New(rand.NewPCG(h.Sum64(), 1)) //nolint:gosec // choices of words, no secrets
}

// An insightWriter says what a day showed, thought by thought.
type insightWriter struct {
	day  *Digest
	from []Remark // what the thoughts so far are derived from
}

// write says what the day showed about the user, in two thoughts at most and
// always in the words of the day, and nothing that a single sentence said
// already: what was answered, a turn of feeling, a choice that was made, what
// keeps coming back, a memory that is touched. It is "" of a day without any,
// and does not begin as one of the last insights did.
func (w *insightWriter) write() (text string, from []Remark) {
	thoughts := 0
	for _, f := range w.findings() {
		p, ok := f()
		if !ok || !p.links {
			continue
		}
		way := w.fresh(p)
		joined := strings.TrimSpace(text + w.day.Pick(" ", "") + way)
		if way == "" || len([]rune(joined)) > MaxInsight {
			continue
		}
		text, w.from = joined, append(w.from, p.from...)
		if thoughts++; thoughts == 2 {
			break
		}
	}
	return closed(text), w.from
}

// showsMood reports whether a remark says how the user is as they say it.
func (r Remark) showsMood() bool {
	return r.user && !r.Asks && !r.joke && !r.Reports() && r.mood != lang.Calm && len([]rune(r.Text)) <= 200 &&
		!lexicon.Has("of-the-other", r.Text) && !lexicon.Has("past-worry", r.Text)
}

// deniesMood reports whether what was learned speaks against the mood that a remark's words show:
// remorse, 俺が半休なんかとらにゃよかった, has a word of joy in it.
func (r Remark) deniesMood() bool {
	if r.mood.Bad() {
		return likely.Glad(r.Text) >= likely.GladFrom
	}
	return likely.Weighs(r.Text) >= likely.WeighsFrom
}

// turn finds a change from worry to ease, or the other way, within the day.
func (w *insightWriter) turn() (finding, bool) {
	var first, last *Remark
	for i := range w.day.Remarks {
		r := &w.day.Remarks[i]
		if !r.showsMood() || r.deniesMood() {
			continue
		}
		if first == nil {
			first = r
		}
		last = r
	}
	if first == nil || last.line == first.line || first.mood.Bad() == last.mood.Bad() {
		return finding{}, false
	}
	between := w.between(first.line, last.line)
	en := fmt.Sprintf("%s began %s, %s, and ended %s: %s.", upperFirst(w.day.you()), feltEn(first.mood), w.day.said(*first, 80), feltEn(last.mood), w.day.said(*last, 80))
	ja := fmt.Sprintf("はじめは%s気持ちで%sと言っていた%sが、最後は%s様子で%sと話していた。", feltJa(first.mood), w.day.said(*first, 50), w.day.youJa(), feltJa(last.mood), w.day.said(*last, 50))
	if between != "" && first.mood.Bad() {
		en += " In between we spoke of " + between + "."
		ja += "その間にあったのは、" + between + "の話だった。"
	}
	return finding{[]string{
		w.day.Pick(en, ja),
		w.day.Pick(fmt.Sprintf("The day turned for %s: first %s, then %s.", w.day.object(), w.day.said(*first, 80), w.day.said(*last, 80)),
			fmt.Sprintf("一日のうちに%sの気持ちが動いた。%sから、%sへ。", w.day.youJa(), w.day.said(*first, 50), w.day.said(*last, 50))),
		w.day.Pick(fmt.Sprintf("Between %s and %s lies the whole day.", w.theirs(*first, 80), w.day.said(*last, 80)),
			fmt.Sprintf("%sと%sのあいだに、この一日があった。", w.theirs(*first, 50), w.day.said(*last, 50))),
	}, []Remark{*first, *last}, true}, true
}

// between names what was spoken of most between two lines.
func (w *insightWriter) between(from, to int) string {
	count, best, name := map[string]int{}, 0, ""
	for _, r := range w.day.Remarks {
		if r.line <= from || r.line >= to {
			continue
		}
		for _, t := range r.terms {
			if !lang.Noun(t) {
				continue
			}
			if count[t]++; count[t] > best && count[t] > 1 {
				best, name = count[t], w.day.third(w.day.nameOf(t))
			}
		}
	}
	return name
}

// third names something of the user's for the persona's own notes.
func (in Material) third(name string) string {
	rest, mine := strings.CutPrefix(name, "my ")
	switch {
	case mine && in.User != "":
		return in.User + "'s " + rest
	case mine:
		return "your " + rest
	}
	return name
}

// recurring finds what the user came back to.
func (w *insightWriter) recurring() (finding, bool) {
	for _, th := range w.day.themes() {
		quote, ok := w.best(th)
		if !ok || !th.returned() {
			continue
		}
		return finding{w.recurringWays(th, quote), []Remark{quote}, true}, true
	}
	return finding{}, false
}

// apart is how many messages lie between two that come back to something: what
// is said twice in a row was only gone on with.
const apart = 4

// returned reports whether the user came back to a theme, which has a name.
func (th theme) returned() bool {
	n := len(th.lines)
	who := len(lang.PersonsJa(th.name)) > 0 || len(lang.ProperNames(th.name)) > 0
	return (n > 2 || th.lines[n-1]-th.lines[0] >= apart && (who || !lang.Japanese(th.name))) && named(th.name)
}

// named reports whether a name says what is meant: not "pages", of which there
// are many.
func named(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return lang.Japanese(name) || unicode.IsUpper(r) || strings.ContainsAny(name, " ")
}

// recurringWays says that the user came back to something.
func (w *insightWriter) recurringWays(th theme, quote Remark) []string {
	n := len(th.lines)
	name := strings.Replace(th.name, "my ", "their ", 1)
	if w.day.User == "" {
		name = w.day.third(th.name)
	}
	times := fmt.Sprintf("%d回も", n)
	if n == 2 {
		times = "二度"
	}
	feeling := ""
	switch {
	case th.mood.Bad():
		feeling = w.day.Pick(" It weighs on "+w.day.object()+" more than one sentence says.", "一言で言うよりも、ずっと重くのしかかっているのだと思う。")
	case th.mood.Good():
		feeling = w.day.Pick(" That is where the joy is at the moment.", "今いちばん心が弾むのは、きっとそこなのだ。")
	}
	en, ja, whoseEn, whoseJa := w.day.said(quote, 110), w.day.said(quote, 70), w.theirs(quote, 110), w.theirs(quote, 70)
	return []string{
		w.day.Pick(fmt.Sprintf("%s came back to %s %s: %s.", upperFirst(w.day.you()), name, timesEn(n), en), fmt.Sprintf("%sは%sのことを%s話してくれた。%s。", w.day.youJa(), name, times, ja)) + feeling,
		w.day.Pick(fmt.Sprintf("The word that kept returning was %s, %s in all: %s.", name, timesEn(n), whoseEn), fmt.Sprintf("話は%s%sに戻ってきた。%s。", times, name, whoseJa)) + feeling,
		w.day.Pick(fmt.Sprintf("Much of the talk went to %s: %s.", name, whoseEn), fmt.Sprintf("今日の話の多くは%sのことだった。%s。", name, whoseJa)) + feeling,
	}
}

// youWere begins an English sentence about how the user was.
func (in Material) youWere() string {
	if in.User == "" {
		return "you were"
	}
	return in.User + " was"
}

func timesEn(n int) string {
	if n == 2 {
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// object is the user as an object of an English sentence.
func (in Material) object() string {
	if in.User != "" {
		return in.User
	}
	return "you"
}

// best returns the user's most telling remark on a theme.
func (w *insightWriter) best(th theme) (Remark, bool) {
	sub := &Digest{Material: w.day.Material}
	for _, line := range th.lines {
		sub.Remarks = append(sub.Remarks, remarksOn(w.day, line, th.term)...)
	}
	return sub.strongest(w.from...)
}

// peak finds what moved most, and the older memory that it touches.
func (w *insightWriter) peak() (finding, bool) {
	r, ok := w.day.strongest(w.from...)
	if !ok {
		return finding{}, false
	}
	ways := w.peakWays(r)
	m, links := w.touches(r)
	if links {
		for i := range ways {
			ways[i] += w.day.Pick(fmt.Sprintf(" It touches what I remember%s: %s.", sinceEn(m.Day()), w.day.inQuotes(m.Text, 70)),
				fmt.Sprintf("%s%sという記憶と重なる。", sinceJa(m.Day()), w.day.inQuotes(m.Text, 40)))
		}
	}
	return finding{ways, []Remark{r}, links}, true
}

// quiet is the weight up to which a remark tells of a day without much in it.
const quiet = 2.5

// peakWays says what moved most. A day is only quiet if nothing was said of it
// yet.
func (w *insightWriter) peakWays(r Remark) []string {
	switch {
	case w.day.Lines[r.line].Arousal >= Starred:
		return w.ways(r, []string{
			"What moved me most was {quote}.", "One sentence went deeper than the others: {quote}.", "I am still moved by {quote}.",
		}, []string{
			"いちばん心に残ったのは、{quote}という言葉だった。", "胸に響いたのは{quote}。", "{quote}という一言が、まだ耳に残っている。",
		})
	case r.mood != lang.Calm && r.mood != lang.Ill:
		en, ja := feltEn(r.mood), feltJa(r.mood)
		return w.ways(r, []string{
			upperFirst(w.day.youWere()) + " " + en + ": {quote}.", "I heard how " + en + " " + w.day.youWere() + ": {quote}.", upperFirst(en) + " is the word for it: {quote}.",
		}, []string{
			"{who}は" + ja + "気持ちだった。{quote}。", ja + "気持ちが伝わってきた。{quote}。", "{quote}という言葉に、" + ja + "気持ちがにじんでいた。",
		})
	case w.day.weight(r) <= quiet && len(w.from) == 0:
		return w.ways(r, []string{
			"A quiet day. What there was to tell: {quote}.", "Nothing great happened, and that was told too: {quote}.", "An ordinary day with {quote} in it.",
		}, []string{
			"静かな一日だった。話に出たのは{quote}。", "大きなことはなかった。それでも{quote}と話してくれた。", "いつもどおりの一日に、{quote}という言葉があった。",
		})
	}
	return w.ways(r, []string{
		"What stays with me is {quote}.", "Of this day I keep {quote}.", "If I had to tell the day in one sentence: {quote}.", "{who} let me share this: {quote}.",
	}, []string{
		"心に残ったのは、{quote}という一言。", "今日の一言を選ぶなら{quote}。", "{who}が{quote}と話してくれたことを覚えておく。", "この日のことは{quote}という言葉で思い出すだろう。",
	})
}

// touches returns the recalled memory that speaks of the same as a remark.
func (w *insightWriter) touches(r Remark) (memory.Item, bool) {
	for _, m := range earlier(w.day.Recalled, string(w.day.Date)) {
		if m.Text == "" || m.Kind == "" {
			continue
		}
		if len(lang.Shared(r.terms, lang.Terms(m.Text))) > 0 && lang.Fold(m.Text) != lang.Fold(r.Raw) {
			return m, true
		}
	}
	return memory.Item{}, false
}

func sinceEn(date string) string {
	if date == "" {
		return ""
	}
	return " of " + date
}

func sinceJa(date string) string {
	if date == "" {
		return "前の"
	}
	return date + "の"
}

// taste finds what the user likes or dislikes and told today.
func (w *insightWriter) taste() (finding, bool) {
	for _, r := range w.day.own() {
		if r.Asks || r.Reports() || r.leans || len(r.terms) == 0 || !lexicon.Has("likes", r.Text) || contains(w.from, r) || w.day.KnownFact(r.Text) {
			continue
		}
		return finding{w.ways(r,
			[]string{"New to me: {quote}.", "This I did not know of {who}: {quote}.", "One more thing that {who} hold{s} dear, or not: {quote}."},
			[]string{"初めて知ったこと、{quote}。", "{who}について新しく知った。{quote}。", "{who}の好みがまた一つ分かった。{quote}。"}), []Remark{r}, false}, true
	}
	return finding{}, false
}

func contains(list []Remark, r Remark) bool {
	for _, o := range list {
		if o.line == r.line && o.at == r.at {
			return true
		}
	}
	return false
}

// KnownFact reports whether the bank has a text already.
func (d *Digest) KnownFact(text string) bool {
	terms := lang.Terms(text)
	for _, f := range d.Facts {
		if n := len(lang.Shared(terms, d.termsOf(f.Text))); n > 0 && n == len(terms) {
			return true
		}
	}
	return false
}

// A strategyWriter says what to do when they talk again.
type strategyWriter struct {
	day  *Digest
	text string
	from []Remark
}

// add appends what there is room for.
func (w *strategyWriter) add(s string, r Remark) {
	joined := strings.TrimSpace(w.text + w.day.Pick(" ", "") + s)
	if s != "" && len([]rune(joined)) <= MaxStrategy {
		w.text, w.from = joined, append(w.from, r)
	}
}

// write says what to do when they talk again: leave alone what was asked to
// be left alone, do as was wished, ask after what matters most.
func (w *strategyWriter) write(open []Raised) (string, []Remark) {
	for _, l := range w.day.left {
		if len(w.from) == 0 {
			quote := w.day.inQuotes(l.words, 48)
			w.add(w.day.Pick(closed("Leave this alone: "+quote+"."), quote+"と言われたことには触れない。"), l.from)
		}
	}
	for _, r := range w.day.own() {
		if len(w.from) == 0 && !r.Reports() && lexicon.Has("manner", r.Text) {
			quote := w.day.inQuotes(wishOf(r.Text, "manner"), 48)
			w.add(w.day.Pick(closed("Keep to this: "+quote+"."), quote+"という願いを守る。"), r)
		}
	}
	if len(open) > 0 {
		if ask := w.askFirst(open[0]); len([]rune(w.text))+len([]rune(ask)) < MaxStrategy {
			w.add(ask, open[0].from)
		} else {
			w.add(w.day.Pick("Ask first: ", "まず聞く。")+open[0].Question, open[0].from)
		}
	}
	if w.text == "" {
		if th := slices.DeleteFunc(w.day.themes(), func(th theme) bool { return !th.returned() }); len(th) > 0 {
			last := remarksOn(w.day, th[0].lines[len(th[0].lines)-1], th[0].term)
			r := last[len(last)-1]
			w.add(w.day.Pick("Come back to "+w.day.third(th[0].name)+"; it came up "+timesEn(len(th[0].lines))+" today.", th[0].name+"の話をもう一度聞く。今日は何度も話に出た。"), r)
		} else if r, ok := w.day.strongest(); ok {
			w.add(w.day.Pick("Pick up where "+w.day.you()+" said "+w.day.said(r, 80)+".", w.day.said(r, 60)+"という話の続きを聞く。"), r)
		}
	}
	return closed(w.text), w.from
}

// wishOf returns the clause of a sentence that a section finds, or all of it if
// the clause does not say what is wished.
func wishOf(s, section string) string {
	if c := clauseWith(s, section); len(lang.Terms(c)) > 0 || len([]rune(c)) >= len([]rune(s))*2/3 {
		return c
	}
	return s
}

// clauseWith returns the clause of a sentence that a section finds first.
func clauseWith(s, section string) string {
	from, to := len(s), len(s)
	for _, e := range lexicon.Of(section) {
		if at := e.FindStringIndex(s); at != nil && at[0] < from {
			from, to = at[0], at[1]
		}
	}
	begin, end := 0, len(s)
	if i := strings.LastIndexAny(s[:from], ",、"); i >= 0 {
		begin = i + len(",")
		if s[i] != ',' {
			begin = i + len("、")
		}
	}
	if i := strings.IndexAny(s[to:], ",、"); i >= 0 {
		end = to + i
	}
	return strings.TrimSpace(lexicon.Replace("lead-word", strings.TrimSpace(s[begin:end])))
}

// askFirst is the question to open with.
func (w *strategyWriter) askFirst(q Raised) string {
	question := lang.Cut(q.Question, 95)
	if q.from.user && q.from.mood.Bad() {
		return w.day.Pick(
			"Ask gently, "+w.day.youWere()+" "+feltEn(q.from.mood)+": "+question,
			feltJa(q.from.mood)+"気持ちを受け止めてから聞く。「"+strings.TrimRight(question, "。")+"」")
	}
	return w.day.Pick("Ask first: "+question, "まず聞くこと。「"+strings.TrimRight(question, "。")+"」")
}

func feltEn(m lang.Mood) string {
	switch m {
	case lang.Calm:
		return "calm"
	case lang.Ill:
		return "unwell"
	}
	return string(m)
}

func feltJa(m lang.Mood) string {
	switch m {
	case lang.Happy:
		return "うれしい"
	case lang.Relief:
		return "ほっとした"
	case lang.Proud:
		return "誇らしい"
	case lang.Sad:
		return "つらい"
	case lang.Lonely:
		return "寂しい"
	case lang.Anxious:
		return "不安な"
	case lang.Angry:
		return "腹立たしい"
	case lang.Tired:
		return "疲れた"
	case lang.Ill:
		return "体調のすぐれない"
	}
	return "落ち着いた"
}

func upperFirst(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return s
	}
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}
