package facts

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/memory"
)

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
	fields := e.fields(typeIn(d.name))
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
			lines[i] = memory.EscapeEnds(lines[i])
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
	s := entityPrefix(e.fact.Entities[:leading(e.fact)]) + memory.EscapeComments(e.fact.Text)
	if e.fact.Type != Opinion && typedRe.MatchString(s) {
		return `\` + s
	}
	return s
}

// leading returns how many of the entities stand before the text: those that
// the text does not bring by itself, or all, lest the text's own beginning be
// read as them.
func leading(f Fact) int {
	if _, _, ok := cutColon(f.Text); ok && startsWithAt(f.Text) {
		return len(f.Entities)
	}
	inText := map[string]bool{}
	for _, n := range mentions(f.Text) {
		inText[fold(n)] = true
	}
	n := len(f.Entities)
	for n > 0 && inText[fold(f.Entities[n-1])] {
		n--
	}
	return n
}

// fields writes the comment of a bullet. What is withdrawn comes first, for a
// hidden fact is known by it.
func (e *entry) fields(usual Type) string {
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
	if f.Type != usual {
		add("type", string(f.Type))
	}
	if f.Kind != memory.Told {
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
		s += " — " + memory.EscapeComments(pr.Text)
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
		return "  <!-- withdrawn " + memory.EscapeEnds(s) + " | " + mark + " -->"
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
	p := &piece{entry: e}
	d.write(p)
	d.put(p)
	return p
}

// put puts a piece at the end.
func (d *document) put(p *piece) {
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
	d.pieces = append(d.pieces, p, &piece{raw: []string{""}})
	d.changed = true
}

// characters counts code points.
func characters(s string) int { return utf8.RuneCountInString(s) }
