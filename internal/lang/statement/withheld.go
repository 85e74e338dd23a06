package statement

import (
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/question"
)

// Withholds reports whether somebody asks in a message that it not be kept, or did in
// one of their two lines before, of what comes next. It is pure.
func Withholds(text string, before ...string) bool {
	text = lang.Written(text) // whoever reads what was typed: "dont you go savin this"
	return withheldNext(before) && !onlyAsks(text) || slices.ContainsFunc(lang.Sentences(text), func(s lang.Sentence) bool {
		of := lang.PatternsOf(s)
		return of.Has("withhold", s.Text) && !of.Has("forgets-me", s.Text)
	})
}

// A Withholding follows a conversation in its order, and tells what of it the user asked not to keep.
// Its zero value has heard nothing. It is for one goroutine.
type Withholding struct {
	said []string // by the user
	id   string   // of what was last not to be kept
}

// Hears takes in a message of the user's, and reports whether it is not to be kept.
func (w *Withholding) Hears(id, text string) bool {
	withholds := Withholds(text, w.said...)
	if w.said = append(w.said, text); withholds {
		w.id = id
	}
	return withholds
}

// Covers reports whether a reply to a message is a reply to what is not to be kept.
func (w *Withholding) Covers(parent string) bool { return w.id != "" && parent == w.id }

// onlyAsks reports whether a message asks something and tells nothing.
func onlyAsks(text string) bool {
	return !slices.ContainsFunc(lang.Sentences(text), func(s lang.Sentence) bool { return !s.Asks && !question.AsksUnmarked(s) })
}

// TakesBack reports whether a message begins by taking back what the same person said
// just before it, "just kidding", "don't write that down": what follows is meant; or asks
// no more than that it not be kept. It is pure.
func TakesBack(text string) bool {
	list := lang.Sentences(lang.Written(text))
	return len(list) > 0 && lang.PatternsOf(list[0]).Has("takes-back", strings.TrimRight(list[0].Text, "!！.。 ")) || onlyWithholds(list)
}

// onlyWithholds reports whether a message asks no more than that something not be kept.
func onlyWithholds(list []lang.Sentence) bool {
	if len(list) != 1 {
		return false
	}
	of, text := lang.PatternsOf(list[0]), list[0].Text
	return of.Has("withhold", text) && !of.Has("forgets-me", text) && !Hushes(text) && saysNoMore(of.Cut("withhold", text))
}

// littleMore is of how many characters what stands beside a request is at most that says
// nothing: "please", "that's", ください.
const littleMore = 8

// saysNoMore reports whether what is left of a request says nothing by itself.
func saysNoMore(rest string) bool {
	return utf8.RuneCountInString(strings.TrimSpace(rest)) <= littleMore && len(lang.Terms(rest)) == 0
}

// Hushes reports whether all that somebody asks is that nobody else be told what they told
// before, "keep this between us", which is kept as it was. It is pure.
func Hushes(text string) bool {
	list := lang.Sentences(text)
	return len(list) == 1 && lang.PatternsOf(list[0]).Has("only-hush", strings.TrimRight(list[0].Text, " .!?。！？、…~〜"))
}

// withheldNext reports whether one of the two lines before a message asks that what
// comes after it not be kept.
func withheldNext(before []string) bool {
	if len(before) == 1 && lang.EnglishSet.Has("withholds-next", before[0]) {
		return true // with nothing before it that it could mean
	}
	return slices.ContainsFunc(before[max(0, len(before)-2):], func(line string) bool { return lang.JapaneseSet.Has("withholds-next", line) })
}

// WithoutWish returns a text without the wish at its end that it be kept, "just keep it in mind",
// 覚えといて; the text as it is where it says nothing else. It is pure.
func WithoutWish(text string) string {
	l := lang.EnglishSet
	if lang.Japanese(text) {
		l = lang.JapaneseSet
	}
	if told := strings.TrimRight(l.Cut("keep", text), " ,、"); told != "" {
		return told
	}
	return text
}
