package facts

import (
	"testing"
	"time"
)

func TestUserName(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name string
		said []string
		want string
	}{
		{"none", []string{"I live in Leeds."}, ""},
		{"plain", []string{"My name is Mara and I work as a nurse in Leeds."}, "Mara"},
		{"introduced", []string{"Hi, I'm Priya."}, "Priya"},
		{"what one is", []string{"I'm German.", "I'm Happy.", "I'm Sorry"}, ""},
		{"the newer", []string{"My name is Mara.", "Please call me Max from now on."}, "Max"},
		{"not that", []string{"My name is Mara.", "My name is not Clara."}, "Mara"},
		{"Japanese", []string{"私は真由美といいます。"}, "真由美"},
		{"called", []string{"健太と呼んでください。"}, "健太"},
		{"of a thing", []string{"船の名前は海燕っていうんだ。", "The boat is called Petrel."}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBench(t)
			at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
			var last string
			for i, s := range row.said {
				u := Utterance{Text: s, Time: at.Add(time.Duration(i) * time.Minute), MessageID: "01M7Z13FC310BA0GEKJ562PFN" + string(rune('A'+i))}
				for _, c := range Capture(u) {
					b.retain(t, c.Fact(u))
					last = u.MessageID
				}
			}
			if got, err := b.UserName(); err != nil || got != row.want {
				t.Errorf("called %q, %v, want %q", got, err, row.want)
			}
			if last == "" || row.want == "" || len(row.said) > 1 {
				return
			}
			if _, err := b.Withdraw([]string{last}, turn()); err != nil {
				t.Fatal(err)
			}
			if got, err := b.UserName(); err != nil || got != "" {
				t.Errorf("taken back, called %q, %v", got, err)
			}
		})
	}
}
