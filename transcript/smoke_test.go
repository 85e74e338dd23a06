package transcript

import (
	"context"
	"testing"

	"yumori/store"
)

func TestSmoke(t *testing.T) {
	h, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	d, err := h.CreatePersona("a")
	if err != nil {
		t.Fatal(err)
	}
	l, err := Open(d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Append(Message{Role: RoleUser, Text: "hi"})
	if err != nil {
		t.Fatal(err)
	}
	r1, _ := l.Append(Message{Parent: m.ID, Role: RolePersona, Text: "one"})
	r2, _ := l.Append(Message{Parent: m.ID, Role: RolePersona, Text: "two"})
	p, err := l.Page(Cursor{}, 10)
	if err != nil || len(p.Messages) != 2 || p.More || len(p.Messages[1].Siblings) != 2 || p.Messages[1].Index != 1 || p.Messages[1].ID != r2.ID {
		t.Fatalf("%+v %v", p, err)
	}
	if err := l.Choose(r1.ID); err != nil {
		t.Fatal(err)
	}
	p, _ = l.Page(Cursor{}, 1)
	if !p.More || p.Messages[0].ID != r1.ID {
		t.Fatalf("%+v", p)
	}
	hits, err := l.Search(context.Background(), "ＴＷＯ", 5)
	if err != nil || len(hits) != 1 || hits[0].Ranges[0] != [2]int{0, 3} {
		t.Fatal(hits, err)
	}
	if ps := l.Check(context.Background()); ps != nil {
		t.Fatal(ps)
	}
}
