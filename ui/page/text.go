package page

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"yumori/internal/transcript"
	"yumori/ui/widget"
)

// Separator stands between the parts of a foot line. The dot of M PLUS 1 has
// no width of its own, hence the second space.
const Separator = " ·  "

// changeKinds are the words for sorts of memory, by what dreaming and the
// companion call them.
func changeKinds() map[string]string {
	return map[string]string{
		"goal": "change.goal", "goal note": "change.goal_note", "goal end": "change.goal_end",
		"question": "change.question", "asking": "change.asking", "answer": "change.answer",
		"insight": "change.insight", "episode": "change.episode", "arousal": "change.arousal", "resonance": "change.resonance",
		"emotion": "change.emotion", "state": "change.state", "fact": "change.fact", "opinion": "change.opinion",
		"evidence": "change.evidence", "entity": "change.entity", "candidate": "change.candidate", "held": "change.held",
		"daily entry": "change.daily", "text": "change.text",
	}
}

// ChangeKind is what sort of memory a change is of.
func (w Words) ChangeKind(kind string) string {
	if key, ok := changeKinds()[kind]; ok {
		return w.T(key)
	}
	return w.T("change.text")
}

// TitleShown is how much is shown of what should be a line, in characters: a
// hand may have written a book there.
const TitleShown = 600

// Percent is a share of 1 in percent, without its sign.
func Percent(v float64) string { return strconv.Itoa(int(math.Round(100 * v))) }

// Decimals is a number with two digits behind the point.
func Decimals(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// MessageIn is the first source that is a message.
func MessageIn(sources []string) transcript.ID {
	if i := slices.IndexFunc(sources, func(s string) bool { return !strings.ContainsAny(s, "#./") }); i >= 0 {
		return transcript.ID(sources[i])
	}
	return ""
}

// Numbers are choices of numbers; the words say them with their unit. Zero is
// what holds when nothing was chosen.
func (w Words) Numbers(key string, usual int, list ...int) []widget.Choice {
	out := make([]widget.Choice, 0, len(list))
	for _, n := range list {
		out = append(out, widget.Choice{Value: strconv.Itoa(n), Word: w.N(key, n)})
		if n == usual {
			out[len(out)-1].Word = w.T("option.usual", "value", w.N(key, n))
		}
	}
	return out
}

// Thousands is a number with its thousands apart.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// LongestName is how many characters of a name are shown where a longer one
// would push the window apart.
const LongestName = 40
