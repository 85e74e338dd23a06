package rag

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/internal/lang/when"
	"yumori/internal/memory"
	"yumori/rag/segment"
)

func TestSearchBadInput(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 the rain in spring\n")
	f.sync()
	for _, text := range []string{"", " ", "\x00\x01", "the of and", "🎈", `"*AND field:(`, strings.Repeat("rain ", 2000), strings.Repeat("é", 10000), "\xff\xfe"} {
		if _, err := f.x.Search(context.Background(), Query{Text: text}); err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	f.finds(`"rain" AND spr*ng`, "a1")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.x.Search(ctx, Query{Text: "rain"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled search: %v", err)
	}
}

// talk gives one conversation of n sessions of ten messages.
type talk struct{ docs []Document }

func (s talk) Documents(context.Context, string, int64) (Batch, error) {
	return Batch{Documents: s.docs}, nil
}

func conversation(start time.Time) talk {
	subjects := []string{"pottery kiln clay", "garden roses soil", "marathon running shoes", "violin concert strings", "bread oven flour", "telescope stars planet", "kitten whiskers basket", "sailing harbour wind"}
	var s talk
	for i := range 40 {
		for j := range 10 {
			words := strings.Fields(subjects[i%len(subjects)])
			speaker := []string{"Caroline", "Melanie"}[j%2]
			s.docs = append(s.docs, Document{
				ID: fmt.Sprintf("s%d-%d", i, j), Type: TypeMessage, Session: fmt.Sprint("s", i), Speaker: speaker, Source: memory.ParsePlace("log"),
				Time: start.AddDate(0, 0, 7*i), Text: fmt.Sprintf("We talked about %s and number%d, then %s.", words[j%3], i*10+j, words[(j+1)%3]),
			})
		}
	}
	return s
}

func TestOldMemoriesLoseNothing(t *testing.T) {
	questions := []string{"What did Caroline say about the kiln?", "number57", "roses and soil", "when was the concert"}
	var want []string
	for i, years := range []int{0, -5} {
		f := learned(t, time.Date(2025, 1, 6, 12, 0, 0, 0, time.UTC).AddDate(years, 0, 0))
		for j, q := range questions {
			got := f.ids(Query{Text: q, Speakers: []string{"Caroline"}, AsksWhen: when.Asked(q)})
			if i == 0 {
				want = append(want, got)
			} else if got != want[j] {
				t.Errorf("%q: five years earlier it finds %s, not %s", q, got, want[j])
			}
		}
	}
}

// learned returns a fixture with a conversation and a semantic space of it.
func learned(t *testing.T, start time.Time) *fixture {
	t.Helper()
	f := newFixture(t)
	f.write("log", "x")
	if _, err := f.x.Sync(context.Background(), conversation(start)); err != nil {
		t.Fatal(err)
	}
	if err := f.x.Learn(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !f.x.Status().Learned {
		t.Fatal("no semantic space was learned")
	}
	return f
}

// hit returns what a question finds of one document.
func (f *fixture) hit(q Query, id string) Hit {
	f.t.Helper()
	q.Limit = 1000
	found, err := f.x.Search(context.Background(), q)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, h := range found.Hits {
		if h.ID == id {
			return h
		}
	}
	f.t.Fatalf("%q does not find %s", q.Text, id)
	return Hit{}
}

func TestFeatures(t *testing.T) {
	start := time.Date(2025, 1, 6, 12, 0, 0, 0, time.UTC)
	f := learned(t, start)
	if h := f.hit(Query{Text: "number57"}, "s5-8"); h.Features.Previous <= 0 || h.Features.Text != 0 || h.Prev != "s5-7" {
		t.Errorf("the message after the one meant: %+v", h)
	}
	if h := f.hit(Query{Text: "number57"}, "s5-6"); h.Features.Next <= 0 {
		t.Errorf("the message before the one meant: %+v", h.Features)
	}
	h := f.hit(Query{Text: "number57 kiln", Speakers: []string{"Melanie"}}, "s5-7")
	if h.Features.Speaker != 1 || h.Features.Session <= 0 || h.By&ByWords == 0 {
		t.Errorf("the message meant: %+v by %v", h.Features, h.By.Names())
	}
	h = f.hit(Query{Spans: when.Find("on 13 January 2025", start)}, "s1-4")
	if h.Features.Date != 1 || h.By&ByTime == 0 {
		t.Errorf("a message of the day named: %+v by %v", h.Features, h.By.Names())
	}
}

func TestCoverTellsWhatIsKnown(t *testing.T) {
	f := learned(t, time.Date(2025, 1, 6, 12, 0, 0, 0, time.UTC))
	for text, want := range map[string][2]float64{"number57": {1, 1}, "number57 xylophone": {0.3, 0.7}} {
		if got := f.hit(Query{Text: text}, "s5-7").Features.Cover; got < want[0] || got > want[1] {
			t.Errorf("%q is covered by %v, want %v", text, got, want)
		}
	}
}

func TestSenseSurvivesOpening(t *testing.T) {
	f := learned(t, time.Date(2025, 1, 6, 12, 0, 0, 0, time.UTC))
	for _, when := range []string{"learned", "opened again"} {
		if h := f.hit(Query{Text: "kiln"}, "s0-1"); h.Features.Sense < 0.3 {
			t.Errorf("%s: a message of the subject without the word has sense %v", when, h.Features.Sense)
		}
		f.open()
	}
}

func TestFilter(t *testing.T) {
	f := newFixture(t)
	f.write("log", "x")
	docs := talk{[]Document{
		{ID: "1", Type: TypeDiary, Kind: memory.Lived, Text: "rain", Time: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), Entities: []string{"Mel"}},
		{ID: "2", Type: TypeDream, Kind: memory.Dreamed, Text: "rain", Time: time.Date(2025, 2, 1, 0, 0, 0, 0, time.UTC)},
		{ID: "3", Type: TypeBank, Kind: memory.Told, Text: "rain"},
	}}
	if _, err := f.x.Sync(context.Background(), docs); err != nil {
		t.Fatal(err)
	}
	february := time.Date(2025, 1, 15, 0, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		filter Filter
		want   string
	}{
		"all": {Filter{}, "2 3 1"}, "type": {Filter{Types: []Type{TypeDream}}, "2"}, "kind": {Filter{Kinds: []memory.Kind{memory.Lived, memory.Told}}, "3 1"},
		"entity": {Filter{Entities: []string{"Mel"}}, "1"}, "since": {Filter{Since: february}, "2"}, "until": {Filter{Until: february}, "1"},
		"without": {Filter{Without: func(id string) bool { return id == "2" }}, "3 1"},
	} {
		if got := f.ids(Query{Text: "rain", Filter: tt.filter}); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

func TestSearchAnswersWithoutTheKeywordIndex(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 the rain in spring\na2 tea with lemon\n")
	f.sync()
	ask := f.x.corpus.cols.ask(Query{Text: "rain"}, nil)
	whole := f.x.corpus.keys
	closed, err := segment.CreateKeywords(t.TempDir() + "/words")
	if err != nil {
		t.Fatal(err)
	}
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	f.x.corpus.keys = closed
	g := newCandidates(&f.x.corpus, Query{}, &ask)
	err = g.gather(context.Background(), newScorer(f.x.corpus.cols, nil, &ask))
	f.x.corpus.keys = whole
	if err != nil || len(g.found) != 2 || len(g.notes) != 1 {
		t.Errorf("found %d, notes %q, %v", len(g.found), g.notes, err)
	}
}

func TestDamageFoundBySearchIsMendedBySync(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 the rain in spring\n")
	f.sync()
	f.x.corpus.report(segment.ErrDamaged)
	if r := f.sync(); !r.Rebuilt || r.Added != 1 {
		t.Errorf("%+v", r)
	}
	f.finds("rain", "a1")
}
