package entity

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/memory"
)

// A foldedLine is a line of a page as searches compare it.
type foldedLine struct {
	text string
	key  string
}

// Weights of a word that is found, by where. A page that has more of the words
// always comes before one that has fewer.
const (
	weightText  = 1.0
	weightAlias = 3.0
	weightName  = 4.0
	weightWhole = 2.0 // more, when the word is the whole name or alias
	moreOften   = 0.1 // more for each further line, at most maxOften times
	maxOften    = 5
)

// Search returns the pages that have words of the query, in their names,
// aliases or text, whatever case and width: first those that have most of the
// words. The query is split on spaces, full-width ones too. limit is the most
// hits; 0 is no limit. An empty query finds nothing.
func (s *Store) Search(query string, limit int) ([]Hit, error) {
	words, keys := queryWords(query)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.look(); err != nil {
		return nil, fmt.Errorf("search entities: %w", err)
	}
	var hits []Hit
	for _, p := range s.sorted {
		if h, ok := p.match(words, keys); ok {
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(len(b.Matched), len(a.Matched)), cmp.Compare(b.Score, a.Score))
	})
	if limit > 0 && len(hits) > limit {
		hits = hits[:limit]
	}
	return hits, nil
}

// queryWords returns the words of a query as asked for and as compared.
func queryWords(query string) (words, keys []string) {
	for _, w := range strings.Fields(query) {
		key := keyOf(w)
		if key == "" || slices.Contains(keys, key) {
			continue
		}
		words, keys = append(words, w), append(keys, key)
		if len(words) == maxQuery {
			break
		}
	}
	return words, keys
}

// match looks for words in a page.
func (p *page) match(words, keys []string) (Hit, bool) {
	h := Hit{Name: p.name}
	perLine := map[int]int{}
	lines := p.linesWith(keys)
	for i, key := range keys {
		score := p.namedBy(key)
		often := 0
		for n, l := range lines {
			if strings.Contains(l.key, key) {
				perLine[n]++
				often++
			}
		}
		if often > 0 {
			score += weightText + moreOften*float64(min(often-1, maxOften))
		}
		if score > 0 {
			h.Matched = append(h.Matched, words[i])
			h.Score += score
		}
	}
	if len(h.Matched) == 0 {
		return h, false
	}
	best := 0
	for n := range lines {
		if perLine[n] > perLine[best] {
			best = n
		}
	}
	if best < len(lines) {
		h.Excerpt = excerpt(lines[best].text, keys)
	}
	return h, true
}

// namedBy scores a word that is in the page's name or one of its aliases.
func (p *page) namedBy(key string) float64 {
	best := 0.0
	score := func(name string, weight float64) {
		switch {
		case name == key:
			best = max(best, weight+weightWhole)
		case strings.Contains(name, key):
			best = max(best, weight)
		}
	}
	score(p.shownKey, weightName)
	for _, a := range p.aliasKeys {
		score(a, weightAlias)
	}
	return best
}

// lines returns what readers see of the page, line by line.
func (p *page) lines() []foldedLine {
	var lines []foldedLine
	for _, q := range p.doc().pieces {
		if !q.shows() {
			continue
		}
		for _, l := range q.text {
			if l = strings.TrimSpace(memory.UnescapeComments(l)); l != "" {
				lines = append(lines, foldedLine{l, keyOf(l)})
			}
		}
	}
	return lines
}

// fold returns what readers see of the page as it is compared.
func (p *page) fold() string {
	if p.folded == "" {
		var b strings.Builder
		for _, l := range p.lines() {
			b.WriteString(l.key)
			b.WriteByte('\n')
		}
		b.WriteByte('\n') // an empty page is not folded again
		p.folded = b.String()
	}
	return p.folded
}

// linesWith is lines of a page with one of the words in its text or names, the
// words having been folded; nil of another.
func (p *page) linesWith(keys []string) []foldedLine {
	for _, key := range keys {
		if strings.Contains(p.fold(), key) || p.namedBy(key) > 0 {
			return p.lines()
		}
	}
	return nil
}

// excerpt returns at most MaxExcerpt characters of a line, with the first of
// the words in them.
func excerpt(line string, keys []string) string {
	if utf8.RuneCountInString(line) <= MaxExcerpt {
		return line
	}
	runes := []rune(line)
	low := strings.ToLower(line)
	at := len(line)
	for _, k := range keys {
		if i := strings.Index(low, k); i >= 0 && len(low) == len(line) {
			at = min(at, i)
		}
	}
	from := 0
	if at < len(line) {
		from = max(0, min(utf8.RuneCountInString(line[:at])-MaxExcerpt/4, len(runes)-MaxExcerpt+2))
	}
	head, tail := "", ""
	if from > 0 {
		head = "…"
	}
	to := min(len(runes), from+MaxExcerpt-2)
	if to < len(runes) {
		tail = "…"
	}
	return head + strings.TrimSpace(string(runes[from:to])) + tail
}
