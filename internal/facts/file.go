package facts

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"yumori/internal/memory"
)

// The files of a bank: Markdown lists, one bullet a fact.
//
//	# World
//
//	- @Peter: is in Marrakech. <!-- id: w_3fa9…; src: 01KA…, memory/2025-11-27.md#L12; time: 2025-11-27T10:00:00+01:00 -->
//
//	<!-- withdrawn: 01KB…; id: w_77c0…
//	- @Mika: has a cat.
//	-->
//
// and in opinions.md
//
//   - O(c=0.5275) @Peter: prefers short replies. <!-- id: o_…; src: 01KA…; base: 0.5 -->
//   - for: 01KC… — he said so <!-- time: 2025-11-28T03:00:00+01:00 -->
//   - against: 01KD… <!-- time: 2025-11-29T03:00:00+01:00; settled -->
//     <!-- withdrawn - for: 01KE… | time: 2025-11-29T03:00:00+01:00 -->
//
// A fact that is no longer so stays, with what ended it and when below it:
//
//   - @Peter: is in Marrakech. <!-- id: w_3fa9…; src: 01KA… -->
//   - ended: 01KF… — I'm back in Leeds <!-- time: 2025-12-01T18:00:00+01:00 -->
//
// It is withdrawn with that message as evidence is, and the fact holds again.
//
// Of a bullet only the text is needed. Type and kind are those of the file and
// "told" unless the comment says otherwise. The confidence is what stands in
// the brackets; it follows from base and the evidence, in order, unless a hand
// has changed it: then the evidence until then is settled and counts no more.
// Evidence without a time was written by hand and is settled too. What rests
// on nothing any more is a comment, in which "-->" is kept as "--\>". Other
// lines, and fields of comments that are not known, stay as they are.
//
// A file that has grown beyond spillAt gives its oldest facts away to a file of
// their year, world_archived_2025.md, of the same format; see spill.
const (
	bankDir        = "bank"
	worldFile      = bankDir + "/world.md"
	experienceFile = bankDir + "/experience.md"
	opinionsFile   = bankDir + "/opinions.md"
)

// fileOf is the file of a type. Summaries stand with the world.
func fileOf(t Type) string {
	switch t {
	case Experience:
		return experienceFile
	case Opinion:
		return opinionsFile
	}
	return worldFile
}

// titleOf is what a new file begins with.
func titleOf(name string) string {
	title := "# World"
	switch typeIn(name) {
	case Experience:
		title = "# Experience"
	case Opinion:
		title = "# Opinions"
	}
	if _, year := mainOf(name); year != "" {
		title += " " + year
	}
	return title
}

// typeIn is the type of a bullet of a file that does not tell.
func typeIn(name string) Type {
	switch main, _ := mainOf(name); main {
	case experienceFile:
		return Experience
	case opinionsFile:
		return Opinion
	}
	return World
}

// A document is a file as it stands: every line belongs to a piece.
type document struct {
	name     string
	eol      string
	pieces   []*piece
	problems []Problem
	unsafe   bool // the file must not be rewritten
	changed  bool // since it was read
}

// A piece is a fact with the lines below it, or other lines.
type piece struct {
	line  int      // from 1
	raw   []string // as in the file, without line feeds
	entry *entry   // nil for other lines
}

// An entry is a fact as it stands in a file. It is the same one as long as the
// fact stands there.
type entry struct {
	trace
	*body        // nil in a file at rest
	in    *file  // where it stands
	piece *piece // nil in a file at rest
}

// A body is what an entry says.
type body struct {
	fact      Fact // its Sources are those that were not taken back
	id        string
	withdrawn []string
	proofs    []proof
	base      float64
	based     bool     // base was given
	extra     []string // fields that are not known
	below     []string // other lines below the bullet
}

// A proof is an evidence as it stands.
type proof struct {
	Evidence
	settled   bool
	withdrawn bool
	extra     []string
}

// visible reports whether readers see a fact.
func (e *entry) visible() bool {
	if e.body == nil {
		return !e.hidden
	}
	return !memory.Hidden(e.fact.Sources, e.withdrawn)
}

var (
	hiddenOpen = re(`^<!--[ \t]*(withdrawn[ \t]*:[^<>]*?)[ \t]*$`)
	proofLine  = re(`(?i)^[ \t　]+[-*+•・][ \t　]*(for|against|ended|支持|反証|終了)[ \t]*[:：][ \t　]*(\S+)(?:[ \t　]+(.*))?$`)
	goneProof  = re(`^[ \t]+<!-- withdrawn (- .*) \| ([^|]*) -->[ \t]*$`)
)

const commentEnd = "-->"

// cutBullet returns what a line says behind its bullet.
func cutBullet(line string) (text string, ok bool) {
	if r, n := utf8.DecodeRuneInString(line); n > 0 && strings.ContainsRune("-*+•・", r) {
		return strings.TrimLeft(line[n:], " \t　"), true
	}
	return "", false
}

func isBullet(line string) bool {
	_, ok := cutBullet(line)
	return ok
}

// cutMark returns a line and the inside of the comment that it ends in: a word,
// which a colon and other things may follow, but no "<" or ">".
func cutMark(line string) (text, mark string, ok bool) {
	open := strings.LastIndex(line, "<!--")
	if open < 0 {
		return "", "", false
	}
	mark, ok = strings.CutSuffix(strings.TrimRight(line[open+len("<!--"):], " \t"), commentEnd)
	mark = strings.Trim(mark, " \t")
	after := strings.TrimLeft(mark, "abcdefghijklmnopqrstuvwxyz")
	if !ok || after == mark || after != "" && strings.TrimLeft(after, " \t")[0] != ':' || strings.ContainsAny(mark, "<>") {
		return "", "", false
	}
	return strings.TrimRight(line[:open], " \t"), mark, true
}

// parse reads a file. It takes any text, and render gives it back.
func parse(name, text string) *document {
	d := &document{name: name, eol: "\n"}
	if n := strings.Count(text, "\n"); n > 0 && n == strings.Count(text, "\r\n") {
		d.eol = "\r\n"
	}
	lines := strings.Split(text, "\n")
	fence := ""
	for at := 0; at < len(lines); {
		line := strings.TrimSuffix(lines[at], "\r")
		if at == 0 {
			line = strings.TrimPrefix(line, "\uFEFF")
		}
		p := &piece{line: at + 1}
		end := at + 1
		mark := fenceIn(line)
		switch {
		case mark != "" && fence == "":
			fence = mark
		case mark != "" && strings.HasPrefix(mark, fence):
			fence = ""
		case fence != "" && !strings.Contains(line, "<!--"):
		case strings.HasPrefix(line, "<!--") && hiddenOpen.MatchString(line):
			end = d.parseHidden(p, lines, at)
		case isBullet(line):
			end = bulletEnd(lines, at)
			p.entry = d.parseEntry(at+1, bareLines(lines[at:end]))
		}
		p.raw = lines[at:end:end]
		d.pieces = append(d.pieces, p)
		at = end
	}
	return d
}

// fenceIn returns the marks that open or close a block of code; "" of a line
// that does not.
func fenceIn(line string) string {
	if !strings.Contains(line, "```") && !strings.Contains(line, "~~~") {
		return ""
	}
	if m := fenceRe.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// bareLines returns lines without what they end in.
func bareLines(lines []string) []string {
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = strings.TrimPrefix(strings.TrimSuffix(l, "\r"), "\uFEFF")
	}
	return list
}

// bulletEnd returns the line after a bullet and what is below it.
func bulletEnd(lines []string, at int) int {
	end := at + 1
	for end < len(lines) {
		l := strings.TrimSuffix(lines[end], "\r")
		if strings.TrimSpace(l) == "" || l[0] != ' ' && l[0] != '\t' && !strings.HasPrefix(l, "　") {
			break
		}
		end++
	}
	return end
}

func (d *document) problem(line int, format string, args ...any) {
	if len(d.problems) < maxProblems {
		d.problems = append(d.problems, Problem{File: d.name, Line: line, What: fmt.Sprintf(format, args...)})
	}
}

// parseHidden reads a fact that is a comment, and returns the line after it.
func (d *document) parseHidden(p *piece, lines []string, at int) int {
	var inside []string
	for end := at + 1; end < len(lines); end++ {
		l := strings.TrimSuffix(lines[end], "\r")
		if strings.TrimSpace(l) == commentEnd {
			if len(inside) > 0 && isBullet(inside[0]) {
				fields := hiddenOpen.FindStringSubmatch(strings.TrimSuffix(lines[at], "\r"))[1]
				p.entry = d.parseEntry(at+2, append([]string{inside[0] + " <!-- " + fields + " -->"}, inside[1:]...))
			}
			switch e := p.entry; {
			case e == nil:
				d.problem(at+1, "the comment holds no withdrawn fact")
			case len(e.fact.Sources)+len(e.withdrawn) == 0:
				d.problem(at+1, "the withdrawn fact names no source")
				p.entry = nil
			case e.visible():
				d.problem(at+1, "a fact that rests on %q is a comment", e.fact.Sources[0])
				e.fact.Sources, e.withdrawn = nil, memory.Unique(append(e.withdrawn, e.fact.Sources...))
			}
			return end + 1
		}
		if hiddenOpen.MatchString(l) {
			break
		}
		inside = append(inside, memory.UnescapeEnds(l))
	}
	d.problem(at+1, "the comment with a withdrawn fact is not closed")
	d.unsafe = true
	end := at + 1
	for end < len(lines) && strings.TrimSpace(lines[end]) != "" {
		end++
	}
	return end
}
