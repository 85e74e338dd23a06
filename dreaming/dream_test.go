package dreaming

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/motivation"
	"yumori/persona"
)

// TestDreamAndUndo dreams of a day by rules and takes it back.
func TestDreamAndUndo(t *testing.T) {
	for _, mode := range []Mode{Real, AsOne} {
		t.Run("mode "+string(mode), func(t *testing.T) {
			w := newWorld(t, "en")
			w.aDay()
			before := w.files("dreams/")
			w.at(21, 3)
			p := New(w.deps)
			r := w.dreams(p, Request{Mode: mode})
			if r.State != record.StatusApplied || len(r.Changes) == 0 || len(r.Inputs.Messages) != 10 {
				t.Fatalf("dream: %s with %d changes of %d messages", r.State, len(r.Changes), len(r.Inputs.Messages))
			}
			if _, err := p.Dream(t.Context(), Request{}); !errors.Is(err, ErrNothing) {
				t.Errorf("a second dream of the same: %v", err)
			}
			u := w.undoes(r.ID, "")
			if len(u.Conflicts) > 0 || u.Record.State != record.StatusUndone {
				t.Errorf("undone: %s with %d conflicts", u.Record.State, len(u.Conflicts))
			}
			if diff := unlike(before, w.files("dreams/")); diff != "" {
				t.Error(diff)
			}
			if u = w.undoes(r.ID, ""); len(u.Conflicts)+len(u.Items) > 0 {
				t.Errorf("undone twice: %+v", u)
			}
			if _, err := p.Dream(t.Context(), Request{}); !errors.Is(err, ErrNothing) {
				t.Errorf("what was undone is dreamt again: %v", err)
			}
		})
	}
}

func (w *world) undoes(id, item string) record.Undone {
	w.t.Helper()
	d, err := record.Open(w.dir)
	if err != nil {
		w.t.Fatal(err)
	}
	u, err := d.Undo(w.t.Context(), id, item)
	if err != nil {
		w.t.Fatal(err)
	}
	return u
}

// TestDryRun writes nothing, and says what a dream would.
func TestDryRun(t *testing.T) {
	w := newWorld(t, "en")
	w.aDay()
	w.at(21, 3)
	before := w.files()
	p := New(w.deps)
	plan, err := p.Plan(t.Context(), Request{})
	if err != nil || plan.Messages != 10 || plan.Calls != 0 || len(plan.Stages) != len(record.Stages()) {
		t.Errorf("plan: %+v, %v", plan, err)
	}
	dry := w.dreams(p, Request{Mode: DryRun})
	if diff := unlike(before, w.files()); diff != "" {
		t.Error(diff)
	}
	r := w.dreams(New(w.deps), Request{})
	if len(dry.Changes) != len(r.Changes) {
		t.Errorf("dry %d changes, real %d", len(dry.Changes), len(r.Changes))
	}
	for i := range r.Changes {
		if d, c := dry.Changes[i], r.Changes[i]; d.Kind != c.Kind || d.Title != c.Title || d.File != c.File {
			t.Errorf("change %d: dry %s %q, real %s %q", i, d.Kind, d.Title, c.Kind, c.Title)
		}
	}
}

// A told is a world in which a dream thought something of everything.
type told struct {
	*world
	before map[string]string
	rec    record.Record
	goal   goals.Goal // that was there before
	asked  motivation.Question
	tea    facts.Fact // an opinion
}

// newTold dreams of the day with a thought for every stage.
func newTold(t *testing.T) told {
	t.Helper()
	w := newWorld(t, "en")
	d := told{world: w}
	book, _ := goals.Open(w.dir, goals.Options{Now: w.clock, Language: "en"})
	cause := store.Cause{Kind: store.CauseSetup}
	var err error
	if d.goal, err = book.Add(goals.Plan{Goal: "hear how the greenhouse goes"}, cause); err != nil {
		t.Fatal(err)
	}
	mind, _ := motivation.Open(w.dir, motivation.Options{Now: w.clock, Language: "en"})
	if d.asked, err = mind.Ask(motivation.Query{Topic: "Who is Mika?", Priority: 0.8}, cause); err != nil {
		t.Fatal(err)
	}
	b, _ := facts.Open(w.dir, facts.Options{Now: w.clock})
	list, err := b.Retain([]facts.Fact{{Type: facts.Opinion, Text: "tea is good in the evening", Confidence: 0.5, Kind: memory.Inferred}}, cause)
	if err != nil {
		t.Fatal(err)
	}
	d.tea = list[0]
	first, _ := w.says("My sister Mika brought tea. It was so good that evening.", "Tea in the evening!")
	second, _ := w.says("The greenhouse is done. I wonder which tomatoes I should plant.", "At last.")
	mika := []record.Evidence{{Message: string(first), Quote: "My sister Mika"}}
	house := []record.Evidence{{Message: string(second), Quote: "The greenhouse is done."}}
	w.at(21, 3)
	d.before = w.files("dreams/")
	d.rec = w.thinks(New(w.deps), Request{}, rules.Reflection{
		Account: rules.Account{By: "test/model"}, Topic: "greenhouse", Insight: "Ken finishes what he begins.", Strategy: "Ask about tomatoes.",
		Dream: "A house of glass.", Evidence: house,
		Goals: []rules.GoalUpdate{
			{Act: rules.GoalNew, Goal: "learn about tomatoes", Term: goals.Short, Priority: 3, Evidence: house},
			{Act: rules.GoalCompleted, ID: d.goal.ID, Note: "it is done", Evidence: house},
			{Act: rules.GoalProgress, ID: "nobody", Note: "x", Evidence: house},
		},
		Questions: []rules.NewQuestion{{Topic: "Which tomatoes?", Priority: 0.7, Evidence: house}},
	}, rules.Resolution{Resolved: []rules.Resolved{{
		ID: d.asked.ID, State: motivation.StateResolved, Answer: "Ken's sister", Evidence: mika,
		Convert: motivation.Fact, Entity: "Mika", Text: "Mika is Ken's sister.",
	}}}, rules.Extraction{
		Facts:      []rules.Learned{{Type: facts.World, Text: "Ken's greenhouse is done.", Confidence: 1, Evidence: house}},
		Opinions:   []rules.Weighed{{ID: d.tea.ID, Stance: facts.For, Evidence: record.Evidence{Message: string(first), Quote: "It was so good that evening."}}},
		Candidates: []rules.Candidate{{Name: "Greenhouse", Note: "Ken built one.", Evidence: house}},
	})
	return d
}

// TestStages holds each store to what the stages thought of.
func TestStages(t *testing.T) {
	d := newTold(t)
	if d.rec.State != record.StatusApplied {
		t.Fatalf("%s: %+v", d.rec.State, d.rec.Stages)
	}
	m, err := openMemory(d.dir, "en")
	if err != nil {
		t.Fatal(err)
	}
	if g, err := m.goals.Find(d.goal.ID); err != nil || g.Status != goals.StatusCompleted {
		t.Errorf("the goal is %s: %v", g.Status, err)
	}
	if list := m.goals.Active(goals.Short, -1); len(list) != 1 || list[0].Goal != "learn about tomatoes" {
		t.Errorf("goals: %+v", list)
	}
	q := m.motives.Questions()
	if len(q) != 2 || q[0].Topic != "Which tomatoes?" || q[1].State != motivation.StateResolved || q[1].Converted != motivation.Fact {
		t.Errorf("questions: %+v", q)
	}
	if page, err := m.pages.Read("Mika"); err != nil || !strings.Contains(page.Text, "Ken's sister") {
		t.Errorf("page: %q, %v", page.Text, err)
	}
	if _, err := m.pages.Read("Greenhouse"); !errors.Is(err, entity.ErrNoPage) {
		t.Errorf("a candidate has a page: %v", err)
	}
	if f, err := m.bank.Find(d.tea.ID); err != nil || f.Confidence != 0.55 {
		t.Errorf("opinion at %v, want 0.55: %v", f.Confidence, err)
	}
	types := map[episodic.Type]int{}
	for _, e := range m.episodes.Episodes() {
		types[e.Type]++
	}
	if types[episodic.Ordinary] != 1 || types[episodic.Achievement] != 1 || types[episodic.Discovery] != 1 {
		t.Errorf("episodes: %v", types)
	}
	if s, ok := m.insights.Strategy(); !ok || s.Strategy != "Ask about tomatoes." || s.By != "test/model" {
		t.Errorf("strategy: %+v", s)
	}
	for kind, title := range map[string]string{
		"goal": "learn about tomatoes", "question": "Which tomatoes?", "insight": "greenhouse", "fact": "Ken's greenhouse is done.",
		"opinion": "O(c=0.55)", "entity": "Mika", "candidate": "Greenhouse: Ken built one.", "episode": "2026-11-20",
	} {
		if kind == "opinion" {
			title = ""
		}
		if c := changeOf(t, d.rec, kind, title); len(c.Evidence) == 0 {
			t.Errorf("%s %q rests on nothing: %+v", kind, title, c)
		}
	}
	if p := d.rec.Stage(record.StageGoals).Problems; len(p) != 1 {
		t.Errorf("problems of the goals: %q", p)
	}
	for _, s := range d.rec.Stages {
		if s.Name.Reads() && (s.Cursor == nil || s.Cursor.Message != d.log.Head()) {
			t.Errorf("%s stands at %+v", s.Name, s.Cursor)
		}
		if s.Thought != nil {
			t.Errorf("%s: what was thought is still there", s.Name)
		}
	}
}

// TestEvidenceOfItsOwn has an item be told from what it was told from, and not
// from what another was whose words it has in it.
func TestEvidenceOfItsOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	mind, _ := motivation.Open(w.dir, motivation.Options{Now: w.clock, Language: "en"})
	var said [2][]record.Evidence
	var asked [2]motivation.Question
	for i, text := range []string{"Mika likes tea.", "Mika likes tea with milk."} {
		id, _ := w.says(text, "I see.")
		said[i] = []record.Evidence{{Message: string(id), Quote: text}}
		var err error
		if asked[i], err = mind.Ask(motivation.Query{Topic: fmt.Sprintf("What does Mika drink at %d?", i+4), Priority: 0.8}, store.Cause{Kind: store.CauseSetup}); err != nil {
			t.Fatal(err)
		}
	}
	var told [2]rules.Resolved
	for i, text := range []string{"Mika drinks tea", "Mika drinks tea with milk\n\n- from Assam\n- every day"} {
		told[i] = rules.Resolved{ID: asked[i].ID, State: motivation.StateResolved, Answer: "tea", Evidence: said[i], Convert: motivation.Fact, Entity: "Mika", Text: text}
	}
	w.at(21, 3)
	r := w.thinks(New(w.deps), Request{}, rules.Reflection{}, rules.Resolution{Resolved: told[:]}, rules.Extraction{Facts: []rules.Learned{
		{Type: facts.World, Text: "Mika likes tea", Confidence: 1, Evidence: said[0]},
		{Type: facts.World, Text: "Mika likes tea with milk", Confidence: 1, Evidence: said[1]},
	}})
	seen := map[string]int{}
	for _, c := range r.Changes {
		want := said[1]
		switch {
		case c.Kind != record.KindFact && c.Kind != record.KindEntity:
			continue
		case c.Words() == "Mika likes tea" || c.Words() == "Mika drinks tea":
			want = said[0]
		}
		if seen[c.Kind]++; !slices.Equal(c.Evidence, want) || c.Kind == record.KindFact && c.Title != c.Words() {
			t.Errorf("%s %q, %q, is derived from %+v, want %+v", c.Kind, c.Title, c.Words(), c.Evidence, want)
		}
	}
	if seen[record.KindFact] != 2 || seen[record.KindEntity] != 4 {
		t.Errorf("changes: %v", seen)
	}
}

// TestUndoWhole takes a night back that touched everything.
func TestUndoWhole(t *testing.T) {
	d := newTold(t)
	u := d.undoes(d.rec.ID, "")
	if len(u.Conflicts) > 0 || u.Record.State != record.StatusUndone {
		t.Errorf("%s, conflicts %+v", u.Record.State, u.Conflicts)
	}
	if diff := unlike(d.before, d.files("dreams/")); diff != "" {
		t.Error(diff)
	}
}

// TestUndoItems takes back one item after the other, in an order of their own:
// at the end everything is as before.
func TestUndoItems(t *testing.T) {
	d := newTold(t)
	ids := []string{}
	for _, c := range d.rec.Changes {
		ids = append(ids, c.ID)
	}
	slices.Reverse(ids)
	ids = append(ids[2:], ids[:2]...)
	for _, id := range ids {
		if u := d.undoes(d.rec.ID, id); len(u.Conflicts) > 0 {
			t.Errorf("%s: %+v", id, u.Conflicts)
		}
	}
	u := d.undoes(d.rec.ID, "")
	if u.Record.State != record.StatusUndone {
		t.Errorf("at the end: %s", u.Record.State)
	}
	if diff := unlike(d.before, d.files("dreams/")); diff != "" {
		t.Error(diff)
	}
	m, err := openMemory(d.dir, "en")
	if err != nil {
		t.Fatal(err)
	}
	if q := m.motives.Questions(); len(q) != 1 || q[0].State != motivation.StateOpen {
		t.Errorf("questions: %+v", q)
	}
}

// TestUndoAfterTalk undoes a night after which the persona lived on: what the
// dream made goes, what came after stays, and what was changed since is shown.
func TestUndoAfterTalk(t *testing.T) {
	d := newTold(t)
	cause := store.Cause{Kind: store.CauseTurn}
	d.at(21, 10)
	m, err := openMemory(d.dir, "en")
	if err != nil {
		t.Fatal(err)
	}
	*m.clock = d.now
	later, err := m.goals.Add(goals.Plan{Goal: "buy seeds"}, cause)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.motives.Heard(d.now, "later"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.motives.Felt(motivation.Emotion{Category: motivation.Joy, Intensity: 0.5}, d.now, "later"); err != nil {
		t.Fatal(err)
	}
	for _, e := range m.episodes.Episodes() {
		if _, err := m.episodes.Resonate([]episodic.Report{{ID: e.ID, Resonance: 1}}, cause); err != nil {
			t.Fatal(err)
		}
	}
	q := m.motives.Questions()[0]
	if _, err := m.motives.Edit(q.ID, motivation.Revision{Topic: "Which tomatoes and which soil?"}, cause); err != nil {
		t.Fatal(err)
	}
	if err := d.dir.Commit(m.shadow.Pending(), cause); err != nil {
		t.Fatal(err)
	}
	u := d.undoes(d.rec.ID, "")
	if len(u.Conflicts) != 1 || u.Conflicts[0].Kind != record.KindQuestion || u.Conflicts[0].Now == nil || !strings.Contains(*u.Conflicts[0].Now, "which soil") {
		t.Errorf("conflicts: %+v", u.Conflicts)
	}
	if u.Record.State != record.StatusPartly {
		t.Errorf("state: %s", u.Record.State)
	}
	if m, err = openMemory(d.dir, "en"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.goals.Find(later.ID); err != nil {
		t.Errorf("a goal of after the dream: %v", err)
	}
	if g, err := m.goals.Find(d.goal.ID); err != nil || g.Status != goals.StatusActive {
		t.Errorf("the goal of before the dream: %+v, %v", g, err)
	}
	if list := m.episodes.Episodes(); len(list) != 0 {
		t.Errorf("episodes: %+v", list)
	}
	if s := m.motives.Snapshot(motivation.GoalPressure{}); s.Emotion.Category != motivation.Joy || len(s.Questions) != 2 {
		t.Errorf("the inner state: %+v", s)
	}
}

// TestDecide accepts and refuses what waits.
func TestDecide(t *testing.T) {
	d := newTold(t)
	diary, err := record.Open(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	c := changeOf(t, d.rec, record.KindCandidate, "Greenhouse")
	waiting, err := diary.Candidates()
	if err != nil || len(waiting) != 1 || waiting[0].Name != "Greenhouse" || waiting[0].Told != "" || waiting[0].At.IsZero() {
		t.Errorf("candidates: %+v, %v", waiting, err)
	}
	if err := diary.Told(d.rec.ID, []string{c.ID}, "reply"); err != nil {
		t.Fatal(err)
	}
	if waiting, err = diary.Candidates(); err != nil || len(waiting) != 1 || waiting[0].Told != "reply" {
		t.Errorf("told: %+v, %v", waiting, err)
	}
	r, err := diary.Decide(t.Context(), d.rec.ID, c.ID, record.Verdict{Decision: persona.Accept, Edited: "Ken built it behind the house."})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := entity.Open(d.dir, entity.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p, err := pages.Read("Greenhouse"); err != nil || !strings.Contains(p.Text, "behind the house") || len(p.Paragraphs[0].Sources) == 0 {
		t.Errorf("page: %+v, %v", p, err)
	}
	if got := changeOf(t, r, record.KindCandidate, "Greenhouse"); got.State != record.StatusApplied {
		t.Errorf("accepted, and %s", got.State)
	}
	if _, err := diary.Decide(t.Context(), d.rec.ID, c.ID, record.Verdict{Decision: persona.Refuse}); err != nil {
		t.Fatal(err)
	}
	if _, err := pages.Read("Greenhouse"); !errors.Is(err, entity.ErrNoPage) {
		t.Errorf("refused after it was accepted: %v", err)
	}
	if _, err := diary.Decide(t.Context(), d.rec.ID, "c999", record.Verdict{Decision: persona.Refuse}); !errors.Is(err, record.ErrNoItem) {
		t.Errorf("an item there is none of: %v", err)
	}
	if _, err := diary.Decide(t.Context(), "2026-01-01-1", "c1", record.Verdict{}); !errors.Is(err, record.ErrNoDream) {
		t.Errorf("a dream there is none of: %v", err)
	}
}

// TestDenied does not bring up again what was undone.
func TestDenied(t *testing.T) {
	d := newTold(t)
	d.undoes(d.rec.ID, "")
	second := d.rec.Inputs.Messages[2]
	house := []record.Evidence{{Message: second, Quote: "The greenhouse is done."}}
	d.at(22, 3)
	r := d.thinks(New(d.deps), Request{Again: true, From: d.now.AddDate(0, 0, -7)}, rules.Reflection{
		Topic: "greenhouse", Insight: "Ken always finishes what he begins.", Evidence: house,
		Goals:     []rules.GoalUpdate{{Act: rules.GoalNew, Goal: "learn more about tomatoes", Term: goals.Short, Priority: 3, Evidence: house}},
		Questions: []rules.NewQuestion{{Topic: "Which tomatoes then?", Priority: 0.7, Evidence: house}, {Topic: "Does the roof leak?", Priority: 0.7, Evidence: house}},
	}, rules.Resolution{}, rules.Extraction{
		Facts:      []rules.Learned{{Type: facts.World, Text: "Ken's greenhouse is done.", Confidence: 1, Evidence: house}},
		Candidates: []rules.Candidate{{Name: "Greenhouse", Note: "Ken built one.", Evidence: house}},
	})
	if r.Known != 5 {
		t.Errorf("%d proposals were known, want 5", r.Known)
	}
	changeOf(t, r, record.KindQuestion, "Does the roof leak?")
	for _, c := range r.Changes {
		if c.Kind != record.KindQuestion && c.Kind != record.KindEpisode {
			t.Errorf("again: %s %q", c.Kind, c.Title)
		}
	}
}

// TestRetraction withdraws what a dream made when its message is taken back.
func TestRetraction(t *testing.T) {
	d := newTold(t)
	m, err := openMemory(d.dir, "en")
	if err != nil {
		t.Fatal(err)
	}
	fell, err := m.bank.Withdraw([]string{d.rec.Inputs.Messages[2]}, store.Cause{})
	if err != nil || len(fell) != 1 {
		t.Errorf("facts that fall: %+v, %v", fell, err)
	}
	if fell, err := m.goals.Withdraw([]string{d.rec.Inputs.Messages[2]}, store.Cause{}); err != nil || len(fell) != 2 {
		t.Errorf("goals that fall: %+v, %v", fell, err)
	}
}

// TestAnsweredByDay makes something of questions that were answered through a
// tool: a fact where the answer names a page, else an insight, or nothing.
func TestAnsweredByDay(t *testing.T) {
	w := newWorld(t, "en")
	id, _ := w.says("Mika has moved to Nara.", "Far away.")
	m, err := openMemory(w.dir, "en")
	if err != nil {
		t.Fatal(err)
	}
	*m.clock = w.now
	cause := store.Cause{Kind: store.CauseTool}
	if _, err := m.pages.Write("Mika", entity.Note{Text: "Ken's sister."}, cause); err != nil {
		t.Fatal(err)
	}
	want := map[string]motivation.Conversion{}
	for _, q := range []struct {
		topic, answer string
		to            motivation.Conversion
	}{
		{"Where does Mika live?", "In Nara, since this week.", motivation.Fact},
		{"Why was Ken silent on Monday?", "He needed rest.", motivation.Insight},
		{"Did the lamp break?", "", motivation.Skip},
	} {
		kept, err := m.motives.Ask(motivation.Query{Topic: q.topic, At: w.now}, cause)
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.motives.Resolve(kept.ID, motivation.Answer{State: motivation.StateResolved, Text: q.answer, At: w.now, Sources: []string{string(id)}}, cause)
		if err != nil {
			t.Fatal(err)
		}
		want[kept.ID] = q.to
	}
	if err := w.dir.Commit(m.shadow.Pending(), cause); err != nil {
		t.Fatal(err)
	}
	w.at(21, 3)
	w.thinks(New(w.deps), Request{}, rules.Reflection{}, rules.Resolution{}, rules.Extraction{})
	if m, err = openMemory(w.dir, "en"); err != nil {
		t.Fatal(err)
	}
	for _, q := range m.motives.Questions() {
		if q.Converted != want[q.ID] {
			t.Errorf("%q became %q, want %q", q.Topic, q.Converted, want[q.ID])
		}
	}
	if p, err := m.pages.Read("Mika"); err != nil || !strings.Contains(p.Text, "In Nara") {
		t.Errorf("page: %q, %v", p.Text, err)
	}
	if list := m.insights.All(); len(list) != 1 || !strings.Contains(list[0].Insight, "rest") {
		t.Errorf("insights: %+v", list)
	}
}

// weekly makes what level 2 has something to do with.
func weekly(t *testing.T, w *world) {
	t.Helper()
	m, err := openMemory(w.dir, "en")
	if err != nil {
		t.Fatal(err)
	}
	*m.clock = w.now.AddDate(0, -3, 0)
	cause := store.Cause{Kind: store.CauseSetup}
	for day := range 6 {
		date := episodic.DateOf(w.now.AddDate(0, -3, day))
		e := episodic.Episode{
			Date: date, Summary: "On " + string(date) + " Ken told me of the harbour and I listened to him for a long time.",
			Arousal: 0.9, Max: 0.9, Origin: originOf(date), Sources: []string{"old" + string(date)},
		}
		if _, err := m.episodes.Add(e, cause); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"Ken's sister.", "Ken's sister lives in Kyoto.", "Plays the oboe.", "She plays the oboe in Kyoto."} {
		if _, err := m.pages.Write("Mika", entity.Note{Text: text, Sources: []string{"s"}}, cause); err != nil {
			t.Fatal(err)
		}
	}
	*m.clock = w.now.AddDate(0, 0, -2)
	for i := range 14 {
		plan := goals.Plan{Goal: "goal number " + string(rune('a'+i)), Term: goals.Short, Priority: 1 + i%5}
		if _, err := m.goals.Add(plan, cause); err != nil {
			t.Fatal(err)
		}
	}
	bees := facts.Fact{Type: facts.World, Text: "Ken keeps bees.", Confidence: 1, Kind: memory.Told, Sources: []string{"a", "b", "c"}}
	if _, err := m.bank.Retain([]facts.Fact{bees}, cause); err != nil {
		t.Fatal(err)
	}
	if err := w.dir.Commit(m.shadow.Pending(), cause); err != nil {
		t.Fatal(err)
	}
}

// TestLevelTwo does what a week asks for: weeks of long past days, arousals
// deflated, goals limited, what is known for sure proposed and held. Undone,
// everything is as before.
func TestLevelTwo(t *testing.T) {
	w := newWorld(t, "en")
	weekly(t, w)
	w.aDay()
	before := w.files("dreams/")
	w.at(21, 3)
	r := w.dreams(New(w.deps), Request{Level: 2})
	m, err := openMemory(w.dir, "en")
	if err != nil {
		t.Fatal(err)
	}
	weeks := 0
	for _, e := range m.episodes.Episodes() {
		if e.Compressed() {
			weeks++
		}
		if e.Arousal > 0.85 {
			t.Errorf("%s was not deflated: %v", e.Date, e.Arousal)
		}
	}
	if weeks == 0 || weeks > 2 {
		t.Errorf("%d weeks", weeks)
	}
	if n := len(m.goals.Active(goals.Short, -1)); n > 10 {
		t.Errorf("%d short-term goals", n)
	}
	if book, err := w.dir.Read("goals.json"); err != nil || !strings.Contains(string(book), `"last_level2_date"`) {
		t.Errorf("goals: %s, %v", book, err)
	}
	held := changeOf(t, r, record.KindHeld, "Ken keeps bees.")
	if held.State != record.StatusHeld || held.Held == "" {
		t.Errorf("held: %+v", held)
	}
	if _, err := w.dir.Read("MEMORY.md"); err == nil {
		t.Error("MEMORY.md was written")
	}
	u := w.undoes(r.ID, "")
	if len(u.Conflicts) > 0 {
		t.Errorf("conflicts: %+v", u.Conflicts)
	}
	if diff := unlike(before, w.files("dreams/")); diff != "" {
		t.Error(diff)
	}
}

// TestHeldIsDecided accepts what a dream holds for the user: it is on disk,
// and the record knows, also when it was decided on by itself.
func TestHeldIsDecided(t *testing.T) {
	t.Parallel()
	for _, direct := range []string{"through the dream", "by itself"} {
		t.Run(direct, func(t *testing.T) {
			w := newWorld(t, "en")
			weekly(t, w)
			w.aDay()
			w.at(21, 3)
			r := w.dreams(New(w.deps), Request{Level: 2})
			held := changeOf(t, r, record.KindHeld, "Ken keeps bees.")
			d, err := record.Open(w.dir)
			if err != nil {
				t.Fatal(err)
			}
			if direct == "by itself" {
				p, err := persona.Open(w.dir)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := p.Decide(held.Held, persona.Accept); err != nil {
					t.Fatal(err)
				}
			} else if _, err = d.Decide(t.Context(), r.ID, held.ID, record.Verdict{Decision: persona.Accept}); err != nil {
				t.Fatal(err)
			}
			if data, err := w.dir.Read("MEMORY.md"); err != nil || !strings.Contains(string(data), "Ken keeps bees.") {
				t.Errorf("MEMORY.md: %q, %v", data, err)
			}
			if r, err = d.Read(r.ID); err != nil {
				t.Fatal(err)
			}
			if got := changeOf(t, r, record.KindHeld, "Ken keeps bees."); got.State != record.StatusApplied {
				t.Errorf("accepted, and %s", got.State)
			}
			if u := w.undoes(r.ID, ""); len(u.Conflicts) > 0 {
				t.Errorf("conflicts: %+v", u.Conflicts)
			}
			w.at(22, 3)
			r = w.dreams(New(w.deps), Request{Level: 2})
			for _, c := range r.Changes {
				if c.Kind == record.KindHeld {
					t.Errorf("proposed again: %+v", c)
				}
			}
		})
	}
}
