package entity

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/memory"
)

// pageDir holds the pages, one Markdown file each.
//
//	# Entity Memory: Mika
//	Created: 2026-11-21 14:30:15 +09:00
//	Aliases: Mi, ミカ
//
//	Mika is Alex's sister. <!-- src: 01KA…, 01KB… -->
//
//	She moved to Kyoto in May. <!-- src: 01KC…; withdrawn: 01KD…; kind: inferred -->
//
//	<!-- withdrawn: 01KE…
//	She has a cat.
//	-->
//
//	<!-- merged: 01K0…, 01K1… -->
//
// A title of any other form names the entity as it stands; a page without one
// goes by its file name. `Alias:` is one alias that has a comma in it. A mark
// at the end of a line belongs to the lines above it up to the blank line or
// the mark before; it may stand on a line of its own. A text with nothing but
// withdrawn sources is a comment; in it, "-->" is kept as "--\>". "merged" as
// a source stands for those of the line `merged:`, what a consolidated text
// is derived from; among them "hand" is text that had no sources.
const (
	pageDir = "entity_memory"
	fileExt = ".md"

	sourceMerged = "merged"
	sourceHand   = "hand"
)

// dateLayout is how Created is written; dateLayouts are those that are read.
const dateLayout = "2006-01-02 15:04:05 -07:00"

func dateLayouts() []string {
	return []string{dateLayout, time.RFC3339, time.DateTime, "2006-01-02 15:04", time.DateOnly}
}

// A document is a page as it stands in its file. Lines keep what they end in,
// but for the line feed.
type document struct {
	bom    string // what stands before the first line
	eol    string // what lines end in: "\n" or "\r\n"
	head   []string
	title  string // "" if there is none
	titled int    // the line of head with the title; -1 if there is none
	// created and aliases are what the head says.
	created time.Time
	aliases []string
	pieces  []*piece
	flaws   []flaw
}

// A flaw is a place in a page that is not as it should be.
type flaw struct {
	line   int
	what   string
	unsafe bool // the page must not be rewritten
}

// A piece is a run of lines below the head.
type piece struct {
	form form
	line int      // from 1
	raw  []string // as in the file
	text []string // without the mark, escapes as in the file
	mark mark
}

// A form says what a piece is.
type form int

const (
	blank  form = iota // a blank line
	prose              // what readers see
	hidden             // text that is derived from nothing any more
	merged             // the sources of a consolidated text
)

var (
	titleLine  = regexp.MustCompile(`^#[ \t]+(.*?)[ \t]*$`)
	titleLead  = regexp.MustCompile(`(?i)^(?:entity memory|エンティティ記憶)[ \t]*[:：][ \t]*`)
	headerLine = regexp.MustCompile(`(?i)^(created|aliases|alias|作成|別名)[ \t]*[:：][ \t]*(.*?)[ \t]*$`)
	fenceLine  = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})(.*)$")
)

// parse reads a page. It takes any text, and render gives it back.
func parse(text string) *document {
	d := &document{eol: "\n", titled: -1}
	if rest, ok := strings.CutPrefix(text, "\uFEFF"); ok {
		d.bom, text = "\uFEFF", rest
	}
	if n := strings.Count(text, "\n"); n > 0 && n == strings.Count(text, "\r\n") {
		d.eol = "\r\n"
	}
	lines := strings.Split(text, "\n")
	at := d.parseHead(lines)
	d.head = lines[:at:at]
	d.parseBody(lines, at)
	return d
}

// parseHead reads title and header and returns the line after them.
func (d *document) parseHead(lines []string) int {
	at := 0
	for at < len(lines) && strings.TrimSpace(lines[at]) == "" {
		at++
	}
	if at == len(lines) {
		return 0
	}
	m := titleLine.FindStringSubmatch(bare(lines[at]))
	if m == nil {
		return 0
	}
	d.title = cleanName(memory.UnescapeComments(titleLead.ReplaceAllString(m[1], "")))
	if keyOf(d.title) == "" || utf8.RuneCountInString(d.title) > MaxName {
		d.flaws = append(d.flaws, flaw{line: at + 1, what: "the title is no name"})
		d.title = ""
	}
	d.titled = at
	for at++; at < len(lines); at++ {
		m := headerLine.FindStringSubmatch(bare(lines[at]))
		if m == nil {
			break
		}
		d.parseHeader(at+1, strings.ToLower(m[1]), m[2])
	}
	return at
}

func (d *document) parseHeader(line int, key, value string) {
	switch key {
	case "created", "作成":
		for _, layout := range dateLayouts() {
			if t, err := time.ParseInLocation(layout, value, time.Local); err == nil {
				d.created = t
				return
			}
		}
		d.flaws = append(d.flaws, flaw{line: line, what: "the date of creation cannot be read"})
	case "alias":
		d.addAlias(value)
	default:
		for _, a := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(aliasEnds, r) }) {
			d.addAlias(a)
		}
	}
}

// aliasEnds separate aliases.
const aliasEnds = ",，、;；"

func (d *document) addAlias(s string) {
	if s = cleanName(s); keyOf(s) != "" && utf8.RuneCountInString(s) <= MaxName && len(d.aliases) < maxAliases {
		d.aliases = append(d.aliases, s)
	}
}

// bare returns a line without what it ends in.
func bare(line string) string { return strings.TrimSuffix(line, "\r") }

// parseBody cuts the lines from at on into pieces.
func (d *document) parseBody(lines []string, at int) {
	fences := closedFences(lines, at)
	for at < len(lines) {
		line := bare(lines[at])
		end := at + 1
		p := &piece{line: at + 1}
		switch {
		case strings.TrimSpace(line) == "":
			p.form = blank
		case hiddenOpen.MatchString(line):
			end = d.parseHidden(p, lines, at)
		case mergedLine.MatchString(line):
			p.form = merged
			p.mark = d.parseMark(at+1, mergedLine.FindStringSubmatch(line)[1])
		default:
			end = d.parseProse(p, lines, fences)
		}
		p.raw = lines[at:end:end]
		d.pieces = append(d.pieces, p)
		at = end
	}
}

// parseProse reads a paragraph and returns the line after it.
func (d *document) parseProse(p *piece, lines []string, fences map[int]int) int {
	p.form = prose
	inFence := 0 // the line after the fence that at is in
	for at := p.line - 1; at < len(lines); at++ {
		line := bare(lines[at])
		if end, ok := fences[at]; ok && at >= inFence {
			inFence = end
		}
		first := at == p.line-1
		if !first && (strings.TrimSpace(line) == "" && at >= inFence || hiddenOpen.MatchString(line) || mergedLine.MatchString(line)) {
			return at
		}
		if m := markEnd.FindStringSubmatch(line); m != nil {
			if strings.TrimSpace(m[1]) != "" {
				p.text = append(p.text, m[1])
			}
			p.mark = d.parseMark(at+1, m[2])
			return at + 1
		}
		p.text = append(p.text, line)
	}
	return len(lines)
}

// parseHidden reads a comment of withdrawn text and returns the line after it.
// One that is not closed ends at the next blank line.
func (d *document) parseHidden(p *piece, lines []string, at int) int {
	p.form = hidden
	p.mark = d.parseMark(at+1, hiddenOpen.FindStringSubmatch(bare(lines[at]))[1])
	for end := at + 1; end < len(lines); end++ {
		if strings.TrimSpace(lines[end]) == commentEnd {
			return end + 1
		}
		if hiddenOpen.MatchString(bare(lines[end])) {
			break
		}
		p.text = append(p.text, memory.UnescapeEnds(bare(lines[end])))
	}
	d.flaws = append(d.flaws, flaw{line: at + 1, what: "the comment with withdrawn text is not closed", unsafe: true})
	for i := range p.text {
		if strings.TrimSpace(p.text[i]) == "" {
			p.text = p.text[:i]
			break
		}
	}
	return at + 1 + len(p.text)
}

// closedFences returns where blocks of code begin and the line after each. One
// that is never closed is none.
func closedFences(lines []string, from int) map[int]int {
	fences := map[int]int{}
	open, fence := -1, ""
	for i := from; i < len(lines); i++ {
		m := fenceLine.FindStringSubmatch(bare(lines[i]))
		switch {
		case m == nil:
		case open < 0:
			open, fence = i, m[1]
		case m[1][0] == fence[0] && len(m[1]) >= len(fence) && strings.TrimSpace(m[2]) == "":
			fences[open] = i + 1
			open = -1
		}
	}
	return fences
}

// render returns the bytes of the page.
func (d *document) render() string {
	var b strings.Builder
	b.WriteString(d.bom)
	lines := d.head
	first := true
	add := func(lines []string) {
		for _, l := range lines {
			if !first {
				b.WriteByte('\n')
			}
			first = false
			b.WriteString(l)
		}
	}
	add(lines)
	for _, p := range d.pieces {
		add(p.raw)
	}
	return b.String()
}

// mergedPiece returns the line of what a consolidated text is derived from, or nil.
func (d *document) mergedPiece() *piece {
	for _, p := range d.pieces {
		if p.form == merged {
			return p
		}
	}
	return nil
}

// sourcesOf returns what a piece is derived from, and what it was before.
func (d *document) sourcesOf(p *piece) (sources, withdrawn []string) {
	withdrawn = p.mark.withdrawn
	for _, s := range p.mark.sources {
		if s != sourceMerged {
			sources = append(sources, s)
			continue
		}
		if m := d.mergedPiece(); m != nil {
			sources = append(sources, m.mark.sources...)
			withdrawn = append(withdrawn[:len(withdrawn):len(withdrawn)], m.mark.withdrawn...)
		}
	}
	return memory.Unique(sources), memory.Unique(withdrawn)
}

// emptied reports whether all that the page said was taken back; of one that is
// damaged nobody can tell.
func (d *document) emptied() bool {
	if len(d.flaws) > 0 {
		return false
	}
	withdrawn := false
	for _, p := range d.pieces {
		if p.shows() {
			return false
		}
		withdrawn = withdrawn || len(p.mark.withdrawn) > 0
	}
	return withdrawn
}

// text returns what a reader sees.
func (d *document) text() string {
	var b strings.Builder
	apart := false
	for _, p := range d.pieces {
		if p.form == blank {
			apart = true
			continue
		}
		if !p.shows() {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
			if apart {
				b.WriteByte('\n')
			}
		}
		apart = false
		b.WriteString(p.plain())
	}
	return b.String()
}

// shows reports whether readers see a piece.
func (p *piece) shows() bool {
	return p.form == prose && len(p.text) > 0 && !memory.Hidden(p.mark.sources, p.mark.withdrawn)
}

// plain is the text of a piece as readers see it.
func (p *piece) plain() string { return memory.UnescapeComments(strings.Join(p.text, "\n")) }
