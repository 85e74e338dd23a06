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

// places are how many contenders can be taken. What dreams made of what was said, facts
// and episodes, stands beside it in places of its own: on LoCoMo-dev lived through it
// cost a point of recall and of answers to have them in the same ones.
type places struct {
	items, derived int
	apart          bool // derived ones have places of their own
}

// places are those of a query.
func (q Query) places() places {
	return places{orDefault(q.Items, defaultItems), q.Derived, q.Derived > 0}
}

// spare returns a fifth more places, for what is ordered anew and may repeat itself.
func (p places) spare() places {
	p.items += p.items / 5
	p.derived += p.derived / 5
	return p
}

// of returns the places that a contender may have.
func (p *places) of(c *contender) *int {
	if p.apart && c.derived() {
		return &p.derived
	}
	return &p.items
}

func (p *places) left(c *contender) bool { return *p.of(c) > 0 }
func (p *places) take(c *contender)      { *p.of(c)-- }

// derived reports whether a dream made the text of a contender.
func (c *contender) derived() bool { return isDerived(c.hit.Document) }

func isDerived(d rag.Document) bool {
	return d.Type == rag.TypeBank || d.Type == rag.TypeEpisode || d.Type == rag.TypeDream
}

// diversify takes contenders one by one, the best first by score plus what
// they repeat of those taken (MMR), until their places are. Repetitions are left
// out, a fact gives way to the message that it quotes, and a neighbour of one taken
// is merged into it.
func diversify(list []*contender, room places) []*contender {
	rest := slices.Clone(list)
	words := make(map[*contender]map[string]bool, len(list))
	for _, c := range list {
		words[c] = wordSet(c.hit.Text)
	}
	var taken []*contender
	for len(rest) > 0 {
		at, like := next(rest, taken, words)
		c := rest[at]
		rest = slices.Delete(rest, at, at+1)
		if t := like.to; t != nil && like.share >= sameText {
			switch {
			case !t.derived() || c.derived():
				c.fate, c.like = Repeated, t.hit.ID
				continue
			case t.hit.Type == rag.TypeBank && len(words[c]) >= len(words[t]):
				t.fate, t.like, c.fate = Repeated, c.hit.ID, Kept
				taken[slices.Index(taken, t)] = c
				continue
			}
		}
		c.fate = NoRoom
		if room.left(c) {
			room.take(c)
			c.fate = Kept
			taken = append(taken, c)
		}
	}
	return taken
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
