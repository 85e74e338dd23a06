package answer

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
)

// offered returns the terms of a memory with those that it has for q alone,
// and how sure the match is.
func offered(q question.Asking, m *Memory, kin question.People) ([]lang.Sense, float64) {
	own := m.termsAt()
	have, sure := byKin(q, m, kin, slices.Clone(own))
	for _, t := range q.Senses {
		if name, ok := strings.CutPrefix(t.Key, question.HiraganaName); ok && (strings.Contains(m.Text+m.lead, name) || m.Was != nil && strings.Contains(m.Was.Text, name)) {
			have = append(have, t)
		}
	}
	have = append(have, q.Meant(m.Text, own)...)
	if m.Topic == statement.TopicOrigin {
		have = append(have, lang.Sense{Key: question.FromSense, Weight: 1}, lang.Sense{Key: "@town", Weight: 1})
	}
	if lang.HasSense(q.Senses, "@age") && m.Topic == statement.TopicAge && m.about != "birthday" {
		have = append(have, lang.Sense{Key: "@age", Weight: 1})
	}
	if lang.HasSense(q.Senses, "@work") && m.Topic == statement.TopicWork {
		have = append(have, lang.Sense{Key: "@work", Weight: 1})
	}
	return have, sure
}

// byKin adds to the terms of a memory who those are that it names, and the names of
// those whom it calls by what they are, and tells how sure the match is then.
func byKin(q question.Asking, m *Memory, kin question.People, have []lang.Sense) ([]lang.Sense, float64) {
	sure := 1.0
	for name, concept := range kin {
		switch named := strings.Contains(m.Text, name); {
		case named && !lang.HasSense(have, concept) && !lex.Has("other-one", m.Text):
			have = append(have, lang.Sense{Key: concept, Weight: 1})
			if lang.HasSense(q.Senses, concept) {
				sure = 0.85 // known by name only
			}
		case !named && lang.HasSense(m.termsAt(), concept) && lang.HasSense(q.Senses, name) && !lang.HasSense(have, name):
			have, sure = append(have, lang.Sense{Key: name, Weight: 1}), 0.85
		}
	}
	return have, sure
}

// inOwnWords leaves out what is told in another language where the answer's
// own has the same: told on the same day, or with the same numbers.
func (rd *Reader) inOwnWords(ms []Memory) []Memory {
	return slices.DeleteFunc(slices.Clone(ms), func(m Memory) bool {
		return m.Lang != rd.Lang && slices.ContainsFunc(ms, func(own Memory) bool {
			numbers := question.Numbers(m.Text)
			return own.Lang == rd.Lang && (own.When.Equal(m.When) || len(numbers) > 0 && slices.Equal(numbers, question.Numbers(own.Text)))
		})
	})
}
