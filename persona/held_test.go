package persona

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"yumori/internal/store"
)

func (b *bench) hold(t *testing.T, h Held, err error) Held {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	h.Tool, h.Message, h.Time = "edit_core_memory", "01KA", at()
	if h, err = b.Hold(h); err != nil {
		t.Fatal(err)
	}
	return h
}

func TestHeld(t *testing.T) {
	t.Parallel()
	b := newBench(t, Sample{"core_memory.txt": "Alex.\n"})
	h, err := b.Propose(Core, Edit{Append: "Likes tea."})
	first := b.hold(t, h, err)
	if b.FileText(t, "core_memory.txt") != "Alex.\n" || first.Before != "Alex.\n" || first.After != "Alex.\nLikes tea.\n" || first.State != StateHeld {
		t.Fatalf("held %+v", first)
	}
	h, err = b.Propose(Core, Edit{Old: "Alex", New: "Bob"})
	second := b.hold(t, h, err)

	if got, err := b.Decide(first.ID, Accept); err != nil || got.State != StateAccepted || got.Decided.IsZero() {
		t.Fatalf("accept: %+v, %v", got, err)
	}
	if got := b.FileText(t, "core_memory.txt"); got != "Alex.\nLikes tea.\n" {
		t.Errorf("file after accepting %q", got)
	}
	if _, err := b.Decide(first.ID, Accept); err != nil {
		t.Errorf("accepting again: %v", err)
	}
	if _, err := b.Decide(first.ID, Refuse); !errors.Is(err, ErrDecided) {
		t.Errorf("refusing what was accepted: %v", err)
	}
	if got, err := b.Decide(second.ID, Accept); !errors.Is(err, store.ErrConflict) || got.State != StateHeld {
		t.Errorf("accepting a change of what is no more: %+v, %v", got, err)
	}
	if got, err := b.Decide(second.ID, Refuse); err != nil || got.State != StateRefused {
		t.Errorf("refuse: %+v, %v", got, err)
	}
	if _, err := b.Decide("x", Accept); !errors.Is(err, ErrNoHeld) {
		t.Errorf("unknown id: %v", err)
	}
	if _, err := b.Decide(second.ID, "perhaps"); err == nil {
		t.Error("a decision that is none is taken")
	}
	p, err := Open(b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.HeldChanges()
	if err != nil || len(list) != 2 || list[0].State != StateAccepted || list[1].State != StateRefused {
		t.Errorf("list after reopening: %+v, %v", list, err)
	}
}

// TestHeldApplied accepts a change that a crash left in the file with its
// state not written.
func TestHeldApplied(t *testing.T) {
	t.Parallel()
	b := newBench(t, Sample{"core_memory.txt": "Alex.\n"})
	h, err := b.Propose(Core, Edit{Append: "Likes tea."})
	core := b.hold(t, h, err)
	h, err = b.ProposeDaily(at(), "fact", "Alex likes tea.")
	daily := b.hold(t, h, err)
	for _, h := range []Held{core, daily} {
		if err := b.accept(h, Acceptance{}); err != nil {
			t.Fatal(err)
		}
		before := b.FileText(t, h.File)
		if got, err := b.Decide(h.ID, Accept); err != nil || got.State != StateAccepted {
			t.Errorf("%s: %+v, %v", h.File, got, err)
		}
		if got := b.FileText(t, h.File); got != before {
			t.Errorf("%s was written twice: %q", h.File, got)
		}
	}
}

func TestHeldDaily(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	h, err := b.ProposeDaily(at(), "fact", "Alex likes tea.")
	held := b.hold(t, h, err)
	if b.FileText(t, "memory/2026-11-21.md") != "" {
		t.Fatal("written before the user's yes")
	}
	if _, err := b.WriteDaily(at(), "event", "Something else.", user()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Decide(held.ID, Accept); err != nil {
		t.Fatal(err)
	}
	want := "# 2026-11-21\n\n## [10:30:15] event\n\nSomething else.\n\n## [10:30:15] fact <!-- src: 01KA; sum: " + sumOf("Alex likes tea.") + " -->\n\nAlex likes tea.\n"
	if got := b.FileText(t, "memory/2026-11-21.md"); got != want {
		t.Errorf("daily log %q", got)
	}
}

func TestHeldBounds(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	for _, file := range []string{"../x.md", "/etc/x.txt", "", profileFile, heldFile, "log.jsonl", ".history/x.md", "CON.txt"} {
		if _, err := b.Hold(Held{File: file, After: "x"}); !errors.Is(err, store.ErrBadName) {
			t.Errorf("a change of %q is held: %v", file, err)
		}
	}
	big := strings.Repeat("夢", MaxFile/10)
	for i := range maxDecided + 10 {
		h := b.hold(t, Held{File: "notepad.txt", Before: big, After: fmt.Sprint(i)}, nil)
		if _, err := b.Decide(h.ID, Refuse); err != nil {
			t.Fatal(err)
		}
	}
	waiting := 0
	for err := error(nil); err == nil; waiting++ {
		if _, err = b.Hold(Held{File: "notepad.txt", After: fmt.Sprint(waiting)}); err != nil && !errors.Is(err, ErrTooMany) {
			t.Fatal(err)
		}
	}
	list, err := b.HeldChanges()
	if err != nil || waiting-1 != maxWaiting || len(list) != maxWaiting+maxDecided {
		t.Errorf("%d waiting, %d in all, %v", waiting-1, len(list), err)
	}
	if _, err := b.Decide(list[0].ID, Accept); !errors.Is(err, ErrDecided) {
		t.Errorf("the oldest that is left: %v", err)
	}
}

func TestHeldNewer(t *testing.T) {
	t.Parallel()
	b := newDamaged(t, nil)
	const newer = `{"schema":2,"changes":[]}`
	b.PutFile(t, heldFile, newer)
	if _, err := b.Hold(Held{File: "notepad.txt", After: "x"}); !errors.Is(err, ErrNewer) {
		t.Errorf("Hold: %v", err)
	}
	if _, err := b.HeldChanges(); !errors.Is(err, ErrNewer) {
		t.Errorf("HeldChanges: %v", err)
	}
	if got := b.FileText(t, heldFile); got != newer {
		t.Errorf("file is now %s", got)
	}
}

func FuzzHeld(f *testing.F) {
	f.Add([]byte(`{"schema":1,"changes":[{"id":"a","time":"2026-11-21T10:00:00Z","file":"notepad.txt","before":"","after":"x","old":"","state":"held"}]}`))
	f.Add([]byte(`{"schema":1}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := decodeHeld(data)
		if err != nil {
			return
		}
		out, err := encodeHeld(list)
		if err != nil {
			return // a time no file can hold
		}
		if _, err := decodeHeld(out); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	})
}

func TestHeldCall(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	want := Held{File: "goals.json", After: "learn tundra", Tool: "add_goal", Call: `{"goal":"learn tundra"}`}
	h, err := b.Hold(want)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Decide(h.ID, Accept); !errors.Is(err, ErrHeldCall) {
		t.Errorf("accepted without its tool: %v", err)
	}
	broken := errors.New("broken")
	if _, err := b.DecideWith(h.ID, Accept, Acceptance{Call: func(Held) error { return broken }}); !errors.Is(err, broken) {
		t.Errorf("the tool's error: %v", err)
	}
	var called []Held
	for range 2 {
		got, err := b.DecideWith(h.ID, Accept, Acceptance{Call: func(h Held) error { called = append(called, h); return nil }})
		if err != nil || got.State != StateAccepted {
			t.Errorf("%+v, %v", got, err)
		}
	}
	if len(called) != 1 || called[0].Call != want.Call || called[0].Tool != want.Tool || b.FileText(t, "goals.json") != "" {
		t.Errorf("called %+v, goals.json %q", called, b.FileText(t, "goals.json"))
	}
	for _, h := range []Held{
		{File: "goals.json", Tool: "add_goal", Call: "{"},
		{File: "goals.json", Call: "{}"},
		{Tool: "add_goal", Call: "{}"},
		{File: "memory/secret_diary.txt", Tool: "add_goal", Call: "{}"},
	} {
		if _, err := b.Hold(h); err == nil {
			t.Errorf("held %+v", h)
		}
	}
	refused, err := b.Hold(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.Decide(refused.ID, Refuse); err != nil || got.State != StateRefused {
		t.Errorf("refused: %+v, %v", got, err)
	}
}
