package uitest

import (
	"context"
	"strconv"
	"strings"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/persona"
)

// A FakeDreams is a journal of dreams in memory.
type FakeDreams struct {
	Replies     []string        // that its greeting suggests
	Records     []record.Record // the newest first
	Running     companion.Dreaming
	Mornings    []companion.Morning
	MorningPage companion.Morning // the night nobody has spoken since
	planned     dreaming.Plan
	Outlook     dreaming.Outlook
	Picture     []byte
	Dreamt      []string
	DreamFail   error
	Past        dreaming.BackfillPlan
	lived       dreaming.Lived
	Spent       llm.Usage
}

// NightSpent stands for the method of companion.Companion.
func (d *FakeDreams) NightSpent() llm.Usage { return d.Spent }

func (d *FakeDreams) acted(words ...string) { d.Dreamt = append(d.Dreamt, strings.Join(words, " ")) }

// Dream stands for the method of companion.Companion.
func (d *FakeDreams) Dream(_ context.Context, r dreaming.Request) (record.Record, error) {
	d.acted("dream", string(rune('0'+r.Level)))
	if d.DreamFail != nil {
		return record.Record{}, d.DreamFail
	}
	return d.Records[0], nil
}

// Backfill stands for the method of companion.Companion.
func (d *FakeDreams) Backfill(_ context.Context, b dreaming.Backfill) (dreaming.Lived, error) {
	d.acted("backfill", string(b.By), strconv.Itoa(b.Cap.Tokens))
	return d.lived, d.DreamFail
}

// BackfillPlan stands for the method of companion.Companion.
func (d *FakeDreams) BackfillPlan(context.Context, dreaming.Backfill) (dreaming.BackfillPlan, error) {
	return d.Past, nil
}

// StopDreaming stands for the method of companion.Companion.
func (d *FakeDreams) StopDreaming() { d.acted("stop") }

// Dreaming stands for the method of companion.Companion.
func (d *FakeDreams) Dreaming() companion.Dreaming { return d.Running }

// DreamPlan stands for the method of companion.Companion.
func (d *FakeDreams) DreamPlan(context.Context, dreaming.Request) (dreaming.Plan, error) {
	return d.planned, nil
}

// Night stands for the method of companion.Companion.
func (d *FakeDreams) Night(context.Context) (dreaming.Outlook, error) { return d.Outlook, nil }

// Greeting stands for the method of companion.Companion.
func (d *FakeDreams) Greeting() persona.Greeting {
	return persona.Greeting{Words: "There you are. The lamp is on.", Replies: d.Replies}
}

// Expression stands for the method of companion.Companion.
func (d *FakeDreams) Expression(string) ([]byte, error) { return d.Picture, nil }

// SetPortrait stands for the method of companion.Companion.
func (d *FakeDreams) SetPortrait(picture []byte) error {
	d.Picture = picture
	return nil
}

// Summaries stands for the method of companion.Companion.
func (d *FakeDreams) Summaries() ([]record.Summary, error) {
	var list []record.Summary
	for _, r := range d.Records {
		list = append(list, r.Summary())
	}
	return list, d.DreamFail
}

// DreamRecord stands for the method of companion.Companion.
func (d *FakeDreams) DreamRecord(id string) (record.Record, error) {
	for _, r := range d.Records {
		if r.ID == id {
			return r, nil
		}
	}
	return record.Record{}, record.ErrNoDream
}

// Morning stands for the method of companion.Companion.
func (d *FakeDreams) Morning(id string) (companion.Morning, error) {
	for _, m := range d.Mornings {
		if m.ID == id {
			return m, nil
		}
	}
	return companion.Morning{ID: id, Slug: "luna", Name: "Luna"}, nil
}

// Woke stands for the method of companion.Dreams.
func (d *FakeDreams) Woke(context.Context) (companion.Morning, error) { return d.MorningPage, nil }

// Shown stands for the method of companion.Dreams.
func (d *FakeDreams) Shown(id string) error {
	d.acted("shown", id)
	return nil
}

// UndoDream stands for the method of companion.Companion.
func (d *FakeDreams) UndoDream(_ context.Context, id, item string) (record.Undone, error) {
	d.acted("undo", id, item)
	for i := range d.Records[0].Changes {
		if c := &d.Records[0].Changes[i]; c.ID == item {
			c.State = record.StatusUndone
		}
	}
	return record.Undone{Record: d.Records[0]}, d.DreamFail
}

// DecideDream stands for the method of companion.Companion.
func (d *FakeDreams) DecideDream(_ context.Context, id, item string, v record.Verdict) (record.Record, error) {
	d.acted(string(v.Decision), id, item, v.Edited)
	return d.Records[0], d.DreamFail
}

// DreamtOf is a persona with a dream of each kind.
func DreamtOf() FakeDreams {
	text := func(s string) *string { return &s }
	return FakeDreams{
		Mornings: []companion.Morning{{
			ID: "2026-11-20-1", Date: "2026-11-20", Slug: "luna", Name: "Luna", Dream: "I swam in the dark.", Waiting: 1,
			Learned: []string{"Your sister Mika lives in Oslo", "You are allergic to peanuts"}, Asks: []string{"How did the interview go?"},
		}},
		planned: dreaming.Plan{Messages: 12, Calls: 4, Tokens: 9_000, By: "openai/q"},
		Records: []record.Record{
			{
				ID: "2026-11-20-1", Date: "2026-11-20", Level: 1, By: "built-in rules", State: record.StatusApplied, Millis: 420,
				Inputs: record.Inputs{Messages: []string{"a", "b"}, Days: nil}, DroppedQuotes: 2, Echoes: 1,
				Stages: []record.StageRecord{{Name: record.StageRetain, Problems: []string{"a bullet without a type"}}},
				Changes: []record.Change{
					{ID: "c1", Kind: "insight", File: "memory/insights.json", Title: "Lakes", State: record.StatusApplied,
						After: text(`{"id":"i","trigger_topic":"Lakes","insight":"Water calms.","strategy":"Ask about the lake.","log_entry":"I swam in the dark."}`)},
					{ID: "c2", Kind: "question", File: "memory/internal_state.json", Title: "The interview", State: record.StatusApplied,
						Before: text(`{"topic":"The interview","priority":0.5}`), After: text(`{"topic":"The interview","priority":0.9}`),
						Evidence: []record.Evidence{{Message: string(MessageID(3)), Quote: "it is on Friday"}}},
					{ID: "c3", Kind: "candidate", File: "entity_memory/mika.md", Title: "Mika", State: record.StatusProposed, After: text("Alex's sister."), Related: []string{"They went to the lake."}},
					{ID: "c4", Kind: "fact", File: "bank/world.md", Title: "Tea", State: record.StatusConflict, After: text("W Tea"), Now: text("W Coffee")},
				},
			},
			{ID: "2026-11-19-1", Date: "2026-11-19", Level: 2, State: record.StatusUndone, By: "openai/q"},
		},
	}
}
