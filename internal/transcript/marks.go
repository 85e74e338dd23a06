package transcript

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
)

// Marks returns what a message is derived from by its line. A reply of before there
// were marks has the trace alone to tell that it was given on texts of others.
func (m Message) Marks() Marks {
	if len(m.Foreign) == 0 && m.Role == RolePersona && taintedBefore(m.Trace) {
		return Marks{{Kind: ForeignUnknown}}
	}
	return m.Foreign
}

// WordMarks is Marks for the words of a message alone, without what is
// attached.
func (m Message) WordMarks() Marks {
	marks := m.Marks()
	if m.Role != RoleUser {
		return marks
	}
	return slices.DeleteFunc(slices.Clone(marks), func(f Foreign) bool { return f.Kind == ForeignDocument })
}

// Guest returns the name of the program that said a message on its own account,
// "" if it was the user or the persona.
func (m Message) Guest() string {
	for _, f := range m.Foreign {
		if f.Kind == ForeignProgram && m.Role == RoleUser {
			return cmp.Or(f.Name, "?")
		}
	}
	return ""
}

// taintedBefore reports whether a trace is one of before there were marks, of
// a reply that texts of others were before.
func taintedBefore(trace []byte) bool {
	if !bytes.Contains(trace, []byte(`"tainted":true`)) {
		return false
	}
	var t struct {
		Tainted bool            `json:"tainted"`
		Foreign json.RawMessage `json:"foreign"`
	}
	return json.Unmarshal(trace, &t) == nil && t.Tainted && t.Foreign == nil
}

// AnswersRetracted reports whether a message is the reply to one that is
// retracted.
func AnswersRetracted(l *Log, id ID) (bool, error) {
	m, err := l.Find(id)
	if err != nil || m.Role != RolePersona || m.Parent == "" {
		return false, err
	}
	asked, err := l.Find(m.Parent)
	return asked.Role == RoleUser && asked.Retracted, err
}
