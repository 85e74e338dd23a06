package lang

import (
	"slices"
	"strings"

	"yumori/internal/pattern"
)

// PutRight returns a text about a plan as what was said of it has it: with the
// other day, hour or place. It reports false where what was said changes
// nothing of it: "book the ferry for Friday", "it's on Sunday now, not Friday".
// Whether both are of one plan is for the caller to tell. It is pure.
func PutRight(text, said string) (string, bool) {
	l := patternsOf(Sentence{Japanese: Japanese(said)})
	if m := l.Find("not-but", said); m != nil {
		was, is := strings.TrimSpace(m["was"]), strings.TrimSpace(m["is"])
		if rest := m["rest"]; is == "" {
			is = inPlaceOf(l, was, rest)
		}
		if is != "" && was != "" && !strings.EqualFold(is, was) {
			if now, ok := exchanged(text, was, is); ok {
				return now, true
			}
		}
	}
	if !l.Has("corrects", said) && !l.Has("moved", said) {
		return text, false
	}
	for _, kind := range []string{"a-day", "an-hour"} {
		is := l.All(kind, said)
		if len(is) != 1 {
			continue
		}
		if was := sameKind(l, text, is[0]); was != "" && !strings.EqualFold(was, is[0]) {
			return exchanged(text, was, is[0])
		}
	}
	return text, false
}

// inPlaceOf returns what of the rest of a sentence takes the place of a value: a
// day of a day, a name of a name.
func inPlaceOf(l *pattern.Set, was, rest string) string {
	for _, kind := range []string{"a-day", "an-hour"} {
		if len(l.All(kind, was)) == 0 {
			continue
		}
		if is := l.All(kind, rest); len(is) == 1 {
			return is[0]
		}
		return ""
	}
	names := slices.DeleteFunc(ProperNames(rest), func(n string) bool { return len(l.All("a-day", n)) > 0 })
	if len(names) == 1 && capitalised(was) == was {
		return names[0]
	}
	return ""
}

// exchanged puts one value for another, where a text has it.
func exchanged(text, was, is string) (string, bool) {
	i := strings.Index(strings.ToLower(text), strings.ToLower(was))
	if i < 0 || i+len(was) > len(text) {
		return text, false
	}
	if capitalised(text[i:]) == text[i:] {
		is = capitalised(is)
	}
	return text[:i] + is + text[i+len(was):], true
}

// CallsOff reports whether a sentence says that something does not take place:
// "the trip is cancelled", 旅行は中止になった. It is pure.
func CallsOff(said string) bool {
	return patternsOf(Sentence{Japanese: Japanese(said)}).Has("called-off", said)
}
