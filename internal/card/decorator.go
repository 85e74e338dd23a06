package card

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A decorator is a line "@@name value" before the content of an entry; a line
// "@@@name value" below stands in for one that a program does not know.
type decorator struct {
	name, value string
	standIn     bool
}

// splitDecorators takes the decorators off a content.
func splitDecorators(content string) (list []decorator, rest string) {
	var lines []string
	for line := range strings.Lines(content) {
		bare := strings.TrimSpace(line)
		name, ok := strings.CutPrefix(bare, "@@")
		if !ok {
			lines = append(lines, line)
			continue
		}
		name, standIn := strings.CutPrefix(name, "@")
		name, value, _ := strings.Cut(name, " ")
		list = append(list, decorator{name: strings.ToLower(name), value: strings.TrimSpace(value), standIn: standIn})
	}
	return list, strings.TrimSpace(strings.Join(lines, ""))
}

// decorate does what the decorators that are known say. Those about places in
// other programs' prompts are not among them.
func (e *Entry) decorate(list []decorator) {
	known := true
	for _, d := range list {
		if d.standIn && known {
			continue
		}
		known = true
		switch d.name {
		case "activate":
			e.Always = true
		case "dont_activate":
			e.Never = true
		case "additional_keys":
			e.Need = listed(d.value)
		case "exclude_keys":
			e.Without = listed(d.value)
		case "scan_depth":
			n, err := strconv.Atoi(d.value)
			if known = err == nil && n > 0; known {
				e.Depth = n
			}
		default:
			known = false
		}
	}
	e.Never = e.Never && !e.Always
}

func listed(s string) []string {
	var list []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// indented lays JSON out for people; nothing of it is lost.
func indented(data []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		return nil, fmt.Errorf("lay out JSON: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
