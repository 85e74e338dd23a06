package transcript

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"yumori/internal/store"
)

var letterMark = Foreign{Kind: ForeignDocument, Name: "letter.txt", Hash: "ab12", From: "01KA"}

func TestMarksAreKept(t *testing.T) {
	b := newBench(t)
	marked, err := b.Append(Message{Role: RoleUser, Text: "a", Foreign: Marks{letterMark, {Name: "x\x00\xff"}}})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := b.Append(Message{Role: RolePersona, Parent: marked.ID, Text: "b"})
	if err != nil {
		t.Fatal(err)
	}
	b.reopen(nil)
	want := Marks{letterMark, {Kind: ForeignUnknown, Name: "x\u2400\uFFFD"}}
	m, err := b.Find(marked.ID)
	if err != nil || !slices.Equal(m.Foreign, want) || m.Trusted {
		t.Errorf("%+v %v", m.Foreign, err)
	}
	m.Foreign[0].Name = "changed"
	if again, err := b.Find(marked.ID); err != nil || again.Foreign[0].Name != "letter.txt" {
		t.Errorf("the result shares its memory: %+v %v", again.Foreign, err)
	}
	if m, err := b.Find(plain.ID); err != nil || m.Foreign != nil {
		t.Errorf("%+v %v", m.Foreign, err)
	}
	if strings.Count(b.FileText(t, logFile), `"foreign"`) != 1 {
		t.Error("a message without marks has the field")
	}
}

func TestMarksOfAHand(t *testing.T) {
	for _, c := range []struct {
		field string
		want  Marks
	}{
		{`null`, nil},
		{`[]`, nil},
		{`true`, Marks{{Kind: ForeignUnknown}}},
		{`{"kind":"document"}`, Marks{{Kind: ForeignUnknown}}},
		{`["document"]`, Marks{{Kind: ForeignUnknown}}},
		{`[{"name":"x"}]`, Marks{{Kind: ForeignUnknown}}},
		{`[{"kind":"spell","name":"x","more":1}]`, Marks{{Kind: "spell", Name: "x"}}},
	} {
		var m Message
		if err := json.Unmarshal([]byte(`{"id":"a","foreign":`+c.field+`}`), &m); err != nil || !slices.Equal(m.Foreign, c.want) {
			t.Errorf("%s: %+v %v, want %+v", c.field, m.Foreign, err, c.want)
		}
	}
}

func TestMarksAreBounded(t *testing.T) {
	var many Marks
	for i := range 100 {
		many = append(many, Foreign{Kind: ForeignDocument, Name: strings.Repeat("文", 1_000), Hash: fmt.Sprint(i)})
	}
	b := newBench(t)
	m, err := b.Append(Message{Role: RoleUser, Text: "a", Foreign: many})
	if err != nil || len(m.Foreign) != maxForeign || m.Foreign[maxForeign-1].Kind != ForeignUnknown || len(m.Foreign[0].Name) > maxForeignName {
		t.Errorf("%d marks, %v", len(m.Foreign), err)
	}
}

// TestTrust clears marks and has them hold again, beside a retraction, across
// a restart and an archive.
func TestTrust(t *testing.T) {
	b := newBench(t)
	cause := store.Cause{Kind: store.CauseUser}
	said, err := b.Append(Message{Role: RoleUser, Text: "a", Foreign: Marks{letterMark}})
	if err != nil {
		t.Fatal(err)
	}
	is := func(when string, trusted, retracted bool) {
		t.Helper()
		m, err := b.Find(said.ID)
		if err != nil || m.Trusted != trusted || m.Retracted != retracted {
			t.Errorf("%s: trusted %v, retracted %v, %v", when, m.Trusted, m.Retracted, err)
		}
		p, err := b.Page(Cursor{}, 1)
		if err != nil || p.Messages[0].Trusted != trusted || p.Messages[0].Retracted != retracted {
			t.Errorf("%s, on a page: %+v %v", when, p.Messages, err)
		}
	}
	for range 2 {
		if err := b.Trust(said.ID, cause); err != nil {
			t.Fatal(err)
		}
	}
	is("cleared", true, false)
	if n := strings.Count(b.FileText(t, logFile), `"kind":"trust"`); n != 1 {
		t.Errorf("%d records", n)
	}
	if err := b.Retract(said.ID, cause); err != nil {
		t.Fatal(err)
	}
	b.reopen(nil)
	is("retracted too", true, true)
	if err := b.Unretract(said.ID, cause); err != nil {
		t.Fatal(err)
	}
	if err := b.Distrust(said.ID, cause); err != nil {
		t.Fatal(err)
	}
	b.reopen(nil)
	is("marked again", false, false)
	if err := b.Trust(said.ID, cause); err != nil {
		t.Fatal(err)
	}
	b.Time = b.Time.AddDate(0, 2, 0)
	if err := b.Archive(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.reopen(nil)
	is("archived", true, false)
	if err := b.Trust("nobody", cause); err == nil {
		t.Error("a message that is not there was trusted")
	}
}
