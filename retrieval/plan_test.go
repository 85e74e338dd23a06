package retrieval

import (
	"context"
	"slices"
	"testing"
	"time"
)

var now = time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC)

func ask(text string) Ask {
	return Ask{
		Text: text, Before: "the telescope I bought", Now: now, User: "Ken", Persona: "Yumi",
		Speakers: []string{"Ken", "Yumi", "Melanie"}, Entities: []string{"Melanie", "東京タワー", "Will"},
	}
}

func TestRules(t *testing.T) {
	tests := []struct {
		text     string
		intent   Intent
		speakers []string
		entities []string
		keywords []string
		spans    int
		when     bool
	}{
		{text: "What did Melanie paint?", intent: Factual, speakers: []string{"Melanie"}, entities: []string{"Melanie"}},
		{text: "what did Mel's kids say", intent: Relational, speakers: []string{"Melanie"}, entities: []string{"Melanie"}},
		{text: "When did we go camping?", intent: Temporal, when: true},
		{text: "What happened around 27 November?", intent: Temporal, spans: 1},
		{text: "How did I feel about the move?", intent: Emotional},
		{text: "what was the error in the database", intent: Technical},
		{text: "did I tell you about the kiln?", intent: Factual, speakers: []string{"Ken"}},
		{text: "you suggested a book", intent: Factual, speakers: []string{"Yumi"}},
		{text: "Ken, Yumi and Melanie at the lake", intent: Factual, entities: []string{"Melanie"}},
		{text: `find "the blue door" and "a key"`, intent: Factual, keywords: []string{"the blue door", "a key"}},
		{text: "will you come", intent: Factual},
		{text: "先週何を食べた？", intent: Temporal, spans: 1},
		{text: "去年の夏、東京タワーで何をした", intent: Temporal, spans: 1, entities: []string{"東京タワー"}},
		{text: "いつ引っ越したの", intent: Temporal, when: true},
		{text: "悲しかった日のこと", intent: Emotional},
		{text: "母の誕生日プレゼント", intent: Relational},
		{text: "「青い扉」の話", intent: Factual, keywords: []string{"青い扉"}},
		{text: "僕が前に言ったラーメン屋", intent: Factual, speakers: []string{"Ken"}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			p, err := Rules{}.Plan(context.Background(), ask(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if p.Skip != "" {
				t.Errorf("skipped: %s", p.Skip)
			}
			if p.Intent != tt.intent || len(p.Spans) != tt.spans || p.AsksWhen != tt.when {
				t.Errorf("intent %s, %d spans, asks when: %v", p.Intent, len(p.Spans), p.AsksWhen)
			}
			if !slices.Equal(p.Speakers, tt.speakers) || !slices.Equal(p.Entities, tt.entities) || !slices.Equal(p.Keywords, tt.keywords) {
				t.Errorf("speakers %q, entities %q, keywords %q", p.Speakers, p.Entities, p.Keywords)
			}
		})
	}
}

func TestRulesSkip(t *testing.T) {
	for _, text := range []string{
		"", " ", "!!!", "Hi!", "Good morning", "hello, how are you today?", "Hey, what is it?", "thanks :)", "おはよう", "こんにちは、元気ですか？", "ありがとう！", "ただいま",
	} {
		if p, _ := (Rules{}).Plan(context.Background(), ask(text)); p.Skip == "" {
			t.Errorf("%q is looked for as %q", text, p.Search)
		}
	}
}

func TestRulesPronounMeansWhatWasSaidBefore(t *testing.T) {
	p, _ := Rules{}.Plan(context.Background(), ask("What about it?"))
	if p.Skip != "" || p.Search != "What about it?\nthe telescope I bought" {
		t.Errorf("searches %q, skips %q", p.Search, p.Skip)
	}
}

func FuzzRules(f *testing.F) {
	f.Add("did Mel say \"rain\" 先週？", "Melanie")
	f.Add("\xff「", "\x80")
	f.Fuzz(func(t *testing.T, text, name string) {
		p, err := Rules{}.Plan(context.Background(), Ask{Text: text, Now: now, Speakers: []string{name, "Ken"}, Entities: []string{name}})
		if err != nil || p.Intent == "" || len(p.Keywords) > 3 {
			t.Errorf("%q: %+v, %v", text, p, err)
		}
	})
}
