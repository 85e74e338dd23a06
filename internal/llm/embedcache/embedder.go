package embedcache

import (
	"context"
	"fmt"

	"yumori/internal/llm"
)

// Embedder returns e with its vectors kept: e is asked for what is in the
// cache in no case, and for a text that somebody else is asking for at this
// moment only if nothing comes of that.
func (c *Cache) Embedder(e llm.Embedder) llm.Embedder { return &cached{e, c} }

type cached struct {
	llm.Embedder
	cache *Cache
}

// Unwrap returns the embedder that is asked.
func (e *cached) Unwrap() llm.Embedder { return e.Embedder }

// Embed returns the vectors that are kept and asks for the others.
func (e *cached) Embed(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	space := e.Space()
	task = llm.TaskFor(e.Embedder, task)
	keys := make([]Key, len(texts))
	for i, t := range texts {
		keys[i] = KeyOf(space, task, t)
	}
	out := make([][]float32, len(texts))
	for {
		e.cache.find(keys, out, space.Dim)
		mine, others := e.cache.claim(keys, out)
		if len(mine) > 0 {
			if err := e.ask(ctx, mine, asking{texts, task, keys, out}); err != nil {
				return nil, err
			}
			continue
		}
		if others == nil {
			if whole(out) {
				return out, nil
			}
			continue // it came while we looked
		}
		select {
		case <-others:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func whole(list [][]float32) bool {
	for _, v := range list {
		if v == nil {
			return false
		}
	}
	return true
}

// An asking is what a call of Embed wants.
type asking struct {
	texts []string
	task  llm.Task
	keys  []Key
	out   [][]float32
}

// ask asks for the texts of claimed keys, keeps the vectors, and gives the keys
// free again, whatever comes of it.
func (e *cached) ask(ctx context.Context, mine []int, a asking) error {
	defer e.cache.release(mine, a.keys)
	texts := make([]string, len(mine))
	for i, n := range mine {
		texts[i] = a.texts[n]
	}
	list, err := e.Embedder.Embed(ctx, texts, a.task)
	if err != nil {
		return err
	}
	dim := e.Space().Dim
	if len(list) != len(texts) {
		return fmt.Errorf("%w: %d vectors for %d texts", llm.ErrBadAnswer, len(list), len(texts))
	}
	items := make([]Item, len(mine))
	for i, v := range list {
		if len(v) != dim || !isUnit(v) {
			return fmt.Errorf("%w: vector %d is not one of %d numbers and length 1", llm.ErrBadAnswer, i, dim)
		}
		items[i] = Item{a.keys[mine[i]], v}
	}
	if err := e.cache.Put(items); err != nil {
		e.cache.log.Warn("vectors are not kept for all personas", "error", err)
	}
	given := map[Key][]float32{}
	for _, it := range items {
		given[it.Key] = it.Vector
	}
	for i, k := range a.keys {
		if a.out[i] == nil {
			a.out[i] = given[k]
		}
	}
	return nil
}

// claim returns the places of keys, each key once, that have no vector in out
// and that nobody is asking for: the caller asks and must release them. others is
// closed when one of those that somebody else is asking for is over; nil if
// there is none.
func (c *Cache) claim(keys []Key, out [][]float32) (mine []int, others <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	claimed := map[Key]bool{}
	for i, k := range keys {
		switch over := c.asking[k]; {
		case out[i] != nil || claimed[k] || c.known[k] != nil:
		case over != nil:
			others = over
		default:
			claimed[k] = true
			c.asking[k] = make(chan struct{})
			mine = append(mine, i)
		}
	}
	return mine, others
}

// release tells those who wait for keys that their asking is over.
func (c *Cache) release(mine []int, keys []Key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range mine {
		close(c.asking[keys[n]])
		delete(c.asking, keys[n])
	}
}
