package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// The kinds of records.
const (
	kindMessage   = "message"
	kindHead      = "head"
	kindRetract   = "retract"
	kindUnretract = "unretract"
	kindAgain     = "again"
	kindTrust     = "trust"
	kindDistrust  = "distrust"
)

// messageStart is how a message's line begins as encode writes it.
const messageStart = `{"kind":"message","id":"`

// A record is a line of the log. The order of the fields is the order in the
// file: a reader that looks for one message finds the ids at the front.
type record struct {
	Kind string `json:"kind"`
	Message
}

// A headRecord is the line that says which branch is shown.
type headRecord struct {
	Kind string    `json:"kind"`
	ID   ID        `json:"id"`
	Time time.Time `json:"time"`
}

// A header is what a scan needs to know of a line.
type header struct {
	Kind   string `json:"kind"`
	ID     ID     `json:"id"`
	Parent ID     `json:"parent"`
}

var errNotRecord = errors.New("not a record")

// encode returns m as a line, without the line break. It cleans the text of
// what JSON or a reader cannot take: bytes that are not UTF-8 become U+FFFD
// and NUL becomes its symbol U+2400, so that the loss can be seen.
func encode(m Message) (Message, []byte, error) {
	if len(m.Text) > MaxText {
		return m, nil, fmt.Errorf("%d bytes of text: %w", len(m.Text), ErrTooLarge)
	}
	m, err := clean(m)
	if err != nil {
		return m, nil, err
	}
	line, err := encodeLine(record{kindMessage, m})
	if err != nil {
		return m, nil, fmt.Errorf("%w: %w", ErrBadMessage, err)
	}
	if len(line) > maxRecord {
		return m, nil, fmt.Errorf("record of %d bytes: %w", len(line), ErrTooLarge)
	}
	return m, line, nil
}

func encodeLine(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // people read this file
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func clean(m Message) (Message, error) {
	switch m.Role {
	case RoleUser, RolePersona, RoleNote:
	default:
		return m, fmt.Errorf("%w: role %q", ErrBadMessage, m.Role)
	}
	switch m.State {
	case Complete, Interrupted, Failed, Cut:
	default:
		return m, fmt.Errorf("%w: state %q", ErrBadMessage, m.State)
	}
	if !utf8.ValidString(string(m.ID)) || !utf8.Valid(m.Trace) || !utf8.Valid(m.Opaque) {
		return m, fmt.Errorf("%w: not UTF-8", ErrBadMessage)
	}
	m.Text, m.Model = cleanText(m.Text), cleanText(m.Model)
	if len(m.Attachments) > 0 {
		kept := make([]Attachment, len(m.Attachments))
		for i, a := range m.Attachments {
			a.Name, a.MIME, a.Path = cleanText(a.Name), cleanText(a.MIME), cleanText(a.Path)
			kept[i] = a
		}
		m.Attachments = kept
	}
	m.Foreign = m.Foreign.clean()
	m.Trace, m.Opaque = nullToNil(m.Trace), nullToNil(m.Opaque)
	return m, nil
}

func cleanText(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\u2400")
}

// nullToNil makes what reads back as nil nil.
func nullToNil(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 || bytes.Equal(bytes.TrimSpace(raw), []byte("null")) {
		return nil
	}
	return raw
}

// decode reads a line. A kind it does not know comes back with the kind alone.
func decode(line []byte) (record, error) {
	if !utf8.Valid(line) {
		return record{}, fmt.Errorf("%w: not UTF-8", errNotRecord)
	}
	h, err := decodeHeader(line)
	if err != nil {
		return record{}, err
	}
	if h.Kind != kindMessage {
		if !json.Valid(line) {
			return record{}, fmt.Errorf("%w: broken JSON", errNotRecord)
		}
		return record{Kind: h.Kind, Message: Message{ID: h.ID, Parent: h.Parent}}, nil
	}
	var r record
	rest, trace := cutTrace(line)
	if err := json.Unmarshal(rest, &r); err != nil {
		return record{}, fmt.Errorf("%w: %w", errNotRecord, err)
	}
	if trace != nil {
		r.Trace = trace
	}
	if r.Role == "" || r.Time.IsZero() {
		return record{}, fmt.Errorf("%w: message %q lacks role or time", errNotRecord, r.ID)
	}
	r.Trace, r.Opaque = nullToNil(r.Trace), nullToNil(r.Opaque)
	return r, nil
}

// cutTrace takes the trace out of a line that ends with it, as encode writes a
// message without data of a provider: it is the longest part, and what it says
// is the caller's business, who finds out whether it can be read. The line stays
// as it is where that is not so. The trace is a copy.
func cutTrace(line []byte) (rest []byte, trace json.RawMessage) {
	// In a string the quotation marks would be escaped, so this is a field; of
	// the message if what follows is one value and the end.
	at := bytes.Index(line, traceStart)
	if at < 0 || line[len(line)-1] != '}' {
		return line, nil
	}
	value := line[at+len(traceStart) : len(line)-1]
	if objectEnd(value) != len(value) {
		return line, nil
	}
	return append(line[:at:at], '}'), bytes.Clone(value)
}

// objectEnd returns where the JSON object ends that b begins with, by its
// braces alone; -1 if it does not.
func objectEnd(b []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		if depth == 0 {
			if i == 0 || quoted {
				return -1
			}
			return i + 1
		}
	}
	return -1
}

var traceStart = []byte(`,"trace":`)

// decodeHeader reads the kind and the ids of a line, at a fraction of what
// decode costs when the line is as encode writes it; the rest of such a line
// is not looked at.
func decodeHeader(line []byte) (header, error) {
	if h, ok := scanHeader(line); ok {
		return h, nil
	}
	var h header
	if err := json.Unmarshal(line, &h); err != nil {
		return header{}, fmt.Errorf("%w: %w", errNotRecord, err)
	}
	if h.Kind == "" {
		return header{}, fmt.Errorf("%w: no kind", errNotRecord)
	}
	switch h.Kind {
	case kindMessage, kindHead, kindRetract, kindUnretract, kindAgain, kindTrust, kindDistrust:
		if h.ID != "" {
			break
		}
		return header{}, fmt.Errorf("%w: %s without id", errNotRecord, h.Kind)
	}
	return h, nil
}

// scanHeader reads the header of a message line as encode writes it.
func scanHeader(line []byte) (header, bool) {
	h, _, ok := scanStart(line)
	return h, ok
}

// scanText reads the text of a message line as encode writes it, if nothing
// in it had to be escaped.
func scanText(line []byte) ([]byte, bool) {
	_, rest, ok := scanStart(line)
	if !ok {
		return nil, false
	}
	if _, rest, ok = cutID(rest[len(`,"role":"`):]); !ok {
		return nil, false
	}
	if rest, ok = bytes.CutPrefix(rest, []byte(`,"time":"`)); !ok {
		return nil, false
	}
	at, rest, ok := bytes.Cut(rest, []byte(`","text":"`))
	if !ok || bytes.ContainsAny(at, `"\`) {
		return nil, false
	}
	text, _, ok := bytes.Cut(rest, []byte{'"'})
	return text, ok && bytes.IndexByte(text, '\\') < 0
}

// scanStart reads the header of a message line and returns what follows it.
func scanStart(line []byte) (header, []byte, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(messageStart))
	if !ok {
		return header{}, nil, false
	}
	id, rest, ok := cutID(rest)
	if !ok || len(id) == 0 {
		return header{}, nil, false
	}
	if rest, ok = bytes.CutPrefix(rest, []byte(`,"parent":"`)); !ok {
		return header{}, nil, false
	}
	parent, rest, ok := cutID(rest)
	if !ok || !bytes.HasPrefix(rest, []byte(`,"role":"`)) || line[len(line)-1] != '}' {
		return header{}, nil, false
	}
	return header{Kind: kindMessage, ID: ID(id), Parent: ID(parent)}, rest, true
}

// cutID splits `ID"rest`; an id with other characters than letters and digits
// is left to the JSON parser.
func cutID(b []byte) (id, rest []byte, ok bool) {
	end := bytes.IndexByte(b, '"')
	if end < 0 {
		return nil, nil, false
	}
	for _, c := range b[:end] {
		if !idByte(c) {
			return nil, nil, false
		}
	}
	return b[:end], b[end+1:], true
}

// idByte reports whether c is a letter or a digit.
func idByte(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// complete is what a journal asks of its last lines: a whole JSON object. A
// line of a kind or with fields from the future passes.
func complete(line []byte) error {
	if !utf8.Valid(line) || !json.Valid(line) || len(line) == 0 || line[0] != '{' {
		return errNotRecord
	}
	return nil
}
