package builtin

import (
	"slices"

	"yumori/internal/lang"
)

// bars reports whether a diet rules out what a term stands for.
func bars(diet []string, key string) bool {
	return slices.ContainsFunc(diet[1:], func(w string) bool { return lang.HasSense(lang.Senses(w), key) })
}

// forbidden returns the terms of a question about food or drink that what m
// tells rules out.
func forbidden(q lang.Asking, m *memory) []lang.Sense {
	if q.Kind != lang.AskYesNo || !lang.HasSense(q.Senses, "@eat") && !lang.HasSense(q.Senses, "@drink") && !lex.Has("may-have", q.Text) {
		return nil
	}
	var out []lang.Sense
	if !hasBarred(q) && !lang.HasSense(m.termsAt(), "@allergy") {
		return nil
	}
	if lang.HasSense(m.termsAt(), "@allergy") {
		for _, t := range q.Senses {
			if lang.HasSense(m.termsAt(), t.Key) {
				out = append(out, t)
			}
		}
	}
	for _, d := range lang.Kinds().Lines("bars") {
		if !lang.Kinds().Has("diet."+d[0], m.text) {
			continue
		}
		for _, t := range q.Senses {
			if bars(d, t.Key) {
				out = append(out, t)
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return append(out, lang.Sense{Key: "@eat", Weight: 1}, lang.Sense{Key: "@drink", Weight: 1}, lang.Sense{Key: "@have", Weight: 0.5})
}

// hasBarred reports whether a question names something that a diet rules out.
func hasBarred(q lang.Asking) bool {
	return slices.ContainsFunc(q.Senses, func(t lang.Sense) bool {
		return slices.ContainsFunc(lang.Kinds().Lines("bars"), func(d []string) bool { return bars(d, t.Key) })
	})
}
