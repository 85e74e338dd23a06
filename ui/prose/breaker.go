package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// A stretch is a part of a paragraph in one face, up to the byte To.
type stretch struct {
	to   int
	face face
}

// A measure says how wide bytes [from, to) of a paragraph are, summed up from
// the advances of their characters; offsets only grow within one pass.
type measure struct {
	ruler     ruler
	text      string
	stretches []stretch
	at        int // stretch of the last answer
}

// face is the face at a byte.
func (m *measure) face(i int) face {
	if m.at > 0 && i < m.stretches[m.at-1].to {
		m.at = 0
	}
	for m.at < len(m.stretches)-1 && i >= m.stretches[m.at].to {
		m.at++
	}
	return m.stretches[m.at].face
}

// of is the width of [from, to).
func (m *measure) of(from, to int) float32 {
	var w float32
	for i := from; i < to; {
		end, adv := m.cluster(i, to)
		w += adv
		i = end
	}
	return w
}

// cluster is the end and width of what the reader takes for one character.
func (m *measure) cluster(i, limit int) (end int, advance float32) {
	f := m.face(i)
	r, n := utf8.DecodeRuneInString(m.text[i:])
	switch r {
	case '\n':
		return i + n, 0
	case '\t':
		return i + n, 4 * m.ruler.advance(f, ' ')
	}
	if end = i + n; end < limit && m.text[end] >= utf8.RuneSelf && joins(m.text[end:limit], r) {
		const longest = 256 // a tower of accents is cut here
		c, _, _, _ := uniseg.FirstGraphemeClusterInString(m.text[i:min(limit, i+longest)], -1)
		if len(c) > n && utf8.ValidString(c) {
			return i + len(c), m.ruler.width(f, c)
		}
	}
	return end, m.ruler.advance(f, r)
}

// joins says whether the character that rest begins with may belong to r, the
// one before it. Kana, kanji and Latin letters never do, which saves the long
// way.
func joins(rest string, r rune) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	switch {
	case apart(next):
		return false
	case unicode.In(next, unicode.M, unicode.Cf), next >= 0x1F1E6 && next <= 0x1F3FF, r == 0x200D:
		return true
	default: // scripts whose letters grow together, and conjoining Hangul
		return r >= 0x0600 && r < 0x1E00 || r >= 0xA960 && r < 0xAC00
	}
}

// apart says whether r stands by itself whatever is before it: kana, kanji,
// their punctuation and width forms, but not the marks among them.
func apart(r rune) bool {
	return r >= 0x2E80 && r < 0x302A || r > 0x302F && r < 0x3099 || r > 0x309A && r < 0xA66F || r >= 0xFF00 && r < 0xFF9E
}

// A span of bytes of a paragraph that is one line. Spaces at its end, and the
// \n that ended it, belong to it but take no room.
type cutLine struct {
	from, to int
	w        float32 // sum of the advances, without what takes no room
}

// breakLines cuts a paragraph into lines no wider than width, except where one
// character alone is wider. It breaks where the Unicode line breaking
// algorithm (UAX 14) allows: after spaces and hyphens, between Japanese
// characters but never before 。、」』）！？ー or small kana and never after 「『（; and
// anywhere within what would not fit a line of its own. Where Japanese could break
// anywhere, it breaks at the end of a phrase, if one is in the last third of the line.
func breakLines(m *measure, width float32) []cutLine {
	const slack = 0.01 // of sums of floats
	width += slack
	var lines []cutLine
	from, x, ink := 0, float32(0), float32(0) // of the open line; ink is x without trailing spaces
	var phrase struct {                       // the last end of one in the open line
		at     int
		x, ink float32
	}
	state, rest := -1, m.text
	for at := 0; at < len(m.text); {
		var seg string
		var must bool
		seg, rest, must, state = segment(rest, state)
		end := at + len(seg)
		word := at + len(strings.TrimRight(seg, " \t\n\u3000"))
		w := m.of(at, word)
		if endsPhrase(m.text, at) {
			phrase.at, phrase.x, phrase.ink = at, x, ink
		}
		if x+w > width && phrase.at > from && x-phrase.x <= width/3 {
			lines = append(lines, cutLine{from, phrase.at, phrase.ink})
			from, x = phrase.at, x-phrase.x
		}
		if x+w > width && at > from {
			lines = append(lines, cutLine{from, at, ink})
			from, x = at, 0
		}
		if w > width {
			lines, from, x = breakWord(m, lines, cutLine{from: from, to: word}, width)
		} else {
			x += w
		}
		if word > at {
			ink = x
		}
		x += m.of(word, end)
		at = end
		if must && (rest != "" || strings.HasSuffix(seg, "\n")) {
			lines = append(lines, cutLine{from, end, ink})
			from, x, ink = end, 0, 0
		}
	}
	if from < len(m.text) || len(lines) == 0 {
		lines = append(lines, cutLine{from, len(m.text), ink})
	}
	return lines
}

// segment is what no line may break in, at the beginning of a text: what is left then,
// and whether a line has to end there. The first state is -1, each other the next.
func segment(text string, state int) (seg, rest string, must bool, next int) {
	seg, rest, must, next = uniseg.FirstLineSegmentInString(text, state)
	if cut := afterQuote(seg); cut > 0 {
		return seg[:cut], text[cut:], false, -1
	}
	return seg, rest, must, next
}

// afterQuote is where a stretch that the library keeps together can be broken all the
// same, 0 nowhere: between a closing quotation mark, a space, and what opens. Until
// version 15.1 the algorithm did not tell closing marks from opening ones.
func afterQuote(seg string) int {
	closed, space := false, false
	for i, r := range seg {
		switch {
		case r == ' ':
			space = closed
		case space && unicode.In(r, unicode.Ps, unicode.Pi):
			return i
		default:
			closed, space = unicode.Is(unicode.Pf, r), false
		}
	}
	return 0
}

// endsPhrase says whether a phrase ends before a byte, as far as the letters tell:
// after a stop, before a bracket, and where hiragana, which end a Japanese phrase,
// go over into something else. A word of kanji or katakana, or one with its ending,
// is not taken apart.
func endsPhrase(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, n := utf8.DecodeRuneInString(text[at:])
	next, _ := utf8.DecodeRuneInString(text[at+n:])
	polite := func(r, of rune) bool { return (r == 'お' || r == 'ご') && unicode.Is(unicode.Han, of) } // お茶
	switch {
	case unicode.IsSpace(before) || unicode.IsPunct(before) && !unicode.In(before, unicode.Pe, unicode.Pf):
		return true
	case unicode.Is(unicode.Hiragana, after):
		return unicode.Is(unicode.Hiragana, before) && polite(after, next)
	case unicode.Is(unicode.Hiragana, before):
		return !polite(before, after)
	default:
		return unicode.In(after, unicode.Ps, unicode.Pi)
	}
}

// breakWord cuts a word that no line can hold, at any character. What is left
// of it opens the next line.
func breakWord(m *measure, lines []cutLine, word cutLine, width float32) (out []cutLine, from int, x float32) {
	from = word.from
	for i := from; i < word.to; {
		end, adv := m.cluster(i, word.to)
		if x+adv > width && i > from {
			lines = append(lines, cutLine{from, i, x})
			from, x = i, 0
		}
		x += adv
		i = end
	}
	return lines, from, x
}
