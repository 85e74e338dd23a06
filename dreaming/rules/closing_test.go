package rules

import (
	"testing"

	"yumori/motivation"
)

// TestCorrectionClosesItsQuestion has a question end with what raised it, and
// not with a sentence that only shares a word.
func TestCorrectionClosesItsQuestion(t *testing.T) {
	t.Parallel()
	for said, closed := range map[string]bool{
		"I'm not allergic to nuts after all.": true,
		"My neighbour has an allergic dog.":   false,
	} {
		d := emptyDay("en")
		d.User = "Ken"
		d.Questions = []motivation.Question{{ID: "q", Topic: "What will you do about the canteen?", Context: "On 3 November 2026 Ken said: “I'm allergic to nuts”", State: motivation.StateOpen}}
		d.Lines = []Line{{ID: "m", Speaker: "user", Text: said}}
		if list := d.Read().Resolve(); len(list) > 0 != closed || closed && list[0].State != motivation.StateContradicted {
			t.Errorf("%s: %+v", said, list)
		}
	}
}

// TestReplyOfSomethingElse has a reply that puts something else right leave a
// question open, and a plain one close it.
func TestReplyOfSomethingElse(t *testing.T) {
	t.Parallel()
	for said, closed := range map[string]bool{
		"I don't live in Bristol any more, I moved to Bath.": false,
		"It went really well, everybody came.":               true,
	} {
		d := emptyDay("en")
		d.Questions = []motivation.Question{{ID: "q", Topic: "How did the funeral go?", State: motivation.StateOpen}}
		d.Lines = []Line{{ID: "p", Speaker: "persona", Text: "How did the funeral go?"}, {ID: "m", Speaker: "user", Text: said}}
		if list := d.Read().Resolve(); len(list) > 0 != closed {
			t.Errorf("%s: %+v", said, list)
		}
	}
	d := emptyDay("en")
	d.Questions = []motivation.Question{{ID: "q", Topic: "Your brother Owen is getting married in May: how will that go?", State: motivation.StateOpen}}
	d.Lines = []Line{{ID: "m", Speaker: "user", Text: "I told Owen, we cried together."}}
	if list := d.Read().Resolve(); len(list) > 0 {
		t.Errorf("closed by a name: %+v", list)
	}
}
