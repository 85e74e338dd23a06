package episodic

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// seed is what Nexus Ark has, with a member nobody knows.
const seed = `[
  {
    "date": "2026-01-02",
    "summary": "ユーザーと創作ノートについて話した。",
    "compressed": false,
    "arousal": 0.75,
    "arousal_max": 0.9,
    "mood": {"colour": "blue", "n": 1.50},
    "created_at": "2026-01-03T04:30:00"
  },
  {
    "date": "2025-11-04~2025-11-10",
    "summary": "週間要約",
    "compressed": true,
    "original_count": 5,
    "arousal_avg": 0.4,
    "arousal_max": 0.8,
    "created_at": "2026-01-01T04:30:00"
  },
  {"date": "2026-01-14", "summary": "【達成】", "arousal": 0.8, "arousal_max": 0.8, "type": "achievement", "goal_id": "sh_abc123", "created_at": "2026-01-14 22:00:00"}
]
`

func TestSeed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.PutFile(t, journalFile, seed)
	list := b.Episodes()
	if got := ids(list); !slices.Equal(got, []string{"episode_2025-11-04_001", "episode_2026-01-02_001", "episode_2026-01-14_001"}) {
		t.Fatalf("ids %v", got)
	}
	if w := list[0]; !w.Compressed() || w.Merged != 5 || w.Arousal != 0.4 || w.Max != 0.8 {
		t.Errorf("week %+v", w)
	}
	if a := list[2]; !a.Special() || a.CreatedAt.Hour() != 22 {
		t.Errorf("achievement %+v", a)
	}
	if _, err := b.Resonate([]Report{{ID: "episode_2026-01-02_001", Resonance: 1}, {ID: "episode_2025-11-04_001", Resonance: 0}}, cause()); err != nil {
		t.Fatal(err)
	}
	text := b.FileText(t, journalFile)
	for _, want := range []string{`"mood": {"colour": "blue", "n": 1.50}`, `"arousal": 0.8,`, `"arousal_avg": 0.32`, `"id": "episode_2025-11-04_001"`, `"created_at": "2026-01-03T04:30:00"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	again, err := b.Add(NewAchievement(Moment{Time: morning(), Sources: []string{"m9"}}, "sh_abc123", "write", ""), cause())
	if err != nil || again.ID != "episode_2026-01-14_001" || again.Summary != "【達成】" {
		t.Errorf("achieved again: %+v, %v", again, err)
	}
}

// TestByHand edits the file badly: what is good is used, what is bad is named
// with its line, and nothing is lost by the writes that follow.
func TestByHand(t *testing.T) {
	t.Parallel()
	good := `{"id": "episode_2026-01-01_001", "date": "2026-01-01", "summary": "good", "arousal": 0.5}`
	for _, c := range []struct {
		name, file string
		ids        []string
		line       int
		what       string
		stays      string // in the file after a write; "" is nothing of it
		aside      bool
	}{
		{"arousal of 7", "[\n" + good + ",\n{\"date\": \"2026-01-02\", \"summary\": \"x\", \"arousal\": 7}\n]", []string{"episode_2026-01-01_001", "episode_2026-01-02_001"}, 3, "arousal 7", `"arousal": 7`, false},
		{"arousal in words", "[\n" + good + ",\n{\"date\": \"2026-01-02\", \"summary\": \"x\", \"arousal\": \"high\"}\n]", []string{"episode_2026-01-01_001", "episode_2026-01-02_001"}, 3, `member "arousal"`, `"arousal": "high"`, false},
		{"no such date", "[\n" + good + ",\n\n{\"date\": \"2026-02-30\", \"summary\": \"x\"}\n]", []string{"episode_2026-01-01_001", "episode_undated_001"}, 4, `date "2026-02-30"`, `"2026-02-30"`, false},
		{"no summary", "[\n" + good + ",\n{\"date\": \"2026-01-02\"}\n]", []string{"episode_2026-01-01_001"}, 3, "no summary", `{"date": "2026-01-02"}`, false},
		{"id taken", "[\n" + good + ",\n" + good + "\n]", []string{"episode_2026-01-01_001", "episode_2026-01-01_002"}, 3, "is taken", good, false},
		{"kind", "[\n" + good + ",\n{\"date\": \"2026-01-02\", \"summary\": \"x\", \"kind\": \"guess\"}\n]", []string{"episode_2026-01-01_001", "episode_2026-01-02_001"}, 3, `kind "guess"`, `"kind": "guess"`, false},
		{"a number among them", "[\n" + good + ",\n42\n]", []string{"episode_2026-01-01_001"}, 3, "no object", "42", false},
		{"nonsense of sources", "[\n" + good + ",\n{\"date\": \"2026-01-02\", \"summary\": \"x\", \"sources\": \"m1\"}\n]", []string{"episode_2026-01-01_001", "episode_2026-01-02_001"}, 3, `member "sources"`, `"sources": "m1"`, false},
		{"comma missing", "[\n" + good + "\n{\"date\": \"2026-01-02\", \"summary\": \"x\"}\n]", []string{"episode_2026-01-01_001", "episode_2026-01-02_001"}, 3, "lacks a comma", `"summary": "x"`, true},
		{"comma at the end", "[\n" + good + ",\n]", []string{"episode_2026-01-01_001"}, 0, "", good, false},
		{"quote missing", "[\n{\"date\": \"2026-01-02, \"summary\": \"x\"},\n" + good + "\n]", []string{"episode_2026-01-01_001"}, 2, "cannot be read", good, true},
		{"brace missing", "[\n{\"date\": \"2026-01-02\", \"summary\": \"x\",\n" + good + "\n]", []string{"episode_2026-01-01_001"}, 2, "cannot be read", good, true},
		{"end missing", "[\n" + good, []string{"episode_2026-01-01_001"}, 2, "ends before", good, true},
		{"text after", "[\n" + good + "\n]\nby me", []string{"episode_2026-01-01_001"}, 4, "text after", good, true},
		{"no array", "{\"episodes\": [\n" + good + "\n]}", nil, 1, "no JSON array", "", true},
		{"no text", "\xff\xfe[\x00]\x00", nil, 1, "no JSON array", "", true},
		{"empty", "", nil, 0, "empty", "", true},
		{"byte order mark", "\uFEFF[\r\n" + good + "\r\n]\r\n", []string{"episode_2026-01-01_001"}, 0, "", good, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newDamaged(t)
			b.PutFile(t, journalFile, c.file)
			if got := ids(b.Episodes()); !slices.Equal(sorted(got), c.ids) {
				t.Errorf("used: %v, want %v", got, c.ids)
			}
			named := func(p Problem) bool {
				return p.File == journalFile && p.Line == c.line && strings.Contains(p.What, c.what)
			}
			if list := b.Problems(); c.what == "" && len(list) > 0 || c.what != "" && !slices.ContainsFunc(list, named) {
				t.Errorf("problems %+v, want line %d: %s", list, c.line, c.what)
			}
			if b.FileText(t, journalFile) != c.file {
				t.Error("reading wrote")
			}
			b.add("2026-11-20", 0.5, "m1")
			text := b.FileText(t, journalFile)
			if !strings.Contains(text, c.stays) || !json.Valid([]byte(text)) {
				t.Errorf("after writing %s is not in\n%s", c.stays, text)
			}
			if list := b.Problems(); c.what != "" && !c.aside && !slices.ContainsFunc(list, func(p Problem) bool { return strings.Contains(p.What, c.what) }) {
				t.Errorf("after writing the bad part is not named any more: %+v", list)
			}
			var aside []string
			for _, p := range b.Problems() {
				if p.Aside != "" {
					aside = append(aside, b.FileText(t, p.Aside))
				}
			}
			if c.aside != slices.Equal(aside, []string{c.file}) {
				t.Errorf("copies of the file as it was: %q", aside)
			}
			b.again()
			if got := ids(b.Episodes()); !slices.Equal(sorted(got), sorted(append(slices.Clone(c.ids), "episode_2026-11-20_001"))) {
				t.Errorf("after writing and opening again: %v", got)
			}
		})
	}
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

// TestBadArousal shows that an arousal that cannot be used is mended by a
// person alone, and that the rest of its episode is as good as any.
func TestBadArousal(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.PutFile(t, journalFile, `[{"id": "e", "date": "2026-01-02", "summary": "x", "arousal": 7, "sources": ["m1"]}]`)
	got, err := b.Resonate([]Report{{ID: "e", Resonance: 1}}, cause())
	if err != nil || got.Unknown != 1 || len(got.Applied) != 0 {
		t.Errorf("resonated %+v, %v", got, err)
	}
	if _, err := b.Withdraw([]string{"m1"}, cause()); err != nil {
		t.Fatal(err)
	}
	if err := b.Reinstate([]string{"m1"}, cause()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.FileText(t, journalFile), `"arousal": 7`) {
		t.Errorf("written over: %s", b.FileText(t, journalFile))
	}
	e, err := b.Find("e")
	if err != nil || e.Arousal != 0.5 {
		t.Fatalf("%+v %v", e, err)
	}
	e.Arousal = 0.7
	if _, err := b.Put(e, cause()); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Resonate([]Report{{ID: "e", Resonance: 1}}, cause()); err != nil || len(got.Applied) != 1 || got.Applied[0].After != 0.76 {
		t.Errorf("mended and resonated: %+v, %v", got, err)
	}
	if list := b.Problems(); len(list) > 0 {
		t.Errorf("mended, and still %+v", list)
	}
}

// TestHandWins edits files while they are open.
func TestHandWins(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	e := b.add("2026-11-20", 0.5, "m1")
	b.record(1, morning(), joyful())
	b.PutFile(t, journalFile, strings.Replace(b.FileText(t, journalFile), `"arousal": 0.5`, `"arousal": 0.9`, 1))
	if got, _ := b.Find(e.ID); got.Arousal != 0.9 {
		t.Errorf("arousal %v is not that of the edit", got.Arousal)
	}
	if got, err := b.Resonate([]Report{{ID: e.ID, Resonance: 0}}, cause()); err != nil || got.Applied[0].Before != 0.9 {
		t.Errorf("resonated from %+v, %v", got, err)
	}
	b.PutFile(t, sessionFile, "[]")
	if day := b.x.Day("2026-11-21"); day.Exchanges != 0 {
		t.Errorf("the exchange was deleted by hand: %+v", day)
	}
	b.PutFile(t, journalFile, "[]")
	if got := b.Episodes(); len(got) > 0 {
		t.Errorf("deleted by hand: %v", got)
	}
}

// TestLink has a link in the file's place, which may lead anywhere: it is named,
// and not followed.
func TestLink(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.PutFile(t, "elsewhere.json", seed)
	if err := os.MkdirAll(b.FilePath(journalDir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(b.FilePath("elsewhere.json"), b.FilePath(journalFile)); err != nil {
		t.Skip(err)
	}
	if len(b.Episodes()) > 0 || len(b.Problems()) != 1 {
		t.Errorf("episodes %v, problems %+v", b.Episodes(), b.Problems())
	}
	b.add("2026-11-20", 0.5)
	if list := b.Problems(); len(list) != 1 || list[0].Aside == "" || b.FileText(t, "elsewhere.json") != seed {
		t.Errorf("problems %+v", list)
	}
}

// TestClockSetBack has files of the future: edits of them are seen.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	e := b.add("2026-11-20", 0.5)
	for n, a := range []string{"0.6", "0.7", "0.8"} {
		b.PutFile(t, journalFile, strings.Replace(b.FileText(t, journalFile), `"arousal": 0.`+fmt.Sprint(5+n), `"arousal": `+a, 1))
		later := time.Now().AddDate(1, 0, -n)
		if err := os.Chtimes(b.FilePath(journalFile), later, later); err != nil {
			t.Fatal(err)
		}
		if got, err := b.Find(e.ID); err != nil || fmt.Sprint(got.Arousal) != a {
			t.Errorf("arousal %v, want %s, %v", got.Arousal, a, err)
		}
	}
}

// TestUnreadable has something in a file's place that is none.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	big := strings.Repeat(" ", 17<<20)
	for _, name := range []string{journalFile, sessionFile, insightsFile} {
		b.PutFile(t, name, big)
	}
	b.again()
	if n := len(b.Problems()) + len(b.x.Problems()) + len(b.n.Problems()); n != 3 {
		t.Errorf("%d problems, want 3", n)
	}
	b.add("2026-11-20", 0.5)
	b.record(1, morning(), joyful())
	if _, err := b.n.Add(Insight{Insight: "x"}, cause()); err != nil {
		t.Fatal(err)
	}
	for _, p := range slices.Concat(b.Problems(), b.x.Problems(), b.n.Problems()) {
		if p.Aside == "" || b.FileText(t, p.Aside) != big {
			t.Errorf("not set aside: %+v", p)
		}
	}
}

// cuts is at how many bytes of each file TestCut cuts it. A release has all of them:
// go test ./episodic -run TestCut -cuts 10000.
var cuts = flag.Int("cuts", 120, "at how many bytes a file is cut")

// TestCut cuts each file and opens it again, at every byte or at some, the beginning
// and nearly the end among them: what is whole is read, writing goes on, and the bytes
// as they were are kept.
func TestCut(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.add("2026-11-19", 0.5, "m1", "m2")
	b.add("2026-11-20", 0.25, "m3")
	b.record(1, morning(), joyful())
	b.record(2, morning(), State{Emotion: Sadness, Intensity: 0.3})
	for _, text := range []string{"one", "two"} {
		if _, err := b.n.Add(Insight{Insight: text, Strategy: "be kind", Sources: []string{"m1"}}, cause()); err != nil {
			t.Fatal(err)
		}
	}
	episodes, insights, exchanges := b.Episodes(), b.n.All(), b.x.On("2026-11-21")
	whole := map[string]string{journalFile: b.FileText(t, journalFile), sessionFile: b.FileText(t, sessionFile), insightsFile: b.FileText(t, insightsFile)}
	tries, written := 0, false
	for name, text := range whole {
		for other, text := range whole {
			b.PutFile(t, other, text)
		}
		step := max(1, len(text) / *cuts)
		for n := 0; n <= len(text); n += step {
			if tries++; written {
				for other, text := range whole {
					b.PutFile(t, other, text)
				}
			}
			b.PutFile(t, name, text[:n])
			b.again()
			e, i, x := b.Episodes(), b.n.All(), b.x.On("2026-11-21")
			if !prefix(e, episodes) || !prefix(i, insights) || !prefix(x, exchanges) {
				t.Fatalf("%s cut at %d: %v %v %v", name, n, e, i, x)
			}
			if len(e)+len(i)+len(x) < 6 && n > 0 && len(b.Check(t.Context())) == 0 {
				t.Fatalf("%s cut at %d: nothing is said of it", name, n)
			}
			if written = n == 0 || tries%31 == 0; written {
				writeOn(t, b, name, text[:n])
			}
		}
	}
	t.Logf("trust: %d tries: what was read is the beginning of what stood there, and what is missing was told", tries)
}

// prefix reports whether a is the beginning of b.
func prefix[T any](a, b []T) bool {
	show := func(x T) string {
		if e, ok := any(x).(Episode); ok {
			e.rev = 0
			return fmt.Sprintf("%+v", e)
		}
		return fmt.Sprintf("%+v", x)
	}
	return len(a) <= len(b) && slices.EqualFunc(a, b[:len(a)], func(x, y T) bool { return show(x) == show(y) })
}

func writeOn(t *testing.T, b *bench, name, was string) {
	t.Helper()
	e, i, x := len(b.Episodes()), len(b.n.All()), len(b.x.On("2026-11-21"))
	b.add("2026-11-21", 0.5)
	b.record(3, morning(), joyful())
	if _, err := b.n.Add(Insight{Insight: "three"}, cause()); err != nil {
		t.Fatal(err)
	}
	aside := ""
	for _, p := range slices.Concat(b.Problems(), b.x.Problems(), b.n.Problems()) {
		if p.Aside != "" {
			aside = b.FileText(t, p.Aside)
		}
	}
	if strings.TrimSpace(was) != "" && aside != was && !json.Valid([]byte(was)) {
		t.Fatalf("%s cut at %d and written: the bytes as they were are gone: %q", name, len(was), aside)
	}
	b.again()
	if e2, i2, x2 := len(b.Episodes()), len(b.n.All()), len(b.x.On("2026-11-21")); e2 != e+1 || i2 != i+1 || x2 != x+1 {
		t.Fatalf("%s cut at %d and written: %d %d %d, was %d %d %d", name, len(was), e2, i2, x2, e, i, x)
	}
	for _, p := range b.Check(t.Context()) {
		t.Fatalf("%s cut at %d and written: %+v", name, len(was), p)
	}
}
