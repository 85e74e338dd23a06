package uitest

import (
	"context"
	"encoding/json"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/internal/prompt"
	"yumori/internal/transcript"
	"yumori/retrieval"
)

// A FakeWhy knows why everything was said.
type FakeWhy struct {
	Reason        companion.Why
	Recollections []retrieval.Memory
	derived       []memory.Derived
	Done          []string
	WhyFail       error
	Plan          prompt.Plan
	Now           prompt.Plan
	NowFail       error
}

// Remembered stands for the method of companion.Conversation.
func (f *FakeWhy) Remembered(context.Context, transcript.ID) ([]retrieval.Memory, error) {
	if f.Recollections == nil {
		return nil, ErrOdd
	}
	return f.Recollections, nil
}

// Planned stands for the method of companion.Companion.
func (f *FakeWhy) Planned(context.Context, transcript.ID) (prompt.Plan, error) {
	return f.Plan, f.WhyFail
}

// PlanNow stands for the method of companion.Companion.
func (f *FakeWhy) PlanNow(context.Context) (prompt.Plan, error) { return f.Now, f.NowFail }

// Why stands for the method of companion.Companion.
func (f *FakeWhy) Why(_ context.Context, id transcript.ID) (companion.Why, error) {
	y := f.Reason
	y.Message.ID = id
	return y, f.WhyFail
}

// Pin stands for the method of companion.Companion.
func (f *FakeWhy) Pin(text string) error {
	f.Done = append(f.Done, "pin "+text)
	return f.WhyFail
}

// Derived stands for the method of companion.Companion.
func (f *FakeWhy) Derived(transcript.ID) ([]memory.Derived, error) { return f.derived, f.WhyFail }

// Retract stands for the method of companion.Companion.
func (f *FakeWhy) Retract(id transcript.ID) ([]memory.Derived, error) {
	f.Done = append(f.Done, "retract "+string(id))
	return f.derived, f.WhyFail
}

// Restore stands for the method of companion.Companion.
func (f *FakeWhy) Restore(id transcript.ID) error {
	f.Done = append(f.Done, "restore "+string(id))
	return f.WhyFail
}

// KnownWhy is a reply whose prompt and memories are kept.
func KnownWhy(t testing.TB) FakeWhy {
	t.Helper()
	var trace companion.Trace
	err := json.Unmarshal([]byte(`{"speaker":{"provider":"openai","name":"q"},"plan":{"sections":[{"name":"soul","part":"system","size":1200},{"name":"recalled","part":"system","size":300,"cuts":[{"what":"recalled","left":40,"of":340,"why":"window"}]},
		{"name":"conversation","part":"messages","count":12,"older":"x"}]},"tainted":true,"tools":[{"name":"memory_write","args":{"content":"tea"},"error":"disk full"}],
		"recalled":{"intent":"temporal","spans":[{"from":"2026-11-01T00:00:00Z","to":"2026-11-02T00:00:00Z"}],"considered":40,"ms":12.3,
		"left":[{"id":"x","source":"memory/2026-11-01.md#L4","fate":"not relevant"}]}}`), &trace)
	if err != nil {
		t.Fatal(err)
	}
	trace.Usage = llm.Usage{Calls: 2, Prompt: 1500, Answer: 80}
	return FakeWhy{
		Reason: companion.Why{Trace: trace, Resonance: map[string]float64{"e2": 0.7}, Memories: []retrieval.Memory{
			{ID: string(MessageID(3)), Type: "message", Content: "We went to the lake.", Source: memory.ParsePlace("log.jsonl#L4"), Kind: "told"},
			{ID: "e2", Type: "episode", Content: "The lake was cold.", Source: memory.ParsePlace("episodic_memory/episodic_memory.json#L2"), Kind: "lived"},
		}},
		derived: []memory.Derived{{Store: "fact", ID: "f", Title: "Tea is better"}},
	}
}
