package facts

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"
	"time"

	"yumori/internal/memory"
)

var (
	headingRe = re(`^(#{1,6})[ \t　]+(.*?)[ \t　#]*$`)
	bulletRe  = re(`^([ \t　]*)(?:[-*+•][ \t　]+|・[ \t　]*)(.*)$`)
	typedRe   = re(`^[WBOSＷＢＯＳ](?:[ \t　]+[@＠]|[(（])`)
	fenceRe   = re("^ {0,3}(`{3,}|~{3,})")
	datedRe   = re(`^(\d{4}-\d{2}-\d{2})(?:[-_.]|$)`)
)

// retainHeading reports whether a heading is that of a section of facts.
func retainHeading(title string) bool {
	switch fold(title) {
	case "retain", "保持", "覚えておくこと", "覚えておきたいこと":
		return true
	}
	return false
}

// ParseRetain reads the sections `## Retain` (`## 保持`, `## 覚えておくこと`) of a
// daily log: bullets in the notation of facts, up to the next heading that is
// not below the section's. Bullets that cannot be read are problems, with their
// lines. The facts have file#Lnn for their source, the date in the file's name
// for their time, in zone, and the ids that Retain gives them unless their
// text was edited since. It takes any text.
func ParseRetain(file, text string, zone *time.Location) ([]Fact, []Problem) {
	r := readRetain(file, text, zone)
	return r.facts, r.problems
}

// SplitRetain is ParseRetain for who reads the rest as well: it returns the
// facts, and the text without the bullets that say them. Bullets that cannot be
// read stay in it, and lines keep their numbers.
func SplitRetain(file, text string, zone *time.Location) (facts []Fact, rest string) {
	r := readRetain(file, text, zone)
	if len(r.facts) == 0 {
		return nil, text
	}
	lines := strings.Split(text, "\n")
	for _, n := range r.taken {
		lines[n-1] = ""
	}
	return r.facts, strings.Join(lines, "\n")
}

func readRetain(file, text string, zone *time.Location) *retainReader {
	r := &retainReader{file: file}
	r.time = r.dated(zone)
	level, fence := 0, ""
	for i, line := range strings.Split(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		line = strings.TrimRight(line, " \t　\r")
		if m := fenceRe.FindStringSubmatch(line); m != nil && (fence == "" || strings.HasPrefix(m[1], fence)) {
			if fence = m[1]; r.inFence {
				fence = ""
			}
			r.inFence = !r.inFence
			r.end()
			continue
		}
		if r.inFence {
			continue
		}
		if m := headingRe.FindStringSubmatch(line); m != nil {
			r.end()
			switch n := len(m[1]); {
			case n >= 2 && retainHeading(m[2]):
				level = n
			case n <= level:
				level = 0
			}
			continue
		}
		if level > 0 {
			r.line(i+1, line)
		}
	}
	r.end()
	return r
}

// A retainReader gathers the facts of one file.
type retainReader struct {
	file     string
	time     time.Time
	facts    []Fact
	taken    []int // the lines that say them
	problems []Problem
	inFence  bool

	bullet string // the one being read; "" is none
	at     int    // its first line
	last   int    // and its last
	indent int
}

// dated returns the date in the file's name.
func (r *retainReader) dated(zone *time.Location) time.Time {
	m := datedRe.FindStringSubmatch(strings.TrimSuffix(path.Base(r.file), ".md"))
	if m == nil {
		return time.Time{}
	}
	if zone == nil {
		zone = time.Local
	}
	t, err := time.ParseInLocation(time.DateOnly, m[1], zone)
	if err != nil {
		r.problem(0, "is named for a date that does not exist")
	}
	return t
}

func (r *retainReader) problem(line int, what string) {
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, Problem{File: r.file, Line: line, What: what})
	}
}

// line reads a line of a section.
func (r *retainReader) line(n int, line string) {
	m := bulletRe.FindStringSubmatch(line)
	switch {
	case strings.TrimSpace(line) == "":
		r.end()
	case m != nil && (r.bullet == "" || len(m[1]) <= r.indent || letterRe.MatchString(m[2])):
		r.end()
		r.bullet, r.at, r.last, r.indent = m[2], n, n, len(m[1])
	case r.bullet != "" && (line[0] == ' ' || line[0] == '\t' || strings.HasPrefix(line, "　")):
		r.bullet, r.last = r.bullet+" "+strings.TrimSpace(line), n
	case typedRe.MatchString(strings.TrimSpace(line)):
		r.end()
		r.problem(n, "looks like a fact and is no bullet: it needs a \"- \" before it")
	default:
		r.end() // a remark between the bullets
	}
}

// end makes a fact of the bullet that has been read.
func (r *retainReader) end() {
	if r.bullet == "" {
		return
	}
	st, err := parseTyped(oneLine(r.bullet))
	r.bullet = ""
	if err != nil {
		r.problem(r.at, "the bullet "+err.Error())
		return
	}
	source := memory.Place{File: r.file, Line: r.at}
	f := Fact{
		Type: st.typ, Entities: st.entities, Text: st.text, Confidence: st.confidence, Kind: memory.Told, Time: r.time,
		Sources: []string{source.String()}, Source: source,
	}
	if f.Type == Summary {
		f.Kind = memory.Inferred
	}
	f.ID = idOf(f)
	r.facts = append(r.facts, f)
	for n := r.at; n <= r.last; n++ {
		r.taken = append(r.taken, n)
	}
}

// keyOf is what facts are compared by: type, entities in any order, and text.
func keyOf(f Fact) string {
	var names []string
	for _, e := range f.Entities {
		names = append(names, fold(e))
	}
	slices.Sort(names)
	return letterOf(f.Type) + "\x00" + strings.Join(names, "\x00") + "\x00\x00" + foldText(f.Text)
}

// idOf makes an id from what a fact says: "w_3fa9…".
func idOf(f Fact) string {
	sum := sha256.Sum256([]byte(keyOf(f)))
	return strings.ToLower(letterOf(f.Type)) + "_" + hex.EncodeToString(sum[:])[:idDigits]
}
