package encoder

import "sync"

// Of returns what some English texts mean, as Encode does, but remembers those that it was asked
// for last, some 2,000 of them in 4 MB: a text is looked at for many things. Nobody may write to
// the vectors. It may be called by many goroutines at once.
func Of(texts ...string) []*Vector { return latest.of(texts) }

// latest remembers; it changes no answer.
var latest memo

// A memo encodes texts, and remembers those that it was asked for last. Its zero value is ready.
type memo struct {
	mu         sync.Mutex
	young, old map[string]*Vector // what is asked for again moves from the old to the young
}

// generation is how many texts are young at most.
const generation = 1000

// of returns what some texts mean.
func (m *memo) of(texts []string) []*Vector {
	out := m.remembered(texts)
	var unknown []string
	for i, v := range out {
		if v == nil {
			unknown = append(unknown, texts[i])
		}
	}
	list := Encode(unknown)
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, text := range texts {
		if out[i] == nil {
			out[i], list = &list[0], list[1:]
			m.keep(text, out[i])
		}
	}
	return out
}

// remembered returns what is remembered of some texts, nil for what is not.
func (m *memo) remembered(texts []string) []*Vector {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make([]*Vector, len(texts))
	for i, text := range texts {
		if v := m.young[text]; v != nil {
			out[i] = v
		} else if v := m.old[text]; v != nil {
			m.keep(text, v)
			out[i] = v
		}
	}
	return out
}

// keep remembers a text among the young, and forgets the old once these are many.
func (m *memo) keep(text string, v *Vector) {
	if len(m.young) >= generation || m.young == nil {
		m.young, m.old = make(map[string]*Vector, generation), m.young
	}
	m.young[text] = v
}
