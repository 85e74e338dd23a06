package likely

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// meantAs is how the lines of a talk are meant, by what a good listener takes them for. What asks,
// and the rest, is in no example.
var meantAs = map[string]FollowUp{"grave": Hard, "heavy": Hard, "plain": Plain, "light": Light, "glad": GoodNews}

// talkLines returns the lines of some talks, "=" before each, "label\tline" each.
func talkLines(t *testing.T, name string) (list []sorted) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		label, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if of := meantAs[label]; of != "" {
			list = append(list, sorted{text, string(of)})
		}
	}
	return list
}

// bearing is how a line of a mood is meant.
func bearing(section string) string {
	switch Mood(section) {
	case NoMood, Bored:
		return string(Plain)
	case Joking:
		return string(Light)
	case Relief, Eager, GladOfOwn, GladFor, Fond:
		return string(GoodNews)
	}
	return string(Hard)
}

// How a line is meant that follows something grave holds for talks of other authors. With
// -learn the weights are learned first, and written.
func TestFollowUps(t *testing.T) {
	const least = 0.75 // of what is told, what is right
	for _, l := range languages {
		of := followUps.of
		if *learn {
			list := append(talkLines(t, "talks_"+l.name+".txt"), every(2, linesOf(t, "moods_"+l.name+".txt", bearing))...)
			known := l.learned(&followUps, list)
			l.write(t, "followup", known)
			of = known.of
		}
		unseen := talkLines(t, "talks_unseen_"+l.name+".txt")
		for _, from := range []float64{0, 0.5, 0.6, 0.7} {
			right, taken := 0, 0
			for class, c := range tallied(unseen, from, of) {
				t.Logf("%s from %.1f, %s: %d of %d heard, %d of %d taken for it rightly", l.name, from, class, c.right, c.lines, c.right, c.taken)
				right, taken = right+c.right, taken+c.taken
			}
			t.Logf("%s from %.1f: %d of %d are right, of %d", l.name, from, right, taken, len(unseen))
			if float64(right) < least*float64(taken) {
				t.Errorf("%s from %.1f: %d of %d are right; want %.0f %%", l.name, from, right, taken, least*100)
			}
		}
	}
}
