package motivation

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files")

func TestTexts(t *testing.T) {
	now := noon()
	for _, c := range []struct {
		name, lang string
		topic      string
		goal       string
		context    string
	}{
		{"en", "en", "the snow at New Year", "write a poem.", "how cold it was to her"},
		{"ja", "ja", "初詣での雪の冷たさ", "創作ノートで詩を書く", "彼女が何を感じていたか知りたい"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Snapshot{
				Spoke: now.Add(-26 * time.Hour), Emotion: Emotion{Protective, 0.9}, Felt: now.Add(-26 * time.Hour),
				Goal:      GoalPressure{ID: "sh_1", Text: c.goal, Priority: 1},
				Questions: []Question{{Topic: c.topic, Context: c.context, Priority: 0.8, Raised: now}, {Topic: "2", Priority: 0.1, Raised: now}},
			}
			text := s.Feeling(now, c.lang) + "---\n" + s.OnMind(c.lang) + "\n---\n" + s.Narrative(now, c.lang) + "\n---\n" + s.Log(now, c.lang)
			golden := filepath.Join("testdata", "feeling_"+c.name+".golden")
			if *update {
				if err := os.MkdirAll("testdata", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if text != string(want) {
				t.Errorf("got\n%s\nwant\n%s", text, want)
			}
		})
	}
}

func TestQuiet(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		s := Snapshot{}
		if got := s.Feeling(noon(), lang) + s.OnMind(lang); got != "" {
			t.Errorf("%s: nothing stirs, and it says %q", lang, got)
		}
		for _, d := range append(AllDrives(), "") {
			if s.Behind(d, noon(), lang) == "" {
				t.Errorf("%s: nothing is said of %q", lang, d)
			}
			if d != "" && d.Label(lang) == "" {
				t.Errorf("%s: %q has no name", lang, d)
			}
		}
		for _, c := range Categories() {
			if c.Label(lang) == "" || c.weight() == 0 {
				t.Errorf("%s: %q has no name or weight", lang, c)
			}
		}
	}
}

func TestMinutes(t *testing.T) {
	for m, want := range map[int]string{0: "0 minutes 0分", 1: "1 minute 1分", 119: "119 minutes 119分", 120: "2 hours 2時間", 2879: "47 hours 47時間", 2880: "2 days 2日", 525600: "365 days 365日"} {
		if got := minutesEnglish(m) + " " + minutesJapanese(m); got != want {
			t.Errorf("%d: %q, want %q", m, got, want)
		}
	}
}

// TestFeelingThreshold enters the prompt at 0.4 and not below.
func TestFeelingThreshold(t *testing.T) {
	for priority, want := range map[int]int{1: 1, 2: 1, 3: 1, 4: 0} { // 0.8, 0.6, 0.4, 0.2
		s := Snapshot{Goal: GoalPressure{Priority: priority, Text: "x"}}
		if got := strings.Count(s.Feeling(noon(), "en"), "\n"); got != want {
			t.Errorf("priority %d: %d lines", priority, got)
		}
	}
}
