package rules

import (
	"slices"
	"strings"

	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/lang/statement"
	"yumori/motivation"
)

// TellingsOf returns what statements tell of who makes them and theirs.
func TellingsOf(statements []statement.Statement) (list []statement.Telling) {
	for _, st := range statements {
		if st.Subject.Who != statement.Listener && !st.Laughs {
			list = append(list, st.Tells...)
		}
	}
	return list
}

// overtaken finds what puts the sentence that raised a question in the past:
// there is nothing left to ask.
func (s resolver) overtaken() (answered, bool) {
	m := quotedPart.FindString(s.q.Context)
	held := strings.Trim(m, "“”「」")
	if held == "" {
		return answered{}, false
	}
	if by, ok := s.endedFact(held); ok {
		return answered{state: motivation.StateContradicted, by: []Remark{by}}, true
	}
	var before []string
	for i, l := range s.day.Lines {
		if len(s.day.ByLine[i]) == 0 || !s.day.ByLine[i][0].user || !s.day.after(s.day.ByLine[i][0], s.q) {
			continue
		}
		said := statement.Statements(l.Text, before...)
		before = append(before, l.Text)
		for _, r := range s.day.ByLine[i] {
			if r.at >= len(said) || lang.Fold(r.Raw) == lang.Fold(held) {
				continue
			}
			for _, t := range TellingsOf(said[r.at : r.at+1]) {
				if t.Replaces(held, s.day.User) {
					return answered{state: motivation.StateContradicted, by: []Remark{r}}, true
				}
			}
		}
	}
	return answered{}, false
}

// endedFact returns what the user said that ended the fact which comes of the message that raised a
// question, and holds its sentence: what moved an interview to Friday leaves nothing to ask of Thursday.
func (s resolver) endedFact(held string) (Remark, bool) {
	for _, f := range s.day.Ended {
		raised := slices.ContainsFunc(f.Sources, func(id string) bool { return slices.Contains(s.q.Sources, id) })
		if !raised || !strings.Contains(lang.Fold(f.Text), lang.Fold(strings.Trim(held, ".。"))) {
			continue
		}
		for _, e := range f.Evidence {
			i := slices.IndexFunc(s.day.Lines, func(l Line) bool { return l.ID == e.Source })
			if e.Stance == facts.Ended && i >= 0 && len(s.day.ByLine[i]) > 0 && s.day.after(s.day.ByLine[i][0], s.q) {
				return s.day.ByLine[i][0], true
			}
		}
	}
	return Remark{}, false
}
