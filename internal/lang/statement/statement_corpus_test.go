package statement

import (
	"os"
	"strings"
	"testing"
)

// TestStatementsCorpus reads sentences with what they are said for, of whom,
// and what they tell. " / " parts the sentences of a message, of which the last
// is checked; a subject of - is not.
func TestStatementsCorpus(t *testing.T) {
	modes := map[Mode]string{Uttered: "uttered", Asserted: "asserted", Question: "question", Request: "request", Supposed: "supposed", Withheld: "withheld"}
	whos := map[Who]string{Nobody: "nobody", Speaker: "speaker", Listener: "listener", Someone: "someone", Something: "something"}
	for _, file := range []string{"../testdata/statement_en.txt", "../testdata/statement_ja.txt"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			f := strings.Split(strings.TrimSpace(line), " | ")
			list := Statements(strings.NewReplacer(" / ", "\n", "/", "").Replace(f[0]))
			st := list[len(list)-1]
			if modes[st.Mode] != f[1] {
				t.Errorf("%q: is %s, want %s", f[0], modes[st.Mode], f[1])
			}
			if f[1] != "asserted" {
				continue
			}
			if f[2] != "-" && whos[st.Subject.Who] != f[2] {
				t.Errorf("%q: of %s, want %s", f[0], whos[st.Subject.Who], f[2])
			}
			if got := told(st.Tells); got != f[3] {
				t.Errorf("%q: tells %s, want %s", f[0], got, f[3])
			}
		}
	}
}

// told writes what was told as the corpus has it.
func told(list []Telling) string {
	var parts []string
	for _, t := range list {
		switch {
		case t.Topic == "":
		case t.Value == "":
			parts = append(parts, string(t.Topic))
		default:
			parts = append(parts, string(t.Topic)+"="+t.Value)
		}
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, " ")
}
