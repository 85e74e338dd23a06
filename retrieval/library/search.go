package library

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/llm"
	"yumori/rag"
	"yumori/rag/terms"
	"yumori/rag/vector"
	"yumori/retrieval/background"
)

// A Passage is a part of a file given to read that a search found.
type Passage struct {
	File   string   // below the folder, such as "manual.pdf"
	Page   int      // of a PDF; 0 when the file has no pages
	Line   int      // of a text, from 1; 0 when the file has pages
	Last   int      // the line it ends in
	Text   string   // at most some 700 characters
	Ranges [][2]int // bytes of Text that are words of the query
}

// Bounds of a search in what was given to read.
const (
	passageSize   = 700 // characters shown
	mostPassages  = 25
	usualPassages = 5
	perFile       = 3 // of one file, as long as others have something to say
	relevanceCut  = 0.25
	alike         = 0.4 // how alike in sense a text has to be that has no word of the query
)

// Search returns up to n passages of what was given to read that answer a
// query, best first; n ≤ 0 means 5. What changed on disk is read before, as long
// as ctx allows; a search while a long file is being read finds what is read
// already. It is the only way to knowledge: nothing of it comes to mind by
// itself.
func (l *Library) Search(ctx context.Context, query string, n int) ([]Passage, error) {
	if n <= 0 {
		n = usualPassages
	}
	n = min(n, mostPassages)
	if err := l.ready(ctx); err != nil {
		return nil, fmt.Errorf("search knowledge: %w", err)
	}
	x := l.opt.Indexes.Knowledge()
	if x == nil || len(terms.Of(query)) == 0 {
		return nil, nil
	}
	q := rag.Query{Text: query, Limit: 8 * n}
	l.addVector(ctx, &q)
	found, err := x.Search(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("search knowledge: %w", err)
	}
	return passages(query, choosePassages(found.Hits, n)), nil
}

// ready waits for what can be read soon.
func (l *Library) ready(ctx context.Context) error {
	p := l.Request(background.Changes)
	soon, cancel := context.WithTimeout(ctx, cmp.Or(l.opt.ReadyTime, 1500*time.Millisecond))
	defer cancel()
	if err := p.Wait(soon); err != nil && soon.Err() == nil {
		return err
	}
	return ctx.Err()
}

// addVector adds the query's vector when there is an embedder that answers.
func (l *Library) addVector(ctx context.Context, q *rag.Query) {
	m := l.opt.Indexes.Embedder()
	if m == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(l.opt.EmbedTime, 3*time.Second))
	defer cancel()
	list, err := m.Embed(ctx, []string{q.Text}, llm.TaskQuery)
	if err != nil || len(list) != 1 || !vector.IsUnit(list[0], m.Space().Dim) {
		l.opt.Logger.Debug("knowledge is searched without vectors", "error", err)
		return
	}
	q.Vector, q.Space = list[0], m.Space()
}

// choosePassages takes the n best: no text twice, and no more of one file than
// its share while others have something relevant, so that no file drowns out
// the rest.
func choosePassages(hits []rag.Hit, n int) []rag.Hit {
	var taken, spare []rag.Hit
	of := map[string]int{}
	seen := map[string]bool{}
	for _, h := range hits {
		text := h.Text[h.Span[0]:max(h.Span[0], h.Span[1])]
		if h.Score < relevanceCut*hits[0].Score || seen[text] || !tells(h.Features) {
			continue
		}
		seen[text] = true
		if of[h.Source.File]++; of[h.Source.File] > perFile {
			spare = append(spare, h)
			continue
		}
		taken = append(taken, h)
	}
	if len(taken) < n {
		taken = append(taken, spare[:min(len(spare), n-len(taken))]...)
	}
	taken = taken[:min(n, len(taken))]
	slices.SortStableFunc(taken, func(a, b rag.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return taken
}

// tells reports whether a text is about what was asked: what is only spelt
// somewhat alike, or stands beside a text that is, is not.
func tells(f rag.Features) bool {
	return f.Text > 0 || f.Sense >= alike || f.Vector >= alike
}

func passages(query string, hits []rag.Hit) []Passage {
	list := []Passage{}
	for _, h := range hits {
		file, ok := strings.CutPrefix(h.Source.File, Dir+"/")
		if !ok {
			continue
		}
		from, to := passageAround(h.Text, h.Span)
		p := Passage{File: file, Text: h.Text[from:to], Page: h.Source.Page}
		if p.Page == 0 {
			p.Line = h.Source.Line + strings.Count(h.Text[:from], "\n")
			p.Last = p.Line + strings.Count(strings.TrimRight(p.Text, "\n"), "\n")
		}
		p.Ranges = markWords(p.Text, query)
		list = append(list, p)
	}
	return list
}

// passageAround widens a span of a text to what is shown of it: whole sentences or
// lines around, as many as there is room for.
func passageAround(text string, span [2]int) (from, to int) {
	from, to = max(0, span[0]), min(len(text), max(span[1], span[0]))
	if utf8.RuneCountInString(text) <= passageSize {
		return 0, len(text)
	}
	cuts := lang.Spans(text)
	for grew := true; grew; {
		grew = false
		for _, step := range []func() (int, int){
			func() (int, int) { return from, cuts[sentenceAt(cuts, min(to, len(text)-1))].End },
			func() (int, int) { return cuts[sentenceAt(cuts, max(from, 1)-1)].Begin, to },
		} {
			f, t := step()
			if (f != from || t != to) && utf8.RuneCountInString(text[f:t]) <= passageSize {
				from, to, grew = f, t, true
			}
		}
	}
	for from < to && strings.ContainsRune(" \n\t　", rune(text[from])) {
		from++
	}
	return from, to
}

// sentenceAt returns which of the sentences of a text has its byte i.
func sentenceAt(cuts []lang.Span, i int) int {
	return slices.IndexFunc(cuts, func(s lang.Span) bool { return i < s.End })
}

// markWords returns where words of a query stand in a text, in bytes: words
// that mean the same to the index, and of text without spaces the characters
// that two by two stand in the query.
func markWords(text, query string) [][2]int {
	want, alone := map[string]bool{}, map[string]bool{}
	for _, word := range terms.Words(query) {
		for _, t := range terms.Of(word) {
			want[t] = true
		}
		alone[word] = utf8.RuneCountInString(word) == 1
	}
	var out [][2]int
	for _, at := range pieces(text) {
		piece := text[at[0]:at[1]]
		_, first := utf8.DecodeRuneInString(piece)
		switch {
		case !isWord(piece) && alone[piece[:first]]:
			at[1] = at[0] + first
			if len(out) > 0 && out[len(out)-1][1] > at[0] {
				continue
			}
			out = append(out, at)
		case !slices.ContainsFunc(terms.Of(piece), func(t string) bool {
			return want[t] && (isWord(piece) || utf8.RuneCountInString(t) > 1)
		}):
		case len(out) > 0 && out[len(out)-1][1] >= at[0]:
			out[len(out)-1][1] = at[1]
		default:
			out = append(out, at)
		}
	}
	return out
}

// isWord reports whether a piece is a word of a script with spaces.
func isWord(piece string) bool {
	r, _ := utf8.DecodeRuneInString(piece)
	return spaced(r)
}

func spaced(r rune) bool { return r < 0x2e80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// pieces returns what of a text is looked at: words, and of text without
// spaces each two characters that stand beside each other.
func pieces(text string) [][2]int {
	var out [][2]int
	word, before := -1, -1 // where an unfinished word, and the character before, begin
	for at, r := range text + " " {
		if spaced(r) {
			if word < 0 {
				word = at
			}
			before = -1
			continue
		}
		if word >= 0 {
			out = append(out, [2]int{word, at})
			word = -1
		}
		if !unicode.IsLetter(r) {
			before = -1
			continue
		}
		if before >= 0 {
			out = append(out, [2]int{before, at + utf8.RuneLen(r)})
		}
		before = at
	}
	return out
}
