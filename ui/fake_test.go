package ui

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/event"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/look"
	"yumori/ui/page"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// noon is when tests happen.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// english and japanese are the words of the two languages.
func english(t testing.TB) page.Words { return wordsIn(t, "en") }

func japanese(t testing.TB) page.Words { return wordsIn(t, "ja") }

func wordsIn(t testing.TB, lang string) page.Words {
	t.Helper()
	w, err := page.LoadWords(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A bench is a border whose errands run when the test says so, on the test's
// goroutine: what a page does stays in order and needs no waiting.
type bench struct {
	*page.Border
	queue  []func()
	really func(context.Context, time.Duration) error // what waits in the program
}

func newBench(t testing.TB) *bench {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	b := &bench{Border: page.NewBorder(ctx)}
	b.Start = func(f func()) { b.queue = append(b.queue, f) }
	b.Enter = func(f func()) { f() }
	// Time does not pass: what comes back from time to time comes once.
	b.really = b.Pause
	b.Pause = func(context.Context, time.Duration) error { return errNoTime }
	return b
}

// settle runs everything that was sent away, and what follows from it.
func (b *bench) settle() {
	for len(b.queue) > 0 {
		f := b.queue[0]
		b.queue = b.queue[1:]
		f()
	}
}

// newTestApp is a toolkit without a screen, in our theme.
func newTestApp(t testing.TB) fyne.App {
	a := test.NewTempApp(t)
	a.Settings().SetTheme(look.New(look.Options{Variant: look.Dark}))
	return a
}

// A fakeMate is a companion over a real log: it answers what it is told to.
type fakeMate struct {
	*transcript.Log
	fakeMind
	fakeMemories
	fakeDreams
	fakeWhy
	fakeLibrary
	fakeTrust
	slug       string
	publish    func(topic string, state any) // nil keeps quiet
	answer     string
	fail       error // returned in place of a turn
	decideFail error
	turn       companion.Turn
	held       []persona.Held
	texts      map[string]string
	foreign    map[string]string // texts somebody else writes before the next Write
	speaker    companion.Speaker
	talks      int // that were ended
	stopped    int
	files      map[string][]byte // attachments by path

	indexes   []companion.IndexState
	indexFail error
}

// newFakeMate has a log of n messages by turns of the user and the persona.
func newFakeMate(t testing.TB, n int) *fakeMate {
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
	t.Cleanup(func() { home.Close() })
	d, err := home.Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	log, err := transcript.Open(d, transcript.Options{Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	return &fakeMate{Log: log, slug: "luna", answer: "Yes.", speaker: companion.Speaker{Name: "built-in rules", Rules: true},
		texts: map[string]string{}, foreign: map[string]string{}}
}

func messageID(i int) transcript.ID { return transcript.ID(fmt.Sprintf("01KA%022d", i)) }

func writeLog(t testing.TB, file string, n int) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	parent := ""
	for i := range n {
		role := "user"
		if i%2 == 1 {
			role = "persona"
		}
		id := string(messageID(i))
		at := noon.Add(-time.Duration(n-i) * time.Minute).Format(time.RFC3339Nano)
		fmt.Fprintf(w, `{"kind":"message","id":%q,"parent":%q,"role":%q,"time":%q,"text":"message %d says a little and no more"}`+"\n", id, parent, role, at, i)
		parent = id
	}
}

func (m *fakeMate) Say(ctx context.Context, u companion.Utterance) (companion.Turn, error) {
	if m.fail != nil {
		return companion.Turn{}, m.fail
	}
	user, err := m.Append(transcript.Message{Parent: m.Head(), Role: transcript.RoleUser, Text: u.Text})
	if err != nil {
		return companion.Turn{}, err
	}
	return m.reply(user)
}

func (m *fakeMate) reply(user transcript.Message) (companion.Turn, error) {
	m.turn = companion.Turn{Phase: companion.PhaseSaved, User: user, Speaker: m.speaker}
	m.tell(companion.TopicTurn, m.turn)
	said, err := m.Append(transcript.Message{Parent: user.ID, Role: transcript.RolePersona, Text: m.answer, Model: "built-in rules"})
	if err != nil {
		return m.turn, err
	}
	m.turn.Phase, m.turn.Text, m.turn.Reply = companion.PhaseDone, m.answer, said
	m.tell(companion.TopicTurn, m.turn)
	m.tell(companion.TopicLog, said.ID)
	return m.turn, nil
}

func (m *fakeMate) tell(topic string, state any) {
	if m.publish != nil {
		m.publish(topic, state)
	}
}

func (m *fakeMate) Regenerate(_ context.Context, id transcript.ID) (companion.Turn, error) {
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

func (m *fakeMate) Edit(_ context.Context, id transcript.ID, text string) (companion.Turn, error) {
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

func (m *fakeMate) EndSession(context.Context) (companion.Session, error) {
	m.talks++
	return companion.Session{}, nil
}

func (m *fakeMate) Interrupt() { m.stopped++ }

func (m *fakeMate) Turn() companion.Turn { return m.turn }

func (m *fakeMate) Snapshot() companion.Snapshot {
	return companion.Snapshot{Slug: m.slug, Name: "Luna", Language: "en", Speaker: m.speaker, Held: m.held}
}

func (m *fakeMate) Held() ([]persona.Held, error) { return m.held, nil }

func (m *fakeMate) Decide(id string, d persona.Decision) (persona.Held, error) {
	if m.decideFail != nil {
		return persona.Held{}, m.decideFail
	}
	for _, h := range m.held {
		if h.ID == id {
			h.State = persona.StateRefused
			if d == persona.Accept {
				h.State = persona.StateAccepted
			}
			m.held = without(m.held, id)
			return h, nil
		}
	}
	return persona.Held{}, persona.ErrNoHeld
}

func (m *fakeMate) Attachment(a transcript.Attachment) ([]byte, error) {
	data, ok := m.files[a.Path]
	if !ok {
		return nil, errOdd
	}
	return data, nil
}

func (m *fakeMate) Text(name string) (store.Text, error) {
	return store.Text{S: m.texts[name], Version: store.Version(m.texts[name])}, nil
}

func (m *fakeMate) Write(name string, old store.Version, text string) error {
	if theirs, ok := m.foreign[name]; ok {
		m.texts[name] = theirs
		delete(m.foreign, name)
	}
	if store.Version(m.texts[name]) != old {
		return fmt.Errorf("write: %w", store.ErrConflict)
	}
	m.texts[name] = text
	return nil
}

// A fakeHouse keeps settings and personas in memory.
type fakeHouse struct {
	embedded []companion.EmbedderChoice // tried
	settings companion.Settings
	people   []companion.PersonaInfo
	mate     *fakeMate
	fail     error
	unfit    error // of every model that is checked
	keys     map[string]string
	servers  []companion.Server
	tested   companion.ModelChoice
	aside    []string
	spent    []companion.Spending
	starts   bool
	fakeStore
}

// A fakeStore is the models of a server.
type fakeStore struct {
	models []companion.ModelInfo
	unread error // returned in place of the list
	asked  []companion.ModelChoice
	pulls  []companion.ModelChoice
	pull   func(context.Context, func(companion.PullProgress)) error // nil is done at once
	suited []companion.ModelSuggestion
	window llm.Window
}

func (s *fakeStore) ListModels(_ context.Context, c companion.ModelChoice) ([]companion.ModelInfo, error) {
	s.asked = append(s.asked, c)
	return s.models, s.unread
}

func (s *fakeStore) PullModel(ctx context.Context, c companion.ModelChoice, tell func(companion.PullProgress)) error {
	s.pulls = append(s.pulls, c)
	if s.pull == nil {
		return nil
	}
	return s.pull(ctx, tell)
}

func (s *fakeStore) SuggestModels() []companion.ModelSuggestion { return s.suited }

func (s *fakeStore) WindowOf(context.Context, companion.ModelChoice) (llm.Window, error) {
	return s.window, nil
}

func (h *fakeHouse) Spending(string) ([]companion.Spending, error) { return h.spent, h.fail }

func (h *fakeHouse) Settings() companion.Settings { return h.settings }

func (h *fakeHouse) Change(s companion.Settings) error {
	if h.fail != nil {
		return h.fail
	}
	h.settings = s
	return nil
}

func (h *fakeHouse) Language() string {
	if h.settings.Locale != "" {
		return h.settings.Locale
	}
	return "en"
}

func (h *fakeHouse) Path() string { return "/home/alex/.local/share/yumori" }

func (h *fakeHouse) Troubles() []companion.Trouble { return nil }

func (h *fakeHouse) Personas() ([]companion.PersonaInfo, error) { return slices.Clone(h.people), nil }

func (h *fakeHouse) First() (string, error) { return h.people[0].Slug, nil }

func (h *fakeHouse) Create(name, language string) (string, error) {
	if name == "" {
		return "", fmt.Errorf("create persona: %w", persona.ErrBadName)
	}
	h.people = append(h.people, companion.PersonaInfo{Slug: "new", Name: name, Language: language})
	return "new", nil
}

func (h *fakeHouse) PreviewCard(_ context.Context, file string) (companion.CardReport, error) {
	switch filepath.Base(file) {
	case "mira.png", "mira.charx":
		return companion.CardReport{Imported: companion.CardParts{Kind: "png"}}, nil
	case "world.json":
		return companion.CardReport{Imported: companion.CardParts{Kind: "lore"}}, nil
	}
	return companion.CardReport{}, &companion.CardError{File: file, Reason: "not_card", Err: companion.ErrCard}
}

func (h *fakeHouse) ImportCard(_ context.Context, _, _ string) (companion.CardReport, error) {
	slug, err := h.Create("Mira", "en")
	return companion.CardReport{Slug: slug}, err
}

func (h *fakeHouse) Rename(_ context.Context, slug, name string) error {
	for i := range h.people {
		if h.people[i].Slug == slug {
			h.people[i].Name = name
		}
	}
	return nil
}

func (h *fakeHouse) SetAside(slug string) (string, error) {
	h.aside = append(h.aside, slug)
	h.people = slices.DeleteFunc(h.people, func(p companion.PersonaInfo) bool { return p.Slug == slug })
	return "set-aside/" + slug, nil
}

func (h *fakeHouse) KeyPlace(provider string) (string, error) {
	if h.keys[provider] != "" {
		return "keyring", nil
	}
	return "", nil
}

func (h *fakeHouse) SetKey(provider, key string) (string, error) {
	h.keys[provider] = key
	return "keyring", nil
}

func (h *fakeHouse) TestModel(_ context.Context, c companion.ModelChoice) (companion.ModelTest, error) {
	h.tested = c
	return companion.ModelTest{Speaker: companion.Speaker{Provider: c.Provider, Name: c.Name}, Took: 1200 * time.Millisecond}, h.fail
}

func (h *fakeHouse) CheckModel(context.Context, companion.ModelChoice) error { return h.unfit }

func (h *fakeHouse) CheckEmbedder(context.Context, companion.EmbedderChoice) error { return h.unfit }

func (h *fakeHouse) Discover(context.Context) []companion.Server { return h.servers }

// A stage is a window over fakes.
type stage struct {
	*shell
	bench *bench
	house *fakeHouse
	mate  *fakeMate
}

// newStage opens the window on a log of n messages, 1024 by 640.
func newStage(t testing.TB, n int) *stage {
	t.Helper()
	return newStageWith(t, n, companion.Settings{UI: companion.UIChoices{Theme: "dark", Welcomed: true}})
}

func newStageWith(t testing.TB, n int, settings companion.Settings) *stage {
	t.Helper()
	a := newTestApp(t)
	m := newFakeMate(t, n)
	h := &fakeHouse{
		mate: m, keys: map[string]string{}, settings: settings,
		people: []companion.PersonaInfo{{Slug: "luna", Name: "Luna", Language: "en"}, {Slug: "akari", Name: "灯子", Language: "ja"}},
	}
	b := newBench(t)
	open := func(_ context.Context, slug string) (mate, error) {
		if slug == "gone" {
			return nil, companion.ErrNoPersona
		}
		m.slug = slug
		return m, nil
	}
	s, err := newShell(shellOptions{
		App: a, Border: b.Border, Now: func() time.Time { return noon }, Logger: slog.New(slog.DiscardHandler),
		Desk: desk{settingsDesk: settingsDesk{settings: h, models: h, store: h, window: h, spending: h, start: h}, personas: h, cards: h, open: open},
	})
	if err != nil {
		t.Fatal(err)
	}
	m.publish = func(topic string, state any) {
		s.receive(event.Event{Topic: m.slug + "/" + topic, State: state})
	}
	s.win.Show()
	s.win.Resize(fyne.NewSize(1024, 640))
	s.start()
	b.settle()
	return &stage{shell: s, bench: b, house: h, mate: m}
}

// page is the chat page that is open.
func (s *stage) chatPage() *chatPage { return s.chats[s.slug] }

var (
	errOdd    = errors.New("odd")
	errNoTime = errors.New("time stands still")
)

func (m *fakeMate) IndexStatus(context.Context) ([]companion.IndexState, error) {
	return m.indexes, m.indexFail
}

func (h *fakeHouse) TestEmbedder(_ context.Context, c companion.EmbedderChoice) (companion.EmbedderTest, error) {
	h.embedded = append(h.embedded, c)
	return companion.EmbedderTest{Model: c.Provider + "/" + c.Name, Dim: 1536, Took: 300 * time.Millisecond}, h.fail
}
