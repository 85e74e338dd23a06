package dreams

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/persona"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func openDreams(t *testing.T, d uitest.FakeDreams) (*stage, *Page) {
	t.Helper()
	s := newStage(t, 20)
	s.companion.FakeDreams = d
	s.goPage(pageDreams)
	s.bench.Settle()
	p := s.open.(*Page)
	if p.night.record.ID != "" {
		p.unfold()
	}
	return s, p
}

// unfold opens the details, and everything in them.
func (p *Page) unfold() {
	p.unfolded[""] = true
	for _, c := range p.night.record.Changes {
		p.unfolded[c.ID] = true
	}
	p.show(p.night, nil)
}

// TestANightIsToldFirst has the details folded away, each change a line.
func TestANightIsToldFirst(t *testing.T) {
	s := newStage(t, 20)
	s.companion.FakeDreams = uitest.DreamtOf()
	s.goPage(pageDreams)
	s.bench.Settle()
	p := s.open.(*Page)
	said := uitest.Said(p.content)
	for _, want := range []string{"I swam in the dark.", "What I learned about you", "Your sister Mika lives in Oslo.", "How did the interview go?", "1 thing waits for your OK."} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	uitest.TapButton(t, p.content, s.words.T("details"))
	said = uitest.Said(p.content)
	for _, not := range []string{".json", "bank/", "Weight", "“it is on Friday”"} {
		if strings.Contains(said, not) {
			t.Errorf("it says %q:\n%s", not, said)
		}
	}
	if strings.Count(said, "The interview") != 1 {
		t.Errorf("a change is said twice, or not at all:\n%s", said)
	}
	p.unfolded["c2"] = true
	p.show(p.night, nil)
	if said := uitest.Said(p.content); !strings.Contains(said, "“it is on Friday”") {
		t.Errorf("opened, it does not tell what it rests on:\n%s", said)
	}
}

// TestWaking has the morning be closed, and lead to the night.
func TestWaking(t *testing.T) {
	s := newStage(t, 0)
	d := uitest.DreamtOf()
	s.companion.FakeDreams = d
	deps := s.Deps()
	went := ""
	deps.Calls.Chat, deps.Calls.Dreams, deps.Calls.Inbox = func() { went += "chat " }, func() { went += "dreams " }, func() { went += "inbox" }
	k := NewMorningPage(deps, dreamer(s.companion), d.Mornings[0])
	s.Place("morning", k.Object())
	k.Receive(companion.TopicSnapshot, companion.Snapshot{})
	for _, key := range []string{"morning.close", "morning.more", "morning.inbox"} {
		uitest.TapButton(t, k.Object(), s.words.T(key))
	}
	if want := "chat dreams inbox"; went != want || !strings.Contains(uitest.Said(k.Object()), "I swam in the dark.") {
		t.Errorf("it went to %q, want %q", went, want)
	}
	k.Close()
}

func TestADreamIsReadLikeADiary(t *testing.T) {
	s, p := openDreams(t, uitest.DreamtOf())
	said := uitest.Said(p.content)
	at := 0
	for _, want := range []string{
		"I swam in the dark.", "Your sister Mika", "Water calms.", "Ask about the lake.", "It read 2 messages", "What changed",
		"About: Lakes", "− Priority: 0.5", "+ Priority: 0.9", "“it is on Friday”", "+ Alex's sister.", "They went to the lake.", "[Yes]",
		"Now", "W Coffee", "Facts: a bullet without a type", "2 quotes", "1 sentence only", "Daily", "0.4 s", "[Undo this night]",
	} {
		i := strings.Index(said[at:], want)
		if i < 0 {
			t.Fatalf("after %d characters it does not say %q:\n%s", at, want, said)
		}
		at += i
	}
	if !strings.Contains(said, "12 messages") || !strings.Contains(said, "9,000") {
		t.Errorf("the plan is not shown:\n%s", said)
	}
	ja := dreamView(s.companion.Records[0], uitest.Japanese(t))
	if !slices.Contains(ja.changes[1].lines, widget.DiffLine{Kind: widget.DiffAdded, Text: "優先度：0.9"}) {
		t.Errorf("in Japanese the change reads %+v", ja.changes[1].lines)
	}
}

func TestDreamsAreTakenBackAndDecided(t *testing.T) {
	s, p := openDreams(t, uitest.DreamtOf())
	w := s.words
	p.undo("c2")
	s.bench.Settle()
	uitest.TapButton(t, p.content, w.T("ask.no"))
	s.bench.Settle()
	uitest.TapButton(t, p.content, w.T("dream.edit"))
	for _, o := range test.LaidOutObjects(s.sheets.Open()) {
		if f, ok := o.(*widget.Field); ok {
			if f.Text != "Alex's sister." {
				t.Errorf("to be edited: %q", f.Text)
			}
			f.SetText("Alex's older sister.")
		}
	}
	uitest.TapButton(t, s.sheets.Open(), w.T("ask.yes"))
	s.bench.Settle()
	uitest.TapButton(t, p.content, w.T("dream.undo"))
	uitest.TapButton(t, s.sheets.Open(), w.T("dream.undo"))
	s.bench.Settle()
	want := "undo 2026-11-20-1 c2|" + string(persona.Refuse) + " 2026-11-20-1 c3 |" + string(persona.Accept) + " 2026-11-20-1 c3 Alex's older sister.|undo 2026-11-20-1 "
	if got := strings.Join(s.companion.Dreamt, "|"); got != want {
		t.Errorf("it did\n%q, want\n%q", got, want)
	}
}

func TestWhatWasAppliedIsReworded(t *testing.T) {
	s, p := openDreams(t, uitest.DreamtOf())
	w := s.words
	if n := strings.Count(uitest.Said(p.content), "["+w.T("dream.reword")+"]"); n != 2 {
		t.Errorf("%d changes can be reworded, want the two that are applied", n)
	}
	uitest.TapButton(t, p.content, w.T("dream.reword")) // the first: the insight
	for _, o := range test.LaidOutObjects(s.sheets.Open()) {
		if f, ok := o.(*widget.Field); ok {
			if f.Text != "Water calms." {
				t.Errorf("to be edited: %q", f.Text)
			}
			f.SetText("Cold water calms.")
		}
	}
	uitest.TapButton(t, s.sheets.Open(), w.T("memories.save"))
	s.bench.Settle()
	want := string(persona.Accept) + " 2026-11-20-1 c1 Cold water calms."
	if got := strings.Join(s.companion.Dreamt, "|"); got != want {
		t.Errorf("it did %q, want %q", got, want)
	}
}

// TestDecidedElsewhere reads the dream that is open again when something that
// is held was decided on in the conversation.
func TestDecidedElsewhere(t *testing.T) {
	s, p := openDreams(t, uitest.DreamtOf())
	s.companion.Records[0].Changes[2].State = record.StatusRefused
	s.companion.Publish(companion.TopicSnapshot, companion.Snapshot{Inbox: make([]companion.Ask, 1)})
	s.bench.Settle()
	if said := uitest.Said(p.content); strings.Contains(said, "["+s.words.T("ask.yes")+"]") {
		t.Errorf("it still asks:\n%s", said)
	}
}

// TestADreamOfADeadModel says who dreamed in its stead, and once in words why.
func TestADreamOfADeadModel(t *testing.T) {
	w := uitest.Japanese(t)
	gone := []string{"openai/m could not answer: openai: generate: model unavailable: dial tcp: refused"}
	r := record.Record{ID: "2026-11-21-1", Date: "2026-11-21", Level: 1, By: "openai/m", State: record.StatusApplied, Stages: []record.StageRecord{
		{Name: record.StageReflect, By: episodic.Rules, Problems: gone}, {Name: record.StageGoals, By: episodic.Rules},
		{Name: record.StageEntities, By: episodic.Rules, Problems: gone},
	}}
	m := dreamView(r, w)
	if want := w.T("speaker.rules"); !strings.Contains(m.bill, want) {
		t.Errorf("who dreamed: %q", m.bill)
	}
	want := w.T("stage.reflect") + page.Separator + w.T("stage.entities") + "：" + w.T("error.unavailable")
	if len(m.trouble) != 1 || m.trouble[0] != want {
		t.Errorf("trouble %q, want %q", m.trouble, want)
	}
	r.Stages[1].By = "openai/m"
	if m := dreamView(r, w); !strings.Contains(m.bill, "m"+page.Separator+"OpenAI") {
		t.Errorf("a model dreamed a part: %q", m.bill)
	}
}

// A dream that ends on another page was not read: only what stands there is.
func TestADreamIsReadWhereItIsSeen(t *testing.T) {
	s, p := openDreams(t, uitest.FakeDreams{})
	var read []string
	p.Calls.Dreamt = func(_, id string) { read = append(read, id) }
	s.companion.FakeDreams = uitest.DreamtOf()
	p.level.SetSelected(s.words.T("dream.level2"))
	test.Tap(p.start)
	s.bench.Settle()
	if len(read) == 0 {
		t.Error("a dream that is seen was not read")
	}
	read = nil
	test.Tap(p.start)
	p.Close()
	s.bench.Settle()
	if len(read) > 0 {
		t.Errorf("read on another page: %q", read)
	}
}

func TestDreamNow(t *testing.T) {
	s, p := openDreams(t, uitest.FakeDreams{})
	if !strings.Contains(uitest.Said(p.content), s.words.T("dreams.empty")) {
		t.Error("the empty page does not say what will live there")
	}
	if !p.start.Disabled() {
		t.Error("a dream is offered where there is nothing to dream of")
	}
	s.companion.FakeDreams = uitest.DreamtOf()
	p.level.SetSelected(s.words.T("dream.level2"))
	if p.start.Disabled() {
		t.Error("a dream of the week is not offered")
	}
	test.Tap(p.start)
	s.bench.Settle()
	if len(s.companion.Dreamt) != 1 || s.companion.Dreamt[0] != "dream 2" || p.opened != "2026-11-20-1" {
		t.Errorf("it did %v and opened %q", s.companion.Dreamt, p.opened)
	}
	s.companion.Running = companion.Dreaming{Running: true, Progress: dreaming.Progress{Stage: record.StageGoals, Done: 1, Of: 9}}
	s.companion.Tell(companion.TopicDream, s.companion.Running)
	if p.start.Text != s.words.T("dream.stop") || !p.bar.Content.Visible() || p.status.Source() != "Goals (2 of 9) …" {
		t.Errorf("under way: %q, %q", p.start.Text, p.status.Source())
	}
	test.Tap(p.start)
	if s.companion.Dreamt[1] != "stop" {
		t.Errorf("stop does %v", s.companion.Dreamt)
	}
	s.companion.Running = companion.Dreaming{Err: dreaming.ErrBudget}
	s.companion.Tell(companion.TopicDream, s.companion.Running)
	s.bench.Settle()
	if !strings.Contains(p.status.Source(), s.words.T("error.budget")) {
		t.Errorf("broken off: %q", p.status.Source())
	}
	s.companion.Running, s.companion.DreamFail = companion.Dreaming{}, dreaming.ErrNothing
	test.Tap(p.start)
	s.bench.Settle()
	if p.status.Source() != s.words.T("dream.nothing") {
		t.Errorf("of nothing: %q", p.status.Source())
	}
}

func TestDreamLeadsToWhatWasSaid(t *testing.T) {
	s, p := openDreams(t, uitest.DreamtOf())
	for _, o := range test.LaidOutObjects(p.content) {
		if b, ok := o.(*widget.IconButton); ok && b.Word == s.words.T("mind.source") {
			test.Tap(b)
			break
		}
	}
	if s.Page != pageChat {
		t.Error("the evidence does not lead to its message")
	}
}

func TestBankLinesAreReadAsSentences(t *testing.T) {
	w := uitest.Japanese(t)
	for line, want := range map[string]string{
		"- @中田ゆうき: 中田ゆうき「柴犬がいます」 <!-- id: w_ef; src: 01M7; category: other -->": "中田ゆうき「柴犬がいます」",
		"- O(c=0.55) @Mika, @Ken: Mika sings well <!-- id: o_1 -->":             "Mika sings well" + page.Separator + "まあまあ確か",
		"- for: 01M7 — she said so": "for: 01M7 — she said so",
		"# World":                   "# World",
	} {
		if got := bankLine(w, line); got != want {
			t.Errorf("%q is read as %q, want %q", line, got, want)
		}
	}
	after := "- @Ken: Ken rows <!-- id: w_1 -->"
	c := record.Change{Kind: "fact", File: "bank/world.md", After: &after}
	if m := dreamt(w, c); len(m.lines) != 1 || m.lines[0].Text != "Ken rows" {
		t.Errorf("a change of the bank reads %v", m.lines)
	}
	if c.File = "MEMORY.md"; dreamt(w, c).lines[0].Text != after {
		t.Error("a line of another file is not as it stands there")
	}
}

func TestGoldenDreams(t *testing.T) {
	_, p := openDreams(t, uitest.DreamtOf())
	uitest.Render(t, "dreams", p.content, fyne.NewSize(960, 900))
}

func TestDaysInAChangeAreSaid(t *testing.T) {
	w, item := uitest.English(t), `{"topic":"tea","source_date":"2026-11-18","due":"2026-11-20T21:04:00Z"}`
	got := strings.Join(itemLines(w, &item), "|")
	if !strings.Contains(got, "18 Nov 2026") || strings.Contains(got, "2026-11-") || !strings.Contains(got, "tea") {
		t.Errorf("it says %s", got)
	}
}

func TestANightIsDecidedAsAWhole(t *testing.T) {
	d := uitest.DreamtOf()
	d.Records[0].Changes = append(d.Records[0].Changes, record.Change{ID: "c5", Kind: "held", File: "MEMORY.md", Title: "Tea", State: record.StatusHeld})
	s, p := openDreams(t, d)
	uitest.TapButton(t, p.content, s.words.N("inbox.yes", 2))
	s.bench.Settle()
	uitest.TapButton(t, p.content, s.words.N("inbox.no", 2))
	s.bench.Settle()
	yes, no := string(persona.Accept), string(persona.Refuse)
	want := []string{yes + " 2026-11-20-1 c3 ", yes + " 2026-11-20-1 c5 ", no + " 2026-11-20-1 c3 ", no + " 2026-11-20-1 c5 "}
	if !slices.Equal(s.companion.Dreamt, want) {
		t.Errorf("it did %q", s.companion.Dreamt)
	}
}

func TestDreamsAreListedByMonth(t *testing.T) {
	list := []record.Summary{
		{ID: "2026-11-02-1", Date: "2026-11-02", Level: 1, By: "built-in rules", Changes: 3, Waiting: 2},
		{ID: "2026-11-01-1", Date: "2026-11-01", Level: 3, By: "built-in rules"},
		{ID: "2026-10-31-1", Date: "2026-10-31", State: record.StatusFailed},
	}
	d := &Page{Deps: page.Deps{Words: uitest.English(t)}, dreams: list, listed: journalView(list)}
	if !slices.Equal(d.listed, []int{-1, 0, 1, -1, 2}) {
		t.Fatalf("rows %v", d.listed)
	}
	for i, want := range []string{"November 2026", "waiting for you", "Monthly", "October 2026", "can’t be read"} {
		if row := d.row(i); !strings.Contains(row.Text, want) || row.Head != (d.listed[i] < 0) {
			t.Errorf("row %d is %+v", i, row)
		}
	}
	s, p := openDreams(t, uitest.DreamtOf())
	p.list.Choose(0) // the month
	s.bench.Settle()
	if p.opened != "2026-11-20-1" {
		t.Errorf("the month opens %q", p.opened)
	}
}

func TestThePastIsLivedThrough(t *testing.T) {
	d := uitest.DreamtOf()
	d.Outlook.Older = true
	d.Past = dreaming.BackfillPlan{First: "2024-03-01", Last: "2024-04-08", Days: 39, Messages: 3200, Calls: 156, Tokens: 500_000, By: "openai/q"}
	s, p := openDreams(t, d)
	w := s.words
	if said := uitest.Said(p.past.content); !strings.Contains(said, "39 days from 1 Mar 2024 to 8 Apr 2024") || !strings.Contains(said, "3,200 messages") {
		t.Fatalf("the past is offered as %s", said)
	}
	uitest.TapButton(t, p.content, w.T("past.begin"))
	if said := uitest.Said(s.sheets.Open()); !strings.Contains(said, "156 calls and about 500,000 tokens") {
		t.Errorf("the sheet says %s", said)
	}
	for _, o := range test.LaidOutObjects(s.sheets.Open()) {
		if c, ok := o.(*widget.Picker); ok {
			c.SetSelectedIndex(2)
		}
	}
	uitest.TapButton(t, s.sheets.Open(), w.T("past.begin.do"))
	s.bench.Settle()
	lived := dreaming.Lived{Date: "2024-03-05", Done: 5, Of: 39, Left: 3 * time.Minute}
	s.companion.Running = companion.Dreaming{Running: true, Backfill: true, Lived: lived, Progress: dreaming.Progress{Done: 5, Of: 39}}
	s.companion.Tell(companion.TopicDream, s.companion.Running)
	s.bench.Settle()
	s.companion.Records = append([]record.Record{{ID: "2024-03-06-1", Date: "2024-03-06", Level: 1}}, s.companion.Records...)
	before := len(p.dreams)
	s.companion.Tell(companion.TopicDream, s.companion.Running)
	s.bench.Settle()
	if len(p.dreams) != before {
		t.Error("the list is read again though no day was lived through")
	}
	s.companion.Running.Lived.Dream = "2024-03-06-1"
	s.companion.Tell(companion.TopicDream, s.companion.Running)
	s.bench.Settle()
	if len(p.dreams) != before+1 {
		t.Errorf("%d dreams are listed while the past is lived through, want %d", len(p.dreams), before+1)
	}
	if got := p.status.Source(); got != "Done up to 5 Mar 2024: 5 of 39 days"+page.Separator+"about 3 minutes left" || p.bar.Share != 5.0/39 || p.past.content.Visible() {
		t.Errorf("under way: %q, bar %v", got, p.bar.Share)
	}
	if p.start.Text != w.T("past.pause") {
		t.Errorf("the button says %q", p.start.Text)
	}
	test.Tap(p.start)
	s.companion.FakeDreams.Past.Done, s.companion.FakeDreams.Past.Days = 5, 34
	s.companion.Tell(companion.TopicDream, companion.Dreaming{Backfill: true, Lived: lived, Err: context.Canceled})
	s.bench.Settle()
	if !strings.HasPrefix(p.status.Source(), "Paused; 34 days are left.") || p.past.begin.Text != w.T("past.go_on") {
		t.Errorf("paused: %q, %q", p.status.Source(), p.past.begin.Text)
	}
	s.companion.Tell(companion.TopicDream, companion.Dreaming{Backfill: true, Lived: lived, Err: dreaming.ErrBudget})
	s.bench.Settle()
	if !strings.HasPrefix(p.status.Source(), "The limit is reached; 34 days are left.") {
		t.Errorf("at the cap: %q", p.status.Source())
	}
	uitest.TapButton(t, p.content, w.T("past.go_on"))
	for _, o := range test.LaidOutObjects(s.sheets.Open()) {
		if g, ok := o.(*widget.RadioGroup); ok {
			g.SetSelected(w.T("speaker.rules"))
		}
	}
	if said := uitest.Said(s.sheets.Open()); !strings.Contains(said, w.T("past.free")) {
		t.Errorf("by rules the sheet says %s", said)
	}
	uitest.TapButton(t, s.sheets.Open(), w.T("past.go_on.do"))
	s.bench.Settle()
	if want := []string{"backfill  200000", "stop", "backfill rules 0"}; !slices.Equal(s.companion.Dreamt, want) {
		t.Errorf("it did %q, want %q", s.companion.Dreamt, want)
	}
}

func TestAnEpisodesDayStandsOnce(t *testing.T) {
	m := dreamt(uitest.English(t), record.Change{Kind: "episode", Title: "2026-11-21 21 November 2026, 2:10 pm: we talked"})
	if m.title != "21 November 2026, 2:10 pm: we talked" {
		t.Errorf("title %q", m.title)
	}
}
