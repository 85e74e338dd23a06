package transcript

import "testing"

// TestUnsettled follows what the end of a log tells, opened again each time.
func TestUnsettled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	said := func(role Role, parent, id ID) ID {
		t.Helper()
		m, err := b.Append(Message{ID: id, Parent: parent, Role: role, Text: "said"})
		if err != nil {
			t.Fatal(err)
		}
		return m.ID
	}
	wants := func(when string, want Unsettled) {
		t.Helper()
		for _, again := range []string{"at once", "opened again"} {
			if got, err := b.Unsettled(); err != nil || got != want {
				t.Errorf("%s, %s: %+v, want %+v, %v", when, again, got, want, err)
			}
			b.reopen(func() {})
		}
	}
	wants("nothing said", Unsettled{})
	asked := said(RoleUser, "", "")
	one := said(RolePersona, asked, "")
	wants("an exchange", Unsettled{})
	id, err := b.Again(asked)
	if err != nil || id <= one {
		t.Fatal(id, err)
	}
	wants("asked again", Unsettled{Reply: id, To: asked})
	if next, err := b.NewID(); err != nil || next <= id {
		t.Errorf("an id after %s is %s, %v", id, next, err)
	}
	two := said(RolePersona, asked, id)
	wants("answered again", Unsettled{Left: one})
	more := said(RoleUser, two, "")
	wants("gone on", Unsettled{Left: one})
	end := said(RolePersona, more, "")
	wants("and answered", Unsettled{})
	if err := b.Choose(one); err != nil {
		t.Fatal(err)
	}
	wants("another branch chosen", Unsettled{Left: end})
	said(RoleUser, one, "")
	wants("and gone on there", Unsettled{})
	for _, problem := range b.Check(t.Context()) {
		t.Error(problem)
	}
}
