package encoder

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Before a word, and instead of a blank, stands this mark; the first pieces stand for no text.
const (
	mark     = "▁"
	reserved = 6
	unknown  = 0
)

// pieces are what words are made of.
type pieces struct {
	number  map[string]int
	scores  floats
	longest int // in bytes
}

// readPieces reads the letters of the pieces, and returns what stands behind them.
func readPieces(scores floats, sizes, letters string) (pieces, string) {
	p := pieces{number: make(map[string]int, len(sizes)), scores: scores}
	for i := range len(sizes) {
		n := int(sizes[i])
		if i >= reserved {
			p.number[letters[:n]], p.longest = i, max(p.longest, n)
		}
		letters = letters[n:]
	}
	return p, letters
}

// Commonness returns the logarithm of how common an English word in lower case is; it reports false
// for one that is not among the some 6,000 commonest, which are one piece each.
func Commonness(word string) (float32, bool) {
	p := &english().pieces
	k, ok := p.number[mark+word]
	if !ok {
		return 0, false
	}
	return p.scores.at(k), true
}

// of returns the pieces of a text that are together the commonest (Kudo 2018, the unigram
// model): by Viterbi's search over where each may end. Letters that are in none are unknown,
// those in a row one.
func (p *pieces) of(text string) (list []int) {
	text = text[:min(len(text), longest*p.longest)] // more is never read
	if text = norm.NFKC.String(strings.ToValidUTF8(text, "")); text == "" {
		return nil
	}
	text = mark + strings.ReplaceAll(text, " ", mark)
	type step struct {
		from, piece int
		score       float32
		ok          bool
	}
	best := make([]step, len(text)+1)
	best[0].ok = true
	reach := func(from, to, piece int, score float32) {
		if s := &best[to]; !s.ok || score >= s.score {
			*s = step{from, piece, score, true}
		}
	}
	for i := range text {
		if !best[i].ok {
			continue
		}
		found := false
		for end := i + 1; end <= min(len(text), i+p.longest); end++ {
			if k, ok := p.number[text[i:end]]; ok {
				reach(i, end, k, best[i].score+p.scores.at(k))
				found = true
			}
		}
		if _, size := utf8.DecodeRuneInString(text[i:]); !found {
			reach(i, i+size, unknown, best[i].score)
		}
	}
	for at := len(text); at > 0; at = best[at].from {
		if n := len(list); n == 0 || best[at].piece != unknown || list[n-1] != unknown {
			list = append(list, best[at].piece)
		}
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}
