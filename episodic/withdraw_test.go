package episodic

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

func TestWithdraw(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	alone, both, none := b.add("2026-11-18", 0.5, "m1"), b.add("2026-11-19", 0.5, "m1", "m2"), b.add("2026-11-20", 0.5)
	if got := b.Derived("m1"); len(got) != 2 || got[0].ID != alone.ID || got[0].Store != StoreEpisode || !strings.Contains(got[0].Title, "About") {
		t.Errorf("derived from m1: %+v", got)
	}
	for n := range 2 { // the second time changes nothing
		got, err := b.Withdraw([]string{"m1", "unknown", ""}, cause())
		if err != nil || n == 0 && (len(got) != 1 || got[0].ID != alone.ID) || n == 1 && len(got) != 0 {
			t.Errorf("withdrawn: %+v, %v", got, err)
		}
		if got := ids(b.Episodes()); !slices.Equal(got, []string{both.ID, none.ID}) {
			t.Errorf("left: %v", got)
		}
		if e, _ := b.Find(both.ID); !slices.Equal(e.Sources, []string{"m2"}) || !e.Stale() {
			t.Errorf("what rests on more: %+v", e)
		}
	}
	if got, err := b.Resonate([]Report{{ID: alone.ID, Resonance: 1}}, cause()); err != nil || got.Unknown != 1 {
		t.Errorf("a withdrawn episode resonates: %+v, %v", got, err)
	}
	if got := b.Derived("m1"); len(got) > 0 {
		t.Errorf("derived from what was taken back: %+v", got)
	}
	if got := b.Window(morning(), 14); len(got) != 2 {
		t.Errorf("the window shows %v", ids(got))
	}
	b.again()
	if err := b.Reinstate([]string{"m1"}, cause()); err != nil {
		t.Fatal(err)
	}
	if e, err := b.Find(alone.ID); err != nil || e.Stale() || e.Summary != alone.Summary || e.Arousal != 0.5 {
		t.Errorf("brought back: %+v, %v", e, err)
	}
	if e, _ := b.Find(both.ID); !slices.Equal(sorted(e.Sources), []string{"m1", "m2"}) || e.Stale() {
		t.Errorf("brought back: %+v", e)
	}
}

// TestRegenerate takes a reply back: what was said stays, the exchange goes.
func TestRegenerate(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := b.record(1, morning(), joyful())
	second := first
	second.Reply, second.After, second.Time = "r2", State{}, morning().Add(time.Minute)
	second.Arousal = Arousal(second.Before, second.After)
	if err := b.x.Record(second, cause()); err != nil {
		t.Fatal(err)
	}
	got, err := b.x.Withdraw([]string{"r1"}, cause())
	if err != nil || len(got) != 1 || got[0].ID != "r1" {
		t.Errorf("withdrawn %+v, %v", got, err)
	}
	if day := b.x.Day("2026-11-21"); day.Exchanges != 1 || day.Max != 0 {
		t.Errorf("day %+v", day)
	}
	if x, ok := b.x.Of("u1"); !ok || x.Reply != "r2" {
		t.Errorf("exchange of what was said: %+v %v", x, ok)
	}
	if _, ok := b.x.Of("r1"); ok {
		t.Error("the reply taken back has an exchange")
	}
	if err := b.x.Reinstate([]string{"r1"}, cause()); err != nil {
		t.Fatal(err)
	}
	if day := b.x.Day("2026-11-21"); day.Exchanges != 2 {
		t.Errorf("day %+v", day)
	}
	if got := b.x.Derived("u1"); len(got) != 2 {
		t.Errorf("derived %+v", got)
	}
}

// A reference is what a store must be like: for each item its sources, true if
// they are there and false if they were taken back.
type reference struct {
	items map[string]map[string]bool
	// all says that an item needs all its sources, as an exchange does.
	all bool
}

func (p *reference) visible(id string) bool {
	there, gone := 0, 0
	for _, is := range p.items[id] {
		if is {
			there++
		} else {
			gone++
		}
	}
	if p.all {
		return gone == 0
	}
	return there > 0 || gone == 0
}

func (p *reference) ids() []string {
	var list []string
	for id := range p.items {
		if p.visible(id) {
			list = append(list, id)
		}
	}
	return sorted(list)
}

// mark sets the sources and returns what became invisible.
func (p *reference) mark(sources []string, there bool) []string {
	before := p.ids()
	for _, item := range p.items {
		for _, s := range sources {
			if _, ok := item[s]; ok {
				item[s] = there
			}
		}
	}
	after := p.ids()
	return slices.DeleteFunc(before, func(id string) bool { return slices.Contains(after, id) })
}

// derived returns the visible items that are derived from a source.
func (p *reference) derived(source string) []string {
	var list []string
	for _, id := range p.ids() {
		if p.items[id][source] {
			list = append(list, id)
		}
	}
	return list
}

// retractable is what every store of this package does.
type retractable interface {
	Derived(source string) []memory.Derived
	Withdraw(sources []string, c store.Cause) ([]memory.Derived, error)
	Reinstate(sources []string, c store.Cause) error
}

// TestModel does random things to the three stores and to plain maps.
func TestModel(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	rounds, steps := 3, 50
	if testing.Short() {
		rounds, steps = 2, 30
	}
	for round := range rounds {
		r := rand.New(rand.NewPCG(seed, uint64(round)))
		t.Run(fmt.Sprintf("seed %d round %d", seed, round), func(t *testing.T) {
			b := newBench(t)
			m := map[string]*reference{"episodes": {items: map[string]map[string]bool{}}, "exchanges": {items: map[string]map[string]bool{}, all: true}, "insights": {items: map[string]map[string]bool{}}}
			for step := range steps {
				act(t, b, m, r, step)
			}
		})
	}
}

func act(t *testing.T, b *bench, m map[string]*reference, r *rand.Rand, step int) {
	t.Helper()
	stores := map[string]retractable{"episodes": b.Journal, "exchanges": b.x, "insights": b.n}
	some := func(n int) []string {
		var list []string
		for range n {
			list = append(list, fmt.Sprint("m", r.IntN(9)))
		}
		return memory.Unique(list)
	}
	switch what := r.IntN(10); {
	case what < 4:
		sources := some(r.IntN(3))
		e := b.add(DateOf(morning().AddDate(0, 0, -r.IntN(400))), r.Float64(), sources...)
		m["episodes"].items[e.ID] = memory.SetOf(sources)
		i, err := b.n.Add(Insight{Insight: "x", Sources: sources}, cause())
		if err != nil {
			t.Fatal(err)
		}
		m["insights"].items[i.ID] = memory.SetOf(sources)
		x := Exchange{User: fmt.Sprint("m", r.IntN(9)), Reply: fmt.Sprint("r", step), Time: morning().AddDate(0, 0, -r.IntN(60))}
		if err := b.x.Record(x, cause()); err != nil {
			t.Fatal(err)
		}
		m["exchanges"].items[x.Reply] = map[string]bool{x.User: true, x.Reply: true}
	case what < 9:
		sources := append(some(1+r.IntN(4)), fmt.Sprint("r", r.IntN(step+1)))
		withdraw := r.IntN(2) == 0
		for name, s := range stores {
			var gone []memory.Derived
			var err error
			if withdraw {
				gone, err = s.Withdraw(sources, cause())
			} else {
				err = s.Reinstate(sources, cause())
			}
			want := m[name].mark(sources, !withdraw)
			if got := itemIDs(gone); err != nil || withdraw && !slices.Equal(got, want) {
				t.Fatalf("step %d: withdraw %v from %s: %v, want %v, %v", step, sources, name, got, want, err)
			}
		}
	default:
		b.again()
		stores = map[string]retractable{"episodes": b.Journal, "exchanges": b.x, "insights": b.n}
	}
	if got, want := sorted(ids(b.Episodes())), m["episodes"].ids(); !slices.Equal(got, want) {
		t.Fatalf("step %d: episodes %v, want %v", step, got, want)
	}
	for name, s := range stores {
		for n := range 9 {
			source := fmt.Sprint("m", n)
			if got, want := itemIDs(s.Derived(source)), m[name].derived(source); !slices.Equal(got, want) {
				t.Fatalf("step %d: %s from %s: %v, want %v", step, name, source, got, want)
			}
		}
	}
}

func itemIDs(list []memory.Derived) []string {
	var all []string
	for _, i := range list {
		all = append(all, i.ID)
	}
	return sorted(all)
}

// TestTogether has two programs, so to speak, write at the same time.
func TestTogether(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	other, err := Open(b.Dir, Options{Now: morning})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for k, j := range []*Journal{b.Journal, b.Journal, other} {
		wg.Go(func() {
			for n := range 5 {
				for { // a conflict that lasts is the caller's to try again
					_, err := j.Add(Episode{Date: "2026-11-20", Summary: fmt.Sprint(k, n), Arousal: 0.5, Sources: []string{fmt.Sprint("m", k)}}, cause())
					if err == nil {
						break
					}
				}
				j.Window(morning(), 14)
			}
		})
	}
	wg.Wait()
	told := map[string]int{}
	for _, e := range b.Episodes() {
		told[e.Summary]++
	}
	if len(told) != 15 || slices.ContainsFunc(slices.Collect(maps.Values(told)), func(n int) bool { return n != 1 }) {
		t.Errorf("told %v", told)
	}
}

// TestSpill has the journal grow beyond what one file should hold, and the move
// to the archive cut short.
func TestSpill(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	long := strings.Repeat("語", spillAt/3/40)
	var want []string
	for n := range 44 {
		e, err := b.Add(Episode{Date: Date(fmt.Sprintf("2024-%02d-%02d", 4+n/15, n%15+1)), Summary: long, Arousal: 0.5, Sources: []string{"m", fmt.Sprint("m", n)}}, cause())
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, e.ID)
	}
	main, archive := b.FileText(t, journalFile), b.FileText(t, fmt.Sprintf(journalMonth, "2024-04"))
	if archive == "" || len(main) > spillAt {
		t.Fatalf("%d bytes in the file, %d in the archive", len(main), len(archive))
	}
	b.PutFile(t, journalFile, strings.TrimSuffix(archive, "\n]\n")+",\n"+strings.TrimPrefix(main, "[\n"))
	b.again()
	if got := ids(b.Episodes()); !slices.Equal(got, want) {
		t.Errorf("after a move that was cut short: %v", got)
	}
	if got, err := b.Withdraw([]string{"m", "m0"}, cause()); err != nil || len(got) != 1 || got[0].ID != want[0] {
		t.Errorf("withdrawn %v, %v", got, err)
	}
	if _, err := b.Resonate([]Report{{ID: want[1], Resonance: 1}, {ID: want[43], Resonance: 1}}, cause()); err != nil {
		t.Fatal(err)
	}
	b.again()
	if got := ids(b.Episodes()); !slices.Equal(got, want[1:]) {
		t.Errorf("left: %v", got)
	}
	for _, id := range []string{want[1], want[43]} {
		if e, _ := b.Find(id); e.Arousal != 0.6 {
			t.Errorf("%s has %v", id, e.Arousal)
		}
	}
}

func TestCompress(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var days []Episode
	for n, a := range []float64{0.2, 0.9, 0.4} {
		days = append(days, b.add(Date(fmt.Sprintf("2026-09-%02d", 7+n)), a, fmt.Sprint("m", n), "m"))
	}
	special, err := b.Add(NewDiscovery(Moment{Time: morning().AddDate(0, -2, 0), Sources: []string{"q"}}, "q1", "cats", "they purr"), cause())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Withdraw([]string{"m2"}, cause()); err != nil {
		t.Fatal(err)
	}
	old := b.Old(morning(), CompressAfter)
	if !slices.Equal(ids(old), ids(days)) {
		t.Fatalf("old: %v", ids(old))
	}
	weeks := Weeks(old)
	if len(weeks) != 1 {
		t.Fatalf("weeks %v", weeks)
	}
	w := Week{Episodes: weeks[0]}
	merged := w.Merge(Summary{Text: "A week.", By: Rules})
	if merged.Merged != 3 || merged.Date != "2026-09-07~2026-09-09" || merged.Max != 0.9 || merged.Arousal != 0.5 || merged.Origin != "week:2026-09-07" {
		t.Errorf("merged %+v", merged)
	}
	for range 2 { // cut short and done again
		got, err := b.Compress(ids(days), merged, cause())
		if err != nil || !got.Compressed() || got.ID != "episode_2026-09-07_002" || !slices.Equal(got.Withdrawn, []string{"m2"}) {
			t.Fatalf("compressed %+v, %v", got, err)
		}
		if got := ids(b.Episodes()); !slices.Equal(got, []string{"episode_2026-09-07_002", special.ID}) {
			t.Errorf("left %v", got)
		}
		b.again()
	}
	if _, err := b.Compress([]string{special.ID}, merged, cause()); err == nil {
		t.Error("a special episode was compressed")
	}
	if got := Weeks([]Episode{{Date: "2026-09-06"}, special, {Date: "2026-08-31"}, {Date: "2026-09-07"}, {Date: "no"}}); len(got) != 2 || len(got[0]) != 2 {
		t.Errorf("weeks %v", got)
	}
	if got := b.Old(morning(), 100); len(got) > 0 {
		t.Errorf("old: %v", ids(got))
	}
}

func TestSpecials(t *testing.T) {
	t.Parallel()
	at := morning()
	for _, c := range []struct {
		name    string
		e       Episode
		want    string
		arousal float64
	}{
		{"achievement", NewAchievement(Moment{"en", at, []string{"m"}}, "g", "write a poem", "It rhymes."), "[Achieved] I reached my goal “write a poem”. It rhymes.", 0.8},
		{"達成", NewAchievement(Moment{"ja", at, []string{"m"}}, "g", "創作ノートで詩を書く", ""), "【達成】目標「創作ノートで詩を書く」を達成した。", 0.8},
		{"discovery", NewDiscovery(Moment{"en", at, []string{"m"}}, "q", "what cats like", "chicken"), "[Discovered] Something new about “what cats like”: chicken", 0.6},
		{"発見", NewDiscovery(Moment{"ja", at, []string{"m"}}, "q", "猫の好物", "美帆の猫はチキン味のカリカリが好き"), "【発見】「猫の好物」について、わかったこと：美帆の猫はチキン味のカリカリが好き", 0.6},
		{"bonding", NewBonding(Moment{"en", at, []string{"u", "r"}}, Anxious, Joy, Quote{"I am back!", "I missed you."}), "[Bond] From worry to joy: we are sure of each other again. I heard “I am back!” and said “I missed you.”", 0.7},
		{"bonding by itself", NewBonding(Moment{"en", at, []string{"r"}}, Anxious, Joy, Quote{"", "I missed you."}), "[Bond] From worry to joy: we are sure of each other again. I said “I missed you.”", 0.7},
		{"絆確認", NewBonding(Moment{"ja", at, []string{"u", "r"}}, Protective, Contentment, Quote{"ただいま", "おかえりなさい"}), "【絆】守りたい気持ちが、安心に変わった。「ただいま」と言われ、私は「おかえりなさい」と答えた。", 0.7},
	} {
		b := newBench(t)
		if c.e.Summary != c.want || c.e.Arousal != c.arousal || !c.e.Special() {
			t.Errorf("%s: %+v", c.name, c.e)
		}
		first, err := b.Add(c.e, cause())
		if err != nil {
			t.Fatal(err)
		}
		c.e.Summary, c.e.Sources = "again", append(c.e.Sources, "m2")
		second, err := b.Add(c.e, cause())
		if err != nil || second.ID != first.ID || second.Summary != c.want || !slices.Contains(second.Sources, "m2") || len(b.Episodes()) != 1 {
			t.Errorf("%s added again: %+v, %v", c.name, second, err)
		}
		if _, err := b.Withdraw(c.e.Sources, cause()); err != nil {
			t.Fatal(err)
		}
		c.e.Sources = []string{"m3"}
		if third, err := b.Add(c.e, cause()); err != nil || third.Summary != "again" || !slices.Equal(third.Sources, []string{"m3"}) {
			t.Errorf("%s added after it was taken back: %+v, %v", c.name, third, err)
		}
	}
}

func TestInsights(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.PutFile(t, insightsFile, `[{"created_at": "2026-01-02 04:53:57", "trigger_topic": "創作ノート 田中さん", "insight": "…", "strategy": "創作活動を通じて", "log_entry": "夢の中で筆を取った...", "stars": 3}]`)
	if s, ok := b.n.Strategy(); !ok || s.Strategy != "創作活動を通じて" || s.ID != "insight_2026-01-02_001" {
		t.Errorf("strategy %+v %v", s, ok)
	}
	n, err := b.n.Add(Insight{Topic: "x", Insight: "y", Strategy: "z", Sources: []string{"m1"}}, cause())
	if err != nil || n.ID != "insight_2026-11-21_001" || n.Kind != memory.Dreamed {
		t.Errorf("added %+v, %v", n, err)
	}
	if s, _ := b.n.Strategy(); s.Strategy != "z" {
		t.Errorf("newest strategy %+v", s)
	}
	if _, err := b.n.Withdraw([]string{"m1"}, cause()); err != nil {
		t.Fatal(err)
	}
	if s, _ := b.n.Strategy(); s.Strategy != "創作活動を通じて" {
		t.Errorf("strategy after taking back the newest: %+v", s)
	}
	if !strings.Contains(b.FileText(t, insightsFile), `"stars": 3`) {
		t.Error("a member nobody knows is gone")
	}
	for name, bad := range map[string]Insight{"empty": {}, "long insight": {Insight: strings.Repeat("語", 301)}, "long strategy": {Strategy: strings.Repeat("語", 151)}, "kind": {Insight: "x", Kind: "guess"}} {
		if _, err := b.n.Add(bad, cause()); err == nil {
			t.Errorf("%s was added", name)
		}
	}
}

// TestYearsOfInsights has the dream diary grow over three years, and the move
// of the first to its archive cut short.
func TestYearsOfInsights(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	day := time.Date(2024, 11, 1, 4, 0, 0, 0, tokyo())
	var want []string
	strategy := func() (string, bool) { i, ok := b.n.Strategy(); return i.Strategy, ok }
	for k := range 100 {
		i, err := b.n.Add(Insight{
			Insight: "Night " + fmt.Sprint(k), Strategy: fmt.Sprint("strategy ", k), Dream: strings.Repeat("夢", insightsSpill/60/3),
			CreatedAt: day, Sources: []string{fmt.Sprint("m", k), "all"}[:1+k%2],
		}, cause())
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, i.ID)
		if s, _ := strategy(); s != i.Strategy {
			t.Fatalf("strategy after night %d: %q", k, s)
		}
		day = day.AddDate(0, 0, 8)
	}
	old := fmt.Sprintf(insightsYear, "2024")
	main, archive := b.FileText(t, insightsFile), b.FileText(t, old)
	if archive == "" || b.FileText(t, fmt.Sprintf(insightsYear, "2025")) == "" || len(main) > insightsSpill || strings.Contains(main, "insight_2024") {
		t.Fatalf("%d bytes in the file, %d in the archive", len(main), len(archive))
	}
	all := func() (list []string) {
		for _, i := range b.n.All() {
			list = append(list, i.ID)
		}
		return list
	}
	if got := all(); !slices.Equal(got, want) {
		t.Fatalf("has %v", got)
	}
	b.PutFile(t, insightsFile, strings.TrimSuffix(archive, "\n]\n")+",\n"+strings.TrimPrefix(main, "[\n"))
	b.again()
	if got := all(); !slices.Equal(got, want) {
		t.Errorf("after a move that was cut short: %v", got)
	}
	b.PutFile(t, insightsFile, main)
	b.PutFile(t, old, strings.Replace(archive, `"Night 0"`, `"By hand", "stars": 3`, 1))
	if got := b.n.All()[0]; got.Insight != "By hand" {
		t.Errorf("after an edit of the archive: %+v", got)
	}
	if d := b.n.Derived("m0"); len(d) != 1 || d[0].ID != want[0] || !slices.Contains(b.n.Sources(), "m0") {
		t.Errorf("derived %v", d)
	}
	if got, err := b.n.Withdraw([]string{"m0"}, cause()); err != nil || len(got) != 1 || got[0].ID != want[0] {
		t.Errorf("withdrawn %v, %v", got, err)
	}
	if got := all(); !slices.Equal(got, want[1:]) || !strings.Contains(b.FileText(t, old), `"stars": 3`) {
		t.Errorf("left: %v", got)
	}
	if err := b.n.Reinstate([]string{"m0"}, cause()); err != nil || !slices.Equal(all(), want) {
		t.Errorf("given back: %v, %v", all(), err)
	}
	b.PutFile(t, insightsFile, "[]") // nothing left of this year
	if s, ok := strategy(); !ok || !strings.HasPrefix(s, "strategy ") {
		t.Errorf("strategy of the archives: %q", s)
	}
	b.PutFile(t, insightsFile, strings.Replace(archive, `"Night 2"`, `"Another"`, 1))
	if p := b.n.Problems(); len(p) == 0 || !strings.Contains(p[0].What, "also in insights.json") {
		t.Errorf("problems of an entry that is in two files: %v", p)
	}
	b.PutFile(t, insightsFile, main)
}
