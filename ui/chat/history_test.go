package chat

import (
	"fmt"
	"testing"

	"yumori/internal/transcript"
	"yumori/ui/uitest"
)

// check fails unless s is an unbroken chain that ends, or begins, where said.
func checkChain(t *testing.T, s stretch) {
	t.Helper()
	for i := 1; i < len(s.lines); i++ {
		if s.lines[i].Parent != s.lines[i-1].ID {
			t.Fatalf("%v: %s does not follow %s", s, s.lines[i].ID, s.lines[i-1].ID)
		}
	}
	if len(s.lines) > maxLoaded {
		t.Fatalf("%d messages are loaded", len(s.lines))
	}
}

func newest(t *testing.T, p pager) stretch {
	t.Helper()
	s, err := readNewest(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReadThereAndBack(t *testing.T) {
	const n = 1000
	m := uitest.NewCompanion(t, n)
	s := newest(t, m)
	var err error
	for s.hasOlder {
		if s, err = s.readOlder(m); err != nil {
			t.Fatal(err)
		}
		checkChain(t, s)
	}
	if s.lines[0].ID != uitest.MessageID(0) || !s.hasNewer || len(s.lines) != maxLoaded {
		t.Fatalf("initial setup: %v, newer %v", s, s.hasNewer)
	}
	for s.hasNewer {
		if s, err = s.readNewer(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		checkChain(t, s)
	}
	if s.lines[len(s.lines)-1].ID != uitest.MessageID(n-1) || !s.hasOlder {
		t.Fatalf("at the end: %v, older %v", s, s.hasOlder)
	}
	// After the far end was let go of, reading back has to find its way.
	if s, err = s.readOlder(m); err != nil {
		t.Fatal(err)
	}
	checkChain(t, s)
	if first := s.lines[0].ID; first != uitest.MessageID(n-maxLoaded-pageSize) {
		t.Errorf("after turning around it begins with %s", first)
	}
}

func TestReadAround(t *testing.T) {
	m := uitest.NewCompanion(t, 1000)
	for _, i := range []int{0, 30, 500, 999} {
		s, err := readAround(t.Context(), m, uitest.MessageID(i))
		if err != nil {
			t.Fatal(err)
		}
		checkChain(t, s)
		if !s.holds(uitest.MessageID(i)) {
			t.Errorf("%v does not hold message %d", s, i)
		}
		if next := min(i+pageSize, 999); !s.holds(uitest.MessageID(next)) {
			t.Errorf("%v does not go on to message %d", s, next)
		}
		if s.hasNewer != (i+pageSize < 999) {
			t.Errorf("around %d: newer %v", i, s.hasNewer)
		}
	}
	if _, err := readAround(t.Context(), m, "nowhere"); err == nil {
		t.Error("a message that is not there was found")
	}
}

func TestReadChanged(t *testing.T) {
	m := uitest.NewCompanion(t, 200)
	s := newest(t, m)
	s, err := s.readOlder(m)
	if err != nil {
		t.Fatal(err)
	}
	first := s.lines[0].ID
	add := func(parent transcript.ID, text string) transcript.ID {
		t.Helper()
		kept, err := m.Append(transcript.Message{Parent: parent, Role: transcript.RoleUser, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return kept.ID
	}
	last := add(m.Head(), "one more")
	if s, err = s.readChanged(m); err != nil {
		t.Fatal(err)
	}
	checkChain(t, s)
	if s.lines[0].ID != first || s.lines[len(s.lines)-1].ID != last {
		t.Errorf("after one more: %v", s)
	}
	branch := add(uitest.MessageID(150), "otherwise")
	if s, err = s.readChanged(m); err != nil {
		t.Fatal(err)
	}
	checkChain(t, s)
	end := s.lines[len(s.lines)-1]
	if s.lines[0].ID != first || end.ID != branch || end.Parent != uitest.MessageID(150) || len(end.Siblings) != 2 {
		t.Errorf("on another branch: %v, siblings %v", s, end.Siblings)
	}
}

// String names the stretch for a test's message.
func (s stretch) String() string {
	if len(s.lines) == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%s … %s (%d)", s.lines[0].ID, s.lines[len(s.lines)-1].ID, len(s.lines))
}
