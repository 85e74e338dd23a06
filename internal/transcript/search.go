package transcript

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// A Hit is a message that a search found.
type Hit struct {
	Message
	// Ranges are the places in Text that match, as half-open pairs of byte
	// offsets, in order, not overlapping, at most 100.
	Ranges [][2]int
}

// maxRanges bounds Hit.Ranges.
const maxRanges = 100

// Search returns up to n messages said by the user or the persona that hold
// every word of query, newest first, on all branches and in all archives, those
// that are retracted left out. A
// query in double quotes is one phrase. Width, case, kana and the length of
// white space do not matter (Fold). A query without a word finds nothing.
//
// It reads the files from the newest message back until it has enough, in
// memory that depends on the hits alone. The end of ctx ends it with ctx's
// error.
func (l *Log) Search(ctx context.Context, query string, n int) ([]Hit, error) {
	words := terms(query)
	if len(words) == 0 || n <= 0 {
		return nil, nil
	}
	l.files.RLock()
	defer l.files.RUnlock()
	chain, err := l.chain()
	if err != nil {
		return nil, fmt.Errorf("search log: %w", err)
	}
	var hits []Hit
	seen := map[ID]bool{}
	var fold folder
	count := 0
	for at, err := range chain.backward(position{}) {
		if err != nil {
			return nil, fmt.Errorf("search log: %w", err)
		}
		if count++; count%256 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("search log: %w", ctx.Err())
		}
		l.retracted.notice(at.data)
		m, ok := fold.match(at.data, words)
		if !ok || seen[m.ID] {
			continue
		}
		seen[m.ID] = true
		if l.retracted.has(m.ID) {
			continue
		}
		hits = append(hits, Hit{m, ranges(m.Text, words)})
		if len(hits) == n {
			break
		}
	}
	return hits, nil
}

// terms returns the words of a query, folded; a quoted query is one.
func terms(query string) []string {
	folded := strings.TrimSpace(Fold(query))
	if in, ok := strings.CutPrefix(folded, `"`); ok {
		if in, ok = strings.CutSuffix(in, `"`); ok && strings.TrimSpace(in) != "" {
			return []string{strings.TrimSpace(in)}
		}
	}
	return strings.Fields(folded)
}

// match returns the message in a line if somebody said it and it holds the
// words. Most lines are dismissed without being parsed.
func (f *folder) match(line []byte, words []string) (Message, bool) {
	if text, ok := scanText(line); ok && !f.holds(string(text), words) {
		return Message{}, false
	}
	r, err := decode(line)
	if err != nil || r.Kind != kindMessage || r.Role == RoleNote {
		return Message{}, false
	}
	return r.Message, f.holds(r.Text, words)
}

// holds reports whether every one of the folded words is in text.
func (f *folder) holds(text string, words []string) bool {
	f.fold(text)
	for _, w := range words {
		if !bytes.Contains(f.out, []byte(w)) {
			return false
		}
	}
	return true
}
