package retrieval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/rag"
)

// fakeIndex is a Searcher that answers with what it holds.
type fakeIndex struct {
	hits  []rag.Hit
	err   error
	asked []rag.Query
}

func (s *fakeIndex) Search(_ context.Context, q rag.Query) (rag.Found, error) {
	s.asked = append(s.asked, q)
	return rag.Found{Hits: slices.Clone(s.hits), Considered: len(s.hits)}, s.err
}

func (s *fakeIndex) Speakers() []string { return []string{"Ken", "Yumi"} }

func hit(id string, score float64, text string) rag.Hit {
	return rag.Hit{Document: rag.Document{ID: id, Text: text, Source: memory.ParsePlace("memory/a.md#L1")}, Score: score, By: rag.ByWords}
}

func asking(text string) Query { return Query{Ask: ask(text)} }

func recall(t *testing.T, n *Node, q Query) Result {
	t.Helper()
	r, err := n.Recall(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func idsOf(r Result) string {
	var out []string
	for _, i := range r.Items {
		out = append(out, i.ID)
	}
	return strings.Join(out, " ")
}

func fateOf(t *testing.T, r Result, id string) Fate {
	t.Helper()
	for _, c := range r.Candidates {
		if c.ID == id {
			return c.Fate
		}
	}
	t.Fatalf("%s is no candidate", id)
	return ""
}

func TestArousalIsJoinedAtQueryTime(t *testing.T) {
	s := &fakeIndex{hits: []rag.Hit{hit("calm", 10, "rain on the window"), hit("moving", 9.8, "rain at the funeral"), hit("last", 5, "weather report")}}
	arousal := map[string]float64{"calm": 0.9, "moving": 0.1}
	n := &Node{Indexes: []Searcher{s}, Arousal: func(d rag.Document) (float64, bool) { a, ok := arousal[d.ID]; return a, ok }}
	q := asking("how did the rain feel")
	if got := idsOf(recall(t, n, q)); !strings.HasPrefix(got, "calm ") {
		t.Errorf("order %s", got)
	}
	arousal["calm"], arousal["moving"] = 0.1, 0.9
	r := recall(t, n, q)
	if got := idsOf(r); !strings.HasPrefix(got, "moving ") {
		t.Errorf("after the feelings changed: %s", got)
	}
	if r.Items[0].Mark != Moving || r.Items[0].Terms.Arousal != 0.9 {
		t.Errorf("%+v", r.Items[0])
	}
}

func TestScoreFormula(t *testing.T) {
	terms := Terms{Distance: 0.2, Arousal: 0.6, Decay: 0.3}
	for intent, want := range map[Intent]float64{
		Emotional:  .3*.2 + .6*.4 + .1*.7*.4,
		Factual:    .5*.2 + .2*.4 + .3*.7*.4,
		Technical:  .3*.2 + .1*.4 + .6*.7*.4,
		Temporal:   .2*.2 + .2*.4 + .6*.7*.4,
		Relational: .4*.2 + .4*.4 + .2*.7*.4,
	} {
		if got := terms.score(intent); got-want > 1e-12 || want-got > 1e-12 {
			t.Errorf("%s: %v, want %v", intent, got, want)
		}
	}
	if got := decay(time.Time{}, now); got != 0.5 {
		t.Errorf("decay of an unknown date: %v", got)
	}
	if got := decay(now.AddDate(0, 0, -20), now); got < 0.367 || got > 0.369 {
		t.Errorf("decay of twenty days: %v", got)
	}
	if got := decay(now.AddDate(0, 0, 3), now); got != 1 {
		t.Errorf("decay of what lies ahead: %v", got)
	}
}

func TestClearMatchStaysAheadOfAnOldOne(t *testing.T) {
	clear := hit("clear", 20, "the kiln in the shed")
	clear.Time = now.AddDate(-6, 0, 0)
	weak := hit("weak", 6, "a shed")
	weak.Time = now
	n := &Node{Indexes: []Searcher{&fakeIndex{hits: []rag.Hit{clear, weak}}}}
	if got := idsOf(recall(t, n, asking("where is the kiln"))); got != "clear weak" {
		t.Errorf("order %s", got)
	}
}

func TestFates(t *testing.T) {
	a, b := hit("a", 10, "We drove to the lake and swam until dark."), hit("b", 9, "Then we made a fire.")
	a.Next, b.Prev = "b", "a"
	s := &fakeIndex{hits: []rag.Hit{
		a, b, hit("again", 8, "We drove to the lake, and swam until dark"), hit("shown", 8, "the lake"), hit("weak", 1, "a lake"),
		hit("other", 7, "Maps of lakes in the north"),
	}}
	q := asking("the lake")
	q.InPrompt = func(id string) bool { return id == "shown" }
	r := recall(t, &Node{Indexes: []Searcher{s}}, q)
	for id, want := range map[string]Fate{"a": Kept, "b": Merged, "again": Repeated, "shown": InPrompt, "weak": Irrelevant, "other": Kept} {
		if got := fateOf(t, r, id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	if got := idsOf(r); got != "a other" || len(r.Items[0].After) != 1 || r.Items[0].After[0].ID != "b" {
		t.Errorf("items %s: %+v", got, r.Items)
	}
}

func TestBudget(t *testing.T) {
	s := &fakeIndex{}
	for i := range 20 {
		s.hits = append(s.hits, hit(fmt.Sprint("h", i), float64(40-i), strings.Repeat(fmt.Sprintf("word%d other%d ", i, i), 20)))
	}
	q := asking("word")
	q.Tokens = 250
	r := recall(t, &Node{Indexes: []Searcher{s}}, q)
	if r.Tokens > 250 || len(r.Items) == 0 || len(r.Items) >= 7 {
		t.Errorf("%d items of %d tokens", len(r.Items), r.Tokens)
	}
	q.Tokens, q.Items = 1<<30, 3
	if r := recall(t, &Node{Indexes: []Searcher{s}}, q); len(r.Items) != 3 {
		t.Errorf("%d items, want 3", len(r.Items))
	}
}

func TestLongTextShowsItsChunk(t *testing.T) {
	h := hit("a", 9, strings.Repeat("filler. ", 200)+"the answer."+strings.Repeat(" filler.", 200))
	h.Span = [2]int{1600, 1611}
	r := recall(t, &Node{Indexes: []Searcher{&fakeIndex{hits: []rag.Hit{h}}}}, asking("answer me that"))
	if r.Items[0].Content != "the answer." || r.Items[0].Cut != Part {
		t.Errorf("%q %q", r.Items[0].Content, r.Items[0].Cut)
	}
}

// planner answers with a plan, an error, or not at all.
type planner struct {
	plan Plan
	err  error
	hang bool
}

func (p planner) Plan(ctx context.Context, _ Ask) (Plan, error) {
	if p.hang {
		<-ctx.Done()
		return Plan{}, ctx.Err()
	}
	return p.plan, p.err
}

// embedder answers with fixed vectors.
type embedder struct {
	vectors [][]float32
	err     error
}

func (embedder) Space() llm.Space { return llm.Space{Model: "test", Dim: 2} }
func (e embedder) Embed(context.Context, []string, llm.Task) ([][]float32, error) {
	return e.vectors, e.err
}

func TestWhatFailsIsDoneWithout(t *testing.T) {
	nan := float32(0)
	nan /= nan
	for name, n := range map[string]*Node{
		"planner fails":          {Planner: planner{err: llm.ErrUnavailable}},
		"embedder fails":         {Embedder: embedder{err: errors.New("down")}},
		"embedder of few":        {Embedder: embedder{}},
		"embedder of NaN":        {Embedder: embedder{vectors: [][]float32{{nan, 1}}}},
		"embedder of another":    {Embedder: embedder{vectors: [][]float32{{1, 0, 0}}}},
		"embedder of zeros":      {Embedder: embedder{vectors: [][]float32{{0, 0}}}},
		"one index of two fails": {Indexes: []Searcher{&fakeIndex{err: errors.New("broken")}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &fakeIndex{hits: []rag.Hit{hit("a", 9, "the kiln")}}
			n.Indexes = append(n.Indexes, s)
			r := recall(t, n, asking("the kiln"))
			if idsOf(r) != "a" || len(r.Notes) != 1 {
				t.Errorf("items %q, notes %q", idsOf(r), r.Notes)
			}
			if s.asked[0].Vector != nil {
				t.Error("searched with a bad vector")
			}
		})
	}
}

func TestGoodVectorIsSearchedWith(t *testing.T) {
	s := &fakeIndex{}
	recall(t, &Node{Indexes: []Searcher{s}, Embedder: embedder{vectors: [][]float32{{0.6, 0.8}}}}, asking("the kiln"))
	if len(s.asked[0].Vector) != 2 || s.asked[0].Space.Model != "test" {
		t.Errorf("%+v", s.asked[0])
	}
}

func TestModelPlans(t *testing.T) {
	s := &fakeIndex{}
	n := &Node{Indexes: []Searcher{s}, Planner: planner{plan: Plan{Search: "pottery", Keywords: []string{"kiln"}, Intent: Emotional, By: "test/model"}}}
	r := recall(t, n, asking("what was that again with the clay"))
	if r.Plan.By != "test/model" || s.asked[0].Text != "pottery\nkiln" {
		t.Errorf("plan %+v, searched %q", r.Plan, s.asked[0].Text)
	}
}

func TestSkippedRecallSearchesNothing(t *testing.T) {
	s := &fakeIndex{}
	if r := recall(t, &Node{Indexes: []Searcher{s}, Planner: planner{err: errors.New("must not be asked")}}, asking("Good morning!")); r.Plan.Skip == "" || len(s.asked) != 0 || len(r.Notes) != 0 {
		t.Errorf("%+v, asked %d times", r, len(s.asked))
	}
}

func TestRecallFails(t *testing.T) {
	broken := errors.New("broken")
	if _, err := (&Node{Indexes: []Searcher{&fakeIndex{err: broken}}}).Recall(context.Background(), asking("kiln")); !errors.Is(err, broken) {
		t.Errorf("no index answered: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (&Node{Indexes: []Searcher{&fakeIndex{}}}).Recall(ctx, asking("kiln")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if r, err := (&Node{}).Recall(context.Background(), asking("kiln")); err != nil || len(r.Items) != 0 {
		t.Errorf("no index: %+v, %v", r, err)
	}
}

func TestAgeIsCountedFromTheTimeMeant(t *testing.T) {
	old, late := hit("old", 10, "we went camping by the lake"), hit("late", 9.9, "camping again, in the rain")
	old.Time, late.Time = now.AddDate(0, 0, -40), now
	weak := hit("weak", 5, "a tent")
	n := &Node{Indexes: []Searcher{&fakeIndex{hits: []rag.Hit{old, late, weak}}}}
	for ask, want := range map[string]string{
		"camping":                 "late",
		"When did we go camping?": "old",
		"camping 40 days ago":     "old",
		"What was our camping like on " + old.Time.Format("2 January 2006"): "old",
	} {
		r := recall(t, n, asking(ask))
		if got := r.Items[0]; got.ID != want || got.Mark == Fresh && want == "old" {
			t.Errorf("%q: %s first, marked %q", ask, got.ID, got.Mark)
		}
	}
}

// TestWhatADreamMadeTakesNoPlaceOfWhatWasSaid has facts and episodes fit better than
// the messages that they are made of: those come to mind all the same.
func TestWhatADreamMadeTakesNoPlaceOfWhatWasSaid(t *testing.T) {
	derived := func(id string, kind rag.Type, score float64, text string) rag.Hit {
		h := hit(id, score, text)
		h.Type = kind
		return h
	}
	var hits []rag.Hit
	for i := range 6 {
		hits = append(hits, derived(fmt.Sprint("fact", i), rag.TypeBank, 20, fmt.Sprintf("harbour fact%d grey%d stone%d wall%d", i, i, i, i)))
	}
	hits = append(hits,
		derived("episode", rag.TypeEpisode, 19, "Ken: “The lighthouse was painted red in spring.” Yumi: “Who had the ladder that day?”"),
		derived("quoted", rag.TypeBank, 19, "Ken: “The ferry sails at noon from pier nine”"))
	for i := range 5 {
		hits = append(hits, derived(fmt.Sprint("said", i), rag.TypeMessage, 10, fmt.Sprintf("harbour boat%d rope%d net%d sail%d", i, i, i, i)))
	}
	hits = append(hits,
		derived("red", rag.TypeMessage, 10, "The lighthouse was painted red in spring."),
		derived("noon", rag.TypeMessage, 10, "Ken: The ferry sails at noon from pier nine"))
	q := asking("harbour")
	q.Derived = len(hits)
	r := recall(t, &Node{Indexes: []Searcher{&fakeIndex{hits: hits}}}, q)
	for _, id := range []string{"said0", "said1", "said2", "said3", "said4", "red", "noon", "episode", "fact5"} {
		if got := fateOf(t, r, id); got != Kept {
			t.Errorf("%s: %s, want %s", id, got, Kept)
		}
	}
	if got := fateOf(t, r, "quoted"); got != Repeated {
		t.Errorf("a fact beside the message that it quotes: %s, want %s", got, Repeated)
	}
	foreign := &Node{Indexes: []Searcher{&fakeIndex{hits: hits}}, Others: func(d rag.Document) bool { return d.ID == "fact5" || d.ID == "fact4" || d.ID == "fact3" }} // the first three
	q.Derived, q.Others = 3, 4
	r = recall(t, foreign, q)
	if fateOf(t, r, "fact4") != Kept || fateOf(t, r, "fact3") == Kept || fateOf(t, r, "fact2") != Kept {
		t.Errorf("of three texts of others some places are the persona's own: %s", idsOf(r))
	}
	q.Derived, q.Others = 2, 0
	if r = recall(t, &Node{Indexes: []Searcher{&fakeIndex{hits: hits}}}, q); len(r.Items) != defaultItems+q.Derived {
		t.Errorf("%d items, want %d: %s", len(r.Items), defaultItems+q.Derived, idsOf(r))
	}
}

// TestAQuestionIsNotRepeatedByItsAnswer keeps a statement that has no other
// words than a question ranked before it; a question asked twice is left out.
func TestAQuestionIsNotRepeatedByItsAnswer(t *testing.T) {
	asked := hit("asked", 10, "What is the lighthouse password for the harbour?")
	asked.Features.Asks = 1
	again := hit("again", 9.5, "What is the lighthouse password for the harbour?")
	again.Features.Asks = 1
	told := hit("told", 9, "The lighthouse password for the harbour.")
	r := recall(t, &Node{Indexes: []Searcher{&fakeIndex{hits: []rag.Hit{asked, again, told}}}}, asking("lighthouse password"))
	if got := fateOf(t, r, "told"); got != Kept {
		t.Errorf("the statement is %v", got)
	}
	if got := fateOf(t, r, "again"); got != Repeated {
		t.Errorf("the second question is %v", got)
	}
}

func TestANodIsNoMemory(t *testing.T) {
	for _, text := range []string{"I see.", "Oh, okay!", "Got it, understood.", "へえ、そうなんだ。", "なるほど！"} {
		s := &fakeIndex{hits: []rag.Hit{hit("said", 10, "The lighthouse is painted red."), hit("nod", 9, text)}}
		if r := recall(t, &Node{Indexes: []Searcher{s}}, asking("What colour is the lighthouse?")); idsOf(r) != "said" {
			t.Errorf("%q is recalled: %s", text, idsOf(r))
		}
	}
	for _, text := range []string{"Yes.", "I see the lighthouse from my desk.", "Right beside the harbour.", "はい。", "わかったのは去年です。"} {
		s := &fakeIndex{hits: []rag.Hit{hit("said", 10, "The lighthouse is painted red."), hit("answer", 9, text)}}
		if r := recall(t, &Node{Indexes: []Searcher{s}}, asking("What colour is the lighthouse?")); fateOf(t, r, "answer") == Irrelevant {
			t.Errorf("%q is not relevant", text)
		}
	}
}
