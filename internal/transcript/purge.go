package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Taken returns the messages that were taken back, as they were said, and those that
// stand, oldest first. It reads the whole log.
func (l *Log) Taken(ctx context.Context) (taken, standing []Message, err error) {
	l.files.RLock()
	defer l.files.RUnlock()
	c, err := l.chain()
	if err != nil {
		return nil, nil, fmt.Errorf("read what was taken back: %w", err)
	}
	seen := map[ID]bool{} // an archive and the log may both have it while a month is moved
	for at, err := range c.forward(position{part: c.parts[0].name}) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, nil, fmt.Errorf("read what was taken back: %w", err)
		}
		r, err := decode(at.data)
		switch {
		case err != nil || r.Kind != kindMessage || seen[r.ID]:
			continue
		case l.retracted.has(r.ID):
			taken = append(taken, r.Message)
		default:
			standing = append(standing, r.Message)
		}
		seen[r.ID] = true
	}
	return taken, standing, nil
}

// IsLog reports whether a file of a persona's folder has lines of the log.
func IsLog(name string) bool {
	return name == logFile || strings.HasPrefix(name, archiveDir+"/")
}

// Blank returns the lines of a log without what the given messages said: their places
// in the conversation stay. Lines that are none stay as they are.
func Blank(lines []byte, gone map[ID]bool) []byte {
	var out bytes.Buffer
	for line := range bytes.Lines(lines) {
		h, err := decodeHeader(line)
		fields := map[string]json.RawMessage{}
		if err != nil || h.Kind != kindMessage || !gone[h.ID] || json.Unmarshal(line, &fields) != nil {
			out.Write(line)
			continue
		}
		fields["text"] = json.RawMessage(`""`)
		for _, name := range []string{"attachments", "trace", "opaque", "foreign"} {
			delete(fields, name)
		}
		blank, err := json.Marshal(fields)
		if err != nil { // unreachable: they were read from JSON
			out.Write(line)
			continue
		}
		out.Write(append(blank, '\n'))
	}
	return out.Bytes()
}
