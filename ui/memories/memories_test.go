package memories

import (
	"regexp"
	"strings"
	"testing"

	"yumori/episodic"
	"yumori/internal/store"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// openPane opens a pane of the memories.
func openPane(t *testing.T, name page.PaneName) (*stage, *Page) {
	t.Helper()
	s := newStage(t, 20)
	s.companion.FakeMemories = uitest.LivedMemories()
	s.goPage(pageMemories)
	s.bench.Settle()
	p := s.open.(*Page)
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

// Shown are the words on the right side of the page.
func (p *Page) Shown() string { return uitest.Said(p.Right) }

func TestPanesShowWhatIsRemembered(t *testing.T) {
	for _, tt := range []struct {
		pane page.PaneName
		want []string
	}{
		{page.PaneEpisodes, []string{"★ 20 Nov 2026", "1 – 7 Nov 2026", "We went to the lake.", "Basic mode (no AI model)"}},
		{page.PaneInsights, []string{"Lakes", "I swam.", "Water calms.", "Ask about the lake."}},
		{page.PaneEntities, []string{"Lake", "Mika", "[Merge with another page …]", "Tea is better"}},
		{page.PaneFacts, []string{"quite sure", "For: said so twice", "Against: ordered coffee", "told"}},
		{page.PaneDays, []string{"20 Nov 2026 ·  tea", "19 Nov 2026", "2 kB"}},
		{page.PaneDiary, []string{"[Secret diary …]"}},
	} {
		t.Run(string(tt.pane), func(t *testing.T) {
			_, p := openPane(t, tt.pane)
			said := p.Shown()
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
	s.companion.Insights = []episodic.Insight{{ID: "i1", Topic: "Lakes", Dream: "I swam.", CreatedAt: uitest.Noon}}
	for _, q := range memoriesView(s.words) {
		for _, f := range q.files {
			if f.pane == page.PaneInsights {
				p.choose(f)
				s.bench.Settle()
			}
		}
	}
	if said := p.Shown(); !strings.Contains(said, "I swam.") || strings.Contains(said, s.words.T("insight.insight")) || strings.Contains(said, s.words.T("insight.strategy")) {
		t.Errorf("it says:\n%s", said)
	}
}

func TestEmptyPanesSayWhatWillLiveThere(t *testing.T) {
	s, p := openPane(t, page.PaneEpisodes)
	s.companion.FakeMemories = uitest.FakeMemories{}
	for _, q := range memoriesView(s.words) {
		for _, f := range q.files {
			if f.pane == "" {
				continue
			}
			p.choose(f)
			s.bench.Settle()
			if said := p.Shown(); len(said) < 15 || strings.Contains(said, "pane.") {
				t.Errorf("%s, empty, says %q", f.pane, said)
			}
		}
	}
}

func TestSecretDiaryAsksFirst(t *testing.T) {
	s, p := openPane(t, page.PaneDiary)
	uitest.TapButton(t, p.Right, s.words.T("secret.open"))
	if s.sheets.Open() == nil || strings.Contains(p.Shown(), "Nobody") {
		t.Fatal("it is shown without a warning")
	}
	uitest.TapButton(t, s.sheets.Open(), s.words.T("secret.read"))
	s.bench.Settle()
	if !strings.Contains(p.Shown(), "Nobody knows.") {
		t.Errorf("after the warning: %s", p.Shown())
	}
}

func TestEpisodeIsSetRight(t *testing.T) {
	s, p := openPane(t, page.PaneEpisodes)
	for _, o := range test.LaidOutObjects(p.Right) {
		if f, ok := o.(*widget.Field); ok {
			f.SetText("We stayed at home.")
		}
		if sl, ok := o.(*widget.Slider); ok {
			sl.SetValue(0.3)
		}
	}
	uitest.TapButton(t, p.Right, s.words.T("memories.save"))
	s.bench.Settle()
	uitest.TapButton(t, p.Right, s.words.T("episode.drop"))
	uitest.TapButton(t, s.sheets.Open(), s.words.T("episode.drop"))
	s.bench.Settle()
	if got := strings.Join(s.companion.Acts, "|"); got != "revise e2 We stayed at home. 0.30|drop e2" {
		t.Errorf("it did %s", got)
	}
	s.companion.MemFail = store.ErrConflict
	uitest.TapButton(t, p.Right, s.words.T("memories.save"))
	s.bench.Settle()
	if !strings.Contains(p.Shown(), s.words.T("error.conflict")) {
		t.Errorf("a conflict is not told:\n%s", p.Shown())
	}
	uitest.TapButton(t, p.Right, s.words.T("mind.source"))
	if s.Page != pageChat {
		t.Error("it does not lead to its message")
	}
}

func TestEntityIsMergedNamedAndRemoved(t *testing.T) {
	s, p := openPane(t, page.PaneEntities)
	for _, key := range []string{"entity.alias", "entity.merge"} {
		uitest.TapButton(t, p.Right, s.words.T(key))
		for _, o := range test.LaidOutObjects(s.sheets.Open()) {
			if f, ok := o.(*widget.Field); ok {
				f.SetText("Mika")
			}
		}
		uitest.TapButton(t, s.sheets.Open(), s.words.T(key))
		s.bench.Settle()
	}
	uitest.TapButton(t, p.Right, s.words.T("entity.drop"))
	uitest.TapButton(t, s.sheets.Open(), s.words.T("entity.drop"))
	s.bench.Settle()
	if got := strings.Join(s.companion.Acts, "|"); got != "alias Lake Mika|merge Lake Mika|drop Lake" {
		t.Errorf("it did %s", got)
	}
}

func TestFactsAreFoundAndSetRight(t *testing.T) {
	s, p := openPane(t, page.PaneFacts)
	uitest.TapButton(t, p.Right, s.words.T("memories.save"))
	s.bench.Settle()
	uitest.TapButton(t, p.Right, s.words.T("fact.drop"))
	uitest.TapButton(t, s.sheets.Open(), s.words.T("fact.drop"))
	s.bench.Settle()
	if got := strings.Join(s.companion.Acts, "|"); got != "revise f1 Tea is better than coffee|drop f1" {
		t.Errorf("it did %s", got)
	}
	for _, o := range test.LaidOutObjects(p.Right) {
		if f, ok := o.(*widget.Field); ok && f.PlaceHolder != "" {
			f.SetText("water")
		}
	}
	s.bench.Settle()
	if strings.Contains(p.Shown(), "Tea is better") {
		t.Error("the filter leaves everything")
	}
}

func TestAnEmptyListOfFactsSaysWhatWasSought(t *testing.T) {
	s, p := openPane(t, page.PaneFacts)
	s.companion.FakeMemories = uitest.FakeMemories{}
	pane := newFactsPane(p.Deps, p.companion, "")
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

func TestTravellingThroughAFile(t *testing.T) {
	s := newStage(t, 0)
	s.companion.FakeMemories = uitest.LivedMemories()
	s.companion.KeptTexts["SOUL.md"] = "now"
	s.goPage(pageMemories)
	s.bench.Settle()
	p := s.open.(*Page)
	p.GoTo(page.MemoryPlace{Pane: "", Id: "SOUL.md"})
	s.bench.Settle()
	test.Tap(p.past)
	s.bench.Settle()
	if said := p.Shown(); !strings.Contains(said, "2 of 2") || !strings.Contains(said, "in a dream") {
		t.Fatalf("it begins with\n%s", said)
	}
	for _, o := range test.LaidOutObjects(p.Right) {
		if sl, ok := o.(*widget.Slider); ok {
			sl.SetValue(0)
		}
	}
	s.bench.Settle()
	if said := p.Shown(); !strings.Contains(said, "by you") || !strings.Contains(said, "− then") || !strings.Contains(said, "+ now") {
		t.Fatalf("an hour ago it was\n%s", said)
	}
	uitest.TapButton(t, p.Right, s.words.T("past.restore"))
	s.bench.Settle()
	if len(s.companion.Acts) != 1 || s.companion.Acts[0] != "restore SOUL.md v1" || p.inPast() {
		t.Errorf("it did %v, still in the past: %v", s.companion.Acts, p.inPast())
	}
}

func TestGoldenMemories(t *testing.T) {
	_, p := openPane(t, page.PaneEpisodes)
	uitest.Render(t, "memories", p.Content, fyne.NewSize(960, 600))
}

func TestLongTextsAreEditedByParts(t *testing.T) {
	for name, text := range map[string]string{
		"a word": strings.Repeat("x", 100_000), "a megabyte of lines": strings.Repeat("one line of it\n", 70_000),
		"one line": strings.Repeat("a word and ", 100_000), "Japanese": strings.Repeat("日本語の文章です。", 20_000),
	} {
		s := newStage(t, 0)
		s.companion.KeptTexts["SOUL.md"] = text
		s.goPage(pageMemories)
		s.bench.Settle()
		p := s.open.(*Page)
		p.GoTo(page.MemoryPlace{Pane: "", Id: "SOUL.md"})
		s.bench.Settle()
		if page.Joined(p.parts) != text || len(p.parts) < 2 || !p.Save.Disabled() || !p.bar.Content.Visible() {
			t.Fatalf("%s: %d parts", name, len(p.parts))
		}
		test.Tap(p.bar.Next)
		second := p.parts[1].Text
		if p.Text.Text != second || len(second) > page.PartBytes || len(second) < page.PartBytes/2 {
			t.Errorf("%s: the second part holds %d bytes", name, len(second))
		}
		p.Text.SetText("x" + second)
		test.Tap(p.bar.Back)
		test.Tap(p.Save)
		s.bench.Settle()
		at := len(p.parts[0].Text + p.parts[0].End)
		if s.companion.KeptTexts["SOUL.md"] != text[:at]+"x"+text[at:] {
			t.Errorf("%s: a letter in the second part changed something else", name)
		}
		p.open(MemoryModel{File: "USER.md"})
		s.bench.Settle()
		if p.Text.SetText("short"); p.Save.Disabled() || p.bar.Content.Visible() {
			t.Errorf("after %s a short text is in parts", name)
		}
	}
}

// TestADayIsToldToTheUser: a day that is told without a model is what was said, and
// whoever reads it knows their own words.
func TestADayIsToldToTheUser(t *testing.T) {
	for said, want := range map[string]string{
		"2026年11月23日、20:00から相手と話した。相手「電話の相手「誰」だった」相手「木曜に歯医者」":                                                  "「電話の相手「誰」だった」「木曜に歯医者」",
		"2026年11月23日、20:00から真由と話した。真由「面接だった」私「どうでしたか。」真由「うまくいった」":                                              "「面接だった」私「どうでしたか。」「うまくいった」",
		"21 November 2026, 9:12 pm: Nora and I talked. Nora: “The kiln broke.” I: “Oh no.” Nora: “Tom comes.”": "“The kiln broke.” I: “Oh no.” “Tom comes.”",
		"21 November 2026, 9:12 pm: Nora, Tom and I talked. Nora: “Hello.” Tom: “Hello.”":                      "Nora, Tom and I talked. Nora: “Hello.” Tom: “Hello.”",
		"21 November 2026, 9:12 pm: Nora and I talked. Nora: “The kiln broke.” Nora:…":                         "“The kiln broke.” …",
		"2026年11月23日、20:00から真由と話した。真由「面接だった」真由…":                                                               "「面接だった」…",
		"In the evening Nora and I talked about the kiln.":                                                     "In the evening Nora and I talked about the kiln.",
		"相手と海を見た。相手「きれい」":                                                                                      "あなたと海を見た。あなた「きれい」",
	} {
		if got := dayText(said); got != want {
			t.Errorf("%q is told %q, want %q", said, got, want)
		}
	}
}

// TestACardSaysNothingTwice: the day of an episode stands above it, who said the
// words of a page is known.
func TestACardSaysNothingTwice(t *testing.T) {
	for _, c := range []struct {
		cut        *regexp.Regexp
		text, want string
	}{
		{began, "22 November 2026, 8:16 pm: Ben and I talked.", "Ben and I talked."},
		{began, "2026年11月22日、21:16から健と話した。", "健と話した。"},
		{began, "We talked on 22 November 2026.", "We talked on 22 November 2026."},
		{saidBy, "Ben said on 22 November 2026: “I will visit Anna.”", "“I will visit Anna.”"},
		{saidBy, "健さんの話（2026年11月21日）: 「パンを焼いた」", "「パンを焼いた」"},
		{saidBy, "Her motto: be kind", "Her motto: be kind"},
	} {
		if got := c.cut.ReplaceAllString(c.text, "$1"); got != c.want {
			t.Errorf("%q is %q", c.text, got)
		}
	}
}

// TestThePageOpensOnWhatIsKnown: a person reads sentences, names and days; no
// comment, id or line of a file.
func TestThePageOpensOnWhatIsKnown(t *testing.T) {
	s := newStage(t, 20)
	s.companion.FakeMemories = uitest.LivedMemories()
	s.goPage(pageMemories)
	s.bench.Settle()
	p := s.open.(*Page)
	said := p.Shown()
	for _, f := range s.companion.KeptFacts {
		if !strings.Contains(said, strings.TrimSuffix(f.Text, ".")) {
			t.Errorf("it does not say %q", f.Text)
		}
	}
	if !strings.Contains(said, s.words.T("about.days")) || !strings.Contains(said, s.words.T("pane.entities")) {
		t.Errorf("people and days are missing:\n%s", said)
	}
	machinery := regexp.MustCompile(`<!--|#L\d|\b[0-9A-HJKMNP-TV-Z]{26}\b|\.json|\.md`)
	if p.filed.Visible() {
		t.Error("the files are shown at once")
	}
	for _, name := range []page.PaneName{page.PaneAbout, page.PaneEntities, page.PaneFacts, page.PaneEpisodes, page.PaneInsights} {
		p.GoTo(page.MemoryPlace{Pane: name, Id: ""})
		s.bench.Settle()
		plain, _, _ := strings.Cut(p.Shown(), s.words.T("details"))
		if bad := machinery.FindString(plain); bad != "" {
			t.Errorf("%s shows %q:\n%s", name, bad, p.Shown())
		}
	}
	p.GoTo(page.MemoryPlace{Pane: "", Id: "SOUL.md"})
	if !p.filed.Visible() {
		t.Error("a file is opened, and its row is hidden")
	}
}

// The button that shows the files goes when it is pressed: the focus goes on to
// the first of them, and a key opens it.
func TestTheFilesTakeTheFocus(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageMemories)
	s.bench.Settle()
	p := s.open.(*Page)
	c := s.win.Canvas()
	c.Focus(p.fold)
	p.fold.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	at, ok := c.Focused().(*widget.FileRow)
	if !ok || !at.Visible() || widget.PathTo(p.filed, at) == nil {
		t.Fatalf("the focus is at %T", c.Focused())
	}
	at.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	s.bench.Settle()
	if !at.Chosen {
		t.Error("Return does not open the file")
	}
}
