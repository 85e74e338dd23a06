// Package repeat tells what texts say again and again.
package repeat

import (
	"strings"
	"unicode"
)

// repeated is the weight of words in a row from which on a text repeats what
// was said, where what was said is longer: a long word weighs 2, a short one,
// a kana or a kanji 1.
const repeated = 8

// A spoken is one word of a text, or one kana or kanji.
type spoken struct {
	word   string
	weight int
}

// spokenIn returns the words of a text, in lower case.
func spokenIn(text string) []spoken {
	var list []spoken
	var word strings.Builder
	end := func() {
		if w := word.String(); w != "" {
			weight := 1
			if len(w) > 3 {
				weight = 2
			}
			list = append(list, spoken{w, weight})
			word.Reset()
		}
	}
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) || r == 'ー':
			end()
			list = append(list, spoken{string(r), 1})
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word.WriteRune(unicode.ToLower(r))
		case r == '\'' || r == '’': // within a word
		default:
			end()
		}
	}
	end()
	return list
}

// runs visits the runs of words that are just heavy enough to be a repetition;
// all of a text that is too short for one.
func runs(list []spoken, visit func(run string)) {
	key, weight, from := []string{}, 0, 0
	found := false
	for _, s := range list {
		key, weight = append(key, s.word), weight+s.weight
		for weight-list[from].weight >= repeated {
			weight -= list[from].weight
			from++
		}
		if weight >= repeated {
			visit(strings.Join(key[from:], " "))
			found = true
		}
	}
	if !found && len(key) > 0 {
		visit(strings.Join(key, " "))
	}
}

// A Repetition knows what was said, to find it in other texts. The zero
// Repetition finds nothing. It is safe for concurrent use once it is made.
type Repetition struct {
	long  map[string]bool // runs of what was said
	short map[string]bool // what was said as a whole, where it is short
}

// RepetitionOf makes a Repetition of texts, in time linear in their length.
func RepetitionOf(texts ...string) Repetition {
	r := Repetition{long: map[string]bool{}, short: map[string]bool{}}
	for _, text := range texts {
		list, weight := spokenIn(text), 0
		for _, s := range list {
			weight += s.weight
		}
		into := r.long
		if weight < repeated {
			into = r.short
		}
		runs(list, func(run string) { into[run] = true })
	}
	return r
}

// In reports whether a text repeats what was said: a run of its words, or all
// of something short that stands by itself.
func (r Repetition) In(text string) bool {
	found := false
	runs(spokenIn(text), func(run string) { found = found || r.long[run] || r.short[run] })
	return found
}

// Without returns a text without the quotations and sentences that repeat what
// was said. Who is named before a quotation stays named before the one that
// goes on.
func (r Repetition) Without(text string) string {
	if len(r.long)+len(r.short) == 0 {
		return text
	}
	var out strings.Builder
	label := "" // what stands before the next quotation
	for _, p := range partsOf(text) {
		switch {
		case !p.quoted && !p.ends:
			if label == "" || strings.TrimSpace(p.text) != "" {
				label += p.text
			}
		case r.In(p.text) || p.ends && r.In(label+p.text):
			if !p.goesOn {
				label = ""
			}
		default:
			out.WriteString(label + p.text)
			label = ""
		}
	}
	return strings.TrimSpace(out.String() + label)
}

// A part is a quotation with its marks, a sentence with its end, or what stands
// between them.
type part struct {
	text         string
	quoted, ends bool
	goesOn       bool // another quotation follows at once
}

var quotationMarks = map[rune]rune{'“': '”', '「': '」', '『': '』'}

// partsOf cuts a text into parts, which are all of it.
func partsOf(text string) []part {
	var list []part
	from, closing := 0, rune(0)
	put := func(to int, p part) {
		if p.text = text[from:to]; p.text != "" {
			list = append(list, p)
		}
		from = to
	}
	for i, r := range text {
		next := i + len(string(r))
		switch {
		case closing != 0:
			if r == closing {
				rest := strings.TrimLeft(text[next:], " 　")
				goesOn := false
				for opening := range quotationMarks {
					goesOn = goesOn || strings.HasPrefix(rest, string(opening))
				}
				put(next, part{quoted: true, goesOn: goesOn})
				closing = 0
			}
		case quotationMarks[r] != 0:
			put(i, part{})
			closing = quotationMarks[r]
		case strings.ContainsRune(".!?。！？\n", r):
			put(next, part{ends: true})
		}
	}
	put(len(text), part{quoted: closing != 0, ends: closing == 0})
	return list
}
