package mind

import (
	"strings"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

const (
	goalsThen = `{"short_term":[{"id":"sh_1","goal":"Learn the poem","priority":2,"progress_notes":["by heart",{"note":"half of it"}]},{"id":"sh_2","goal":"Sing","priority":1}],"long_term":[]}`
	goalsNow  = `{"short_term":[{"id":"sh_1","goal":"Learn two poems","priority":2}],"completed":[{"id":"sh_9","goal":"Swim","reason":"did"}],
		"abandoned":[{"id":"sh_0","goal":"Hidden","sources":[],"withdrawn":["01A"]}]}`
)

func TestGoingBackSaysWhatIsLost(t *testing.T) {
	s, p := openMind(t, uitest.LivedMind())
	s.companion.FakeMemories.Past = []store.Past{{Time: uitest.Noon, Version: "v2"}, {Time: uitest.Noon.Add(-time.Hour), Version: "v1", Cause: store.Cause{Kind: store.CauseDream}}}
	s.companion.PastTexts = map[store.Version]string{"v2": goalsNow, "v1": goalsThen}
	test.Tap(p.pastButton(texts.GoalsFile, "Earlier goals"))
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
	if s.sheets.Open() == nil || len(s.companion.Acts) != 0 {
		t.Fatal("it is restored without a warning")
	}
	warned := uitest.Said(s.sheets.Open())
	for _, word := range []string{"− Swim", s.words.N("past.lose.gone", 1), s.words.N("past.lose.changed", 1), s.words.N("past.lose.back", 1)} {
		if !strings.Contains(warned, word) {
			t.Errorf("the warning does not say %q:\n%s", word, warned)
		}
	}
	uitest.TapButton(t, s.sheets.Open(), s.words.T("past.restore"))
	s.bench.Settle()
	if got := strings.Join(s.companion.Acts, "|"); got != "restore goals.json v1" || p.content.Objects[0] != p.page {
		t.Errorf("it did %q", got)
	}
	s.companion.MemFail = uitest.ErrOdd
	test.Tap(p.pastButton(texts.GoalsFile, "Earlier goals"))
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
	s.companion.MindFail = companion.ErrBusy
	p.questionActs(page.ThoughtModel{Id: "q1"})[0].do()
	if !strings.Contains(p.note.Source(), s.words.T("question.asking")) {
		t.Errorf("meanwhile it says %q", p.note.Source())
	}
	s.bench.Settle()
	if !strings.Contains(p.note.Source(), s.words.T("error.busy")) || s.Page != pageMind {
		t.Errorf("while the chat is busy it says %q", p.note.Source())
	}
	s.companion.MindFail = nil
	p.questionActs(page.ThoughtModel{Id: "q1"})[0].do()
	s.bench.Settle()
	if s.Page != pageChat || s.companion.Did[len(s.companion.Did)-1] != "ask q1" {
		t.Errorf("it did %v and is on %s", s.companion.Did, s.Page)
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

func TestArchivesHaveAPastOfTheirOwn(t *testing.T) {
	s, p := openMind(t, uitest.LivedMind())
	now := store.Past{Time: uitest.Noon, Version: "v2"}
	s.companion.FakeMemories.Past = []store.Past{now, {Time: uitest.Noon.Add(-time.Hour), Version: "v1"}}
	s.companion.PastTexts = map[store.Version]string{"v2": goalsNow, "v1": goalsThen}
	s.companion.Parts = []string{"goals_archived_2025.json", "goals_archived_2024.json"}
	test.Tap(p.pastButton(texts.GoalsFile, "Earlier goals"))
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
	if warned := uitest.Said(s.sheets.Open()); !strings.Contains(warned, "− Swim") {
		t.Errorf("the warning does not say what goes:\n%s", warned)
	}
	uitest.TapButton(t, s.sheets.Open(), s.words.T("past.restore"))
	s.bench.Settle()
	if got := strings.Join(s.companion.Acts, "|"); got != "restore goals_archived_2024.json v1" {
		t.Errorf("it did %q", got)
	}
	for file, want := range map[string]string{"episodic_memory/episodic_memory_archived_2026-05.json": "2026年5月", "memory/insights_archived_2025.json": "2025年", texts.InsightsFile: "最近のもの"} {
		if got := page.PastPart(file, uitest.Japanese(t)); got != want {
			t.Errorf("%s is %q, want %q", file, got, want)
		}
	}
}
