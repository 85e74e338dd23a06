package transcript

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
)

func byUser() store.Cause { return store.Cause{Kind: store.CauseUser, Note: "asked"} }

func TestRetract(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := b.say("", "the canary sings")
	said, err := b.Append(Message{
		Parent: first.ID, Role: RolePersona, Text: "a second canary", Model: "m", Trace: []byte(`{"canary":1}`), Opaque: []byte(`"canary"`),
		Attachments: []Attachment{{Name: "canary.txt", Path: "attachments/canary.txt"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	answer := b.say(said.ID, "what it sang")
	for range 2 { // again does nothing
		if err := b.Retract(said.ID, byUser()); err != nil {
			t.Fatal(err)
		}
	}
	log := b.FileText(t, logFile)
	if strings.Count(log, `"retract"`) != 1 || !strings.Contains(log, `"kind":"retract","id":"`+string(said.ID)+`","time":"`) || !strings.Contains(log, `"cause":"user","note":"asked"`) {
		t.Errorf("log:\n%s", log)
	}
	check := func(when string) {
		t.Helper()
		path := b.path(2)
		if len(path) != 3 || path[0].ID != first.ID || path[2].ID != answer.ID || path[2].Retracted || path[0].Text == "" {
			t.Fatalf("%s: %+v", when, path)
		}
		gone := path[1]
		if !gone.Retracted || gone.ID != said.ID || gone.Role != RolePersona || strings.Contains(fmt.Sprintf("%+v", gone), "canary") {
			t.Errorf("%s: retracted place is %+v", when, gone)
		}
		if m, err := b.Find(said.ID); err != nil || !m.Retracted || strings.Contains(fmt.Sprintf("%+v", m), "canary") {
			t.Errorf("%s: found %+v, %v", when, m, err)
		}
		hits, err := b.Search(t.Context(), "canary", 9)
		if err != nil || len(hits) != 1 || hits[0].ID != first.ID {
			t.Errorf("%s: hits %+v, %v", when, hits, err)
		}
	}
	check("at once")
	b.reopen(nil)
	check("opened again")
	b.say(answer.ID, "and on")
	if err := b.Choose(answer.ID); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := b.Unretract(said.ID, byUser()); err != nil {
			t.Fatal(err)
		}
	}
	b.reopen(nil)
	if m, err := b.Find(said.ID); err != nil || m.Retracted || !sameMessage(m, said) || len(m.Attachments) != 1 {
		t.Errorf("given back: %+v, %v", m, err)
	}
	if strings.Count(b.FileText(t, logFile), `"unretract"`) != 1 {
		t.Error("it was given back twice")
	}
	for _, id := range []ID{"", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "no id"} {
		if err := b.Retract(id, byUser()); !errors.Is(err, ErrNoMessage) {
			t.Errorf("Retract(%q): %v", id, err)
		}
	}
}

// TestRetractInArchive is a message of a month long ago that is looked for by
// its id, which goes straight to its archive, in a log just opened.
func TestRetractInArchive(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	old := b.say("", "of old")
	for range 5 {
		b.Time = b.Time.AddDate(0, 1, 0)
		for range tailRecords {
			b.say(b.Head(), "later")
		}
	}
	if err := b.Archive(t.Context()); err != nil {
		t.Fatal(err)
	}
	retracted := func(want bool) {
		t.Helper()
		b.Time = b.Time.AddDate(0, 1, 0)
		for range tailRecords {
			b.say(b.Head(), "later still")
		}
		if err := b.Archive(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.reopen(nil)
		if m, err := b.Find(old.ID); err != nil || m.Retracted != want || (m.Text == "") != want {
			t.Errorf("%+v, %v, want retracted %v", m, err, want)
		}
	}
	if err := b.Retract(old.ID, byUser()); err != nil {
		t.Fatal(err)
	}
	retracted(true)
	if err := b.Unretract(old.ID, byUser()); err != nil {
		t.Fatal(err)
	}
	retracted(false)
	if err := b.Retract(old.ID, byUser()); err != nil {
		t.Fatal(err)
	}
	retracted(true)
}

func TestRetractByHand(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	one := b.say("", "one")
	two := b.say(one.ID, "two")
	b.reopen(func() {
		b.PutFile(t, logFile, b.FileText(t, logFile)+
			`{ "kind": "retract", "id": "`+string(one.ID)+`" }`+"\n"+
			`{"kind":"retract","id":"nobody"}`+"\n"+`{"kind":"retract"}`+"\n")
	})
	if path := b.path(9); len(path) != 2 || !path[0].Retracted || path[1].Retracted || path[1].ID != two.ID {
		t.Errorf("%+v", path)
	}
	var what []string
	for _, p := range b.Check(t.Context()) {
		what = append(what, p.What)
	}
	if len(what) != 2 || !strings.Contains(what[0], "retract nobody is no message before it") || !strings.Contains(what[1], "retract without id") {
		t.Errorf("check: %q", what)
	}
}

func TestBranch(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	root := b.say("", "root")
	a := b.say(root.ID, "a")
	a2 := b.say(a.ID, "a2")
	c := b.say(root.ID, "c")
	other := b.say("", "another conversation")
	for _, tt := range []struct {
		name          string
		from, to      ID
		left, entered []ID
		err           error
	}{
		{"the same", a2.ID, a2.ID, nil, nil, nil},
		{"on", a.ID, a2.ID, nil, []ID{a2.ID}, nil},
		{"back", a2.ID, root.ID, []ID{a.ID, a2.ID}, nil, nil},
		{"across", a2.ID, c.ID, []ID{a.ID, a2.ID}, []ID{c.ID}, nil},
		{"to another conversation", c.ID, other.ID, []ID{root.ID, c.ID}, []ID{other.ID}, nil},
		{"from nothing", "", a.ID, nil, []ID{root.ID, a.ID}, nil},
		{"to nothing", a.ID, "", []ID{root.ID, a.ID}, nil, nil},
		{"from nowhere", "x", a.ID, nil, nil, ErrNoMessage},
		{"to nowhere", a.ID, "x", nil, nil, ErrNoMessage},
		{"nothing to nowhere", "", "x", nil, nil, ErrNoMessage},
	} {
		t.Run(tt.name, func(t *testing.T) {
			left, entered, err := b.Branch(tt.from, tt.to)
			if !errors.Is(err, tt.err) || fmt.Sprint(left, entered) != fmt.Sprint(tt.left, tt.entered) {
				t.Errorf("left %v, entered %v, %v; want %v, %v, %v", left, entered, err, tt.left, tt.entered, tt.err)
			}
		})
	}
}

// TestBranchReadsOnlyTheEnd shows it by an archive that cannot be read, which
// would be passed over, and a log whose front is gone.
func TestBranchReadsOnlyTheEnd(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	var last Message
	for range 50 {
		last = b.say(last.ID, "long ago")
	}
	x, y := b.say(last.ID, "x"), b.say(last.ID, "y")
	size := int64(len(b.FileText(t, logFile)))
	b.reopen(func() {
		log := b.FileText(t, logFile)
		at := strings.Index(log, string(x.ID))
		b.PutFile(t, logFile, log[strings.LastIndex(log[:at], "\n")+1:])
	})
	if now := b.journal.Size(); now >= size/4 {
		t.Fatalf("%d of %d bytes are left", now, size)
	}
	left, entered, err := b.Branch(x.ID, y.ID)
	if err != nil || len(left) != 1 || len(entered) != 1 || left[0] != x.ID || entered[0] != y.ID {
		t.Errorf("%v, %v, %v", left, entered, err)
	}
}

func BenchmarkBranchNearby(b *testing.B) {
	bench := newBench(b)
	bench.Time = time.Date(2026, 11, 1, 0, 0, 0, 0, tokyo())
	var last Message
	for range 2_000 {
		last = bench.say(last.ID, strings.Repeat("words ", 100))
	}
	x, y := bench.say(last.ID, "x"), bench.say(last.ID, "y")
	for b.Loop() {
		if _, _, err := bench.Branch(x.ID, y.ID); err != nil {
			b.Fatal(err)
		}
	}
}
