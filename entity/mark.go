package entity

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"yumori/internal/memory"
)

// A mark says what a piece is derived from: `<!-- src: a, b; withdrawn: c; kind: told -->`.
type mark struct {
	sources   []string
	withdrawn []string
	kind      memory.Kind
	extra     []string // fields this version does not know
}

const commentEnd = "-->"

var (
	markEnd    = regexp.MustCompile(`^(.*?)[ \t]*<!--[ \t]*((?:src|kind|withdrawn)[ \t]*:[^<>]*?)[ \t]*-->[ \t]*$`)
	hiddenOpen = regexp.MustCompile(`^[ \t]*<!--[ \t]*(withdrawn[ \t]*:[^<>]*?)[ \t]*$`)
	mergedLine = regexp.MustCompile(`^[ \t]*<!--[ \t]*(merged[ \t]*:[^<>]*?)[ \t]*-->[ \t]*$`)
)

// parseMark reads the fields of a mark.
func (d *document) parseMark(line int, s string) mark {
	var m mark
	for field := range strings.SplitSeq(s, ";") {
		key, value, _ := strings.Cut(field, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "src", "merged":
			m.sources = append(m.sources, memory.Listed(value)...)
		case "withdrawn":
			m.withdrawn = append(m.withdrawn, memory.Listed(value)...)
		case "kind":
			if m.kind = memory.Kind(value); !m.kind.Known() {
				d.flaws = append(d.flaws, flaw{line: line, what: fmt.Sprintf("%q is no kind of memory", shortened(value, 40))})
			}
		default:
			m.extra = append(m.extra, strings.TrimSpace(field))
		}
	}
	m.sources, m.withdrawn = memory.Unique(m.sources), memory.Unique(m.withdrawn)
	if len(m.sources)+len(m.withdrawn) == 0 {
		d.flaws = append(d.flaws, flaw{line: line, what: "a mark without sources"})
	}
	return m
}

// fields writes a mark without its comment. key is "src" or "merged".
func (m mark) fields(key string) string {
	var list []string
	if len(m.sources) > 0 {
		list = append(list, key+": "+strings.Join(m.sources, ", "))
	}
	if len(m.withdrawn) > 0 {
		list = append(list, "withdrawn: "+strings.Join(m.withdrawn, ", "))
	}
	if m.kind != "" && m.kind != memory.Told {
		list = append(list, "kind: "+string(m.kind))
	}
	return strings.Join(append(list, m.extra...), "; ")
}

// write gives a piece the lines that say its text and its mark.
func (p *piece) write(eol string) {
	switch {
	case p.form == blank:
		return
	case p.form == merged:
		key := sourceMerged
		if len(p.mark.sources) == 0 {
			key += ":; withdrawn" // the line is known by its first field
			p.raw = []string{"<!-- " + key + ": " + strings.Join(p.mark.withdrawn, ", ") + " -->"}
			break
		}
		p.raw = []string{"<!-- " + p.mark.fields(key) + " -->"}
	case memory.Hidden(p.mark.sources, p.mark.withdrawn):
		p.form = hidden
		p.raw = []string{"<!-- " + p.mark.fields("src")}
		for _, l := range p.text {
			p.raw = append(p.raw, memory.EscapeEnds(l))
		}
		p.raw = append(p.raw, commentEnd)
	default:
		p.form = prose
		p.raw = marked(p.text, p.mark.fields("src"))
	}
	if eol == "\r\n" {
		for i := range p.raw {
			p.raw[i] += "\r"
		}
	}
}

// marked adds a mark to lines: at the end of the last, or below it where
// something else has to be last.
func marked(lines []string, fields string) []string {
	lines = slices.Clone(lines)
	if fields == "" || len(lines) == 0 {
		return lines
	}
	comment := "<!-- " + fields + " -->"
	last := strings.TrimSpace(lines[len(lines)-1])
	if strings.HasPrefix(last, "|") || fenceLine.MatchString(lines[len(lines)-1]) {
		return append(lines, comment)
	}
	lines[len(lines)-1] += " " + comment
	return lines
}

// checkSources returns ErrBadSource unless all can be written into a mark.
func checkSources(sources []string) error {
	for _, s := range sources {
		bad := s == "" || len(s) > maxSource || s == sourceMerged || strings.Contains(s, "--") || strings.ContainsAny(s, ",;<>") ||
			strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\uFFFD' })
		if bad {
			return fmt.Errorf("%w: %q", ErrBadSource, shortened(s, 60))
		}
	}
	return nil
}
