package transcript

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"
)

// foreign makes n messages that were said elsewhere, a line, some days apart.
func foreign(n int, from time.Time, parent ID) []Message {
	var list []Message
	for i := range n {
		at := from.AddDate(0, 0, 5*i)
		m := Message{ID: ImportID(at, fmt.Appendf(nil, "%v %d", from, i)), Parent: parent, Role: RoleUser, Time: at, Text: fmt.Sprint("said ", i)}
		list, parent = append(list, m), m.ID
	}
	return list
}

func each(list []Message, err error) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for _, m := range list {
			if !yield(m, nil) {
				return
			}
		}
		if err != nil {
			yield(Message{}, err)
		}
	}
}

func (b *bench) texts() []string {
	b.t.Helper()
	var list []string
	for m, err := range b.All(b.t.Context()) {
		if err != nil {
			b.t.Fatal(err)
		}
		list = append(list, m.Text)
	}
	return list
}

func TestPrependToAnEmptyLog(t *testing.T) {
	b := newBench(t)
	list := foreign(12, b.Time.AddDate(0, -2, 0), "")
	check(t, b.Prepend(t.Context(), each(list, nil)))
	for range 2 {
		page, err := b.Page(Cursor{}, 100)
		check(t, err)
		if len(page.Messages) != 12 || b.Head() != list[11].ID || len(b.texts()) != 12 {
			t.Errorf("%d messages, head %q", len(page.Messages), b.Head())
		}
		b.reopen(func() {})
	}
	brought, err := b.Brought(t.Context())
	check(t, err)
	for _, m := range list {
		if id, ok := brought.Find(ImportID(m.Time.AddDate(1, 0, 0), nil)); ok {
			t.Errorf("%s is known and nobody said it", id)
		}
		if id, ok := brought.Find(m.ID); !ok || id != m.ID {
			t.Errorf("%s is not known", m.ID)
		}
	}
	// The talk goes on, and months are archived behind what was brought in.
	b.say(b.Head(), "here")
	b.Time = b.Time.AddDate(0, 1, 0)
	check(t, b.Archive(t.Context()))
	if page, err := b.Page(Cursor{}, 100); err != nil || len(page.Messages) != 13 {
		t.Errorf("%d messages, %v", len(page.Messages), err)
	}
}

func TestPrependBeforeWhatIsThere(t *testing.T) {
	b := newBench(t)
	b.say("", "own")
	b.Time = b.Time.AddDate(0, 1, 0)
	check(t, b.Archive(t.Context()))
	own := b.say(b.Head(), "own too")
	check(t, b.Prepend(t.Context(), each(foreign(6, b.Time.AddDate(0, -1, -5), ""), nil)))
	if got := b.texts(); !slices.Equal(got[len(got)-1:], []string{"own too"}) || len(got) != 8 || b.Head() != own.ID {
		t.Errorf("texts %q, head %q", got, b.Head())
	}
}

func TestAppendAll(t *testing.T) {
	b := newBench(t)
	first := b.say("", "own")
	b.Time = b.Time.AddDate(0, 2, 0)
	list := foreign(8, first.Time.Add(time.Minute), first.ID)
	check(t, b.AppendAll(each(list, nil)))
	check(t, b.Archive(t.Context()))
	if page, err := b.Page(Cursor{}, 100); err != nil || len(page.Messages) != 9 || b.Head() != list[7].ID {
		t.Errorf("%d messages, head %q, %v", len(page.Messages), b.Head(), err)
	}
	if m := b.say(b.Head(), "more"); m.ID <= list[7].ID {
		t.Errorf("%s does not follow %s", m.ID, list[7].ID)
	}
}

// TestImportFails: what is wrong with the messages is told, and months that were
// not whole are not there.
func TestImportFails(t *testing.T) {
	b := newBench(t)
	broken := errors.New("broken")
	list := foreign(2, b.Time, "")
	if err := b.Prepend(t.Context(), each(list, broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if len(b.texts()) != 0 {
		t.Errorf("texts %q", b.texts())
	}
	if err := b.AppendAll(each([]Message{{ID: list[0].ID, Role: "nobody", Time: b.Time}}, nil)); !errors.Is(err, ErrBadMessage) || b.Head() != "" {
		t.Errorf("got %v", err)
	}
}
