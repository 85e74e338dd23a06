package companion

import (
	"errors"
	"testing"

	"yumori/goals"
)

// What rests on words that were taken back does not come back with an earlier
// version of a file.
func TestWhatWasForgottenStaysForgotten(t *testing.T) {
	t.Parallel()
	f := furnishedLuna(t)
	f.model.Add(fullTurn(f.goal, f.question, f.episode)...)
	turn := tell(t, f.Companion, "Mika eats ramen on Fridays.")
	before := f.mental(t)
	must(t, f.dir.Sync(t.Context()))
	if _, err := f.Retract(turn.User.ID); err != nil {
		t.Fatal(err)
	}
	without := f.mental(t)
	if len(without) == len(before) {
		t.Fatal("nothing rests on the message")
	}
	for _, name := range []string{GoalsFile, InnerFile, "entity_memory/Mika.md"} {
		past, err := f.History(name)
		must(t, err)
		if len(past) < 2 {
			t.Fatalf("%s has %d versions", name, len(past))
		}
		must(t, f.RestoreText(t.Context(), name, past[1].Version))
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
	past, err := c.History(GoalsFile)
	must(t, err)
	must(t, c.RestoreText(t.Context(), GoalsFile, past[1].Version))
	all, _ = c.Goals()
	if all[0].Status != goals.StatusActive || len(all[0].Notes) != 1 {
		t.Errorf("restored: %+v", all[0])
	}
	for _, name := range []string{"log.jsonl", "persona.json", "memory/secret_diary.txt", "../settings.json"} {
		if err := c.RestoreText(t.Context(), name, past[1].Version); !errors.Is(err, ErrNotEditable) {
			t.Errorf("%s is restored: %v", name, err)
		}
	}
}
