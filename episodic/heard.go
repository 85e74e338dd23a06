package episodic

import (
	"slices"
	"strings"
	"unicode"

	"yumori/internal/lang"
	"yumori/internal/lang/quote"

	"golang.org/x/text/unicode/norm"
)

// A Talk is what was said and by whom, to hold quotations against.
type Talk struct {
	Persona string // its name
	User    string // the user's name; "" unknown
	Lines   []Line
}

// maxHeard is how many bytes of one line are listened to: more is pasted, or a
// model that could not stop, and nobody is given it to tell.
const maxHeard = 32_000

// spokenIn returns what is listened to of a line, as it is said aloud.
func (s stripper) spokenIn(text string) string {
	if len(text) > maxHeard {
		text = strings.ToValidUTF8(text[:maxHeard], "")
	}
	return s.spoken(text)
}

// A heard is a line as quotations are looked for in it.
type heard struct {
	speaker Speaker
	name    string
	folding
}

// A folding is a text as quotations are compared: words in lower case and one
// width with spaces between them, Japanese letter by letter, without marks.
type folding struct {
	text   string
	quotes [][2]int // of text: what is quoted in it
	ends   []int    // of text: where sentences end
}

// heard returns the lines, folded.
func (t Talk) heard() []heard {
	strip := newStripper()
	list := make([]heard, 0, len(t.Lines))
	for _, l := range t.Lines {
		list = append(list, heard{l.Speaker, l.Name, fold(strip.spokenIn(l.Text))})
	}
	return list
}

// fold makes a text ready to be compared.
func fold(text string) folding {
	text = norm.NFKC.String(text)
	var spoken []quote.Quotation
	for _, q := range quote.Quotations(text) {
		if q.Speaks(text) {
			spoken = append(spoken, q)
		}
	}
	f := folder{}
	f.b.WriteByte(' ')
	runes := []rune(text)
	at := 0
	for i, r := range runes {
		if len(spoken) > 0 && at == spoken[0].Begin {
			f.flush()
			f.quotes = append(f.quotes, [2]int{f.b.Len(), len(text) * 4})
		}
		f.add(runes, i)
		if at += len(string(r)); len(spoken) > 0 && at >= spoken[0].End {
			f.flush()
			f.quotes[len(f.quotes)-1][1] = f.b.Len()
			spoken = spoken[1:]
		}
	}
	f.flush()
	f.text = f.b.String()
	return f.folding
}

// A folder writes a folding.
type folder struct {
	folding
	b    strings.Builder
	word []rune
}

func (f *folder) flush() {
	if len(f.word) > 0 {
		f.b.WriteString(string(f.word))
		f.b.WriteByte(' ')
		f.word = f.word[:0]
	}
}

// add takes in the i-th rune of a text.
func (f *folder) add(runes []rune, i int) {
	r := unicode.ToLower(runes[i])
	switch {
	case r >= 0x2E80 && lang.IsWord(r):
		f.flush()
		f.word = append(f.word, r)
		f.flush()
	case lang.IsWord(r) || unicode.IsMark(r) || strings.ContainsRune("%$€£¥", r):
		f.word = append(f.word, r)
	case strings.ContainsRune("'’‘", r) && between(runes, i, lang.IsWord): // don't
	case strings.ContainsRune(".,:/", r) && between(runes, i, unicode.IsDigit):
		f.word = append(f.word, r)
	default:
		f.flush()
		if strings.ContainsRune(".!?。！？…\n", r) {
			f.ends = append(f.ends, f.b.Len())
		}
	}
}

// between reports whether the i-th rune stands between two of a sort.
func between(runes []rune, i int, is func(rune) bool) bool {
	return i > 0 && i+1 < len(runes) && is(runes[i-1]) && is(runes[i+1])
}

// quoted reports whether what stands at a place of the text is quoted in it.
func (f folding) quoted(at int) bool {
	return slices.ContainsFunc(f.quotes, func(q [2]int) bool { return at >= q[0] && at < q[1] })
}

// A holding says how a text has what is quoted of it.
type holding int

const (
	hasNot  holding = iota
	handsOn         // it quotes it of somebody else
	saysItself
)

// has returns how the text has all parts of a quotation, in order.
func (f folding) has(parts []folding) holding {
	best := hasNot
	from := 0
	for {
		at := f.next(parts[0], from)
		if at < 0 {
			return best
		}
		from = at + 1
		end := at + len(parts[0].text) - 1
		for _, p := range parts[1:] {
			if at := f.next(p, end); at >= 0 {
				end = at + len(p.text) - 1
			} else {
				return best
			}
		}
		if f.quoted(at+1) == parts[0].quoted(1) && !f.turned(at+1, end) {
			return saysItself
		}
		if f.quoted(at + 1) {
			best = handsOn
		}
	}
}

// next returns where a part begins in the text at or behind a place; -1 if it
// is not there.
func (f folding) next(part folding, from int) int {
	at := strings.Index(f.text[min(from, len(f.text)):], part.text)
	if at < 0 {
		return -1
	}
	return at + from
}

// turned reports whether what a quotation leaves out of its sentence says the
// opposite of it, or that it is not so: "I don't think", 好き｜ではない.
func (f folding) turned(begin, end int) bool {
	first, last := 0, len(f.text)
	for _, e := range f.ends {
		if e <= begin {
			first = max(first, e)
		} else if e >= end {
			last = min(last, e)
		}
	}
	for _, w := range strings.Fields(f.text[min(first, begin):begin]) {
		if slices.Contains(turning, w) {
			return true
		}
	}
	rest := strings.ReplaceAll(f.text[min(end, last):last], " ", "")
	return slices.ContainsFunc(turningJa, func(w string) bool { return strings.HasPrefix(rest, w) })
}

// Words that turn what follows them, and what follows Japanese and turns it.
var (
	turning = strings.Fields(`not dont doesnt didnt isnt wasnt arent cant cannot couldnt wont wouldnt shouldnt never no nobody hardly
without if unless wish doubt pretend pretended denied deny imagine`)
	turningJa = strings.Fields(`じゃな ではな でな くな ない なか なく ません ませ じゃあり ではあり ず とは思わ とは言 って訳 わけ なら たら ば かどうか かも つもりじゃ ふり`)
)
