package chat

import (
	"errors"
	"slices"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/memory"
	"yumori/internal/transcript"
	"yumori/retrieval"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestRecalledView(t *testing.T) {
	w := uitest.English(t)
	told := retrieval.Memory{ID: "01KA", Kind: "told", Type: "message", Time: retrieval.Moment{Time: uitest.Noon}, Content: "Mika plays the cello.", Source: memory.ParsePlace("log.jsonl#L12"), Speaker: "Alex",
		Features: map[string]float64{"text": 3, "previous": 1, "next": 1, "cover": 0.4}}
	told.Terms.Distance, told.Terms.Arousal, told.Terms.Felt, told.Terms.Decay = 0.25, 0.5, true, 0.125
	gone := retrieval.Memory{ID: "x", Kind: "dreamed", Type: "dream", Source: memory.ParsePlace("memory/insights.json#L3")}
	filed := retrieval.Memory{ID: "w", Kind: "told", Type: "bank", Mark: "🆕", Content: "@Mika @Biscuit: The user's sister Mika has a cat", Source: memory.ParsePlace("bank/world.md#L4")}
	sure := 0.8
	held := retrieval.Memory{ID: "o", Kind: "told", Type: "bank", Content: "@Mika: likes rain", Source: memory.ParsePlace("bank/opinions.md#L4"), Confidence: &sure}
	held.Terms.Arousal = 0.5 // which nobody knows
	old := retrieval.Memory{ID: "e", Kind: "lived", Type: "episode", Content: "We swam.", Source: memory.ParsePlace("episodic_memory/episodic_memory.json#L4")}
	old.Terms.Arousal = 0.7 // of a trace that does not say that it is known
	edited := retrieval.Memory{ID: "MEMORY.md_2", Kind: "told", Type: "note", Source: memory.ParsePlace("MEMORY.md#L5"), Changed: true}
	m := recalledView("b", recalledState{read: true, list: []retrieval.Memory{told, gone, filed, held, old, edited}}, w)
	want := []recalledItem{
		{"told ·  Alex ·  21 Nov 2026, 12:00", "Mika plays the cello.", "chosen for its words, the message beside it", "log.jsonl#L12 ·  relevance 0.75, emotion 0.50, recency 0.12", "01KA"},
		{"dreamed", "This isn’t there any more.", "", "memory/insights.json#L3 ·  relevance 1.00", ""},
		{"recent ·  told", "Your sister Mika has a cat", "", "bank/world.md#L4 ·  relevance 1.00", ""},
		{"told", "likes rain", "", "bank/opinions.md#L4 ·  relevance 1.00, 80 % certain", ""},
		{"lived", "We swam.", "", "episodic_memory/episodic_memory.json#L4 ·  relevance 1.00, emotion 0.70", ""},
		{"told", "MEMORY.md was changed since. What came to mind doesn’t stand there any more.", "", "MEMORY.md#L5 ·  relevance 1.00", ""},
	}
	if !slices.Equal(m.items, want) || m.note != "" {
		t.Errorf("%+v", m)
	}
	if m := recalledView("b", recalledState{}, w); m.note != "looking …" {
		t.Errorf("%+v", m)
	}
	if m := recalledView("b", recalledState{err: errors.New("x")}, w); m.note == "" {
		t.Errorf("%+v", m)
	}
}

// TestRecalledUnderAReply opens and folds what was recalled.
func TestRecalledUnderAReply(t *testing.T) {
	s := newStage(t, 0)
	user, err := s.companion.Append(transcript.Message{Role: transcript.RoleUser, Text: "What does Mika play?"})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := s.companion.Append(transcript.Message{Parent: user.ID, Role: transcript.RolePersona, Text: "The cello.",
		Trace: []byte(`{"recalled":{"items":[{"id":"01KA"},{"id":"01KB"}]}}`)})
	if err != nil {
		t.Fatal(err)
	}
	s.companion.Tell(companion.TopicLog, reply.ID)
	s.bench.Settle()
	p := s.ChatPage()
	at := func(key string) (RowModel, bool) {
		i, ok := p.Transcript.index[key]
		if !ok {
			return RowModel{}, false
		}
		return p.Transcript.Model.Rows[i], true
	}
	r, ok := at(RowKey(reply.ID))
	if !ok || r.message.recalled != "·  recalled 2" || !r.message.actions.recalled {
		t.Fatalf("%+v", r)
	}
	row := newMessageRow(r.message, p.Transcript.messages)
	row.Resize(fyne.NewSize(600, row.HeightFor(600)))
	if !slices.Contains(test.WidgetRenderer(row).Objects(), fyne.CanvasObject(row.recall)) {
		t.Error("the word is not under the reply")
	}
	s.companion.Recollections = []retrieval.Memory{{ID: "01KA", Kind: "told", Content: "Mika plays the cello."}}
	test.Tap(row.recall)
	if open, ok := at("recalled/" + string(reply.ID)); !ok || open.recalled.note != "looking …" {
		t.Errorf("%+v", open)
	}
	s.bench.Settle()
	open, ok := at("recalled/" + string(reply.ID))
	if !ok || len(open.recalled.items) != 1 || open.recalled.items[0].text != "Mika plays the cello." {
		t.Errorf("%+v", open)
	}
	if p.Transcript.index["recalled/"+string(reply.ID)] != p.Transcript.index[RowKey(reply.ID)]+1 {
		t.Error("it is not under its reply")
	}
	p.recalled.toggle(reply.ID)
	if _, ok := at("recalled/" + string(reply.ID)); ok {
		t.Error("it stays open")
	}
}
