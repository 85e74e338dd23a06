package companion

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"yumori/goals"
	"yumori/internal/store"
	"yumori/internal/texts"
)

// What is derived from words that were taken back does not come back with an earlier
// version of a file.
func TestWhatWasForgottenStaysForgotten(t *testing.T) {
	t.Parallel()
	f := furnishedLuna(t)
	f.model.Add(fullTurn(f.goal, f.question, f.episode)...)
	turn := tell(t, f.Companion, "Mika eats ramen on Fridays.")
	before := f.mental(t)
	must(t, f.dir.Sync(t.Context()))
	if _, err := f.Conversation.Retract(turn.User.ID); err != nil {
		t.Fatal(err)
	}
	without := f.mental(t)
	if len(without) == len(before) {
		t.Fatal("nothing rests on the message")
	}
	for _, name := range []string{texts.GoalsFile, texts.InnerFile, "entity_memory/Mika.md"} {
		past, err := f.History(name)
		must(t, err)
		if len(past) < 2 {
			t.Fatalf("%s has %d versions", name, len(past))
		}
		must(t, f.Conversation.RestoreText(t.Context(), name, past[1].Version))
	}
	after := f.mental(t)
	for what, was := range before {
		if _, stayed := without[what]; !stayed {
			if now, back := after[what]; back {
				t.Errorf("%s is back: %q (was %q)", what, now, was)
			}
		}
	}
}

func TestGoalsAreAsTheyWereOnADay(t *testing.T) {
	t.Parallel()
	c, _ := openSetRight(t)
	g, err := c.AddGoal(goals.Plan{Goal: "Learn to sing", Term: goals.Short, Priority: 1})
	must(t, err)
	must(t, c.NoteGoal(g.ID, "the first verse"))
	all, _ := c.Goals()
	if notes := all[0].Notes; len(notes) != 1 || notes[0].Text != "the first verse" {
		t.Errorf("noted %+v", notes)
	}
	must(t, c.AbandonGoal(g.ID, "no voice"))
	past, err := c.History(texts.GoalsFile)
	must(t, err)
	must(t, c.Conversation.RestoreText(t.Context(), texts.GoalsFile, past[1].Version))
	all, _ = c.Goals()
	if all[0].Status != goals.StatusActive || len(all[0].Notes) != 1 {
		t.Errorf("restored: %+v", all[0])
	}
	for _, name := range []string{"log.jsonl", "persona.json", "memory/secret_diary.txt", "../settings.json"} {
		if err := c.Conversation.RestoreText(t.Context(), name, past[1].Version); !errors.Is(err, texts.ErrNotEditable) {
			t.Errorf("%s is restored: %v", name, err)
		}
	}
}

// TestArchivesAreAsTheyWere goes back in what left the files of now.
func TestArchivesAreAsTheyWere(t *testing.T) {
	t.Parallel()
	c, _ := openSetRight(t)
	cause := store.Cause{Kind: store.CauseUser}
	for _, part := range []struct {
		whole, archive, text, was string
		told                      func() string
	}{
		{texts.EpisodesFile, "episodic_memory/episodic_memory_archived_2024-05.json",
			`[{"id":"episode_2024-05-01_001","date":"2024-05-01","kind":"lived","summary":"WHAT","compressed":false,"arousal":0.5,"arousal_max":0.5,"sources":[],"created_at":"2024-05-01T04:00:00Z"}]` + "\n", "We swam.",
			func() string {
				e, err := c.Episode("episode_2024-05-01_001")
				must(t, err)
				return e.Summary
			}},
		{texts.InsightsFile, "memory/insights_archived_2024.json",
			`[{"id":"insight_2024-05-01_001","created_at":"2024-05-01T04:00:00Z","trigger_topic":"lakes","insight":"WHAT","strategy":"","log_entry":"","kind":"dreamed","sources":[]}]` + "\n", "Water calms.",
			func() string {
				for _, i := range c.mind.Insights.All() {
					if i.ID == "insight_2024-05-01_001" {
						return i.Insight
					}
				}
				return ""
			}},
		{texts.GoalsFile, "goals_archived_2024.json",
			`{"completed":[{"id":"sh_old","goal":"WHAT","priority":1,"created_at":"2024-05-01T04:00:00Z","completed_at":"2024-06-01T04:00:00Z"}],"abandoned":[]}` + "\n", "Swim a mile",
			func() string {
				all, _ := c.Goals()
				for _, g := range all {
					if g.ID == "sh_old" {
						return g.Goal
					}
				}
				return ""
			}},
	} {
		write := func(what string) {
			must(t, c.dir.Write(part.archive, []byte(strings.Replace(part.text, "WHAT", what, 1)), cause))
		}
		write(part.was)
		write("Something else.")
		if got := part.told(); got != "Something else." {
			t.Fatalf("%s tells %q", part.archive, got)
		}
		parts, err := c.PastParts(part.whole)
		must(t, err)
		if want := []string{part.whole, part.archive}; !slices.Equal(parts, want) {
			t.Errorf("parts are %q, want %q", parts, want)
		}
		past, err := c.History(part.archive)
		must(t, err)
		text, err := c.PastText(part.archive, past[1].Version)
		if err != nil || !strings.Contains(text, part.was) {
			t.Errorf("%s was %q, %v", part.archive, text, err)
		}
		must(t, c.Conversation.RestoreText(t.Context(), part.archive, past[1].Version))
		if got := part.told(); got != part.was {
			t.Errorf("%s tells %q after it was restored", part.archive, got)
		}
	}
	for _, name := range []string{"memory/emotion_log_archived_2024-05.json", "memory/internal_state_archived_2024.json", "goals_archived_2024.json.bak", "log_archives/2024-05.jsonl"} {
		if err := c.Conversation.RestoreText(t.Context(), name, "x"); !errors.Is(err, texts.ErrNotEditable) {
			t.Errorf("%s is restored: %v", name, err)
		}
	}
	if parts, err := c.PastParts(texts.InnerFile); err != nil || len(parts) != 1 {
		t.Errorf("parts of the inner state: %q, %v", parts, err)
	}
}
