package tagfilter

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A markup follows, line by line, whether a text is in Markdown code. The zero
// value is the beginning of a text.
type markup struct {
	fence bool // in a fenced block
	ch    byte // the fence's character
	size  int  // the fence's length

	// The lengths of the runs of backticks in this paragraph that may have
	// opened inline code, none answered yet; the first to be answered did.
	runs    []int
	opening bool // the only run stands where a fence may begin, on this line

	line    position
	closing bool // the line is the closing fence so far
}

// A position says what of a line has been read.
type position int

const (
	lineEmpty  position = iota // nothing, spaces or the marks of a quotation
	lineMarker                 // also what may be the mark of a list item
	lineText
)

// content reads a piece of a line without backticks and tildes.
func (c *markup) content(s string) {
	for i := range len(s) {
		switch b := s[i]; {
		case b == ' ' || b == '\t' || b == '\r':
		case c.line == lineEmpty && b == '>':
		case c.line != lineText && strings.IndexByte("-*+.)0123456789", b) >= 0:
			c.line, c.closing = lineMarker, false
		default:
			c.line, c.closing = lineText, false
			return
		}
	}
}

// run reads a run of backticks or tildes.
func (c *markup) run(ch byte, n int) {
	start := c.line
	c.line = lineText
	switch {
	case c.fence:
		c.closing = start == lineEmpty && ch == c.ch && n >= c.size
	case n >= 3 && start != lineText && ch == '~':
		*c = markup{fence: true, ch: ch, size: n, line: lineText}
	case ch == '~':
	case n >= 3 && start != lineText:
		c.runs, c.opening = []int{n}, true // a fence, if no backtick follows in the line
	default:
		c.opening = false
		if i := slices.Index(c.runs, n); i >= 0 {
			c.runs = c.runs[:i] // answered: what stood between was code
		} else {
			c.runs = append(c.runs, n)
		}
	}
}

// newline reads the end of a line.
func (c *markup) newline() {
	switch {
	case c.fence:
		c.fence = !c.closing
	case c.opening:
		*c = markup{fence: true, ch: '`', size: c.runs[0]}
	case c.line == lineEmpty: // a paragraph has ended
		c.runs = nil
	}
	c.line, c.closing = lineEmpty, false
}

// holds says whether w, which follows what has been read, begins in inline
// code.
func (c markup) holds(w window) answer {
	for _, n := range c.runs {
		if a := c.closesIn(w, n); a != no {
			return a
		}
	}
	return no
}

// closesIn says whether a run of ticks backticks is answered in w. What is not
// answered as far as one looks never is.
func (c markup) closesIn(w window, ticks int) answer {
	undecided := unsure
	if w.last || w.full {
		undecided = no
	}
	s := w.s
	for s != "" {
		n := 1
		switch s[0] {
		case '`', '~':
			n = runLength(s)
			switch {
			case n == len(s) && undecided == unsure:
				return unsure
			case n >= 3 && c.line != lineText:
				return no // a fenced block begins
			case s[0] == '`' && n == ticks:
				return yes
			}
			c.line = lineText
			c.opening = c.opening && s[0] == '~'
		case '\n':
			if c.opening {
				return yes // the line is the opening of a fenced block
			}
			if c.line == lineEmpty {
				return no // a paragraph has ended
			}
			c.line = lineEmpty
		default:
			c.content(s[:1])
		}
		s = s[n:]
	}
	return undecided
}

func runLength(s string) int {
	return len(s) - len(strings.TrimLeft(s, s[:1]))
}

// maxSpace is how much white space is held back to see what follows it.
const maxSpace = 128

// A tidyText is a text from which pieces were taken out, without the white
// space they leave behind. The zero value is empty.
type tidyText struct {
	out     []byte // not taken yet
	tail    []byte // the last few bytes of the text
	space   string // white space since the last word
	before  string // white space before the gap
	gapped  bool   // something was taken out since the last word
	started bool   // there was a word
}

// write adds to the text.
func (t *tidyText) write(s string) {
	for s != "" {
		n := 0
		if isSpace(s[0]) {
			n = 1
			t.space += s[:1]
			if len(t.space) >= maxSpace {
				t.flush(0)
			}
		} else {
			for n < len(s) && !isSpace(s[n]) {
				n++
			}
			t.flush(s[0])
			t.add(s[:n])
			t.started = true
		}
		s = s[n:]
	}
}

// gap says that something was taken out here.
func (t *tidyText) gap() {
	t.before = moreSpace(t.before, t.space)
	t.space, t.gapped = "", true
}

// close ends the text.
func (t *tidyText) close() {
	if !t.gapped {
		t.add(t.space)
	}
	t.space, t.before = "", ""
}

// take returns what was added since the last time, without a character that
// has only begun.
func (t *tidyText) take() string {
	n := len(t.out)
	for i := n - 1; i >= 0 && i > n-utf8.UTFMax; i-- {
		if utf8.RuneStart(t.out[i]) {
			if !utf8.FullRune(t.out[i:]) {
				n = i
			}
			break
		}
	}
	s := string(t.out[:n])
	t.out = append(t.out[:0], t.out[n:]...)
	return s
}

// takeAll returns all that was added since the last time.
func (t *tidyText) takeAll() string {
	s := string(t.out)
	t.out = t.out[:0]
	return s
}

// flush adds the white space before next, the first byte of a word; 0 if there
// is only too much of it to be held back.
func (t *tidyText) flush(next byte) {
	space := moreSpace(t.before, t.space)
	t.before, t.space = "", ""
	if t.gapped && !t.started {
		space = ""
		t.gapped = next == 0
	} else if t.gapped {
		t.gapped = false
		if space == "" && t.sticks(next) {
			space = " "
		}
	}
	t.add(space)
}

// sticks says whether next would grow together with what stands before the gap
// into a tag or a longer run of backticks.
func (t *tidyText) sticks(next byte) bool {
	if n := len(t.tail); n > 0 && t.tail[n-1] == next && (next == '`' || next == '~') {
		return true
	}
	i := strings.LastIndexByte(string(t.tail), '<')
	return i >= 0 && matchTag(window{s: string(t.tail[i:])}).found == unsure
}

// add adds to the text as it is.
func (t *tidyText) add(s string) {
	const kept = 32 // longer than the longest name
	t.out = append(t.out, s...)
	t.tail = append(t.tail, s[max(0, len(s)-kept):]...)
	t.tail = t.tail[max(0, len(t.tail)-kept):]
}

// moreSpace returns the run with more line breaks, or else the longer one.
func moreSpace(a, b string) string {
	la, lb := strings.Count(a, "\n"), strings.Count(b, "\n")
	if lb > la || lb == la && len(b) > len(a) {
		return b
	}
	return a
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
