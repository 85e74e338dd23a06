package rules

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/pending"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
)

// A Remark is one sentence of the day.
type Remark struct {
	lang.Sentence
	line  int // of the Material
	at    int // in the line
	user  bool
	terms []string
	mood  lang.Mood
	time  time.Time // of the line

	// Of what the user said, unless it was a joke.
	opens    []pending.Opening
	out      pending.Outcome
	supposes bool
	leans    bool   // on what was said before
	news     bool   // of something that changed and will be so
	by       int    // the remark that made the choice which this one left open; 0 none
	full     string // the text with those named whom it means
	joke     bool   // it, or what was said with it
	long     bool   // it stands in a message that is longer than one talks
}

// A Digest is a Material read by rules.
type Digest struct {
	Material
	Remarks []Remark
	ByLine  [][]Remark
	Names   []string // terms of those who talk: they are no topic
	terms   map[string][]string
	left    []limit // what is to be left alone
	heard   *episodic.Listener
}

// longMessage is from how many bytes on a message is rather written, pasted or
// explained than said.
const longMessage = 700

// maxRead is how many lines of a day the rules read; of a longer day the
// newest.
const maxRead = 2_000

// Read reads a day. What is derived from text of others, and what a reply repeats of a
// memory, is left out.
func (in Material) Read() *Digest {
	if n := len(in.Lines); n > maxRead {
		in.Lines = in.Lines[n-maxRead:]
	}
	if d := in.Kept.of(in); d != nil {
		return d
	}
	d := &Digest{Material: in, ByLine: make([][]Remark, len(in.Lines))}
	d.Names = lang.Terms(in.User + " " + in.Persona)
	for i, l := range in.Lines {
		d.Names = append(d.Names, lang.Terms(l.Name)...)
		if l.Foreign {
			continue
		}
		list := lang.Sentences(l.Text)
		joking := slices.ContainsFunc(list, lang.Jokes)
		for k, s := range list {
			if echoes(s.Raw, l.Brought) {
				continue
			}
			s.Asks = s.Asks || l.Speaker == episodic.User && question.AsksUnmarked(s)
			r := Remark{Sentence: s, line: i, at: k, user: l.Speaker == episodic.User, time: l.Time}
			r.terms = Without(lang.Terms(s.Text), d.Names)
			r.supposes, r.leans = lang.Supposes(s), lang.Leans(s)
			if !r.supposes {
				r.mood = lang.MoodOf(s)
			}
			if r.user && !joking {
				r.full, r.opens = d.open(s, d.timeOf(r))
				r.out = pending.OutcomeOf(s, d.timeOf(r))
				r.news = !r.supposes && !s.Asks && pending.News(s)
			}
			r.joke, r.long = joking, len(l.Text) > longMessage
			d.ByLine[i] = append(d.ByLine[i], r)
			d.Remarks = append(d.Remarks, r)
		}
	}
	d.putRight()
	d.left = d.limits()
	d.settle()
	in.Kept.keep(d)
	return d
}

// putRight has what a remark leaves open as a later one of the user's puts it right: lunch on
// Friday, not on Thursday.
func (d *Digest) putRight() {
	var before []string
	for i, l := range d.Lines {
		if l.Speaker != episodic.User || l.Foreign {
			continue
		}
		if likely.Amends(l.Text) >= likely.AmendsFrom {
			for _, t := range TellingsOf(statement.Statements(l.Text, before...)) {
				reopen(d, t, i)
			}
		}
		before = append(before, l.Text)
	}
}

// reopen has what the remark leaves open that a telling in the line at i puts right as that has it.
func reopen(d *Digest, t statement.Telling, i int) {
	was := strings.TrimRight(lang.Fold(t.Was), ".。!！ ")
	for k := range d.Remarks {
		r := &d.Remarks[k]
		said := strings.TrimRight(lang.Fold(r.Text), ".。!！ ")
		if was == "" || !r.user || r.line >= i || len(r.opens) == 0 || said != was {
			continue
		}
		if list := lang.Sentences(t.Text); len(list) == 1 {
			r.full, r.opens = d.open(list[0], d.timeOf(*r))
		}
	}
}

// open finds what a sentence leaves open, understood as those before it have
// it.
func (d *Digest) open(s lang.Sentence, said time.Time) (string, []pending.Opening) {
	s = d.named(s)
	return s.Text, slices.DeleteFunc(pending.Open(s, said), func(o pending.Opening) bool { return lost(o.Question) })
}

// echoes reports whether a sentence only repeats what was recalled.
func echoes(s string, brought []string) bool {
	f := lang.Fold(s)
	return len(f) > 12 && slices.ContainsFunc(brought, func(b string) bool { return strings.Contains(lang.Fold(b), f) })
}

// Without returns the terms that are not among others.
func Without(terms, others []string) []string {
	return slices.DeleteFunc(slices.Clone(terms), func(t string) bool {
		return slices.ContainsFunc(others, func(o string) bool { return o == t || len(t) > 2 && len(t) < len(o) && strings.HasPrefix(o, t) })
	})
}

// evidence is a remark as proof.
func (d *Digest) evidence(r Remark) record.Evidence {
	return record.Evidence{Message: d.Lines[r.line].ID, Quote: QuoteOf(r.Raw)}
}

// QuoteOf bounds a quote. It stays the beginning of what was said, so that it
// is found there.
func QuoteOf(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxQuote {
		s = strings.TrimSpace(string(r[:maxQuote]))
	}
	return s
}

// Japanese reports whether the persona thinks in Japanese.
func (in Material) Japanese() bool { return in.Language == "ja" }

// you is what the persona calls the user in its own notes.
func (in Material) you() string {
	switch {
	case in.User != "":
		return in.User
	case in.Japanese():
		return "相手"
	}
	return "you"
}

// own returns what the user said, in order.
func (d *Digest) own() []Remark {
	return slices.DeleteFunc(slices.Clone(d.Remarks), func(r Remark) bool { return !r.user })
}

// said shortens a remark for a text of the persona's own, in quotation marks.
func (in Material) said(r Remark, n int) string { return in.inQuotes(lang.Told(r.Sentence), n) }

func (in Material) inQuotes(s string, n int) string {
	s = lang.Shown(s)
	if in.Japanese() || lang.Japanese(s) {
		s = strings.TrimRight(s, "。 ")
		return "「" + strings.NewReplacer("「", "『", "」", "』").Replace(lang.Cut(s, n)) + "」"
	}
	return "“" + strings.NewReplacer(`"`, "'").Replace(lang.Cut(strings.TrimRight(s, " ,;."), n)) + "”"
}

// closed takes off the full stop behind a quotation that has an end of its own.
func closed(s string) string {
	return strings.NewReplacer("!”.", "!”", "?”.", "?”", "…”.", "…”").Replace(s)
}

// A theme is something that was spoken of again and again.
type theme struct {
	term  string
	name  string // as it was said
	lines []int
	mood  lang.Mood // most often with it
}

// themes returns what the user came back to, in at least two messages, the
// most frequent first.
func (d *Digest) themes() []theme {
	found := map[string]*theme{}
	var order []string
	moods := map[string]map[lang.Mood]int{}
	for _, r := range d.Remarks {
		if !r.user {
			continue
		}
		for _, t := range r.terms {
			th := found[t]
			if th == nil {
				th = &theme{term: t}
				found[t], moods[t] = th, map[lang.Mood]int{}
				order = append(order, t)
			}
			if n := len(th.lines); n == 0 || th.lines[n-1] != r.line {
				th.lines = append(th.lines, r.line)
			}
			if r.mood != lang.Calm {
				moods[t][r.mood]++
			}
		}
	}
	var list []theme
	for _, t := range order {
		th := found[t]
		if len(th.lines) < 2 || !lang.Noun(t) {
			continue
		}
		th.mood = mostOf(moods[t])
		list = append(list, *th)
	}
	slices.SortStableFunc(list, func(a, b theme) int { return cmp.Compare(len(b.lines), len(a.lines)) })
	list = list[:min(len(list), 6)]
	for i := range list {
		th := &list[i]
		th.name = d.nameOf(th.term)
		th.lines = slices.DeleteFunc(th.lines, func(line int) bool { return !hasAllOf(d, line, th) })
	}
	return slices.DeleteFunc(list, func(th theme) bool { return len(th.lines) < 2 })
}

// remarksOn returns what of a line has a term.
func remarksOn(d *Digest, line int, term string) []Remark {
	return slices.DeleteFunc(slices.Clone(d.ByLine[line]), func(r Remark) bool { return len(lang.Shared([]string{term}, r.terms)) == 0 })
}

// hasAllOf reports whether a line has all that the name of a theme says: "tell me instead" is not
// of "the television series instead". What somebody is to the user, 姉 of 姉の花, needs not be said
// again, where the rest is not just anybody's: 名前 of 親父の名前 is.
func hasAllOf(d *Digest, line int, th *theme) bool {
	var terms []string
	for _, r := range d.ByLine[line] {
		terms = append(terms, r.terms...)
	}
	of := Without(lang.Terms(th.name), d.Names)
	if !lexicon.Has("anyones", th.term) {
		of = slices.DeleteFunc(of, func(t string) bool { return t != th.term && question.IsPerson(lang.Senses(t)) })
	}
	return len(lang.Shared(of, terms)) >= len(of)
}

func mostOf(m map[lang.Mood]int) lang.Mood {
	best, n := lang.Calm, 0
	for k, v := range m {
		if v > n || v == n && k < best {
			best, n = k, v
		}
	}
	return best
}

// nameOf returns how the user spoke of a term: "the interview".
func (d *Digest) nameOf(term string) string {
	for _, r := range d.Remarks {
		if r.user && slices.Contains(r.terms, term) {
			if n := lang.NameOf(r.Text, term); n != "" {
				return n
			}
		}
	}
	return term
}

// strongest returns the user's remark that tells most: starred, felt, about
// many things. ok is false when there is none that can stand by itself.
func (d *Digest) strongest(not ...Remark) (Remark, bool) {
	best, most := -1, 0.0
	for i, r := range d.Remarks {
		if v := d.weight(r); v > most && !slices.ContainsFunc(not, func(o Remark) bool { return o.Raw == r.Raw }) {
			best, most = i, v
		}
	}
	if best < 0 {
		return Remark{}, false
	}
	return d.Remarks[best], true
}

// weight returns how much a remark of the user's tells; 0 for what tells
// nothing.
func (d *Digest) weight(r Remark) float64 {
	if !r.user || r.Asks || r.supposes || r.joke || r.by > 0 || r.Reports() || !slices.ContainsFunc(r.terms, lang.Noun) || lexicon.Has("of-moment", r.Text) {
		return 0
	}
	v := float64(min(4, len(r.terms))) + 6*d.Lines[r.line].Arousal
	switch {
	case r.news:
		v += newsWeight
	default:
		v -= r.shallow()
	}
	if r.mood != lang.Calm {
		v += 2
	}
	return v
}

// newsWeight is how much more a remark tells that says what changed.
const newsWeight = 3

// shallow returns how much less a remark tells for its form: leaning on others,
// speaking of the other, too long or too short to be quoted.
func (r Remark) shallow() float64 {
	v := 0.0
	if r.leans {
		v += 2.5
	}
	if lexicon.Has("you", r.Text) {
		v += 2
	}
	if !r.Japanese && !lexicon.Has("self", r.Text) {
		v += 2.5
	}
	if !pending.States(r.Sentence) {
		v += 3
	}
	switch n := len([]rune(r.Text)); {
	case n > 160:
		v += 3
	case n < 8 || n < 20 && !r.Japanese:
		v += 5
	}
	return v
}
