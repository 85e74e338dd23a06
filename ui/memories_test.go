package ui

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/entity"
	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// A fakeMemories is what a persona remembers, in memory.
type fakeMemories struct {
	episodes []episodic.Episode
	insights []episodic.Insight
	pages    []entity.Page
	facts    []facts.Fact
	listed   []companion.MemoryFile
	past     []store.Past // the newest first
	pastText map[store.Version]string
	parts    []string // archives
	secret   string
	skills   []companion.Skill
	course   []facts.Step
	acts     []string
	recalled companion.Recollection
	memFail  error
}

func (m *fakeMemories) act(words ...string) error {
	m.acts = append(m.acts, strings.Join(words, " "))
	return m.memFail
}

func (m *fakeMemories) History(string) ([]store.Past, error) { return slices.Clone(m.past), m.memFail }

func (m *fakeMemories) PastParts(name string) ([]string, error) {
	return append([]string{name}, m.parts...), m.memFail
}

func (m *fakeMemories) PastText(_ string, v store.Version) (string, error) {
	return m.pastText[v], m.memFail
}

func (m *fakeMemories) RestoreText(_ context.Context, name string, v store.Version) error {
	return m.act("restore", name, string(v))
}

func (m *fakeMemories) Texts(companion.TextGroup) ([]companion.MemoryFile, error) {
	return m.listed, m.memFail
}

func (m *fakeMemories) Skills(context.Context) ([]companion.Skill, error) { return m.skills, m.memFail }

func (m *fakeMemories) OpinionCourse(string) ([]facts.Step, error) { return m.course, m.memFail }

func (m *fakeMemories) Secret() (store.Text, error) { return store.Text{S: m.secret}, m.memFail }

func (m *fakeMemories) EpisodeHeads() []episodic.Head {
	var list []episodic.Head
	for _, e := range m.episodes {
		list = append(list, episodic.Head{ID: e.ID, Date: e.Date, Star: e.Arousal >= episodic.StarArousal, Text: e.Summary})
	}
	return list
}

func (m *fakeMemories) Episode(id string) (episodic.Episode, error) {
	for _, e := range m.episodes {
		if e.ID == id {
			return e, nil
		}
	}
	return episodic.Episode{}, episodic.ErrNoEpisode
}

func (m *fakeMemories) ReviseEpisode(e episodic.Episode) error {
	return m.act("revise", e.ID, e.Summary, page.Decimals(e.Arousal))
}

func (m *fakeMemories) DropEpisode(id string) error { return m.act("drop", id) }

func (m *fakeMemories) InsightHeads() []episodic.InsightHead {
	var list []episodic.InsightHead
	for _, i := range m.insights {
		list = append(list, episodic.InsightHead{ID: i.ID, CreatedAt: i.CreatedAt, Topic: i.Topic})
	}
	return list
}

func (m *fakeMemories) Insight(id string) (episodic.Insight, error) {
	for _, i := range m.insights {
		if i.ID == id {
			return i, nil
		}
	}
	return episodic.Insight{}, episodic.ErrNoInsight
}

func (m *fakeMemories) Entities() ([]entity.Name, error) {
	var names []entity.Name
	for _, p := range m.pages {
		names = append(names, p.Name)
	}
	return names, m.memFail
}

func (m *fakeMemories) Entity(name entity.Name) (companion.EntityView, error) {
	for _, p := range m.pages {
		if p.Name == name {
			return companion.EntityView{Page: p, Links: entity.Links{To: []entity.Name{"Lake"}}, Facts: m.facts}, nil
		}
	}
	return companion.EntityView{}, entity.ErrNoPage
}

func (m *fakeMemories) MergeEntities(into, from entity.Name) error {
	return m.act("merge", string(into), string(from))
}

func (m *fakeMemories) AliasEntity(name, alias entity.Name) error {
	return m.act("alias", string(name), string(alias))
}

func (m *fakeMemories) DropEntity(n entity.Name) error { return m.act("drop", string(n)) }

func (m *fakeMemories) Facts(q facts.Query) ([]facts.Fact, error) {
	return slices.DeleteFunc(slices.Clone(m.facts), func(f facts.Fact) bool { return !strings.Contains(f.Text, q.Words) }), m.memFail
}

func (m *fakeMemories) Fact(id string) (facts.Fact, error) {
	for _, f := range m.facts {
		if f.ID == id {
			return f, m.memFail
		}
	}
	return facts.Fact{}, facts.ErrNoFact
}

func (m *fakeMemories) ReviseFact(f facts.Fact) error { return m.act("revise", f.ID, f.Text) }

func (m *fakeMemories) DropFact(id string) error { return m.act("drop", id) }

func livedMemories() fakeMemories {
	return fakeMemories{
		episodes: []episodic.Episode{
			{ID: "e1", Date: "2026-11-01~2026-11-07", Summary: "A quiet week.", Arousal: 0.2, Max: 0.3, Merged: 5},
			{ID: "e2", Date: "2026-11-20", Summary: "We went to the lake.", Arousal: 0.7, Max: 0.9, By: episodic.Rules, Sources: []string{string(messageID(2))}},
		},
		insights: []episodic.Insight{{ID: "i1", Topic: "Lakes", Insight: "Water calms.", Strategy: "Ask about the lake.", Dream: "I swam.", CreatedAt: noon}},
		pages:    []entity.Page{{Name: "Lake", File: "entity_memory/lake.md"}, {Name: "Mika", Aliases: []entity.Name{"sister"}, File: "entity_memory/mika.md"}},
		facts: []facts.Fact{{ID: "f1", Type: facts.Opinion, Text: "Tea is better than coffee", Confidence: 0.8, Kind: memory.Told, Time: noon,
			Sources: []string{string(messageID(4))}, Evidence: []facts.Evidence{{Stance: facts.For, Text: "said so twice"}, {Stance: facts.Against, Text: "ordered coffee"}}}},
		listed: []companion.MemoryFile{{Name: "memory/2026-11-20-tea.md", Size: 10}, {Name: "memory/2026-11-19.md", Size: 2000}},
		past: []store.Past{{Time: noon, Version: "v2", Cause: store.Cause{Kind: store.CauseDream}},
			{Time: noon.Add(-time.Hour), Version: "v1", Cause: store.Cause{Kind: store.CauseUser}}},
		pastText: map[store.Version]string{"v2": "now", "v1": "then"},
		secret:   "Nobody knows.",
	}
}

// openPane opens a pane of the memories.
func openPane(t *testing.T, name page.PaneName) (*stage, *memoriesPage) {
	t.Helper()
	s := newStage(t, 20)
	s.mate.fakeMemories = livedMemories()
	s.goPage(pageMemories)
	s.bench.settle()
	p := s.open.(*memoriesPage)
	for _, q := range memoriesView(s.words) {
		for _, f := range q.files {
			if f.pane == name {
				p.choose(f)
				s.bench.settle()
				return s, p
			}
		}
	}
	t.Fatalf("no pane %s", name)
	return nil, nil
}

// shown are the words on the right side of the page.
func (p *memoriesPage) shown() string { return saidIn(p.right) }

// saidIn are the words of everything in a thing.
func saidIn(in fyne.CanvasObject) string {
	var b strings.Builder
	for _, o := range test.LaidOutObjects(in) {
		switch o := o.(type) {
		case *widget.Caption:
			b.WriteString(o.Text + "\n")
		case *widget.Button:
			b.WriteString("[" + o.Text + "]\n")
		case *widget.Field:
			b.WriteString(o.Text + "\n")
		case interface{ Source() string }:
			b.WriteString(o.Source() + "\n")
		}
	}
	return b.String()
}

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
	s.mate.insights = []episodic.Insight{{ID: "i1", Topic: "Lakes", Dream: "I swam.", CreatedAt: noon}}
	for _, q := range memoriesView(s.words) {
		for _, f := range q.files {
			if f.pane == page.PaneInsights {
				p.choose(f)
				s.bench.settle()
			}
		}
	}
	if said := p.shown(); !strings.Contains(said, "I swam.") || strings.Contains(said, s.words.T("insight.insight")) || strings.Contains(said, s.words.T("insight.strategy")) {
		t.Errorf("it says:\n%s", said)
	}
}

func TestEmptyPanesSayWhatWillLiveThere(t *testing.T) {
	s, p := openPane(t, page.PaneEpisodes)
	s.mate.fakeMemories = fakeMemories{}
	for _, q := range memoriesView(s.words) {
		for _, f := range q.files {
			if f.pane == "" {
				continue
			}
			p.choose(f)
			s.bench.settle()
			if said := p.shown(); len(said) < 15 || strings.Contains(said, "pane.") {
				t.Errorf("%s, empty, says %q", f.pane, said)
			}
		}
	}
}

func TestSecretDiaryAsksFirst(t *testing.T) {
	s, p := openPane(t, page.PaneDiary)
	tapButton(t, p.right, s.words.T("secret.open"))
	if s.sheet == nil || strings.Contains(p.shown(), "Nobody") {
		t.Fatal("it is shown without a warning")
	}
	tapButton(t, s.sheet.pop, s.words.T("secret.read"))
	s.bench.settle()
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
	tapButton(t, p.right, s.words.T("memories.save"))
	s.bench.settle()
	tapButton(t, p.right, s.words.T("episode.drop"))
	tapButton(t, s.sheet.pop, s.words.T("episode.drop"))
	s.bench.settle()
	if got := strings.Join(s.mate.acts, "|"); got != "revise e2 We stayed at home. 0.30|drop e2" {
		t.Errorf("it did %s", got)
	}
	s.mate.memFail = store.ErrConflict
	tapButton(t, p.right, s.words.T("memories.save"))
	s.bench.settle()
	if !strings.Contains(p.shown(), s.words.T("error.conflict")) {
		t.Errorf("a conflict is not told:\n%s", p.shown())
	}
	tapButton(t, p.right, s.words.T("mind.source"))
	if s.page != pageChat {
		t.Error("it does not lead to its message")
	}
}

func TestEntityIsMergedNamedAndRemoved(t *testing.T) {
	s, p := openPane(t, page.PaneEntities)
	for _, key := range []string{"entity.alias", "entity.merge"} {
		tapButton(t, p.right, s.words.T(key))
		for _, o := range test.LaidOutObjects(s.sheet.pop) {
			if f, ok := o.(*widget.Field); ok {
				f.SetText("Mika")
			}
		}
		tapButton(t, s.sheet.pop, s.words.T(key))
		s.bench.settle()
	}
	tapButton(t, p.right, s.words.T("entity.drop"))
	tapButton(t, s.sheet.pop, s.words.T("entity.drop"))
	s.bench.settle()
	if got := strings.Join(s.mate.acts, "|"); got != "alias Lake Mika|merge Lake Mika|drop Lake" {
		t.Errorf("it did %s", got)
	}
}

func TestFactsAreFoundAndSetRight(t *testing.T) {
	s, p := openPane(t, page.PaneFacts)
	tapButton(t, p.right, s.words.T("memories.save"))
	s.bench.settle()
	tapButton(t, p.right, s.words.T("fact.drop"))
	tapButton(t, s.sheet.pop, s.words.T("fact.drop"))
	s.bench.settle()
	if got := strings.Join(s.mate.acts, "|"); got != "revise f1 Tea is better than coffee|drop f1" {
		t.Errorf("it did %s", got)
	}
	for _, o := range test.LaidOutObjects(p.right) {
		if f, ok := o.(*widget.Field); ok && f.PlaceHolder != "" {
			f.SetText("water")
		}
	}
	s.bench.settle()
	if strings.Contains(p.shown(), "Tea is better") {
		t.Error("the filter leaves everything")
	}
}

func TestAnEmptyListOfFactsSaysWhatWasSought(t *testing.T) {
	s, p := openPane(t, page.PaneFacts)
	s.mate.fakeMemories = fakeMemories{}
	pane := newFactsPane(p.Deps, p.mate, "")
	s.bench.settle()
	if said := saidIn(pane.list.Content); !strings.Contains(said, s.words.T("pane.facts.none")) {
		t.Errorf("where nothing is, it says %q", said)
	}
	pane.filter.SetText("water")
	s.bench.settle()
	if said := saidIn(pane.list.Content); !strings.Contains(said, "“water”") {
		t.Errorf("where nothing was found, it says %q", said)
	}
}

// What a search leads to is in sight in the list at the side at once, also in a
// small window that was never drawn with it.
func TestThePlaceOneIsLedToIsInSight(t *testing.T) {
	s := newStageWith(t, 2, companion.Settings{UI: companion.UIChoices{TextSize: textSizeMax}})
	s.mate.fakeMemories = livedMemories()
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
	s.mate.fakeMemories = livedMemories()
	s.mate.texts["SOUL.md"] = "now"
	s.goPage(pageMemories)
	s.bench.settle()
	p := s.open.(*memoriesPage)
	test.Tap(p.past)
	s.bench.settle()
	if said := p.shown(); !strings.Contains(said, "2 of 2") || !strings.Contains(said, "in a dream") {
		t.Fatalf("it begins with\n%s", said)
	}
	for _, o := range test.LaidOutObjects(p.right) {
		if sl, ok := o.(*widget.Slider); ok {
			sl.SetValue(0)
		}
	}
	s.bench.settle()
	if said := p.shown(); !strings.Contains(said, "by you") || !strings.Contains(said, "− then") || !strings.Contains(said, "+ now") {
		t.Fatalf("an hour ago it was\n%s", said)
	}
	tapButton(t, p.right, s.words.T("past.restore"))
	s.bench.settle()
	if len(s.mate.acts) != 1 || s.mate.acts[0] != "restore SOUL.md v1" || p.inPast() {
		t.Errorf("it did %v, still in the past: %v", s.mate.acts, p.inPast())
	}
}

func TestGoldenMemories(t *testing.T) {
	_, p := openPane(t, page.PaneEpisodes)
	render(t, "memories", p.content, fyne.NewSize(960, 600))
}

func (m *fakeMemories) Recall(_ context.Context, q companion.Question) (companion.Recollection, error) {
	r := m.recalled
	r.Memories = slices.DeleteFunc(slices.Clone(r.Memories), func(x companion.Memory) bool {
		return len(q.Kinds) > 0 && !slices.Contains(q.Kinds, x.Type)
	})
	return r, m.memFail
}

func TestSearchInEverythingLeadsThere(t *testing.T) {
	all := []companion.Memory{
		{ID: string(messageID(3)), Type: "message", Speaker: "Luna", Content: "We went to the lake.", Time: "2026-11-20T10:00:00Z"},
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
		s.mate.fakeMemories = livedMemories()
		s.mate.recalled = companion.Recollection{Memories: all}
		s.search()
		panel := s.chatPage().search
		panel.in = inAll
		panel.entry.SetText("lake")
		s.bench.settle()
		if len(panel.list.Objects) != 7 {
			t.Fatalf("it found %d things:\n%s", len(panel.list.Objects), saidIn(panel.content))
		}
		row := panel.list.Objects[tt.hit].(*fyne.Container).Objects[2].(*hitRow)
		test.Tap(row)
		s.bench.settle()
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
	s.mate.fakeMemories = livedMemories()
	s.mate.recalled = companion.Recollection{Memories: []companion.Memory{{ID: "e2", Type: "episode", Content: "lake"}, {ID: "i1", Type: "dream", Content: "lake"}}}
	panel := s.chatPage().search
	for in, want := range map[searchIn]int{inAll: 3, inEpisodes: 1, inDreams: 1, inFacts: 0, inNotes: 0, inNames: 1} {
		panel.in = in
		panel.find("lake")
		s.bench.settle()
		if len(panel.list.Objects) != want {
			t.Errorf("in %s it found %d", in, len(panel.list.Objects))
		}
	}
	s.mate.memFail = errOdd
	panel.find("lake")
	s.bench.settle()
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
		s.mate.texts["SOUL.md"] = text
		s.goPage(pageMemories)
		s.bench.settle()
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
		s.bench.settle()
		at := len(p.leaves[0].Text + p.leaves[0].End)
		if s.mate.texts["SOUL.md"] != text[:at]+"x"+text[at:] {
			t.Errorf("%s: a letter in the second part changed something else", name)
		}
		p.open(memoryModel{file: "USER.md"})
		s.bench.settle()
		if p.text.SetText("short"); p.save.Disabled() || p.bar.Content.Visible() {
			t.Errorf("after %s a short text is in parts", name)
		}
	}
}
