package dreaming

import (
	"strings"

	"yumori/internal/lang"
	"yumori/motivation"
)

// tellingsOf returns what statements tell of who makes them and theirs.
func tellingsOf(statements []lang.Statement) (list []lang.Telling) {
	for _, st := range statements {
		if st.Subject.Who != lang.Listener && !st.Laughs {
			list = append(list, st.Tells...)
		}
	}
	return list
}

// overtaken finds what puts the sentence that raised a question in the past:
// there is nothing left to ask.
func (d *digest) overtaken(q motivation.Question) (answered, bool) {
	m := quotedPart.FindString(q.Context)
	held := strings.Trim(m, "“”「」")
	if held == "" {
		return answered{}, false
	}
	var before []string
	for i, l := range d.Lines {
		if len(d.byLine[i]) == 0 || !d.byLine[i][0].user || !d.after(d.byLine[i][0], q) {
			continue
		}
		said := lang.Statements(l.Text, before...)
		before = append(before, l.Text)
		for _, r := range d.byLine[i] {
			if r.at >= len(said) || lang.Fold(r.Raw) == lang.Fold(held) {
				continue
			}
			for _, t := range tellingsOf(said[r.at : r.at+1]) {
				if t.Replaces(held, d.User) {
					return answered{state: motivation.StateContradicted, by: []remark{r}}, true
				}
			}
		}
	}
	return answered{}, false
}
