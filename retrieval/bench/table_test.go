package bench

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"yumori/internal/evalset"
)

// TestMeasure holds the figures against some worked out by hand.
func TestMeasure(t *testing.T) {
	k := key{docs: map[string]evalset.Document{}}
	for i, id := range []string{"a", "b", "c", "d", "e"} {
		text := "text"
		if id == "d" {
			text = strings.Repeat("long", 1000) // 1,002 tokens
		}
		k.docs[id] = evalset.Document{ID: id, Group: "g", Session: "s" + string(rune('0'+i/2)), Ord: i, Speaker: "A", Text: text}
	}
	k.docs["x"] = evalset.Document{ID: "x", Group: "other", Session: "sx"}
	three := 3
	for name, x := range map[string]struct {
		q       evalset.Question
		answers string
		want    Figures
	}{
		"all first":                 {evalset.Question{Right: []string{"a", "c"}}, "a c b", Figures{100, 100, 100, 100, 100}},
		"the second answer":         {evalset.Question{Right: []string{"c"}}, "a c", Figures{100, 100, 100, 50, 0}},
		"another of the session":    {evalset.Question{Right: []string{"b"}}, "a", Figures{0, 100, 0, 0, 100}},
		"half":                      {evalset.Question{Right: []string{"a", "e"}}, "a b c", Figures{50, 50, 50, 100, 100}},
		"behind what is too long":   {evalset.Question{Right: []string{"a"}}, "d a", Figures{100, 100, 0, 50, 0}},
		"sessions are known":        {evalset.Question{Sessions: []string{"s1"}}, "a c", Figures{-1, 100, -1, -1, 0}},
		"of others, unknown, twice": {evalset.Question{Right: []string{"b"}}, "x ? a a b", Figures{100, 100, 100, 50, 100}},
		"not said yet":              {evalset.Question{Right: []string{"b"}, BeforeOrd: &three}, "d e b", Figures{100, 100, 100, 100, 100}},
		"nothing":                   {evalset.Question{Right: []string{"b"}}, "", Figures{0, 0, 0, 0, 0}},
		"nothing is right":          {evalset.Question{}, "a", Figures{-1, -1, -1, -1, -1}},
	} {
		x.q.Group = "g"
		if got := k.measure(x.q, strings.Fields(x.answers)); got != x.want {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
	}
	got := mean([]Figures{{Recall: 100, MRR: -1}, {Recall: 0, MRR: -1}, {Recall: -1, MRR: -1}})
	if got.Recall != 50 || got.MRR != -1 {
		t.Errorf("mean: %+v", got)
	}
}

const twoTalks = `{"id":"a/1","group":"a","session":"a/s1","ord":0,"speaker":"Mel","date":"2023-05-08","text":"I went to the pottery workshop with my sister. It was a wonderful afternoon!"}
{"id":"a/2","group":"a","session":"a/s2","ord":1,"speaker":"Jo","date":"2023-06-08","text":"The garden has roses now."}
{"id":"b/1","group":"b","session":"b/s1","ord":0,"speaker":"Mel","date":"2023-05-08","text":"We sailed around the island."}
{"id":"b/2","group":"b","session":"b/s1","ord":1,"speaker":"Jo","date":"2023-05-08","text":"We ate at the harbour."}
`

const asked = `{"qid":"1","group":"a","query":"Where did Mel do pottery?","rel":["a/1"]}
{"qid":"2","group":"b","query":"What did they sail around?","rel":["b/1"],"before_ord":1}
`

// TestTable measures two sets below a folder, one of them with replies too.
func TestTable(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"talks/docs.jsonl": twoTalks, "talks/queries.jsonl": asked,
		"ja/docs.jsonl":    `{"id":"1","group":"g","session":"s","ord":0,"speaker":"human","text":"陶芸教室に行った。"}` + "\n" + `{"id":"2","group":"g","session":"s","ord":1,"speaker":"AI","text":"楽しそうですね。"}`,
		"ja/queries.jsonl": `{"qid":"1","group":"g","query":"陶芸","rel":["1"]}`,
	} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	var sets []string
	err := Table(t.Context(), dir, WithChatty, func(r Row) error {
		sets = append(sets, r.Set)
		if r.Questions == 0 {
			return nil // a fold of a set with one question
		}
		for i, s := range r.Systems {
			if s.Recall != 100 || s.First != 100 || s.P95 <= 0 {
				t.Errorf("%s, fold %d, system %d: %+v", r.Set, r.Fold, i, s)
			}
		}
		return nil
	})
	if want := "ja ja ja talks talks talks talks +chatty talks +chatty talks +chatty"; err != nil || strings.Join(sets, " ") != want {
		t.Errorf("rows of %v, %v", sets, err)
	}
	if err := Table(t.Context(), t.TempDir(), AsTheyAre, func(Row) error { return nil }); err == nil || !strings.Contains(err.Error(), "no folder with") {
		t.Errorf("a folder without sets: %v", err)
	}
}

func TestChatty(t *testing.T) {
	dir := folder(t, twoTalks, asked)
	set, err := evalset.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	one, two := chatty(set), chatty(set)
	if a, b := string(mustJSON(t, one)), string(mustJSON(t, two)); a != b {
		t.Error("made twice, it differs")
	}
	if len(one.Documents) != 8 || *one.Questions[1].BeforeOrd != 2 || *set.Questions[1].BeforeOrd != 1 {
		t.Errorf("%d documents, questions %+v", len(one.Documents), one.Questions)
	}
	for i, d := range one.Documents {
		n := len([]rune(d.Text))
		switch {
		case i%2 == 0 && (d.ID != set.Documents[i/2].ID || d.Text != set.Documents[i/2].Text || d.Ord != 2*set.Documents[i/2].Ord):
			t.Errorf("a turn has changed: %+v", d)
		case i%2 == 1 && (n < chattyLeast || n > chattyMost+500 || !strings.Contains(d.Text, set.Documents[i/2].Text) || strings.Contains(d.Text, "{")):
			t.Errorf("a reply of %d characters: %s", n, d.Text)
		}
	}
	if talks(one.Documents) || !talks(set.Documents) {
		t.Error("a model talks in the one and not in the other")
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestByBelief holds BM25 against a score worked out by hand: it orders by
// count, length and who said it.
func TestByBelief(t *testing.T) {
	p, err := newPlain(t.TempDir(), []evalset.Document{
		{ID: "model", Speaker: "bot", Text: "harbour harbour harbour"},
		{ID: "user", Speaker: "human", Text: "harbour"},
		{ID: "long", Speaker: "human", Text: "harbour " + strings.Repeat("fog mist rain ", 40)},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.bleve.Close()
	got, err := p.byBelief(t.Context(), evalset.Question{Query: "the harbour"})
	if want := []string{"user", "model", "long"}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if math.Abs(p.mean-float64(4+2+122)/3) > 1 {
		t.Errorf("documents have %.1f words", p.mean)
	}
}
