package transcript

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s as a search compares it: compatibility forms made one (NFKC:
// full and half width, ligatures, composed and decomposed letters), letters in
// lower case, katakana as hiragana. Line breaks and runs of spaces are one
// space.
func Fold(s string) string {
	var f folder
	f.fold(s)
	return string(f.out)
}

// A folder folds a text and can tell which bytes of it became what. It can be
// used again.
type folder struct {
	keep  bool
	out   []byte
	from  []int32 // for each byte of out where its piece began in the text; if keep
	to    []int32 // and where that piece ended
	space bool    // the last thing written is a space
}

// fold folds s piece by piece. A piece is what normalisation may not split, a
// letter with its marks for one, so a match always covers whole pieces.
func (f *folder) fold(s string) {
	f.out, f.from, f.to, f.space = f.out[:0], f.from[:0], f.to[:0], false
	for i := 0; i < len(s); {
		if !f.keep {
			if i += f.latin(s[i:]); i == len(s) {
				return
			}
		}
		start := len(f.out)
		n := f.piece(s[i:])
		if f.keep {
			for range len(f.out) - start {
				f.from = append(f.from, int32(i))
				f.to = append(f.to, int32(i+n))
			}
		}
		i += n
	}
}

// latin folds the ASCII that s begins with, but for its last character when
// another letter follows, which may be a mark on it; it returns the length.
func (f *folder) latin(s string) int {
	n := 0
	for n < len(s) && s[n] < utf8.RuneSelf {
		n++
	}
	if n > 0 && n < len(s) {
		n--
	}
	out := f.out
	for i := range n {
		c := s[i]
		if c == ' ' || c >= '\t' && c <= '\r' {
			if !f.space {
				out = append(out, ' ')
			}
			f.space = true
			continue
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		f.space = false
		out = append(out, c)
	}
	f.out = out
	return n
}

// piece folds the first piece of s and returns its length.
func (f *folder) piece(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); plain(r) && (n == len(s) || plain(next)) {
		if r < utf8.RuneSelf {
			f.put(r)
		} else {
			f.space = false
			f.out = utf8.AppendRune(f.out, hiragana(r))
		}
		return n
	}
	n = max(n, norm.NFKC.NextBoundaryInString(s, true))
	for _, r := range norm.NFKC.String(s[:n]) {
		f.put(r)
	}
	return n
}

// plain reports whether normalisation leaves r alone where nothing but plain
// ones stand beside it: what most text is made of.
func plain(r rune) bool {
	return r < utf8.RuneSelf || r >= 'ぁ' && r <= 'ゖ' || r >= 'ァ' && r <= 'ヾ' || r >= 0x4E00 && r <= 0x9FFF ||
		r >= '、' && r <= '】'
}

func (f *folder) put(r rune) {
	if unicode.IsSpace(r) {
		if !f.space {
			f.out = append(f.out, ' ')
		}
		f.space = true
		return
	}
	f.space = false
	f.out = utf8.AppendRune(f.out, hiragana(unicode.ToLower(r)))
}

// hiragana turns katakana that has a hiragana twin into it.
func hiragana(r rune) rune {
	if r >= 'ァ' && r <= 'ヶ' || r == 'ヽ' || r == 'ヾ' {
		return r - ('ァ' - 'ぁ')
	}
	return r
}

// ranges returns where any of the folded words stands in text, as half-open
// pairs of byte offsets of text, in order, those that touch made one.
func ranges(text string, words []string) [][2]int {
	f := folder{keep: true}
	f.fold(text)
	out := string(f.out)
	var found [][2]int
	for _, w := range words {
		for at, n := 0, 0; n < maxRanges; n++ {
			i := strings.Index(out[at:], w)
			if i < 0 {
				break
			}
			at += i + len(w)
			found = append(found, [2]int{int(f.from[at-len(w)]), int(f.to[at-1])})
		}
	}
	slices.SortFunc(found, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	var merged [][2]int
	for _, r := range found {
		if n := len(merged); n > 0 && r[0] <= merged[n-1][1] {
			merged[n-1][1] = max(merged[n-1][1], r[1])
			continue
		}
		merged = append(merged, r)
	}
	return merged[:min(len(merged), maxRanges)]
}
