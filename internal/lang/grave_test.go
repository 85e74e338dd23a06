package lang

import (
	"os"
	"strings"
	"testing"
)

func TestGraveTables(t *testing.T) {
	for name, l := range map[string]*Table{"en": graveEnglish, "ja": graveJapanese} {
		for _, err := range l.Check() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGraveCorpus(t *testing.T) {
	for _, name := range []string{"grave_en.txt", "grave_ja.txt"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			mark, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			got := GraveOf(text)
			if mark == "+" && got == NotGrave || mark == "-" && got != NotGrave {
				t.Errorf("%s %s: %q", mark, text, got)
			}
		}
	}
}

// What is written as one writes it still says what weighed when it was typed.
func TestWrittenKeepsWhatWeighs(t *testing.T) {
	for _, table := range []*Table{graveEnglish, graveJapanese} {
		for _, e := range table.read().all {
			for _, said := range e.is {
				if k := table.Kind(Written(said)); e.kind != idiom && k != e.kind {
					t.Errorf("%q is [%s], written as %q it is [%s]", said, e.kind, Written(said), k)
				}
			}
		}
	}
}
