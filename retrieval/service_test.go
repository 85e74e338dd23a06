package retrieval

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/episodic"
	"yumori/internal/memory"
	"yumori/internal/memory/stores"
	"yumori/internal/store"
	"yumori/internal/store/storetest"
	"yumori/internal/transcript"
	"yumori/rag"
	"yumori/retrieval/background"
	"yumori/retrieval/library"
	"yumori/retrieval/source"
)

// A remembering is the recall of a persona in a folder of its own, who only
// remembers.
type remembering struct {
	*Service
	folder *storetest.Folder
	log    *transcript.Log
	stores *stores.Stores
}

// newRemembering opens the recall of a persona who was told some things.
func newRemembering(t *testing.T, told ...string) *remembering {
	t.Helper()
	f := storetest.New(t, time.Date(2026, 10, 20, 21, 0, 0, 0, time.FixedZone("", 9*3600)))
	r := &remembering{folder: f}
	var err error
	if r.log, err = transcript.Open(f.Dir, transcript.Options{Now: f.Now}); err != nil {
		t.Fatal(err)
	}
	if r.stores, err = stores.Open(f.Dir, stores.Options{Now: f.Now}); err != nil {
		t.Fatal(err)
	}
	for _, text := range told {
		r.tell(t, text)
	}
	r.Service = New(Options{
		Limits: Limits{Ready: slowness * 1500 * time.Millisecond, Turn: slowness * 2 * time.Second, Vectors: slowness * 2 * time.Second},
		Folder: source.Folder{
			Dir: f.Dir, Log: r.log, Episodes: r.stores.Episodes, Insights: r.stores.Insights,
			Logger: slog.New(slog.DiscardHandler), IsTalk: func(string, string) bool { return false },
		},
		Exchanges: r.stores.Exchanges,
		Settings:  func() Settings { return Settings{Auto: true} },
		Planner:   func(context.Context) Planner { return nil },
		Knowledge: func(library.Base) {},
	}, r)
	r.timer.Stop() // nothing is opened that nobody asked for
	t.Cleanup(r.Close)
	if _, err := r.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

// tell puts something that the user says into the log.
func (r *remembering) tell(t *testing.T, text string) transcript.Message {
	t.Helper()
	m, err := r.log.Append(transcript.Message{Parent: r.log.Head(), Role: transcript.RoleUser, Text: text, Time: r.Now()})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// without takes the indexes away.
func (r *remembering) without() {
	r.indexes.mu.Lock()
	gone := r.indexes.list
	r.indexes.list = nil
	r.indexes.mu.Unlock()
	for _, x := range gone {
		_ = x.index.Close()
	}
}

// Now is Host.
func (r *remembering) Now() time.Time { return r.folder.Now() }

// Names is Host.
func (*remembering) Names() source.Names {
	return source.Names{User: "User", Persona: "Luna", Language: "en"}
}

// Entities is Host.
func (*remembering) Entities() []string { return []string{"Mika"} }

// Falls is Host.
func (*remembering) Falls(string) ([]memory.Derived, error) { return nil, nil }

// MarkOthers is Host.
func (*remembering) MarkOthers([]Memory) {}

func asks(text string) recallQuery { return recallQuery{Query: Query{Ask: Ask{Text: text}}} }

// TestWithoutAnyIndex takes the indexes away while the persona is open: the
// conversation is searched for the words, and the result says so.
func TestWithoutAnyIndex(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ told, other, ask string }{
		{"My sister Mika plays the cello in Osaka.", "The harbour was full of fog.", "Which instrument does Mika play?"},
		{"妹のミカは大阪でチェロを弾いています。", "今朝も港は霧でした。", "ミカは何の楽器を弾いている？"},
	} {
		t.Run(c.ask, func(t *testing.T) {
			t.Parallel()
			r := newRemembering(t)
			id := string(r.tell(t, c.told).ID)
			for range 30 {
				r.tell(t, c.other)
			}
			r.without()
			got, err := r.recollect(t.Context(), asks(c.ask))
			if err != nil || len(got.Memories) == 0 || got.Memories[0].ID != id || got.Memories[0].Source.File != source.LogFile {
				t.Errorf("%+v %v", got, err)
			}
			if !strings.Contains(strings.Join(got.Notes, "\n"), "no index answers") {
				t.Errorf("notes %q", got.Notes)
			}
		})
	}
}

// TestWordsWithinBounds looks for words in the log, no index answering, and
// holds what is found to the bounds that were set.
func TestWordsWithinBounds(t *testing.T) {
	t.Parallel()
	r := newRemembering(t, "My sister Mika plays the cello in Osaka.", "The cello of Mika was built in 1890.")
	r.without()
	free := &recalling{s: r.Service, q: asks("the cello of Mika")}
	if free.addByWords(t.Context()); len(free.out.Memories) == 0 {
		t.Error("nothing is found without bounds")
	}
	bounded := &recalling{s: r.Service, q: free.q}
	bounded.q.Filter.Since = r.Now().AddDate(0, 0, 1)
	if bounded.addByWords(t.Context()); len(bounded.out.Memories) != 0 {
		t.Errorf("%+v", bounded.out.Memories)
	}
}

// A mapFault is what the runtime panics with when a page of a mapped file cannot
// be read.
type mapFault struct{}

func (mapFault) Addr() uintptr { return 0 }

// TestDamageMetByASearchIsSaid has a search find that an index cannot be read
// while the persona is open. What is recalled before it is whole again says
// what it is from, and who looks something up waits for the whole.
func TestDamageMetByASearchIsSaid(t *testing.T) {
	t.Parallel()
	r := newRemembering(t, "My sister Mika plays the cello in Osaka.")
	for _, x := range r.Open() {
		_, err := x.Search(t.Context(), rag.Query{
			Text: "cello Osaka", Filter: rag.Filter{Without: func(string) bool { panic(mapFault{}) }},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	const question = "Which instrument does Mika play?"
	out, err := r.recollect(t.Context(), asks(question))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(out.Notes, func(n string) bool { return strings.Contains(n, "made anew") }) {
		t.Errorf("it does not say what it is from: %q", out.Notes)
	}
	found, err := r.Recall(t.Context(), Question{Text: question})
	if err != nil || len(found.Memories) == 0 || !strings.Contains(found.Memories[0].Content, "cello") {
		t.Errorf("after the damage is mended: %+v %v", found, err)
	}
	for _, x := range r.Open() {
		if why := x.Mending(); why != "" {
			t.Errorf("an index is not whole: %s", why)
		}
	}
}

// TestPassThatFails keeps out of sight what left, until a pass does its work.
func TestPassThatFails(t *testing.T) {
	t.Parallel()
	r := newRemembering(t, "Good evening.")
	var working sync.WaitGroup
	passes := background.Passes{
		Work: func(background.Extent) error { return context.DeadlineExceeded }, After: func(error) {}, Working: &working,
	}
	failed := passes.Request(background.Changes)
	working.Wait()
	r.Hidden.mu.Lock()
	r.Hidden.away["x"] = failed
	r.Hidden.mu.Unlock()
	if !r.Hidden.all()["x"] {
		t.Error("back in sight after a pass that failed")
	}
	limit, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for r.Hidden.all()["x"] {
		if err := r.Request(background.Changes).Wait(limit); err != nil {
			t.Fatalf("never back in sight: %v", err)
		}
	}
}

// TestFeelingOfAnExchange: a message is as moving as its exchange, in the log
// and in an archive.
func TestFeelingOfAnExchange(t *testing.T) {
	t.Parallel()
	r := newRemembering(t)
	said := r.tell(t, "The hall was dark.")
	err := r.stores.Exchanges.Record(episodic.Exchange{User: string(said.ID), Reply: "reply", Time: r.Now(), Arousal: .25}, store.Cause{Kind: store.CauseTurn})
	if err != nil {
		t.Fatal(err)
	}
	felt := (&recalling{s: r.Service}).arousals()
	for _, kind := range []rag.Type{rag.TypeMessage, rag.TypeArchive} {
		if a, ok := felt(rag.Document{ID: string(said.ID), Type: kind, Time: r.Now()}); !ok || a != .25 {
			t.Errorf("%s: %v, %v", kind, a, ok)
		}
	}
	if _, ok := felt(rag.Document{ID: string(said.ID), Type: rag.TypeBank, Time: r.Now()}); ok {
		t.Error("a fact has the feeling of an exchange")
	}
}

// TestAnIndexThatIsBeingMadeIsNoProblem has a pass under way that does not end.
func TestAnIndexThatIsBeingMadeIsNoProblem(t *testing.T) {
	t.Parallel()
	r := newRemembering(t)
	under := make(chan struct{})
	r.passes.Work = func(background.Extent) error { <-under; return nil }
	problems, behind := r.Check(t.Context(), 0)
	close(under)
	if len(problems) != 0 || !behind {
		t.Errorf("%+v, behind %v", problems, behind)
	}
}
