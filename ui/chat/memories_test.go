package chat

import (
	"testing"

	"yumori/retrieval"
	"yumori/ui/uitest"
)

func TestSearchInOneKindOfMemory(t *testing.T) {
	s := newStage(t, 2)
	s.companion.FakeMemories = uitest.LivedMemories()
	s.companion.Recalled = retrieval.Recollection{Memories: []retrieval.Memory{{ID: "e2", Type: "episode", Content: "lake"}, {ID: "i1", Type: "dream", Content: "lake"}}}
	panel := s.ChatPage().Side.Search
	for in, want := range map[SearchIn]int{InAll: 3, inEpisodes: 1, inDreams: 1, inFacts: 0, inNotes: 0, inNames: 1} {
		panel.In = in
		panel.find("lake")
		s.bench.Settle()
		if len(panel.List.Objects) != want {
			t.Errorf("in %s it found %d", in, len(panel.List.Objects))
		}
	}
	s.companion.MemFail = uitest.ErrOdd
	panel.find("lake")
	s.bench.Settle()
	if panel.Summary.Source() != s.words.T("error.unknown")+" "+s.words.T("error.unknown.next") {
		t.Errorf("an error reads %q", panel.Summary.Source())
	}
}
