package facts

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"yumori/internal/memory"
)

// parseEntry reads the lines of a bullet; nil if it is no fact.
func (d *document) parseEntry(line int, lines []string) *entry {
	e := &entry{body: &body{fact: Fact{Kind: memory.Told, Confidence: 1, Type: typeIn(d.name)}}}
	text := lines[0]
	for _, l := range lines[1:] {
		switch pr, ok := d.parseProof(line, l); {
		case ok:
			e.proofs = append(e.proofs, pr)
		case len(e.proofs)+len(e.below) == 0 && !isBullet(strings.TrimLeft(l, " \t　")):
			text += " " + strings.TrimSpace(l) // an editor has broken the line
		default:
			e.below = append(e.below, l)
		}
	}
	text, _ = cutBullet(text)
	if said, mark, ok := cutMark(text); ok && d.parseFields(line, e, mark) {
		text = said
	}
	if err := e.parseText(oneLine(memory.UnescapeComments(text))); err != nil {
		d.problem(line, "the bullet %v", err)
		return nil
	}
	if e.id == "" {
		e.id = idOf(e.fact)
	}
	e.fact.ID = e.id
	return e
}

// parseText reads what a bullet says.
func (e *entry) parseText(text string) error {
	text = strings.TrimLeft(text, " :：")
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
	return typedText{text: e.fact.Text, entities: e.fact.Entities}.check()
}

// index makes what the entry is found by.
func (e *entry) index() {
	e.naming, e.profile = e.names(), e.profiles()
	e.idSum, e.keySum, e.pairs = sumOf(e.id), sumOf(keyOf(e.fact)), pairsOf(e.words())
}

// words is what the entry is searched by.
func (e *entry) words() string { return fold(strings.Join(e.fact.Entities, " ") + " " + e.fact.Text) }

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
		e.fact.Sources = memory.Unique(append(e.fact.Sources, memory.Listed(value)...))
	case "withdrawn":
		e.withdrawn = memory.Unique(append(e.withdrawn, memory.Listed(value)...))
	case "time":
		e.fact.Time, err = time.Parse(time.RFC3339, value)
	case "type":
		if t := Type(value); t == World || t == Summary || t == Experience || t == Opinion {
			e.fact.Type = t
		} else {
			err = fmt.Errorf("no type of facts")
		}
	case "kind":
		if k := memory.Kind(value); k.Known() {
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

// parseProof reads an evidence below an opinion.
func (d *document) parseProof(line int, s string) (proof, bool) {
	var pr proof
	fields := ""
	if m := goneProof.FindStringSubmatch(s); m != nil {
		s, fields, pr.withdrawn = "  "+memory.UnescapeEnds(m[1]), m[2], true
	} else if said, mark, ok := cutMark(s); ok {
		s, fields = said, mark
	}
	m := proofLine.FindStringSubmatch(s)
	if m == nil {
		return proof{}, false
	}
	pr.Stance, pr.Source = For, m[2]
	switch strings.ToLower(m[1]) {
	case "against", "反証":
		pr.Stance = Against
	case "ended", "終了":
		pr.Stance = Ended
	}
	pr.Text = oneLine(memory.UnescapeComments(strings.TrimPrefix(m[3], "— ")))
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
