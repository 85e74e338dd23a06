package ui

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/persona"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A fakeDreams is a journal of dreams in memory.
type fakeDreams struct {
	records   []dreaming.Record // the newest first
	dreaming  companion.Dreaming
	planned   dreaming.Plan
	night     dreaming.Outlook
	picture   []byte
	dreamt    []string
	dreamFail error
	past      dreaming.BackfillPlan
	lived     dreaming.Lived
	spent     llm.Usage
}

func (d *fakeDreams) NightSpent() llm.Usage { return d.spent }

func (d *fakeDreams) acted(words ...string) { d.dreamt = append(d.dreamt, strings.Join(words, " ")) }

func (d *fakeDreams) Dream(_ context.Context, r dreaming.Request) (dreaming.Record, error) {
	d.acted("dream", string(rune('0'+r.Level)))
	if d.dreamFail != nil {
		return dreaming.Record{}, d.dreamFail
	}
	return d.records[0], nil
}

func (d *fakeDreams) Backfill(_ context.Context, b dreaming.Backfill) (dreaming.Lived, error) {
	d.acted("backfill", string(b.By), strconv.Itoa(b.Cap.Tokens))
	return d.lived, d.dreamFail
}

func (d *fakeDreams) BackfillPlan(context.Context, dreaming.Backfill) (dreaming.BackfillPlan, error) {
	return d.past, nil
}

func (d *fakeDreams) StopDreaming() { d.acted("stop") }

func (d *fakeDreams) Dreaming() companion.Dreaming { return d.dreaming }

func (d *fakeDreams) DreamPlan(context.Context, dreaming.Request) (dreaming.Plan, error) {
	return d.planned, nil
}

func (d *fakeDreams) Night(context.Context) (dreaming.Outlook, error) { return d.night, nil }

func (d *fakeDreams) Expression(string) ([]byte, error) { return d.picture, nil }

func (d *fakeDreams) Dreams() ([]dreaming.Summary, error) {
	var list []dreaming.Summary
	for _, r := range d.records {
		list = append(list, r.Summary())
	}
	return list, d.dreamFail
}

func (d *fakeDreams) DreamRecord(id string) (dreaming.Record, error) {
	for _, r := range d.records {
		if r.ID == id {
			return r, nil
		}
	}
	return dreaming.Record{}, dreaming.ErrNoDream
}

func (d *fakeDreams) UndoDream(_ context.Context, id, item string) (dreaming.Undone, error) {
	d.acted("undo", id, item)
	for i := range d.records[0].Changes {
		if c := &d.records[0].Changes[i]; c.ID == item {
			c.State = dreaming.StatusUndone
		}
	}
	return dreaming.Undone{Record: d.records[0]}, d.dreamFail
}

func (d *fakeDreams) DecideDream(_ context.Context, id, item string, v dreaming.Verdict) (dreaming.Record, error) {
	d.acted(string(v.Decision), id, item, v.Edited)
	return d.records[0], d.dreamFail
}

func dreamtOf() fakeDreams {
	text := func(s string) *string { return &s }
	return fakeDreams{
		planned: dreaming.Plan{Messages: 12, Calls: 4, Tokens: 9_000, By: "openai/q"},
		records: []dreaming.Record{
			{
				ID: "2026-11-20-1", Date: "2026-11-20", Level: 1, By: "built-in rules", State: dreaming.StatusApplied, Millis: 420,
				Inputs: dreaming.Inputs{Messages: []string{"a", "b"}, Days: nil}, DroppedQuotes: 2, Echoes: 1,
				Stages: []dreaming.StageRecord{{Name: dreaming.StageRetain, Problems: []string{"a bullet without a type"}}},
				Changes: []dreaming.Change{
					{ID: "c1", Kind: "insight", File: "memory/insights.json", Title: "Lakes", State: dreaming.StatusApplied,
						After: text(`{"id":"i","trigger_topic":"Lakes","insight":"Water calms.","strategy":"Ask about the lake.","log_entry":"I swam in the dark."}`)},
					{ID: "c2", Kind: "question", File: "memory/internal_state.json", Title: "The interview", State: dreaming.StatusApplied,
						Before: text(`{"topic":"The interview","priority":0.5}`), After: text(`{"topic":"The interview","priority":0.9}`),
						Evidence: []dreaming.Evidence{{Message: string(messageID(3)), Quote: "it is on Friday"}}},
					{ID: "c3", Kind: "candidate", File: "entity_memory/mika.md", Title: "Mika", State: dreaming.StatusProposed, After: text("Alex's sister."), Related: []string{"They went to the lake."}},
					{ID: "c4", Kind: "fact", File: "bank/world.md", Title: "Tea", State: dreaming.StatusConflict, After: text("W Tea"), Now: text("W Coffee")},
				},
			},
			{ID: "2026-11-19-1", Date: "2026-11-19", Level: 2, State: dreaming.StatusUndone, By: "openai/q"},
		},
	}
}

func openDreams(t *testing.T, d fakeDreams) (*stage, *dreamsPage) {
	t.Helper()
	s := newStage(t, 20)
	s.mate.fakeDreams = d
	s.goPage(pageDreams)
	s.bench.settle()
	return s, s.open.(*dreamsPage)
}

func TestADreamIsReadLikeADiary(t *testing.T) {
	s, p := openDreams(t, dreamtOf())
	said := saidIn(p.content)
	at := 0
	for _, want := range []string{
		"I swam in the dark.", "Water calms.", "Ask about the lake.", "It read 2 messages", "What changed",
		"About: Lakes", "− Weight: 0.5", "+ Weight: 0.9", "“it is on Friday”", "+ Alex's sister.", "They went to the lake.", "[Accept]",
		"Now it says", "W Coffee", "Facts: a bullet without a type", "2 quotes", "1 sentence only", "of the day", "0.4 s", "[Undo this night]",
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
	ja := dreamView(s.mate.records[0], japanese(t))
	if !slices.Contains(ja.changes[1].lines, widget.DiffLine{Kind: widget.DiffAdded, Text: "重み：0.9"}) {
		t.Errorf("in Japanese the change reads %+v", ja.changes[1].lines)
	}
}

func TestDreamsAreTakenBackAndDecided(t *testing.T) {
	s, p := openDreams(t, dreamtOf())
	w := s.words
	p.undo("c2")
	s.bench.settle()
	tapButton(t, p.content, w.T("held.refuse"))
	s.bench.settle()
	tapButton(t, p.content, w.T("dream.edit"))
	for _, o := range test.LaidOutObjects(s.sheet.pop) {
		if f, ok := o.(*widget.Field); ok {
			if f.Text != "Alex's sister." {
				t.Errorf("to be edited: %q", f.Text)
			}
			f.SetText("Alex's older sister.")
		}
	}
	tapButton(t, s.sheet.pop, w.T("held.accept"))
	s.bench.settle()
	tapButton(t, p.content, w.T("dream.undo"))
	tapButton(t, s.sheet.pop, w.T("dream.undo"))
	s.bench.settle()
	want := "undo 2026-11-20-1 c2|" + string(persona.Refuse) + " 2026-11-20-1 c3 |" + string(persona.Accept) + " 2026-11-20-1 c3 Alex's older sister.|undo 2026-11-20-1 "
	if got := strings.Join(s.mate.dreamt, "|"); got != want {
		t.Errorf("it did\n%q, want\n%q", got, want)
	}
}

func TestWhatWasAppliedIsReworded(t *testing.T) {
	s, p := openDreams(t, dreamtOf())
	w := s.words
	if n := strings.Count(saidIn(p.content), "["+w.T("dream.reword")+"]"); n != 2 {
		t.Errorf("%d changes can be reworded, want the two that are applied", n)
	}
	tapButton(t, p.content, w.T("dream.reword")) // the first: the insight
	for _, o := range test.LaidOutObjects(s.sheet.pop) {
		if f, ok := o.(*widget.Field); ok {
			if f.Text != "Water calms." {
				t.Errorf("to be edited: %q", f.Text)
			}
			f.SetText("Cold water calms.")
		}
	}
	tapButton(t, s.sheet.pop, w.T("memories.save"))
	s.bench.settle()
	want := string(persona.Accept) + " 2026-11-20-1 c1 Cold water calms."
	if got := strings.Join(s.mate.dreamt, "|"); got != want {
		t.Errorf("it did %q, want %q", got, want)
	}
}

// TestDecidedElsewhere reads the dream that is open again when something that
// is held was decided on in the conversation.
func TestDecidedElsewhere(t *testing.T) {
	s, p := openDreams(t, dreamtOf())
	s.mate.records[0].Changes[2].State = dreaming.StatusRefused
	s.mate.publish(companion.TopicHeld, []persona.Held(nil))
	s.bench.settle()
	if said := saidIn(p.content); strings.Contains(said, "["+s.words.T("held.accept")+"]") {
		t.Errorf("it still asks:\n%s", said)
	}
}

// TestADreamOfADeadModel says who dreamed in its stead, and once in words why.
func TestADreamOfADeadModel(t *testing.T) {
	w := japanese(t)
	gone := []string{"openai/m could not answer: openai: generate: model unavailable: dial tcp: refused"}
	r := dreaming.Record{ID: "2026-11-21-1", Date: "2026-11-21", Level: 1, By: "openai/m", State: dreaming.StatusApplied, Stages: []dreaming.StageRecord{
		{Name: dreaming.StageReflect, By: episodic.Rules, Problems: gone}, {Name: dreaming.StageGoals, By: episodic.Rules},
		{Name: dreaming.StageEntities, By: episodic.Rules, Problems: gone},
	}}
	m := dreamView(r, w)
	if want := w.T("speaker.rules"); !strings.Contains(m.bill, want) || !strings.Contains(dreamRow(r.Summary(), w).Text, want) {
		t.Errorf("who dreamed: %q, %q", m.bill, dreamRow(r.Summary(), w).Text)
	}
	want := w.T("stage.reflect") + page.Separator + w.T("stage.entities") + "：" + w.T("error.unavailable")
	if len(m.trouble) != 1 || m.trouble[0] != want {
		t.Errorf("trouble %q, want %q", m.trouble, want)
	}
	r.Stages[1].By = "openai/m"
	if m := dreamView(r, w); !strings.Contains(m.bill, "openai/m") {
		t.Errorf("a model dreamed a part: %q", m.bill)
	}
}

func TestDreamNow(t *testing.T) {
	s, p := openDreams(t, fakeDreams{})
	if !strings.Contains(saidIn(p.content), s.words.T("dreams.none")[:20]) {
		t.Error("the empty page does not say what will live there")
	}
	s.mate.fakeDreams = dreamtOf()
	p.level.SetSelected(s.words.T("dream.level2"))
	test.Tap(p.start)
	s.bench.settle()
	if len(s.mate.dreamt) != 1 || s.mate.dreamt[0] != "dream 2" || p.opened != "2026-11-20-1" {
		t.Errorf("it did %v and opened %q", s.mate.dreamt, p.opened)
	}
	s.mate.dreaming = companion.Dreaming{Running: true, Progress: dreaming.Progress{Stage: dreaming.StageGoals, Done: 1, Of: 9}}
	s.mate.tell(companion.TopicDream, s.mate.dreaming)
	if p.start.Text != s.words.T("dream.stop") || !p.bar.Content.Visible() || p.status.Source() != "Goals (2 of 9) …" {
		t.Errorf("under way: %q, %q", p.start.Text, p.status.Source())
	}
	test.Tap(p.start)
	if s.mate.dreamt[1] != "stop" {
		t.Errorf("stop does %v", s.mate.dreamt)
	}
	s.mate.dreaming = companion.Dreaming{Err: dreaming.ErrBudget}
	s.mate.tell(companion.TopicDream, s.mate.dreaming)
	s.bench.settle()
	if !strings.Contains(p.status.Source(), s.words.T("error.budget")) {
		t.Errorf("broken off: %q", p.status.Source())
	}
	s.mate.dreaming, s.mate.dreamFail = companion.Dreaming{}, dreaming.ErrNothing
	test.Tap(p.start)
	s.bench.settle()
	if p.status.Source() != s.words.T("dream.nothing") {
		t.Errorf("of nothing: %q", p.status.Source())
	}
}

func TestDreamLeadsToWhatWasSaid(t *testing.T) {
	s, p := openDreams(t, dreamtOf())
	for _, o := range test.LaidOutObjects(p.content) {
		if b, ok := o.(*widget.IconButton); ok && b.Word == s.words.T("mind.source") {
			test.Tap(b)
			break
		}
	}
	if s.page != pageChat {
		t.Error("the evidence does not lead to its message")
	}
}

func TestBankLinesAreReadAsSentences(t *testing.T) {
	w := japanese(t)
	for line, want := range map[string]string{
		"- @中田ゆうき: 中田ゆうき「柴犬がいます」 <!-- id: w_ef; src: 01M7; category: other -->": "中田ゆうき「柴犬がいます」",
		"- O(c=0.55) @Mika, @Ken: Mika sings well <!-- id: o_1 -->":             "Mika sings well" + page.Separator + "確信 55%",
		"- for: 01M7 — she said so": "for: 01M7 — she said so",
		"# World":                   "# World",
	} {
		if got := bankLine(w, line); got != want {
			t.Errorf("%q is read as %q, want %q", line, got, want)
		}
	}
	after := "- @Ken: Ken rows <!-- id: w_1 -->"
	c := dreaming.Change{Kind: "fact", File: "bank/world.md", After: &after}
	if m := dreamt(w, c); len(m.lines) != 1 || m.lines[0].Text != "Ken rows" {
		t.Errorf("a change of the bank reads %v", m.lines)
	}
	if c.File = "MEMORY.md"; dreamt(w, c).lines[0].Text != after {
		t.Error("a line of another file is not as it stands there")
	}
}

func TestGoldenDreams(t *testing.T) {
	_, p := openDreams(t, dreamtOf())
	render(t, "dreams", p.content, fyne.NewSize(960, 900))
}

func TestDaysInAChangeAreSaid(t *testing.T) {
	w, item := english(t), `{"topic":"tea","source_date":"2026-11-18","due":"2026-11-20T21:04:00Z"}`
	got := strings.Join(itemLines(w, &item), "|")
	if !strings.Contains(got, "18 Nov 2026") || strings.Contains(got, "2026-11-") || !strings.Contains(got, "tea") {
		t.Errorf("it says %s", got)
	}
}

func TestANightIsDecidedAsAWhole(t *testing.T) {
	d := dreamtOf()
	d.records[0].Changes = append(d.records[0].Changes, dreaming.Change{ID: "c5", Kind: "held", File: "MEMORY.md", Title: "Tea", State: dreaming.StatusHeld})
	s, p := openDreams(t, d)
	tapButton(t, p.content, s.words.N("dream.accept.all", 2))
	s.bench.settle()
	tapButton(t, p.content, s.words.N("dream.refuse.all", 2))
	s.bench.settle()
	yes, no := string(persona.Accept), string(persona.Refuse)
	want := []string{yes + " 2026-11-20-1 c3 ", yes + " 2026-11-20-1 c5 ", no + " 2026-11-20-1 c3 ", no + " 2026-11-20-1 c5 "}
	if !slices.Equal(s.mate.dreamt, want) {
		t.Errorf("it did %q", s.mate.dreamt)
	}
}

func TestDreamsAreListedByMonth(t *testing.T) {
	list := []dreaming.Summary{
		{ID: "2026-11-02-1", Date: "2026-11-02", Level: 1, By: "built-in rules", Changes: 3, Waiting: 2},
		{ID: "2026-11-01-1", Date: "2026-11-01", Level: 3, By: "built-in rules"},
		{ID: "2026-10-31-1", Date: "2026-10-31", State: dreaming.StatusFailed},
	}
	d := &dreamsPage{Deps: page.Deps{Words: english(t)}, dreams: list, listed: journalView(list)}
	if !slices.Equal(d.listed, []int{-1, 0, 1, -1, 2}) {
		t.Fatalf("rows %v", d.listed)
	}
	for i, want := range []string{"November 2026", "2 wait for you", "of the month", "October 2026", "cannot be read"} {
		if row := d.row(i); !strings.Contains(row.Text, want) || row.Head != (d.listed[i] < 0) {
			t.Errorf("row %d is %+v", i, row)
		}
	}
	s, p := openDreams(t, dreamtOf())
	p.list.Choose(0) // the month
	s.bench.settle()
	if p.opened != "2026-11-20-1" {
		t.Errorf("the month opens %q", p.opened)
	}
}

func TestThePastIsLivedThrough(t *testing.T) {
	d := dreamtOf()
	d.night.Older = true
	d.past = dreaming.BackfillPlan{First: "2024-03-01", Last: "2024-04-08", Days: 39, Messages: 3200, Calls: 156, Tokens: 500_000, By: "openai/q"}
	s, p := openDreams(t, d)
	w := s.words
	if said := saidIn(p.past.content); !strings.Contains(said, "39 days from 1 Mar 2024 to 8 Apr 2024") || !strings.Contains(said, "3,200 messages") {
		t.Fatalf("the past is offered as %s", said)
	}
	tapButton(t, p.content, w.T("past.begin"))
	if said := saidIn(s.sheet.pop); !strings.Contains(said, "156 calls and about 500,000 tokens") {
		t.Errorf("the sheet says %s", said)
	}
	for _, o := range test.LaidOutObjects(s.sheet.pop) {
		if c, ok := o.(*widget.Picker); ok {
			c.SetSelectedIndex(2)
		}
	}
	tapButton(t, s.sheet.pop, w.T("past.begin.do"))
	s.bench.settle()
	lived := dreaming.Lived{Date: "2024-03-05", Done: 5, Of: 39, Left: 3 * time.Minute}
	s.mate.dreaming = companion.Dreaming{Running: true, Backfill: true, Lived: lived, Progress: dreaming.Progress{Done: 5, Of: 39}}
	s.mate.tell(companion.TopicDream, s.mate.dreaming)
	s.bench.settle()
	s.mate.records = append([]dreaming.Record{{ID: "2024-03-06-1", Date: "2024-03-06", Level: 1}}, s.mate.records...)
	before := len(p.dreams)
	s.mate.tell(companion.TopicDream, s.mate.dreaming)
	s.bench.settle()
	if len(p.dreams) != before {
		t.Error("the list is read again though no day was lived through")
	}
	s.mate.dreaming.Lived.Dream = "2024-03-06-1"
	s.mate.tell(companion.TopicDream, s.mate.dreaming)
	s.bench.settle()
	if len(p.dreams) != before+1 {
		t.Errorf("%d dreams are listed while the past is lived through, want %d", len(p.dreams), before+1)
	}
	if got := p.status.Source(); got != "Lived through 5 Mar 2024: 5 of 39 days"+page.Separator+"about 3 minutes left" || p.bar.Share != 5.0/39 || p.past.content.Visible() {
		t.Errorf("under way: %q, bar %v", got, p.bar.Share)
	}
	if p.start.Text != w.T("past.pause") {
		t.Errorf("the button says %q", p.start.Text)
	}
	test.Tap(p.start)
	s.mate.fakeDreams.past.Done, s.mate.fakeDreams.past.Days = 5, 34
	s.mate.tell(companion.TopicDream, companion.Dreaming{Backfill: true, Lived: lived, Err: context.Canceled})
	s.bench.settle()
	if !strings.HasPrefix(p.status.Source(), "Paused; 34 days are left.") || p.past.begin.Text != w.T("past.go_on") {
		t.Errorf("paused: %q, %q", p.status.Source(), p.past.begin.Text)
	}
	s.mate.tell(companion.TopicDream, companion.Dreaming{Backfill: true, Lived: lived, Err: dreaming.ErrBudget})
	s.bench.settle()
	if !strings.HasPrefix(p.status.Source(), "The cap is reached; 34 days are left.") {
		t.Errorf("at the cap: %q", p.status.Source())
	}
	tapButton(t, p.content, w.T("past.go_on"))
	for _, o := range test.LaidOutObjects(s.sheet.pop) {
		if g, ok := o.(*widget.RadioGroup); ok {
			g.SetSelected(w.T("speaker.rules"))
		}
	}
	if said := saidIn(s.sheet.pop); !strings.Contains(said, w.T("past.free")) {
		t.Errorf("by rules the sheet says %s", said)
	}
	tapButton(t, s.sheet.pop, w.T("past.go_on.do"))
	s.bench.settle()
	if want := []string{"backfill  200000", "stop", "backfill rules 0"}; !slices.Equal(s.mate.dreamt, want) {
		t.Errorf("it did %q, want %q", s.mate.dreamt, want)
	}
}

func TestAnEpisodesDayStandsOnce(t *testing.T) {
	m := dreamt(english(t), dreaming.Change{Kind: "episode", Title: "2026-11-21 21 November 2026, 2:10 pm: we talked"})
	if m.title != "21 November 2026, 2:10 pm: we talked" {
		t.Errorf("title %q", m.title)
	}
}
