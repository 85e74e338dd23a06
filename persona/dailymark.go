package persona

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"

	"yumori/internal/memory"
)

// What an entry of the daily log is derived from stands in a comment behind its
// heading. When all of it was taken back the entry is inside the comment. Lines
// keep their numbers, as others name them.
//
//	## [14:30:15] preference <!-- src: 01KA…; sum: 3fa94c21 -->
//
//	Alex prefers dark mode.
//
//	<!-- withdrawn: 01KA…; sum: 3fa94c21 ## [14:30:15] preference
//
//	Alex prefers dark mode. -->
//
// The sum is of the text as it was written: what a person adds below it is
// theirs and stays to be seen. An entry without such a comment is derived from
// nothing.
var (
	shownMark  = regexp.MustCompile(`^(## \[\d{2}:\d{2}:\d{2}\].*?)[ \t]*<!--[ \t]*((?:src|withdrawn)[ \t]*:[^<>#]*?)[ \t]*-->[ \t]*$`)
	hiddenMark = regexp.MustCompile(`^<!--[ \t]*((?:src|withdrawn)[ \t]*:[^<>#]*?)[ \t]*(## \[\d{2}:\d{2}:\d{2}\].*)$`)
	markSource = regexp.MustCompile(`^[^\s,;<>#\x00-\x1F]{1,200}$`)
)

const (
	markEnd   = " -->"
	sumDigits = 8
)

// A mark is what an entry is derived from.
type mark struct {
	sources   []string
	withdrawn []string
	sum       string
	extra     []string // fields of other versions
}

func parseMark(s string) mark {
	var m mark
	for field := range strings.SplitSeq(s, ";") {
		key, value, _ := strings.Cut(field, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "src":
			m.sources = append(m.sources, memory.Unique(memory.Listed(value))...)
		case "withdrawn":
			m.withdrawn = append(m.withdrawn, memory.Unique(memory.Listed(value))...)
		case "sum":
			m.sum = value
		default:
			if field = strings.TrimSpace(field); field != "" {
				m.extra = append(m.extra, field)
			}
		}
	}
	return m
}

func (m mark) String() string {
	var list []string
	if len(m.sources) > 0 {
		list = append(list, "src: "+strings.Join(m.sources, ", "))
	}
	if len(m.withdrawn) > 0 {
		list = append(list, "withdrawn: "+strings.Join(m.withdrawn, ", "))
	}
	if m.sum != "" {
		list = append(list, "sum: "+m.sum)
	}
	return strings.Join(append(list, m.extra...), "; ")
}

// hides reports whether nothing is left that the entry is derived from.
func (m mark) hides() bool { return memory.Hidden(m.sources, m.withdrawn) }

// withSource adds to a block, as ProposeDaily makes it, what it is derived from. A
// source that cannot be written into a mark is left out.
func withSource(block, source string) string {
	head, body, ok := strings.Cut(block, "\n")
	if !ok || !entryHeading.MatchString(head) || !markSource.MatchString(source) || strings.Contains(source, "--") {
		return block
	}
	m := mark{sources: []string{source}, sum: sumOf(strings.TrimSpace(body))}
	return head + " <!-- " + m.String() + markEnd + "\n" + body
}

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(strings.ReplaceAll(text, "\r\n", "\n")))
	return hex.EncodeToString(sum[:])[:sumDigits]
}

// A block is an entry of a daily log that has a mark, as it stands in the file.
type block struct {
	first, last int    // its lines, from 0
	head        string // the heading without the mark
	mark        mark
	hidden      bool
	broken      bool // hidden, and somebody took the end of the comment away
}

// A sheet is a daily log, line by line; the lines keep their ends.
type sheet struct {
	lines  []string
	blocks []block
}

// readSheet takes any text.
func readSheet(text string) *sheet {
	s := &sheet{lines: strings.Split(text, "\n")}
	if !strings.Contains(text, "<!--") {
		return s
	}
	for i := 0; i < len(s.lines); i++ {
		line := s.line(i)
		if m := shownMark.FindStringSubmatch(line); m != nil {
			b := block{first: i, head: m[1], mark: parseMark(m[2])}
			b.last = s.textEnd(b)
			s.blocks = append(s.blocks, b)
		} else if m := hiddenMark.FindStringSubmatch(line); m != nil {
			b := block{first: i, hidden: true, mark: parseMark(m[1])}
			b.last, b.broken = s.commentEnd(i)
			b.head = m[2]
			if b.last == i {
				b.head = strings.TrimSuffix(b.head, markEnd)
			}
			b.head = memory.UnescapeEnds(b.head)
			s.blocks = append(s.blocks, b)
			i = b.last
		}
	}
	return s
}

// line returns a line without its end.
func (s *sheet) line(i int) string { return strings.TrimSuffix(s.lines[i], "\r") }

// commentEnd returns the line that ends the comment of a hidden entry. One that
// somebody broke ends with the entry.
func (s *sheet) commentEnd(first int) (last int, broken bool) {
	last = first
	for i := first; i < len(s.lines); i++ {
		line := s.line(i)
		if i > first && (anyHeading.MatchString(line) || hiddenMark.MatchString(line)) {
			break
		}
		if strings.TrimSpace(line) != "" {
			last = i
		}
		if strings.HasSuffix(strings.TrimRight(line, " \t"), "-->") {
			return last, false
		}
	}
	return last, true
}

// textEnd returns the last line of an entry that is seen: of the text that was
// written, or, when somebody changed that, of all that stands there.
func (s *sheet) textEnd(b block) int {
	last := b.first
	sum := sha256.New()
	for i := b.first + 1; i < len(s.lines); i++ {
		line := s.line(i)
		if anyHeading.MatchString(line) || hiddenMark.MatchString(line) {
			break
		}
		blank := strings.TrimSpace(line) == ""
		if last == b.first && blank {
			continue
		}
		if last > b.first {
			line = "\n" + line
		}
		if sum.Write([]byte(line)); blank {
			continue
		}
		last = i
		if hex.EncodeToString(sum.Sum(nil))[:sumDigits] == b.mark.sum {
			break
		}
	}
	return last
}

// write puts an entry into the lines as its mark says.
func (s *sheet) write(b block) {
	if b.hidden {
		s.open(b)
	}
	if b.mark.hides() {
		s.close(b)
		return
	}
	s.set(b.first, b.head+" <!-- "+b.mark.String()+markEnd)
}

// open takes the comment away that an entry is in.
func (s *sheet) open(b block) {
	for i := b.first + 1; i <= b.last; i++ {
		line := s.line(i)
		if i == b.last {
			line = strings.TrimSuffix(strings.TrimRight(line, " \t"), "-->")
			line = strings.TrimSuffix(line, " ")
		}
		s.set(i, memory.UnescapeEnds(line))
	}
}

// close puts an entry into a comment.
func (s *sheet) close(b block) {
	s.set(b.first, "<!-- "+b.mark.String()+" "+memory.EscapeEnds(b.head))
	for i := b.first + 1; i <= b.last; i++ {
		s.set(i, memory.EscapeEnds(s.line(i)))
	}
	s.set(b.last, s.line(b.last)+markEnd)
}

// set changes a line and keeps its end.
func (s *sheet) set(i int, line string) {
	if strings.HasSuffix(s.lines[i], "\r") {
		line += "\r"
	}
	s.lines[i] = line
}

func (s *sheet) String() string { return strings.Join(s.lines, "\n") }

// DailyText returns a daily log as it is read: without what entries are derived from,
// and without those that were taken back. Lines keep their numbers. It takes
// any text.
func DailyText(text string) string {
	s := readSheet(text)
	if len(s.blocks) == 0 {
		return text
	}
	for _, b := range s.blocks {
		if !b.hidden {
			s.set(b.first, b.head)
			continue
		}
		for i := b.first; i <= b.last; i++ {
			s.set(i, "")
		}
	}
	return s.String()
}
