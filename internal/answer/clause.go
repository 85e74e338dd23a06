package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/statement"
)

// wholeLine returns the sentences of a short line that only tells and is quoted as one,
// since a part says too little: 現場かわった。所沢; an English one of which all but the
// first have no verb, "My blood pressure's up. 160 over 95". It is nil for any other.
func (ts *tellings) wholeLine(list []statement.Statement) []string {
	var out []string
	runes := 0
	for i, st := range list {
		if !isPart(st, i, len(list)) {
			return nil
		}
		if ts.Idle(st.Plain) == "" {
			out = append(out, st.Sentence.Text)
			runes += utf8.RuneCountInString(st.Sentence.Text)
		}
	}
	most := maxWhole
	if len(list) > 0 && !list[0].Japanese {
		most = maxWholeEnglish
	}
	if len(out) < 2 && (len(list) != 1 || len(list[0].Tells) < 2 && !lex.Has("clause-ja", list[0].Text)) || runes > most {
		return nil
	}
	return out
}

// isPart reports whether the sentence at i of so many may be quoted with the others of
// its line.
func isPart(st statement.Statement, i, of int) bool {
	if st.Keep || st.Mode != statement.Asserted && st.Mode != statement.Uttered && st.Mode != statement.Hearsay {
		return false
	}
	return st.Japanese || of > 1 && !st.Corrects && !PutsRight(st.Text) && (i == 0 || !hasVerb(st.Text))
}

// hasVerb reports whether an English text has a verb that is known.
func hasVerb(text string) bool {
	return slices.ContainsFunc(plain.Words(strings.ToLower(text)), func(w string) bool {
		return lang.IsVerb(w) || lang.DoesVerb(w) || strings.Contains(w, "'")
	})
}

// Of how many characters a line is at most that is quoted whole.
const (
	maxWhole        = 40
	maxWholeEnglish = 90
)

// clausesOf takes what a sentence tells of several apart: "my son is called
// Mark and my daughter is called May".
func clausesOf(tells []statement.Telling) []statement.Telling {
	var out []statement.Telling
	for _, t := range tells {
		if len(tells) > 1 {
			return tells
		}
		if both := append(doesBoth(t), toDos(t)...); both != nil {
			return both
		}
		border := lex.Expr("clause-en")
		if strings.ContainsFunc(t.Text, plain.IsJapanese) {
			border = lex.Expr("clause-ja")
		}
		start := 0
		for range maxToDos {
			at := border.FindStringSubmatchIndex(t.Text[start:]) // one clause may lead to two
			if at == nil {
				break
			}
			out = append(out, statement.Telling{Text: strings.TrimRight(t.Text[start:start+at[2]], " ,、")})
			start += at[3]
		}
		if start == 0 {
			return tells
		}
		out = append(out, statement.Telling{Text: plain.UpperFirst(strings.TrimSpace(t.Text[start:]))})
	}
	if len(out) > 0 && namesTwo(out[0].Text, out[1].Text) || slices.ContainsFunc(out, func(t statement.Telling) bool { return !isWhole(t.Text) }) {
		return tells
	}
	return out
}

// namesTwo reports whether two clauses are none: the first has no verb and ends in a name, with
// which the second begins one, "my grandsons Tobias | Emil are coming".
func namesTwo(first, second string) bool {
	last := first[strings.LastIndexByte(first, ' ')+1:]
	return !hasVerb(first) && plain.UpperFirst(last) == last && len(lang.ProperNames(second)) > 0
}

// doesBoth takes apart what a speaker says of themselves with one "I": "I live in
// Tulsa, drive produce all over". It is nil for any other.
func doesBoth(t statement.Telling) []statement.Telling {
	parts := strings.Split(t.Text, ", ")
	if len(parts) < 2 || !strings.HasPrefix(parts[0], "I ") {
		return nil
	}
	first := t
	first.Text = parts[0]
	out := []statement.Telling{first}
	for _, part := range parts[1:] {
		part = strings.TrimPrefix(part, "and ")
		word, _, _ := strings.Cut(strings.ToLower(part), " ")
		if !lang.Is(lang.BaseVerb, word) {
			return nil
		}
		out = append(out, statement.Telling{Text: "I " + part})
	}
	return out
}

// toDos takes apart what is to be done: "gotta post the parcel and renew my passport". It
// is nil for one thing.
func toDos(t statement.Telling) []statement.Telling {
	lead := lex.Find("to-do-next", t.Text)["lead"]
	japanese := lang.Japanese(t.Text) && lex.Has("to-do", t.Text)
	if lead == "" && !japanese {
		return nil
	}
	border := lex.Expr("to-do-border")
	if japanese {
		border = lex.Expr("to-do-border-ja")
	}
	var out []statement.Telling
	rest := t.Text[len(lead):]
	start := 0
	for _, at := range border.FindAllStringSubmatchIndex(rest, maxToDos) {
		end, next := at[0], at[2]
		if japanese { // 荷物を送るのと、…
			end, next = at[3], at[1]
		}
		out = append(out, statement.Telling{Text: lead + rest[start:end], Of: t.Of})
		start = next
	}
	if start == 0 {
		return nil
	}
	return append(out, statement.Telling{Text: lead + rest[start:], Of: t.Of})
}

// maxToDos is how many things to be done one sentence tells at most.
const maxToDos = 8

// isWhole reports whether a part of a sentence can stand by itself: an English one has a
// verb, or enough words for one that is not known; a Japanese one ends in one.
func isWhole(text string) bool {
	return len(strings.Fields(text)) > 2 || strings.ContainsFunc(text, plain.IsJapanese) || hasVerb(text)
}
