package mind

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/goals"
	"yumori/internal/companion"
	"yumori/internal/mind"
	"yumori/motivation"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"
)

// openMind opens the page over a conversation.
func openMind(t *testing.T, m uitest.FakeMind) (*stage, *Page) {
	t.Helper()
	s := newStage(t, 20)
	s.companion.FakeMind = m
	s.goPage(pageMind)
	s.bench.Settle()
	return s, s.open.(*Page)
}

func TestMindInWords(t *testing.T) {
	m := uitest.LivedMind()
	state := mindState{now: uitest.Noon, mind: m.State, questions: m.KeptQuestions, goals: m.KeptGoals, stats: goals.Statistics{Short: 1}}
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		v := mindView(state, w)
		c := v.Drives[curious]
		if len(v.Drives) != 4 || c.Value <= 0.2 || !bool(c.Top) || len(c.Ahead) < 24 {
			t.Errorf("%s: curiosity is %+v", w.Lang, c)
		}
		if !strings.Contains(v.Lead, c.Name) || !strings.Contains(v.Lead, "Mika") {
			t.Errorf("%s: the page leads with %q", w.Lang, v.Lead)
		}
		if len(v.questions) != 1 || v.moreAsked != w.N("mind.more", 1) || v.more != "" || v.questions[0].From != uitest.MessageID(2) {
			t.Errorf("%s: questions %+v, more %q and %q", w.Lang, v.questions, v.moreAsked, v.more)
		}
	}
	state.answered = true
	if v := mindView(state, uitest.English(t)); len(v.questions) != 2 || !bool(v.questions[1].Done) || !strings.Contains(v.questions[1].Foot, "rain") {
		t.Errorf("with what is closed: %+v", v.questions)
	}
	if v := mindView(mindState{now: uitest.Noon}, uitest.English(t)); v.Lead != uitest.English(t).T("mind.quiet") || v.tally != "" {
		t.Errorf("of an empty mind: %q, %q", v.Lead, v.tally)
	}
}

func TestMindPageSetsRight(t *testing.T) {
	s, p := openMind(t, uitest.LivedMind())
	acts := p.questionActs(page.ThoughtModel{Id: "q1", Title: "Mika's cats"})
	press := func(text string) {
		t.Helper()
		if s.sheets.Open() == nil {
			t.Fatal("nothing was asked")
		}
		for _, o := range test.LaidOutObjects(s.sheets.Open()) {
			switch o := o.(type) {
			case *widget.Field:
				o.SetText(text)
			case *widget.Button:
				if o.Importance == fynewidget.HighImportance {
					test.Tap(o)
				}
			}
		}
		s.bench.Settle()
	}
	acts[1].do()
	press("four")
	acts[2].do()
	press("Mika's dogs")
	acts[3].do()
	press("")
	for _, a := range p.goalActs(page.ThoughtModel{Id: "sh_1", Title: "Learn the poem"}) {
		a.do()
		press("because")
	}
	p.addGoal()
	press("Sing")
	want := "answer q1 four|revise q1 Mika's dogs|drop q1|note sh_1 because|complete sh_1 because|revise sh_1 because|abandon sh_1 because|add Sing short 3"
	if got := strings.Join(s.companion.Did, "|"); got != want {
		t.Errorf("it did\n%s, want\n%s", got, want)
	}
	s.companion.MindFail = uitest.ErrOdd
	acts[1].do()
	press("five")
	if !p.note.Visible() {
		t.Error("an error is not told")
	}
}

func TestMindPageFollows(t *testing.T) {
	s, p := openMind(t, uitest.FakeMind{})
	if p.questions.Objects == nil || len(p.goals.Objects) != 1 {
		t.Fatal("an empty page does not say what will live there")
	}
	s.companion.FakeMind = uitest.LivedMind()
	s.companion.Tell(companion.TopicMind, s.companion.State)
	s.bench.Settle()
	if len(p.state.questions) != 2 || p.drives[curious].model.Value == 0 {
		t.Errorf("after an event the page has %d questions", len(p.state.questions))
	}
	p.graph.open(fyne.NewPos(p.graph.face.Size().Width*float32(166.0/168), plotHeight-10))
	if s.Page != pageMind {
		t.Error("a click beside every point left the page")
	}
	x, y := p.graph.sheet.spots[0].x, p.graph.sheet.spots[0].y
	size := p.graph.face.Size()
	p.graph.open(fyne.NewPos(size.Width*float32(x), size.Height*float32(y)))
	if s.Page != pageChat {
		t.Error("a click on a point does not go to its message")
	}
}

func TestPlotFindsTheNearest(t *testing.T) {
	uitest.NewApp(t)
	sheet := plotSheet{from: uitest.Noon.Add(-time.Hour), to: uitest.Noon, width: 600, height: 210, scale: 1}
	sheet.inks, sheet.line = plotInks()
	for i := range 10_000 {
		c := motivation.Categories()[i%7]
		sheet.points = append(sheet.points, motivation.Point{
			ID: fmt.Sprint(i), Time: sheet.from.Add(time.Duration(i) * time.Hour / 10_000), Emotion: motivation.Emotion{Category: c, Intensity: float64(i%11) / 10},
		})
	}
	sheet.place()
	for _, i := range []int{0, 4_321, 9_999} {
		x, y := sheet.spots[i].x, sheet.spots[i].y
		p, ok := sheet.nearest(x, y, 12)
		if px, py := sheet.spotOf(p); !ok || px-x > 1e-1 || py-y > 1e-3 {
			t.Errorf("nearest to point %d is %s (%v)", i, p.ID, ok)
		}
	}
	if _, ok := sheet.nearest(0.5, -3, 12); ok {
		t.Error("something is near to nothing")
	}
	img := sheet.draw()
	seen := map[motivation.Category]bool{}
	for c, ink := range sheet.inks {
		y := (2*lane(c) + 1) * sheet.height / 14
		for x := range sheet.width {
			if at := img.NRGBAAt(x, y); at.A > 200 && near(at.R, ink.R) && near(at.G, ink.G) && near(at.B, ink.B) {
				seen[c] = true
			}
		}
	}
	if len(seen) != len(sheet.inks) {
		t.Errorf("of the colours only %v are drawn", seen)
	}
}

// TestPlotShowsTheNewestWhole holds that what was felt just now, and at the
// very beginning, is not cut in half by the edge of the drawing.
func TestPlotShowsTheNewestWhole(t *testing.T) {
	uitest.NewApp(t)
	sheet := plotSheet{from: uitest.Noon.Add(-time.Hour), to: uitest.Noon, width: 600, height: 210, scale: 2}
	sheet.inks, sheet.line = plotInks()
	for _, at := range []time.Time{sheet.from, sheet.to} {
		sheet.points = append(sheet.points, motivation.Point{Time: at, Emotion: motivation.Emotion{Category: motivation.Protective, Intensity: 1}})
	}
	sheet.place()
	img, wide := sheet.draw(), 0
	for x := range sheet.width {
		_, y := sheet.spotOf(sheet.points[0])
		if at, ink := img.NRGBAAt(x, int(y*float64(sheet.height))), sheet.inks[motivation.Protective]; at.A > 200 && near(at.R, ink.R) && near(at.B, ink.B) {
			wide++
		}
	}
	if want := 2 * int(0.7*side(1)*float64(sheet.scale)); wide < want {
		t.Errorf("the two squares are %d pixels wide, want at least %d", wide, want)
	}
}

func near(a, b uint8) bool { return max(a, b)-min(a, b) < 12 }

func TestHeatMapKnowsItsDays(t *testing.T) {
	uitest.NewApp(t)
	var said time.Time
	h := newHeatMap(uitest.Noon, uitest.English(t).ShortMonth, func(day time.Time, _ mind.FeltDay) { said = day })
	// 21 November 2026 is a Saturday: the last column, the sixth row.
	h.point(fyne.NewPos((heatWeeks-1)*(heatCell+heatGap)+2, heatLabel()+5*(heatCell+heatGap)+2))
	if !page.SameDay(said, uitest.Noon) {
		t.Errorf("the last cell is %v", said)
	}
	h.point(fyne.NewPos((heatWeeks-1)*(heatCell+heatGap)+2, heatLabel()+6*(heatCell+heatGap)+2))
	if !said.IsZero() {
		t.Errorf("tomorrow is there: %v", said)
	}
	w := test.NewTempWindow(t, h)
	w.Canvas().Focus(h)
	if !page.SameDay(said, uitest.Noon) {
		t.Errorf("the keyboard begins at %v", said)
	}
	for _, k := range []fyne.KeyName{fyne.KeyRight, fyne.KeyDown, fyne.KeyLeft, fyne.KeyUp} {
		h.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if !page.SameDay(said, uitest.Noon.AddDate(0, 0, -8)) {
		t.Errorf("a week and a day back is %v", said)
	}
	first, last := h.span()
	if first != "2026-05-25" || last != "2026-11-21" {
		t.Errorf("it shows %s to %s", first, last)
	}
}

// BenchmarkPlot draws ten thousand points.
func BenchmarkPlot(b *testing.B) {
	uitest.NewApp(b)
	sheet := plotSheet{from: uitest.Noon.Add(-time.Hour), to: uitest.Noon, width: 1600, height: 400, scale: 2}
	sheet.inks, sheet.line = plotInks()
	for i := range 10_000 {
		sheet.points = append(sheet.points, motivation.Point{Time: sheet.from.Add(time.Duration(i) * time.Hour / 10_000),
			Emotion: motivation.Emotion{Category: motivation.Categories()[i%7], Intensity: 0.5}})
	}
	sheet.place()
	for b.Loop() {
		sheet.draw()
	}
}

// Nothing is cut off in a narrow window: what stands behind a drive takes another
// line, and of the times beneath the graph that in the middle goes.
func TestANarrowMindIsWhole(t *testing.T) {
	_, p := openMind(t, uitest.LivedMind())
	row := p.drives[slices.IndexFunc(p.drives, func(r *driveRow) bool { return r.behind.Source() != "" })]
	row.Resize(fyne.NewSize(600, row.MinSize().Height))
	wide := row.MinSize().Height
	row.Resize(fyne.NewSize(60, wide))
	if narrow := row.MinSize().Height; narrow < wide+row.behind.MinSize().Height/2 {
		t.Errorf("%q takes a height of %v, with room of %v", row.behind.Source(), narrow, wide)
	}
	for width, want := range map[float32]bool{600: true, 100: false} {
		p.graph.ends.Resize(fyne.NewSize(width, 20))
		if p.graph.ticks[1].Visible() != want {
			t.Errorf("at %v the middle of the times is shown: %v", width, !want)
		}
	}
}

func TestGoldenMind(t *testing.T) {
	_, p := openMind(t, uitest.LivedMind())
	uitest.Render(t, "mind", p.content, fyne.NewSize(900, 700))
}

func TestEscapeLeavesASheetAndLosesNothingWritten(t *testing.T) {
	s := newStage(t, 3)
	s.goPage(pageMind)
	s.bench.Settle()
	p := s.open.(*Page)
	escape := &fyne.KeyEvent{Name: fyne.KeyEscape}
	p.addGoal()
	s.win.Canvas().Focused().TypedKey(escape)
	if s.sheets.Open() != nil {
		t.Fatal("Escape leaves a sheet open in which nothing was written")
	}
	p.addGoal()
	s.win.Canvas().Focused().TypedRune('x')
	s.win.Canvas().Focused().TypedKey(escape)
	if s.sheets.Open() == nil || s.win.Canvas().Focused() != nil {
		t.Fatal("Escape throws away what was written, or stays in the field")
	}
	s.win.Canvas().OnTypedKey()(escape)
	if s.sheets.Open() != nil {
		t.Error("the second Escape leaves the sheet open")
	}
}

// joyAt is a feeling some time before the noon of the tests.
func joyAt(id string, before time.Duration) motivation.Point {
	return motivation.Point{ID: id, Time: uitest.Noon.Add(-before), Emotion: motivation.Emotion{Category: motivation.Joy, Intensity: 0.5}}
}

// The graph begins with a period in which something was felt: who comes back after
// ten days does not find an empty week.
func TestTheGraphBeginsWhereSomethingWasFelt(t *testing.T) {
	const day = 24 * time.Hour
	for name, row := range map[string]struct {
		felt []time.Duration // before now, the oldest first
		want motivation.Period
		n    int
	}{
		"nothing":                   {nil, motivation.Week, 0},
		"an afternoon":              {[]time.Duration{2 * time.Hour, time.Hour}, motivation.Day, 2},
		"once today":                {[]time.Duration{time.Hour}, motivation.Week, 1},
		"the week's first moment":   {[]time.Duration{7 * day}, motivation.Week, 1},
		"just before it":            {[]time.Duration{7*day + time.Second}, motivation.Month, 1},
		"ten days ago":              {[]time.Duration{11 * day, 10 * day}, motivation.Month, 2},
		"last spring":               {[]time.Duration{200 * day, 199 * day}, motivation.All, 2},
		"a clock that was set back": {[]time.Duration{-time.Hour, -2 * time.Hour}, motivation.Day, 2},
		"a clock that was wrong":    {[]time.Duration{3 * day, -500 * day}, motivation.Week, 1},
	} {
		s := newStage(t, 4)
		s.companion.FakeMind = uitest.LivedMind()
		s.companion.Feelings = nil
		for i, before := range row.felt {
			s.companion.Feelings = append(s.companion.Feelings, joyAt(string(rune('a'+i)), before))
		}
		s.goPage(pageMind)
		s.bench.Settle()
		g := s.open.(*Page).graph
		if g.period != row.want || len(g.sheet.points) != row.n || g.spans.Selected != g.spans.Options[slices.Index(periods(), row.want)] {
			t.Errorf("%s: it begins with a %s (%s) and %d feelings, want a %s and %d", name, g.period, g.spans.Selected, len(g.sheet.points), row.want, row.n)
		}
	}
}

// A graph is not emptied by what cannot be read now, nor by looking closely at where
// nothing was felt.
func TestTheGraphKeepsWhatIsKnown(t *testing.T) {
	s := newStage(t, 4)
	s.companion.FakeMind = uitest.LivedMind()
	s.companion.Feelings = []motivation.Point{joyAt("a", 3*24*time.Hour), joyAt("b", time.Hour)}
	s.goPage(pageMind)
	s.bench.Settle()
	g := s.open.(*Page).graph
	g.between(g.face.Size().Width*0.1, g.face.Size().Width*0.3)
	if len(g.sheet.points) != 2 || !g.near.from.IsZero() {
		t.Errorf("looking at where nothing was felt, it has %d feelings", len(g.sheet.points))
	}
	s.companion.MindFail, s.companion.Feelings = uitest.ErrOdd, nil
	s.companion.Tell(companion.TopicMind, s.companion.State)
	s.bench.Settle()
	if len(g.sheet.points) != 2 {
		t.Errorf("after an error it has %d feelings", len(g.sheet.points))
	}
}

// TestFeelingsAreReadAsAskedFor has ten years of them: the page reads a month,
// all when they are asked for, and then what is new.
// What is edited is gone on with at its end.
func TestTheCaretStandsBehindWhatIsWritten(t *testing.T) {
	s, p := openMind(t, uitest.LivedMind())
	for _, start := range []string{"To hear the poem", "One line\nand another"} {
		p.write(writing{title: "x", label: "y", start: start}, func(string) error { return nil })
		f, ok := s.win.Canvas().Focused().(*widget.Field)
		if !ok {
			t.Fatalf("the focus is on a %T", s.win.Canvas().Focused())
		}
		f.TypedRune('!')
		if f.Text != start+"!" {
			t.Errorf("going on with %q makes %q", start, f.Text)
		}
		s.sheets.Close()
	}
}

func TestFeelingsAreReadAsAskedFor(t *testing.T) {
	s := newStage(t, 4)
	uitest.Decade(s.companion)
	s.goPage(pageMind)
	s.bench.Settle()
	g := s.open.(*Page).graph
	month := len(g.all)
	g.spans.SetSelected(g.spans.Options[3])
	s.bench.Settle()
	ever := len(g.all)
	fresh := motivation.Point{ID: "fresh", Time: uitest.Noon.Add(time.Second), Emotion: motivation.Emotion{Category: motivation.Joy, Intensity: 0.5}}
	s.companion.Feelings = append(s.companion.Feelings, fresh)
	s.companion.Tell(companion.TopicMind, s.companion.State)
	s.bench.Settle()
	if month == 0 || month > 100 || ever < 9000 || len(g.all) != ever+1 || !slices.ContainsFunc(g.all, func(p motivation.Point) bool { return p.ID == "fresh" }) {
		t.Errorf("%d of a month, %d of all, %d after one more", month, ever, len(g.all))
	}
	n := len(s.companion.Reached)
	if n < 3 || !s.companion.Reached[n-2].IsZero() || !s.companion.Reached[n-1].After(uitest.Noon.AddDate(0, 0, -1)) {
		t.Errorf("asked since %v", s.companion.Reached)
	}
}

// TestDriveRowShowsNoLevelThatIsNotKnown: before a level is read, nothing
// stands where one of zero would.
func TestDriveRowShowsNoLevelThatIsNotKnown(t *testing.T) {
	uitest.NewApp(t)
	r := newDriveRow(driveHooks{})
	d := test.TempWidgetRenderer(t, r).(*driveRenderer)
	for _, m := range []page.DriveModel{{Name: "boredom"}, {Name: "boredom", Level: "0.00"}, {Name: "boredom", Level: "0.60", Value: 0.6}} {
		r.show(m)
		r.Resize(fyne.NewSize(600, 40))
		if d.knob.Visible() != (m.Level != "") || d.fill.Visible() != (m.Value > 0) {
			t.Errorf("level %q: knob %v, bar %v", m.Level, d.knob.Visible(), d.fill.Visible())
		}
	}
}
