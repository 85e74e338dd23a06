package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/document"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
)

func TestKnowledgeView(t *testing.T) {
	s := knowledgeState{name: "Luna", read: true, base: companion.KnowledgeBase{Files: uitest.SomePapers()}}
	m := knowledgeView(s, uitest.English(t))
	if m.summary != "5 files"+page.Separator+"481 passages" || m.empty || len(m.files) != 5 {
		t.Errorf("%+v", m)
	}
	for i, want := range []struct {
		about, state string
		bad          bool
		part         float32
	}{
		{"PDF ·  120 pages ·  480 passages ·  3.0 MB", "2 pages cannot be read and are not searched.", false, -1},
		{"Text (Shift_JIS) ·  1 passage ·  2 kB", "", false, -1},
		{"PDF ·  9.0 MB", "is being read: page 30 of 120", false, 0.25},
		{"Markdown ·  12 B", "waits to be read", false, -1},
		{"PDF ·  12 B", "“a.pdf” does not say which letters its signs are, so its text cannot be read.", true, -1},
	} {
		got := m.files[i]
		if !strings.HasPrefix(got.about, want.about) || got.state != want.state || got.bad != want.bad || got.part != want.part {
			t.Errorf("%+v, want %+v", got, want)
		}
		if got.stop != (got.part >= 0) || got.again != got.bad {
			t.Errorf("%+v", got)
		}
	}
	if m := knowledgeView(knowledgeState{read: true}, uitest.Japanese(t)); !m.empty || m.summary != "" {
		t.Errorf("%+v", m)
	}
	if m := knowledgeView(knowledgeState{}, uitest.Japanese(t)); m.empty {
		t.Error("empty before it was read")
	}
}

// TestKnowledgeProblems has a sentence for every reason, in both languages.
func TestKnowledgeProblems(t *testing.T) {
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		seen := map[string]bool{}
		for _, r := range []document.Reason{
			document.BadKind, document.TooBig, document.Empty, document.NotText, document.NotPDF, document.Encrypted, document.NoText,
			document.Garbled, document.Damaged, document.TooSlow, companion.KnowledgeTwice, companion.KnowledgeChanged, companion.KnowledgeStopped, "odd",
		} {
			e := w.Explain(fmt.Errorf("add: %w", uitest.Problem(r)))
			if e.What == "" || e.Next == "" || seen[e.What] || !strings.Contains(e.What, "a.pdf") || strings.Contains(e.What+e.Next, "knowledge.bad") || strings.Contains(e.What, "{") {
				t.Errorf("%s: %s: %+v", w.Lang, r, e)
			}
			seen[e.What] = true
			cured := uitest.Problem(r)
			if cured.Cure = true; r != "odd" && !strings.HasSuffix(w.Explain(cured).Next, w.T("knowledge.bad.cure")) {
				t.Errorf("%s: %s: what would help is not said", w.Lang, r)
			}
		}
	}
}

func TestPassagesView(t *testing.T) {
	found := []companion.Passage{
		{File: "a.pdf", Page: 3, Text: "oil"}, {File: "b.txt", Line: 7, Last: 7, Text: "oil"}, {File: "c.md", Line: 7, Last: 9, Text: "oil", Ranges: [][2]int{{0, 3}}},
	}
	s := knowledgeState{read: true, query: "oil", foundBy: "oil", found: found}
	m := passagesView(s, uitest.English(t))
	if !m.open || len(m.list) != 3 || m.list[0].head != "a.pdf, page 3" || m.list[1].head != "b.txt, line 7" || m.list[2].head != "c.md, lines 7–9" || len(m.list[2].ranges) != 1 {
		t.Errorf("%+v", m)
	}
	s.foundBy = "oi"
	if m = passagesView(s, uitest.English(t)); m.summary != "searching …" || len(m.list) != 3 {
		t.Errorf("%+v", m)
	}
	s = knowledgeState{query: "x", foundBy: "x", failed: uitest.ErrOdd}
	if m = passagesView(s, uitest.English(t)); !m.bad {
		t.Errorf("%+v", m)
	}
	if m = passagesView(knowledgeState{query: " "}, uitest.English(t)); m.open {
		t.Errorf("%+v", m)
	}
}

// knowledge opens the page in a window.
func (s *stage) knowledge(t *testing.T) *knowledgePage {
	t.Helper()
	s.goPage(pageKnowledge)
	s.bench.Settle()
	p, ok := s.open.(*knowledgePage)
	if !ok {
		t.Fatalf("%T is open", s.open)
	}
	return p
}

func TestKnowledgePage(t *testing.T) {
	s := newStage(t, 0)
	p := s.knowledge(t)
	if len(p.list.Objects) != 1 || !knowledgeView(p.state, p.Words).empty {
		t.Errorf("%d rows", len(p.list.Objects))
	}
	s.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI("/home/alex/manual.pdf"), storage.NewFileURI("/home/alex/notes.md")})
	if len(p.state.copying) != 2 {
		t.Errorf("copying %q", p.state.copying)
	}
	s.mate.Refuse = &companion.KnowledgeProblem{Name: "manual.pdf", Reason: companion.KnowledgeTwice, Other: "b.pdf"}
	s.bench.Settle()
	if len(p.state.copying) != 0 || len(s.mate.Papers) != 1 || len(p.state.refused) != 1 || len(p.list.Objects) != 2 {
		t.Errorf("%+v, %d rows", p.state, len(p.list.Objects))
	}
	p.dismiss(0)
	if len(p.list.Objects) != 1 {
		t.Errorf("%d rows", len(p.list.Objects))
	}
	s.mate.Papers = uitest.SomePapers()
	s.mate.Tell(companion.TopicKnowledge, companion.KnowledgeBase{Files: uitest.SomePapers()})
	row := p.list.Objects[2].(*paperRow)
	if len(p.list.Objects) != 5 || row.stop.Hidden || !row.again.Hidden || row.bar.Hidden {
		t.Errorf("%d rows", len(p.list.Objects))
	}
	test.Tap(row.stop)
	now := uitest.SomePapers()
	now[2].Done = 60
	s.mate.Tell(companion.TopicKnowledge, companion.KnowledgeBase{Files: now})
	if p.list.Objects[2] != fyne.CanvasObject(row) || row.model.part != 0.5 {
		t.Errorf("the row was made anew, or stands at %v", row.model.part)
	}
	test.Tap(p.list.Objects[4].(*paperRow).again)
	s.bench.Settle()
	if !slices.Equal(s.mate.Calls, []string{"stop long.pdf", "again old.pdf"}) {
		t.Errorf("%q", s.mate.Calls)
	}
	p.remove("next.md")
	if s.sheet == nil || len(s.mate.Papers) != 5 {
		t.Fatal("removed without a question")
	}
	p.change("remove", func() error { return s.mate.RemoveKnowledge("next.md") })
	s.bench.Settle()
	if len(p.list.Objects) != 4 {
		t.Errorf("%d rows", len(p.list.Objects))
	}
}

func TestKnowledgePageSearch(t *testing.T) {
	s := newStage(t, 0)
	s.mate.Papers = uitest.SomePapers()
	s.mate.Passages = []companion.Passage{{File: "manual.pdf", Page: 3, Text: "The oil froze.", Ranges: [][2]int{{4, 7}}}}
	p := s.knowledge(t)
	test.Type(p.entry, "oil")
	s.bench.Settle()
	if len(p.list.Objects) != 1 || p.summary.Source() != "1 passage, as the persona would find it" {
		t.Errorf("%d rows, %q", len(p.list.Objects), p.summary.Source())
	}
	for query, want := range map[string]string{"nothing": "Nothing about “nothing” was found.", "fail": "That did not work. Nothing that was saved is lost. Try again; the details may help."} {
		p.entry.SetText(query)
		s.bench.Settle()
		if p.summary.Source() != want {
			t.Errorf("%q", p.summary.Source())
		}
	}
	p.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.bench.Settle()
	if len(p.list.Objects) != 5 || p.entry.Text != "" {
		t.Errorf("%d rows", len(p.list.Objects))
	}
}

func TestRecalledView(t *testing.T) {
	w := uitest.English(t)
	told := companion.Memory{ID: "01KA", Kind: "told", Type: "message", Time: uitest.Noon.Format(time.RFC3339), Content: "Mika plays the cello.", Source: "log.jsonl#L12", Speaker: "Alex",
		Features: map[string]float64{"text": 3, "previous": 1, "next": 1, "cover": 0.4}}
	told.Terms.Distance, told.Terms.Arousal, told.Terms.Felt, told.Terms.Decay = 0.25, 0.5, true, 0.125
	gone := companion.Memory{ID: "x", Kind: "dreamed", Type: "dream", Source: "memory/insights.json#L3"}
	filed := companion.Memory{ID: "w", Kind: "told", Type: "bank", Mark: "🆕", Content: "@Mika @Biscuit: The user's sister Mika has a cat", Source: "bank/world.md#L4"}
	sure := 0.8
	held := companion.Memory{ID: "o", Kind: "told", Type: "bank", Content: "@Mika: likes rain", Source: "bank/opinions.md#L4", Confidence: &sure}
	held.Terms.Arousal = 0.5 // which nobody knows
	old := companion.Memory{ID: "e", Kind: "lived", Type: "episode", Content: "We swam.", Source: "episodic_memory/episodic_memory.json#L4"}
	old.Terms.Arousal = 0.7 // of a trace that does not say that it is known
	m := recalledView("b", recalledState{read: true, list: []companion.Memory{told, gone, filed, held, old}}, w)
	want := []recalledItem{
		{"told ·  Alex ·  21 Nov 2026, 12:00 ·  log.jsonl#L12", "Mika plays the cello.", "chosen for its words, what stands beside it ·  fit 0.75, moving 0.50, fresh 0.12", "01KA"},
		{"dreamed ·  memory/insights.json#L3", "This is no more.", "fit 1.00", ""},
		{"new ·  told ·  bank/world.md#L4", "The user's sister Mika has a cat", "fit 1.00", ""},
		{"told ·  bank/opinions.md#L4", "likes rain", "fit 1.00, 80 % sure", ""},
		{"lived ·  episodic_memory/episodic_memory.json#L4", "We swam.", "fit 1.00, moving 0.70", ""},
	}
	if !slices.Equal(m.items, want) || m.note != "" {
		t.Errorf("%+v", m)
	}
	if m := recalledView("b", recalledState{}, w); m.note != "looking …" {
		t.Errorf("%+v", m)
	}
	if m := recalledView("b", recalledState{err: errors.New("x")}, w); m.note == "" {
		t.Errorf("%+v", m)
	}
}

// TestRecalledUnderAReply opens and folds what was recalled.
func TestRecalledUnderAReply(t *testing.T) {
	s := newStage(t, 0)
	user, err := s.mate.Append(transcript.Message{Role: transcript.RoleUser, Text: "What does Mika play?"})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := s.mate.Append(transcript.Message{Parent: user.ID, Role: transcript.RolePersona, Text: "The cello.",
		Trace: []byte(`{"recalled":{"items":[{"id":"01KA"},{"id":"01KB"}]}}`)})
	if err != nil {
		t.Fatal(err)
	}
	s.mate.Tell(companion.TopicLog, reply.ID)
	s.bench.Settle()
	p := s.chatPage()
	at := func(key string) (rowModel, bool) {
		i, ok := p.index[key]
		if !ok {
			return rowModel{}, false
		}
		return p.model.rows[i], true
	}
	r, ok := at(rowKey(reply.ID))
	if !ok || r.message.recalled != "·  recalled 2" || !r.message.actions.recalled {
		t.Fatalf("%+v", r)
	}
	row := newMessageRow(r.message, p.messages)
	row.Resize(fyne.NewSize(600, row.HeightFor(600)))
	if !slices.Contains(test.WidgetRenderer(row).Objects(), fyne.CanvasObject(row.recall)) {
		t.Error("the word is not under the reply")
	}
	s.mate.Recollections = []companion.Memory{{ID: "01KA", Kind: "told", Content: "Mika plays the cello."}}
	test.Tap(row.recall)
	if open, ok := at("recalled/" + string(reply.ID)); !ok || open.recalled.note != "looking …" {
		t.Errorf("%+v", open)
	}
	s.bench.Settle()
	open, ok := at("recalled/" + string(reply.ID))
	if !ok || len(open.recalled.items) != 1 || open.recalled.items[0].text != "Mika plays the cello." {
		t.Errorf("%+v", open)
	}
	if p.index["recalled/"+string(reply.ID)] != p.index[rowKey(reply.ID)]+1 {
		t.Error("it is not under its reply")
	}
	p.toggleRecalled(reply.ID)
	if _, ok := at("recalled/" + string(reply.ID)); ok {
		t.Error("it stays open")
	}
}
