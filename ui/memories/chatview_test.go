package memories

import (
	"testing"

	"yumori/ui/uitest"
)

func TestEditView(t *testing.T) {
	theirs := "c"
	w := uitest.English(t)
	for _, tt := range []struct {
		name   string
		state  EditState
		status string
		save   bool
	}{
		{"reading", EditState{}, "Reading …", false},
		{"as on disk", EditState{read: true, on: "a", text: "a"}, "Saved", false},
		{"empty", EditState{read: true}, "Nothing here yet.", false},
		{"changed", EditState{read: true, on: "a", text: "b"}, "Not saved yet", true},
		{"saving", EditState{read: true, on: "a", text: "b", saving: true}, "Saving …", false},
		{"conflict", EditState{read: true, on: "a", text: "b", Theirs: &theirs}, w.T("memories.conflict"), false},
		{"failed: what was written can be saved again", EditState{read: true, on: "a", text: "b", err: uitest.ErrOdd}, w.Explain(uitest.ErrOdd).Sentence(), true},
	} {
		m := editView(tt.state, w)
		if m.status != tt.status || m.canSave != tt.save {
			t.Errorf("%s: got %q, save %v", tt.name, m.status, m.canSave)
		}
	}
}
