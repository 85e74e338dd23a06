package ui

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A fakeWhy knows why everything was said.
type fakeWhy struct {
	why     companion.Why
	derived []memory.Item
	done    []string
	whyFail error
	plan    companion.Plan
	now     companion.Plan
	nowFail error
}

func (f *fakeWhy) Planned(context.Context, transcript.ID) (companion.Plan, error) {
	return f.plan, f.whyFail
}

func (f *fakeWhy) PlanNow(context.Context) (companion.Plan, error) { return f.now, f.nowFail }

func (f *fakeWhy) Why(_ context.Context, id transcript.ID) (companion.Why, error) {
	y := f.why
	y.Message.ID = id
	return y, f.whyFail
}

func (f *fakeWhy) Pin(text string) error {
	f.done = append(f.done, "pin "+text)
	return f.whyFail
}

func (f *fakeWhy) Derived(transcript.ID) ([]memory.Item, error) { return f.derived, f.whyFail }

func (f *fakeWhy) Retract(id transcript.ID) ([]memory.Item, error) {
	f.done = append(f.done, "retract "+string(id))
	return f.derived, f.whyFail
}

func (f *fakeWhy) Restore(id transcript.ID) error {
	f.done = append(f.done, "restore "+string(id))
	return f.whyFail
}

func knownWhy(t testing.TB) fakeWhy {
	t.Helper()
	var trace companion.Trace
	err := json.Unmarshal([]byte(`{"speaker":{"provider":"openai","name":"q"},"plan":{"sections":[{"name":"soul","part":"system","size":1200},{"name":"recalled","part":"system","size":300,"cuts":[{"what":"recalled","left":40,"of":340,"why":"window"}]},
		{"name":"conversation","part":"messages","count":12,"older":"x"}]},"tainted":true,"tools":[{"name":"memory_write","args":{"content":"tea"},"error":"disk full"}],
		"recalled":{"intent":"temporal","spans":[{"from":"2026-11-01T00:00:00Z","to":"2026-11-02T00:00:00Z"}],"considered":40,"ms":12.3,
		"left":[{"id":"x","source":"memory/2026-11-01.md#L4","fate":"not relevant"}]}}`), &trace)
	if err != nil {
		t.Fatal(err)
	}
	trace.Usage = llm.Usage{Calls: 2, Prompt: 1500, Answer: 80}
	return fakeWhy{
		why: companion.Why{Trace: trace, Resonance: map[string]float64{"e2": 0.7}, Memories: []companion.Memory{
			{ID: string(messageID(3)), Type: "message", Content: "We went to the lake.", Source: "log.jsonl#L4", Kind: "told"},
			{ID: "e2", Type: "episode", Content: "The lake was cold.", Source: "episodic_memory/episodic_memory.json#L2", Kind: "lived"},
		}},
		derived: []memory.Item{{Store: "fact", ID: "f", Title: "Tea is better"}},
	}
}

func openWhy(t *testing.T) (*stage, *whyPanel) {
	t.Helper()
	s := newStage(t, 20)
	s.win.Resize(fyne.NewSize(1280, 800))
	s.mate.fakeWhy = knownWhy(t)
	s.mate.fakeMemories = livedMemories()
	s.chatPage().openWhy(messageID(5))
	s.bench.settle()
	return s, s.chatPage().why
}

func TestWhyIsToldBesideTheConversation(t *testing.T) {
	s, p := openWhy(t)
	said := saidIn(p.content)
	for _, want := range []string{
		"openai/q", "2 calls, 1,500 tokens asked", "We went to the lake.", "log.jsonl#L4", "The lake was cold.", "0.70",
		"1 Nov 2026 ·", "memory/2026-11-01.md#L4", "disk full", "Soul", "1,200", "40", "12 messages",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if s.chatPage().glance.content.Visible() {
		t.Error("the glance stands beside it")
	}
	for _, w := range []page.Words{english(t), japanese(t)} {
		m := whyView(s.mate.why, w)
		if strings.Contains(strings.Join(m.notes, ""), "why.") || len(m.layers) != 2 || m.layers[1].Share != 0.25 {
			t.Errorf("%s: %+v", w.Lang, m)
		}
	}
	s.escape()
	if len(s.chatPage().side.Objects) != 0 {
		t.Error("Escape does not close it")
	}
}

func TestFromWhyAMemoryIsPinnedCorrectedAndForgotten(t *testing.T) {
	s, p := openWhy(t)
	press := func(word string, nth int) {
		t.Helper()
		for _, o := range test.LaidOutObjects(p.content) {
			if b, ok := o.(*widget.IconButton); ok && b.Word == word {
				if nth--; nth < 0 {
					test.Tap(b)
					s.bench.settle()
					return
				}
			}
		}
		t.Fatalf("no button %q", word)
	}
	w := s.words
	press(w.T("why.pin"), 1)
	tapButton(t, s.sheet.pop, w.T("why.pin"))
	s.bench.settle()
	press(w.T("why.forget"), 0)
	if !strings.Contains(saidIn(s.sheet.pop.Content), "Tea is better") {
		t.Errorf("what falls with it is not shown: %s", saidIn(s.sheet.pop.Content))
	}
	tapButton(t, s.sheet.pop, w.T("why.forget"))
	s.bench.settle()
	if got := strings.Join(s.mate.done, "|"); got != "pin The lake was cold.|retract "+string(messageID(3)) {
		t.Errorf("it did %s", got)
	}
	press(w.T("why.correct"), 0)
	if m, ok := s.open.(*memoriesPage); !ok || !strings.Contains(m.shown(), "We went to the lake.") {
		t.Error("to correct an episode does not lead to it")
	}
}

// A model that failed has its reason told, and what to do about it.
func TestWhyTheRulesSpokeForAModel(t *testing.T) {
	w := english(t)
	m := whyView(companion.Why{Trace: companion.Trace{Notice: &companion.Notice{
		Kind: companion.NoticeFellBack, From: "tiny", Why: "openai: generate: " + llm.ErrKey.Error() + " (status 401)",
	}}}, w)
	if want := w.T("error.key") + " " + w.T("error.key.next"); !slices.Contains(m.notes, want) {
		t.Errorf("it says %q, not %q", m.notes, want)
	}
}

func TestTheTimeThatWasAskedFor(t *testing.T) {
	w := english(t)
	for _, tt := range []struct{ from, to, want string }{
		{"2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z", "1 Jun 2026 – 30 Jun 2026"},
		{"2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z", "20 Nov 2026"},
		{"2026-11-20T00:00:00Z", "", "20 Nov 2026"},
		{"", "2026-11-21T00:00:00Z", "20 Nov 2026"},
	} {
		if got := span(w, companion.Days{From: tt.from, To: tt.to}); got != tt.want {
			t.Errorf("%s to %s is %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestWhyOfNothingSaysSo(t *testing.T) {
	s, p := openWhy(t)
	s.mate.whyFail = transcript.ErrNoMessage
	p.open("gone")
	s.bench.settle()
	if !strings.Contains(saidIn(p.content), s.words.T("error.no_message")) {
		t.Errorf("it says %s", saidIn(p.content))
	}
}

func TestAMessageIsForgottenFromItsMenu(t *testing.T) {
	s := newStage(t, 6)
	s.mate.fakeWhy = knownWhy(t)
	s.chatPage().forget(messageID(2))
	s.bench.settle()
	tapButton(t, s.sheet.pop, s.words.T("why.forget"))
	s.bench.settle()
	if len(s.mate.done) != 1 || s.mate.done[0] != "retract "+string(messageID(2)) {
		t.Errorf("it did %v", s.mate.done)
	}
}

// Retract is that of fakeWhy, and that of the log as far as it knows the
// message.
func (m *fakeMate) Retract(id transcript.ID) ([]memory.Item, error) {
	list, err := m.fakeWhy.Retract(id)
	if err == nil {
		_ = m.Log.Retract(id, store.Cause{Kind: store.CauseUser})
	}
	return list, err
}

// Restore undoes Retract.
func (m *fakeMate) Restore(id transcript.ID) error {
	err := m.fakeWhy.Restore(id)
	if err == nil {
		_ = m.Unretract(id, store.Cause{Kind: store.CauseUser})
	}
	return err
}
