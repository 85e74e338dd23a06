package builtin

import (
	"slices"
	"strings"

	"yumori/internal/lang"
)

// offered returns the terms of a memory with those that it has for q alone,
// and how sure the match is.
func offered(q lang.Asking, m *memory, kin lang.People) ([]lang.Sense, float64) {
	own, sure := m.termsAt(), 1.0
	have := slices.Clone(own)
	for name, concept := range kin {
		if strings.Contains(m.text, name) && !lang.HasSense(have, concept) && !lex.Has("other-one", m.text) {
			have = append(have, lang.Sense{Key: concept, Weight: 1})
			if lang.HasSense(q.Senses, concept) {
				sure = 0.85 // known by name only
			}
		}
	}
	for _, t := range q.Senses {
		if name, ok := strings.CutPrefix(t.Key, lang.HiraganaName); ok && (strings.Contains(m.text, name) || m.was != nil && strings.Contains(m.was.text, name)) {
			have = append(have, t)
		}
	}
	have = append(have, q.Meant(m.text, own)...)
	if lang.HasSense(q.Senses, "@work") && m.topic == lang.TopicWork {
		have = append(have, lang.Sense{Key: "@work", Weight: 1})
	}
	return have, sure
}

// inOwnWords leaves out what is told in another language where the answer's
// own has the same: told on the same day, or with the same numbers.
func (s *scene) inOwnWords(ms []memory) []memory {
	return slices.DeleteFunc(slices.Clone(ms), func(m memory) bool {
		return m.lang != s.lang && slices.ContainsFunc(ms, func(own memory) bool {
			numbers := lang.Numbers(m.text)
			return own.lang == s.lang && (own.when.Equal(m.when) || len(numbers) > 0 && slices.Equal(numbers, lang.Numbers(own.text)))
		})
	})
}
