package ui

import (
	"strings"
	"testing"

	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/internal/store"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// openPane opens a pane of the memories.
func openPane(t *testing.T, name page.PaneName) (*stage, *memoriesPage) {
	t.Helper()
	s := newStage(t, 20)
	s.mate.FakeMemories = uitest.LivedMemories()
	s.goPage(pageMemories)
	s.bench.Settle()
	p := s.open.(*memoriesPage)
	for _, q := range memoriesView(s.words) {
		for _, f := range q.files {
			if f.pane == name {
				p.choose(f)
				s.bench.Settle()
				return s, p
			}
		}
	}
	t.Fatalf("no pane %s", name)
	return nil, nil
}

// shown are the words on the right side of the page.
func (p *memoriesPage) shown() string { return uitest.Said(p.right) }

func TestPanesShowWhatIsRemembered(t *testing.T) {
	for _, tt := range []struct {
		pane page.PaneName
		want []string
	}{
		{page.PaneEpisodes, []string{"★ 20 Nov 2026", "1 Nov 2026 – 7 Nov 2026", "We went to the lake.", "built-in rules"}},
		{page.PaneInsights, []string{"Lakes", "I swam.", "Water calms.", "Ask about the lake."}},
		{page.PaneEntities, []string{"Lake", "Mika", "[Merge with another page]", "Tea is better"}},
		{page.PaneFacts, []string{"80 % sure", "For: said so twice", "Against: ordered coffee", "told"}},
		{page.PaneDays, []string{"20 Nov 2026 ·  tea", "19 Nov 2026", "2 kB"}},
		{page.PaneDiary, []string{"[The secret diary …]"}},
	} {
		t.Run(string(tt.pane), func(t *testing.T) {
			_, p := openPane(t, tt.pane)
			said := p.shown()
			for _, w := range tt.want {
				if !strings.Contains(said, w) {
					t.Errorf("it does not say %q:\n%s", w, said)
				}
			}
		})
	}
}

func TestANightWithoutAnInsightHasNoLabelOfOne(t *testing.T) {
	s, p := openPane(t, page.PaneEpisodes)
	s.mate.Insights = []episodic.Insight{{ID: "i1", Topic: "Lakes", Dream: "I swam.", CreatedAt: uitest.Noon}}
	for _, q := range memoriesView(s.words) {
		for _, f := range q.files {
			if f.pane == page.PaneInsights {
				p.choose(f)
				s.bench.Settle()
			}
		}
	}
	if said := p.shown(); !strings.Contains(said, "I swam.") || strings.Contains(said, s.words.T("insight.insight")) || strings.Contains(said, s.words.T("insight.strategy")) {
		t.Errorf("it says:\n%s", said)
	}
}

func TestEmptyPanesSayWhatWillLiveThere(t *testing.T) {
	s, p := openPane(t, page.PaneEpisodes)
	s.mate.FakeMemories = uitest.FakeMemories{}
	for _, q := range memoriesView(s.words) {
		for _, f := range q.files {
			if f.pane == "" {
				continue
			}
			p.choose(f)
			s.bench.Settle()
			if said := p.shown(); len(said) < 15 || strings.Contains(said, "pane.") {
				t.Errorf("%s, empty, says %q", f.pane, said)
			}
		}
	}
}

func TestSecretDiaryAsksFirst(t *testing.T) {
	s, p := openPane(t, page.PaneDiary)
	uitest.TapButton(t, p.right, s.words.T("secret.open"))
	if s.sheet == nil || strings.Contains(p.shown(), "Nobody") {
		t.Fatal("it is shown without a warning")
	}
	uitest.TapButton(t, s.sheet.pop, s.words.T("secret.read"))
	s.bench.Settle()
	if !strings.Contains(p.shown(), "Nobody knows.") {
		t.Errorf("after the warning: %s", p.shown())
	}
}

func TestEpisodeIsSetRight(t *testing.T) {
	s, p := openPane(t, page.PaneEpisodes)
	for _, o := range test.LaidOutObjects(p.right) {
		if f, ok := o.(*widget.Field); ok {
			f.SetText("We stayed at home.")
		}
		if sl, ok := o.(*widget.Slider); ok {
			sl.SetValue(0.3)
		}
	}
	uitest.TapButton(t, p.right, s.words.T("memories.save"))
	s.bench.Settle()
	uitest.TapButton(t, p.right, s.words.T("episode.drop"))
	uitest.TapButton(t, s.sheet.pop, s.words.T("episode.drop"))
	s.bench.Settle()
	if got := strings.Join(s.mate.Acts, "|"); got != "revise e2 We stayed at home. 0.30|drop e2" {
		t.Errorf("it did %s", got)
	}
	s.mate.MemFail = store.ErrConflict
	uitest.TapButton(t, p.right, s.words.T("memories.save"))
	s.bench.Settle()
	if !strings.Contains(p.shown(), s.words.T("error.conflict")) {
		t.Errorf("a conflict is not told:\n%s", p.shown())
	}
	uitest.TapButton(t, p.right, s.words.T("mind.source"))
	if s.page != pageChat {
		t.Error("it does not lead to its message")
	}
}

func TestEntityIsMergedNamedAndRemoved(t *testing.T) {
	s, p := openPane(t, page.PaneEntities)
	for _, key := range []string{"entity.alias", "entity.merge"} {
		uitest.TapButton(t, p.right, s.words.T(key))
		for _, o := range test.LaidOutObjects(s.sheet.pop) {
			if f, ok := o.(*widget.Field); ok {
				f.SetText("Mika")
			}
		}
		uitest.TapButton(t, s.sheet.pop, s.words.T(key))
		s.bench.Settle()
	}
	uitest.TapButton(t, p.right, s.words.T("entity.drop"))
	uitest.TapButton(t, s.sheet.pop, s.words.T("entity.drop"))
	s.bench.Settle()
	if got := strings.Join(s.mate.Acts, "|"); got != "alias Lake Mika|merge Lake Mika|drop Lake" {
		t.Errorf("it did %s", got)
	}
}

func TestFactsAreFoundAndSetRight(t *testing.T) {
	s, p := openPane(t, page.PaneFacts)
	uitest.TapButton(t, p.right, s.words.T("memories.save"))
	s.bench.Settle()
	uitest.TapButton(t, p.right, s.words.T("fact.drop"))
	uitest.TapButton(t, s.sheet.pop, s.words.T("fact.drop"))
	s.bench.Settle()
	if got := strings.Join(s.mate.Acts, "|"); got != "revise f1 Tea is better than coffee|drop f1" {
		t.Errorf("it did %s", got)
	}
	for _, o := range test.LaidOutObjects(p.right) {
		if f, ok := o.(*widget.Field); ok && f.PlaceHolder != "" {
			f.SetText("water")
		}
	}
	s.bench.Settle()
	if strings.Contains(p.shown(), "Tea is better") {
		t.Error("the filter leaves everything")
	}
}

func TestAnEmptyListOfFactsSaysWhatWasSought(t *testing.T) {
	s, p := openPane(t, page.PaneFacts)
	s.mate.FakeMemories = uitest.FakeMemories{}
	pane := newFactsPane(p.Deps, p.mate, "")
	s.bench.Settle()
	if said := uitest.Said(pane.list.Content); !strings.Contains(said, s.words.T("pane.facts.none")) {
		t.Errorf("where nothing is, it says %q", said)
	}
	pane.filter.SetText("water")
	s.bench.Settle()
	if said := uitest.Said(pane.list.Content); !strings.Contains(said, "“water”") {
		t.Errorf("where nothing was found, it says %q", said)
	}
}

// What a search leads to is in sight in the list at the side at once, also in a
// small window that was never drawn with it.
func TestThePlaceOneIsLedToIsInSight(t *testing.T) {
	s := newStageWith(t, 2, companion.Settings{UI: companion.UIChoices{TextSize: textSizeMax}})
	s.mate.FakeMemories = uitest.LivedMemories()
	s.win.Resize(fyne.NewSize(leastWidth, leastHeight))
	s.goMemory(page.MemoryPlace{Pane: page.PaneInsights, Id: "i1"})
	p := s.open.(*memoriesPage)
	row := p.list["memory/insights.json"]
	list := p.content.(*fyne.Container).Objects[0].(*container.Scroll)
	top := float32(0)
	for _, in := range widget.PathTo(list.Content, row) {
		top += in.Position().Y // that of the content is how far it is scrolled
	}
	if top < 0 || top+row.Size().Height > list.Size().Height {
		t.Errorf("the row is at %.0f of %.0f", top, list.Size().Height)
	}
}

func TestTravellingThroughAFile(t *testing.T) {
	s := newStage(t, 0)
	s.mate.FakeMemories = uitest.LivedMemories()
	s.mate.KeptTexts["SOUL.md"] = "now"
	s.goPage(pageMemories)
	s.bench.Settle()
	p := s.open.(*memoriesPage)
	test.Tap(p.past)
	s.bench.Settle()
	if said := p.shown(); !strings.Contains(said, "2 of 2") || !strings.Contains(said, "in a dream") {
		t.Fatalf("it begins with\n%s", said)
	}
	for _, o := range test.LaidOutObjects(p.right) {
		if sl, ok := o.(*widget.Slider); ok {
			sl.SetValue(0)
		}
	}
	s.bench.Settle()
	if said := p.shown(); !strings.Contains(said, "by you") || !strings.Contains(said, "− then") || !strings.Contains(said, "+ now") {
		t.Fatalf("an hour ago it was\n%s", said)
	}
	uitest.TapButton(t, p.right, s.words.T("past.restore"))
	s.bench.Settle()
	if len(s.mate.Acts) != 1 || s.mate.Acts[0] != "restore SOUL.md v1" || p.inPast() {
		t.Errorf("it did %v, still in the past: %v", s.mate.Acts, p.inPast())
	}
}

func TestGoldenMemories(t *testing.T) {
	_, p := openPane(t, page.PaneEpisodes)
	uitest.Render(t, "memories", p.content, fyne.NewSize(960, 600))
}

func TestSearchInEverythingLeadsThere(t *testing.T) {
	all := []companion.Memory{
		{ID: string(uitest.MessageID(3)), Type: "message", Speaker: "Luna", Content: "We went to the lake.", Time: "2026-11-20T10:00:00Z"},
		{ID: "e2", Type: "episode", Content: "The lake was cold."},
		{ID: "f1", Type: "bank", Content: "Tea is better than coffee"},
		{ID: "x", Type: "daily", Content: "lake", Source: "memory/2026-11-19.md#L3"},
		{ID: "i1", Type: "dream", Content: "I swam."},
		{ID: "n", Type: "note", Content: "the lake house", Source: "MEMORY.md#L1"},
	}
	for _, tt := range []struct {
		hit  int // in the list: the entity first, last what fits but does not hold the word
		pane page.PaneName
		says string
	}{
		{0, page.PaneEntities, "Lake"}, {1, "", ""}, {2, page.PaneEpisodes, "We went to the lake."}, {3, page.PaneDays, "19 Nov 2026"},
		{4, "file", "MEMORY.md"}, {5, page.PaneFacts, "Tea is better"}, {6, page.PaneInsights, "I swam."},
	} {
		s := newStage(t, 20)
		s.mate.FakeMemories = uitest.LivedMemories()
		s.mate.Recalled = companion.Recollection{Memories: all}
		s.search()
		panel := s.chatPage().search
		panel.in = inAll
		panel.entry.SetText("lake")
		s.bench.Settle()
		if len(panel.list.Objects) != 7 {
			t.Fatalf("it found %d things:\n%s", len(panel.list.Objects), uitest.Said(panel.content))
		}
		row := panel.list.Objects[tt.hit].(*fyne.Container).Objects[2].(*hitRow)
		test.Tap(row)
		s.bench.Settle()
		if tt.pane == "" {
			if s.page != pageChat {
				t.Error("a message leads away from the conversation")
			}
			continue
		}
		p, ok := s.open.(*memoriesPage)
		if !ok || !strings.Contains(p.shown(), tt.says) {
			t.Errorf("hit %d leads to page %s", tt.hit, s.page)
		}
	}
}

func TestSearchInOneKindOfMemory(t *testing.T) {
	s := newStage(t, 2)
	s.mate.FakeMemories = uitest.LivedMemories()
	s.mate.Recalled = companion.Recollection{Memories: []companion.Memory{{ID: "e2", Type: "episode", Content: "lake"}, {ID: "i1", Type: "dream", Content: "lake"}}}
	panel := s.chatPage().search
	for in, want := range map[searchIn]int{inAll: 3, inEpisodes: 1, inDreams: 1, inFacts: 0, inNotes: 0, inNames: 1} {
		panel.in = in
		panel.find("lake")
		s.bench.Settle()
		if len(panel.list.Objects) != want {
			t.Errorf("in %s it found %d", in, len(panel.list.Objects))
		}
	}
	s.mate.MemFail = uitest.ErrOdd
	panel.find("lake")
	s.bench.Settle()
	if panel.summary.Source() != s.words.T("error.unknown")+" "+s.words.T("error.unknown.next") {
		t.Errorf("an error reads %q", panel.summary.Source())
	}
}

func TestLongTextsAreEditedByParts(t *testing.T) {
	for name, text := range map[string]string{
		"a word": strings.Repeat("x", 100_000), "a megabyte of lines": strings.Repeat("one line of it\n", 70_000),
		"one line": strings.Repeat("a word and ", 100_000), "Japanese": strings.Repeat("日本語の文章です。", 20_000),
	} {
		s := newStage(t, 0)
		s.mate.KeptTexts["SOUL.md"] = text
		s.goPage(pageMemories)
		s.bench.Settle()
		p := s.open.(*memoriesPage)
		if page.Bound(p.leaves) != text || len(p.leaves) < 2 || !p.save.Disabled() || !p.bar.Content.Visible() {
			t.Fatalf("%s: %d parts", name, len(p.leaves))
		}
		test.Tap(p.bar.Next)
		second := p.leaves[1].Text
		if p.text.Text != second || len(second) > page.LeafBytes || len(second) < page.LeafBytes/2 {
			t.Errorf("%s: the second part holds %d bytes", name, len(second))
		}
		p.text.SetText("x" + second)
		test.Tap(p.bar.Back)
		test.Tap(p.save)
		s.bench.Settle()
		at := len(p.leaves[0].Text + p.leaves[0].End)
		if s.mate.KeptTexts["SOUL.md"] != text[:at]+"x"+text[at:] {
			t.Errorf("%s: a letter in the second part changed something else", name)
		}
		p.open(memoryModel{file: "USER.md"})
		s.bench.Settle()
		if p.text.SetText("short"); p.save.Disabled() || p.bar.Content.Visible() {
			t.Errorf("after %s a short text is in parts", name)
		}
	}
}
