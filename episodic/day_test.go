package episodic

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestLoCoMo writes what the rules keep of each day of a LoCoMo folder, for
// evaldream.py: LOCOMO=…/locomo-dev DREAMS=dreams.jsonl go test -run LoCoMo
func TestLoCoMo(t *testing.T) {
	t.Parallel()
	set, out := os.Getenv("LOCOMO"), os.Getenv("DREAMS")
	if set == "" || out == "" {
		t.Skip("LOCOMO and DREAMS are not set")
	}
	in, err := os.Open(filepath.Join(set, "docs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	days, order := map[string]*Day{}, []string{}
	sc := bufio.NewScanner(in)
	for sc.Scan() {
		var doc struct{ ID, Session, Speaker, Date, Text string }
		if err := json.Unmarshal(sc.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		at, err := time.Parse("2006-01-02T15:04:05", doc.Date)
		if err != nil {
			t.Fatal(err)
		}
		if days[doc.Session] == nil {
			days[doc.Session] = &Day{Date: DateOf(at), Language: "en"}
			order = append(order, doc.Session)
		}
		d := days[doc.Session]
		d.Lines = append(d.Lines, Line{Speaker: User, Name: doc.Speaker, Text: doc.Text, Time: at, ID: doc.ID})
	}
	f, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	enc := json.NewEncoder(f)
	for _, session := range order {
		s, err := Daily(t.Context(), nil, *days[session])
		if err != nil {
			t.Fatal(err)
		}
		facts := []map[string]string{}
		for _, told := range s.Said {
			facts = append(facts, map[string]string{"subject": told.Name, "text": told.Name + ": " + told.Text})
		}
		err = enc.Encode(map[string]any{"session": session, "summary": s.Text, "sources": s.Sources, "facts": facts})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestWhatWeighedMostIsKept has a death, said in few words, stand in the episode
// of a day on which much else was said at length.
func TestWhatWeighedMostIsKept(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language, died, kept, talk, other string
	}{
		{"en", "My grandmother died this morning.", "grandmother died", "I think library number %d on the %dth canal is the finest reading room of our town, with tall windows and oak desks.", "canal"},
		{"en", "we lost the baby", "lost the baby", "I think library number %d on the %dth canal is the finest reading room of our town, with tall windows and oak desks.", "canal"},
		{"ja", "今朝、祖母が亡くなりました。", "祖母が亡くなりました", "運河ぞいの図書館%d号は、高い窓と樫の机がある、町でいちばん美しい閲覧室%dだと思います。", "運河"},
	} {
		d := Day{Date: "2026-11-21", Language: c.language, Persona: "Mio", User: "Ida"}
		for i := range 60 {
			if i == 25 {
				d.Lines = append(d.Lines, Line{Speaker: User, Text: c.died, ID: "death", Time: morning()})
			}
			d.Lines = append(d.Lines, Line{Speaker: User, Text: fmt.Sprintf(c.talk, i, i+7), ID: fmt.Sprint("m", i), Time: morning()})
		}
		s, err := Daily(t.Context(), nil, d)
		if err != nil || !strings.Contains(s.Text, c.kept) || !slices.Contains(s.Sources, "death") {
			t.Errorf("%s: %q is not in %q, %v", c.language, c.kept, s.Text, err)
		}
		if !strings.Contains(s.Text, c.other) {
			t.Errorf("%s: of the rest of the day nothing is told: %q", c.language, s.Text)
		}
	}
}
