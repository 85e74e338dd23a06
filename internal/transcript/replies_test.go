package transcript

import (
	"errors"
	"fmt"
	"testing"
)

// TestReplies answers a message three times, with other talk between, and asks
// before and after the log is opened again.
func TestReplies(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	say := func(role Role, parent ID) ID {
		id, err := b.NewID()
		if err != nil {
			t.Fatal(err)
		}
		m, err := b.Append(Message{ID: id, Parent: parent, Role: role, Text: "said"})
		if err != nil || m.ID != id {
			t.Fatalf("said as %s, not %s: %v", m.ID, id, err)
		}
		return id
	}
	asked := say(RoleUser, "")
	one := say(RolePersona, asked)
	later := say(RoleUser, one)
	two := say(RolePersona, asked)
	say(RoleUser, asked) // no reply: the user went on
	three := say(RolePersona, asked)
	if asked >= one || one >= later || later >= two || two >= three {
		t.Error("ids do not rise")
	}
	if err := b.Retract(two, byUser()); err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"at once", "opened again"} {
		got, err := b.Replies(asked)
		if want := fmt.Sprint([]ID{one, two, three}); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: replies %v, want %s, %v", when, got, want, err)
		}
		if got, err := b.Replies(later); err != nil || len(got) != 0 {
			t.Errorf("%s: replies to what nobody answered: %v %v", when, got, err)
		}
		if _, err := b.Replies("nobody"); !errors.Is(err, ErrNoMessage) {
			t.Errorf("%s: replies to nothing: %v", when, err)
		}
		standing, err := b.Standing([]ID{three, two, one})
		if want := fmt.Sprint([]ID{three, one}); err != nil || fmt.Sprint(standing) != want {
			t.Errorf("%s: standing %v, want %s, %v", when, standing, want, err)
		}
		b.reopen(nil)
	}
	if err := b.Unretract(two, byUser()); err != nil {
		t.Fatal(err)
	}
	if standing, err := b.Standing([]ID{two}); err != nil || len(standing) != 1 {
		t.Errorf("given back: %v %v", standing, err)
	}
}
