package dreaming

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/internal/facts"
)

// A dayOfTalk is one evening of testdata/fortnight and what is expected of its
// night.
type dayOfTalk struct {
	day    int
	said   [][2]string // of the user, and the answer
	expect [][2]string // keyword, what follows it
}

// fortnight reads testdata/fortnight.
func fortnight(t testing.TB, language string) []dayOfTalk {
	t.Helper()
	data, err := os.ReadFile("testdata/fortnight/" + language + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []dayOfTalk
	for line := range strings.Lines(string(data)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "", "#":
			continue
		case "==":
			day, err := strconv.Atoi(rest)
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			list = append(list, dayOfTalk{day: day})
			continue
		}
		if len(list) == 0 {
			continue // the remark at the head
		}
		d := &list[len(list)-1]
		switch word {
		case "U":
			d.said = append(d.said, [2]string{rest, ""})
		case "P":
			d.said[len(d.said)-1][1] = rest
		default:
			d.expect = append(d.expect, [2]string{word, rest})
		}
	}
	return list
}

// TestFortnight has the rules dream two weeks of somebody's life, and holds
// each night to what is expected of it, and all of them together to what has to
// be so of any.
func TestFortnight(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ja"} {
		t.Run(language, func(t *testing.T) {
			w := newWorld(t, language)
			if language == "ja" {
				w.deps.User, w.deps.Persona = "健太", "ルナ"
			}
			p := New(w.deps)
			proposed := map[string]bool{}
			for i, d := range fortnight(t, language) {
				w.at(d.day, 19)
				for _, s := range d.said {
					w.says(s[0], cmp.Or(s[1], "…"))
				}
				w.at(d.day, 23)
				level := 1
				if i%7 == 6 {
					level = 2
				}
				r := w.dreams(p, Request{Level: level})
				for _, e := range d.expect {
					expectNight(t, r, e[0], e[1])
				}
				checkShown(t, r)
				for _, c := range r.Changes {
					if c.Kind == record.KindHeld && (proposed[c.Title] || len(c.Evidence) == 0 || c.Evidence[0].Quote == "") {
						t.Errorf("%s: proposed again, or on nothing: %+v", r.ID, c)
					}
					if c.Kind == record.KindHeld {
						proposed[c.Title] = true
					}
				}
				if t.Failed() || testing.Verbose() {
					t.Log(nightShown(r))
				}
			}
			if n := len(proposed); n == 0 || n > 2*rules.ProposedWeek {
				t.Errorf("%d proposals in two weeks", n)
			}
		})
	}
}

// expectNight holds a night to one expectation.
func expectNight(t *testing.T, r record.Record, word, rest string) {
	t.Helper()
	has := func(kind, file, words string) bool {
		return slices.ContainsFunc(r.Changes, func(c record.Change) bool {
			return c.Kind == kind && (file == "" || c.File == file) && strings.Contains(c.Title, words)
		})
	}
	ok := false
	switch word {
	case "PROPOSE":
		file, words, _ := strings.Cut(rest, " ")
		ok = has(record.KindHeld, file, words)
	case "NONE":
		ok = !has(record.KindHeld, "", "")
	case "ASK":
		ok = has(record.KindQuestion, "", rest)
	case "NOT":
		ok = !has(record.KindQuestion, "", rest)
	case "KEEP":
		ok = has(record.KindFact, "", rest)
	}
	if !ok {
		t.Errorf("%s: %s %s", r.ID, word, rest)
	}
}

// checkShown holds what a person is shown of a night: each item says
// something, and no fact speaks as "I".
func checkShown(t *testing.T, r record.Record) {
	t.Helper()
	for _, c := range r.Changes {
		if c.Kind == "state" {
			continue
		}
		if strings.TrimSpace(c.Title) == "" || c.Before == nil && c.After == nil {
			t.Errorf("%s: an item that says nothing: %+v", r.ID, c)
		}
		if c.Kind == record.KindFact && facts.FirstPerson(c.Title) {
			t.Errorf("%s: whose is %q", r.ID, c.Title)
		}
	}
}

func nightShown(r record.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "=== %s level %d\n", r.ID, r.Level)
	for _, c := range r.Changes {
		if c.Kind == "state" {
			continue
		}
		after := "-"
		if c.After != nil {
			after = strings.Join(strings.Fields(*c.After), " ")
		}
		fmt.Fprintf(&b, "%s %s %s %s | %s\n    %s\n", c.ID, c.Kind, c.State, c.File, c.Title, after)
	}
	for _, s := range r.Stages {
		for _, p := range s.Problems {
			fmt.Fprintf(&b, "  ! %s %s\n", s.Name, p)
		}
	}
	return b.String()
}
