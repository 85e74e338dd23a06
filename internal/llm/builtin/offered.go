package builtin

import (
	"slices"
	"strings"

	"yumori/internal/lang"
)

// offered returns the terms of a memory with those that it has for q alone,
// and how sure the match is.
func offered(q lang.Asking, m *memory, kin map[string]string) ([]lang.Sense, float64) {
	have := m.termsAt()
	if q.Kind == lang.AskYesNo && lang.HasSense(have, "@hate") {
		have = append(slices.Clip(have), lang.Sense{Key: "@love", Weight: 1})
	}
	sure := 1.0
	for name, concept := range kin {
		if strings.Contains(m.text, name) && !lang.HasSense(have, concept) && !lex.Has("other-one", m.text) {
			have = append(slices.Clip(have), lang.Sense{Key: concept, Weight: 1})
			if lang.HasSense(q.Senses, concept) {
				sure = 0.85 // known by name only
			}
		}
	}
	for _, t := range q.Senses {
		if name, ok := strings.CutPrefix(t.Key, lang.HiraganaName); ok && (strings.Contains(m.text, name) || m.was != nil && strings.Contains(m.was.text, name)) {
			have = append(slices.Clip(have), t)
		}
	}
	have = append(slices.Clip(have), forbidden(q, m)...)
	have = append(have, kindsOf(q, m)...)
	return append(have, implied(q, m)...), sure
}

// implied returns the terms of q that a memory does not name but means.
func implied(q lang.Asking, m *memory) []lang.Sense {
	var out []lang.Sense
	if lang.HasSense(q.Senses, "@plan") && isPlan(m) {
		out = append(out, lang.Sense{Key: "@plan", Weight: 1})
	}
	if lang.HasSense(q.Senses, "@live") && lex.Has("stays", m.text) {
		out = append(out, lang.Sense{Key: "@live", Weight: 1})
	}
	if lang.HasSense(q.Senses, "@work") && (m.topic == lang.TopicWork || lex.Has("profession", m.text)) {
		out = append(out, lang.Sense{Key: "@work", Weight: 1})
	}
	return out
}

// isPlan reports whether a memory tells what somebody means to do.
func isPlan(m *memory) bool {
	if m.lang == japanese {
		return lex.Has("plans-ja", m.text) || len(lang.Days(m.text)) > 0
	}
	return lex.Has("plans", m.text)
}

// kindsOf returns the terms of q that a memory answers by holding something
// of that kind.
func kindsOf(q lang.Asking, m *memory) []lang.Sense {
	var out []lang.Sense
	for _, k := range lang.Kinds().Lines("kinds")[0][1:] {
		word := lang.Kinds().Text("asks."+k, q.Text)
		if word == "" || !lang.Kinds().Has("of."+k, m.text) {
			continue
		}
		out = append(out, lang.Sense{Key: lang.FromSense, Weight: 1})
		for _, t := range lang.Senses(word) {
			out = append(out, lang.Sense{Key: t.Key, Weight: 1})
		}
	}
	return out
}
