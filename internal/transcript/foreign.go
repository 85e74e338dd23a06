package transcript

import (
	"bytes"
	"cmp"
	"encoding/json"
	"unicode/utf8"

	"yumori/internal/store"
)

// A Foreign is a piece of text that neither the user nor the persona wrote, from
// which a message is derived: of a reply, one that was before the model when it was
// given; of a message of the user's, one that goes with it, or the message
// itself where another program brought it.
type Foreign struct {
	Kind ForeignKind `json:"kind"`
	Name string      `json:"name,omitempty"` // as the user knows it
	Hash string      `json:"hash,omitempty"` // the store.Version of the text's bytes; "" unknown
	From ID          `json:"from,omitempty"` // the message with which it came into the conversation; "" this one
}

// A ForeignKind says what sort of text it is. Readers take a kind they do not
// know for one of others' as well.
type ForeignKind string

// The kinds of text of others.
const (
	ForeignDocument  ForeignKind = "document"  // attached to a message
	ForeignKnowledge ForeignKind = "knowledge" // from what was given to read
	ForeignImported  ForeignKind = "imported"  // brought in from another program
	ForeignMemory    ForeignKind = "memory"    // a memory that might be anybody's
	ForeignSkill     ForeignKind = "skill"
	ForeignCard      ForeignKind = "card"
	ForeignProgram   ForeignKind = "program" // said by another program in the user's place
	ForeignUnknown   ForeignKind = "unknown" // the log does not say what it was
)

// maxForeign is how many pieces a message names; of more, the last is of
// ForeignUnknown. maxForeignName bounds their names, in bytes.
const (
	maxForeign     = 16
	maxForeignName = 200
)

// Marks are the texts of others that a message is derived from; none of most. What
// stands in the field of a line and is no such list, a user having been in it,
// is one mark of ForeignUnknown: only a field that is gone or empty is no mark.
type Marks []Foreign

// UnmarshalJSON never fails.
func (m *Marks) UnmarshalJSON(data []byte) error {
	var list []json.RawMessage
	switch trimmed := bytes.TrimSpace(data); {
	case bytes.Equal(trimmed, []byte("null")):
		*m = nil
		return nil
	case json.Unmarshal(trimmed, &list) != nil:
		*m = Marks{{Kind: ForeignUnknown}}
		return nil
	}
	*m = nil
	for _, raw := range list {
		var f Foreign
		if json.Unmarshal(raw, &f) != nil || f.Kind == "" {
			f = Foreign{Kind: ForeignUnknown}
		}
		*m = append(*m, f)
	}
	return nil
}

// clean returns the marks as a line may hold them.
func (m Marks) clean() Marks {
	var kept Marks
	for _, f := range m {
		f.Kind = ForeignKind(cmp.Or(cleanText(string(f.Kind)), string(ForeignUnknown)))
		f.Name, f.Hash, f.From = cleanText(f.Name), cleanText(f.Hash), ID(cleanText(string(f.From)))
		for len(f.Name) > maxForeignName {
			_, size := utf8.DecodeLastRuneInString(f.Name)
			f.Name = f.Name[:len(f.Name)-size]
		}
		if kept = append(kept, f); len(kept) == maxForeign && len(m) > maxForeign {
			kept[maxForeign-1] = Foreign{Kind: ForeignUnknown}
			break
		}
	}
	return kept
}

// Trust says that the user takes a message for what the two of them wrote,
// whatever Foreign names: from now on Page and Find give it with Trusted set.
// Trusting it again does nothing; an unknown id is ErrNoMessage. It is on disk
// when Trust returns, as a record beside the message, whose line stays.
func (l *Log) Trust(id ID, c store.Cause) error {
	return wrap("trust message", l.mark(id, retractRecord{Kind: kindTrust, Cause: string(c.Kind), Note: c.Note}))
}

// Distrust takes Trust back. Of a message that is not trusted it does nothing;
// an unknown id is ErrNoMessage.
func (l *Log) Distrust(id ID, c store.Cause) error {
	return wrap("distrust message", l.mark(id, retractRecord{Kind: kindDistrust, Cause: string(c.Kind), Note: c.Note}))
}
