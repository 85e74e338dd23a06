package retrieval

import (
	"slices"

	"yumori/rag"
	"yumori/rag/terms"
)

// How much two texts may have in common, as the share of the smaller one's
// terms, before the second says nothing new; and how much a likeness costs
// against the order (λ of MMR is 1 − likenessCost).
const (
	sameText     = 0.85
	likenessCost = 0.1
)

// diversify takes contenders one by one, the best first by score plus what
// they repeat of those taken (MMR), until n are taken. Repetitions are left
// out, a fact gives way to the message that it quotes, and a neighbour of one taken
// is merged into it.
func diversify(list []*contender, n int) []*contender {
	rest := slices.Clone(list)
	words := make(map[*contender]map[string]bool, len(list))
	for _, c := range list {
		words[c] = wordSet(c.hit.Text)
	}
	var taken []*contender
	for len(rest) > 0 && len(taken) < n {
		at, like := next(rest, taken, words)
		c := rest[at]
		rest = slices.Delete(rest, at, at+1)
		if like.share >= sameText && like.to != nil {
			if t := like.to; givesWay(t, c) && len(words[c]) >= len(words[t]) {
				t.fate, t.like, c.fate = Repeated, c.hit.ID, Kept
				taken[slices.Index(taken, t)] = c
				continue
			}
			c.fate, c.like = Repeated, like.to.hit.ID
			continue
		}
		c.fate = Kept
		taken = append(taken, c)
	}
	for _, c := range rest {
		c.fate = NoRoom
	}
	return taken
}

// givesWay reports whether a fact that was taken quotes a message that has its turn: it
// gives way to it, for what was said has its moment, its speaker and what stands
// around it, and a fact may be one sentence of it.
func givesWay(fact, said *contender) bool {
	return fact.hit.Type == rag.TypeBank && (said.hit.Type == rag.TypeMessage || said.hit.Type == rag.TypeArchive)
}

type likeness struct {
	to    *contender
	share float64
}

// next returns the contender that is best when its likeness to what is taken
// counts against it.
func next(rest, taken []*contender, words map[*contender]map[string]bool) (int, likeness) {
	best, at, of := 0.0, -1, likeness{}
	for i, c := range rest {
		l := likeness{}
		for _, t := range taken {
			if t.hit.Features.Asks > c.hit.Features.Asks {
				continue // a question has the words of its answer, and says nothing
			}
			if s := share(words[c], words[t]); s > l.share {
				l = likeness{t, s}
			}
		}
		if v := c.score + likenessCost*l.share; at < 0 || v < best {
			best, at, of = v, i, l
		}
	}
	return at, of
}

func wordSet(text string) map[string]bool {
	out := map[string]bool{}
	for _, t := range terms.Of(text) {
		out[t] = true
	}
	return out
}

// fewWords is below how many terms a text repeats another only if it has the
// same: "the lake" is in many texts and says what none of them does.
const fewWords = 4

// share is how much of the smaller set lies in the other.
func share(a, b map[string]bool) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	n := 0
	for t := range a {
		if b[t] {
			n++
		}
	}
	if len(a) < fewWords {
		return float64(n) / float64(len(b))
	}
	return float64(n) / float64(len(a))
}
