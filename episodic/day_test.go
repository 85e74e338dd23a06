package episodic

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
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
		d.Lines = append(d.Lines, Line{Speaker: User, Name: doc.Speaker, Text: doc.Text, Time: at, Source: doc.ID})
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
