package models

import (
	"cmp"
	"slices"
)

const gib = 1 << 30

// A Suggestion is a model that a newcomer can begin with.
type Suggestion struct {
	Name     string // as Ollama's library has it, for PullModel
	Download int64  // bytes to download, about
	Memory   int64  // bytes of main memory that the machine should have
}

// suggestions are small models that speak many languages, Japanese among them,
// the largest first. All but the last call tools. Sizes are those of Ollama's
// library.
func suggestions() []Suggestion {
	const mb = 1_000_000
	return []Suggestion{
		{"qwen3:30b-instruct", 19_000 * mb, 32 * gib},
		{"qwen3.5:9b", 6_600 * mb, 16 * gib},
		{"qwen3.5:4b", 3_400 * mb, 8 * gib},
		{"qwen3:4b-instruct", 2_500 * mb, 8 * gib}, // for an older Ollama
		{"qwen3.5:2b", 2_700 * mb, 6 * gib},
		{"qwen3.5:0.8b", 1_000 * mb, 4 * gib},
		{"gemma3:1b", 815 * mb, 3 * gib},
	}
}

// SuggestModels returns the models that suit this machine's memory, the best
// first, at most three; none when even the smallest does not fit. It asks
// nobody but the system.
func (h *Set) SuggestModels() []Suggestion {
	return suggest(cmp.Or(h.opt.Memory, mainMemory()))
}

// suggest picks what fits into a memory of so many bytes. A machine has a
// little less than its nominal size, for the system keeps some. Where the size
// is not known, what fits 8 GiB is likely to do.
func suggest(memory int64) []Suggestion {
	memory = cmp.Or(memory, 8*gib)
	list := slices.DeleteFunc(suggestions(), func(s Suggestion) bool { return s.Memory > memory+memory/10 })
	return list[:min(len(list), 3)]
}
