package transcript

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"yumori/internal/store"
)

// A model is what a Log must be like, kept in memory: the records in the
// order of writing, heads among them.
type model struct {
	messages []Message
	byID     map[ID]Message
	children map[ID][]ID // oldest first
	head     ID
	log      []logged

	retracted map[ID]bool
}

// A logged is a record of the model with where it ends in the log, or -1 when
// it has been archived.
type logged struct {
	head ID // after the record
	size int
	m    *Message
	undo func() // of a retraction
}

func newModel() *model {
	return &model{byID: map[ID]Message{}, children: map[ID][]ID{}, retracted: map[ID]bool{}}
}

func (m *model) add(msg Message) {
	m.messages = append(m.messages, msg)
	m.byID[msg.ID] = msg
	m.children[msg.Parent] = append(m.children[msg.Parent], msg.ID)
	m.head = msg.ID
}

// tip returns the newest descendant: the last in the order of writing.
func (m *model) tip(id ID) ID {
	family := map[ID]bool{id: true}
	tip := id
	for _, msg := range m.messages {
		if family[msg.Parent] && msg.Parent != "" {
			family[msg.ID] = true
			tip = msg.ID
		}
	}
	return tip
}

func (m *model) path() []Entry {
	var path []Entry
	for id := m.head; id != ""; {
		msg := m.shown(m.byID[id])
		path = append(path, Entry{Message: msg, Siblings: m.children[msg.Parent], Index: slices.Index(m.children[msg.Parent], id)})
		id = msg.Parent
	}
	slices.Reverse(path)
	return path
}

// shown is a message as a reader sees it.
func (m *model) shown(msg Message) Message {
	if m.retracted[msg.ID] {
		msg.Retracted, msg.Text, msg.Trace = true, "", nil
	}
	return msg
}

// ids returns the branch that leads to a message, newest first.
func (m *model) ids(id ID) []ID {
	var ids []ID
	for ; id != ""; id = m.byID[id].Parent {
		ids = append(ids, id)
	}
	return ids
}

func (m *model) compareBranches(t *testing.T, b *bench, r *rand.Rand) {
	t.Helper()
	if len(m.messages) == 0 {
		return
	}
	from, to := m.messages[r.IntN(len(m.messages))].ID, m.messages[r.IntN(len(m.messages))].ID
	if r.IntN(5) == 0 {
		from = ""
	}
	left, entered, err := b.Branch(from, to)
	if err != nil {
		t.Fatal(err)
	}
	a, c := m.ids(from), m.ids(to)
	for len(a) > 0 && len(c) > 0 && a[len(a)-1] == c[len(c)-1] {
		a, c = a[:len(a)-1], c[:len(c)-1]
	}
	slices.Reverse(a)
	slices.Reverse(c)
	if !slices.Equal(left, a) || !slices.Equal(entered, c) {
		t.Fatalf("Branch(%s, %s): left %v, entered %v; want %v and %v", from, to, left, entered, a, c)
	}
}

func (m *model) compare(t *testing.T, b *bench, r *rand.Rand, step string) {
	t.Helper()
	if b.Head() != m.head {
		t.Fatalf("%s: head %q, want %q", step, b.Head(), m.head)
	}
	got, want := b.path(1+r.IntN(9)), m.path()
	if len(got) != len(want) {
		t.Fatalf("%s: %d messages on the branch, want %d", step, len(got), len(want))
	}
	for i := range got {
		if !sameMessage(got[i].Message, want[i].Message) || got[i].Orphan {
			t.Fatalf("%s: message %d is %+v, want %+v", step, i, got[i], want[i].Message)
		}
		if !slices.Equal(got[i].Siblings, want[i].Siblings) || got[i].Index != want[i].Index {
			t.Fatalf("%s: siblings of message %d of %d: %v at %d, want %v at %d", step, i, len(got), got[i].Siblings, got[i].Index, want[i].Siblings, want[i].Index)
		}
	}
}

func sameMessage(a, b Message) bool {
	return a.ID == b.ID && a.Parent == b.Parent && a.Text == b.Text && a.Role == b.Role && a.State == b.State &&
		a.Time.Equal(b.Time) && a.Retracted == b.Retracted && string(a.Trace) == string(b.Trace)
}

// TestModel does random things to a Log and to the model, among them cutting
// the tail of the file at any byte, and compares them.
func TestModel(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	rounds, steps := 8, 120
	if testing.Short() {
		rounds, steps = 3, 60
	}
	for round := range rounds {
		r := rand.New(rand.NewPCG(seed, uint64(round)))
		t.Run(fmt.Sprintf("seed %d round %d", seed, round), func(t *testing.T) {
			b := newBench(t)
			m := newModel()
			for step := range steps {
				name := fmt.Sprintf("step %d: %s", step, m.act(t, b, r))
				if step%5 == 0 || step == steps-1 {
					m.compare(t, b, r, name)
					m.compareBranches(t, b, r)
				}
				if ids := slices.IsSortedFunc(m.messages, func(a, b Message) int { return compareIDs(a.ID, b.ID) }); !ids {
					t.Fatalf("%s: ids do not rise", name)
				}
			}
			m.findAll(t, b)
		})
	}
}

func compareIDs(a, b ID) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// act does one random thing to both and says which.
func (m *model) act(t *testing.T, b *bench, r *rand.Rand) string {
	t.Helper()
	switch n := r.IntN(100); {
	case n < 60 || len(m.messages) == 0:
		parent := m.head
		if r.IntN(6) == 0 && len(m.messages) > 0 {
			parent = m.messages[r.IntN(len(m.messages))].Parent // a branch beside some message
		}
		b.Time = b.Time.Add(time.Duration(r.Int64N(int64(60*time.Hour))) - 2*time.Hour) // sometimes back
		before := b.journal.Size()
		msg, err := b.Append(Message{
			Parent: parent, Role: []Role{RoleUser, RolePersona, RoleNote}[r.IntN(3)], Text: fmt.Sprintf("message %d\n\"夢\" <&>", len(m.messages)),
			State: []State{Complete, Interrupted, Failed}[r.IntN(3)], Trace: []byte(`{"n":1}`),
		})
		if err != nil {
			t.Fatal(err)
		}
		m.add(msg)
		m.note(int(b.journal.Size()-before), &msg)
		return "append " + string(msg.ID)
	case n < 66:
		return m.retract(t, b, r)
	case n < 76:
		id := m.messages[r.IntN(len(m.messages))].ID
		before := b.journal.Size()
		if err := b.Choose(id); err != nil {
			t.Fatal(err)
		}
		m.head = m.tip(id)
		if n := int(b.journal.Size() - before); n > 0 {
			m.note(n, nil)
		}
		return "choose " + string(id)
	case n < 85:
		b.reopen(nil)
		return "reopen"
	case n < 92:
		return m.archive(t, b)
	default:
		return m.cutTail(t, b, r)
	}
}

// retract takes a message back, or gives it back.
func (m *model) retract(t *testing.T, b *bench, r *rand.Rand) string {
	t.Helper()
	id, was := m.messages[r.IntN(len(m.messages))].ID, false
	do, what := b.Retract, "retract "
	if was = m.retracted[id]; was || r.IntN(4) == 0 {
		do, what = b.Unretract, "unretract "
	}
	before := b.journal.Size()
	if err := do(id, store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	m.retracted[id] = what == "retract "
	if n := int(b.journal.Size() - before); n > 0 {
		m.log = append(m.log, logged{head: m.head, size: n, undo: func() { m.retracted[id] = was }})
	} else if m.retracted[id] != was {
		t.Fatalf("%s%s: nothing was written", what, id)
	}
	return what + string(id)
}

func (m *model) note(size int, msg *Message) {
	m.log = append(m.log, logged{head: m.head, size: size, m: msg})
}

func (m *model) archive(t *testing.T, b *bench) string {
	t.Helper()
	if err := b.Archive(context.Background()); err != nil {
		t.Fatal(err)
	}
	// The records still in the log are the last ones.
	left := int(b.journal.Size())
	keep := len(m.log)
	for keep > 0 && left > 0 {
		keep--
		left -= m.log[keep].size
	}
	if left != 0 {
		t.Fatalf("archive cut the log inside of a record: %d bytes", left)
	}
	m.log = m.log[keep:]
	return "archive"
}

// cutTail cuts the log at a random byte of its last records, as a crash in
// the middle of writing does: what was whole before the cut has to be there.
func (m *model) cutTail(t *testing.T, b *bench, r *rand.Rand) string {
	t.Helper()
	drop := 0
	for n := min(len(m.log), 1+r.IntN(3)); n > 0; n-- {
		drop += m.log[len(m.log)-n].size
	}
	if drop == 0 {
		return "nothing to cut"
	}
	cut := 2 + r.IntN(drop) // a record that lacks but its line break is whole
	cut = min(cut, drop)
	b.reopen(func() {
		path := b.FilePath(logFile)
		fi, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, fi.Size()-int64(cut)); err != nil {
			t.Fatal(err)
		}
	})
	for lost := cut; lost > 1; { // one byte is a line break, which is put back
		last := m.log[len(m.log)-1]
		m.log = m.log[:len(m.log)-1]
		lost -= last.size
		if last.undo != nil {
			last.undo()
		}
		if last.m == nil {
			continue
		}
		m.messages = slices.DeleteFunc(m.messages, func(o Message) bool { return o.ID == last.m.ID })
		delete(m.byID, last.m.ID)
		m.children[last.m.Parent] = slices.DeleteFunc(slices.Clone(m.children[last.m.Parent]), func(id ID) bool { return id == last.m.ID })
	}
	switch {
	case len(m.log) > 0:
		m.head = m.log[len(m.log)-1].head
	default: // what the archives end with; the comparison of paths checks it
		m.head = b.Head()
		if _, ok := m.byID[m.head]; !ok && len(m.messages) > 0 {
			t.Fatalf("head %q after a cut is no message", m.head)
		}
	}
	return fmt.Sprintf("cut %d bytes", cut)
}

func (m *model) findAll(t *testing.T, b *bench) {
	t.Helper()
	for _, want := range m.messages {
		got, err := b.Find(want.ID)
		want = m.shown(want)
		if err != nil || !sameMessage(got, want) {
			t.Fatalf("Find(%s): %+v, %v; want %+v", want.ID, got, err, want)
		}
	}
}
