package memories

import (
	"strings"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// TestAnEndedFactSaysSo has a fact that was put right stand as one, with what ended it
// as no reason for it.
func TestAnEndedFactSaysSo(t *testing.T) {
	s, _ := openPane(t, page.PaneFacts)
	f := facts.Fact{Type: facts.World, Text: "We're going to the gig", Ended: uitest.Noon, Evidence: []facts.Evidence{{Stance: facts.Ended, Text: "We can't go"}}}
	m, row := factView(f, s.words), headOf(f).row(s.words)
	if !strings.Contains(m.foot, s.words.T("fact.over")) || !strings.Contains(row.Text, s.words.T("fact.over")) || m.evidence[0].text != "No longer so: We can't go" {
		t.Errorf("%+v, in the list %q", m, row.Text)
	}
}

func TestAnOpinionShowsItsCourseAndLeadsToItsEvidence(t *testing.T) {
	s, p := openPane(t, page.PaneFacts)
	if !strings.Contains(p.Shown(), s.words.T("fact.course.none")) {
		t.Error("without a course it does not say why")
	}
	s.companion.KeptFacts[0].Evidence = []facts.Evidence{{Stance: facts.For, Source: string(uitest.MessageID(5)), Text: "said so", Time: uitest.Noon}, {Stance: facts.Against, Source: "memory/2026-11-19.md#L3"}}
	s.companion.Course = []facts.Step{{Time: uitest.Noon.AddDate(0, 0, -9), Confidence: 0.5}, {Time: uitest.Noon, Confidence: 0.8, Evidence: s.companion.KeptFacts[0].Evidence}}
	p.choose(MemoryModel{pane: page.PaneFacts})
	s.bench.Settle()
	var line *courseLine
	var links []*widget.IconButton
	for _, o := range test.LaidOutObjects(p.Right) {
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
	if said := p.Shown(); !strings.Contains(said, "21 Nov 2026 ·  80 % certain ·  1 for, 1 against") {
		t.Errorf("pointed at the end it says\n%s", said)
	}
	line.MouseOut()
	test.Tap(links[1])
	s.bench.Settle()
	if page, ok := s.open.(*Page); !ok || !strings.Contains(page.Shown(), "19 Nov 2026") {
		t.Error("evidence in a day's log does not lead there")
	}
	test.Tap(links[0])
	if s.Page != pageChat {
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
	if !strings.Contains(p.Shown(), s.words.T("pane.skills.none")) {
		t.Errorf("without skills: %s", p.Shown())
	}
	s.companion.KeptSkills = []companion.Skill{{File: texts.File{Name: "skills/tea/SKILL.md"}, Title: "Pour tea", About: "Slowly"}}
	p.choose(MemoryModel{pane: page.PaneSkills})
	s.bench.Settle()
	for _, word := range []string{"Pour tea", "Slowly", "skills/tea/SKILL.md", s.words.T("skill.hint")} {
		if !strings.Contains(p.Shown(), word) {
			t.Errorf("it does not say %q:\n%s", word, p.Shown())
		}
	}
}

// What a hand wrote, however long, freezes no page: at most a part of it is in
// a field, and nothing of it is lost by saving.
func TestLongMemoriesAreEditedByParts(t *testing.T) {
	long := strings.Repeat("x", 300_000)
	for _, pane := range []page.PaneName{page.PaneEpisodes, page.PaneFacts} {
		s := newStage(t, 2)
		s.companion.FakeMemories = uitest.LivedMemories()
		s.companion.Episodes[1].Summary, s.companion.KeptFacts[0].Text = long, long
		s.goPage(pageMemories)
		p := s.open.(*Page)
		began := time.Now()
		p.choose(MemoryModel{pane: pane})
		s.bench.Settle()
		s.win.Canvas().Capture()
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%s takes %v", pane, took)
		}
		for _, o := range test.LaidOutObjects(p.Right) {
			if f, ok := o.(*widget.Field); ok && len(f.Text) > page.PartBytes {
				t.Errorf("%s: %d bytes are in a field", pane, len(f.Text))
			}
		}
		uitest.TapButton(t, p.Right, s.words.T("memories.save"))
		s.bench.Settle()
		if len(s.companion.Acts) != 1 || !strings.Contains(s.companion.Acts[0], long) {
			t.Errorf("%s: not all of it is saved", pane)
		}
	}
}

// A file that can’t be read is no empty one: the page says so, and shows
// nothing of another.
func TestDamagedFilesAreTold(t *testing.T) {
	w := uitest.English(t)
	hurt := companion.Snapshot{Troubles: []companion.Trouble{{File: texts.GoalsFile, Line: 3}, {File: texts.GoalsFile, Line: 9}, {File: "SOUL.md"}}}
	if said := w.Damage(hurt, texts.GoalsFile, texts.InnerFile); said != w.T("memories.damaged", "files", "goals.json") {
		t.Errorf("it says %q", said)
	}
	if said := w.Damage(hurt, texts.InsightsFile); said != "" {
		t.Errorf("of another file it says %q", said)
	}
	s, p := openPane(t, page.PaneEpisodes)
	s.companion.KeptTexts["SOUL.md"] = "the soul"
	e := newTextEditor(p.Deps, "luna", Companion{Texts: brokenText{s.companion, "USER.md"}, Past: s.companion}, Unsaved{})
	e.open(MemoryModel{File: "SOUL.md"})
	s.bench.Settle()
	e.open(MemoryModel{File: "USER.md"})
	s.bench.Settle()
	if e.Text.Text != "" || e.status.Source() != w.T("memories.unreadable") {
		t.Errorf("of a broken file it shows %q and says %q", e.Text.Text, e.status.Source())
	}
}

// A brokenText has one file that can’t be read.
type brokenText struct {
	*uitest.FakeCompanion
	name string
}

func (b brokenText) Text(name string) (store.Text, error) {
	if name == b.name {
		return store.Text{}, store.ErrUnreadable
	}
	return b.FakeCompanion.Text(name)
}
