package dreaming

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
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

func TestFortnight(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ja"} {
		t.Run(language, func(t *testing.T) {
			w := newWorld(t, language)
			if language == "ja" {
				w.deps.User, w.deps.Persona = "健太", "ルナ"
			}
			p := New(w.deps)
			for i, d := range fortnight(t, language) {
				w.at(d.day, 19)
				for _, s := range d.said {
					reply := s[1]
					if reply == "" {
						reply = "…"
					}
					w.says(s[0], reply)
				}
				w.at(d.day, 23)
				level := 1
				if i%7 == 6 {
					level = 2
				}
				r := w.dreams(p, Request{Level: level})
				t.Log(nightShown(r))
			}
		})
	}
}

func nightShown(r Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "=== %s level %d\n", r.ID, r.Level)
	for _, c := range r.Changes {
		if c.Kind == kindState {
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
