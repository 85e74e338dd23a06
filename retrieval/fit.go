package retrieval

import (
	"unicode/utf8"

	"yumori/internal/llm"
	"yumori/rag"
)

// wholeText is how long a text is shown whole, in characters; of a longer one
// the chunk that was found is.
const wholeText = 600

// fit makes items of what was taken, as long as they fit into the budget. A
// text beside one that is already an item is merged into it, so that a
// question and its answer are read together.
func (r *Result) fit(taken []*contender, budget int) {
	for _, c := range taken {
		content, cut := show(c)
		size := llm.EstimateTokens(content)
		if r.Tokens+size > budget {
			c.fate = NoRoom
			continue
		}
		r.Tokens += size
		if at := r.beside(c); at >= 0 {
			c.fate, c.like = Merged, r.Items[at].ID
			r.Items[at].join(c, content)
			r.Items[at].Tokens += size
			continue
		}
		r.Items = append(r.Items, Item{
			Hit: c.hit, Content: content, Cut: cut, Score: c.score, Terms: c.terms, Mark: c.mark(), Tokens: size,
		})
	}
}

// show returns what of a text is shown.
func show(c *contender) (string, Extent) {
	text := c.hit.Text
	if utf8.RuneCountInString(text) <= wholeText || c.hit.Span[1] <= c.hit.Span[0] {
		return text, All
	}
	return text[c.hit.Span[0]:c.hit.Span[1]], Part
}

// beside returns the item that c stands next to, -1 if there is none. A fact is
// no part of the one above it: it has a place, and an order, of its own.
func (r *Result) beside(c *contender) int {
	if c.hit.Type == rag.TypeBank || c.hit.Type == rag.TypeDaily {
		return -1
	}
	for i, item := range r.Items {
		if item.ID == c.hit.Prev || item.ID == c.hit.Next {
			return i
		}
	}
	return -1
}

// join adds a neighbour to an item, in the order they were said.
func (i *Item) join(c *contender, content string) {
	p := Piece{ID: c.hit.ID, Speaker: c.hit.Speaker, Content: content}
	if c.hit.Next == i.ID {
		i.Before = append(i.Before, p)
		return
	}
	i.After = append(i.After, p)
}
