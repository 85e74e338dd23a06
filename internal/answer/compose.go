package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/when"
)

// evidence is a claim with its worth for a question.
type evidence struct {
	*claim
	score float64
}

// weights say what each feature of a claim is worth, and how an answer is
// made of the worth of its claims.
type weights struct {
	feature [features]float64
	long    float64 // how much the length of a claim counts against it
	again   float64 // how much it counts against a claim to say what is said
	beside  float64 // what it is worth to stay with an utterance
	enough  float64 // the share of the best one's worth below which nothing is told
}

// defaultWeights are tuned on conversations of two people over months, in two
// halves, each checked on the other.
var defaultWeights = weights{
	feature: [features]float64{
		fCover: 4, fAround: 0.45, fAsked: 2.4, fRank: 0.7, fOwn: 0.9, fOther: -1, fNamed: 0.25, fCaption: -0.6,
		fKind: 0.75, fFresh: 0.5, fShort: -0.3, fNames: 0.3, fFirst: 0.1, fNext: 0.8, fPairs: 0.6, fDays: 1,
	},
	long: 0.25, again: 1.1, beside: 0.05, enough: 0.35,
}

// score is the worth of a claim's features.
func (w *weights) score(f [features]float64) float64 {
	sum := 0.0
	for i := range f {
		sum += f[i] * w.feature[i]
	}
	return sum
}

// rank rates all claims as evidence, best first. Questions prove nothing.
func (in *inquiry) rank(rd *Reader, w *weights) []evidence {
	var out []evidence
	for _, u := range in.lines {
		for _, c := range u.claims {
			if !c.asks {
				out = append(out, evidence{c, w.score(in.vector(rd, c))})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b evidence) int { return cmp.Compare(b.score, a.score) })
	return out
}

// A choice is the evidence that goes into an answer.
type choice struct {
	in     *inquiry
	w      *weights
	claims []*claim
	said   map[string]bool // terms
	used   map[*utterance]bool
}

// choose takes evidence, at most so many claims, as long as what is taken
// fits.
func (in *inquiry) choose(ranked []evidence, w *weights, most int, fits func([]*claim) bool) []*claim {
	if len(ranked) == 0 {
		return nil
	}
	ch := &choice{in: in, w: w, said: map[string]bool{}, used: map[*utterance]bool{}}
	floor := ranked[0].score * w.enough
	rest := slices.DeleteFunc(slices.Clone(ranked), func(e evidence) bool { return e.score < floor })
	for misfits := 0; len(rest) > 0 && len(ch.claims) < most && misfits < maxMisfits; {
		at := ch.next(rest)
		if at < 0 {
			break
		}
		if c := rest[at].claim; fits(append(slices.Clip(ch.claims), c)) {
			ch.take(c)
		} else {
			misfits++
		}
		rest = slices.Delete(rest, at, at+1)
	}
	return ch.claims
}

// maxMisfits is how many claims are tried in vain for the room that is left.
const maxMisfits = 12

// next returns the claim that is worth most for the room it takes, -1 if none
// is worth anything.
func (ch *choice) next(rest []evidence) int {
	at, best := -1, 0.0
	for i, e := range rest {
		if len(ch.claims) > 0 && e.score <= 0 {
			continue
		}
		v := e.score - ch.w.again*repeated(e.claim, ch.said)
		if ch.used[e.of] {
			v += ch.w.beside
		}
		if v /= math.Pow(float64(ch.cost(e.claim))+20, ch.w.long); at < 0 || v > best {
			at, best = i, v
		}
	}
	return at
}

func (ch *choice) take(c *claim) {
	ch.used[c.of] = true
	ch.claims = append(ch.claims, c)
	for _, t := range c.terms {
		ch.said[t.Key] = true
	}
}

// repeated is the share of a claim's terms that are said already.
func repeated(c *claim, said map[string]bool) float64 {
	if len(c.terms) == 0 {
		return 1
	}
	n := 0
	for _, t := range c.terms {
		if said[t.Key] {
			n++
		}
	}
	return float64(n) / float64(len(c.terms))
}

// cost is about how many characters a claim takes in an answer.
func (ch *choice) cost(c *claim) int {
	n := utf8.RuneCountInString(c.text) + 4
	if !ch.used[c.of] {
		n += utf8.RuneCountInString(c.of.speaker) + 5
		if ch.in.Kind == question.AskWhen {
			n += 20
		}
	}
	return n
}

// byUtterance puts claims together that were said together, the best first,
// each in the order it was said.
func byUtterance(claims []*claim) [][]*claim {
	var out [][]*claim
	for i, c := range claims {
		if slices.ContainsFunc(claims[:i], func(o *claim) bool { return o.of == c.of }) {
			continue
		}
		var own []*claim
		for _, o := range claims {
			if o.of == c.of {
				own = append(own, o)
			}
		}
		slices.SortFunc(own, func(a, b *claim) int { return a.at - b.at })
		out = append(out, own)
	}
	return out
}

// quotes tells claims of others in their own words, each with who said it,
// and with the day where the words or the question call for it.
func (rd *Reader) quotes(in *inquiry, claims []*claim) string {
	var b strings.Builder
	speaker, day := "", ""
	for _, own := range byUtterance(claims) {
		who, when := own[0].of.speaker, rd.dayOfQuote(in, own)
		switch {
		case b.Len() == 0:
		case who == speaker && (when == day || when == ""):
			b.WriteString(" … ")
			when = day
		case rd.Lang == plain.English:
			b.WriteString(" ")
		}
		if who != speaker || when != day {
			b.WriteString(rd.heading(rd.called(who), when, rd.called(speaker)))
		}
		speaker, day = who, when
		b.WriteString(quotation(own, rd.Lang))
	}
	return b.String()
}

// dayOfQuote returns the day on which claims were said, if the answer needs
// it: it is asked for, or the words mean nothing without it.
func (rd *Reader) dayOfQuote(in *inquiry, own []*claim) string {
	u := own[0].of
	if u.day.IsZero() {
		return ""
	}
	needs := in.Kind == question.AskWhen || slices.ContainsFunc(own, func(c *claim) bool { return c.settled() != c.text })
	switch {
	case !needs:
		return ""
	case rd.Lang == plain.Japanese:
		return u.day.Format(when.LongDateJa)
	}
	return u.day.Format(when.LongDate)
}

// called is how a speaker is called to the user's face.
func (k *Talk) called(speaker string) string {
	switch {
	case k.isUser(speaker) == "":
		return speaker
	case k.Lang == plain.Japanese:
		return map[bool]string{true: strings.TrimSuffix(k.User, "さん") + "さん", false: "あなた"}[k.User != "" && k.User != "User"]
	}
	return "You"
}

// heading says whose words follow, and when they were said; before is who
// spoke last.
func (rd *Reader) heading(who, when, before string) string {
	if rd.Lang == plain.Japanese {
		if when != "" {
			when = "（" + when + "）"
		}
		return who + when + "："
	}
	switch {
	case who == "" && when == "":
		return ""
	case who == "" || who == before:
		return plain.UpperFirst(strings.TrimSpace("on "+when)) + ": "
	case when != "":
		return who + " on " + when + ": "
	}
	return who + ": "
}

// quotation is what claims of one utterance say, in quotation marks. What is
// left out between them is marked.
func quotation(own []*claim, l plain.Language) string {
	var b strings.Builder
	for i, c := range own {
		switch {
		case i > 0 && c.at > own[i-1].at+1 && !c.caption:
			b.WriteString(" … ")
		case i > 0 && c.lang == plain.English:
			b.WriteByte(' ')
		}
		if c.caption {
			b.WriteString("[" + c.text + "]")
			continue
		}
		b.WriteString(plain.Stopped(c.text, c.lang))
	}
	text := strings.NewReplacer(`"`, "'", "“", "'", "”", "'").Replace(b.String())
	if l == plain.Japanese {
		return "「" + strings.TrimRight(text, "。") + "」"
	}
	return `"` + text + `"`
}

// settled is what a claim says with its days named, worked out once.
func (c *claim) settled() string {
	switch {
	case c.dated != "":
	case c.lang == plain.Japanese:
		c.dated = when.SettleJapanese(c.text, c.of.day)
	default:
		c.dated = when.SettleEnglish(c.text, c.of.day, lang.ToldAsPast)
	}
	return c.dated
}

// moment returns the time that a claim names, as one says it on any day; ""
// if it names none.
func (c *claim) moment() string {
	if c.lang == plain.Japanese {
		return when.MomentJapanese(c.settled())
	}
	t := when.Moment(c.settled())
	if t == "" {
		return ""
	}
	if m := lex.First("bare-time", t); m != nil {
		t = map[bool]string{true: "on ", false: "in "}[m[1][0] <= '9' && strings.Contains(m[1], " ")] + m[1]
	}
	return when.WithWeekday(plain.UpperFirst(t))
}

// ahead reports whether a claim is of what is to come when it was said.
func (c *claim) ahead() bool {
	if c.lang == plain.Japanese {
		return lex.Has("ahead-ja", c.text)
	}
	return lex.Has("ahead-en", c.text)
}

// momentFor returns the time that answers a question: the one that the best
// claim names, or a sentence beside it, which then has to be told too.
func (in *inquiry) momentFor(best *claim) (string, *claim) {
	past := lex.Has("did-en", in.text) || lex.Has("did-ja", in.text)
	for _, d := range [...]int{0, -1, 1, -2} {
		i := slices.Index(best.of.claims, best) + d
		if i < 0 || i >= len(best.of.claims) {
			continue
		}
		c := best.of.claims[i]
		if c.asks && !lex.Has("guess-what", c.text) || d != 0 && past && c.ahead() {
			continue
		}
		if m := c.since(); m != "" && when.AsksSince(in.text) {
			return m, c
		}
		if m := c.moment(); m != "" {
			if c.asks {
				return m, nil
			}
			return m, c
		}
	}
	return "", nil
}

// answerOfOthers puts an answer together of what others said. A question for
// a time is answered with it first: the one that the best evidence names, or
// that stands beside it.
func (rd *Reader) answerOfOthers(in *inquiry, ranked []evidence, limit int) (string, []*claim) {
	tell := func(chosen []*claim) (string, []*claim) { return rd.withMoment(in, chosen) }
	chosen := in.choose(ranked, &defaultWeights, maxQuoted, func(chosen []*claim) bool {
		text, _ := tell(chosen)
		return utf8.RuneCountInString(text) <= limit
	})
	if len(chosen) == 0 {
		return "", nil
	}
	return tell(chosen)
}

// withMoment quotes claims, behind the time that was asked for.
func (rd *Reader) withMoment(in *inquiry, chosen []*claim) (string, []*claim) {
	if in.Kind != question.AskWhen && !when.AsksSince(in.text) {
		return rd.quotes(in, chosen), chosen
	}
	moment, by := in.momentFor(chosen[0])
	if by != nil && !slices.Contains(chosen, by) {
		chosen = append(slices.Clip(chosen), by)
	}
	if moment != "" {
		moment = plain.Stopped(moment, rd.Lang) + map[plain.Language]string{plain.English: " "}[rd.Lang]
	}
	return moment + rd.quotes(in, chosen), chosen
}

// maxQuoted bounds the sentences of an answer.
const maxQuoted = 12

// since returns since when something is so, by how long a claim says that it
// has been; "" when it does not say.
func (c *claim) since() string {
	if c.lang == plain.Japanese {
		return when.SinceJapanese(c.text, c.of.day)
	}
	if c.ahead() {
		return ""
	}
	return when.SinceEnglish(c.text, c.of.day)
}
