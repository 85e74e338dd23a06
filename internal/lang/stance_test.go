package lang

import (
	"os"
	"strings"
	"testing"
)

func stanceCases(t testing.TB, file string) [][3]string {
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var list [][3]string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, " | ")
		if len(f) != 3 {
			t.Fatalf("%s: %q is no case", file, line)
		}
		list = append(list, [3]string(f))
	}
	return list
}

func TestCompareTellsWhatIsSaidOfWhatIsHeld(t *testing.T) {
	want := map[string]Stance{"+": Supports, "-": Contradicts, "0": Unrelated}
	for _, file := range []string{"stance_en.txt", "stance_ja.txt"} {
		cases := stanceCases(t, file)
		if len(cases) < 60 {
			t.Errorf("%s has %d cases, want 60 at least", file, len(cases))
		}
		for _, c := range cases {
			if got := Compare(c[0], c[1], "Alex", "アレックス"); got.Stance != want[c[2]] {
				t.Errorf("%q, said %q: %v about %q, want %v", c[0], c[1], got.Stance, got.About, want[c[2]])
			}
		}
	}
}

func FuzzCompare(f *testing.F) {
	for _, file := range []string{"stance_en.txt", "stance_ja.txt"} {
		for _, c := range stanceCases(f, file) {
			f.Add(c[0], c[1])
		}
	}
	f.Fuzz(func(t *testing.T, held, said string) {
		c := Compare(held, said, "Alex")
		if (c.Stance == Unrelated) != (c.About == "") {
			t.Errorf("%q, said %q: %v about %q", held, said, c.Stance, c.About)
		}
		if again := Compare(held, said, "Alex"); again != c {
			t.Errorf("%q, said %q: %v, then %v", held, said, c, again)
		}
	})
}
