package knowledge

import (
	"strings"
	"testing"

	"yumori/retrieval/library"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2/test"
)

func TestAFileThatWasGivenToReadIsDeclaredToBeMine(t *testing.T) {
	s := newStage(t, 0)
	s.companion.Library.Papers = []library.File{{Name: "a.txt", State: library.Indexed, Added: uitest.Noon}, {Name: "b.txt", State: library.Indexed, Added: uitest.Noon}}
	s.goPage(pageKnowledge)
	s.bench.Settle()
	p, ok := s.open.(*Page)
	if !ok || len(p.models) != 2 {
		t.Fatalf("the page is %T", s.open)
	}
	row := p.shown[1].(*PaperRow)
	for _, want := range []bool{true, false} {
		test.Tap(row.own)
		s.bench.Settle()
		if p.models[1].own != want || p.models[0].own || strings.Contains(p.models[1].about, s.words.T("own.yours")) != want {
			t.Errorf("want %t: %+v", want, p.models[1])
		}
	}
}
