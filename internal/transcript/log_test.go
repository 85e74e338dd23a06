package transcript

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/internal/store"
)

func TestAppendKeeps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"plain", "hello", "hello"},
		{"nothing", "", ""},
		{"lines and quotes", "a\r\n\"b\"\\\t<c>&\u2028", "a\r\n\"b\"\\\t<c>&\u2028"},
		{"NUL", "a\x00b", "a\u2400b"},
		{"invalid UTF-8", "caf\xe9!", "caf\uFFFD!"},
		{"half a character", "夢"[:2] + "x", "\uFFFDx"},
		{"200,000 characters", strings.Repeat("夢", 200_000), strings.Repeat("夢", 200_000)},
		{"MaxText", strings.Repeat("x", MaxText), strings.Repeat("x", MaxText)},
		{"bidi and emoji", "\u202e👨‍👩‍👧", "\u202e👨‍👩‍👧"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			in := Message{
				Role: RolePersona, Text: tt.text, Model: "openai/m", State: Interrupted, Trace: json.RawMessage("{\n \"a\": 1}"),
				Opaque: json.RawMessage(`["x"]`), Attachments: []Attachment{{"n\x00.png", "image/png", "attachments/n.png", 7}},
			}
			kept, err := b.Append(in)
			if err != nil {
				t.Fatal(err)
			}
			b.reopen(nil)
			for _, id := range []ID{kept.ID, b.Head()} {
				got, err := b.Find(id)
				if err != nil {
					t.Fatal(err)
				}
				if got.Text != tt.want || kept.Text != tt.want {
					t.Errorf("text %.40q, returned %.40q, want %.40q", got.Text, kept.Text, tt.want)
				}
				if got.Model != in.Model || got.State != in.State || string(got.Trace) != `{"a":1}` || string(got.Opaque) != `["x"]` ||
					len(got.Attachments) != 1 || got.Attachments[0] != (Attachment{"n\u2400.png", "image/png", "attachments/n.png", 7}) {
					t.Errorf("read back %+v", got)
				}
				if !got.Time.Equal(b.Time) || got.Time.Format("-07:00") != "+09:00" {
					t.Errorf("time %v, want %v", got.Time, b.Time)
				}
			}
		})
	}
}

func TestAppendRefuses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := b.say("", "first")
	size := b.journal.Size()
	for _, tt := range []struct {
		name string
		m    Message
		want error
	}{
		{"too long", Message{Role: RoleUser, Text: strings.Repeat("x", MaxText+1)}, ErrTooLarge},
		{"too long once escaped", Message{Role: RoleUser, Text: strings.Repeat("\x01", MaxText)}, ErrTooLarge},
		{"trace too long", Message{Role: RoleUser, Trace: json.RawMessage(`"` + strings.Repeat("x", maxRecord) + `"`)}, ErrTooLarge},
		{"parent unknown", Message{Role: RoleUser, Parent: "01ARZ3NDEKTSV4RRFFQ69G5FAV"}, ErrNoMessage},
		{"parent no ULID", Message{Role: RoleUser, Parent: "../x\"\n"}, ErrNoMessage},
		{"id taken", Message{Role: RoleUser, ID: first.ID}, ErrBadMessage},
		{"id long", Message{Role: RoleUser, ID: ID(strings.Repeat("A", 65))}, ErrBadMessage},
		{"role unknown", Message{Role: "system"}, ErrBadMessage},
		{"no role", Message{}, ErrBadMessage},
		{"state unknown", Message{Role: RoleUser, State: "x"}, ErrBadMessage},
		{"trace no JSON", Message{Role: RoleUser, Trace: json.RawMessage(`{"a`)}, ErrBadMessage},
		{"opaque no UTF-8", Message{Role: RoleUser, Opaque: json.RawMessage("\"\xff\"")}, ErrBadMessage},
		{"year 10000", Message{Role: RoleUser, Time: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}, ErrBadMessage},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := b.Append(tt.m); !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
			if b.journal.Size() != size || b.Head() != first.ID {
				t.Error("something was written")
			}
		})
	}
	if _, err := b.Find(""); !errors.Is(err, ErrNoMessage) {
		t.Errorf("Find of nothing: %v", err)
	}
	if err := b.Choose("01ARZ3NDEKTSV4RRFFQ69G5FAV"); !errors.Is(err, ErrNoMessage) {
		t.Errorf("Choose of nothing: %v", err)
	}
	if _, err := b.At("x"); !errors.Is(err, ErrNoMessage) {
		t.Errorf("At of nothing: %v", err)
	}
}

func TestResultsAreCopies(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m, err := b.Append(Message{Role: RoleUser, Text: "a", Trace: json.RawMessage(`"trace"`), Attachments: []Attachment{{Name: "a"}}})
	if err != nil {
		t.Fatal(err)
	}
	got, _ := b.Find(m.ID)
	got.Trace[1], got.Attachments[0].Name = 'X', "X"
	again, _ := b.Find(m.ID)
	if string(again.Trace) != `"trace"` || again.Attachments[0].Name != "a" {
		t.Errorf("a caller's change reached the log: %+v", again)
	}
}

func TestIDsRise(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	last := ID("")
	for i, jump := range []time.Duration{0, time.Second, 0, 0, -time.Hour, 0, -240 * time.Hour, time.Minute, 500 * time.Hour} {
		b.Time = b.Time.Add(jump)
		if i%3 == 2 {
			b.reopen(nil)
		}
		m, err := b.Append(Message{Parent: last, Role: RoleUser})
		if err != nil {
			t.Fatal(err)
		}
		if m.ID <= last || len(m.ID) != 26 {
			t.Errorf("after a jump of %v: id %s after %s", jump, m.ID, last)
		}
		last = m.ID
	}
}

func TestIDsAfterTheEndOfTime(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reopen(func() {
		b.PutFile(t, logFile, line("7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "", "2026-11-21T10:00:00+09:00", "x"))
	})
	if m, err := b.Append(Message{Role: RoleUser}); err != nil || m.ID[0] != '0' {
		t.Errorf("after the last id there is: %q, %v", m.ID, err)
	}
}

// TestHandEdits opens logs that a user has edited.
func TestHandEdits(t *testing.T) {
	t.Parallel()
	const at = "2026-11-21T10:00:00+09:00"
	a, bb, c := line("A", "", at, "a"), line("B", "A", at, "b"), line("C", "B", at, "c")
	for _, tt := range []struct {
		name, log string
		path      string // texts of the branch shown; * marks an orphan
		check     string // what Check must say; "" nothing
	}{
		{"as it should be", a + bb + c, "abc", ""},
		{"no line break at the end", strings.TrimSuffix(a+bb+c, "\n"), "abc", ""},
		{"blank lines", "\n" + a + "\n\n" + bb + c + "\n", "abc", ""},
		{"CRLF", strings.ReplaceAll(a+bb+c, "\n", "\r\n"), "abc", ""},
		{"garbage in the middle", a + "not JSON\n" + bb + c, "abc", "line 2: not a record"},
		{"invalid UTF-8 in the middle", a + line("X", "A", at, "\xff") + bb + c, "abc", "line 2: not a record: not UTF-8"},
		{"message cut short", a + bb[:len(bb)-9] + "\n" + c, "ac*", "line 2"},
		{"message taken out", a + c, "ac*", "the parent of message C"},
		{"first taken out", bb + c, "b*c", "the parent of message B"},
		{"other order of fields", a + `{"text":"b","time":"` + at + `","role":"user","parent":"A","id":"B","kind":"message"}` + "\n" + c, "abc", ""},
		{"spaces", a + strings.ReplaceAll(bb, `":"`, `" : "`) + c, "abc", ""},
		{"unknown kind and fields", a + `{"kind":"mood","level":3}` + "\n" + strings.Replace(bb, "{", `{"colour":[1],`, 1) + c, "abc", ""},
		{"head", a + bb + c + `{"kind":"head","id":"B","time":"` + at + `"}` + "\n", "ab", ""},
		{"head of nothing", a + bb + c + `{"kind":"head","id":"X","time":"` + at + `"}` + "\n", "abc", "head X"},
		{"damaged head", a + bb + c + `{"kind":"head","i` + "\n\n", "abc", "line 4"},
		{"own parent", a + line("B", "B", at, "b"), "ab*", "the parent of message B"},
		{"child before parent", bb + a, "a", "the parent of message B"},
		{"same line twice", a + bb + bb + c, "abc", ""},
		{"same id twice", a + bb + line("B", "A", at, "B") + c, "aBc", "another message has the id B"},
		{"no time", a + `{"kind":"message","id":"B","parent":"A","role":"user","text":"b"}` + "\n" + line("C", "A", at, "c"), "ac", "lacks role or time"},
		{"a line of 5 MB", a + strings.Repeat("x", 5<<20) + "\n" + bb + c, "abc", "longer than a record"},
		{"a message of 5 MB", a + line("L", "A", at, strings.Repeat("x", 5<<20)) + line("B", "L", at, "b"), "ab*", "longer than a record"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newDamaged(t)
			b.reopen(func() { b.PutFile(t, logFile, tt.log) })
			for _, n := range []int{1, 2, 50} {
				got := ""
				for _, e := range b.path(n) {
					got += e.Text
					if e.Orphan {
						got += "*"
					}
				}
				if got != tt.path {
					t.Errorf("pages of %d: branch %q, want %q", n, got, tt.path)
				}
			}
			said := fmt.Sprint(b.Check(t.Context()))
			if tt.check == "" && said != "[]" || !strings.Contains(said, tt.check) {
				t.Errorf("Check says %s, want %q", said, tt.check)
			}
			before := b.FileText(t, logFile)
			if _, err := b.Append(Message{Parent: b.Head(), Role: RoleUser, Text: "new"}); err != nil {
				t.Error(err)
			}
			if after := b.FileText(t, logFile); !strings.HasPrefix(after, before) {
				t.Error("what was there was changed")
			}
		})
	}
}

// TestCutAnywhere cuts a log at every byte: every message before the cut is
// there, and what is behind it is set aside and reported.
func TestCutAnywhere(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	parent := ID("")
	var ends []int64
	for i := range 2 {
		parent = b.say(parent, fmt.Sprintf("夢 %d", i)).ID
		ends = append(ends, b.journal.Size())
	}
	whole := b.FileText(t, logFile)
	for n := range len(whole) + 1 {
		b.reopen(func() {
			b.PutFile(t, logFile, whole[:n])
		})
		want, last := 0, int64(0)
		for _, end := range ends {
			if int64(n) >= end-1 { // all but the line break is a whole record
				want, last = want+1, end
			}
		}
		if got := len(b.path(10)); got != want {
			t.Fatalf("cut at %d: %d messages, want %d", n, got, want)
		}
		torn := int64(n) > last
		if (b.Torn() != nil) != torn {
			t.Fatalf("cut at %d: torn %v, want %v", n, b.Torn(), torn)
		}
		if torn && b.FileText(t, b.Torn().SetAside) != whole[last:n] {
			t.Fatalf("cut at %d: something else was set aside", n)
		}
		for _, p := range b.Check(t.Context()) {
			t.Fatalf("cut at %d: %v", n, p)
		}
	}
}

func TestOpenUnusable(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.say("", "lost from sight")
	for name, edit := range map[string]func(){
		"missing": func() { _ = os.Remove(b.FilePath(logFile)) },
		"empty":   func() { b.PutFile(t, logFile, "") },
		"binary":  func() { b.PutFile(t, logFile, "\x89PNG\x00\x01\n\x00\x00") },
		"50 MB of zeros": func() {
			b.PutFile(t, logFile, "")
			if err := os.Truncate(b.FilePath(logFile), 50<<20); err != nil {
				t.Fatal(err)
			}
		},
		"a folder": func() {
			_ = os.Remove(b.FilePath(logFile))
			if err := os.Mkdir(b.FilePath(logFile), 0o700); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			b.t = t
			b.reopen(edit)
			if got := b.path(10); len(got) != 0 || b.Head() != "" {
				t.Errorf("messages %v", got)
			}
			m := b.say("", "a new beginning")
			b.reopen(nil)
			if b.Head() != m.ID {
				t.Errorf("head %q, want %q", b.Head(), m.ID)
			}
		})
	}
}

func TestChooseAndRoots(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	q := b.say("", "question")
	one := b.say(q.ID, "one")
	more := b.say(one.ID, "more")
	two := b.say(q.ID, "two")
	edited := b.say("", "question, edited")
	if p := b.path(5); len(p) != 1 || p[0].Index != 1 || len(p[0].Siblings) != 2 {
		t.Errorf("edited first message: %+v", p)
	}
	for _, tt := range []struct{ choose, want ID }{
		{one.ID, more.ID}, {two.ID, two.ID}, {q.ID, two.ID}, {edited.ID, edited.ID}, {more.ID, more.ID},
	} {
		if err := b.Choose(tt.choose); err != nil {
			t.Fatal(err)
		}
		b.reopen(nil)
		if b.Head() != tt.want {
			t.Errorf("Choose(%s): head %s, want %s", tt.choose, b.Head(), tt.want)
		}
	}
	cur, err := b.At(two.ID)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // a cursor is good as often as it is used
		p, err := b.Page(cur, 1)
		if err != nil || len(p.Messages) != 1 || p.Messages[0].ID != two.ID || !p.More || p.Messages[0].Index != 1 {
			t.Fatalf("page at the other branch: %+v, %v", p, err)
		}
		if p, err = b.Page(p.Next, 1); err != nil || p.Messages[0].ID != q.ID || p.More || len(p.Messages[0].Siblings) != 2 {
			t.Fatalf("page before it: %+v, %v", p, err)
		}
	}
	if err := b.Choose(two.ID); err != nil {
		t.Fatal(err)
	}
	size := b.journal.Size()
	if err := b.Choose(two.ID); err != nil || b.journal.Size() != size {
		t.Errorf("choosing what is shown: %v, %d bytes written", err, b.journal.Size()-size)
	}
}

// TestConcurrent lets messages be written, read, searched and archived at the
// same time; the race detector watches.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Time = time.Date(2026, 9, 1, 0, 0, 0, 0, tokyo())
	parent := ID("")
	for range 40 {
		b.Time = b.Time.AddDate(0, 0, 2)
		parent = b.say(parent, "old").ID
	}
	first, err := b.Page(Cursor{}, 10)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 50 {
			m, err := b.Append(Message{Parent: parent, Role: RoleUser, Text: "new"})
			if err != nil {
				t.Error(err)
				return
			}
			parent = m.ID
		}
	})
	wg.Go(func() {
		if err := b.Archive(t.Context()); err != nil {
			t.Error(err)
		}
	})
	for range 2 {
		wg.Go(func() {
			for range 20 {
				if p, err := b.Page(first.Next, 10); err != nil || len(p.Messages) != 10 {
					t.Errorf("page of %d messages, %v", len(p.Messages), err)
				}
				if hits, err := b.Search(t.Context(), "OLD", 100); err != nil || len(hits) != 40 {
					t.Errorf("%d hits, %v", len(hits), err)
				}
			}
		})
	}
	wg.Wait()
	if got := len(b.path(7)); got != 90 {
		t.Errorf("%d messages, want 90", got)
	}
}

func TestReadOnly(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root writes anyway")
	}
	b := newDamaged(t)
	m := b.say("", "kept")
	b.reopen(func() {
		if err := os.Chmod(b.FilePath(logFile), 0o400); err != nil {
			t.Fatal(err)
		}
	})
	if got := b.path(5); len(got) != 1 {
		t.Errorf("%v", got)
	}
	if _, err := b.Append(Message{Parent: m.ID, Role: RoleUser}); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("Append: %v", err)
	}
}
