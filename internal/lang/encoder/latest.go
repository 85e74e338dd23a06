package encoder

import "yumori/internal/lang/cache"

// Of returns what some English texts mean, as Encode does, but remembers those that it was asked
// for last: a text is looked at for many things. Nobody may write to the vectors. It may be called
// by many goroutines at once.
func Of(texts ...string) []*Vector {
	out := make([]*Vector, len(texts))
	var unknown []string
	for i, text := range texts {
		if out[i] = latest.Known(text); out[i] == nil {
			unknown = append(unknown, text)
		}
	}
	list := Encode(unknown)
	for i, text := range texts {
		if out[i] == nil {
			out[i], list = &list[0], list[1:]
			latest.Keep(text, out[i])
		}
	}
	return out
}

// latest remembers vectors of 2 KB each; it changes no answer.
var latest cache.Cache[*Vector]
