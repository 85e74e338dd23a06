package builtin

import (
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// isTopic reports whether what follows "do you remember" is no sentence but
// only names something: "my sister".
func isTopic(text string) bool { return !lex.Has("aux-start", text) && !isStatement(text) }

// asksBare reports whether a sentence without a question mark asks something.
func asksBare(text string) bool {
	return lex.Has("wh-start", text) && whAsks(text) || lex.Has("aux-start", text) && lex.Has("about-me", text) || lex.Has("asks-you", text)
}

// whAsks reports whether a sentence without a question mark that begins with
// "what", "when" … is a question all the same.
func whAsks(text string) bool {
	ws := words(strings.ToLower(text))
	if len(ws) < 2 || strings.Contains(text, ",") {
		return false
	}
	if strings.Contains(ws[0], "'s") || ws[0] == "who" && (lang.IsPast(ws[1]) || lang.Is(lang.ThirdVerb, ws[1])) {
		return true
	}
	for _, w := range ws[1:min(len(ws), 4)] {
		if lang.Is(lang.Auxiliary, w) || lang.Is(lang.ModalVerb, w) {
			return ws[0] != "when" && ws[0] != "how" || ws[1] == w || ws[0] == "how"
		}
	}
	return false
}

// unwrap takes "do you remember", "can you tell me" and the like off.
func unwrap(text string) (string, bool) {
	wrapped := false
	for range 4 {
		m := lex.Text("unwraps", text)
		if m == "" || m == text || startsWithAny(strings.ToLower(m), "i ", "guess") && !lex.Has("wh-start", text[len(m):]) && !endsWithAny(m, "if ", "whether ") {
			break
		}
		text = text[len(m):]
		low := strings.ToLower(strings.TrimRight(m, " ,"))
		if !startsWithAny(low, "so", "and", "but", "then", "well", "ok", "hey", "please", "now", "also", "quick", "by the way", "just") {
			wrapped = true
		}
	}
	return strings.TrimSpace(text), wrapped
}

// newQuestion reads what kind of answer a question wants: otherwise, when its
// first words do not tell.
func (s *scene) newQuestion(text string, otherwise askKind) question {
	q := question{text: text, kind: askYesNo, user: lex.Has("about-me", text), span: when.Near(text, s.now)}
	text = strings.Replace(lex.Expr("for-living").ReplaceAllString(text, "work"), " use to ", " used to ", 1)
	low := strings.ToLower(text)
	body := text
	if m := lex.First("about", text); m != nil {
		q.kind, body = askAbout, m[1]
	} else {
		q.kind = wantedEnglish(low, otherwise)
	}
	if lex.Has("tomorrow-en", text) {
		for _, t := range dayMarks(when.AbsoluteEnglish(text, s.now, lang.ToldAsPast)) {
			q.terms = append(q.terms, t)
			break
		}
	}
	if lex.Has("from-en", text) {
		q.terms = append(q.terms, lang.Sense{Key: origin, Weight: 1})
	}
	if lex.Has("how-old", text) {
		q.terms = append(q.terms, lang.Sense{Key: "@age", Weight: 1})
	}
	if (q.user && q.kind != askYesNo || q.kind == askAbout) && strings.Contains(low, "my name") && len(lang.Senses(strings.ReplaceAll(low, "my name", ""))) == 0 {
		q.kind = askName
		return q
	}
	if m := lex.First("class-verb", body); m != nil {
		body = strings.Replace(body, m[1], "", 1) // the verb tells it
	}
	for _, t := range lang.Senses(when.WithoutDayWords(body)) {
		if !asked(q.kind, t.Key) {
			q.terms = append(q.terms, t)
		}
	}
	return softened(q)
}

// asked reports whether a term is what a kind of question asks for, so that
// it need not be in what answers.
func asked(k askKind, key string) bool {
	switch k {
	case askNumber:
		return key == "long" || key == "often" || key == "@age"
	case askName:
		return key == "@name"
	case askWhen:
		return key == lang.SenseStem("time") || key == "day" || key == lang.SenseStem("date") || key == lang.SenseStem("year") || key == lang.SenseStem("month") || key == lang.SenseStem("week") || key == lang.SenseStem("since")
	}
	return false
}

// wantedEnglish tells the kind of answer from the first words of a question.
func wantedEnglish(low string, otherwise askKind) askKind {
	switch {
	case lex.Has("name-question", low):
		return askName
	case startsWithAny(low, "who"):
		return askWho
	case startsWithAny(low, "where"), startsWithAny(low, "what town", "what city", "which city"):
		return askWhere
	case startsWithAny(low, "when", "what time", "what day", "what date", "how long ago", "since when"), lex.Has("which-time", low):
		return askWhen
	case startsWithAny(low, "how many", "how much", "how old", "how long", "how often"):
		return askNumber
	case startsWithAny(low, "why"):
		return askWhy
	case startsWithAny(low, "what", "which", "how"):
		return askWhat
	}
	return otherwise
}
