package episodic

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

const coldMonth = journalDir + "/episodic_memory_archived_2024-05.json"

// newCold is a bench with archives of three episodes and three entries.
func newCold(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	var days, years []string
	for n := 1; n <= 3; n++ {
		days = append(days, fmt.Sprintf(`  {"id": "episode_2024-05-0%d_001", "date": "2024-05-0%d", "mood": %d, "summary": "Day %d.", "compressed": false, "arousal": 0.5, "arousal_max": 0.5, "sources": ["m%d", "m"], "created_at": "2024-05-0%dT04:00:00Z"}`, n, n, n, n, n, n))
		years = append(years, fmt.Sprintf(`  {"id": "insight_2024-05-0%d_001", "created_at": "2024-05-0%dT04:00:00Z", "trigger_topic": "t%d", "insight": "Insight %d.", "strategy": "", "log_entry": "Dream %d.", "kind": "dreamed", "sources": ["m%d", "m"]}`, n, n, n, n, n, n))
	}
	b.putOld(coldMonth, "[\n"+strings.Join(days, ",\n")+"\n]\n")
	b.putOld(fmt.Sprintf(insightsYear, "2024"), "[\n"+strings.Join(years, ",\n")+"\n]\n")
	b.again()
	return b
}

// putOld writes a file whose stamp is always the same.
func (b *bench) putOld(name, text string) {
	b.t.Helper()
	b.PutFile(b.t, name, text)
	old := morning().AddDate(-1, 0, 0)
	if err := os.Chtimes(b.FilePath(name), old, old); err != nil {
		b.t.Fatal(err)
	}
}

// holdsNothing fails unless the texts of the archives are on the disk only.
func (b *bench) holdsNothing() {
	b.t.Helper()
	for _, e := range b.sheets[coldMonth].elems {
		if e.raw != nil || e.item.Summary != "" || b.sheets[coldMonth].page != nil {
			b.t.Errorf("the archive is in memory: %+v", e)
		}
	}
	for _, e := range b.n.sheets[fmt.Sprintf(insightsYear, "2024")].elems {
		if e.raw != nil || e.item.Insight+e.item.Dream+e.item.Topic != "" {
			b.t.Errorf("the archive is in memory: %+v", e)
		}
	}
}

// told returns the texts of everything.
func (b *bench) told() []string {
	b.t.Helper()
	var list []string
	for _, e := range b.Episodes() {
		list = append(list, e.Summary)
	}
	for _, i := range b.n.All() {
		list = append(list, i.Topic+" "+i.Insight+" "+i.Dream)
	}
	b.holdsNothing()
	return list
}

func TestArchivesStayOnDisk(t *testing.T) {
	b := newCold(t)
	b.holdsNothing()
	want := []string{"Day 1.", "Day 2.", "Day 3.", "t1 Insight 1. Dream 1.", "t2 Insight 2. Dream 2.", "t3 Insight 3. Dream 3."}
	if got := b.told(); !slices.Equal(got, want) {
		t.Fatalf("told %q", got)
	}
	if _, err := b.Resonate([]Report{{ID: "episode_2024-05-02_001", Resonance: 1}}, cause()); err != nil {
		t.Fatal(err)
	}
	for _, withdraw := range []func() error{
		func() error { _, err := b.Withdraw([]string{"m", "m2"}, cause()); return err },
		func() error { _, err := b.n.Withdraw([]string{"m", "m2"}, cause()); return err },
	} {
		if err := withdraw(); err != nil {
			t.Fatal(err)
		}
	}
	if got, left := b.told(), slices.Concat(want[:1], want[2:4], want[5:]); !slices.Equal(got, left) {
		t.Errorf("left %q, want %q", got, left)
	}
	if err := b.Reinstate([]string{"m", "m2"}, cause()); err != nil {
		t.Fatal(err)
	}
	if err := b.n.Reinstate([]string{"m", "m2"}, cause()); err != nil {
		t.Fatal(err)
	}
	e, err := b.Find("episode_2024-05-02_001")
	if err != nil || e.Summary != "Day 2." || e.Arousal != 0.6 {
		t.Errorf("found %+v, %v", e, err)
	}
	if a, ok := b.ArousalOf(e.ID); !ok || a != e.Arousal {
		t.Errorf("arousal %v, %v", a, ok)
	}
	e.Summary = "Day two."
	if _, err := b.Put(e, cause()); err != nil {
		t.Fatal(err)
	}
	want[1] = "Day two."
	for range 2 {
		if got := b.told(); !slices.Equal(got, want) {
			t.Errorf("told %q, want %q", got, want)
		}
		b.again()
	}
	if text := b.FileText(t, coldMonth); strings.Count(text, `"mood"`) != 3 {
		t.Errorf("members of another program are gone: %s", text)
	}
}

// TestArchiveChangesBehind has an archive change without its stamp telling, and
// go.
func TestArchiveChangesBehind(t *testing.T) {
	b := newCold(t)
	b.putOld(coldMonth, strings.Replace(b.FileText(t, coldMonth), "Day 2.", "Tag 2.", 1))
	if e, err := b.Find("episode_2024-05-02_001"); err != nil || e.Summary != "Tag 2." {
		t.Errorf("found %+v, %v", e, err)
	}
	b.putOld(coldMonth, strings.Replace(b.FileText(t, coldMonth), "Day 3.", "Tag 3.", 1))
	if _, err := b.Resonate([]Report{{ID: "episode_2024-05-01_001", Resonance: 1}, {ID: "episode_2024-05-03_001", Resonance: 1}}, cause()); err != nil {
		t.Fatal(err)
	}
	if e, err := b.Find("episode_2024-05-03_001"); err != nil || e.Summary != "Tag 3." || e.Arousal != 0.6 {
		t.Errorf("found %+v, %v", e, err)
	}
	if err := os.Remove(b.FilePath(coldMonth)); err != nil {
		t.Fatal(err)
	}
	if list := b.Episodes(); len(list) != 0 {
		t.Errorf("without the file: %+v", list)
	}
}

// TestHeads has lists told of archives, whose texts stay on the disk.
func TestHeads(t *testing.T) {
	b := newCold(t)
	long := strings.Repeat("語", headShown+1)
	b.putOld(coldMonth, strings.NewReplacer("Day 1.", `A day\n  of  tea.`, "Day 2.", long, `0.5, "arousal_max": 0.5, "sources": ["m3"`, `0.6, "arousal_max": 0.6, "sources": ["m3"`).Replace(b.FileText(t, coldMonth)))
	if _, err := b.n.Withdraw([]string{"m", "m2"}, cause()); err != nil {
		t.Fatal(err)
	}
	want := []Head{
		{ID: "episode_2024-05-01_001", Date: "2024-05-01", Text: "A day of tea."},
		{ID: "episode_2024-05-02_001", Date: "2024-05-02", Text: long[:3*(headShown-1)] + "…"},
		{ID: "episode_2024-05-03_001", Date: "2024-05-03", Text: "Day 3.", Star: true},
	}
	if got := b.Heads(); !slices.Equal(got, want) {
		t.Errorf("episodes %+v", got)
	}
	at := func(day int) time.Time { return time.Date(2024, 5, day, 4, 0, 0, 0, time.UTC) }
	if got, want := b.n.Heads(), []InsightHead{{"insight_2024-05-01_001", at(1), "t1"}, {"insight_2024-05-03_001", at(3), "t3"}}; !slices.Equal(got, want) {
		t.Errorf("insights %+v", got)
	}
	if i, err := b.n.Find("insight_2024-05-03_001"); err != nil || i.Dream != "Dream 3." || i.ID != "insight_2024-05-03_001" {
		t.Errorf("found %+v, %v", i, err)
	}
	if _, err := b.n.Find("insight_2024-05-02_001"); !errors.Is(err, ErrNoInsight) {
		t.Errorf("what was taken back is found: %v", err)
	}
	b.holdsNothing()
}

// TestMonthsAtHand asks for more months of exchanges than stay in memory.
func TestMonthsAtHand(t *testing.T) {
	b := newBench(t)
	var days []time.Time
	for n := range 30 {
		day := morning().AddDate(0, n-29, 0)
		days = append(days, day)
		b.record(n, day, joyful())
	}
	for range 2 {
		for n, day := range days {
			if list := b.x.On(DateOf(day)); len(list) != 1 || list[0].Reply != fmt.Sprint("r", n) {
				t.Errorf("%v: %+v", day, list)
			}
			if len(b.x.sheets) > monthsAtHand+1 {
				t.Fatalf("%d months in memory", len(b.x.sheets))
			}
		}
	}
	if _, err := b.x.Withdraw([]string{"u3", "r20"}, cause()); err != nil {
		t.Fatal(err)
	}
	if _, ok := b.x.Of("u3"); ok {
		t.Error("what was taken back counts")
	}
	if x, ok := b.x.Of("u4"); !ok || x.Arousal != 0.768 {
		t.Errorf("%+v, %v", x, ok)
	}
}
