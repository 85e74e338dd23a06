package uitest

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/memory"
	"yumori/internal/models"
	"yumori/internal/sessions"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/retrieval"
)

// A FakeCompanion is a companion over a real log: it answers what it is told to.
type FakeCompanion struct {
	*transcript.Log
	FakeMind
	FakeMemories
	FakeDreams
	FakeWhy
	FakeTrust
	FakeSessions
	Library    FakeLibrary
	Slug       string
	Publish    func(topic string, state any) // nil keeps quiet
	Answer     string
	Fail       error // returned in place of a turn
	DecideFail error
	turn       companion.Turn
	Waiting    []companion.Ask
	Kept       []companion.Learned
	KeptTexts  map[string]string
	Foreign    map[string]string // texts somebody else writes before the next Write
	Speaker    models.Speaker
	Talks      int // that were ended
	Stopped    int
	Files      map[string][]byte // attachments by path

	Indexes   []retrieval.IndexState
	indexFail error
}

// NewCompanion has a log of n messages by turns of the user and the persona.
func NewCompanion(t testing.TB, n int) *FakeCompanion {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, "personas", "luna")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	writeLog(t, filepath.Join(dir, "log.jsonl"), n)
	home, err := store.Open(root, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = home.Close() })
	d, err := home.Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	log, err := transcript.Open(d, transcript.Options{Now: func() time.Time { return Noon }})
	if err != nil {
		t.Fatal(err)
	}
	return &FakeCompanion{Log: log, Slug: "luna", Answer: "Yes.", Speaker: models.Speaker{Name: "built-in rules", Rules: true},
		KeptTexts: map[string]string{}, Foreign: map[string]string{}}
}

// MessageID is the id of message i of a log of NewCompanion.
func MessageID(i int) transcript.ID { return transcript.ID(fmt.Sprintf("01KA%022d", i)) }

func writeLog(t testing.TB, file string, n int) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer func() {
		if err := w.Flush(); err != nil {
			t.Error(err)
		}
	}()
	parent := ""
	for i := range n {
		role := "user"
		if i%2 == 1 {
			role = "persona"
		}
		id := string(MessageID(i))
		at := Noon.Add(-time.Duration(n-i) * time.Minute).Format(time.RFC3339Nano)
		fmt.Fprintf(w, `{"kind":"message","id":%q,"parent":%q,"role":%q,"time":%q,"text":"message %d says a little and no more"}`+"\n", id, parent, role, at, i)
		parent = id
	}
}

// Say stands for the method of companion.Companion.
func (m *FakeCompanion) Say(ctx context.Context, u companion.Utterance) (companion.Turn, error) {
	if m.Fail != nil {
		return companion.Turn{}, m.Fail
	}
	user, err := m.Append(transcript.Message{Parent: m.Head(), Role: transcript.RoleUser, Text: u.Text})
	if err != nil {
		return companion.Turn{}, err
	}
	return m.reply(user)
}

func (m *FakeCompanion) reply(user transcript.Message) (companion.Turn, error) {
	m.turn = companion.Turn{Phase: companion.PhaseSaved, User: user, Speaker: m.Speaker}
	m.Tell(companion.TopicTurn, m.turn)
	said, err := m.Append(transcript.Message{Parent: user.ID, Role: transcript.RolePersona, Text: m.Answer, Model: "built-in rules"})
	if err != nil {
		return m.turn, err
	}
	m.turn.Phase, m.turn.Text, m.turn.Reply = companion.PhaseDone, m.Answer, said
	m.Tell(companion.TopicTurn, m.turn)
	m.Tell(companion.TopicLog, said.ID)
	return m.turn, nil
}

// Tell publishes a state, where anybody listens.
func (m *FakeCompanion) Tell(topic string, state any) {
	if m.Publish != nil {
		m.Publish(topic, state)
	}
}

// Regenerate stands for the method of companion.Companion.
func (m *FakeCompanion) Regenerate(_ context.Context, id transcript.ID) (companion.Turn, error) {
	said, err := m.Find(id)
	if err != nil {
		return companion.Turn{}, err
	}
	if said.Role != transcript.RoleUser {
		if said, err = m.Find(said.Parent); err != nil {
			return companion.Turn{}, err
		}
	}
	return m.reply(said)
}

// Edit stands for the method of companion.Companion.
func (m *FakeCompanion) Edit(_ context.Context, id transcript.ID, text string) (companion.Turn, error) {
	old, err := m.Find(id)
	if err != nil {
		return companion.Turn{}, err
	}
	user, err := m.Append(transcript.Message{Parent: old.Parent, Role: transcript.RoleUser, Text: text})
	if err != nil {
		return companion.Turn{}, err
	}
	return m.reply(user)
}

// EndSession stands for the method of companion.Companion.
func (m *FakeCompanion) EndSession(context.Context) (sessions.Session, error) {
	m.Talks++
	return sessions.Session{}, nil
}

// Interrupt stands for the method of companion.Companion.
func (m *FakeCompanion) Interrupt() { m.Stopped++ }

// Turn stands for the method of companion.Companion.
func (m *FakeCompanion) Turn() companion.Turn { return m.turn }

// Snapshot stands for the method of companion.Companion.
func (m *FakeCompanion) Snapshot() companion.Snapshot {
	return companion.Snapshot{Slug: m.Slug, Name: "Luna", Language: "en", Speaker: m.Speaker, Inbox: m.Waiting}
}

// Asks stands for the method of companion.Companion.
func (m *FakeCompanion) Asks() ([]companion.Ask, error) { return m.Waiting, nil }

// AnswerAsk stands for the method of companion.Companion.
func (m *FakeCompanion) AnswerAsk(_ context.Context, id string, d persona.Decision) (companion.Ask, error) {
	if m.DecideFail != nil {
		return companion.Ask{}, m.DecideFail
	}
	for _, a := range m.Waiting {
		if a.ID == id {
			a.State = persona.StateRefused
			if d == persona.Accept {
				a.State = persona.StateAccepted
			}
			m.Waiting = slices.DeleteFunc(slices.Clone(m.Waiting), func(a companion.Ask) bool { return a.ID == id })
			return a, nil
		}
	}
	return companion.Ask{}, persona.ErrNoHeld
}

// Learned stands for the method of companion.Companion.
func (m *FakeCompanion) Learned([]transcript.ID) ([]companion.Learned, error) { return m.Kept, nil }

// Unlearn stands for the method of companion.Companion.
func (m *FakeCompanion) Unlearn(transcript.ID) error { return m.turnKept() }

// Relearn stands for the method of companion.Companion.
func (m *FakeCompanion) Relearn(transcript.ID) error { return m.turnKept() }

func (m *FakeCompanion) turnKept() error {
	for i := range m.Kept {
		m.Kept[i].Undone = !m.Kept[i].Undone
	}
	m.Tell(companion.TopicLearned, m.Kept)
	return nil
}

// Attachment stands for the method of companion.Companion.
func (m *FakeCompanion) Attachment(a transcript.Attachment) ([]byte, error) {
	data, ok := m.Files[a.Path]
	if !ok {
		return nil, ErrOdd
	}
	return data, nil
}

// Text stands for the method of companion.Companion.
func (m *FakeCompanion) Text(name string) (store.Text, error) {
	return store.Text{S: m.KeptTexts[name], Version: store.Version(m.KeptTexts[name])}, nil
}

// Write stands for the method of companion.Companion.
func (m *FakeCompanion) Write(name string, old store.Version, text string) error {
	if theirs, ok := m.Foreign[name]; ok {
		m.KeptTexts[name] = theirs
		delete(m.Foreign, name)
	}
	if store.Version(m.KeptTexts[name]) != old {
		return fmt.Errorf("write: %w", store.ErrConflict)
	}
	m.KeptTexts[name] = text
	return nil
}

// Status stands for the method of retrieval.Service.
func (m *FakeCompanion) Status(context.Context) ([]retrieval.IndexState, error) {
	return m.Indexes, m.indexFail
}

// Retract is that of FakeWhy, and that of the log as far as it knows the
// message.
func (m *FakeCompanion) Retract(id transcript.ID) ([]memory.Derived, error) {
	list, err := m.FakeWhy.Retract(id)
	if err == nil {
		_ = m.Log.Retract(id, store.Cause{Kind: store.CauseUser})
	}
	return list, err
}

// Restore undoes Retract.
func (m *FakeCompanion) Restore(id transcript.ID) error {
	err := m.FakeWhy.Restore(id)
	if err == nil {
		_ = m.Unretract(id, store.Cause{Kind: store.CauseUser})
	}
	return err
}
