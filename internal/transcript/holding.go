package transcript

import (
	"bufio"
	"bytes"
	"container/heap"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// A Wanted is a phrase to look for in what was said.
type Wanted struct {
	Phrase string
	Least  int // characters that a message has to have
}

// HoldingEach gives visit, for one phrase after the other, what finds the
// messages that hold it as Mentions says, from whichever end, without reading the
// others; it may be used until visit returns. What is known of the archives is
// read once for all phrases. A phrase without a word stands nowhere. visit must
// not archive the log. The first time costs as much as UpdateFilter, then some
// 4 ms for 100,000 messages and as much as one reads.
func (l *Log) HoldingEach(ctx context.Context, list []Wanted, visit func(i int, h *Holding) error) error {
	l.files.RLock()
	defer l.files.RUnlock()
	all := make([]*Holding, len(list))
	for i, w := range list {
		all[i] = &Holding{ctx: ctx, log: l, phrase: []byte(strings.TrimSpace(Fold(w.Phrase))), least: w.Least}
		eachGram(all[i].phrase, func(g uint64) { all[i].grams = append(all[i].grams, g) })
		slices.Reverse(all[i].grams)
		all[i].grams = all[i].grams[:min(len(all[i].grams), 64)]
	}
	if slices.ContainsFunc(all, func(h *Holding) bool { return len(h.phrase) > 0 }) {
		c, err := l.chain()
		if err == nil {
			err = l.retracted.learn(c, "")
		}
		if err == nil {
			err = l.filter.choose(ctx, c, all)
		}
		if err != nil {
			return fmt.Errorf("search log: %w", err)
		}
	}
	for i, h := range all {
		err := visit(i, h)
		h.close()
		if err != nil {
			return err
		}
	}
	return nil
}

// A Holding is the messages of a log that hold a phrase. It is for one
// goroutine.
type Holding struct {
	ctx    context.Context //nolint:containedctx // lives as long as the call that it was given to
	log    *Log
	phrase []byte // folded
	grams  []uint64
	least  int
	parts  []string    // files
	may    []candidate // messages that may hold it, oldest first
	files  []io.ReadSeekCloser
	line   *bufio.Reader
	fold   folder
}

// A candidate is a line of a part.
type candidate struct {
	place uint64 // number of the part and offset of the line
	id    uint64 // hash of the message's id
}

// offsetBits is how many bits of a place are the offset: enough for 1 TB.
const offsetBits = 40

func (c candidate) part() int    { return int(c.place >> offsetBits) }
func (c candidate) start() int64 { return int64(c.place & (1<<offsetBits - 1)) }

// choose finds the candidates of all. The log's files are held.
func (s *ngramFilter) choose(ctx context.Context, c chain, all []*Holding) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for try := 0; ; try++ {
		parts, err := s.update(ctx, c)
		if err != nil {
			return err
		}
		for _, h := range all {
			h.parts, h.files, h.may = nil, nil, nil
		}
		err = s.eachRecords(parts, func(p filteredPart, records []byte) {
			for _, h := range all {
				h.take(p.name, records)
			}
		})
		if err == nil || try == cacheTries {
			return err
		}
	}
}

// take takes in the records of a part.
func (h *Holding) take(name string, records []byte) {
	if len(h.phrase) == 0 {
		return
	}
	part := uint64(len(h.parts)) << offsetBits
	h.parts, h.files = append(h.parts, name), append(h.files, nil)
	mayHold(records, h.least, h.grams, func(start int64, id uint64) {
		if len(h.may) == cap(h.may) {
			h.may = slices.Grow(h.may, max(64, len(h.may)))
		}
		h.may = append(h.may, candidate{part | uint64(start), id})
	})
}

func (h *Holding) close() {
	for _, f := range h.files {
		if f != nil {
			_ = f.Close() // it was only read
		}
	}
}

// Newest yields the messages, newest first, each once. An error is the last
// thing yielded.
func (h *Holding) Newest() iter.Seq2[Mention, error] { return h.each(slices.Backward(h.may)) }

// Oldest yields them oldest first.
func (h *Holding) Oldest() iter.Seq2[Mention, error] { return h.each(slices.All(h.may)) }

// Drawn yields them in the order of the lots they draw, which is always the
// same for the same seed.
func (h *Holding) Drawn(seed uint64) iter.Seq2[Mention, error] {
	return h.each(func(yield func(int, candidate) bool) {
		urn := make(lots, len(h.may))
		for i, c := range h.may {
			urn[i] = lotOf{scatter(seed ^ c.id), int32(i)}
		}
		heap.Init(&urn)
		for i := 0; len(urn) > 0; i++ {
			if !yield(i, h.may[heap.Pop(&urn).(lotOf).at]) {
				return
			}
		}
	})
}

// each reads candidates and yields those that hold the phrase.
func (h *Holding) each(list iter.Seq2[int, candidate]) iter.Seq2[Mention, error] {
	return func(yield func(Mention, error) bool) {
		seen := map[ID]bool{}
		for i, c := range list {
			m, ok, err := h.read(c)
			if err == nil && i%64 == 63 {
				err = h.ctx.Err()
			}
			if err != nil {
				yield(Mention{}, fmt.Errorf("search log: %w", err))
				return
			}
			if !ok || seen[m.ID] || h.log.retracted.has(m.ID) {
				continue
			}
			seen[m.ID] = true
			if !yield(m, nil) {
				return
			}
		}
	}
}

// read reads a candidate; ok is false if it does not hold the phrase.
func (h *Holding) read(c candidate) (m Mention, ok bool, err error) {
	part := c.part()
	name, f := h.parts[part], h.files[part]
	if f == nil {
		if f, err = h.log.dir.Open(name); err != nil {
			return m, false, err
		}
		h.files[part] = f
	}
	if _, err := f.Seek(c.start(), io.SeekStart); err != nil {
		return m, false, err
	}
	if h.line == nil {
		h.line = bufio.NewReaderSize(nil, 4<<10)
	}
	h.line.Reset(f)
	data, _, err := readLine(h.line)
	if err != nil {
		return m, false, err
	}
	if m, ok = said(data); !ok {
		return m, false, nil
	}
	h.fold.fold(m.Text)
	m.File, m.Phrases = name, 1
	return m, bytes.Contains(h.fold.out, h.phrase), nil
}

// A lotOf is the lot that a candidate drew.
type lotOf struct {
	lot uint64
	at  int32 // among the candidates
}

// lots is a heap, the lightest first.
type lots []lotOf

func (l lots) Len() int           { return len(l) }
func (l lots) Less(i, j int) bool { return l[i].lot < l[j].lot }
func (l lots) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }

// Push is for the heap alone.
func (l *lots) Push(x any) { *l = append(*l, x.(lotOf)) }

// Pop is for the heap alone.
func (l *lots) Pop() any {
	last := (*l)[len(*l)-1]
	*l = (*l)[:len(*l)-1]
	return last
}
