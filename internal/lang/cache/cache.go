// Package cache remembers what was worked out last of texts that are looked at again with each
// message of a talk.
package cache

import "sync"

// A Cache remembers the values of the keys that it was asked for last: a thousand of them and at
// most twice as many, none for a key longer than 8 KB. It is for what a pure function returns, so
// that it changes no answer: what it returns is shared, and nobody may write to it. Its zero value
// is ready; Of a nil one remembers nothing. It may be used by many goroutines at once; two that
// ask for the same new key may both work it out.
type Cache[V any] struct {
	mu         sync.Mutex
	young, old map[string]V // what is asked for again moves from the old to the young
}

const (
	generation = 1000    // keys that are young at most
	longest    = 8 << 10 // bytes of a key
)

// Of returns the value of a key, which find works out if it is not remembered.
func (c *Cache[V]) Of(key string, find func() V) V {
	if c == nil {
		return find()
	}
	v, ok := c.known(key)
	if !ok {
		v = find()
		c.Keep(key, v)
	}
	return v
}

// Known returns the value that is remembered of a key, else the zero value.
func (c *Cache[V]) Known(key string) V {
	v, _ := c.known(key)
	return v
}

func (c *Cache[V]) known(key string) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.young[key]
	if !ok {
		if v, ok = c.old[key]; ok {
			c.keep(key, v)
		}
	}
	return v, ok
}

// Keep remembers the value of a key, if that is not too long.
func (c *Cache[V]) Keep(key string, v V) {
	if len(key) > longest {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(key, v)
}

// keep puts a value among the young, and forgets the old once these are many.
func (c *Cache[V]) keep(key string, v V) {
	if c.young == nil || len(c.young) >= generation {
		c.young, c.old = map[string]V{}, c.young
	}
	c.young[key] = v
}
