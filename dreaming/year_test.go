package dreaming

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/store"
	"yumori/persona"
)

// nights is how many nights TestAYearOfNights dreams. The figure of a release
// is 365: go test ./dreaming -run AYear -nights 365.
var nights = flag.Int("nights", 30, "how many nights of a made-up life to dream")

// A lived is a made-up life that was dreamt.
type lived struct {
	Course
	files  map[string]string
	prompt map[string]int // characters of what a prompt has of the persona, by part
	pages  int            // of entity memory
	named  int            // of them, in the prompt
	short  int            // the most short-term goals at a time
}

// acquaintances are how many people the persona of a made-up life knows before.
const acquaintances = 190

// meets has the persona make pages of those a dream proposed, as it would in
// the next conversation, and of everybody it knows before.
func (w *world) meets(sim *simulated, before int) {
	w.t.Helper()
	cause := store.Cause{Kind: store.CauseTurn}
	page := func(name, note string) {
		if _, err := sim.mem.pages.Write(entity.Name(name), entity.Note{Text: note, Sources: []string{"m0"}}, cause); err != nil {
			w.t.Fatal(err)
		}
	}
	for i := range before {
		page(fmt.Sprintf("Schoolmate %03d", i), "Went to school with Ken.")
	}
	list, err := sim.night.diary.Candidates()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, c := range list {
		page(c.Name, c.Note)
		if err := sim.night.diary.Told(c.Dream, []string{c.Item}, "m0"); err != nil {
			w.t.Fatal(err)
		}
	}
}

// live has a persona live a made-up life for some days, and forget it again. It
// returns how things stood after half of them, and at the end.
func (w *world) live(days int) (half, whole lived) {
	w.t.Helper()
	sim, err := New(w.deps).simulated(w.t.Context(), Simulation{
		From: w.now, Days: days, Schedule: Schedule{Autonomy: true}, Contract: Contract{Enabled: true},
		Life: Life{Seed: 11, Language: w.deps.Language, Talk: 6, Silent: 9},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.meets(sim, acquaintances)
	most, short := map[string]int{}, 0
	stand := func() lived {
		l := lived{Course: sim.course, files: map[string]string{}, prompt: maps.Clone(most), short: short}
		all, more, err := sim.mem.pages.Names(promptNames)
		if err != nil {
			w.t.Fatal(err)
		}
		l.named, l.pages = len(all), len(all)+more
		for _, d := range sim.shadow.Pending() {
			l.files[d.Name] = string(d.After)
		}
		return l
	}
	const looks = 12
	for i := 1; i <= looks; i++ {
		if err := sim.run(w.t.Context(), w.now.AddDate(0, 0, days*i/looks)); err != nil {
			w.t.Fatal(err)
		}
		w.meets(sim, 0)
		short = max(short, len(sim.mem.goals.Active(goals.Short, -1)))
		for part, n := range w.promptOf(sim) {
			most[part] = max(most[part], n)
		}
		if i == looks/2 {
			half = stand()
		}
	}
	return half, stand()
}

// promptNames is how many pages a prompt names.
const promptNames = 200

// promptOf returns how much a prompt would have now of what the persona is and
// knows: the layers of its files, and what the mind adds to them.
func (w *world) promptOf(sim *simulated) map[string]int {
	w.t.Helper()
	sizes := map[string]int{}
	p, err := persona.Open(sim.shadow.Dir())
	if err != nil {
		w.t.Fatal(err)
	}
	layers, err := p.Layers(persona.Full, persona.Budget{Now: sim.now})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, l := range layers.Layers {
		sizes[l.Name] = l.Size
	}
	add := func(part string, texts ...string) {
		for _, t := range texts {
			sizes[part] += utf8.RuneCountInString(t)
		}
	}
	for _, e := range sim.mem.episodes.Window(sim.now, episodic.LookBack) {
		add("episodes", e.Summary)
	}
	if s, ok := sim.mem.insights.Strategy(); ok {
		add("strategy", s.Strategy)
	}
	for _, g := range sim.mem.goals.Prompt() {
		add("goals", g.Goal)
		if n := len(g.Notes); n > 0 {
			add("goals", g.Notes[n-1].Text)
		}
	}
	inner := sim.inner()
	add("feeling", inner.Feeling(sim.now, w.deps.Language), inner.OnMind(w.deps.Language))
	for _, q := range inner.Questions {
		add("questions", q.Topic)
	}
	names, _, err := sim.mem.pages.Names(promptNames)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, n := range names {
		add("entities", string(n))
	}
	return sizes
}

// TestAYearOfNights dreams the nights of a made-up life: nothing grows without
// bound, neither files nor the prompt, nobody gets overwrought, and what a
// reply repeats of a memory is not learnt again. It dreams 30 nights; a year
// of them takes -nights 365.
func TestAYearOfNights(t *testing.T) {
	t.Parallel()
	days := *nights
	w := newWorld(t, "en")
	half, whole := w.live(days)
	if whole.Arousal >= .6 {
		t.Errorf("mean arousal %.2f", whole.Arousal)
	}
	if whole.Open != 10 {
		t.Errorf("at most %d questions were open: ten are the bound, and this life raises more", whole.Open)
	}
	w.bounded(whole)
	t.Logf("%d nights, %d exchanges, mean arousal %.2f, at most %d questions open, %d echoes, %d learnt again",
		len(whole.Dreams), whole.Talked, whole.Arousal, whole.Open, whole.Echoes, whole.Relearnt)
	w.grown(half, whole)
	w.prompted(half, whole)
	w.noJunk(whole, days)
	dreamt := map[string]int{}
	for _, d := range whole.Dreams {
		dreamt[string(d.Date)]++
	}
	for d, n := range dreamt {
		if n != 1 {
			t.Errorf("%s was dreamt for %d times", d, n)
		}
	}
	t.Logf("trust: %d tries: %d dreams of %d days", days, len(whole.Dreams), len(dreamt))
	if len(dreamt) < days*8/10 {
		t.Errorf("%d of %d days were dreamt for", len(dreamt), days)
	}
}

// bounded checks that a life brought more people and goals than there is room
// for, and that they were kept within it.
func (w *world) bounded(l lived) {
	w.t.Helper()
	over := strings.Count(l.files["goals.json"], "tidied up: at most 10 short-term goals")
	stale := strings.Count(l.files["goals.json"], "tidied up: over 30 days without getting there")
	for name, text := range l.files {
		if strings.HasPrefix(name, "goals_archived") {
			over += strings.Count(text, "tidied up: at most 10")
		}
	}
	w.t.Logf("%d pages, %d in the prompt; at most %d short-term goals, %d left for the bound, %d stale", l.pages, l.named, l.short, over, stale)
	if l.pages <= promptNames || l.named != promptNames {
		w.t.Errorf("%d pages, %d of them in the prompt: the bound was not reached", l.pages, l.named)
	}
	// Ten stay at the end of a week, and each night may bring some more.
	if over == 0 || l.short < 10 || l.short > 10+7*rules.MaxNewGoals {
		w.t.Errorf("at most %d short-term goals at a time, %d given up for there were too many", l.short, over)
	}
}

// grown checks the sizes of files after half of a life and the whole.
func (w *world) grown(half, whole lived) {
	w.t.Helper()
	sizes := func(l lived) map[string]int {
		most := map[string]int{}
		for name, text := range l.files {
			dir, _, nested := strings.Cut(name, "/")
			if nested && (dir == record.Folder || dir == "entity_memory") {
				name = dir + "/*" // no single one
			}
			most[name] = max(most[name], len(text))
		}
		return most
	}
	now, then := sizes(whole), sizes(half)
	for _, name := range slices.Sorted(maps.Keys(now)) {
		w.t.Logf("%-44s %8d %8d", name, then[name], now[name])
		limit := 3*then[name] + 64<<10 // in twice the time, what grows evenly doubles
		if strings.Contains(name, "_archived_") {
			limit = 512 << 10 // of a year or a month: it is filled once
		}
		if now[name] > limit || now[name] > 512<<10 {
			w.t.Errorf("%s grew from %d to %d bytes", name, then[name], now[name])
		}
	}
}

// prompted checks that the largest prompt of the whole life is about that of
// its half, and each part within what it may be.
func (w *world) prompted(half, whole lived) {
	w.t.Helper()
	most := map[string]int{
		"strategy": 150, "goals": 4_000, "questions": 10 * 300, "entities": 200 * 80, "feeling": 1_500,
		"episodes": (episodic.LookBack + 8) * 1_500, // the prompt itself cuts at 6,000
	}
	sum := func(l lived) (n int) {
		for _, size := range l.prompt {
			n += size
		}
		return n
	}
	for _, part := range slices.Sorted(maps.Keys(whole.prompt)) {
		w.t.Logf("prompt: %-36s %8d %8d", part, half.prompt[part], whole.prompt[part])
		if limit, ok := most[part]; ok && whole.prompt[part] > limit {
			w.t.Errorf("the prompt has %d characters of %s", whole.prompt[part], part)
		}
	}
	if was, is := sum(half), sum(whole); is > was+was/4+1_000 {
		w.t.Errorf("prompts grew from %d to %d characters", was, is)
	}
	for _, part := range []string{"episodes", "strategy", "feeling", persona.LayerSoul} {
		if whole.prompt[part] == 0 {
			w.t.Errorf("no prompt had %s", part)
		}
	}
}

// noJunk checks that replies repeated memories and that none of it was learnt:
// neither the sentences nor anybody and anything that only they speak of.
func (w *world) noJunk(l lived, days int) {
	w.t.Helper()
	if l.Echoes < days/3 || l.Relearnt != 0 {
		w.t.Errorf("%d sentences repeated memories, %d were learnt again", l.Echoes, l.Relearnt)
	}
	words := []string{
		"tadeusz", "slovenia", "lighthouse", "helgoland", "ottilie", "parrots", "spitsbergen", "ferdinand", "submarine",
		"murmansk", "zeppelin", "dresden", "寅次郎", "オルガン", "灯台", "乙姫", "オウム", "権三郎", "帆船", "潜水艦", "飛行船",
	}
	for name, text := range l.files {
		for _, word := range words {
			if i := strings.Index(strings.ToLower(text), word); i >= 0 {
				w.t.Errorf("%s has %q: %.300q", name, word, text[max(0, i-100):])
			}
		}
	}
}

// TestEchoesOfALife learns nothing from the memories that replies repeat, in
// both languages; and the count of what was learnt again can count.
func TestEchoesOfALife(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ja"} {
		t.Run(language, func(t *testing.T) {
			w := newWorld(t, language)
			_, l := w.live(9)
			w.noJunk(l, 9)
			memory := englishMemories()[1]
			if language == "ja" {
				memory = japaneseMemories()[1]
			}
			for name, text := range map[string]string{
				"bank/world.md":        "# World\n\n- @P0: " + memory + " <!-- id: w_1; src: m0; time: 2023-05-01T12:00:00Z -->\n",
				"memory/insights.json": "[\n  {\n    \"id\": \"a\",\n    \"insight\": \"" + memory + "\",\n    \"kind\": \"dreamed\"\n  }\n]\n",
			} {
				if n := relearnt(name, []byte(text), []string{memory}); n != 1 {
					t.Errorf("%s: %d counted", name, n)
				}
			}
		})
	}
}

// TestUndoAcrossYears undoes a night that moved the insights of an earlier year
// to their archive, and says nothing of them beside its own.
func TestUndoAcrossYears(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	old, err := episodic.OpenInsights(w.dir, episodic.Options{Now: w.clock})
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2025, 1, 2, 4, 0, 0, 0, jst)
	for n := range 90 {
		if _, err := old.Add(episodic.Insight{
			Insight: fmt.Sprint("Night ", n), Dream: strings.Repeat("snow on the roofs. ", 90), CreatedAt: day.AddDate(0, 0, n), Sources: []string{"m"},
		}, store.Cause{Kind: store.CauseDream}); err != nil {
			t.Fatal(err)
		}
	}
	const archive = "memory/insights_archived_2025.json"
	before := w.files(record.Folder + "/")
	if before[archive] != "" {
		t.Fatal("the year before was moved too soon")
	}
	w.aDay()
	before = w.files(record.Folder + "/")
	w.at(21, 3)
	r := w.dreams(New(w.deps), Request{})
	after := w.files(record.Folder + "/")
	if after[archive] == "" || strings.Contains(after["memory/insights.json"], "insight_2025") {
		t.Fatal("the year before was not moved")
	}
	insights := 0
	for _, c := range r.Changes {
		if c.Kind == record.KindInsight {
			insights++
		}
	}
	if insights != 1 {
		t.Errorf("%d insights in the record", insights)
	}
	if u := w.undoes(r.ID, ""); len(u.Conflicts) > 0 {
		t.Errorf("%d conflicts", len(u.Conflicts))
	}
	if diff := unlike(before, w.files(record.Folder+"/")); diff != "" {
		t.Error(diff)
	}
}
