package cache

import (
	"strconv"
	"strings"
	"sync"
	"testing"
)

func TestCache(t *testing.T) {
	var c Cache[int]
	made := 0
	of := func(n int) {
		t.Helper()
		if got := c.Of(strconv.Itoa(n), func() int { made++; return n }); got != n {
			t.Errorf("%d is %d", n, got)
		}
		if n := len(c.young) + len(c.old); n > 2*generation {
			t.Errorf("%d are remembered", n)
		}
	}
	for range 2 {
		for n := range generation {
			of(n)
		}
	}
	if made != generation {
		t.Errorf("%d were worked out, want %d", made, generation)
	}
	for n := range 5 * generation {
		of(generation + n)
		of(0) // it is asked for again and again, and stays
	}
	if made != 6*generation {
		t.Errorf("%d were worked out, want %d", made, 6*generation)
	}
	if of(1); made != 6*generation+1 {
		t.Error("what nobody asked for is remembered for ever")
	}
}

func TestNothingIsRemembered(t *testing.T) {
	var none *Cache[int]
	var c Cache[int]
	for want := range 3 {
		if got := none.Of("", func() int { return want }); got != want {
			t.Errorf("of no cache: %d, want %d", got, want)
		}
		if got := c.Of(strings.Repeat("x", longest+1), func() int { return want }); got != want {
			t.Errorf("of a long key: %d, want %d", got, want)
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	var c Cache[string]
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range 3 * generation {
				key := strconv.Itoa(i % (2*generation + 1))
				if got := c.Of(key, func() string { return "of " + key }); got != "of "+key {
					t.Errorf("%s is %q", key, got)
				}
			}
		})
	}
	all.Wait()
}
