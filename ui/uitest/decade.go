package uitest

import (
	"fmt"
	"time"

	"yumori/dreaming/record"
	"yumori/entity"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/mind"
	"yumori/motivation"
	"yumori/retrieval/library"
)

// Decade fills a persona with ten years: an episode a day and a week, 2,000
// entities, 10,000 facts, 10,000 feelings, 200 dreams of 30 changes and the newest of 300, 1,000
// documents.
func Decade(m *FakeCompanion) {
	m.State.Time = Noon
	day := func(i int) time.Time { return Noon.AddDate(0, 0, -i) }
	for i := range 3650 {
		e := episodic.Episode{ID: fmt.Sprint("e", i), Date: episodic.DateOf(day(i)), Summary: fmt.Sprintf("On day %d we spoke of the lake and of tea.", i), Arousal: 0.4}
		m.Episodes = append(m.Episodes, e)
		m.Days = append(m.Days, mind.FeltDay{Date: e.Date, DayArousal: episodic.DayArousal{Mean: 0.4, Max: 0.7, Exchanges: 3}})
	}
	for i := range 2000 {
		m.Pages = append(m.Pages, entity.Page{Name: entity.Name(fmt.Sprint("Person ", i)), File: fmt.Sprintf("entity_memory/p%d.md", i)})
	}
	for i := range 10_000 {
		m.KeptFacts = append(m.KeptFacts, facts.Fact{ID: fmt.Sprint("f", i), Type: facts.Opinion, Text: fmt.Sprintf("Tea %d is better than coffee", i), Confidence: 0.8, Time: day(i % 3650)})
		m.Feelings = append(m.Feelings, motivation.Point{Time: day(i % 3650).Add(time.Duration(i) * time.Second), Emotion: motivation.Emotion{Category: motivation.Joy, Intensity: 0.7}})
	}
	text := fmt.Sprint
	for i := range 200 {
		r := record.Record{ID: fmt.Sprint("d", i), Date: episodic.DateOf(day(i)), Level: 1, By: episodic.Rules, State: record.StatusApplied}
		changes := 30
		if i == 0 {
			changes = 300 // a backfill
		}
		for k := range changes {
			before, after := text("It was ", k), text("It is ", k)
			r.Changes = append(r.Changes, record.Change{ID: text("c", k), Kind: "fact", File: "bank/world.md", Title: text("Fact ", k), State: record.StatusApplied,
				Before: &before, After: &after, Evidence: []record.Evidence{{Message: string(MessageID(3)), Quote: "it is on Friday"}}})
		}
		m.Records = append(m.Records, r)
	}
	for i := range 1000 {
		m.Library.Papers = append(m.Library.Papers, library.File{Name: fmt.Sprintf("book %d.pdf", i), Size: 1 << 20, Added: Noon, State: library.Indexed, Pages: 100, Chunks: 400})
	}
}
