package dreaming

import (
	"slices"
	"unicode"

	"yumori/internal/transcript"
)

// denialsKept is how many dreams back what was undone or refused still counts.
const denialsKept = 60

// A denial is something that a person did not want: it was undone or refused.
// The same evidence does not bring it up again.
type denial struct {
	kind     string
	file     string
	key      string
	said     string // title and text
	messages []string
}

// denials returns what was undone or refused in the dreams before.
func (p *Pipeline) denials(except string) ([]denial, error) {
	var list []denial
	left := denialsKept
	err := p.diary.newest(func(r Record) bool {
		if r.ID == except {
			return true
		}
		for _, c := range r.Changes {
			if c.State != StatusUndone && c.State != StatusRefused {
				continue
			}
			d := denial{kind: c.Kind, file: c.File, key: c.Key, said: c.Title}
			if c.After != nil {
				d.said += "\n" + *c.After
			}
			for _, e := range c.Evidence {
				d.messages = append(d.messages, e.Message)
			}
			list = append(list, d)
		}
		left--
		return left > 0
	})
	return list, err
}

// wasDenied reports whether a proposal was undone or refused before: of the
// same kind, resting on the same messages, and saying much the same. It is
// counted.
func (n *night) wasDenied(kind, said string, evidence []Evidence) bool {
	for _, d := range n.denied {
		if d.kind != kind || !slices.ContainsFunc(evidence, func(e Evidence) bool { return slices.Contains(d.messages, e.Message) }) {
			continue
		}
		if contained(said, d.said) > 0.5 {
			n.rec.Known++
			return true
		}
	}
	return false
}

// terms are the words of a text as two texts are compared by: of scripts
// without spaces, pairs of characters.
func terms(s string) map[string]bool {
	out := map[string]bool{}
	var word, wide []rune
	end := func() {
		if len(word) > 0 {
			out[string(word)] = true
		}
		for i := range wide {
			if i > 0 {
				out[string(wide[i-1:i+1])] = true
			} else if len(wide) == 1 {
				out[string(wide)] = true
			}
		}
		word, wide = word[:0], wide[:0]
	}
	for _, r := range transcript.Fold(s) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー':
			if len(word) > 0 {
				end()
			}
			wide = append(wide, r)
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if len(wide) > 0 {
				end()
			}
			word = append(word, r)
		default:
			end()
		}
	}
	end()
	return out
}

// similarity returns how much two texts have in common, in [0, 1].
func similarity(a, b string) float64 {
	x, y := terms(a), terms(b)
	return float64(common(x, y)) / float64(max(1, len(x), len(y)))
}

// contained returns how much of a text another has, in [0, 1].
func contained(part, whole string) float64 {
	x := terms(part)
	return float64(common(x, terms(whole))) / float64(max(1, len(x)))
}

func common(x, y map[string]bool) int {
	n := 0
	for t := range x {
		if y[t] {
			n++
		}
	}
	return n
}
