package statement_test

import (
	"testing"

	"yumori/internal/lang/statement"
)

// What somebody asks to be kept is what they said, not the wish nor why they ask.
func TestToKeep(t *testing.T) {
	for _, c := range []struct {
		want  string // "" nothing
		lines []string
	}{
		{"Bike lock combo is 8052", []string{"bike lock combo is 8052. remember that for me"}},
		{"The gate code is 4417", []string{"the gate code is 4417. i always forget so please remember it"}},
		{"The spare key is under the blue pot", []string{"the spare key is under the blue pot", "remember that"}},
		{"My locker is 4471", []string{"keep this for me. i forget everything. my locker is 4471"}},
		{"自転車の鍵の番号、0729ね", []string{"自転車の鍵の番号、0729ね。すぐ忘れるから覚えといて"}},
		{"自転車の鍵は0729", []string{"自転車の鍵は0729。", "これ覚えといて"}},
		{"", []string{"hello", "remember that"}},
		{"", []string{"おはよう", "覚えといて"}},
		{"", []string{"we have a gate", "what is the code?"}},
		{"", []string{"what is the gate code?", "remember that"}},
	} {
		last := len(c.lines) - 1
		list := statement.ToKeep(c.lines[last], c.lines[:last]...)
		got := ""
		for _, st := range list {
			for _, told := range st.Tells {
				got += told.Text
			}
		}
		if got != c.want {
			t.Errorf("%q: kept %q, want %q", c.lines, got, c.want)
		}
	}
}
