package inbox

import (
	"fmt"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/store"
	"yumori/persona"
	"yumori/ui/face"
	"yumori/ui/uitest"
)

// TestInbox has things of two weeks wait and be answered, one by one and a week
// at once.
func TestInbox(t *testing.T) {
	w := uitest.NewWindow(t, 0, uitest.DarkSettings())
	old := uitest.Noon.AddDate(0, 0, -7)
	ask := func(id string, a companion.Ask) companion.Ask {
		a.ID, a.File, a.State = id, "core_memory.txt", persona.StateHeld
		if a.Time.IsZero() {
			a.Time = uitest.Noon
		}
		return a
	}
	w.Companion.Waiting = []companion.Ask{
		ask("a", companion.Ask{Time: old, Dream: true, About: "Mika", Says: []string{"Your sister."}, After: "Your sister."}),
		ask("b", companion.Ask{Time: old, Dream: true, Says: []string{"You live in Oslo"}, Drops: []string{"You live in Bergen"}}),
		ask("c", companion.Ask{Says: []string{"Your name is Ben"}, Message: uitest.MessageID(0)}),
		ask("d", companion.Ask{Drops: []string{"You like tea"}}),
	}
	p := New(w.Deps(), face.Who{Slug: "luna", Name: "Luna"}, w.Companion, w.Companion)
	w.Companion.Publish = p.Receive
	w.Place("inbox", p.Object())
	w.Bench.Settle()

	outline := func() string {
		out := ""
		for _, week := range p.Model.Weeks {
			out += fmt.Sprintf("%s %v\n", week.Title, week.Waiting)
			for _, a := range week.Asks {
				out += "  " + a.Title + " " + a.Text + " " + a.Done + a.Trouble + "\n"
			}
		}
		return out
	}
	const first = `This week [c d]
  OK if I remember this? Your name is Ben. 
  OK if I forget this? You like tea. 
Week of Monday 9 November [a b]
  OK if I remember this? About Mika: Your sister. 
  OK if I remember this? You live in Oslo. 
`
	if got := outline(); got != first {
		t.Errorf("got\n%swant\n%s", got, first)
	}
	uitest.TapButton(t, p.Object(), w.Words.T("ask.no"))
	w.Bench.Settle()
	uitest.TapButton(t, p.Object(), w.Words.N("inbox.yes", 2))
	w.Bench.Settle()
	const second = `This week [d]
  OK if I remember this? Your name is Ben. You said no: Your name is Ben.
  OK if I forget this? You like tea. 
Week of Monday 9 November []
  OK if I remember this? About Mika: Your sister. You said yes: About Mika: Your sister.
  OK if I remember this? You live in Oslo. You said yes: You live in Oslo.
`
	if got := outline(); got != second {
		t.Errorf("got\n%swant\n%s", got, second)
	}
	w.Companion.DecideFail = fmt.Errorf("decide: %w", store.ErrConflict)
	p.Decide(persona.Accept, "d")
	w.Bench.Settle()
	if a := p.Model.Weeks[0].Asks[1]; a.Trouble != w.Words.T("held.conflict") || a.Done != "" {
		t.Errorf("changed meanwhile, it says %+v", a)
	}
	w.Companion.Tell(companion.TopicSnapshot, companion.Snapshot{})
	w.Bench.Settle()
	if n := len(p.Model.Weeks[0].Waiting); n != 0 {
		t.Errorf("decided on elsewhere, %d wait", n)
	}
}

func TestAnEmptyInboxSaysWhatComesThere(t *testing.T) {
	w := uitest.NewWindow(t, 0, uitest.DarkSettings())
	p := New(w.Deps(), face.Who{Slug: "luna", Name: "Luna"}, w.Companion, w.Companion)
	w.Place("inbox", p.Object())
	w.Bench.Settle()
	if said := uitest.Said(p.Object()); !strings.Contains(said, w.Words.T("inbox.empty")) || !strings.Contains(said, "Luna saves what you say") {
		t.Errorf("it says %q", said)
	}
}
