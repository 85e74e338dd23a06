package ui

import (
	"strings"
	"testing"
	"time"

	"yumori/internal/config"
	"yumori/internal/memory"
	"yumori/retrieval"
	"yumori/ui/chat"
	"yumori/ui/memories"
	"yumori/ui/page"
	"yumori/ui/settings"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// What a search leads to is in sight in the list at the side at once, also in a
// small window that was never drawn with it.
func TestThePlaceOneIsLedToIsInSight(t *testing.T) {
	s := newStageWith(t, 2, config.Settings{UI: config.UIChoices{TextSize: settings.TextSizeMax}})
	s.companion.FakeMemories = uitest.LivedMemories()
	s.win.Resize(fyne.NewSize(leastWidth, leastHeight))
	s.goMemory(page.MemoryPlace{Pane: "", Id: "BOOTSTRAP.md"})
	p := s.open.(*memories.Page)
	row := p.List["BOOTSTRAP.md"]
	list := p.Content.(*fyne.Container).Objects[0].(*container.Scroll)
	top := float32(0)
	for _, in := range widget.PathTo(list.Content, row) {
		top += in.Position().Y // that of the content is how far it is scrolled
	}
	if top < 0 || top+row.Size().Height > list.Size().Height {
		t.Errorf("the row is at %.0f of %.0f", top, list.Size().Height)
	}
}

func TestSearchInEverythingLeadsThere(t *testing.T) {
	all := []retrieval.Memory{
		{ID: string(uitest.MessageID(3)), Type: "message", Speaker: "Luna", Content: "We went to the lake.", Time: retrieval.Moment{Time: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)}},
		{ID: "e2", Type: "episode", Content: "The lake was cold."},
		{ID: "f1", Type: "bank", Content: "Tea is better than coffee"},
		{ID: "x", Type: "daily", Content: "lake", Source: memory.ParsePlace("memory/2026-11-19.md#L3")},
		{ID: "i1", Type: "dream", Content: "I swam."},
		{ID: "n", Type: "note", Content: "the lake house", Source: memory.ParsePlace("MEMORY.md#L1")},
	}
	for _, tt := range []struct {
		hit  int // in the list: the entity first, last what fits but does not hold the word
		pane page.PaneName
		says string
	}{
		{0, page.PaneEntities, "Lake"}, {1, "", ""}, {2, page.PaneEpisodes, "We went to the lake."}, {3, page.PaneDays, "19 Nov 2026"},
		{4, "file", "MEMORY.md"}, {5, page.PaneFacts, "Tea is better"}, {6, page.PaneInsights, "I swam."},
	} {
		s := newStage(t, 20)
		s.companion.FakeMemories = uitest.LivedMemories()
		s.companion.Recalled = retrieval.Recollection{Memories: all}
		s.talks.search()
		panel := s.ChatPage().Side.Search
		panel.In = chat.InAll
		panel.Entry.SetText("lake")
		s.bench.Settle()
		if len(panel.List.Objects) != 7 {
			t.Fatalf("it found %d things:\n%s", len(panel.List.Objects), uitest.Said(panel.Content))
		}
		row := panel.List.Objects[tt.hit].(*fyne.Container).Objects[2].(*chat.HitRow)
		test.Tap(row)
		s.bench.Settle()
		if tt.pane == "" {
			if s.page != pageChat {
				t.Error("a message leads away from the conversation")
			}
			continue
		}
		p, ok := s.open.(*memories.Page)
		if !ok || !strings.Contains(uitest.Said(p.Right), tt.says) {
			t.Errorf("hit %d leads to page %s", tt.hit, s.page)
		}
	}
}
