package builtin

import (
	"slices"
	"strings"
	"unicode"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
)

// misheard owns that the last reply took the user wrongly, where they say so: "why did you call it
// a heavy load?", 「よかったですね」はないでしょ.
func (s *scene) misheard(r *reply) bool {
	own := plain.OwnWords(s.said)
	weighs := s.graveOf(own)
	before, _ := s.under()
	missed := weighs == lang.NotGrave && toldBefore(s, own)
	switch {
	case s.pasted, presses(weighs), before == lang.Danger, !missed && !protests(s, own):
		return false
	case weighs != lang.NotGrave:
		return s.says(r, "misheard.sad", caring)
	case missed:
		s.says(r, "missed", calm)
	default:
		s.says(r, "misheard", calm)
	}
	if asksBesideProtest(s, own) {
		s.asked(r) // "I'm not poorly. What have I to do at half four?"
	}
	return true
}

// asksBesideProtest reports whether a sentence that does not object asks something.
func asksBesideProtest(s *scene, text string) bool {
	talk := wordings()[s.Lang].talk
	return slices.ContainsFunc(lang.Split(text), func(sen lang.Sentence) bool {
		return !tone.Has("protests", sen.Text) && (sen.Asks || question.AsksUnmarked(sen) || talk.Has("due", marked(sen)))
	})
}

// toldBefore reports whether a text says that the user had told what the last reply did not know.
func toldBefore(s *scene, text string) bool {
	if len(s.lately) == 0 || !tone.Has("told-before", text) {
		return false
	}
	return slices.ContainsFunc([]string{"unsure", "beyond", "due.none", "due.nomore", "found.near"}, func(key string) bool {
		return slices.ContainsFunc(s.replies(key), func(l string) bool { return strings.Contains(s.lately[0], longestPart(l)) })
	})
}

// protestsWithin is within how many replies one is objected to.
const protestsWithin = 3

// protests reports whether a text objects to one of the last replies: in so many words, or by
// repeating some of it in a question or a denial.
func protests(s *scene, text string) bool {
	switch {
	case len(s.lately) == 0:
		return false
	case tone.Has("protests", text), lex.Has("of-reply", text), echoes(text, s.lately[0]):
		return true
	}
	text = lang.Lexicon().Cut("greeting-lead", text)
	return tone.Has("takes-up", text) && !(asksForTold[s.act] && s.sure >= actCounts) && slices.ContainsFunc(s.lately[:min(len(s.lately), protestsWithin)], func(line string) bool {
		return !quotesUser(line) && repeats(text, line, s.Lang)
	})
}

// echoes reports whether an English text begins by asking back the words that a reply begins with: "Of
// course? I hoped you'd say no", "Then we don't what?".
func echoes(text, reply string) bool {
	list := lang.Split(text)
	if len(list) == 0 || !list[0].Asks || quotesUser(reply) {
		return false
	}
	asked, had := lang.LatinWords(strings.ToLower(list[0].Text)), lang.LatinWords(strings.ToLower(reply))
	n := 0
	for n < min(len(asked), len(had)) && asked[n] == had[n] {
		n++
	}
	return n >= repeatsWords && n+2 >= len(asked) || n == 1 && len(asked) == 1
}

// quotesUser reports whether a reply gives back what the user told.
func quotesUser(line string) bool { return strings.ContainsAny(line, "“「") }

// How much of a reply is repeated: so many characters in a row, or more in kana alone, or words
// that say something.
const (
	repeatsChars = 4
	repeatsKana  = 6
	repeatsWords = 2
)

// repeats reports whether a text has a part of a reply in it.
func repeats(text, line string, l plain.Language) bool {
	if l == plain.Japanese {
		rs := []rune(strings.NewReplacer("、", "", "。", "", "…", "").Replace(lex.Expr("thanks-for-ja").ReplaceAllString(line, "|")))
		text = strings.NewReplacer("、", "", "「", "", "」", "").Replace(text)
		has := func(n, i int) bool { return i+n <= len(rs) && strings.Contains(text, string(rs[i:i+n])) }
		for i := range rs {
			if has(repeatsKana, i) || has(repeatsChars, i) && slices.ContainsFunc(rs[i:i+repeatsChars], isHan) && !slices.ContainsFunc(rs[i:i+repeatsChars], unicode.IsDigit) {
				return true
			}
		}
		return false
	}
	said, had := lang.LatinWords(strings.ToLower(text)), lang.LatinWords(strings.ToLower(line))
	for i := 0; i+repeatsWords <= len(had); i++ {
		pair := had[i : i+repeatsWords]
		if slices.ContainsFunc(pair, isStopWord) {
			continue
		}
		for k := 0; k+repeatsWords <= len(said); k++ {
			if slices.Equal(said[k:k+repeatsWords], pair) {
				return true
			}
		}
	}
	return false
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

func isStopWord(word string) bool { return lang.Is(lang.StopWord, word) }
