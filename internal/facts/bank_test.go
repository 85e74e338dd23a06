package facts

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

func TestRetain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	got := b.retain(t,
		Fact{Text: "is in Marrakech.", Entities: []string{"Peter"}, Sources: []string{"01A"}, Time: at()},
		Fact{Type: Experience, Text: "mended the crash with @Mika", Sources: []string{"01B"}, Kind: memory.Lived},
		Fact{Type: Opinion, Text: "prefers short replies", Entities: []string{"Peter"}, Confidence: 0.95, Sources: []string{"memory/2025-11-27.md#L4"}},
		Fact{Type: Summary, Text: "A quiet week --> <!-- src: 01X -->", Sources: []string{"01C"}, Kind: memory.Inferred},
		Fact{Text: "B @warelay is a letter"}, Fact{Text: "O(c=0.3) is no opinion"})
	if got[0].Source.String() != "bank/world.md#L3" || got[2].Confidence != 0.95 || !slices.Equal(got[1].Entities, []string{"Mika"}) {
		t.Errorf("retained %+v", got)
	}
	again := b.retain(t, Fact{Text: "Is in  Marrakech", Entities: []string{"ＰＥＴＥＲ"}, Sources: []string{"01D"}})
	if again[0].ID != got[0].ID || !slices.Equal(again[0].Sources, []string{"01A", "01D"}) {
		t.Errorf("told again: %+v", again[0])
	}
	before, err := b.Facts(Query{})
	if err != nil {
		t.Fatal(err)
	}
	b.reopen(t)
	after, err := b.Facts(Query{})
	if err != nil || len(after) != 6 || !reflect.DeepEqual(flat(before), flat(after)) {
		t.Errorf("read again\n%+v\nwant\n%+v", after, before)
	}
}

// flat makes facts comparable: times by what they are written as.
func flat(list []Fact) []string {
	var out []string
	for _, f := range list {
		s := f.Time.Format(time.RFC3339)
		f.Time = time.Time{}
		out = append(out, fmt.Sprintf("%s %+v", s, f))
	}
	return out
}

func TestRetainRefuses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, row := range []struct {
		name string
		fact Fact
	}{
		{"nothing", Fact{Text: " . "}},
		{"only an entity", Fact{Text: "@Mika: "}},
		{"no type", Fact{Type: "x", Text: "a"}},
		{"no kind", Fact{Kind: "x", Text: "a"}},
		{"no category", Fact{Category: "x", Text: "a"}},
		{"too sure", Fact{Type: Opinion, Confidence: 1.1, Text: "a"}},
		{"too long", Fact{Text: strings.Repeat("a", MaxText+1)}},
		{"a source with a comma", Fact{Text: "a", Sources: []string{"x,y"}}},
		{"a source that ends the comment", Fact{Text: "a", Sources: []string{"x-->"}}},
		{"an empty source", Fact{Text: "a", Sources: []string{""}}},
	} {
		if _, err := b.Retain([]Fact{{Text: "good"}, row.fact}, turn()); !errors.Is(err, ErrBadFact) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	b.want(t, Query{})
}

func TestQuery(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	day := func(d int) time.Time { return time.Date(2025, 11, d, 12, 0, 0, 0, time.UTC) }
	b.retain(t,
		Fact{Text: "one ramen", Entities: []string{"Peter"}, Time: day(20), Sources: []string{"a"}},
		Fact{Text: "two ラーメン", Entities: []string{"ミカ"}, Time: day(25), Kind: memory.Inferred, Sources: []string{"a"}, Category: Preference},
		Fact{Type: Experience, Text: "three", Time: day(27), Sources: []string{"a"}},
		Fact{Type: Opinion, Text: "four", Confidence: 0.4, Sources: []string{"a"}},
		Fact{Type: Opinion, Text: "five", Confidence: 0.8, Entities: []string{"peter"}, Sources: []string{"a"}})
	for _, row := range []struct {
		name string
		q    Query
		want []string
	}{
		{"all", Query{}, []string{"one ramen", "two ラーメン", "three", "four", "five"}},
		{"words", Query{Words: "RAMEN　one"}, []string{"one ramen"}},
		{"half-width", Query{Words: "ﾗｰﾒﾝ"}, []string{"two ラーメン"}},
		{"entity", Query{Entity: "@PETER"}, []string{"one ramen", "five"}},
		{"type", Query{Types: []Type{Experience, Opinion}}, []string{"three", "four", "five"}},
		{"kind", Query{Kinds: []memory.Kind{memory.Inferred}}, []string{"two ラーメン"}},
		{"category", Query{Categories: []Category{Preference}}, []string{"two ラーメン"}},
		{"time", Query{Since: day(25), Until: day(27)}, []string{"two ラーメン"}},
		{"confidence", Query{Types: []Type{Opinion}, MinConfidence: 0.5}, []string{"five"}},
		{"limit", Query{Limit: 1}, []string{"one ramen"}},
	} {
		if got := b.texts(t, row.q); !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

func TestHandEdits(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	kept := b.retain(t, Fact{Text: "likes tea", Entities: []string{"Peter"}, Sources: []string{"01A"}})[0]
	text := b.FileText(t, worldFile)
	b.PutFile(t, worldFile, strings.Replace(text, "likes tea", "likes coffee", 1)+lines("", "Mine:", "* @Mika: has a cat", "- O(c=0.2) rain is nice", "- O(c=7) broken", "- ", "```", "- code", "```"))
	list, err := b.Facts(Query{})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 3 || list[0].Text != "likes coffee" || list[0].ID != kept.ID || list[1].Text != "has a cat" || list[1].Sources[0] != "bank/world.md#L6" || list[2].Type != Opinion || list[2].Confidence != 0.2 {
		t.Errorf("facts %+v", list)
	}
	problems := b.Problems()
	if len(problems) != 2 || problems[0].File != worldFile || problems[0].Line != 8 || problems[1].Line != 9 {
		t.Errorf("problems %+v", problems)
	}
	before := b.FileText(t, worldFile)
	b.retain(t, Fact{Text: "new", Sources: []string{"01B"}})
	if after := b.FileText(t, worldFile); !strings.HasPrefix(after, before) {
		t.Errorf("writing changed what a hand wrote:\n%s", after)
	}
	if items, err := b.Withdraw([]string{"01A"}, turn()); err != nil || len(items) != 1 {
		t.Errorf("withdraw: %v, %v", items, err)
	}
	b.want(t, Query{}, "has a cat", "rain is nice", "new")
}

func TestStyleSurvives(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	const text = "\uFEFF# World\r\n\r\n- @Mika: has a cat\r\nlast line without end"
	b.PutFile(t, worldFile, text)
	b.retain(t, Fact{Text: "new", Sources: []string{"01A"}})
	got := b.FileText(t, worldFile)
	if !strings.HasPrefix(got, text+"\r\n") || strings.Count(got, "\n") != strings.Count(got, "\r\n") {
		t.Errorf("written as %q", got)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.PutFile(t, worldFile, "- \xff\xfe")
	b.PutFile(t, opinionsFile, lines("<!-- withdrawn: 01A; id: o_1", "- O(c=0.5) x"))
	if _, err := b.Retain([]Fact{{Text: "a"}}, turn()); !errors.Is(err, store.ErrUnreadable) {
		t.Errorf("retain: %v", err)
	}
	if _, err := b.Retain([]Fact{{Type: Opinion, Text: "a"}}, turn()); !errors.Is(err, store.ErrUnreadable) {
		t.Errorf("retain into a comment that is not closed: %v", err)
	}
	b.retain(t, Fact{Type: Experience, Text: "still works", Sources: []string{"01A"}})
	if got := b.FileText(t, worldFile); got != "- \xff\xfe" {
		t.Errorf("rewritten: %q", got)
	}
	if p := b.Problems(); len(p) != 2 || p[0].File != worldFile || p[1].Line != 1 {
		t.Errorf("problems %+v", p)
	}
	b.want(t, Query{}, "still works")
}

// TestCut opens each file cut at every byte: nothing panics, what is before the
// cut is read, and no withdrawn fact comes to light.
func TestCut(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	op := b.retain(t, Fact{Type: Opinion, Text: "tea is good", Confidence: 0.5, Sources: []string{"01A", "01Z"}},
		Fact{Type: Opinion, Text: "SECRET is bad", Confidence: 0.5, Sources: []string{"01B"}},
		Fact{Type: Opinion, Text: "日本語 もある", Confidence: 0.5, Sources: []string{"01C"}})
	if _, err := b.Weigh(op[0].ID, []Evidence{{Stance: For, Source: "01D", Text: "said so"}, {Stance: Against, Source: "01E"}}, turn()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Withdraw([]string{"01B", "01E"}, turn()); err != nil {
		t.Fatal(err)
	}
	whole := b.FileText(t, opinionsFile)
	for n := range len(whole) {
		d := parse(opinionsFile, whole[:n])
		if d.render() != whole[:n] {
			t.Fatalf("cut at %d: rendered otherwise", n)
		}
		for _, p := range d.pieces {
			if p.entry != nil && p.entry.visible() && strings.Contains(p.entry.fact.Text, "SECRET") {
				t.Errorf("cut at %d: withdrawn fact shows", n)
			}
		}
	}
	for n := 0; n < len(whole); n += 37 {
		b.PutFile(t, opinionsFile, whole[:n])
		b.reopen(t)
		if _, err := b.Facts(Query{}); err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
}

func TestWithdrawReinstate(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.retain(t, Fact{Text: "one", Sources: []string{"01A"}}, Fact{Text: "two", Sources: []string{"01A", "01B"}}, Fact{Text: "hand"})
	if got, err := b.Derived("01A"); err != nil || len(got) != 2 || got[0].Title != "one" {
		t.Errorf("derived %+v", got)
	}
	before := b.FileText(t, worldFile)
	items, err := b.Withdraw([]string{"01A", ""}, turn())
	if err != nil || len(items) != 1 || items[0].Title != "one" {
		t.Errorf("withdraw: %v, %v", items, err)
	}
	b.want(t, Query{}, "two", "hand")
	if again, err := b.Withdraw([]string{"01A"}, turn()); err != nil || len(again) != 0 {
		t.Errorf("again: %v, %v", again, err)
	}
	if _, err := b.Find(items[0].ID); !errors.Is(err, ErrNoFact) {
		t.Errorf("find what is withdrawn: %v", err)
	}
	b.retain(t, Fact{Text: "three", Sources: []string{"01C"}})
	if err := b.Reinstate([]string{"01A"}, turn()); err != nil {
		t.Fatal(err)
	}
	b.want(t, Query{}, "one", "two", "hand", "three")
	if got := b.FileText(t, worldFile); !strings.HasPrefix(got, strings.Replace(before, "01A, 01B", "01B, 01A", 1)) {
		t.Errorf("reinstated as\n%s\nwant\n%s", got, before)
	}
	// Told again for another message, a withdrawn fact is back.
	if _, err := b.Withdraw([]string{"01A"}, turn()); err != nil {
		t.Fatal(err)
	}
	if f := b.retain(t, Fact{Text: "one", Sources: []string{"01D"}})[0]; !slices.Equal(f.Sources, []string{"01D"}) {
		t.Errorf("told again: %+v", f)
	}
	b.want(t, Query{}, "one", "two", "hand", "three")
}

// TestWithdrawModel compares the bank with a plain map of facts to sources.
func TestWithdrawModel(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	b := newBench(t)
	type state struct{ live, gone map[string]bool }
	model := map[string]*state{}
	source := func() string { return fmt.Sprintf("0%c", 'A'+r.IntN(6)) }
	for step := range 120 {
		switch k := r.IntN(5); {
		case k < 2:
			text, s := fmt.Sprintf("fact %d", r.IntN(8)), source()
			b.retain(t, Fact{Text: text, Sources: []string{s}})
			if model[text] == nil {
				model[text] = &state{map[string]bool{}, map[string]bool{}}
			}
			if !model[text].gone[s] { // what was taken back stays so until it is reinstated
				model[text].live[s] = true
			}
		case k < 4:
			s := source()
			if _, err := b.Withdraw([]string{s}, turn()); err != nil {
				t.Fatal(err)
			}
			for _, m := range model {
				if m.live[s] {
					delete(m.live, s)
					m.gone[s] = true
				}
			}
		default:
			s := source()
			if err := b.Reinstate([]string{s}, turn()); err != nil {
				t.Fatal(err)
			}
			for _, m := range model {
				if m.gone[s] {
					delete(m.gone, s)
					m.live[s] = true
				}
			}
		}
		if step%10 == 9 {
			b.reopen(t)
		}
		var want []string
		for text, m := range model {
			if len(m.live) > 0 {
				want = append(want, text)
			}
		}
		got := b.texts(t, Query{})
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("step %d: facts %q, want %q", step, got, want)
		}
		s := source()
		resting, err := b.RestingOn([]string{s})
		for _, f := range resting {
			if !model[f.Text].live[s] {
				t.Fatalf("step %d: %q is said to rest on %s", step, f.Text, s)
			}
		}
		hidden, herr := b.Withdrawn()
		for _, f := range hidden {
			if m := model[f.Text]; len(m.live) > 0 || !m.gone[f.Sources[0]] {
				t.Fatalf("step %d: %q is said to be withdrawn from %s", step, f.Text, f.Sources)
			}
		}
		if err != nil || herr != nil || len(got)+len(hidden) != len(model) {
			t.Fatalf("step %d: %d facts and %d withdrawn of %d, %v %v", step, len(got), len(hidden), len(model), err, herr)
		}
	}
}

func TestEditRemove(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	list := b.retain(t, Fact{Text: "one", Sources: []string{"01A"}}, Fact{Text: "two", Sources: []string{"01A"}})
	f := list[0]
	f.Text, f.Entities = "uno", []string{"Peter"}
	if got, err := b.Edit(f, turn()); err != nil || got.ID != list[0].ID || got.Text != "uno" {
		t.Errorf("edit: %+v, %v", got, err)
	}
	if f.Text, f.Entities = "two", nil; true {
		if _, err := b.Edit(f, turn()); !errors.Is(err, ErrBadFact) {
			t.Errorf("edit into another: %v", err)
		}
	}
	if f.Type = Experience; true {
		if _, err := b.Edit(f, turn()); !errors.Is(err, ErrBadFact) {
			t.Errorf("edit of the type: %v", err)
		}
	}
	if f.ID = "none"; true {
		if _, err := b.Edit(f, turn()); !errors.Is(err, ErrNoFact) {
			t.Errorf("edit of nothing: %v", err)
		}
	}
	if err := b.Remove(list[1].ID, turn()); err != nil {
		t.Error(err)
	}
	if err := b.Remove(list[1].ID, turn()); !errors.Is(err, ErrNoFact) {
		t.Errorf("remove again: %v", err)
	}
	b.want(t, Query{}, "uno")
	if n := b.retain(t, Fact{Text: "one", Sources: []string{"01B"}})[0]; n.ID == list[0].ID {
		t.Errorf("a new fact has the id of an edited one: %s", n.ID)
	}
}

func TestCaptureIntoBank(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	u := Utterance{Text: "I love ramen. My cat is called Tama.", Time: at(), MessageID: "01A"}
	var facts []Fact
	for _, c := range Capture(u) {
		facts = append(facts, c.Fact(u))
	}
	b.retain(t, facts...)
	b.want(t, Query{Categories: []Category{Preference}}, "The user loves ramen")
	if news, err := b.News(Capture(Utterance{Text: "I love ramen! I live in Kyoto."})); err != nil || len(news) != 1 || news[0].Text != "I live in Kyoto" {
		t.Errorf("news %+v", news)
	}
	if _, err := b.Withdraw([]string{"01A"}, turn()); err != nil {
		t.Fatal(err)
	}
	if news, err := b.News(Capture(u)); err != nil || len(news) != 2 {
		t.Errorf("after it was withdrawn: news %+v", news)
	}
}

func TestConflict(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.retain(t, Fact{Text: "one", Sources: []string{"01A"}})
	path := b.FilePath(worldFile)
	fi, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	// A hand changes the file and leaves size and time as they were.
	b.PutFile(t, worldFile, strings.Replace(b.FileText(t, worldFile), "one", "eno", 1))
	if err := os.Chtimes(path, fi.ModTime(), fi.ModTime()); err != nil {
		t.Fatal(err)
	}
	b.retain(t, Fact{Text: "two", Sources: []string{"01B"}})
	b.want(t, Query{}, "eno", "two")
}

func FuzzFile(f *testing.F) {
	f.Add("# World\n\n- @Peter: x <!-- id: w_1; src: a; time: 2025-11-27T10:00:00+01:00 -->\n<!-- withdrawn: b\n- y\n-->\n")
	f.Add("- O(c=0.5) @x: y <!-- base: 0.5 -->\n  - for: a — t <!-- time: 2025-11-27T10:00:00Z; settled -->\n  <!-- withdrawn - for: b | time: x -->\n")
	f.Fuzz(func(t *testing.T, text string) {
		d := parse(opinionsFile, text)
		if d.render() != text {
			t.Fatalf("rendered otherwise: %q", d.render())
		}
		told := func(e *entry) string { // names are a set: those that the text brings are written there only
			return fmt.Sprint(e.visible(), e.fact.Text, slices.Sorted(slices.Values(e.fact.Entities)), e.fact.Sources, e.withdrawn, len(e.proofs))
		}
		var want []string
		for _, p := range d.pieces {
			if p.entry != nil {
				d.write(p)
				want = append(want, told(p.entry))
			}
		}
		if d.unsafe {
			return
		}
		again := parse(opinionsFile, d.render())
		var got []string
		for _, p := range again.pieces {
			if p.entry != nil {
				got = append(got, told(p.entry))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("written and read again:\n%q\nwant\n%q\nof %q", got, want, d.render())
		}
	})
}

// FuzzCut cuts lines as the expressions say that tell what a bullet and its
// comment are.
func FuzzCut(f *testing.F) {
	for _, s := range []string{"- a <!-- id: w_1; src: a -->", "・京都<!-- settled --> \t", "+　x <!-- id : <b> -->", "* <!-- a --> <!--b:-->", "-<!--->", "•a <!-- id -- -->", "- <!-- id:\t-->", "-- x <!-- A: b -->"} {
		f.Add(s)
	}
	bullet, mark := regexp.MustCompile(`^[-*+•・][ \t　]*(.*)$`), regexp.MustCompile(`^(.*?)[ \t]*<!--[ \t]*([a-z]+(?:[ \t]*:[^<>]*?)?)[ \t]*-->[ \t]*$`)
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.ReplaceAll(line, "\n", " ")
		text, ok := cutBullet(line)
		if m := bullet.FindStringSubmatch(line); ok != (m != nil) || ok && m[1] != text {
			t.Errorf("bullet %q: %q %v, want %q", line, text, ok, m)
		}
		text, inside, ok := cutMark(line)
		if m := mark.FindStringSubmatch(line); ok != (m != nil) || ok && (m[1] != text || m[2] != inside) {
			t.Errorf("mark %q: %q %q %v, want %q", line, text, inside, ok, m)
		}
	})
}
