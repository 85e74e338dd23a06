package bench

import (
	"slices"

	"yumori/internal/evalset"
)

// Figures measure ranked answers, in percent: means over the questions for
// which it is known what is right. A figure without such a question is -1.
type Figures struct {
	Recall   float64 `json:"rec_10"`   // share of the right documents among the first ten
	Sessions float64 `json:"s_rec_10"` // share of the right sessions among the first ten
	Budget   float64 `json:"bud_1000"` // share of the right documents within 1,000 tokens of answers
	MRR      float64 `json:"mrr"`      // one over the place of the first right document
	First    float64 `json:"s_any_1"`  // the first answer is of a right session
}

const (
	measured = 10    // answers looked at for Recall and Sessions
	budget   = 1_000 // tokens for Budget
)

// A key knows the documents that answers are of.
type key struct {
	docs map[string]evalset.Document
}

// tokens is what showing a document costs: one for four bytes.
func tokens(d evalset.Document) int {
	day := d.Date[:min(len(d.Date), len("2006-01-02"))]
	return max(1, len(day+" "+d.Speaker+": "+d.Text)/4)
}

// measure returns the figures of one question, those of documents -1 when only
// sessions are known to be right. Answers that the question may not find, and
// repeated ones, do not count.
func (k key) measure(q evalset.Question, answers []string) Figures {
	var docs, sessions []string
	used, within, hits, first := 0, 0, 0, 0
	for _, id := range answers {
		d, ok := k.docs[id]
		if !ok || d.Group != q.Group || q.BeforeOrd != nil && d.Ord >= *q.BeforeOrd || slices.Contains(docs, id) {
			continue
		}
		docs = append(docs, id)
		if !slices.Contains(sessions, d.Session) {
			sessions = append(sessions, d.Session)
		}
		used += tokens(d)
		if !slices.Contains(q.Right, id) {
			continue
		}
		if first == 0 {
			first = len(docs)
		}
		if len(docs) <= measured {
			hits++
		}
		if used <= budget {
			within++
		}
	}
	f := Figures{Recall: -1, Budget: -1, MRR: -1}
	if n := float64(len(q.Right)); n > 0 {
		f.Recall, f.Budget, f.MRR = 100*float64(hits)/n, 100*float64(within)/n, 0
		if first > 0 {
			f.MRR = 100 / float64(first)
		}
	}
	f.Sessions, f.First = k.ofSessions(q, sessions)
	return f
}

// ofSessions measures the sessions that answers are of, in their order.
func (k key) ofSessions(q evalset.Question, sessions []string) (recall, first float64) {
	right := q.Sessions
	if len(right) == 0 {
		for _, id := range q.Right {
			if s := k.docs[id].Session; !slices.Contains(right, s) {
				right = append(right, s)
			}
		}
	}
	if len(right) == 0 {
		return -1, -1
	}
	for i, s := range sessions[:min(len(sessions), measured)] {
		if slices.Contains(right, s) {
			recall += 100 / float64(len(right))
			if i == 0 {
				first = 100
			}
		}
	}
	return recall, first
}

// mean returns the means of figures, each over those that have it.
func mean(list []Figures) Figures {
	of := func(get func(Figures) float64) float64 {
		sum, n := 0.0, 0
		for _, f := range list {
			if v := get(f); v >= 0 {
				sum, n = sum+v, n+1
			}
		}
		if n == 0 {
			return -1
		}
		return sum / float64(n)
	}
	return Figures{
		Recall:   of(func(f Figures) float64 { return f.Recall }),
		Sessions: of(func(f Figures) float64 { return f.Sessions }),
		Budget:   of(func(f Figures) float64 { return f.Budget }),
		MRR:      of(func(f Figures) float64 { return f.MRR }),
		First:    of(func(f Figures) float64 { return f.First }),
	}
}
