package model

import (
	"slices"
	"strings"

	"yumori/dreaming/rules"
	"yumori/persona"
)

// lasting reads what a model would always keep in mind: one line in the words
// of its evidence, which the user said.
func (s *sheet) lasting(o members) (rules.Lasting, bool) {
	l := rules.Lasting{File: persona.Evergreen, Text: s.prose(o, "text", rules.MaxLine), Reason: s.prose(o, "note", rules.MaxContext)}
	if strings.EqualFold(o.str("file"), "core") || strings.EqualFold(o.str("file"), string(persona.Core)) {
		l.File = persona.Core
	}
	if l.Text == "" {
		return l, false
	}
	if l.Evidence = s.proof(o, usersOwn); len(l.Evidence) == 0 {
		s.account.Problem("what is to last rests on nothing that the user said", l.Text)
		return l, false
	}
	if !rules.StandsAlone(l.Text) || !s.grounded(l.Text, l.Evidence[0]) {
		s.account.Problem("what is to last cannot stand by itself", l.Text)
		return l, false
	}
	if old := o.str("replaces"); old != "" {
		l.File, l.Replaces = s.lineSaying(old)
		if l.Replaces == "" {
			s.account.Problem("there is no line to correct", old)
			return l, false
		}
	}
	return l, true
}

// lineSaying finds a line of the texts that the model was shown.
func (s *sheet) lineSaying(old string) (persona.File, string) {
	for _, t := range s.Always {
		for _, line := range strings.Split(t.Text, "\n") {
			if trimmed := strings.TrimLeft(line, "- "); trimmed != "" && rules.CleanLine(trimmed) == strings.TrimLeft(old, "- ") {
				return t.File, line
			}
		}
	}
	return "", ""
}

// soul reads what a model would add to its character, with the reason.
func (s *sheet) soul(o members) (rules.Lasting, bool) {
	l := rules.Lasting{File: persona.Soul, Text: s.prose(o, "text", rules.MaxLine), Reason: s.prose(o, "note", rules.MaxContext)}
	if l.Text == "" || s.Level < 2 {
		return l, false
	}
	l.Evidence = s.proof(o, anybody)
	switch {
	case l.Reason == "":
		s.account.Problem("a change of SOUL.md has no reason", l.Text)
	case len(l.Evidence) == 0:
		s.account.Problem("a change of SOUL.md rests on nothing that was said", l.Text)
	case rules.Covered(s.Soul, l.Text):
		s.account.Problem("SOUL.md says it already", l.Text)
	default:
		return l, true
	}
	return l, false
}

// takeLasting reads the list of what is to last.
func takeLasting(x *rules.Extraction, s *sheet, o members) {
	for _, e := range o.list("lasting") {
		l, ok := s.lasting(e)
		if !ok || slices.ContainsFunc(x.Lasting, func(h rules.Lasting) bool { return rules.Covered(h.Text, l.Text) }) {
			continue
		}
		if len(x.Lasting) == rules.MaxLasting {
			s.account.Problem("a line more than may be proposed", l.Text)
			continue
		}
		x.Lasting = append(x.Lasting, l)
	}
}

// always is what stands before the persona, for a prompt.
func (d day) always() string {
	var b strings.Builder
	for _, t := range d.Always {
		for line := range strings.Lines(t.Text) {
			if line = rules.CleanLine(line); line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "<!--") {
				b.WriteString("- " + strings.TrimLeft(line, "- ") + "\n")
			}
		}
	}
	return strings.TrimSpace(b.String())
}
