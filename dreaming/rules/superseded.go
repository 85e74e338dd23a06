package rules

import (
	"regexp"
	"slices"
	"strings"

	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/lang/statement"
)

// A Superseded is a statement of a page that a later one of it contradicts.
type Superseded struct {
	sentence string // as it stands on the page
	Part     string // the statement of it, without who told it and when
	was      string // the same as history tells it
	later    lang.Said
	day      string // of the later one; "" is not known
}

var (
	// toldLead is who told what a note says, and on what day.
	toldLead = regexp.MustCompile(`^[^:：。.!?]{1,80} (?:said|told \w+) on [^:：]{4,30}: *|^[^:：。]{1,40}の話（[^）]{1,20}）[:：] *`)
	toldDay  = regexp.MustCompile(`\d{1,2} [A-Z][a-z]+ \d{4}|\d{4}年\d{1,2}月\d{1,2}日|\d{4}-\d{2}-\d{2}`)
	// pastLead begins what is kept as history: it is asserted no more.
	pastLead = regexp.MustCompile(`^(?:Until [^:：]{4,30}|Before): |^(?:[^:：。]{4,16}まで|以前): `)
)

// Told returns what was told in a note of a page, without who told it and when.
func Told(note string) string { return toldLead.ReplaceAllString(note, "") }

// Superseded returns the statements of a page that a later one contradicts, in
// their order. user is what the persona calls the user.
func (page Known) Superseded(user string) []Superseded {
	names := append([]string{string(page.Name)}, NamesOf(page)...)
	if slices.ContainsFunc(names, func(n string) bool { return lang.Fold(n) == lang.Fold(user) }) {
		names = append(names, "I")
	}
	sentences := lang.Sentences(headings.ReplaceAllString(page.Text, ""))
	said := make([]lang.Said, len(sentences))
	told := make([][]statement.Telling, len(sentences))
	for i, s := range sentences {
		if !pastLead.MatchString(s.Raw) {
			body := Told(s.Raw)
			said[i] = lang.SaidOn(body, names...)
			told[i] = TellingsOf(statement.Statements(unquoted(body)))
		}
	}
	over := func(held lang.Held, clause string, j int) bool {
		return held.Compare(said[j]).Stance == lang.Contradicts || slices.ContainsFunc(told[j], func(t statement.Telling) bool {
			return t.Replaces(unquoted(clause), user)
		})
	}
	var list []Superseded
	for i, s := range sentences {
		if pastLead.MatchString(s.Raw) {
			continue
		}
		body := Told(s.Raw)
		for _, part := range lang.Sentences(body) {
			for _, clause := range clauses(part) {
				held := lang.HeldOn(clause, names...)
				for j := len(sentences) - 1; j > i; j-- { // the newest
					if over(held, clause, j) {
						list = append(list, Superseded{sentence: s.Raw, Part: clause, was: attributedPart(clause, user), later: said[j], day: page.day(sentences[j].Raw)})
						break
					}
				}
			}
		}
	}
	return list
}

// unquoted is what was said, without the marks around it.
func unquoted(s string) string {
	s, _ = lang.CutPutRight(strings.TrimRight(s, " "))
	return strings.Trim(s, "“”\"「」 ")
}

// attributedPart is a statement of a page, with whose it is where it quotes the
// user.
func attributedPart(part, user string) string {
	if body := unquoted(part); body != part && user != "" {
		return facts.Attributed(body, user)
	}
	return part
}

// day returns on what day a sentence of a page was told: its paragraph says it,
// or the messages that it is derived from.
func (page Known) day(sentence string) string {
	for p := range strings.SplitSeq(page.Text, "\n\n") {
		if !strings.Contains(p, sentence) {
			continue
		}
		before, _, _ := strings.Cut(p, sentence)
		if days := toldDay.FindAllString(before+toldLead.FindString(sentence), -1); len(days) > 0 {
			return days[len(days)-1]
		}
		if page.Told == nil {
			return ""
		}
		t := page.Told(strings.TrimSpace(p))
		switch {
		case t.IsZero():
			return ""
		case lang.Japanese(sentence):
			return t.Format("2006年1月2日")
		}
		return t.Format("2 January 2006")
	}
	return ""
}

// withoutSuperseded takes out of a page what a later statement of it
// contradicts, and says at its end until when it was so.
func withoutSuperseded(text string, list []Superseded) string {
	for _, s := range list {
		body := Told(s.sentence)
		kept := ""
		if parts := clauses(lang.Sentences(body)[0]); len(parts) > 1 {
			kept = joinedClauses(slices.DeleteFunc(parts, func(p string) bool { return p == s.Part }))
		}
		text = strings.Replace(text, body, kept, 1)
	}
	return strings.TrimSpace(withoutEmpty(text) + "\n\n" + history(list))
}

// joinedClauses makes a sentence of clauses again.
func joinedClauses(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	if lang.Japanese(parts[0]) {
		return strings.Join(parts, "、") + "。"
	}
	return upperFirst(lexicon.Replace("lead-and", strings.Join(parts, " "))) + "."
}

// withoutEmpty leaves out lines with nothing but a bullet, or who told what is
// gone.
func withoutEmpty(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if rest := Told(line); line == "" || strings.Trim(rest, " -*+•・。") != "" {
			lines = append(lines, line)
		}
	}
	return blankLines.ReplaceAllString(strings.Join(lines, "\n"), "\n\n")
}

// history says what was so, and until when.
func history(list []Superseded) string {
	var lines []string
	for _, s := range list {
		lead, end := "Before: ", "."
		switch japanese := lang.Japanese(s.Part); {
		case japanese && s.day != "":
			lead, end = s.day+"まで: ", "。"
		case japanese:
			lead, end = "以前: ", "。"
		case s.day != "":
			lead = "Until " + s.day + ": "
		}
		line := lead + upperFirst(lexicon.Replace("lead-and", s.was)) + end
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n\n")
}

// Corrected takes out of a page that a model told anew what it still asserts
// and a later statement contradicts, and says until when that was so.
func Corrected(text string, list []Superseded, names []string) string {
	for _, s := range lang.Sentences(headings.ReplaceAllString(text, "")) {
		if pastLead.MatchString(s.Raw) || lexicon.Has("past-word", s.Raw) {
			continue
		}
		body := Told(s.Raw)
		parts := clauses(lang.Sentence{Raw: body, Text: strings.TrimRight(body, "。. "), Japanese: s.Japanese})
		left := slices.DeleteFunc(slices.Clone(parts), func(p string) bool {
			held := lang.HeldOn(p, names...)
			return slices.ContainsFunc(list, func(o Superseded) bool { return held.Compare(o.later).Stance == lang.Contradicts })
		})
		if len(left) < len(parts) {
			text = strings.Replace(text, body, joinedClauses(left), 1)
		}
	}
	return strings.TrimSpace(withoutEmpty(text) + "\n\n" + history(list))
}
