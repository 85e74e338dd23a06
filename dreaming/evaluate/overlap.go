package evaluate

import (
	_ "embed"
	"slices"
	"strings"

	"yumori/internal/evalset"
)

// Figures say how much of what others wrote down of the sessions was kept, in
// percent: the mean over observations of the best F1 of content words with
// anything kept of the same subject, then over sessions.
type Figures struct {
	Sessions int     `json:"sessions"` // of which something is written down; 0: nothing was compared
	Facts    float64 `json:"facts"`    // with the facts that the bank holds
	Quoted   float64 `json:"quoted"`   // with the sentences that the episode quotes
	Both     float64 `json:"both"`     // with either
}

// score compares what was kept with what others wrote down.
func score(wanted []evalset.Session, nights map[string]Night) Figures {
	f := Figures{Sessions: len(wanted)}
	if f.Sessions == 0 {
		return f
	}
	each := 100 / float64(f.Sessions)
	for _, w := range wanted {
		n := nights[w.ID]
		f.Facts += each * Kept(w.Observations, n.Facts)
		f.Quoted += each * Kept(w.Observations, n.Quoted)
		f.Both += each * Kept(w.Observations, slices.Concat(n.Facts, n.Quoted))
	}
	return f
}

// Kept is how much of a session's observations stands in a list, in [0, 1].
func Kept(wanted []evalset.Observation, list []Fact) float64 {
	sum := 0.0
	for _, o := range wanted {
		best, words := 0.0, content(o.Text)
		for _, f := range list {
			if f.Subject == o.Subject {
				best = max(best, overlap(words, content(f.Text)))
			}
		}
		sum += best
	}
	return sum / float64(max(1, len(wanted)))
}

// overlap is the F1 of two lists of words.
func overlap(a, b []string) float64 {
	count := map[string]int{}
	for _, w := range a {
		count[w]++
	}
	same := 0
	for _, w := range b {
		if count[w]--; count[w] >= 0 {
			same++
		}
	}
	return 2 * float64(same) / float64(max(1, len(a)+len(b)))
}

//go:embed stopwords.txt
var stopwords string

// content returns the stems of an English text's words, without those that say
// nothing. A word is of the letters and digits of ASCII.
func content(text string) []string {
	var out []string
	stop := strings.Fields(stopwords)
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if len(w) < 2 || slices.Contains(stop, w) {
			continue
		}
		for _, end := range [...]string{"ing", "ed", "es", "s", "ly"} {
			if stem, ok := strings.CutSuffix(w, end); ok && len(stem) >= 3 {
				w = stem
				break
			}
		}
		out = append(out, w)
	}
	return out
}
