package bank

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
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
// Of a bullet only the text is needed. Type and kind are those of the file and
// "told" unless the comment says otherwise. The confidence is what stands in
// the brackets; it follows from base and the evidence, in order, unless a hand
// has changed it: then the evidence until then is settled and counts no more.
// Evidence without a time was written by hand and is settled too. What rests
// on nothing any more is a comment, in which "-->" is kept as "--\>". Other
// lines, and fields of comments that are not known, stay as they are.
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
	switch name {
	case experienceFile:
		return "# Experience"
	case opinionsFile:
		return "# Opinions"
	}
	return "# World"
}

// typeIn is the type of a bullet of a file that does not tell.
func typeIn(name string) Type {
	switch name {
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

// An entry is a fact as it stands in a file.
type entry struct {
	fact      Fact // its Sources are those that were not taken back
	id        string
	withdrawn []string
	proofs    []proof
	base      float64
	based     bool     // base was given
	extra     []string // fields that are not known
	below     []string // other lines below the bullet

	key   string // what it is compared by
	words string // what it is searched by
}

// A proof is an evidence as it stands.
type proof struct {
	Evidence
	settled   bool
	withdrawn bool
	extra     []string
}

// visible reports whether readers see a fact.
func (e *entry) visible() bool { return len(e.fact.Sources) > 0 || len(e.withdrawn) == 0 }

var (
	bulletLine = regexp.MustCompile(`^[-*+•・][ \t　]*(.*)$`)
	markEnd    = regexp.MustCompile(`^(.*?)[ \t]*<!--[ \t]*([a-z]+(?:[ \t]*:[^<>]*?)?)[ \t]*-->[ \t]*$`)
	hiddenOpen = regexp.MustCompile(`^<!--[ \t]*(withdrawn[ \t]*:[^<>]*?)[ \t]*$`)
	proofLine  = regexp.MustCompile(`(?i)^[ \t　]+[-*+•・][ \t　]*(for|against|支持|反証)[ \t]*[:：][ \t　]*(\S+)(?:[ \t　]+(.*))?$`)
	goneProof  = regexp.MustCompile(`^[ \t]+<!-- withdrawn (- .*) \| ([^|]*) -->[ \t]*$`)

	ending    = regexp.MustCompile(`--\\*>`)
	endEscape = regexp.MustCompile(`--\\+>`)
	opening   = regexp.MustCompile(`<\\*!--`)
	escaped   = regexp.MustCompile(`<\\+!--`)
)

const commentEnd = "-->"

func escapeEnd(s string) string {
	return ending.ReplaceAllStringFunc(s, func(m string) string { return `--\` + m[2:] })
}

func unescapeEnd(s string) string {
	return endEscape.ReplaceAllStringFunc(s, func(m string) string { return "--" + m[3:] })
}

// escapeMarks keeps text from being read as a comment.
func escapeMarks(s string) string {
	return opening.ReplaceAllStringFunc(s, func(m string) string { return `<\` + m[1:] })
}

func unescapeMarks(s string) string {
	return escaped.ReplaceAllStringFunc(s, func(m string) string { return "<" + m[2:] })
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
		m := fenceRe.FindStringSubmatch(line)
		switch {
		case m != nil && fence == "":
			fence = m[1]
		case m != nil && strings.HasPrefix(m[1], fence):
			fence = ""
		case fence != "" && !strings.Contains(line, "<!--"):
		case hiddenOpen.MatchString(line):
			end = d.parseHidden(p, lines, at)
		case bulletLine.MatchString(line):
			end = bulletEnd(lines, at)
			p.entry = d.parseEntry(at+1, bareLines(lines[at:end]))
		}
		p.raw = lines[at:end:end]
		d.pieces = append(d.pieces, p)
		at = end
	}
	return d
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
		d.problems = append(d.problems, Problem{d.name, line, fmt.Sprintf(format, args...)})
	}
}

// parseHidden reads a fact that is a comment, and returns the line after it.
func (d *document) parseHidden(p *piece, lines []string, at int) int {
	var inside []string
	for end := at + 1; end < len(lines); end++ {
		l := strings.TrimSuffix(lines[end], "\r")
		if strings.TrimSpace(l) == commentEnd {
			if len(inside) > 0 && bulletLine.MatchString(inside[0]) {
				fields := hiddenOpen.FindStringSubmatch(strings.TrimSuffix(lines[at], "\r"))[1]
				p.entry = d.parseEntry(at+2, append([]string{inside[0] + " <!-- " + fields + " -->"}, inside[1:]...))
			}
			if p.entry == nil {
				d.problem(at+1, "the comment holds no withdrawn fact")
			} else if p.entry.visible() {
				d.problem(at+1, "a fact that rests on %q is a comment", p.entry.fact.Sources[0])
				p.entry.withdrawn = append(p.entry.withdrawn, p.entry.fact.Sources...)
				p.entry.fact.Sources = nil
			}
			return end + 1
		}
		if hiddenOpen.MatchString(l) {
			break
		}
		inside = append(inside, unescapeEnd(l))
	}
	d.problem(at+1, "the comment with a withdrawn fact is not closed")
	d.unsafe = true
	end := at + 1
	for end < len(lines) && strings.TrimSpace(lines[end]) != "" {
		end++
	}
	return end
}

// parseEntry reads the lines of a bullet; nil if it is no fact.
func (d *document) parseEntry(line int, lines []string) *entry {
	e := &entry{fact: Fact{Kind: Told, Confidence: 1, Type: typeIn(d.name)}}
	text := lines[0]
	for _, l := range lines[1:] {
		switch pr, ok := d.parseProof(line, l); {
		case ok:
			e.proofs = append(e.proofs, pr)
		case len(e.proofs)+len(e.below) == 0 && !bulletLine.MatchString(strings.TrimLeft(l, " \t　")):
			text += " " + strings.TrimSpace(l) // an editor has broken the line
		default:
			e.below = append(e.below, l)
		}
	}
	text = bulletLine.FindStringSubmatch(text)[1]
	if m := markEnd.FindStringSubmatch(text); m != nil && d.parseFields(line, e, m[2]) {
		text = m[1]
	}
	if err := e.parseText(oneLine(unescapeMarks(text))); err != nil {
		d.problem(line, "the bullet %v", err)
		return nil
	}
	if e.id == "" {
		e.id = idOf(e.fact)
	}
	e.fact.ID = e.id
	e.index()
	return e
}

// parseText reads what a bullet says.
func (e *entry) parseText(text string) error {
	if rest, ok := strings.CutPrefix(text, `\`); ok && typedRe.MatchString(rest) {
		text = rest
	} else if e.fact.Type == Opinion || typedRe.MatchString(text) {
		if st, err := parseTyped(text); err == nil {
			e.fact.Type, e.fact.Confidence, e.fact.Entities, e.fact.Text = st.typ, st.confidence, st.entities, st.text
			return nil
		} else if letterRe.MatchString(text) && typedRe.MatchString(text) {
			return err
		}
		e.fact.Confidence = defaultConfidence
	}
	if e.fact.Type != Opinion {
		e.fact.Confidence = 1
	}
	e.fact.Entities, e.fact.Text = parseEntities(text)
	return statement{text: e.fact.Text, entities: e.fact.Entities}.check()
}

// index makes what the entry is compared and searched by.
func (e *entry) index() {
	e.key = keyOf(e.fact)
	e.words = fold(strings.Join(e.fact.Entities, " ") + " " + e.fact.Text)
}

// parseFields reads the comment of a bullet, and reports whether it is one of
// ours.
func (d *document) parseFields(line int, e *entry, s string) bool {
	ours := false
	for field := range strings.SplitSeq(s, ";") {
		key, value, _ := strings.Cut(field, ":")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		known, err := e.parseField(key, value)
		if err != nil {
			d.problem(line, "%s of %q: %v", key, shortened(value, 40), err)
		}
		if !known || err != nil {
			e.extra = append(e.extra, strings.TrimSpace(field))
		}
		ours = ours || known
	}
	if !ours {
		e.extra = nil
	}
	return ours
}

func (e *entry) parseField(key, value string) (known bool, err error) {
	switch key {
	case "id":
		e.id = value
	case "src":
		e.fact.Sources = unique(append(e.fact.Sources, sourceList(value)...))
	case "withdrawn":
		e.withdrawn = unique(append(e.withdrawn, sourceList(value)...))
	case "time":
		e.fact.Time, err = time.Parse(time.RFC3339, value)
	case "type":
		if t := Type(value); t == World || t == Summary || t == Experience || t == Opinion {
			e.fact.Type = t
		} else {
			err = fmt.Errorf("no type of facts")
		}
	case "kind":
		if k := Kind(value); k.known() {
			e.fact.Kind = k
		} else {
			err = fmt.Errorf("no kind of memory")
		}
	case "category":
		e.fact.Category = Category(value)
	case "importance":
		e.fact.Importance, err = parseUnit(value)
	case "base":
		e.base, err = parseUnit(value)
		e.based = err == nil
	default:
		return false, nil
	}
	return true, err
}

func parseUnit(s string) (float64, error) {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(n >= 0 && n <= 1) {
		return 0, fmt.Errorf("not in [0, 1]")
	}
	return n, nil
}

func sourceList(s string) []string {
	var list []string
	for field := range strings.SplitSeq(s, ",") {
		if field = strings.TrimSpace(field); field != "" {
			list = append(list, field)
		}
	}
	return list
}

// parseProof reads an evidence below an opinion.
func (d *document) parseProof(line int, s string) (proof, bool) {
	var pr proof
	fields := ""
	if m := goneProof.FindStringSubmatch(s); m != nil {
		s, fields, pr.withdrawn = "  "+unescapeEnd(m[1]), m[2], true
	} else if m := markEnd.FindStringSubmatch(s); m != nil {
		s, fields = m[1], m[2]
	}
	m := proofLine.FindStringSubmatch(s)
	if m == nil {
		return proof{}, false
	}
	pr.Stance, pr.Source = For, m[2]
	if k := strings.ToLower(m[1]); k == "against" || k == "反証" {
		pr.Stance = Against
	}
	pr.Text = oneLine(unescapeMarks(strings.TrimPrefix(m[3], "— ")))
	for field := range strings.SplitSeq(fields, ";") {
		field = strings.TrimSpace(field)
		if value, ok := strings.CutPrefix(field, "time:"); ok {
			var err error
			if pr.Time, err = time.Parse(time.RFC3339, strings.TrimSpace(value)); err == nil {
				continue
			}
			d.problem(line, "the time of an evidence cannot be read: %s", shortened(value, 40))
		}
		switch field {
		case "settled":
			pr.settled = true
		case "":
		default:
			pr.extra = append(pr.extra, field)
		}
	}
	return pr, true
}

// render returns the bytes of the file.
func (d *document) render() string {
	var b strings.Builder
	for i, p := range d.pieces {
		for j, l := range p.raw {
			if i+j > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(l)
		}
	}
	return b.String()
}

// write gives a piece the lines that say its fact.
func (d *document) write(p *piece) {
	e := p.entry
	f := e.fact
	line := "- "
	if f.Type == Opinion {
		line += "O(c=" + number(f.Confidence) + ") "
	}
	line += e.said()
	fields := e.fields()
	lines := []string{line}
	if e.visible() && fields != "" {
		lines[0] += " <!-- " + fields + " -->"
	}
	for _, pr := range e.proofs {
		lines = append(lines, pr.line())
	}
	lines = append(lines, e.below...)
	if !e.visible() {
		for i := range lines {
			lines[i] = escapeEnd(lines[i])
		}
		lines = slices.Concat([]string{"<!-- " + fields}, lines, []string{commentEnd})
	}
	if d.eol == "\r\n" {
		for i := range lines {
			lines[i] += "\r"
		}
	}
	p.raw = lines
	d.changed = true
}

// said is a fact in the notation, but for its letter.
func (e *entry) said() string {
	s := entityPrefix(e.fact.Entities[:leading(e.fact)]) + escapeMarks(e.fact.Text)
	if e.fact.Type != Opinion && typedRe.MatchString(s) {
		return `\` + s
	}
	return s
}

// leading returns how many of the entities stand before the text: those that
// the text does not bring by itself.
func leading(f Fact) int {
	inText := map[string]bool{}
	for _, m := range mentionRe.FindAllStringSubmatch(f.Text, -1) {
		inText[fold(strings.TrimRight(m[1], ".'-"))] = true
	}
	n := len(f.Entities)
	for n > 0 && inText[fold(f.Entities[n-1])] {
		n--
	}
	return n
}

// fields writes the comment of a bullet. What is withdrawn comes first, for a
// hidden fact is known by it.
func (e *entry) fields() string {
	f := e.fact
	var list []string
	add := func(key, value string) {
		if value != "" {
			list = append(list, key+": "+value)
		}
	}
	if !e.visible() {
		add("withdrawn", strings.Join(e.withdrawn, ", "))
	}
	add("id", e.id)
	add("src", strings.Join(f.Sources, ", "))
	if e.visible() {
		add("withdrawn", strings.Join(e.withdrawn, ", "))
	}
	if !f.Time.IsZero() {
		add("time", f.Time.Format(time.RFC3339))
	}
	if f.Type != typeIn(fileOf(f.Type)) {
		add("type", string(f.Type))
	}
	if f.Kind != Told {
		add("kind", string(f.Kind))
	}
	add("category", string(f.Category))
	if f.Importance > 0 {
		add("importance", number(f.Importance))
	}
	if e.based {
		add("base", number(e.base))
	}
	return strings.Join(append(list, e.extra...), "; ")
}

// line writes an evidence.
func (pr proof) line() string {
	s := "- " + string(pr.Stance) + ": " + pr.Source
	if pr.Text != "" {
		s += " — " + escapeMarks(pr.Text)
	}
	var fields []string
	if !pr.Time.IsZero() {
		fields = append(fields, "time: "+pr.Time.Format(time.RFC3339))
	}
	if pr.settled {
		fields = append(fields, "settled")
	}
	fields = append(fields, pr.extra...)
	switch mark := strings.Join(fields, "; "); {
	case pr.withdrawn:
		return "  <!-- withdrawn " + escapeEnd(s) + " | " + mark + " -->"
	case mark != "":
		return "  " + s + " <!-- " + mark + " -->"
	}
	return "  " + s
}

// number writes a number in [0, 1].
func number(n float64) string {
	return strconv.FormatFloat(rounded(n), 'f', -1, 64)
}

// blankEnd reports whether the document ends in an empty line, as after a line
// feed.
func (d *document) blankEnd() bool {
	n := len(d.pieces)
	return n == 0 || n > 0 && len(d.pieces[n-1].raw) == 1 && strings.TrimSpace(d.pieces[n-1].raw[0]) == ""
}

// add adds a fact at the end.
func (d *document) add(e *entry) *piece {
	end := strings.TrimSuffix(d.eol, "\n")
	if n := len(d.pieces); n == 1 && strings.Trim(d.pieces[0].raw[0], "\uFEFF \r") == "" {
		d.pieces = []*piece{{raw: []string{titleOf(d.name) + end}}, {raw: []string{end}}}
	} else if d.blankEnd() {
		d.pieces = d.pieces[:n-1]
	} else if last := d.pieces[n-1]; end != "" {
		last.raw = append(slices.Clone(last.raw[:len(last.raw)-1]), last.raw[len(last.raw)-1]+end)
	}
	if n := len(d.pieces); n > 0 && d.pieces[n-1].entry == nil && !d.blankEnd() {
		d.pieces = append(d.pieces, &piece{raw: []string{end}})
	}
	p := &piece{entry: e}
	d.write(p)
	d.pieces = append(d.pieces, p, &piece{raw: []string{""}})
	return p
}

// characters counts code points.
func characters(s string) int { return utf8.RuneCountInString(s) }
