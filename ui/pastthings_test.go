package ui

import (
	"strings"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"
)

const (
	goalsThen = `{"short_term":[{"id":"sh_1","goal":"Learn the poem","priority":2,"progress_notes":["by heart",{"note":"half of it"}]},{"id":"sh_2","goal":"Sing","priority":1}],"long_term":[]}`
	goalsNow  = `{"short_term":[{"id":"sh_1","goal":"Learn two poems","priority":2}],"completed":[{"id":"sh_9","goal":"Swim","reason":"did"}],
		"abandoned":[{"id":"sh_0","goal":"Hidden","sources":[],"withdrawn":["01A"]}]}`
)

func TestGoingBackSaysWhatIsLost(t *testing.T) {
	s, p := openMind(t, uitest.LivedMind())
	s.mate.FakeMemories.Past = []store.Past{{Time: uitest.Noon, Version: "v2"}, {Time: uitest.Noon.Add(-time.Hour), Version: "v1", Cause: store.Cause{Kind: store.CauseDream}}}
	s.mate.PastTexts = map[store.Version]string{"v2": goalsNow, "v1": goalsThen}
	test.Tap(p.pastButton(companion.GoalsFile, "Goals as they were"))
	s.bench.Settle()
	for _, o := range test.LaidOutObjects(p.content) {
		if sl, ok := o.(*widget.Slider); ok {
			sl.SetValue(0)
		}
	}
	s.bench.Settle()
	said := uitest.Said(p.content)
	for _, word := range []string{"1 of 2", "− Learn the poem", "+ Learn two poems", "− Sing", "+ Swim"} {
		if !strings.Contains(said, word) {
			t.Errorf("an hour ago does not say %q:\n%s", word, said)
		}
	}
	uitest.TapButton(t, p.content, s.words.T("past.restore"))
	if s.sheet == nil || len(s.mate.Acts) != 0 {
		t.Fatal("it is restored without a warning")
	}
	warned := uitest.Said(s.sheet.pop)
	for _, word := range []string{"− Swim", s.words.N("past.lose.gone", 1), s.words.N("past.lose.changed", 1), s.words.N("past.lose.back", 1)} {
		if !strings.Contains(warned, word) {
			t.Errorf("the warning does not say %q:\n%s", word, warned)
		}
	}
	uitest.TapButton(t, s.sheet.pop, s.words.T("past.restore"))
	s.bench.Settle()
	if got := strings.Join(s.mate.Acts, "|"); got != "restore goals.json v1" || p.content.Objects[0] != p.page {
		t.Errorf("it did %q", got)
	}
	s.mate.MemFail = uitest.ErrOdd
	test.Tap(p.pastButton(companion.GoalsFile, "Goals as they were"))
	s.bench.Settle()
	if !strings.Contains(uitest.Said(p.content), s.words.T("error.unknown")) {
		t.Error("an error is not told")
	}
	uitest.TapButton(t, p.content, s.words.T("past.close"))
	if p.content.Objects[0] != p.page {
		t.Error("there is no way back")
	}
}

func TestAskingNowLeadsToTheConversation(t *testing.T) {
	s, p := openMind(t, uitest.LivedMind())
	s.mate.MindFail = companion.ErrBusy
	p.questionActs(page.ThoughtModel{Id: "q1"})[0].do()
	if !strings.Contains(p.note.Source(), s.words.T("question.asking")) {
		t.Errorf("meanwhile it says %q", p.note.Source())
	}
	s.bench.Settle()
	if !strings.Contains(p.note.Source(), s.words.T("error.busy")) || s.page != pageMind {
		t.Errorf("while the chat is busy it says %q", p.note.Source())
	}
	s.mate.MindFail = nil
	p.questionActs(page.ThoughtModel{Id: "q1"})[0].do()
	s.bench.Settle()
	if s.page != pageChat || s.mate.Did[len(s.mate.Did)-1] != "ask q1" {
		t.Errorf("it did %v and is on %s", s.mate.Did, s.page)
	}
}

func TestAPointSaysTheExchangeBehindIt(t *testing.T) {
	s, p := openMind(t, uitest.LivedMind())
	g := p.graph
	x, y := g.sheet.spotOf(g.sheet.points[0])
	at := fyne.NewPos(g.face.Size().Width*float32(x), g.face.Size().Height*float32(y))
	g.face.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
	s.bench.Settle()
	if said := g.behind.Source(); !strings.Contains(said, "asked before "+string(uitest.MessageID(3))) || !strings.Contains(said, "said in") {
		t.Errorf("it says %q", said)
	}
	g.face.MouseOut()
	if g.behind.Source() != "" {
		t.Error("the words stay")
	}
}

func TestAnOpinionShowsItsCourseAndLeadsToItsEvidence(t *testing.T) {
	s, p := openPane(t, page.PaneFacts)
	if !strings.Contains(p.shown(), s.words.T("fact.course.none")) {
		t.Error("without a course it does not say why")
	}
	s.mate.KeptFacts[0].Evidence = []facts.Evidence{{Stance: facts.For, Source: string(uitest.MessageID(5)), Text: "said so", Time: uitest.Noon}, {Stance: facts.Against, Source: "memory/2026-11-19.md#L3"}}
	s.mate.Course = []facts.Step{{Time: uitest.Noon.AddDate(0, 0, -9), Confidence: 0.5}, {Time: uitest.Noon, Confidence: 0.8, Evidence: s.mate.KeptFacts[0].Evidence}}
	p.choose(memoryModel{pane: page.PaneFacts})
	s.bench.Settle()
	var line *courseLine
	var links []*widget.IconButton
	for _, o := range test.LaidOutObjects(p.right) {
		switch o := o.(type) {
		case *courseLine:
			line = o
		case *widget.IconButton:
			if o.Word == s.words.T("mind.source") {
				links = append(links, o)
			}
		}
	}
	if line == nil || len(links) != 2 {
		t.Fatalf("no line, or %d ways to evidence", len(links))
	}
	line.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(line.Size().Width, 5)}})
	if said := p.shown(); !strings.Contains(said, "21 Nov 2026 ·  80 % sure ·  1 for, 1 against") {
		t.Errorf("pointed at the end it says\n%s", said)
	}
	line.MouseOut()
	test.Tap(links[1])
	s.bench.Settle()
	if page, ok := s.open.(*memoriesPage); !ok || !strings.Contains(page.shown(), "19 Nov 2026") {
		t.Error("evidence in a day's log does not lead there")
	}
	test.Tap(links[0])
	if s.page != pageChat {
		t.Error("evidence in a message does not lead there")
	}
}

func TestCourseIsLaidOutInTime(t *testing.T) {
	day := func(n int) time.Time { return uitest.Noon.AddDate(0, 0, n) }
	for _, tt := range []struct {
		name  string
		steps []facts.Step
		want  []float64
	}{
		{"in time", []facts.Step{{Time: day(0)}, {Time: day(1)}, {Time: day(4)}}, []float64{0, 0.25, 1}},
		{"without a beginning", []facts.Step{{}, {Time: day(1)}, {Time: day(4)}}, []float64{0, 0.5, 1}},
		{"all at once", []facts.Step{{Time: day(1)}, {Time: day(1)}}, []float64{0, 1}},
		{"alone", []facts.Step{{Time: day(1)}}, []float64{0}},
		{"backwards", []facts.Step{{Time: day(0)}, {Time: day(-3)}, {Time: day(2)}}, []float64{0, 0, 1}},
	} {
		for i, at := range courseSpots(tt.steps) {
			if at.x != tt.want[i] {
				t.Errorf("%s: step %d at %v", tt.name, i, at.x)
			}
		}
	}
}

func TestSkillsAreListedWithWhatTheyAreFor(t *testing.T) {
	s, p := openPane(t, page.PaneSkills)
	if !strings.Contains(p.shown(), s.words.T("pane.skills.none")) {
		t.Errorf("without skills: %s", p.shown())
	}
	s.mate.KeptSkills = []companion.Skill{{MemoryFile: companion.MemoryFile{Name: "skills/tea/SKILL.md"}, Title: "Pour tea", About: "Slowly"}}
	p.choose(memoryModel{pane: page.PaneSkills})
	s.bench.Settle()
	for _, word := range []string{"Pour tea", "Slowly", "skills/tea/SKILL.md", s.words.T("skill.hint")} {
		if !strings.Contains(p.shown(), word) {
			t.Errorf("it does not say %q:\n%s", word, p.shown())
		}
	}
}

// What a hand wrote, however long, freezes no page: at most a part of it is in
// a field, and nothing of it is lost by saving.
func TestLongMemoriesAreEditedByParts(t *testing.T) {
	long := strings.Repeat("x", 300_000)
	for _, pane := range []page.PaneName{page.PaneEpisodes, page.PaneFacts} {
		s := newStage(t, 2)
		s.mate.FakeMemories = uitest.LivedMemories()
		s.mate.Episodes[1].Summary, s.mate.KeptFacts[0].Text = long, long
		s.goPage(pageMemories)
		p := s.open.(*memoriesPage)
		began := time.Now()
		p.choose(memoryModel{pane: pane})
		s.bench.Settle()
		s.win.Canvas().Capture()
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%s takes %v", pane, took)
		}
		for _, o := range test.LaidOutObjects(p.right) {
			if f, ok := o.(*widget.Field); ok && len(f.Text) > page.LeafBytes {
				t.Errorf("%s: %d bytes are in a field", pane, len(f.Text))
			}
		}
		uitest.TapButton(t, p.right, s.words.T("memories.save"))
		s.bench.Settle()
		if len(s.mate.Acts) != 1 || !strings.Contains(s.mate.Acts[0], long) {
			t.Errorf("%s: not all of it is saved", pane)
		}
	}
}

// Rows, spans, sliders and points ask nothing on the screen's goroutine either.
func TestNothingWaitsBehindRows(t *testing.T) {
	s := livedStage(t)
	s.mate.FakeMemories = uitest.LivedMemories()
	s.mate.KeptFacts = append(s.mate.KeptFacts, facts.Fact{ID: "f2", Type: facts.World, Text: "Tea", Kind: memory.Told})
	w := s.slow()
	press := func(name string, in fyne.CanvasObject) {
		for _, o := range test.LaidOutObjects(in) {
			w.did = name
			switch o := o.(type) {
			case *fynewidget.List:
				for i := range o.Length() {
					o.Select(i)
					s.bench.Settle()
				}
			case *widget.RadioGroup:
				for _, option := range o.Options {
					o.SetSelected(option)
					s.bench.Settle()
				}
			case *widget.Slider:
				o.SetValue(o.Min)
			case desktop.Hoverable:
				o.MouseIn(&desktop.MouseEvent{})
				o.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(20, 20)}})
				o.MouseOut()
			}
			s.bench.Settle()
		}
	}
	s.goPage(pageMind)
	s.bench.Settle()
	press("mind", s.open.object())
	s.goPage(pageMemories)
	s.bench.Settle()
	p := s.open.(*memoriesPage)
	for name, row := range p.list {
		w.did = name
		test.Tap(row)
		s.bench.Settle()
		press(name, p.right)
	}
	for _, c := range w.caught {
		t.Errorf("asked on the screen's goroutine, after %s", c)
	}
}

// A file that cannot be read is no empty one: the page says so, and shows
// nothing of another.
func TestDamagedFilesAreTold(t *testing.T) {
	w := uitest.English(t)
	hurt := companion.Snapshot{Troubles: []companion.Trouble{{File: companion.GoalsFile + "#L3"}, {File: companion.GoalsFile + "#L9"}, {File: "SOUL.md"}}}
	if said := w.Damage(hurt, companion.GoalsFile, companion.InnerFile); said != w.T("memories.damaged", "files", "goals.json") {
		t.Errorf("it says %q", said)
	}
	if said := w.Damage(hurt, companion.InsightsFile); said != "" {
		t.Errorf("of another file it says %q", said)
	}
	s, p := openPane(t, page.PaneEpisodes)
	s.mate.KeptTexts["SOUL.md"] = "the soul"
	e := newTextEditor(p.Deps, "luna", brokenText{s.mate, "USER.md"}, unsaved{})
	e.open(memoryModel{file: "SOUL.md"})
	s.bench.Settle()
	e.open(memoryModel{file: "USER.md"})
	s.bench.Settle()
	if e.text.Text != "" || e.status.Source() != w.T("memories.unreadable") {
		t.Errorf("of a broken file it shows %q and says %q", e.text.Text, e.status.Source())
	}
}

// A brokenText has one file that cannot be read.
type brokenText struct {
	textMate
	name string
}

func (b brokenText) Text(name string) (store.Text, error) {
	if name == b.name {
		return store.Text{}, store.ErrUnreadable
	}
	return b.textMate.Text(name)
}

func TestArchivesHaveAPastOfTheirOwn(t *testing.T) {
	s, p := openMind(t, uitest.LivedMind())
	now := store.Past{Time: uitest.Noon, Version: "v2"}
	s.mate.FakeMemories.Past = []store.Past{now, {Time: uitest.Noon.Add(-time.Hour), Version: "v1"}}
	s.mate.PastTexts = map[store.Version]string{"v2": goalsNow, "v1": goalsThen}
	s.mate.Parts = []string{"goals_archived_2025.json", "goals_archived_2024.json"}
	test.Tap(p.pastButton(companion.GoalsFile, "Goals as they were"))
	s.bench.Settle()
	var pick *widget.Picker
	for _, o := range test.LaidOutObjects(p.content) {
		if x, ok := o.(*widget.Picker); ok {
			pick = x
		}
	}
	if pick == nil || strings.Join(pick.Options, "|") != "The latest|2025|2024" || pick.Selected != "The latest" {
		t.Fatalf("the parts are %+v", pick)
	}
	pick.SetSelected("2024")
	s.bench.Settle()
	for _, o := range test.LaidOutObjects(p.content) {
		if sl, ok := o.(*widget.Slider); ok {
			sl.SetValue(0)
		}
	}
	s.bench.Settle()
	if said := uitest.Said(p.content); !strings.Contains(said, "− Learn the poem") {
		t.Errorf("the archive does not say how it was:\n%s", said)
	}
	uitest.TapButton(t, p.content, s.words.T("past.restore"))
	if warned := uitest.Said(s.sheet.pop); !strings.Contains(warned, "− Swim") {
		t.Errorf("the warning does not say what goes:\n%s", warned)
	}
	uitest.TapButton(t, s.sheet.pop, s.words.T("past.restore"))
	s.bench.Settle()
	if got := strings.Join(s.mate.Acts, "|"); got != "restore goals_archived_2024.json v1" {
		t.Errorf("it did %q", got)
	}
	for file, want := range map[string]string{"episodic_memory/episodic_memory_archived_2026-05.json": "2026年5月", "memory/insights_archived_2025.json": "2025年", companion.InsightsFile: "最近のもの"} {
		if got := uitest.Japanese(t).PastPart(file); got != want {
			t.Errorf("%s is %q, want %q", file, got, want)
		}
	}
}
