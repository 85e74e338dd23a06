package answer

import "testing"

func TestMarks(t *testing.T) {
	for _, err := range marks.Check() {
		t.Error(err)
	}
}

// A telling that was given back stands in no order: nothing was said before it.
func TestGivenBackHasNoLead(t *testing.T) {
	ts := &tellings{memories: []Memory{{Text: "おもち、三歳"}}}
	m := Memory{Text: "四歳", order: -1, line: 1}
	if lead := ts.leadOf(m); lead != "" {
		t.Errorf("leads: %q", lead)
	}
	rd := &Reader{}
	rd.memories = ts.memories
	if terms := termsBefore(rd, &m); terms != nil {
		t.Errorf("terms before: %v", terms)
	}
}
