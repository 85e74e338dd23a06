package statement

import (
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/question"
)

// Of how many characters sentences that are understood together are at most; and of how many at
// most one says too little to be understood by itself.
const (
	maxWith   = 240
	maxWithJa = 120
	briefJa   = 13
	brief     = 5 // words
)

// addsFrom is the chance to be worth keeping from which on a sentence adds to the one before it.
const addsFrom = 0.05

// giveWith gives each sentence of a message those that it is understood with: "hound named
// biscuit" the one before it that says whose.
func giveWith(list []Statement) {
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && list[to].goesWith(list[to-1]) && fits(list[from:to+1]) {
			to++
		}
		with := joined(list[from:to])
		for i := from; i < to; i++ {
			list[i].With = with
		}
		from = to
	}
}

// goesWith reports whether a sentence is understood only with the one before it in the message.
func (st Statement) goesWith(before Statement) bool {
	return st.Japanese == before.Japanese && st.needsMore(before) && st.tells() && before.tells() && (st.isBrief() || likely.WorthKeeping(st.Plain) >= addsFrom)
}

// needsMore reports whether a sentence does not say by itself of whom or of what it is.
func (st Statement) needsMore(before Statement) bool {
	l := lang.PatternsOf(st.Sentence)
	switch {
	case l.Has("goes-alone", st.Text):
		return false
	case l.Has("goes-with", st.Text):
		return true
	case st.Japanese:
		ofOther := before.Subject.Who == Someone || before.Subject.Who == Something
		return st.isBrief() || ofOther && !l.Has("has-topic", st.Text)
	}
	return st.Mode == Uttered || st.isBrief() && !l.Has("says-whom", st.Text)
}

// isBrief reports whether a sentence says too little to be understood by itself.
func (st Statement) isBrief() bool {
	if st.Japanese {
		return utf8.RuneCountInString(st.Text) <= briefJa
	}
	return len(strings.Fields(st.Text)) <= brief
}

// tells reports whether a sentence says something, though it may take another to know what: it
// neither asks nor greets, and may be kept.
func (st Statement) tells() bool {
	if st.Mode != Asserted && st.Mode != Hearsay && st.Mode != Supposed && st.Mode != Uttered {
		return false
	}
	return !lang.PatternsOf(st.Sentence).Has("utters", st.Plain) && !likely.Untold(st.Plain)
}

// fits reports whether sentences are short enough to be kept together.
func fits(list []Statement) bool {
	most := maxWith
	if list[0].Japanese {
		most = maxWithJa
	}
	return utf8.RuneCountInString(joined(list)) <= most
}

// joined returns sentences as they were said, the first without what leads it in.
func joined(list []Statement) string {
	between := " "
	if list[0].Japanese {
		between = ""
	}
	var b strings.Builder
	for i, st := range list {
		if i > 0 {
			b.WriteString(between)
			b.WriteString(strings.TrimSpace(st.Raw))
			continue
		}
		b.WriteString(st.unled())
	}
	return b.String()
}

// unled returns a sentence as it was said, without what leads it in.
func (st Statement) unled() string {
	raw := strings.TrimSpace(st.Raw)
	low := strings.ToLower(raw)
	if at := strings.Index(low, strings.ToLower(st.Plain)); at > 0 && len(low) == len(raw) { // İ is longer in small
		return raw[at:]
	}
	return raw
}

// readBehind reads a sentence by those before it: what only denies tells nothing, and what says of
// what the line before asked, behind an answer that was of something else, puts nothing right.
func readBehind(t *talk, st *Statement, list []Statement) {
	switch {
	case onlyDenies(*st, list):
		st.Mode = Uttered
	case lang.PatternsOf(st.Sentence).Has("asks-again", st.Text) && asked(t.lastLine):
		st.Mode, st.Corrects = Question, false
	}
}

// asked reports whether a line asks something, by a mark, its words, or what was learned.
func asked(line string) bool {
	switch act, _ := likely.ActOf(line); act {
	case likely.Asks, likely.AsksAll, likely.AsksDue:
		return true
	}
	return slices.ContainsFunc(lang.Split(line), func(s lang.Sentence) bool { return s.Asks || question.AsksUnmarked(s) })
}
