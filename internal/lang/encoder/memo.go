package encoder

import "sync"

// A Memo encodes texts, and remembers those that it was asked for last, some 2,000 of them in
// 4 MB. Its zero value is ready; it may be used by many goroutines at once.
type Memo struct {
	mu         sync.Mutex
	young, old map[string]*Vector // what is asked for again moves from the old to the young
}

// generation is how many texts are young at most.
const generation = 1000

// Of returns what some English texts mean, as Encode does. Nobody may write to the vectors.
func (m *Memo) Of(texts []string) []*Vector {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make([]*Vector, len(texts))
	var unknown []string
	var places []int
	for i, text := range texts {
		if out[i] = m.young[text]; out[i] == nil {
			if out[i] = m.old[text]; out[i] == nil {
				unknown, places = append(unknown, text), append(places, i)
				continue
			}
			m.keep(text, out[i])
		}
	}
	for k, v := range Encode(unknown) {
		out[places[k]] = &v
		m.keep(unknown[k], &v)
	}
	return out
}

// keep remembers a text among the young, and forgets the old once these are many.
func (m *Memo) keep(text string, v *Vector) {
	if len(m.young) >= generation || m.young == nil {
		m.young, m.old = make(map[string]*Vector, generation), m.young
	}
	m.young[text] = v
}
